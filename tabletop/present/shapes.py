"""The shapes on the small display: dice, the cube, the triangle that points to a player, and lines of large
letters. `screen` puts them together."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from tabletop.backgammon import Player
from tabletop.present.lettering import TALL, widest_scale, width, write

SIZE: Final = (128, 64)
MIDDLE: Final = SIZE[0] // 2
MAIN: Final = 26
"""Top of the larger half."""
DIE: Final = 28
SMALL_DIE: Final = 17
BELOW: Final = SIZE[1] - SMALL_DIE
"""Top of the lowest row, below a verdict."""
ARROW: Final = 14
"""Room for the triangle at either side."""


def cube(picture: Image.Image, middle: tuple[int, int], value: int, scale: int = 1) -> None:
    """The doubling cube, ``value`` up."""
    x, y = middle
    half_wide = max(7, width(str(value)) // 2 + 3) * scale
    half_tall = 7 * scale
    ImageDraw.Draw(picture).rectangle((x - half_wide, y - half_tall, x + half_wide, y + half_tall), outline=1)
    write(picture, (x - width(str(value), scale) // 2, y - TALL * scale // 2), str(value), scale)


def arrow(picture: Image.Image, player: Player, top: int, bottom: int, inset: int = 0, ink: int = 1) -> None:
    """A triangle between two rows that points to the side where ``player`` sits, ``inset`` from the edge."""
    pen = ImageDraw.Draw(picture)
    middle = (top + bottom) // 2
    half = min(10, (bottom - top) // 2)
    wide = min(ARROW - 2, half + 2)
    for step in range(wide + 1):  # column by column: how polygons are filled differs between versions
        x = inset + step if player is Player.LIGHT else SIZE[0] - 1 - inset - step
        reach = half * step // wide
        pen.rectangle((x, middle - reach, x, middle + reach), fill=ink)


def disc(picture: Image.Image, at: tuple[int, int], filled: bool) -> None:
    """A checker of 11 pixels: light's is filled, dark's a ring."""
    pen = ImageDraw.Draw(picture)
    radius = 5
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            square = dx * dx + dy * dy
            if square <= 28 and (filled or square > 17):
                pen.point((at[0] + radius + dx, at[1] + radius + dy), fill=1)


_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Columns and rows of the pips."""


def die(picture: Image.Image, at: tuple[int, int], number: int, size: int) -> None:
    """A die seen from above: lit, its pips dark."""
    x, y = at
    pen = ImageDraw.Draw(picture)
    pen.rectangle((x, y, x + size - 1, y + size - 1), fill=1)
    for corner in ((x, y), (x + size - 1, y), (x, y + size - 1), (x + size - 1, y + size - 1)):
        pen.point(corner, fill=0)
    pip = size // 6 + 1
    step = (size - 3 * pip) // 4 + pip
    first = (size - 2 * step - pip) // 2
    for column, row in _PIPS[number]:
        left, top = x + first + column * step, y + first + row * step
        pen.rectangle((left, top, left + pip - 1, top + pip - 1), fill=0)


def in_the_middle(picture: Image.Image, text: str, left: int, right: int) -> None:
    """A line in the lowest row, between two columns."""
    scale = widest_scale(text, right - left)
    y = BELOW + (SMALL_DIE - TALL * scale) // 2 + 1
    write(picture, ((left + right - width(text, scale)) // 2, y), text, scale)


def large(
    picture: Image.Image, text: str, kept_free: int = 0, bottom: int = SIZE[1] - 1, lines: int = 2
) -> None:
    """One line, or two where one would be too wide, in the middle of the larger half."""
    room = SIZE[0] - kept_free
    rows = [text] if lines == 1 or width(text, 2) <= room else _halves(text)
    step = 18
    top = (MAIN + bottom - step * len(rows)) // 2 + 4
    for row, line in enumerate(rows):
        scale = widest_scale(line, room)
        y = top + row * step + (2 - scale) * TALL // 2
        write(picture, (MIDDLE - width(line, scale) // 2, y), line, scale)


def _halves(text: str) -> list[str]:
    """``text`` in two lines of about the same length; in one where it is a single word."""
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    if not spaces:
        return [text]
    at = min(spaces, key=lambda space: max(space, len(text) - space - 1))
    return [text[:at], text[at + 1 :]]
