"""Real photographs of real boards: each by itself, a fixed camera over one board, and corners searched for.

Beside every figure stands what a day's toy of Hough circles gets out of the same picture with the same corners
(``baseline.py``).
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import calibrate_headless
from scripts.score.baseline import read_with_hough
from scripts.score.boards import BAR_SPOT, SHARED, told, wrong_spots
from scripts.score.report import Grid, Report, share
from tabletop.app.looking import look
from tabletop.backgammon import Position
from tabletop.devices.film import load_picture
from tabletop.errors import TabletopError

Array = NDArray[np.float64]

NEAR = 0.03
"""Shares of the board's width within which corners that were searched for must lie."""
FIXED = re.compile(r"(?P<camera>.+_)(?P<number>\d+)\.\w+$")
"""Pictures of one fixed camera: the same name and a running number, the same board."""
FIRST_OF_FIXED = "img_minta_1.PNG"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph and what it shows."""

    path: Path
    truth: dict[str, Any]

    @property
    def picture(self) -> NDArray[np.uint8]:
        """(H, W, 3), blue-green-red."""
        return load_picture(self.path)

    @property
    def corners(self) -> Array:
        """TL, TR, BR, BL in pixels."""
        return np.array(self.truth["corners"], dtype=float)

    @property
    def position(self) -> Position:
        """What stands there."""
        return Position.from_dict(self.truth["position"])

    @property
    def bar(self) -> tuple[float, float]:
        """The bar's left and right edge as shares of the surface's width; no width where there is none."""
        strip = self.truth.get("bar_strip_px")
        if not strip:
            return 0.5, 0.5
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
        matrix = cv2.getPerspectiveTransform(self.corners.astype(np.float32), unit)
        seen = cv2.perspectiveTransform(np.array([strip], dtype=np.float32), matrix)[0]
        return float(seen[[0, 3], 0].mean()), float(seen[[1, 2], 0].mean())


@dataclass(frozen=True, slots=True)
class Shot:
    """One photograph read."""

    name: str
    seen: Position | None
    truth: Position
    confidence: float = 0.0
    error: str = ""

    @property
    def wrong(self) -> list[int]:
        """Spots read wrongly: all where nothing could be read."""
        return list(range(25)) if self.seen is None else wrong_spots(self.seen, self.truth)

    @property
    def points_right(self) -> int:
        """Of 24."""
        return 24 - sum(spot != BAR_SPOT for spot in self.wrong)

    def failure(self) -> str:
        """What went wrong, for people."""
        if self.seen is None:
            return f"{self.name}: {self.error}"
        swapped = Position(self.truth.dark, self.truth.light)
        note = f"{self.name}, sure {self.confidence:.3f}: {told(self.seen, self.truth)}"
        mirrored = Position(self.seen.light, self.seen.dark)
        alike = len(_points_by_anyone(mirrored) ^ _points_by_anyone(swapped))
        return note + (" (occupied points are right: the sides were taken for each other)" if _swapped(self) else "") * (alike >= 0)


def _points_by_anyone(position: Position) -> set[int]:
    return {n for n in range(1, 25) if position.light.on(n) or position.dark.on(25 - n)}


def _swapped(shot: Shot) -> bool:
    return False
