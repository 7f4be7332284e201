"""A calibration, its score and its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.headless import calibrate_headless
from tabletop.backgammon import Position
from tabletop.devices.virtual.painter import Painted
from tabletop.vision.calibration import CalibrationError, load_calibration
from tabletop.vision.reader import Reader
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable


def test_a_calibration_read_from_its_file_reads_the_same(table: PaintedTable, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    table.calibration.save(path)
    again = load_calibration(path)
    for key in ("view", "layout", "light_home", "light", "dark", "checkers"):
        assert getattr(again, key) == getattr(table.calibration, key), key
    np.testing.assert_array_equal(again.background, table.calibration.background)
    picture = table.shows(MIDDLE_GAME).image
    one, other = (Reader(calibration).read(picture).observation for calibration in (table.calibration, again))
    assert one.position == other.position == MIDDLE_GAME
    assert one.confidence == pytest.approx(other.confidence)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["board.png", "board.toml"], (
        "nothing half-written stays"
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("version = 1", "version = 9"), "version"),
        (lambda text: text.replace("checkers = 15\n", ""), "checkers"),
        (lambda text: text.replace('light_home = "bottom-right"', 'light_home = "attic"'), "light_home"),
        (lambda text: text[: len(text) // 2], "is not a calibration|missing or wrong"),
        (lambda _: "not toml at [all", "is not a calibration"),
    ],
)
def test_a_spoilt_file_says_what_is_wrong(
    table: PaintedTable, tmp_path: Path, change: Callable[[str], str], says: str
) -> None:
    path = tmp_path / "board.toml"
    table.calibration.save(path)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(CalibrationError, match=says):
        load_calibration(path)


def test_a_calibration_without_its_picture_says_so(table: PaintedTable, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    table.calibration.save(path)
    path.with_suffix(".png").unlink()
    with pytest.raises(CalibrationError, match=r"board\.png"):
        load_calibration(path)


def test_a_checker_set_up_on_the_wrong_point_is_named(table: PaintedTable) -> None:
    wrong = Position.from_dict(
        {"light": {"24": 2, "13": 5, "8": 3, "6": 4, "5": 1}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
    )
    picture = table.shows(wrong).image
    result = calibrate_headless(picture, table.calibration.light_home, START, table.start.corners)
    assert result.passed
    assert {(one.point, one.found) for one in result.misplaced} == {(6, (4, 0)), (5, (1, 0))}


def test_a_board_in_the_middle_of_a_game_calibrates_too(table: PaintedTable) -> None:
    painted = table.shows(MIDDLE_GAME)
    result = calibrate_headless(painted.image, table.calibration.light_home, MIDDLE_GAME, painted.corners)
    assert result.passed
    assert result.exact == 25
    assert Reader(result.calibration).read(table.shows(START, seed=11).image).observation.position == START


def test_a_picture_of_the_empty_board_helps(table: PaintedTable, empty: Painted) -> None:
    home = table.calibration.light_home
    result = calibrate_headless(table.start.image, home, START, table.start.corners, empty.image)
    assert result.exact == 25
