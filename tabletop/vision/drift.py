"""Was the camera knocked?

The empty board of the calibration is laid over the board as it is seen now: tips of points, rails and the bar
must lie where they lay. If they have all moved together a little, the camera was nudged and the calibration
is
moved along; if they have moved far, nothing may be said until the board has been recognised again. Checkers
and hands hide many of these marks, so a movement counts only when most marks agree on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import MARGIN, ROWS, square_on
from tabletop.vision.calibration import Calibration
from tabletop.vision.geometry import Array
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

MARKS = 160
"""Marks that are followed."""
WINDOW = 21
"""Pixels of the square-on picture around a mark by which it is recognised (ROWS of them are a board
height)."""
FAR_OFF = 3.0
"""Pixels within which marks agree on a movement."""
LEAST_MARKS = 14
NOTHING = 0.5
"""Pixels of mean movement that are no movement."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """How the board lies now, against where the calibration has it."""

    matrix: Array
    """Homography of the felt, board units to board units: where a place of the board is now, in the old
    numbers."""
    distance: float
    """Mean movement over the board's corners, in checker diameters."""
    agreement: float
    """Share of the marks that moved like that, 0 to 1."""


@dataclass(slots=True, eq=False)
class Drift:
    """Watches one calibration for movements of its camera."""

    calibration: Calibration
    _picture: NDArray[np.uint8] = field(init=False)
    _marks: Floats = field(init=False)

    def __post_init__(self) -> None:
        self._picture = _relief(self.calibration.background)
        marks = cv2.goodFeaturesToTrack(self._picture, MARKS, 0.02, 7)
        self._marks = np.empty((0, 1, 2), np.float32) if marks is None else np.asarray(marks, np.float32)

    def measure(self, picture: Picture) -> Movement | None:
        """The movement seen in ``picture`` (H, W, 3); None where too few marks agree to say anything."""
        now = _relief(np.clip(square_on(picture, self.calibration.view), 0, 255).astype(np.uint8))
        if len(self._marks) < LEAST_MARKS:
            return None
        size = (WINDOW, WINDOW)
        guess = self._marks.copy()
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            self._picture, now, self._marks, guess, winSize=size, maxLevel=3
        )
        back, returned, _ = cv2.calcOpticalFlowPyrLK(
            now, self._picture, there, self._marks.copy(), winSize=size, maxLevel=3
        )
        true = (np.asarray(found) == 1) & (np.asarray(returned) == 1)
        true = true[:, 0] & (np.abs(np.asarray(back) - self._marks).max(axis=(1, 2)) < 1.0)
        if np.count_nonzero(true) < LEAST_MARKS:
            return None
        start, end = self._marks[true][:, 0], np.asarray(there)[true][:, 0]
        matrix, inliers = cv2.findHomography(start, end, cv2.RANSAC, FAR_OFF)
        if matrix is None or np.count_nonzero(inliers) < LEAST_MARKS:
            return None
        return self._movement(np.asarray(matrix, dtype=float), float(np.mean(np.asarray(inliers))))

    def _movement(self, matrix: Array, agreement: float) -> Movement:
        to_pixels = np.array(
            [[ROWS, 0.0, MARGIN * ROWS - 0.5], [0.0, ROWS, MARGIN * ROWS - 0.5], [0.0, 0.0, 1.0]]
        )
        felt = np.linalg.inv(to_pixels) @ matrix @ to_pixels
        aspect = self.calibration.view.aspect
        corners = np.array([[0.0, 0.0, 1.0], [aspect, 0.0, 1.0], [aspect, 1.0, 1.0], [0.0, 1.0, 1.0]])
        moved = corners @ felt.T
        apart = np.linalg.norm(moved[:, :2] / moved[:, 2:] - corners[:, :2], axis=1)
        return Movement(felt, float(apart.mean()) / self.calibration.layout.diameter, agreement)


def _relief(picture: Picture) -> NDArray[np.uint8]:
    """Edges of a picture, whatever the light: brightness against its surroundings, in their contrast."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    away = grey - cv2.GaussianBlur(grey, (0, 0), 8.0)
    contrast = np.sqrt(cv2.GaussianBlur(away * away, (0, 0), 16.0)) + 6.0
    return np.asarray(np.clip(128.0 + 40.0 * away / contrast, 0.0, 255.0), dtype=np.uint8)


def follow(calibration: Calibration, movement: Movement) -> Calibration:
    """The calibration of the same camera after the board has moved under it like that."""
    view = calibration.view
    matrix = np.array(view.matrix)
    plane = matrix[:, [0, 1, 3]] @ movement.matrix
    moved = np.column_stack([plane[:, 0], plane[:, 1], matrix[:, 2] * movement.matrix[2, 2], plane[:, 2]])
    return replace(calibration, view=replace(view, matrix=tuple(map(tuple, moved.tolist()))))
