"""A turn from its roll to the last board before the next throw.

Every time the board lies quiet it is judged; what the referee thinks is said when it changes. What he says
to the players depends on his role: a monitor points at what is wrong, a tutor also at what could be played,
a recorder says nothing.
"""

from __future__ import annotations

from dataclasses import replace

from tabletop.backgammon import Dice, Play, Player, Position, legal_plays
from tabletop.referee.closing import Told, accusable
from tabletop.referee.effects import Asked, Effect, Highlight, Meaning, TurnStarted, VerdictGiven
from tabletop.referee.judge import over
from tabletop.referee.ledger import accounted
from tabletop.referee.profiles import ClosedOut, Role
from tabletop.referee.state import Phase, State, Turn
from tabletop.referee.verdicts import Ambiguous, Illegal, Legal, Unfinished, Unreadable, Verdict


def begin_turn(state: State, player: Player, dice: Dice, at: float) -> Told:
    """``player`` has thrown ``dice``, and they count."""
    before = None if state.waiting or state.adrift else state.board
    number = state.turns + 1
    turn = Turn(number, player, dice, at, before, state.board_sure, state.doubts)
    state = replace(
        state, phase=Phase.MOVING, turn=turn, turns=number, on_roll=None, undo=None, held=None, offer=None
    )
    started = TurnStarted(at=at, game=state.game, turn=number, player=player, dice=dice)
    shown = (*_cleared(state, turn, at), *_playable(state, turn, at))
    if before is None or legal_plays(before, player, dice, state.variant):
        return state, (started, *shown)
    state, effects = announce(state, turn, Legal(before, Play(), 1.0), at)
    return state, (started, *shown, *effects)


def next_on_roll(state: State, last: Player, board: Position) -> Player:
    """Whose roll follows ``last``'s turn: his own again where the opponent is closed out and so skips."""
    after = last.opponent
    if state.profile.closed_out is ClosedOut.SKIPS and closed_out(board, after):
        return last
    return after


def closed_out(board: Position, player: Player) -> bool:
    """A checker on the bar, and all six points on which it could enter closed (Backgammon 7)."""
    opposing = board.of(player.opponent)
    return board.of(player).bar > 0 and all(opposing.on(point) >= 2 for point in range(1, 7))


def others_roll(state: State, turn: Turn) -> Turn | None:
    """The same turn as the opponent's, who is closed out and need not roll, but has done so all the same, as
    many do: nothing was moved. None where that cannot be."""
    before, other = turn.before, turn.player.opponent
    skips = state.profile.closed_out is ClosedOut.SKIPS
    if before is None or turn.stirred or state.trouble or not skips or not closed_out(before, other):
        return None
    if turn.seen is not None:
        board = accounted(before, turn.player, turn.seen.position, state.variant.checkers)
        if turn.seen.unsure or board != before:
            return None
    if not legal_plays(before, turn.player, turn.dice, state.variant):
        return None
    return replace(turn, player=other, verdict=Legal(before, Play(), turn.before_sure))


def announce(state: State, turn: Turn, verdict: Verdict, at: float) -> Told:
    """Keep a verdict, and say it if it is another one than before."""
    verdict = _doubted(state, turn, _as_the_player_means_it(state, turn, verdict))
    changed = not _same(turn.verdict, verdict)
    complete = verdict.position if isinstance(verdict, Legal) else turn.complete
    accused = turn.accused
    if isinstance(verdict, Illegal) and verdict.violation not in accused:
        accused = (*accused, verdict.violation)
    turn = replace(turn, verdict=verdict, complete=complete, accused=accused)
    state = replace(state, turn=turn)
    if not changed:
        return state, ()
    given = VerdictGiven(
        at=at, game=state.game, turn=turn.number, player=turn.player, dice=turn.dice, verdict=verdict
    )
    return state, (given, *_shown(state, turn.player, verdict, at))


def _as_the_player_means_it(state: State, turn: Turn, verdict: Verdict) -> Verdict:
    """An unfinished play whose player says that it is his play is not unfinished."""
    if others_roll(state, turn) is not None:
        return verdict
    if not turn.done or not isinstance(verdict, Unfinished) or verdict.lifted is not None:
        return verdict
    if turn.before is None or turn.seen is None:
        return verdict
    return over(turn.before, turn.player, turn.dice, verdict.position, turn.seen, state.variant) or verdict


def _doubted(state: State, turn: Turn, verdict: Verdict) -> Verdict:
    """Nobody is accused from a board before that was itself in doubt."""
    if not isinstance(verdict, Illegal) or accusable(turn, verdict, state.variant):
        return verdict
    return Ambiguous(verdict.places, turn.before or verdict.position)


def _same(one: Verdict | None, other: Verdict) -> bool:
    """Whether two verdicts say the same, however sure they are."""
    if isinstance(one, Ambiguous) and isinstance(other, Ambiguous):
        return one.places == other.places
    if isinstance(one, Unreadable) or isinstance(other, Unreadable):
        return type(one) is type(other)
    if one is None or isinstance(one, Ambiguous) or isinstance(other, Ambiguous):
        return False
    return type(one) is type(other) and one.position == other.position


def _shown(state: State, player: Player, verdict: Verdict, at: float) -> tuple[Effect, ...]:
    """What the players are shown of a verdict, by role."""
    if state.profile.role is Role.SILENT:
        return ()
    match verdict:
        case Illegal(places=places):
            return (Highlight(at=at, player=player, places=places, meaning=Meaning.ILLEGAL),)
        case Ambiguous(places=places) | Unreadable(places=places):
            return (Asked(at=at, player=player, places=places),)
        case _:
            return (Highlight(at=at, player=player, places=(), meaning=Meaning.ILLEGAL),)


def _cleared(state: State, turn: Turn, at: float) -> tuple[Effect, ...]:
    if state.profile.role is Role.SILENT:
        return ()
    return (Highlight(at=at, player=turn.player, places=(), meaning=Meaning.ILLEGAL),)


def _playable(state: State, turn: Turn, at: float) -> tuple[Effect, ...]:
    """A tutor points at the checkers that can move; nobody else helps."""
    if state.profile.role is not Role.TUTOR or turn.before is None:
        return ()
    plays = legal_plays(turn.before, turn.player, turn.dice, state.variant)
    starts = sorted(
        {move.start for play in plays for move in play if turn.before.of(turn.player).places[move.start]}
    )
    return (Highlight(at=at, player=turn.player, places=tuple(starts), meaning=Meaning.PLAYABLE),)
