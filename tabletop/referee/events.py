"""What happened at the table: everything the referee is ever told.

Dice came to rest, a hand moved over the board, the board lay quiet and was read, somebody pressed a
button, the camera or the tower went away and came back. Each event carries the time at which it
happened, in seconds since the session began; the referee never asks a clock. The list of events is the
record: told again in the same order, they give the same match.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tabletop.backgammon import Dice, Player, Position
from tabletop.referee.observation import Observation


class Button(enum.Enum):
    """What a player can say without words."""

    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    DONE = "done"
    RESIGN = "resign"
    UNDO = "undo"


class Trouble(enum.Enum):
    """Why the camera cannot be believed."""

    MOVED = "moved"
    DARK = "dark"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    at: float
    """Seconds since the session began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown(Event):
    """Dice are falling: whatever moves from now on belongs to the next turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRolled(Event):
    """One die each to see who starts; equal numbers are thrown again."""

    light: int
    dark: int
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSettled(Event):
    """Both dice lie flat. Whose roll it is follows from the game, not from the tower."""

    dice: Dice
    seq: int | None = None
    by_hand: bool = False
    """The roll was entered by both players, not reported by the tower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceCocked(Event):
    """A die did not come to rest flat: the roll is void."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceLifted(Event):
    """The dice were taken from the tray: the player on roll says that his turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeen(Event):
    """Something moved over the board: what was seen of it before may no longer be true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeen(Event):
    """The board lay quiet and was read."""

    observation: Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPressed(Event):
    """A player pressed one of his buttons."""

    player: Player
    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerLost(Event):
    """The tower no longer answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerFound(Event):
    """The tower answers again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLost(Event):
    """The pictures cannot be believed any more."""

    trouble: Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraFound(Event):
    """The camera sees the board again, from where it is calibrated for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled(Event):
    """The players agree what stands on the board, whatever the camera makes of it."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded(Event):
    """Nobody plays on: what stands on the board is recorded as it is."""
