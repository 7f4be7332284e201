"""The rolls of a tower as one picture: how often each face came up in each pocket, against what a fair die
does, and the 36 pairs as a chessboard of shades."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from tabletop.tower.fairness import FACES, Fairness, Test

_SIZE: Final = (1200, 520)
_INK: Final = (40, 40, 40)
_BAR: Final = (78, 121, 167)
_BAND: Final = (225, 225, 225)
_TOO_MANY: Final = (225, 87, 89)
_TOO_FEW: Final = (78, 121, 167)


def draw(fairness: Fairness, path: Path) -> None:
    """Write the picture as PNG. Raises `OSError` when it cannot be written."""
    image = Image.new("RGB", _SIZE, "white")
    pen = ImageDraw.Draw(image)
    _text(pen, (40, 16), f"{fairness.rolls} rolls; grey: where 95 % of fair dice lie", 18)
    _bars(pen, (40, 60), "left die", fairness.left)
    _bars(pen, (420, 60), "right die", fairness.right)
    _pairs(pen, (810, 60), fairness.pairs)
    image.save(path)


def _text(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: int = 14, colour: str = "#282828"
) -> None:
    try:
        font: ImageFont.ImageFont | ImageFont.FreeTypeFont = ImageFont.load_default(size)
    except TypeError:  # Pillow before 10.1 has one size
        font = ImageFont.load_default()
    pen.text(at, words, fill=colour, font=font)


def _bars(pen: ImageDraw.ImageDraw, corner: tuple[int, int], title: str, test: Test) -> None:
    left, top = corner
    width, height = 340, 340
    total = sum(test.counts)
    spread = 1.96 * math.sqrt(total * 5 / 36)
    highest = max(*test.counts, total / FACES + spread) * 1.1
    base = top + height

    def y(count: float) -> float:
        return base - 8 - (height - 40) * max(count, 0) / highest

    _text(pen, (left, top), title, 16)
    pen.rectangle((left, y(total / FACES + spread), left + width - 30, y(total / FACES - spread)), fill=_BAND)
    for face, count in enumerate(test.counts, start=1):
        x = left + 8 + (face - 1) * 50
        pen.rectangle((x, y(count), x + 36, base - 8), fill=_BAR)
        _text(pen, (x + 12, base), str(face))
        _text(pen, (x + 2, base - 30), str(count), 13, "white")
    pen.line((left, y(total / FACES), left + width - 30, y(total / FACES)), fill=_INK)
    _text(pen, (left, base + 28), _verdict(test))


def _pairs(pen: ImageDraw.ImageDraw, corner: tuple[int, int], test: Test) -> None:
    left, top = corner
    cell = 48
    expected = sum(test.counts) / len(test.counts)
    _text(pen, (left, top), "pairs: left die down, right die across", 16)
    for index, count in enumerate(test.counts):
        row, column = divmod(index, FACES)
        x, y = left + 20 + column * cell, top + 46 + row * cell
        deviation = max(-1.0, min(1.0, (count - expected) / math.sqrt(expected) / 3))
        target = _TOO_MANY if deviation > 0 else _TOO_FEW
        shade = tuple(round(255 + (part - 255) * abs(deviation)) for part in target)
        pen.rectangle((x, y, x + cell - 2, y + cell - 2), fill=shade)
        _text(pen, (x + 12, y + 14), str(count))
    for face in range(1, FACES + 1):
        _text(pen, (left + 38 + (face - 1) * cell, top + 26), str(face))
        _text(pen, (left + 4, top + 60 + (face - 1) * cell), str(face))
    _text(pen, (left, top + 368), _verdict(test))


def _verdict(test: Test) -> str:
    return f"chi-square {test.statistic:.1f}, {test.freedom} d.f., p = {test.p:.3f}"
