"""The display's letters: capitals and digits of 5 by 7 pixels, drawn for this display, so that the same
pixels are lit whatever version of the drawing library is installed. Accents sit in two rows above."""

from __future__ import annotations

import functools
import unicodedata
from importlib import resources
from typing import Final

from PIL import Image, ImageDraw

WIDE: Final = 5
TALL: Final = 7
ABOVE: Final = 2
"""Rows above a letter for its accent."""
_STEP: Final = WIDE + 1

_ACCENTS: Final = {
    "\u0300": (".#...", "..#.."),  # grave
    "\u0301": ("...#.", "..#.."),  # acute
    "\u0302": ("..#..", ".#.#."),  # circumflex
    "\u0303": (".##.#", "#..#."),  # tilde
    "\u0308": (".#.#.", "....."),  # diaeresis
}
_CEDILLA: Final = "\u0327"


@functools.cache
def _glyphs() -> dict[str, tuple[str, ...]]:
    """Seven rows of five pixels for every letter."""
    page = (resources.files("tabletop.present") / "glyphs.txt").read_text("utf-8")
    found = {}
    for band in page.split("\n\n"):
        head, *rows = band.splitlines()
        for at in range(0, len(head), _STEP):
            found[head[at]] = tuple(row[at : at + WIDE] for row in rows)
    return found


def width(text: str, scale: int = 1) -> int:
    """Pixels from the first letter's left to the last one's right."""
    return max(0, len(text) * _STEP - 1) * scale


def widest_scale(text: str, room: int, most: int = 2) -> int:
    """The largest scale up to ``most`` at which ``text`` fits into ``room`` pixels; at least 1."""
    return next((scale for scale in range(most, 1, -1) if width(text, scale) <= room), 1)


def write(image: Image.Image, at: tuple[int, int], text: str, scale: int = 1, ink: int = 1) -> None:
    """Write ``text`` with its letters' upper left corner ``at``; accents go above that.

    Letters come out as capitals; a character without a glyph is left blank.
    """
    pen = ImageDraw.Draw(image)
    x, y = at
    for character in text.upper():
        parts = unicodedata.normalize("NFD", character)
        _stamp(pen, x, y, _glyphs().get(parts[0], ()), scale, ink)
        for mark in parts[1:]:
            _stamp(pen, x, y - ABOVE * scale, _ACCENTS.get(mark, ()), scale, ink)
            if mark == _CEDILLA:
                _stamp(pen, x, y + TALL * scale, ("..#..",), scale, ink)
        x += _STEP * scale


def writable(text: str) -> bool:
    """Whether there is a glyph for every character of ``text``."""
    parts = unicodedata.normalize("NFD", text.upper())
    return all(part == " " or part in _glyphs() or part in _ACCENTS or part == _CEDILLA for part in parts)


def _stamp(pen: ImageDraw.ImageDraw, x: int, y: int, rows: tuple[str, ...], scale: int, ink: int) -> None:
    for row, pixels in enumerate(rows):
        for column, pixel in enumerate(pixels):
            if pixel == "#":
                left, top = x + column * scale, y + row * scale
                pen.rectangle((left, top, left + scale - 1, top + scale - 1), fill=ink)
