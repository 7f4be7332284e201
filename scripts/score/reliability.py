"""Does "99 % sure" mean right 99 times in 100? The expected calibration error, and the picture of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Bins of confidence: fine near 1, where an accusation is decided."""
PANEL, FRAME = 440, 60
"""Size of a diagram and of the room around it, pixels."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of about the same confidence."""

    low: float
    high: float
    answers: int
    confidence: float
    """Mean of what was claimed."""
    right: float
    """Share that was right."""


def bins(claims: Sequence[tuple[float, bool]]) -> list[Bin]:
    """(confidence, right) sorted into the bins that hold any."""
    found = []
    values = np.array([claimed for claimed, _ in claims])
    right = np.array([was for _, was in claims], dtype=float)
    for low, high in itertools.pairwise(EDGES):
        here = (values >= low) & ((values < high) | (high == EDGES[-1]))
        if here.any():
            found.append(
                Bin(low, high, int(here.sum()), float(values[here].mean()), float(right[here].mean()))
            )
    return found


def expected_calibration_error(claims: Sequence[tuple[float, bool]]) -> float:
    """Mean distance of what was claimed from what was right, weighed by answers (Naeini et al., 2015)."""
    if not claims:
        return 0.0
    return sum(one.answers * abs(one.confidence - one.right) for one in bins(claims)) / len(claims)


def draw_reliability(path: Path, panels: dict[str, Sequence[tuple[float, bool]]]) -> None:
    """Write the diagrams side by side as a PNG; the more answers, the larger the dot."""
    drawn = [_panel(title, claims) for title, claims in panels.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.hstack(drawn))


def _panel(title: str, claims: Sequence[tuple[float, bool]]) -> NDArray[np.uint8]:
    side = PANEL + 2 * FRAME
    out: NDArray[np.uint8] = np.full((side, side, 3), 255, dtype=np.uint8)

    def at(claimed: float, right: float) -> tuple[int, int]:
        return round(FRAME + claimed * PANEL), round(FRAME + (1.0 - right) * PANEL)

    grey, ink, blue = (200, 200, 200), (40, 40, 40), (190, 110, 30)
    for tenth in range(11):
        cv2.line(out, at(tenth / 10, 0), at(tenth / 10, 1), (238, 238, 238), 1)
        cv2.line(out, at(0, tenth / 10), at(1, tenth / 10), (238, 238, 238), 1)
        if tenth % 2 == 0:
            x, y = at(tenth / 10, 0)
            _write(out, f"{tenth * 10}%", (x - 12, y + 18), ink)
            _write(out, f"{tenth * 10}%", (FRAME - 46, at(0, tenth / 10)[1] + 4), ink)
    cv2.line(out, at(0, 0), at(1, 1), grey, 2, cv2.LINE_AA)
    cv2.rectangle(out, at(0, 1), at(1, 0), ink, 1)
    places = bins(claims)
    for one, other in itertools.pairwise(places):
        ends = at(one.confidence, one.right), at(other.confidence, other.right)
        cv2.line(out, *ends, blue, 1, cv2.LINE_AA)
    for one in places:
        radius = 3 + round(2 * np.log10(one.answers))
        cv2.circle(out, at(one.confidence, one.right), radius, blue, -1, cv2.LINE_AA)
    error = expected_calibration_error(claims)
    _write(out, f"{title}: {len(claims)} answers, error {error:.2%}", (FRAME, FRAME - 18), ink)
    _write(out, "claimed", (side // 2 - 25, side - 14), ink)
    _write(out, "right", (8, FRAME - 18), ink)
    return out


def _write(out: NDArray[np.uint8], text: str, place: tuple[int, int], ink: tuple[int, int, int]) -> None:
    cv2.putText(out, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, 1, cv2.LINE_AA)
