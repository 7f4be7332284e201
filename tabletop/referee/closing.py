"""How a turn ends, and what is written down about it.

At the next throw a play stands, legal or not. If the last picture before the throw was clear, what it
showed is recorded. If it was not, because a hand was in the way or a place unclear, nobody is accused: the
turn waits until the board is seen again, and what is then seen of both turns together tells how it ended.
If it is never seen, the record says so.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import replace

from tabletop.backgammon import Play, Player, Position, Variant, legal_plays
from tabletop.referee.effects import Effect, Standing, TurnClosed
from tabletop.referee.judge import CAUTION, judge, left_unfinished, still_lifted
from tabletop.referee.ledger import by_place
from tabletop.referee.observation import Observation
from tabletop.referee.state import State, Turn
from tabletop.referee.verdicts import Illegal, Legal, Unfinished, Verdict
from tabletop.referee.violations import Violation

Told = tuple[State, tuple[Effect, ...]]
"""A new state, and what is to be made known."""

_CANDIDATES = 8
"""How many legal boards a turn that was not seen well is remembered by. Two is usual: one place unclear."""


def end_of_turn(state: State, at: float) -> Told:
    """Close the turn that is on the board, or let it wait for a better picture."""
    state, effects = forced(state, at)
    turn = state.turn
    if turn is None:
        return state, effects
    state = replace(state, turn=None)
    stands = _stands(turn, state.variant)
    if stands is None:
        return replace(state, waiting=turn), effects
    state, closed = _close(state, turn, stands, at)
    return state, effects + closed


def _stands(turn: Turn, variant: Variant) -> Legal | Illegal | None:
    """What the last picture proves about a turn; None where it proves nothing."""
    if isinstance(turn.verdict, Legal):
        return turn.verdict
    if turn.stirred or turn.before is None:
        return None
    return _final(turn.verdict, turn, turn.before, variant)


def _final(verdict: Verdict | None, turn: Turn, before: Position, variant: Variant) -> Legal | Illegal | None:
    """A verdict as it stands once nothing can be mended any more."""
    match verdict:
        case Legal() | Illegal():
            return verdict
        case Unfinished(position=board, lifted=None):
            return left_unfinished(before, turn.player, turn.dice, board, variant)
        case Unfinished(position=board):
            return still_lifted(before, turn.player, turn.dice, board, variant)
        case _:
            return None


def _close(state: State, turn: Turn, stands: Legal | Illegal, at: float) -> Told:
    illegal = stands if isinstance(stands, Illegal) else None
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
        seen=True,
        mended=turn.mended(illegal.violation if illegal else None),
    )
    return replace(state, board=stands.position), (closed,)


def play_told(stands: Legal | Illegal) -> str:
    """A play as text; nothing for a dance."""
    if isinstance(stands, Illegal):
        return stands.done
    return str(stands.play) if stands.play else ""


def _close_unseen(state: State, turn: Turn, at: float) -> Told:
    """A turn nobody saw: the board is unknown until it is read again."""
    before = turn.before or state.board
    closed = TurnClosed(
        at=at,
        game=state.game,
        turn=turn.number,
        player=turn.player,
        dice=turn.dice,
        thrown_at=turn.thrown_at,
        play="",
        standing=Standing.LEGAL,
        violation=None,
        also=(),
        before=before,
        after=before,
        seen=False,
        mended=turn.mended(None),
    )
    return replace(state, board=before, adrift=True), (closed,)


def resolved(state: State, seen: Observation, at: float) -> Told:
    """Close the waiting turn if ``seen``, a picture taken after the throw, tells how it ended."""
    waiting = state.waiting
    if waiting is None:
        return state, ()
    if waiting.before is None:
        state, closed = _close_unseen(replace(state, waiting=None), waiting, at)
        return state, closed
    stands = _seen_after_throw(waiting, waiting.before, state, seen)
    if stands is None:
        return state, ()
    state, closed = _close(replace(state, waiting=None), waiting, stands, at)
    return _begin_from(state), closed


def forced(state: State, at: float) -> Told:
    """Close the waiting turn now, with the likeliest legal play; nobody is accused for want of a picture."""
    waiting = state.waiting
    if waiting is None:
        return state, ()
    state = replace(state, waiting=None)
    pictures = [turn.seen for turn in (state.turn, waiting) if turn and turn.seen]
    if waiting.before is None or not pictures:
        state, closed = _close_unseen(state, waiting, at)
        return state, closed
    likeliest = _likeliest(waiting, waiting.before, state, pictures[0], least=0.0)
    if likeliest is None:
        return _close_unseen(state, waiting, at)
    state, closed = _close(state, waiting, likeliest, at)
    return _judged_late(_begin_from(state)), closed


def _begin_from(state: State) -> State:
    """Let the turn on the board begin from the board now known."""
    if state.turn is None or state.turn.before is not None:
        return state
    return replace(state, turn=replace(state.turn, before=state.board))


def _judged_late(state: State) -> State:
    """Judge what was seen of the turn on the board before anybody knew where it began."""
    turn = state.turn
    if turn is None or turn.before is None or turn.seen is None:
        return state
    verdict = judge(turn.before, turn.player, turn.dice, turn.seen, state.variant)
    return replace(state, turn=replace(turn, verdict=verdict))


def _seen_after_throw(
    waiting: Turn, before: Position, state: State, seen: Observation
) -> Legal | Illegal | None:
    """How ``waiting`` ended, seen after the next throw: before the next player moved, or after."""
    verdict = judge(before, waiting.player, waiting.dice, seen, state.variant)
    final = _final(verdict, waiting, before, state.variant)
    if isinstance(final, Legal):
        return final
    if final is not None and _own_doing(final, before, waiting.player):
        return final
    return _likeliest(waiting, before, state, seen, least=CAUTION.sure_enough)


def _own_doing(illegal: Illegal, before: Position, player: Player) -> bool:
    """Whether only the player's own checkers, and those he hit, moved: the next player has not."""
    touched = {
        Violation.OPPONENTS_CHECKER,
        Violation.HIT_NOT_ON_BAR,
        Violation.CHECKERS_MISSING,
        Violation.CHECKERS_EXTRA,
    }
    if touched & {illegal.violation, *illegal.also}:
        return False
    other = player.opponent
    was, now = before.of(other), illegal.position.of(other)
    gone = [a - b for a, b in zip(was.points, now.points, strict=True)]
    return min(gone) >= 0 and sum(gone) == now.bar - was.bar


def _likeliest(
    waiting: Turn, before: Position, state: State, seen: Observation, least: float
) -> Legal | None:
    """The legal play of ``waiting`` that best explains ``seen``, with or without a play after it."""
    legal = legal_plays(before, waiting.player, waiting.dice, state.variant)
    boards = legal.positions or {before}

    def prior(board: Position) -> float:
        if waiting.seen is None or waiting.stirred:
            return 0.0
        return waiting.seen.log_likelihood(board)

    def directly(board: Position) -> tuple[float, tuple[bytes, bytes]]:
        return prior(board) + seen.log_likelihood(board), by_place(board)

    weights = {
        board: prior(board) + max(seen.log_likelihood(then) for then in _then(state, board))
        for board in heapq.nlargest(_CANDIDATES, boards, key=directly)
    }
    best = max(weights, key=lambda board: (weights[board], by_place(board)))
    share = 1 / sum(math.exp(weight - weights[best]) for weight in weights.values())
    play = legal.play_to(best)
    if share < least:
        return None
    return Legal(best, play or Play(), share)


def _then(state: State, board: Position) -> set[Position]:
    """The boards the turn under way may have made of ``board`` so far."""
    if state.turn is None:
        return {board}
    legal = legal_plays(board, state.turn.player, state.turn.dice, state.variant)
    return {board} | legal.positions | legal.prefixes
