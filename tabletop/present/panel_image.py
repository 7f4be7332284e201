"""A small picture of the panel's lamps: how they look to the players, for people who have no panel and for
the tests. Light's home board is at the lower right, his lamp below; the bar's lamp is in the middle."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from tabletop.backgammon import POINTS, Player
from tabletop.present.lamps import BAR_LAMP, TRAY_LAMP, Colour, Lamps

SIZE: Final = (250, 150)
_INK: Final = {
    Colour.OFF: (70, 66, 60),
    Colour.GREEN: (60, 220, 90),
    Colour.RED: (255, 60, 50),
    Colour.AMBER: (255, 180, 30),
    Colour.BLUE: (80, 150, 255),
    Colour.WHITE: (255, 255, 255),
}
_WOOD: Final = (34, 30, 27)
_FELT: Final = (46, 42, 38)
_STEP: Final = 16
_LAMP: Final = 10
_TOP, _BOTTOM, _BAR_Y = 32, 108, 70
_BAR_X: Final = 112
_TRAY_X: Final = 232


def draw_panel(lamps: Lamps) -> Image.Image:
    """All lamps, ``RGB``; drawn with rectangles alone, so that every version draws the same."""
    picture = Image.new("RGB", SIZE, _WOOD)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((6, 24, 224, 126), fill=_FELT)
    pen.rectangle((_BAR_X - 2, 24, _BAR_X + _LAMP + 1, 126), fill=_WOOD)
    for point in range(1, POINTS + 1):
        _lamp(pen, _place(point), lamps.points[point])
    _lamp(pen, (_BAR_X, _BAR_Y), lamps.points[BAR_LAMP])
    _lamp(pen, (_TRAY_X, _BAR_Y), lamps.points[TRAY_LAMP])
    for player, top in ((Player.DARK, 4), (Player.LIGHT, 132)):
        pen.rectangle((_BAR_X - 25, top, _BAR_X + _LAMP + 24, top + 13), fill=_INK[lamps.of(player)])
    return picture


def _place(point: int) -> tuple[int, int]:
    """The upper left corner of the lamp beside light's ``point``."""
    above = point > POINTS // 2
    column = point - 13 if above else 12 - point
    beyond = _LAMP + 8 if column >= 6 else 0
    return 10 + column * _STEP + beyond, _TOP if above else _BOTTOM


def _lamp(pen: ImageDraw.ImageDraw, at: tuple[int, int], colour: Colour) -> None:
    x, y = at
    pen.rectangle((x, y, x + _LAMP - 1, y + _LAMP - 1), fill=_INK[colour])
