"""The small display between the players: what it says, and its picture of 128 by 64 pixels.

Above: light's score on the left, dark's on the right, and the cube in the middle or on its owner's side;
below them what each player still needs, or his clock, and in between that a button meant nothing. The larger
half says one thing, large enough to be read in passing: the dice and whose they are, a verdict with the
points it is about, or what somebody has to do.
The triangle points to the player concerned: light sits at the left, dark at the right.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from tabletop.backgammon import BAR, Dice, Player
from tabletop.present.catalogue import Catalogue, catalogue
from tabletop.present.lettering import TALL, widest_scale, width, write
from tabletop.present.shapes import (
    ARROW,
    BELOW,
    DIE,
    MAIN,
    MIDDLE,
    SIZE,
    SMALL_DIE,
    arrow,
    cube,
    die,
    disc,
    in_the_middle,
    large,
)


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
    """Both players' clocks, in whole seconds left; nothing, or less, once one has run out."""

    light: int
    dark: int
    running: Player | None = None

    @property
    def out_of_time(self) -> Player | None:
        """Whose clock has run out; light's first, should it be both."""
        return Player.LIGHT if self.light <= 0 else Player.DARK if self.dark <= 0 else None


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
    unheeded: bool = False
    """The last button that was pressed meant nothing."""


_SMALL_ROW: Final = 17
"""Top of the row with what the players need, or their clocks."""
_ANSWERED: Final = {Request.ANSWER_DOUBLE, Request.EARLY, Request.ANSWER_RESIGNATION}
"""Requests that are answered by a button: take or drop."""
_RESIGNED: Final = {1: "single", 2: "gammon", 3: "backgammon"}
_WORDS: Final = {
    Request.SET_UP: "set_up",
    Request.MEND_SET_UP: "mend_set_up",
    Request.OPENING: "opening",
    Request.AGAIN: "again",
    Request.EARLY: "early",
    Request.ANSWER_DOUBLE: "double",
    Request.CAMERA_MOVED: "camera_moved",
    Request.CAMERA_DARK: "camera_dark",
    Request.CAMERA_LOST: "camera_lost",
    Request.TOWER_LOST: "tower_lost",
    Request.TIME: "time",
    Request.OVER: "wins",
}
_LOOKS: Final = {Look.LEGAL: "legal", Look.ILLEGAL: "illegal", Look.UNCLEAR: "unclear"}


def draw(screen: Screen, size: tuple[int, int] = SIZE, language: str = "en") -> Image.Image:
    """The display's picture, of mode ``1``: a lit pixel is 1, and shown white.

    It is drawn for 128 by 64 pixels; a larger display has it in the middle. Raises `UnknownLanguage`.
    """
    words = catalogue(language)
    picture = Image.new("1", SIZE)
    _score(picture, screen)
    _small_row(picture, screen, words)
    if screen.request is not None:
        _request(picture, screen, screen.request, words)
    elif screen.look is not Look.NOTHING:
        _verdict(picture, screen, words.screen[_LOOKS[screen.look]], words)
    else:
        _roll(picture, screen, words)
    if size == SIZE:
        return picture
    whole = Image.new("1", size)
    whole.paste(picture, ((size[0] - SIZE[0]) // 2, (size[1] - SIZE[1]) // 2))
    return whole


# ---- the upper half


def _score(picture: Image.Image, screen: Screen) -> None:
    light, dark = (str(points) for points in screen.score)
    disc(picture, (0, 2), filled=True)
    write(picture, (15, 0), light, 2)
    disc(picture, (SIZE[0] - 11, 2), filled=False)
    write(picture, (SIZE[0] - 15 - width(dark, 2), 0), dark, 2)
    if screen.cube is not None:
        at = {None: MIDDLE, Player.LIGHT: MIDDLE - 19, Player.DARK: MIDDLE + 19}[screen.owner]
        cube(picture, (at, 7), screen.cube, 1)


def _small_row(picture: Image.Image, screen: Screen, words: Catalogue) -> None:
    away = () if screen.length is None else tuple(max(0, screen.length - points) for points in screen.score)
    middle = words.screen["crawford"] if screen.crawford else ""
    if screen.clocks is not None:
        _clocks(picture, screen.clocks)
        middle = middle or "/".join(map(str, away))
    elif away and not screen.unheeded:
        after = words.screen["away"]
        left, right = (f"-{n}" if screen.crawford else f"{n} {after}" if n else "" for n in away)
        write(picture, (0, _SMALL_ROW), left)
        write(picture, (SIZE[0] - width(right), _SMALL_ROW), right)
    _between(picture, words.screen["not_now"] if screen.unheeded else middle, lit=screen.unheeded)


def _between(picture: Image.Image, text: str, lit: bool) -> None:
    """The middle of the small row, dark on a lit ground where it is to catch the eye."""
    x = MIDDLE - width(text) // 2
    if lit:
        ground = (x - 2, _SMALL_ROW - 1, x + width(text) + 1, _SMALL_ROW + TALL)
        ImageDraw.Draw(picture).rectangle(ground, fill=1)
    write(picture, (x, _SMALL_ROW), text, ink=0 if lit else 1)


def _clocks(picture: Image.Image, clocks: Clocks) -> None:
    pen = ImageDraw.Draw(picture)
    for player, seconds in ((Player.LIGHT, clocks.light), (Player.DARK, clocks.dark)):
        text = f"{max(0, seconds) // 60}:{max(0, seconds) % 60:02}"
        x = 1 if player is Player.LIGHT else SIZE[0] - 1 - width(text)
        running = clocks.running is player
        if running:
            pen.rectangle((x - 1, _SMALL_ROW - 1, x + width(text), _SMALL_ROW + TALL), fill=1)
        write(picture, (x, _SMALL_ROW), text, ink=0 if running else 1)


# ---- the larger half


def _roll(picture: Image.Image, screen: Screen, words: Catalogue) -> None:
    """Whose roll it is, and the dice once they lie."""
    if screen.on_roll is None:
        return
    arrow(picture, screen.on_roll, MAIN, SIZE[1] - 1)
    if screen.dice is None:
        large(picture, words.screen["on_roll"], 2 * ARROW)
        return
    left = MIDDLE - DIE - 3
    for number, x in zip((screen.dice.high, screen.dice.low), (left, MIDDLE + 3), strict=True):
        die(picture, (x, MAIN + 6), number, DIE)


def _verdict(picture: Image.Image, screen: Screen, word: str, words: Catalogue) -> None:
    """A bar with the verdict in it, lit when something is wrong; below, the dice and the points concerned."""
    ink = 0 if screen.look is Look.ILLEGAL or screen.request is Request.MEND_SET_UP else 1
    ImageDraw.Draw(picture).rectangle((0, MAIN, SIZE[0] - 1, MAIN + 19), fill=1 - ink, outline=1)
    scale = widest_scale(word, SIZE[0] - 2 * ARROW)
    write(picture, (MIDDLE - width(word, scale) // 2, MAIN + 18 - TALL * scale), word, scale, ink)
    if screen.about is not None:
        arrow(picture, screen.about, MAIN + 5, MAIN + 16, inset=4, ink=ink)
    if screen.look is Look.LEGAL and screen.dice is None and screen.on_roll is not None:
        arrow(picture, screen.on_roll, BELOW, SIZE[1] - 1)
        in_the_middle(picture, words.screen["on_roll"], 0, SIZE[0])
    else:
        _below(picture, screen, words)


def _below(picture: Image.Image, screen: Screen, words: Catalogue) -> None:
    left = 0
    if screen.dice is not None:
        for index, number in enumerate((screen.dice.high, screen.dice.low)):
            die(picture, (index * (SMALL_DIE + 2), BELOW), number, SMALL_DIE)
        left = 2 * SMALL_DIE + 8
    names = {BAR: words.screen["bar"], 0: words.screen["off"]}
    text = " ".join(names.get(place, str(place)) for place in screen.places)
    if not text and screen.look is Look.ILLEGAL:
        text = words.screen["more"]  # what is wrong with a play at no place: too few numbers were played
    in_the_middle(picture, text, left, SIZE[0])


def _request(picture: Image.Image, screen: Screen, request: Request, words: Catalogue) -> None:
    """What has to be done, and by whom; for an offer, what can be answered."""
    text = words.screen[
        _RESIGNED[screen.offered] if request is Request.ANSWER_RESIGNATION else _WORDS[request]
    ]
    if request is Request.MEND_SET_UP:
        _verdict(picture, screen, text, words)
    elif request in _ANSWERED:
        if request is Request.ANSWER_DOUBLE:
            text = f"{text} {screen.offered}"
        large(picture, text, bottom=SIZE[1] - TALL - 5, lines=1)
        small = words.screen["take_or_drop"]
        write(picture, (MIDDLE - width(small) // 2, SIZE[1] - TALL - 2), small)
        if screen.asked is not None:
            arrow(picture, screen.asked, SIZE[1] - 12, SIZE[1] - 1)
    elif screen.asked is not None:
        large(picture, text, 2 * ARROW)
        arrow(picture, screen.asked, MAIN, SIZE[1] - 1)
    else:
        large(picture, text)
