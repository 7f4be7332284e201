"""The board is found in a picture by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.devices.virtual.painter import framed, paint
from tabletop.vision.find import BoardNotFound, find_boards
from tabletop.vision.geometry import own_home
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


def test_a_board_on_its_side_is_framed_from_its_own_top_left() -> None:
    scene = plain_scene()
    scene = replace(scene, camera=framed(scene.board, replace(scene.camera, roll=90.0)))
    painted = paint(scene, START, np.random.default_rng(8))
    found = find_boards(painted.image, 1)[0]
    assert found.on_its_side
    width = float(np.linalg.norm(painted.corners[1] - painted.corners[0]))
    either_way = [np.roll(painted.corners, turn, axis=0) for turn in (0, 2)]
    assert min(np.linalg.norm(found.corners - true, axis=1).max() for true in either_way) < 0.03 * width
    assert found.corners[0, 1] > found.corners[1, 1], "its top left is at the bottom left of the picture"


def test_light_s_home_of_a_board_on_its_side_is_the_quarter_that_it_fills() -> None:
    assert [own_home(home) for home in ("bottom-left", "top-left", "top-right", "bottom-right")] == [
        "top-left",
        "top-right",
        "bottom-right",
        "bottom-left",
    ]


def test_lines_without_points_are_no_board() -> None:
    picture = np.full((480, 640, 3), 90, dtype=np.uint8)
    picture[::40] = picture[:, ::40] = 200
    with pytest.raises(BoardNotFound, match="--corners"):
        find_boards(picture)
