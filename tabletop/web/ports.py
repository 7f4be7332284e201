"""What the page needs of the room behind it: what everybody may see, and hands on the virtual table.

The page knows no camera, no tower and no thread. Somebody gives it a `Feed`, which tells what is to be seen
now and when that has changed; where the table is a virtual one also `Hands`, which do what a player's hands
do. Both are told in the game's own values; how they become JSON is the page's affair (`tabletop.web.wire`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from tabletop.backgammon import Player, Position
from tabletop.errors import TabletopError
from tabletop.present.screen import Look
from tabletop.present.sentences import NAMELESS, Names, Sentence, say
from tabletop.present.shown import Shown
from tabletop.referee import Button, State

Place: TypeAlias = int | Literal["bar", "off", "hand"]
"""Where a checker can lie: a point in light's numbers (1 to 24), or by name; ``"hand"`` are the checkers of a
Dutch game that have not entered yet."""


class Refused(TabletopError):
    """Hands were asked for what hands cannot do. Nothing has changed.

    It is never about the rules: an illegal play is possible, that is what the referee is for.
    """

    def __init__(self, sentence: Sentence) -> None:
        """``sentence`` says why, and what to do first; the page is told it in the players' language."""
        super().__init__(say(sentence, "en"))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Said:
    """One entry of the log."""

    number: int
    """Grows by one with every entry."""
    at: float
    """Seconds since the session began."""
    sentence: Sentence
    look: Look = Look.NOTHING
    """The display's look when it was said."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader made of the last quiet board."""

    position: Position
    confidence: float
    """Probability, 0 to 1, that all of it is right."""
    unsure: tuple[int, ...]
    """What it is not sure of: points in light's numbers, 0 the bar (as in `tabletop.referee.Observation`)."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a device can be trusted now, and in a sentence why not."""

    ok: bool
    sentence: Sentence | None = None


@dataclass(frozen=True, slots=True)
class HeldChecker:
    """A checker between somebody's fingers."""

    hand: Player
    """Whose hand it is."""
    checker: Player
    """Whose checker it is."""
    origin: Place
    """Where it was taken from."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """What really lies on the virtual table, whatever the camera makes of it."""

    position: Position
    """A checker between the fingers is not counted anywhere."""
    held: tuple[HeldChecker, ...] = ()
    over: frozenset[Player] = frozenset()
    """Whose hands are over the board."""
    dice: tuple[int, ...] = ()
    """The faces of the dice that lie in the tower's tray; empty when they have been lifted."""
    cocked: bool = False
    """A die lies askew in the tray."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything the page shows, at one moment."""

    number: int
    """Grows with every change."""
    state: State
    """The referee's mind. The page shows of it only the phase and what is played; never a verdict."""
    shown: Shown
    """What lamps, display and words tell; all that the page tells of a verdict."""
    camera: Health
    tower: Health
    said: tuple[Said, ...] = ()
    """The latest entries of the log, oldest first."""
    seen: Seen | None = None
    picture: int = 0
    """Grows with every camera picture that is worth fetching; 0: there is none yet."""
    table: OnTable | None = None
    """None at a real table."""
    names: Names = NAMELESS


class Feed(Protocol):
    """Tells the page what is to be seen. All methods may be called from any thread."""

    def latest(self) -> View:
        """What is to be seen now."""
        ...

    def wait(self, after: int, timeout: float) -> View:
        """The first view whose number is above ``after``; the latest when ``timeout`` seconds have passed."""
        ...

    def picture(self) -> bytes | None:
        """The camera's last picture with what is read drawn over it, as JPEG; None while there is none."""
        ...

    def screen(self) -> bytes:
        """The small display, its pixels enlarged without smoothing, as PNG."""
        ...


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is to be played next."""

    variant: str
    """A key that `tabletop.backgammon.variant` knows."""
    length: int
    """Points that win the match; 0 is a money game."""
    names: Names = NAMELESS


class Hands(Protocol):
    """The hands at a virtual table. All methods return when it is done, may be called from any thread and
    raise `Refused` when it cannot be done (no checker there, nothing between the fingers, no dice to lift).

    A hand comes over the board by itself when it takes a checker, and stays until it is withdrawn.
    """

    def pick_up(self, hand: Player, checker: Player, origin: Place) -> None:
        """``hand`` takes the uppermost of ``checker``'s checkers at ``origin`` between its fingers."""
        ...

    def put_down(self, hand: Player, target: Place) -> None:
        """``hand`` puts the checker that it holds down at ``target``, wherever that is."""
        ...

    def move(self, hand: Player, checker: Player, origin: Place, target: Place) -> None:
        """Pick up and put down in one go; the hand is withdrawn afterwards."""
        ...

    def reach(self, hand: Player) -> None:
        """Hold ``hand`` over the board, so that the camera cannot see what lies under it."""
        ...

    def withdraw(self, hand: Player) -> None:
        """Take ``hand`` away from the board; does nothing when it is not there. A checker goes with it."""
        ...

    def throw(self) -> None:
        """Drop both dice into the tower; what they show is for the tower to say."""
        ...

    def lift(self) -> None:
        """Take the dice from the tower's tray: the sign that a play is finished."""
        ...

    def press(self, player: Player, button: Button) -> None:
        """Press one of ``player``'s buttons."""
        ...

    def set_up(self) -> None:
        """Put all checkers where the game starts."""
        ...

    def start(self, match: NewMatch) -> None:
        """Clear the table and begin another match; the one before ends unfinished if it was not over.

        Raises `UnknownVariant` also.
        """
        ...
