"""Draws what was seen over the picture it was seen in: the first thing to look at when a reading is bad.

The found board in green, its points' middles as thin lines, a disc where each checker is believed to stand,
in its side's colour, and beside every point that is not certain how certain it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from tabletop.backgammon import POINTS
from tabletop.vision.calibration import Calibration
from tabletop.vision.geometry import Array, point_column
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture

BOARD = (80, 220, 80)
LIGHT, DARK = (255, 255, 255), (40, 40, 220)
DOUBT, COVERED = (0, 165, 255), (200, 60, 200)
CERTAIN = 0.98
"""From here on no number is written beside a point."""
FULL = 5
"""Checkers in a row before they are drawn closer together."""


def draw_overlay(picture: Picture, calibration: Calibration, reading: Reading | None) -> Picture:
    """A copy of ``picture`` (H, W, 3) with the board and, if there is one, the reading drawn in."""
    out = picture.copy()
    scale = picture.shape[1] / 960.0
    thin, thick = max(1, round(scale)), max(2, round(2 * scale))
    _outline(out, calibration, thin, thick)
    if reading is None:
        return out
    observation = reading.observation
    for point in range(1, POINTS + 1):
        counts = (observation.position.light.on(point), observation.position.dark.on(POINTS + 1 - point))
        _stack(out, calibration, point, counts, thick)
        sure = float(np.exp(observation.spots[point].log_likelihood(*counts)))
        if point in reading.covered:
            _label(out, calibration, point, "?", COVERED, scale)
        elif sure < CERTAIN:
            _label(out, calibration, point, f"{sure:.0%}", DOUBT, scale)
    bar = (observation.position.light.bar, observation.position.dark.bar)
    _write(
        out, (12, 28), f"bar {bar[0]} light, {bar[1]} dark   sure {observation.confidence:.1%}", BOARD, scale
    )
    return out


def _pixels(calibration: Calibration, places: list[tuple[float, float]], height: float = 0.0) -> Array:
    return calibration.view.at_height(np.array(places), height)


def _outline(out: Picture, calibration: Calibration, thin: int, thick: int) -> None:
    layout = calibration.layout
    steps = np.linspace(0.0, 1.0, 20)
    rim = [(layout.aspect * t, 0.0) for t in steps] + [(layout.aspect, float(t)) for t in steps]
    rim += [(layout.aspect * (1 - t), 1.0) for t in steps] + [(0.0, float(1 - t)) for t in steps]
    cv2.polylines(out, [_pixels(calibration, rim).astype(np.int32)], True, BOARD, thick)
    for column in range(12):
        x = layout.column(column)
        for first, last in ((0.0, 0.4), (1.0, 0.6)):
            ends = _pixels(calibration, [(x, first), (x, last)]).astype(int)
            cv2.line(out, tuple(ends[0].tolist()), tuple(ends[1].tolist()), BOARD, thin)


def _stack(out: Picture, calibration: Calibration, point: int, counts: tuple[int, int], thick: int) -> None:
    layout = calibration.layout
    column, top = point_column(point, calibration.light_home)
    total = sum(counts)
    step = layout.diameter * min(1.03, 1.03 * FULL / max(total, 1))
    for number in range(total):
        inwards = layout.diameter / 2 + number * step
        centre = (layout.column(column), inwards if top else 1.0 - inwards)
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        radius = layout.diameter / 2 * 0.8
        ring = [(centre[0] + radius * float(np.cos(a)), centre[1] + radius * float(np.sin(a))) for a in turn]
        pixels = _pixels(calibration, ring, layout.thickness).astype(np.int32)
        cv2.polylines(out, [pixels], True, (0, 0, 0), thick + 2)
        cv2.polylines(out, [pixels], True, LIGHT if number < counts[0] else DARK, thick)


def _label(
    out: Picture, calibration: Calibration, point: int, text: str, colour: tuple[int, int, int], scale: float
) -> None:
    column, top = point_column(point, calibration.light_home)
    place = (calibration.layout.column(column) - 0.02, 0.43 if top else 0.58)
    x, y = _pixels(calibration, [place])[0]
    _write(out, (int(x), int(y)), text, colour, scale)


def _write(out: Picture, at: tuple[int, int], text: str, colour: tuple[int, int, int], scale: float) -> None:
    font, size, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.55 * scale, max(1, round(scale))
    # An edge is drawn of the same letters beside each other: thicker ones are also wider, and do not fit.
    for dx, dy in ((-thick, 0), (thick, 0), (0, -thick), (0, thick)):
        cv2.putText(out, text, (at[0] + dx, at[1] + dy), font, size, (0, 0, 0), thick, cv2.LINE_AA)
    cv2.putText(out, text, at, font, size, colour, thick, cv2.LINE_AA)
