"""The long straight lines of a picture: rails, bar, the edges of a table.

Lines are looked for in every colour channel, since a red rail on green felt may be no step of brightness, and
by two finders, since each has its blind spots: one follows edges and is exact, the other adds up points and
does not mind a rail being half hidden by checkers.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.geometry import Array
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

LEANING = 32.0
"""Degrees that a rail may lean from upright or level: a roll of 15° and some perspective."""
LEVEL, UPRIGHT = 16, 24
"""Lines of either family that either finder may tell; there are more upright ones, the points' flanks among
them."""
SHORTEST = 0.05
"""Of a piece of a line, as a share of the picture's width."""


def rails(small: Picture) -> tuple[Array, Array]:
    """The longest lines of a picture, level and upright ones, each (n, 3): a point of it and its angle."""
    width = small.shape[1]
    level, upright = [], []
    for ends in (_followed(small), _added_up(small)):
        across, down = ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
        lean = np.degrees(np.arctan2(down, across))
        level.append(_strongest(ends[np.abs((lean + 90) % 180 - 90) < LEANING], LEVEL, width))
        upright.append(_strongest(ends[np.abs(lean % 180 - 90) < LEANING], UPRIGHT, width))
    return _together(level, width), _together(upright, width)


def _followed(small: Picture) -> Floats:
    """Pieces of lines (n, 4), both ends: edges followed from pixel to pixel."""
    finder, even = cv2.createLineSegmentDetector(0), cv2.createCLAHE(2.0, (4, 4))
    pieces = [np.empty((0, 4), np.float32)]
    for channel in cv2.split(small):
        found = finder.detect(even.apply(channel))[0]
        if found is not None:
            pieces.append(np.asarray(found, dtype=np.float32).reshape(-1, 4))
    ends = np.concatenate(pieces)
    long = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]) > SHORTEST * small.shape[1]
    return np.asarray(ends[long])


def _added_up(small: Picture) -> Floats:
    """Pieces of lines (n, 4), both ends: edge points that lie on one line, gaps allowed."""
    edges = np.zeros(small.shape[:2], dtype=np.uint8)
    for channel in cv2.split(small):
        edges |= np.asarray(cv2.Canny(channel, 20, 55), dtype=np.uint8)
    found = cv2.HoughLinesP(edges, 1, np.pi / 360, 40, minLineLength=small.shape[1] // 8, maxLineGap=12)
    if found is None:
        return np.empty((0, 4), np.float32)
    return np.asarray(found, dtype=np.float32).reshape(-1, 4)


def _strongest(ends: Floats, most: int, width: int) -> list[tuple[float, float, float]]:
    """The ``most`` longest lines (x, y, angle), pieces of one line put together."""
    lengths = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    lines: list[list[float]] = []
    for index in np.argsort(-lengths):
        x1, y1, x2, y2 = ends[index].tolist()
        new = ((x1 + x2) / 2, (y1 + y2) / 2, float(np.arctan2(y2 - y1, x2 - x1)) % np.pi)
        for line in lines:
            if _same(line, new, width):
                line[3] += float(lengths[index])
                break
        else:
            lines.append([*new, float(lengths[index])])
    lines.sort(key=lambda line: -line[3])
    return [(x, y, angle) for x, y, angle, _ in lines[:most]]


def _same(one: list[float] | tuple[float, ...], other: tuple[float, float, float], width: int) -> bool:
    turn = abs((one[2] - other[2] + np.pi / 2) % np.pi - np.pi / 2)
    aside = abs((other[0] - one[0]) * np.sin(one[2]) - (other[1] - one[1]) * np.cos(one[2]))
    return bool(turn < np.radians(2.5) and aside < 0.008 * width)


def _together(families: list[list[tuple[float, float, float]]], width: int) -> Array:
    """The lines that both finders tell, each once."""
    kept: list[tuple[float, float, float]] = []
    for line in (line for family in families for line in family):
        if not any(_same(other, line, width) for other in kept):
            kept.append(line)
    return np.array(kept, dtype=float).reshape(-1, 3)


def meeting(one: Array, other: Array) -> Array:
    """Where lines (n, 3) and (m, 3) cross, (n, m, 2); far away where they are parallel."""
    (x, y, a), (p, q, b) = (part[..., None] for part in one.T), (part[None] for part in other.T)
    bend = np.sin(b - a)
    bend = np.where(np.abs(bend) < 1e-6, 1e-6, bend)
    along = ((p - x) * np.sin(b) - (q - y) * np.cos(b)) / bend
    return np.stack([x + along * np.cos(a), y + along * np.sin(a)], axis=-1)
