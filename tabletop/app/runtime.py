"""The referee at work: what is seen and heard goes in, one thing after the other; what he says goes out.

There is one inbox and one consumer. Whoever owns the time (threads and a real clock, or a simulated one)
calls `see` for every frame, `hear` for what the tower and the buttons say, and `wait` when nothing comes.
Everything that happens then happens here, in one thread: the board is read, the referee told, and the
listeners are handed what he said. A listener is a lamp, a page, a record; none of them can stop him.

*Quick and careful.* A board is read as soon as the hand has left it, and told once more when it has been
quiet for long. What is said after the first look may be withdrawn. So a first look never accuses of what may
be a legal play half made, whatever came first: the checker that hits before the blot is off, the other number
before the bar is empty. Such a board is an error only when it stays. While dice are falling the referee is
told only of boards that stay: he judges them when the roll comes, and nobody could then look again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tabletop.app.consulting import consult, read_first
from tabletop.app.eyes import Eyes
from tabletop.app.replay import Told
from tabletop.app.tower_line import Heard
from tabletop.backgammon import Player, Position, legal_plays
from tabletop.devices.ports import Frame
from tabletop.present.sentences import NAMELESS, Names
from tabletop.present.shown import Shown, nothing, show
from tabletop.referee import (
    BoardSeen,
    ButtonPressed,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    OpeningRolled,
    SessionEnded,
    State,
)
from tabletop.referee.effects import Effect, VerdictGiven
from tabletop.referee.verdicts import Illegal

ENDING: Final = (DiceThrown, DiceSettled, OpeningRolled, DiceLifted, ButtonPressed)
"""What may end a turn."""


@dataclass(frozen=True, slots=True)
class Published:
    """One step of the match, for the listeners."""

    number: int
    """Grows by one with every step."""
    told: Told
    """What happened, and what the referee said to it."""
    shown: Shown
    """What everybody may see and hear after it."""
    heard: Heard | None = None
    """The same as the tower or a button said it."""
    names: Names = NAMELESS
    """What the players are called; whoever speaks of them takes it from here."""


Listener = Callable[[Published], None]


@dataclass(slots=True, eq=False)
class Runtime:
    """One match at one table. For one thread. All times are seconds since the session began."""

    state: State
    eyes: Eyes
    listeners: Sequence[Listener] = ()
    shown: Shown = field(default_factory=nothing)
    rolls: int = field(default=0)
    """Rolls heard so far."""
    names: Names = NAMELESS
    number: int = field(default=0, init=False)

    def see(self, frame: Frame, at: float, now: float) -> None:
        """A frame exposed ``at`` has come."""
        for event in self.eyes.see(frame, at, now):
            self._tell(event)

    def wait(self, now: float) -> None:
        """Nothing has come; to be called at least ten times a second then."""
        for event in self.eyes.wait(now):
            self._tell(event)

    def hear(self, heard: Heard) -> None:
        """The tower or a button said something. If that may end a turn, the board is read first."""
        if isinstance(heard.event, ENDING) and read_first(self.state, heard.event):
            for event in self.eyes.hurry(heard.event.at):
                self._tell(event)
        self.rolls += isinstance(heard.event, DiceSettled | OpeningRolled)
        self._tell(heard.event, heard)

    def end(self, at: float) -> None:
        """Nobody plays on."""
        self._tell(SessionEnded(at=at))

    def _tell(self, event: Event, heard: Heard | None = None) -> None:
        event, state, effects = consult(self.state, event, self.eyes.watch.closely)
        soon = isinstance(event, BoardSeen) and self.eyes.watch.brief
        if soon and (state.falling is not None or half_done(state, effects)):
            return  # it is looked at again when it has been quiet for long
        self.state = state
        self.eyes.watch.learn(effects)
        self.shown = show(state, effects, self.shown)
        self.number += 1
        published = Published(self.number, Told(event, effects, state), self.shown, heard, self.names)
        for listener in self.listeners:
            listener(published)


def half_done(after: State, effects: Sequence[Effect]) -> bool:
    """Whether somebody is accused of what may be a legal play that is still being made, in whatever order."""
    turn = after.turn
    if turn is None or turn.before is None:
        return False
    accused = [e.verdict for e in effects if isinstance(e, VerdictGiven) and isinstance(e.verdict, Illegal)]
    if not accused:
        return False
    ends = legal_plays(turn.before, turn.player, turn.dice, after.variant).positions
    return any(_between(turn.before, verdict.position, end) for verdict in accused for end in ends)


def _between(before: Position, board: Position, end: Position) -> bool:
    """Whether no place holds more than it does before or after, and none fewer; off the board is not seen."""
    for player in Player:
        start, now, finish = (position.of(player) for position in (before, board, end))
        counts = zip(
            (*start.points, start.bar), (*now.points, now.bar), (*finish.points, finish.bar), strict=True
        )
        if not all(min(a, c) <= b <= max(a, c) for a, b, c in counts):
            return False
    return True
