"""Matches written down as a player would tell them, and what the referee must say.

``see`` tells what has been done with the turn's board in all, not since the last ``see``: ``see 8/5 6/5``.
A ``*`` takes the blot to the bar; without it a checker is simply put down. ``opp:`` moves an opposing
checker in the opponent's numbers; ``gone`` is under the table. ``covered 8`` puts a hand over the
player's 8-point. Every accusation must be expected, or the scenario fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, Side, variant
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    Event,
    HandSeen,
    Illegal,
    Observation,
    OpeningRolled,
    Overruled,
    SessionEnded,
    Spot,
    State,
    TowerFound,
    TowerLost,
    Trouble,
    advance,
    profile,
)
from tabletop.referee import effects as told
from tabletop.referee.ledger import put
from tabletop.referee.observation import spot_of

PLACES = {"bar": 25, "off": 0, "hand": 26}
STATUS = {
    "Legal": "legal",
    "Unfinished": "unfinished",
    "Illegal": "illegal",
    "Ambiguous": "unclear",
    "Unreadable": "unreadable",
}


@dataclass
class Scenario:
    """A title and the lines under it."""

    file: str
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)


def scenarios(folder: Path) -> list[Scenario]:
    """All scenarios of a folder; each begins with a line ``== title``."""
    found: list[Scenario] = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            text = line.partition("#")[0].strip()
            if text.startswith("=="):
                found.append(Scenario(path.name, text.removeprefix("==").strip()))
            elif text:
                found[-1].lines.append((number, text))
    return found


def side(text: str) -> Side:
    """``24:2 13:5 bar:1`` as a side."""
    return Side.from_dict({place: int(count) for place, count in (w.split(":") for w in text.split())})


def board(text: str) -> Position:
    """``light 24:2 … | dark 24:2 …`` as a position."""
    light, dark = text.split("|")
    return Position(side(light.strip().removeprefix("light")), side(dark.strip().removeprefix("dark")))


def moved(position: Position, player: Player, words: list[str]) -> Position:
    """The board after physical moves, legal or not."""
    for word in words:
        mover = player.opponent if word.startswith("opp:") else player
        text, times = re.fullmatch(r"(?:opp:)?([^(]+)(?:\((\d)\))?", word).groups()  # type: ignore[union-attr]
        for _ in range(int(times or 1)):
            position = _one_checker(position, mover, text.split("/"))
    return position


def _one_checker(position: Position, mover: Player, stops: list[str]) -> Position:
    if stops[0] != "gone":
        position = position.with_side(mover, put(position.of(mover), _place(stops[0]), -1))
    for stop in stops[1:]:
        if stop.endswith("*"):
            other = put(put(position.of(mover.opponent), 25 - _place(stop), -1), 25, +1)
            position = position.with_side(mover.opponent, other)
    if stops[-1] != "gone":
        position = position.with_side(mover, put(position.of(mover), _place(stops[-1]), +1))
    return position


def _place(word: str) -> int:
    word = word.rstrip("*")
    return PLACES[word] if word in PLACES else int(word)


def covered(observation: Observation, player: Player, points: list[str]) -> Observation:
    """The same picture with a hand over some points."""
    spots = list(observation.spots)
    for point in points:
        spots[spot_of(player, _place(point))] = Spot((), floor=0.0, covered=True)
    return replace(observation, spots=tuple(spots))


class Table:
    """Plays a scenario line by line."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = variant("standard")
        self.match = Match.start(MatchRules())
        self.rules = profile("official")
        self.state: State | None = None
        self.now = 0.0
        self.effects: tuple[told.Effect, ...] = ()
        self.expected: set[int] = set()
        self.events: list[Event] = []
        self.all_effects: list[told.Effect] = []

    def play(self) -> None:
        """Run the scenario; raises AssertionError with the line that was not met."""
        for number, text in self.scenario.lines:
            self.where = f"{self.scenario.file}:{number}: {text}"
            word, _, rest = text.partition(" ")
            if word == "expect":
                self._expect(rest)
            else:
                self._line(word, rest)
        self._nothing_unexpected()

    def _line(self, word: str, rest: str) -> None:
        settings: dict[str, Callable[[str], None]] = {
            "variant": lambda text: setattr(self, "game", variant(text)),
            "match": lambda text: setattr(self, "match", Match.start(MatchRules(length=int(text)))),
            "profile": lambda text: setattr(self, "rules", profile(text)),
            "board": self._resume,
        }
        if word in settings:
            settings[word](rest)
            return
        self._nothing_unexpected()
        self.now += 2.0
        if self.state is None:
            self.state = State.new(self.game, self.match, self.rules)
            self.first = self.state
        self.effects, self.expected = (), set()
        for event in self._events(word, rest):
            self.events.append(event)
            self.state, effects = advance(self.state, event)
            self.effects += effects
            self.all_effects += effects

    def _resume(self, text: str) -> None:
        who, _, position = text.partition(" on roll, ")
        self.state = State.resumed(self.game, self.match, board(position), Player(who), self.rules)
        self.first = self.state

    def _events(self, word: str, rest: str) -> Iterator[Event]:
        at, words = self.now, rest.split()
        match word:
            case "opening":
                yield OpeningRolled(at=at, light=int(words[1]), dark=int(words[3]))
            case "roll":
                yield DiceSettled(at=at, dice=Dice(int(rest[0]), int(rest[1])))
            case "see":
                yield BoardSeen(at=at, observation=self._seen(rest))
            case "agree":
                yield Overruled(at=at, position=self._seen(rest).position)
            case "light" | "dark":
                yield ButtonPressed(at=at, player=Player(word), button=Button(rest))
            case "camera":
                found = rest == "found"
                yield CameraFound(at=at) if found else CameraLost(at=at, trouble=Trouble(rest))
            case "tower":
                yield TowerFound(at=at) if rest == "found" else TowerLost(at=at)
            case "hand" | "cocked" | "lifted" | "end":
                kinds = {"hand": HandSeen, "cocked": DiceCocked, "lifted": DiceLifted, "end": SessionEnded}
                yield kinds[word](at=at)
            case _:
                raise AssertionError(f"{self.where}: no such line")

    def _seen(self, text: str) -> Observation:
        assert self.state is not None
        text, _, hidden = text.partition("covered")
        turn = self.state.turn
        player = turn.player if turn else self.state.on_roll or Player.LIGHT
        before = (turn.before if turn else None) or self.state.board
        if "|" in text:
            position = board(text)
        else:
            words = [] if text.strip() in ("unchanged", "") else text.split()
            position = moved(before, player, words)
        return covered(Observation.certain(position), player, hidden.split())

    def _expect(self, text: str) -> None:
        for index, effect in enumerate(self.effects):
            if text in said(effect):
                self.expected.add(index)
                return
        heard = [words for effect in self.effects for words in said(effect)]
        raise AssertionError(f"{self.where}: instead {heard or 'nothing'}")

    def _nothing_unexpected(self) -> None:
        for index, effect in enumerate(self.effects):
            accuses = isinstance(effect, told.VerdictGiven) and isinstance(effect.verdict, Illegal)
            accuses |= isinstance(effect, told.TurnClosed) and effect.violation is not None
            assert not accuses or index in self.expected, f"{self.where}: before it, {said(effect)[0]}"


def said(effect: told.Effect) -> list[str]:
    """The ways in which a scenario may name an effect."""
    match effect:
        case told.VerdictGiven(verdict=verdict, player=player):
            return _verdict_said(STATUS[type(verdict).__name__], verdict, player.value)
        case told.TurnClosed():
            words = f"turn {effect.turn} {effect.player.value} {effect.standing.value}"
            named = f"{words} {effect.violation.value}" if effect.violation else words
            unseen = [] if effect.seen else [f"turn {effect.turn} unseen"]
            return [named, f"{named} {effect.play}".rstrip(), *unseen]
        case told.TurnStarted():
            return [f"{effect.player.value} plays {effect.dice}"]
        case told.SetupChecked(ok=ok):
            wrong = [f"setup wrong at {d.player.value} {d.place}" for d in effect.differences]
            return ["setup right"] if ok else ["setup wrong", *wrong]
        case told.GameEnded():
            return [f"game {effect.winner.value} {effect.result} {effect.points}"]
        case told.MatchEnded(winner=winner):
            return [f"match {winner.value}"]
        case told.RollVoided(reason=reason):
            return [f"roll void {reason.value}"]
        case told.Ignored(event=event):
            return [f"{event} ignored", f"ignored: {effect.why}"]
        case told.CameraStateChanged(trouble=trouble):
            return [f"camera {trouble.value if trouble else 'found'}"]
        case told.Highlight():
            return [f"pointing at {effect.meaning.value} {' '.join(map(str, effect.places))}".rstrip()]
        case _:
            return [type(effect).__name__]


def _verdict_said(status: str, verdict: object, player: str) -> list[str]:
    ways = [status, f"{player} {status}"]
    places = getattr(verdict, "places", ())
    if isinstance(verdict, Illegal):
        ways += [f"illegal {verdict.violation.value}", f"{player} illegal {verdict.violation.value}"]
        ways += [f"illegal {verdict.violation.value} done {verdict.done}"]
    ways += [f"{way} at {place}" for way in ways[-3:] for place in places]
    play = getattr(verdict, "play", None)
    return [*ways, f"{status} {play}"] if play is not None else ways
