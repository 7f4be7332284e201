"""How a turn ends, and what is written down about it.

At the next throw a play stands, legal or not. If the last picture before the throw was clear, what it
showed is recorded. If it was not, because a hand was in the way or a place unclear, nobody is accused: the
turn waits until the board is seen again, and what is then seen of both turns together tells how it ended.
If it is never seen, the record says so.
"""

from __future__ import annotations

from dataclasses import replace

from tabletop.backgammon import Play, Variant
from tabletop.referee.effects import Effect, Standing, TurnClosed
from tabletop.referee.hindsight import Ending, final, likeliest, seen_later
from tabletop.referee.judge import judge
from tabletop.referee.observation import Observation
from tabletop.referee.state import State, Turn
from tabletop.referee.verdicts import Illegal, Legal

Told = tuple[State, tuple[Effect, ...]]
"""A new state, and what is to be made known."""


def end_of_turn(state: State, at: float) -> Told:
    """Close the turn that is on the board, or let it wait for a better picture."""
    state, effects = forced(state, at)
    turn = state.turn
    if turn is None:
        return state, effects
    state = replace(state, turn=None)
    stands = _proven(turn, state.variant)
    if stands is None:
        return replace(state, waiting=turn), effects
    state, closed = _close(state, turn, Ending(stands), at)
    return state, effects + closed


def _proven(turn: Turn, variant: Variant) -> Legal | Illegal | None:
    """What the last picture proves about a turn; None where something moved since, or it was unclear."""
    if turn.stirred or turn.before is None:
        return None
    return final(turn.verdict, turn, turn.before, variant)


def _close(state: State, turn: Turn, ending: Ending, at: float) -> Told:
    stands = ending.stands
    illegal = stands if isinstance(stands, Illegal) and ending.proven else None
    closed = TurnClosed(
        at=at,
        game=state.game,
        turn=turn.number,
        player=turn.player,
        dice=turn.dice,
        thrown_at=turn.thrown_at,
        play=play_told(stands),
        standing=Standing.ILLEGAL if illegal else Standing.LEGAL,
        violation=illegal.violation if illegal else None,
        also=illegal.also if illegal else (),
        before=turn.before or state.board,
        after=stands.position,
        seen=ending.proven,
        mended=turn.mended(illegal.violation if illegal else None),
    )
    return replace(state, board=stands.position, board_sure=stands.sure), (closed,)


def play_told(stands: Legal | Illegal) -> str:
    """A play as text; nothing for a dance."""
    if isinstance(stands, Illegal):
        return stands.done
    return str(stands.play) if stands.play else ""


def _close_unseen(state: State, turn: Turn, at: float) -> Told:
    """A turn nobody saw: the board is unknown until it is read again."""
    before = turn.before or state.board
    nothing = Ending(Legal(before, Play(), 0.0), proven=False)
    state, closed = _close(state, turn, nothing, at)
    return replace(state, adrift=True), closed


def resolved(state: State, seen: Observation, at: float) -> Told:
    """Close the waiting turn if ``seen``, a picture taken after the throw, tells how it ended."""
    waiting = state.waiting
    if waiting is None:
        return state, ()
    if waiting.before is None:
        return _close_unseen(replace(state, waiting=None), waiting, at)
    ending = seen_later(waiting, waiting.before, state.turn, seen, state.variant)
    if ending is None:
        return state, ()
    state, closed = _close(replace(state, waiting=None), waiting, ending, at)
    return _begin_from(state), closed


def forced(state: State, at: float) -> Told:
    """Close the waiting turn now, as it most likely ended; nobody is accused for want of a picture."""
    waiting, following = state.waiting, state.turn
    if waiting is None:
        return state, ()
    state = replace(state, waiting=None)
    later = following.seen if following else None
    if waiting.before is not None and later is not None:
        ending, _ = likeliest(waiting, waiting.before, following, later, state.variant)
        state, closed = _close(state, waiting, ending, at)
        return _judged_late(_begin_from(state)), closed
    if isinstance(waiting.verdict, Legal):
        state, closed = _close(state, waiting, Ending(waiting.verdict), at)
        return _begin_from(state), closed
    if waiting.before is None or waiting.seen is None:
        return _close_unseen(state, waiting, at)
    ending, _ = likeliest(waiting, waiting.before, None, waiting.seen, state.variant)
    state, closed = _close(state, waiting, ending, at)
    return _begin_from(state), closed


def _begin_from(state: State) -> State:
    """Let the turn on the board begin from the board now known."""
    if state.turn is None or state.turn.before is not None:
        return state
    turn = replace(state.turn, before=state.board, before_sure=state.board_sure)
    return replace(state, turn=turn)


def _judged_late(state: State) -> State:
    """Judge what was seen of the turn on the board before anybody knew where it began."""
    turn = state.turn
    if turn is None or turn.before is None or turn.seen is None:
        return state
    verdict = judge(turn.before, turn.player, turn.dice, turn.seen, state.variant)
    return replace(state, turn=replace(turn, verdict=verdict))
