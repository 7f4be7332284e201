"""Was the camera knocked?

The board as it was last seen well, or the empty board of the calibration, is laid over the board as it is
seen now: tips of points, rails, the bar and most checkers must lie where they lay. If they have all moved
together a little, the camera was nudged and the calibration is moved along; if they have moved far, nothing
may be said until the board has been recognised again.
Hands hide many of these marks and plays take some away, so a
movement counts only when most marks agree on it. One point looks like the next but one: after a far knock the
marks are therefore looked for where the pictures as wholes fit best, and where they lay.
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
NOTHING = 3.0
"""Pixels by which the pictures as wholes may be apart without the marks being looked for there too."""


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
    seen: Picture | None = None
    """The board (H, W, 3) when it lay where the calibration has it; None: only its empty felt is known."""
    _before: NDArray[np.uint8] | None = field(default=None, init=False)
    _marks: Floats | None = field(default=None, init=False)

    def measure(self, picture: Picture) -> Movement | None:
        """The movement seen in ``picture`` (H, W, 3); None where too few marks agree to say anything."""
        before, marks = self._known()
        if len(marks) < LEAST_MARKS:
            return None
        now = self._relief_of(picture)
        starts = [np.zeros(2, np.float32)]
        if self.seen is not None:  # an empty board is too unlike one with checkers to be laid over it whole
            floats = before.astype(np.float32), now.astype(np.float32)
            whole = np.array(cv2.phaseCorrelate(*floats, _window(now.shape))[0], dtype=np.float32)
            starts += [whole] if float(np.hypot(*whole)) > NOTHING else []
        found = [self._followed(before, now, marks, start) for start in starts]
        return max((one for one in found if one is not None), key=lambda one: one.agreement, default=None)

    def _known(self) -> tuple[NDArray[np.uint8], Floats]:
        if self._before is None or self._marks is None:
            seen = self.seen
            self._before = _relief(self.calibration.background) if seen is None else self._relief_of(seen)
            marks = cv2.goodFeaturesToTrack(self._before, MARKS, 0.02, 7)
            self._marks = np.empty((0, 1, 2), np.float32) if marks is None else np.asarray(marks, np.float32)
        return self._before, self._marks

    def _relief_of(self, picture: Picture) -> NDArray[np.uint8]:
        return _relief(np.clip(square_on(picture, self.calibration.view), 0, 255).astype(np.uint8))

    def _followed(
        self, before: NDArray[np.uint8], now: NDArray[np.uint8], marks: Floats, start: Floats
    ) -> Movement | None:
        """The movement that most marks agree on when they are first looked for ``start`` (2,) pixels away."""
        size, flags = (WINDOW, WINDOW), cv2.OPTFLOW_USE_INITIAL_FLOW
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            before, now, marks, marks + start, winSize=size, maxLevel=3, flags=flags
        )
        back, returned, _ = cv2.calcOpticalFlowPyrLK(
            now, before, there, np.asarray(there) - start, winSize=size, maxLevel=3, flags=flags
        )
        true = (np.asarray(found) == 1) & (np.asarray(returned) == 1)
        true = true[:, 0] & (np.abs(np.asarray(back) - marks).max(axis=(1, 2)) < 1.0)
        if np.count_nonzero(true) < LEAST_MARKS:
            return None
        places = marks[true][:, 0], np.asarray(there)[true][:, 0]
        matrix, inliers = cv2.findHomography(*places, cv2.RANSAC, FAR_OFF)
        if matrix is None or np.count_nonzero(inliers) < LEAST_MARKS:
            return None
        agreeing = np.count_nonzero(inliers)
        # Checkers hide marks of the empty felt; of a board that was seen whole most must be found again.
        total = np.count_nonzero(true) if self.seen is None else len(marks)
        return self._movement(np.asarray(matrix, dtype=float), agreeing / total)

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


def _window(shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), dtype=np.float32)


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
