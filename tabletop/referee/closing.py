"""How a turn ends, and what is written down about it.

At the next throw a play stands, legal or not. If the last picture before the throw was clear, what it
showed is recorded. If it was not, because a hand was in the way or a place unclear, nobody is accused: the
turn waits until the board is seen again, and what is then seen of both turns together tells how it ended.
If it is never seen, the record says so.
"""

from __future__ import annotations

from dataclasses import replace

from tabletop.backgammon import Play, Player, Position, Variant
from tabletop.referee.effects import Effect, Standing, TurnClosed
from tabletop.referee.hindsight import KEPT, MOVED_SINCE, Ending, final, likeliest, seen_later
from tabletop.referee.inherited_doubt import (
    Doubts,
    boards_instead,
    doubts_of,
    renewed,
    two_colours,
    untouched,
    without_news,
)
from tabletop.referee.judge import CAUTION, judge, over
from tabletop.referee.ledger import accounted, differing_spots, on_board
from tabletop.referee.observation import Observation
from tabletop.referee.state import State, Turn
from tabletop.referee.verdicts import Illegal, Legal, Unfinished
from tabletop.referee.violations import Violation

TOO_FEW = frozenset({Violation.MUST_PLAY_BOTH, Violation.MUST_PLAY_MORE})
"""What is wrong only because a play is over."""

Told = tuple[State, tuple[Effect, ...]]
"""A new state, and what is to be made known."""


def end_of_turn(state: State, at: float) -> Told:
    """Close the turn that is on the board, or let it wait for a better picture."""
    state, effects = forced(state, at)
    turn = state.turn
    if turn is None:
        return state, effects
    stands = _proven(turn, state.variant)
    lies = _as_it_lies(state, turn) if stands is None else None
    state = replace(state, turn=None)
    if stands is not None:
        state, closed = _close(state, turn, Ending(stands), at)
    elif lies is not None:
        state, closed = _close(replace(state, adrift=False), turn, Ending(lies, proven=False), at)
    else:
        return replace(state, waiting=turn), effects
    return state, effects + closed


def _proven(turn: Turn, variant: Variant) -> Legal | Illegal | None:
    """What the last picture proves about a turn; None where something moved since, or it was unclear."""
    if turn.stirred or turn.before is None:
        return None
    stands = final(turn.verdict, turn, turn.before, variant)
    if stands is None or turn.seen is None:
        return stands
    shown = accounted(turn.before, turn.player, turn.seen.position, variant.checkers)
    if turn.moved_early is None and (shown == stands.position or isinstance(stands, Illegal)):
        return stands
    return replace(stands, sure=min(stands.sure, MOVED_SINCE))  # the next player has moved already


def _as_it_lies(state: State, turn: Turn) -> Legal | None:
    """The board at the end of a turn of which only that is known: where it began is not."""
    seen = turn.seen
    if seen is None or turn.stirred or state.waiting or not _began_in_doubt(turn):
        return None
    if seen.unsure or any(spot.covered for spot in seen.spots):
        return None
    checkers = state.variant.checkers
    board = accounted(turn.before or state.board, turn.player, seen.position, checkers)
    return Legal(board, Play(), seen.confidence)


def _began_in_doubt(turn: Turn) -> bool:
    return turn.before is None or 1 - turn.before_sure > CAUTION.false_accusations


def accusable(turn: Turn, wrong: Illegal, variant: Variant) -> bool:
    """Whether it was known well enough where a turn began for ``wrong`` to be held against its player."""
    before, doubt = turn.before, 1 - turn.before_sure
    if before is None or any(on_board(before.of(one)) > variant.checkers for one in Player):
        return False
    odd = two_colours(before)
    if odd and not _wrong_from_any(turn, wrong, (*odd, *(turn.doubts or ())), variant):
        return False
    if doubt <= CAUTION.false_accusations:
        return True
    beside = turn.seen is not None and not turn.seen.doubtful(differing_spots(before, wrong.position))
    return (doubt <= CAUTION.elsewhere and beside) or _wrong_from_any(turn, wrong, turn.doubts, variant)


def _wrong_from_any(turn: Turn, wrong: Illegal, doubts: Doubts | None, variant: Variant) -> bool:
    """Whether what was last seen of a turn is an error from whichever board it may have begun."""
    if turn.before is None or turn.seen is None or doubts is None:
        return False
    others, seen = boards_instead(turn.before, doubts), without_news(turn.seen, turn.before, doubts)
    return others is not None and all(_wrong_too(turn, wrong, other, seen, variant) for other in others)


def _wrong_too(turn: Turn, wrong: Illegal, before: Position, seen: Observation, variant: Variant) -> bool:
    verdict = judge(before, turn.player, turn.dice, seen, variant)
    if isinstance(verdict, Unfinished) and wrong.violation in TOO_FEW:
        return over(before, turn.player, turn.dice, verdict.position, seen, variant) is not None
    return isinstance(verdict, Illegal)


def _close(state: State, turn: Turn, ending: Ending, at: float) -> Told:
    """Write a turn down. Nobody is accused, now or in the next turn, from a board that was not proven."""
    stands = ending.stands
    if isinstance(stands, Illegal):
        proven = ending.proven and accusable(turn, stands, state.variant)
    else:
        proven = ending.proven and turn.before_sure >= CAUTION.sure_enough
    illegal = stands if isinstance(stands, Illegal) and proven else None
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
        seen=proven,
        mended=turn.mended(illegal.violation if illegal else None),
    )
    sure, doubts = _sure_now(turn, stands), _doubts_now(turn, ending)
    return replace(state, board=stands.position, board_sure=sure, doubts=doubts), (closed,)


def _sure_now(turn: Turn, stands: Legal | Illegal) -> float:
    """How sure the board is after a turn. A play proves what it touched; what was in doubt elsewhere stays so
    until it has been read well."""
    seen, doubt = turn.seen, 1 - turn.before_sure
    if seen is not None and _read_well(seen, stands):
        doubt = min(doubt, 1 - seen.confidence)  # two pictures of one board are deceived alike
    return min(stands.sure, 1 - doubt)


def _read_well(seen: Observation, stands: Legal | Illegal) -> bool:
    """Whether a picture shows the board as it is said to stand, all of it."""
    return seen.confidence >= CAUTION.sure_enough and not differing_spots(seen.position, stands.position)


def _doubts_now(turn: Turn, ending: Ending) -> Doubts | None:
    """What else may stand on the board after a turn: what the picture that ended it leaves open, and what was
    open before on places that nobody touched."""
    board, seen = ending.stands.position, turn.seen
    began_sure = 1 - turn.before_sure <= CAUTION.false_accusations
    read_well = seen is not None and _read_well(seen, ending.stands)
    inherited = () if began_sure or (turn.doubts is None and read_well) else turn.doubts
    moved = turn.stirred or turn.moved_early is not None
    if turn.before is None or seen is None or inherited is None or moved or not ending.proven:
        return None
    new = doubts_of(board, seen)
    return None if new is None else renewed(untouched(inherited, turn.before, board), new)


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


def unseen_but_known(state: State, turn: Turn, after: Position, at: float) -> Told:
    """Close a turn that nobody saw, but of which other things tell the board ``after`` it."""
    return _close(state, turn, Ending(Legal(after, Play(), 1.0), proven=False), at)


def last_seen_wrong(state: State, turn: Turn, shown: Illegal, at: float) -> Told:
    """Close a turn whose error was shown, and whose board was cleared before anybody saw it mended."""
    return _close(state, turn, Ending(shown), at)


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
    ending = _by_what_was_seen(waiting, following, later, state.variant)
    if ending is None:
        return _close_unseen(state, waiting, at)
    state, closed = _close(state, waiting, ending, at)
    return _judged_late(_begin_from(state)), closed


def _by_what_was_seen(
    waiting: Turn, following: Turn | None, later: Observation | None, variant: Variant
) -> Ending | None:
    """How a turn ended, by the last picture of the next one, else by its own last; None without any."""
    if waiting.before is None:
        return None
    if later is not None:
        return likeliest(waiting, waiting.before, following, later, variant)[0]
    if isinstance(waiting.verdict, Legal):
        kept = min(waiting.verdict.sure, KEPT / (KEPT + 1))
        return Ending(replace(waiting.verdict, sure=kept))
    if waiting.seen is None or waiting.stirred:
        return None
    return likeliest(waiting, waiting.before, None, waiting.seen, variant)[0]


def _begin_from(state: State) -> State:
    """Let the turn on the board begin from the board now known."""
    if state.turn is None or state.turn.before is not None:
        return state
    turn = replace(state.turn, before=state.board, before_sure=state.board_sure, doubts=state.doubts)
    return replace(state, turn=turn)


def _judged_late(state: State) -> State:
    """Judge what was seen of the turn on the board before anybody knew where it began."""
    turn = state.turn
    if turn is None or turn.before is None or turn.seen is None:
        return state
    verdict = judge(turn.before, turn.player, turn.dice, turn.seen, state.variant)
    return replace(state, turn=replace(turn, verdict=verdict))
