"""A day's toy, to measure against: Hough circles and two colour means.

The picture is squared on by its four corners, circles of a checker's size are looked for, each belongs to
the point it lies on, and k-means parts them by colour in two: the brighter ones are light's. No height, no
learning, no memory, no doubt. Even the bar, which it could not find, it is told, and its settings are those
of 64 that read the shared photographs best.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import POINTS, Position, Side
from tabletop.vision.geometry import point_column

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

SQUARE = (1200, 1000)
"""Width and height of the squared-on board, pixels."""


def read_with_hough(
    picture: Picture, corners: Array, light_home: str, checkers: int, bar: tuple[float, float]
) -> Position:
    """The position in ``picture`` (H, W, 3), by circles.

    ``corners`` (4, 2): TL, TR, BR, BL in pixels; ``bar``: its left and right edge as shares of the width.
    """
    square = _squared(picture, corners)
    pitch = SQUARE[0] * (1.0 - bar[1] + bar[0]) / 12.0
    circles = _circles(square, pitch)
    sides = _sides(square, circles)
    columns = {
        (column, top): point for point in range(1, POINTS + 1) for column, top in [_place(point, light_home)]
    }
    counts = np.zeros((2, POINTS + 1), dtype=int)
    for (x, y, _), side in zip(circles, sides, strict=True):
        column = _column(x / SQUARE[0], bar)
        counts[side, 0 if column is None else columns[column, y < SQUARE[1] / 2]] += 1
    light, dark = (counts[side].tolist() for side in (0, 1))
    return Position(_side(light[1:], light[0], checkers), _side(dark[:0:-1], dark[0], checkers))


def _place(point: int, light_home: str) -> tuple[int, bool]:
    column, top = point_column(point, light_home)
    return column, bool(top)


def _side(points: list[int], bar: int, checkers: int) -> Side:
    return Side(tuple(points), bar=bar, off=max(0, checkers - sum(points) - bar))


def _squared(picture: Picture, corners: Array) -> Picture:
    width, height = SQUARE
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
    return np.asarray(cv2.warpPerspective(picture, matrix, SQUARE), dtype=np.uint8)


def _circles(square: Picture, pitch: float) -> Array:
    grey = cv2.cvtColor(square, cv2.COLOR_BGR2GRAY)
    grey = cv2.medianBlur(cv2.normalize(grey, None, 0, 255, cv2.NORM_MINMAX), 5)
    low, high = round(0.38 * pitch), round(0.48 * pitch)
    found = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT, 1.2, 0.75 * pitch, None, 40, 22, low, high)
    return np.empty((0, 3)) if found is None else np.asarray(found, dtype=float).reshape(-1, 3)


def _sides(square: Picture, circles: Array) -> list[int]:
    if len(circles) < 2:
        return [0] * len(circles)
    colours = []
    for x, y, radius in circles:
        mask = np.zeros(square.shape[:2], np.uint8)
        cv2.circle(mask, (round(x), round(y)), max(2, round(radius * 0.6)), 255, -1)
        colours.append(cv2.mean(square, mask)[:3])
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    start = np.zeros((len(colours), 1), dtype=np.int32)
    _, labels, means = cv2.kmeans(np.array(colours, np.float32), 2, start, criteria, 5, cv2.KMEANS_PP_CENTERS)
    brighter = int(np.argmax(np.asarray(means).sum(axis=1)))
    return [int(label != brighter) for label in np.asarray(labels)[:, 0]]


def _column(x: float, bar: tuple[float, float]) -> int | None:
    left, right = bar
    if left < x < right:
        return None
    if x <= left:
        return min(5, max(0, int(x / left * 6)))
    return min(11, 6 + int((x - right) / (1.0 - right) * 6))
