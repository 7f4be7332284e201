"""What the link reports to the rest of the program: each thing that happened at the dice tower, once, with
the time at which it became known. Throws are void or count; a roll is told exactly once, or asked for
again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tabletop.tower.messages import Fault, Hello, Message, Mode, Pockets, State


class Spoilt(Enum):
    """Why a throw does not count."""

    COCKED = "a die does not lie flat"
    MISSING = "a die did not arrive in its pocket"
    PLACED = "a die was put into its pocket by hand"


@dataclass(frozen=True, slots=True)
class TowerFound:
    """The tower answers and can be trusted."""

    at: float
    hello: Hello


@dataclass(frozen=True, slots=True)
class TowerLost:
    """The tower does not answer any more. The clock stops; nothing is invented."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class TowerUnfit:
    """Something answers, but it cannot be used; the reason says what to do."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Both dice lie flat and were read."""

    at: float
    number: int
    """Counted by the tower since it was made: a later roll has a higher number."""
    left: int
    right: int
    mode: Mode
    token: int
    """The turn it was thrown for; 0 when no roll was asked for."""
    replayed: bool = False
    """Told from the tower's memory after the link or the tower had been away."""

    @property
    def armed(self) -> bool:
        """Whether this roll had been asked for."""
        return self.token != 0


@dataclass(frozen=True, slots=True)
class ThrowSpoilt:
    """The throw is void: both dice again."""

    at: float
    why: Spoilt
    pockets: Pockets


@dataclass(frozen=True, slots=True)
class ThrowAgain:
    """Dice lie in the tower, but no roll that counts is known: lift them and throw again."""

    at: float


@dataclass(frozen=True, slots=True)
class DiceLifted:
    """A die of the reported roll was lifted: the turn is over. ``seen`` is False when it happened while the
    tower could not be heard; then both players should confirm."""

    at: float
    pockets: Pockets
    seen: bool = True


@dataclass(frozen=True, slots=True)
class DiceDisturbed:
    """Somebody bumped a reported die. The roll stands as reported."""

    at: float
    pockets: Pockets


@dataclass(frozen=True, slots=True)
class TowerFaulty:
    """A part of the tower is broken; no roll counts until it is mended."""

    at: float
    fault: Fault
    argument: int


@dataclass(frozen=True, slots=True)
class StateChanged:
    """What the tower is doing now, for people who watch it."""

    at: float
    state: State


@dataclass(frozen=True, slots=True)
class RollDropped:
    """A roll of the tower that nobody waits for: from an earlier turn, or from before this program ran."""

    at: float
    number: int
    token: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The reply to a request made with `Link.ask`; None when the link was lost before it came."""

    at: float
    request: Message
    reply: Message | None


Happening = (
    TowerFound
    | TowerLost
    | TowerUnfit
    | Rolled
    | ThrowSpoilt
    | ThrowAgain
    | DiceLifted
    | DiceDisturbed
    | TowerFaulty
    | StateChanged
    | RollDropped
    | Answered
)
