"""Holds what the referee said and wrote down against what really happened at a virtual table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tabletop.app.runtime import Published
from tabletop.backgammon import Player, Position
from tabletop.devices.virtual.players import Players, TrueTurn
from tabletop.referee.effects import (
    CubeDropped,
    CubeTaken,
    Effect,
    GameEnded,
    Standing,
    TurnClosed,
    TurnStarted,
    VerdictGiven,
)
from tabletop.referee.verdicts import Ambiguous, Illegal, Unreadable


@dataclass(slots=True, eq=False)
class Audit:
    """Listens to one evening. `report` when it is over."""

    players: Players
    started: int = field(default=0, init=False)
    closed: list[TurnClosed] = field(default_factory=list, init=False)
    ended: list[GameEnded] = field(default_factory=list, init=False)
    dropped: int = field(default=0, init=False)
    taken: int = field(default=0, init=False)
    accused: Counter[int] = field(default_factory=Counter, init=False)
    """Accusations by the number of the turn, counted over all games from 1."""
    named: dict[int, set[str]] = field(default_factory=dict, init=False)
    false: list[str] = field(default_factory=list, init=False)
    """Accusations while no error had been made in that turn."""
    unclear: int = field(default=0, init=False)

    def hear(self, published: Published) -> None:
        """A step of the match."""
        for effect in published.told.effects:
            self._note(effect)

    def _note(self, effect: Effect) -> None:
        match effect:
            case TurnStarted():
                self.started += 1
            case VerdictGiven(verdict=Illegal() as verdict):
                self._accuse(effect, verdict)
            case VerdictGiven(verdict=Ambiguous() | Unreadable()):
                self.unclear += 1
            case TurnClosed():
                self.closed.append(effect)
            case GameEnded():
                self.ended.append(effect)
            case CubeTaken():
                self.taken += 1
            case CubeDropped():
                self.dropped += 1
            case _:
                pass

    def _accuse(self, given: VerdictGiven, verdict: Illegal) -> None:
        number = self.started
        self.accused[number] += 1
        self.named.setdefault(number, set()).update(
            v.value for v in (verdict.violation, *verdict.also) if v is not None
        )
        true = self.players.turns[number - 1] if number <= len(self.players.turns) else None
        if true is None or not true.errors:
            what = f"{verdict.violation.value} {verdict.done}"
            self.false.append(f"t={given.at:.2f} game {given.game} turn {given.turn}: {what}")

    # ---- when it is over

    def pairs(self) -> Iterator[tuple[int, TrueTurn, TurnClosed | None]]:
        """Every turn as it was and as it is in the record, game by game; its number, counted from 1."""
        told: dict[int, list[TurnClosed]] = {}
        for closed in self.closed:
            told.setdefault(closed.game, []).append(closed)
        done: Counter[int] = Counter()
        for number, true in enumerate(self.players.turns, start=1):
            here = told.get(true.game, [])
            place, done[true.game] = done[true.game], done[true.game] + 1
            yield number, true, here[place] if place < len(here) else None

    def differences(self, broken_off: bool = False) -> list[str]:
        """Where the record is not what was played.

        Where the evening was ``broken_off`` the last turn may have been half made, and nobody yet have seen
        that it ended the game: then it may be missing. Or its roll was told before it was begun, and there
        was nothing to play: then it is in the record already.
        """
        found = []
        played, recorded = len(self.players.turns), len(self.closed)
        if abs(recorded - played) > broken_off:
            found.append(f"{played} turns were played, {recorded} are in the record")
        for number, true, told in self.pairs():
            if broken_off and number == played:
                continue
            wrong = _wrong(true, told) if told else ""
            if wrong:
                found.append(f"turn {number} (game {true.game}): {wrong}")
        winners = [(game.winner, game.dropped) for game in self.players.ended]
        told_of = [(end.winner, end.result == "dropped") for end in self.ended]
        if told_of not in ((winners, winners[:-1]) if broken_off else (winners,)):
            found.append(f"games ended {winners}, the record has {told_of}")
        return found

    def missed(self, broken_off: bool = False) -> list[str]:
        """Errors that were never pointed out: not while they stood, and not when the next roll came; where
        the evening was ``broken_off`` none had come yet after the last turn."""
        found = []
        for number, true, told in self.pairs():
            if broken_off and number == len(self.players.turns):
                continue
            lasting = [error for error in true.errors if not error.mendable or error is true.stands]
            late = told is not None and told.standing is Standing.ILLEGAL
            if lasting and not self.accused[number] and not late:
                found.append(f"turn {number} (game {true.game}): {lasting[0].kind}")
        return found

    def report(self, broken_off: bool = False) -> dict[str, Any]:
        """The whole evening in figures; ``broken_off`` where it was ended in the middle of a turn."""
        errors = [error for turn in self.players.turns for error in turn.errors]
        must = [
            (number, error)
            for number, turn in enumerate(self.players.turns, start=1)
            for error in turn.errors
            if not error.mendable or error is turn.stands
        ]
        named = sum(error.kind in self.named.get(number, set()) for number, error in must)
        return {
            "games": len(self.ended),
            "games_played": len(self.players.ended),
            "turns": len(self.players.turns),
            "errors": len(errors),
            "errors_to_flag": len(must),
            "stood": sum(turn.stands is not None for turn in self.players.turns),
            "missed": self.missed(broken_off),
            "named_so": named,
            "false_accusations": self.false,
            "unclear": self.unclear,
            "doubles_taken": self.taken,
            "doubles_dropped": self.dropped,
            "record_differs": self.differences(broken_off),
        }


def _wrong(true: TrueTurn, told: TurnClosed) -> str:
    if (true.player, true.dice) != (told.player, told.dice):
        return f"{true.player.value} threw {true.dice}, the record has {told.player.value} {told.dice}"
    if not told.seen:
        return "the record says that nobody saw it"
    if on_board(true.after) != on_board(told.after):
        return f"{told.play!r} does not lead to the board that stood there"
    if (true.stands is None) is not (told.standing is Standing.LEGAL):
        return f"stands as {told.standing.value}, was {true.stands.kind if true.stands else 'legal'}"
    return ""


def on_board(position: Position) -> tuple[object, ...]:
    """What a camera can see of a position."""
    return tuple((position.of(p).points, position.of(p).bar) for p in Player)
