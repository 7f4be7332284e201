"""How many checkers explain a strip."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.sampling import ACROSS, ALONG, BEYOND, PER_DIAMETER
from tabletop.vision.stacks import best_rows


def strip_with(count: int, pitch: float = 1.03) -> np.ndarray:
    """Evidence of a row of ``count`` clear faces, in diameters of ``pitch`` from the rail."""
    along = (np.arange(ALONG) + 0.5) / PER_DIAMETER - BEYOND
    across = (np.arange(ACROSS) + 0.5) / PER_DIAMETER - ACROSS / PER_DIAMETER / 2
    evidence = np.full((ALONG, ACROSS), -2.0, dtype=np.float32)
    for number in range(count):
        away = np.hypot(along[:, None] - 0.5 - number * pitch, across[None, :])
        evidence[away < 0.5] = 2.0
    return evidence


def likeliest_count(evidence: np.ndarray) -> int:
    rows = best_rows(evidence[None])[0]
    return int(np.argmax([row.score for row in rows]))


@pytest.mark.parametrize("count", range(7))
def test_a_clear_row_is_counted(count: int) -> None:
    assert likeliest_count(strip_with(count, pitch=1.0)) == count


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_loose_row_is_counted(count: int) -> None:
    assert likeliest_count(strip_with(count, pitch=1.12)) == count


def test_faces_are_found_where_they_are() -> None:
    row = best_rows(strip_with(3, pitch=1.1)[None])[0][3]
    wanted = [(BEYOND + 0.5 + 1.1 * number) * PER_DIAMETER for number in range(3)]
    assert [along for along, _ in row.centres] == pytest.approx(wanted, abs=1.5)
    assert all(abs(aside - ACROSS / 2) <= 1 for _, aside in row.centres)


def test_a_hole_in_a_row_is_no_checker() -> None:
    evidence = strip_with(4, pitch=1.0)
    first = round((BEYOND + 1.0) * PER_DIAMETER)
    evidence[first : first + PER_DIAMETER] = -2.0
    assert likeliest_count(evidence) == 3
