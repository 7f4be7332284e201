"""The small display between the players: the score, the cube, whose roll it is, the dice, and one thing said
so large that it is read in passing."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from PIL import Image

from tabletop.backgammon import Dice, Player


class Look(enum.Enum):
    """How the play on the board stands, as far as the players may know."""

    NOTHING = "nothing"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


class Request(enum.Enum):
    """What somebody has to do before the game goes on."""

    SET_UP = "set up"
    MEND_SET_UP = "mend set-up"
    OPENING = "opening"
    """Each player throws one die."""
    AGAIN = "again"
    """Both dice again."""
    EARLY = "early"
    """A roll came too early: take it, or drop it."""
    ANSWER_DOUBLE = "double"
    ANSWER_RESIGNATION = "resignation"
    CAMERA_MOVED = "camera moved"
    CAMERA_DARK = "camera dark"
    CAMERA_LOST = "camera lost"
    TOWER_LOST = "tower lost"
    TIME = "time"
    """The clock of the player on roll has run out."""
    OVER = "over"
    """The match is decided."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both players' clocks, in whole seconds left; below nothing once one has run out."""

    light: int
    dark: int
    running: Player | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """What the display says."""

    score: tuple[int, int] = (0, 0)
    """Points of light and of dark."""
    length: int | None = None
    """Points that win the match; None is money play."""
    crawford: bool = False
    """This is the Crawford game."""
    cube: int | None = 1
    """What the cube shows; None where there is none to be turned."""
    owner: Player | None = None
    """Who owns the cube; None: it stands in the middle."""
    on_roll: Player | None = None
    """Whose roll it is, or who is playing it."""
    dice: Dice | None = None
    """The roll being played."""
    look: Look = Look.NOTHING
    places: tuple[int, ...] = ()
    """The places that `look` is about, in the numbers of the player it concerns: 25 the bar, 0 off."""
    about: Player | None = None
    """Whom `look` concerns."""
    request: Request | None = None
    asked: Player | None = None
    """Whom `request` is for; None: both, or nobody in particular."""
    offered: int = 0
    """The cube's new value, or 1 to 3 for a resignation as a single game, gammon or backgammon."""
    clocks: Clocks | None = None
    """None where nobody plays against the clock."""


def draw(screen: Screen, size: tuple[int, int] = (128, 64), language: str = "en") -> Image.Image:
    """The display's picture, of mode ``1``: lit pixels are 1. Raises `UnknownLanguage`."""
    raise NotImplementedError
