"""The board is found in a picture by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.devices.virtual.painter import framed, paint
from tabletop.vision.find import find_boards
from tests.vision.conftest import START, plain_scene


@pytest.mark.parametrize("roll", [12.0])
def test_the_starting_position_is_framed_within_three_percent(roll: float) -> None:
    scene = plain_scene()
    scene = replace(scene, camera=framed(scene.board, replace(scene.camera, roll=roll)))
    painted = paint(scene, START, np.random.default_rng(8))
    width = float(np.linalg.norm(painted.corners[1] - painted.corners[0]))
    away = [
        np.linalg.norm(found.corners - painted.corners, axis=1).max()
        for found in find_boards(painted.image, 3)
    ]
    assert min(away) < 0.03 * width
