"""The empty board, seen through the checkers that stand on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.devices.virtual.painter import Painted, Scene, framed, paint
from tabletop.vision.background import MARGIN, ROWS, find_layout, learn_background, smooth, square_on
from tabletop.vision.geometry import view_from_corners
from tests.vision.conftest import START, PaintedTable


@pytest.mark.parametrize("bar_width", [0.6, 1.15, 1.7])
def test_the_width_of_the_bar_is_found_from_the_points_alone(bar_width: float) -> None:
    board = replace(Scene().board, bar_width=bar_width)
    scene = replace(Scene(), board=board)
    scene = replace(scene, camera=framed(board, replace(scene.camera, width=640, height=480)))
    painted = paint(scene, START, np.random.default_rng(2))
    found = find_layout(smooth(painted.image), view_from_corners(painted.corners, (640, 480)))
    assert found.bar == pytest.approx(bar_width / board.width, abs=0.012)
    assert found.bar_centre == pytest.approx(0.5, abs=0.01)


def test_where_checkers_stood_the_felt_is_found(table: PaintedTable, empty: Painted) -> None:
    view, layout = table.calibration.view, table.calibration.layout
    learnt = learn_background(smooth(table.start.image), view, layout).astype(float)
    is_there = square_on(smooth(empty.image), view).astype(float)
    seen = square_on(smooth(table.start.image), view).astype(float)
    rows = slice(round((MARGIN + 0.03) * ROWS), round((1 + MARGIN - 0.03) * ROWS))
    columns = slice(round((MARGIN + 0.02) * ROWS), round((view.aspect + MARGIN - 0.02) * ROWS))
    covered = np.abs(seen - is_there)[rows, columns].max(axis=-1) > 60
    away = np.abs(learnt - is_there)[rows, columns].max(axis=-1)[covered]
    assert covered.sum() > 2000, "checkers hide much of the board"
    assert np.median(away) < 12
    assert np.mean(away < 40) > 0.85
