"""What the referee now thinks, and wants made known: meaning, never lamps, pages or files.

Every effect carries the time of the event that caused it, in seconds since the session began.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tabletop.backgammon import Dice, Player, Position
from tabletop.referee.events import Trouble
from tabletop.referee.verdicts import Verdict
from tabletop.referee.violations import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Something to be made known, shown or recorded."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored(Effect):
    """An event that means nothing now: kept in the record, otherwise without effect."""

    event: str
    why: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One place that is not as it should be, in its player's own numbers (25 the bar, 26 the hand)."""

    player: Player
    place: int
    wanted: int
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupChecked(Effect):
    """The board before the first roll, or mended later, compared with how the game starts."""

    ok: bool
    position: Position
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningTied(Effect):
    """Both players threw the same number: again."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Effect):
    """The opening roll decided who starts."""

    game: int
    starter: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Effect):
    """A roll counts, and this player plays it."""

    game: int
    turn: int
    player: Player
    dice: Dice


class Void(enum.Enum):
    """Why a roll does not count."""

    COCKED = "cocked"
    PREMATURE = "premature"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollVoided(Effect):
    """A roll does not count; both dice again."""

    reason: Void


@dataclass(frozen=True, slots=True, kw_only=True)
class RollHeld(Effect):
    """A roll came while the other was still playing; he may take it or have it thrown again."""

    dice: Dice
    chooser: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictGiven(Effect):
    """What the referee thinks of the board, whenever that changes."""

    game: int
    turn: int
    player: Player
    dice: Dice | None
    """None where somebody moved without a roll."""
    verdict: Verdict


class Standing(enum.Enum):
    """As what a closed turn goes into the record."""

    LEGAL = "legal"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClosed(Effect):
    """A turn is over and cannot be mended any more."""

    game: int
    turn: int
    player: Player
    dice: Dice
    thrown_at: float
    play: str
    """The play as text; empty for a dance."""
    standing: Standing
    violation: Violation | None
    also: tuple[Violation, ...]
    before: Position
    after: Position
    seen: bool
    """False when no picture of it was ever good enough: nothing is claimed about such a turn."""
    mended: tuple[Violation, ...]
    """Errors that were shown during the turn and put right."""


class Meaning(enum.Enum):
    """Why places are pointed out."""

    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    WRONG_SETUP = "wrong setup"
    PLAYABLE = "playable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight(Effect):
    """Places to point out, in ``player``'s own numbers (25 the bar, 0 off); none at all clears them."""

    player: Player
    places: tuple[int, ...]
    meaning: Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Effect):
    """The referee cannot see: somebody may straighten the checkers or take the hand away there."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraStateChanged(Effect):
    """The camera can be believed (trouble is None), or cannot."""

    trouble: Trouble | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerStateChanged(Effect):
    """The tower answers, or does not: rolls are then entered by hand."""

    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeOffered(Effect):
    """A player doubles: the opponent takes or drops."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeTaken(Effect):
    """The double was taken; ``player`` owns the cube now."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeDropped(Effect):
    """The double was dropped, and the game with it."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationOffered(Effect):
    """A player gives the game up, as a single game (1), a gammon (2) or a backgammon (3)."""

    player: Player
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferWithdrawn(Effect):
    """A double or resignation is off the table: taken back, or not accepted."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Effect):
    """The last button is taken back, with all that followed from it."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Effect):
    """A game is over."""

    game: int
    winner: Player
    result: str
    """``single``, ``gammon``, ``backgammon``, ``dropped`` or ``resigned``."""
    points: int
    score: tuple[int, int]
    """Points of light and of dark in the match so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Effect):
    """The match is decided."""

    winner: Player
    score: tuple[int, int]
