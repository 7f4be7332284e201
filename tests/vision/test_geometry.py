"""Where things on the table appear in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.devices.virtual.painter.geometry import Layout as PaintedLayout
from tabletop.devices.virtual.painter.geometry import view_of
from tabletop.vision.geometry import (
    HOMES,
    GeometryError,
    Layout,
    check_corners,
    point_column,
    undistort,
    view_from_corners,
)
from tests.vision.conftest import PaintedTable

SIZE = (960, 720)
LEANING = np.array([[180.0, 130.0], [800.0, 120.0], [900.0, 640.0], [90.0, 650.0]])


@pytest.mark.parametrize("distortion", [0.0, -0.08])
@pytest.mark.parametrize("height", [0.0, 0.02, 0.06])
def test_the_place_seen_at_a_height_is_the_place_that_appears_there(distortion: float, height: float) -> None:
    view = view_from_corners(LEANING, SIZE, distortion=distortion)
    places = np.stack(np.meshgrid(np.linspace(0, view.aspect, 7), np.linspace(0, 1, 5)), axis=-1)
    there_and_back = view.ground(view.at_height(places, height), height)
    np.testing.assert_allclose(there_and_back, places, atol=2e-4)


def test_the_corners_of_a_view_are_those_it_was_made_from() -> None:
    np.testing.assert_allclose(view_from_corners(LEANING, SIZE).corners, LEANING, atol=0.02)


def test_what_stands_higher_appears_further_from_the_camera() -> None:
    view = view_from_corners(LEANING, SIZE)
    middle = np.array([view.aspect / 2, 0.2])
    away = view.at_height(middle, 0.05) - view.at_height(middle, 0.0)
    below = view.at_height(view.eye[:2], 0.0)
    assert away @ (view.at_height(middle, 0.0) - below) > 0
    assert np.linalg.norm(away) > 1.0


def test_the_camera_is_above_the_board() -> None:
    assert view_from_corners(LEANING, SIZE).eye[2] > 1.0


def test_the_focal_length_is_found_from_the_corners_of_a_leaning_board(table: PaintedTable) -> None:
    camera = table.scene.camera
    leaning = view_of(camera)
    corners = leaning.project(PaintedLayout(table.scene.board, table.scene.light_home).corners())
    found = view_from_corners(undistort(corners, 1.0, (0.0, 0.0), 0.0), (camera.width, camera.height))
    assert found.focal == pytest.approx(camera.focal * camera.width, rel=0.25)


def test_the_top_of_a_painted_checker_is_where_the_view_says(table: PaintedTable) -> None:
    calibration = table.calibration
    for checker in table.start.checkers:
        column, _ = point_column(checker.place, calibration.light_home)
        seen = calibration.view.ground(np.array(checker.centre), calibration.layout.thickness)
        assert abs(float(seen[0]) - calibration.layout.column(column)) < 0.35 * calibration.layout.diameter


def test_a_lens_is_undone_by_its_distortion() -> None:
    view = view_from_corners(LEANING, SIZE, distortion=-0.06)
    straight = view_from_corners(undistort(LEANING, view.focal, view.centre, -0.06), SIZE, view.focal)
    place = np.array([0.3, 0.7])
    seen = undistort(view.at_height(place, 0.0), view.focal, view.centre, -0.06)
    np.testing.assert_allclose(seen, straight.at_height(place, 0.0), atol=0.1)


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        (LEANING[[1, 0, 3, 2]], "clockwise"),
        (LEANING[::-1], "clockwise"),
        (LEANING + np.array([300.0, 0.0]), "outside"),
        (LEANING[:3], "four corners"),
        (LEANING * np.nan, "four corners"),
        (LEANING * 0.05, "too small"),
        (LEANING[[0, 0, 2, 3]], "clockwise"),
    ],
)
def test_corners_no_board_can_have_are_refused(corners: np.ndarray, says: str) -> None:
    with pytest.raises(GeometryError, match=says):
        check_corners(corners, SIZE)


def test_a_board_may_be_marked_from_any_of_its_four_sides() -> None:
    for turns in range(4):
        check_corners(np.roll(LEANING, turns, axis=0), SIZE)


@pytest.mark.parametrize("home", HOMES)
def test_every_point_has_a_place_of_its_own(home: str) -> None:
    assert len({point_column(point, home) for point in range(1, 25)}) == 24


@pytest.mark.parametrize("home", HOMES)
def test_a_point_faces_its_counterpart_across_the_board(home: str) -> None:
    for point in range(1, 25):
        column, top = point_column(point, home)
        assert point_column(25 - point, home) == (column, not top)


@pytest.mark.parametrize(
    ("home", "column", "top"),
    [("bottom-right", 11, False), ("bottom-left", 0, False), ("top-right", 11, True), ("top-left", 0, True)],
)
def test_the_ace_point_is_at_the_outer_edge_of_the_home_board(home: str, column: int, top: bool) -> None:
    assert point_column(1, home) == (column, top)


def test_the_bar_parts_the_points_six_and_six() -> None:
    layout = Layout(aspect=1.2, bar=0.08, bar_centre=0.51)
    steps = np.diff([layout.column(index) for index in range(12)])
    assert np.argmax(steps) == 5
    assert steps[5] == pytest.approx(layout.pitch + 0.08 * 1.2, rel=0.02)
