"""How the play on the board stands, as far as the players may know.

In the roles `monitor` and `silent` nobody is helped before his turn ends. Until he lifts the dice or presses
the done button a legal play, an unfinished one, and a roll that cannot be played look the same: whoever is
told "legal" too early knows that he has nothing more to find. An error is flagged at once, as a monitor's is
to do; a silent referee flags nothing at any time.

Who ponders with a checker in his hand, or with his hand over the board, is not told that he is in the way: he
sees his hand himself. What it covers is asked for when he says that his play is done. Checkers that lie
unclearly in plain view are asked for at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.backgammon import Player
from tabletop.present.screen import Look
from tabletop.referee import (
    Ambiguous,
    Illegal,
    Legal,
    Observation,
    Phase,
    Role,
    State,
    Unreadable,
    Verdict,
)
from tabletop.referee.ledger import point_of
from tabletop.referee.state import Turn
from tabletop.referee.turn import next_on_roll


@dataclass(frozen=True, slots=True)
class Judged:
    """What may be shown of a verdict."""

    look: Look = Look.NOTHING
    player: Player | None = None
    """Whom it concerns."""
    places: tuple[int, ...] = ()
    """In his own numbers: 25 the bar, 0 off, each once."""
    verdict: Verdict | None = None


_NOTHING = Judged()


def judged(state: State) -> Judged:
    """What may be shown now of the play on the board."""
    turn, role = state.turn, state.profile.role
    if turn is None or role is Role.SILENT or state.phase not in (Phase.MOVING, Phase.ROLLING, Phase.OFFERED):
        return _NOTHING
    if turn.moved_early is not None:
        player = next_on_roll(state, turn.player, turn.moved_early.position)
        return _of(turn.moved_early, player)
    if isinstance(turn.verdict, Legal) and not (turn.done or role is Role.TUTOR):
        return _NOTHING
    if isinstance(turn.verdict, Ambiguous | Unreadable) and turn.seen is not None:
        return _unclear(turn, turn.verdict, turn.seen)
    return _of(turn.verdict, turn.player)


def _unclear(turn: Turn, verdict: Ambiguous | Unreadable, seen: Observation) -> Judged:
    """A question, if it is time to ask it: a place that is covered is to be uncovered, not straightened."""
    covered = {point_of(turn.player, number) for number, spot in enumerate(seen.spots) if spot.covered}
    if covered and not turn.done:
        return _NOTHING
    if covered.issuperset(verdict.places):
        return _of(Unreadable(verdict.places), turn.player)
    return _of(verdict, turn.player)


def _of(verdict: Verdict | None, player: Player) -> Judged:
    match verdict:
        case Legal():
            return Judged(Look.LEGAL, player, (), verdict)
        case Illegal(places=places):
            return Judged(Look.ILLEGAL, player, tuple(dict.fromkeys(places)), verdict)
        case Ambiguous(places=places) | Unreadable(places=places):
            return Judged(Look.UNCLEAR, player, tuple(dict.fromkeys(places)), verdict)
        case _:
            return _NOTHING
