"""Pictures that show no board, or not this one, give no position with confidence."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.headless import calibrate_headless
from tabletop.app.watch import Watch
from tabletop.errors import TabletopError
from tabletop.referee.events import BoardSeen, CameraLost, Trouble
from tabletop.referee.judge import CAUTION
from tabletop.vision.calibration import CalibrationError
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable

SURE = 0.9


def wall(shape: tuple[int, ...]) -> np.ndarray:
    """A room that is not this board: soft blots of any colour."""
    blots = np.random.default_rng(4).uniform(20, 235, (9, 12, 3)).astype(np.float32)
    return np.clip(cv2.resize(blots, shape[1::-1], interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def half_covered(picture: np.ndarray) -> np.ndarray:
    """A coat over the left half."""
    out = picture.copy()
    half = out.shape[1] // 2
    out[:, :half] = cv2.GaussianBlur(wall(out.shape), (0, 0), 3)[:, :half] // 3
    return out


def said(watch: Watch, picture: np.ndarray) -> list[object]:
    events: list[object] = []
    for number in range(5):
        events += watch.frame(picture, 10.0 + number / 5)
    return events


BAD = {
    "black": np.zeros_like,
    "white": lambda picture: np.full_like(picture, 255),
    "grey": lambda picture: np.full_like(picture, 120),
    "upside down": lambda picture: picture[::-1, ::-1].copy(),
    "half covered": half_covered,
    "no board": lambda picture: wall(picture.shape),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_picture_is_never_a_position_with_confidence(table: PaintedTable, kind: str) -> None:
    picture = BAD[kind](table.shows(MIDDLE_GAME).image)
    events = said(Watch(table.calibration), picture)
    assert any(isinstance(event, BoardSeen | CameraLost) for event in events), "it must say something"
    for event in events:
        if isinstance(event, BoardSeen):
            seen = event.observation
            covered = sum(spot.covered for spot in seen.spots)
            assert seen.position == MIDDLE_GAME or seen.confidence < SURE
            assert seen.unsure or covered > CAUTION.most_covered


@pytest.mark.parametrize("kind", ["black", "no board"])
def test_a_camera_that_sees_no_board_is_told_of(table: PaintedTable, kind: str) -> None:
    events = said(Watch(table.calibration), BAD[kind](table.start.image))
    assert any(isinstance(event, CameraLost) for event in events)
    assert not any(isinstance(event, BoardSeen) for event in events)


def test_darkness_is_called_darkness(table: PaintedTable) -> None:
    events = said(Watch(table.calibration), np.zeros_like(table.start.image))
    assert [event.trouble for event in events if isinstance(event, CameraLost)] == [Trouble.DARK]


def passes(picture: np.ndarray, table: PaintedTable) -> bool:
    """Whether the start is believed to be seen in ``picture``."""
    try:
        return calibrate_headless(picture, "bottom-right", START, table.start.corners).passed
    except TabletopError:
        return False


def test_the_start_itself_is_calibrated(table: PaintedTable) -> None:
    assert passes(table.start.image, table)


@pytest.mark.parametrize("kind", ["black", "grey", "no board"])
def test_nothing_is_calibrated_where_there_is_no_board(table: PaintedTable, kind: str) -> None:
    assert not passes(BAD[kind](table.start.image), table)


@pytest.mark.parametrize("kind", ["black", "grey"])
def test_no_board_is_found_in_an_empty_picture(table: PaintedTable, kind: str) -> None:
    with pytest.raises(TabletopError, match="no board"):
        calibrate_headless(BAD[kind](table.start.image), "bottom-right", START)


def test_a_start_that_stands_the_other_way_round_is_not_passed(table: PaintedTable) -> None:
    with pytest.raises(CalibrationError, match="--light-home bottom-right"):
        calibrate_headless(table.start.image, "bottom-left", START, table.start.corners)
