"""A hand, or quiet?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.backgammon import Position
from tabletop.devices.virtual.painter import Scene, carried_over, paint_placement, put_down
from tabletop.devices.virtual.painter.scene import Arm, Props
from tabletop.vision.settle import Settle, SettleSettings
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable

FPS = 5.0


def with_hand(scene: Scene, reach: float) -> Scene:
    return replace(scene, props=Props(arms=(Arm((1.5, reach), (1.0, -12.0)),)))


def feed(settle: Settle, pictures: list[np.ndarray], first: int = 0) -> list[bool]:
    return [settle.watch(picture, (first + number) / FPS) for number, picture in enumerate(pictures)]


@pytest.fixture(scope="module")
def quiet(table: PaintedTable) -> list[np.ndarray]:
    """The same board six times, every time with other noise."""
    rng = np.random.default_rng(1)
    noise = [rng.normal(0, 2.5, table.start.image.shape) for _ in range(6)]
    return [np.clip(table.start.image + one, 0, 255).astype(np.uint8) for one in noise]


@pytest.fixture(scope="module")
def hand(table: PaintedTable) -> list[np.ndarray]:
    """A hand that goes over the board."""
    return [
        table.shows(START, seed=3, scene=with_hand(table.scene, reach)).image for reach in (-6, -4, -2, 0)
    ]


def test_a_board_is_quiet_once_it_has_lain_still(table: PaintedTable, quiet: list[np.ndarray]) -> None:
    settled = feed(Settle(table.calibration.view), quiet)
    assert settled[0] is False, "one picture cannot tell"
    assert settled[-1] is True
    assert settled == sorted(settled), "once quiet it stays quiet"


def test_a_hand_over_the_board_is_not_quiet(table: PaintedTable, hand: list[np.ndarray]) -> None:
    assert not any(feed(Settle(table.calibration.view), hand))


def test_a_hand_that_comes_ends_the_quiet_at_once(
    table: PaintedTable, quiet: list[np.ndarray], hand: list[np.ndarray]
) -> None:
    settle = Settle(table.calibration.view)
    feed(settle, quiet)
    assert settle.quiet
    assert not settle.watch(hand[1], len(quiet) / FPS)
    assert not settle.quiet


def test_checkers_that_stand_elsewhere_are_motion(table: PaintedTable, quiet: list[np.ndarray]) -> None:
    settle = Settle(table.calibration.view)
    feed(settle, quiet)
    rng = np.random.default_rng(3)
    placement, _ = carried_over(table.scene, put_down(table.scene, START, rng), MIDDLE_GAME, rng)
    moved = paint_placement(table.scene, placement, rng).image
    assert not settle.watch(moved, len(quiet) / FPS)


def moved_by_itself(table: PaintedTable, point: int) -> np.ndarray:
    """The start, one checker of light having gone from ``point`` to light's bar point without a hand."""
    rng = np.random.default_rng(3)
    light = {24: 2, 13: 5, 8: 3, 6: 5, 7: 1}
    light[point] -= 1
    position = Position.from_dict(
        {"light": {str(n): count for n, count in light.items() if count}, "dark": START.to_dict()["dark"]}
    )
    placement, _ = carried_over(table.scene, put_down(table.scene, START, rng), position, rng)
    return paint_placement(table.scene, placement, rng).image


@pytest.mark.parametrize("point", [6, 13, 24])
def test_one_checker_that_stands_elsewhere_is_motion(
    table: PaintedTable, quiet: list[np.ndarray], point: int
) -> None:
    settle = Settle(table.calibration.view)
    feed(settle, quiet)
    assert not settle.watch(moved_by_itself(table, point), len(quiet) / FPS)


def live(table: PaintedTable) -> Settle:
    return Settle(table.calibration.view, SettleSettings(clear=0.15))


def test_a_board_without_a_hand_is_believed_sooner(table: PaintedTable, quiet: list[np.ndarray]) -> None:
    settle = live(table)
    feed(settle, quiet)
    moved = moved_by_itself(table, 6)
    settled = [settle.watch(moved, 2.0 + number / 30.0) for number in range(7)]
    assert settled == [False] * 5 + [True] * 2, "0.15 s after the last frame that differed"


def test_a_hand_that_rests_on_the_board_is_not_believed_sooner(
    table: PaintedTable, quiet: list[np.ndarray], hand: list[np.ndarray]
) -> None:
    settle = live(table)
    feed(settle, quiet)
    assert not any(settle.watch(hand[-1], 2.0 + number / 30.0) for number in range(15))


def test_light_that_flickers_a_little_is_no_motion(table: PaintedTable, quiet: list[np.ndarray]) -> None:
    settle = Settle(table.calibration.view)
    flickering = [
        np.clip(picture * (1.0 + 0.015 * (-1) ** number), 0, 255).astype(np.uint8)
        for number, picture in enumerate(quiet)
    ]
    assert feed(settle, flickering)[-1]


def test_a_picture_of_another_size_is_not_compared(table: PaintedTable, quiet: list[np.ndarray]) -> None:
    settle = Settle(table.calibration.view)
    feed(settle, quiet)
    assert not settle.watch(np.zeros((240, 320, 3), np.uint8), 2.0)
