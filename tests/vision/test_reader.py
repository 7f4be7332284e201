"""What the reader makes of a quiet board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.backgammon import Player, Position
from tabletop.devices.virtual.painter import Placement, Scene, carried_over, paint_placement, put_down
from tabletop.devices.virtual.painter.scene import Card, Props
from tabletop.vision.counting import KINDS, Counts
from tabletop.vision.holding import Held
from tabletop.vision.reader import Reader
from tabletop.vision.sampling import STRIPS
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable

TALL = Position.from_dict({"light": {"6": 7, "8": 3, "13": 5}, "dark": {"24": 2, "13": 6, "6": 7}})
BEARING_OFF = Position.from_dict(
    {"light": {"6": 2, "4": 3, "1": 2, "off": 8}, "dark": {"5": 3, "2": 4, "off": 8}}
)


@pytest.mark.parametrize("position", [START, MIDDLE_GAME, BEARING_OFF])
def test_a_board_is_read_as_it_stands(table: PaintedTable, position: Position) -> None:
    assert Reader(table.calibration).read(table.shows(position).image).observation.position == position


@pytest.mark.parametrize("position", [START, MIDDLE_GAME])
def test_an_ordinary_board_is_read_without_doubt(table: PaintedTable, position: Position) -> None:
    observation = Reader(table.calibration).read(table.shows(position).image).observation
    assert observation.confidence > 0.98
    assert observation.unsure == ()


def test_towers_are_read_or_named_as_doubtful(table: PaintedTable) -> None:
    observation = Reader(table.calibration).read(table.shows(TALL).image).observation
    wrong = [
        point
        for point in range(1, 25)
        if observation.position.light.on(point) != TALL.light.on(point)
        or observation.position.dark.on(25 - point) != TALL.dark.on(25 - point)
    ]
    assert set(wrong) <= set(observation.unsure)
    assert len(wrong) <= 2


def test_the_bar_is_read_for_both_sides(table: PaintedTable) -> None:
    position = Position.from_dict(
        {"light": {"13": 5, "8": 3, "6": 5, "bar": 2}, "dark": {"13": 5, "8": 3, "6": 6, "bar": 1}}
    )
    seen = Reader(table.calibration).read(table.shows(position).image).observation.position
    assert (seen.light.bar, seen.dark.bar) == (2, 1)


def test_a_missing_checker_is_seen_to_be_missing(table: PaintedTable) -> None:
    position = Position.from_dict(
        {"light": {"24": 2, "13": 5, "8": 3, "6": 4}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
    )
    seen = Reader(table.calibration).read(table.shows(position).image).observation.position
    assert seen.light.on(6) == 4


def moved_on(table: PaintedTable, placement: Placement, position: Position) -> tuple[Placement, np.ndarray]:
    rng = np.random.default_rng(9)
    placement, _ = carried_over(table.scene, placement, position, rng)
    return placement, paint_placement(table.scene, placement, rng).image


OPENED = Position.from_dict(
    {"light": {"24": 2, "13": 4, "8": 3, "7": 1, "6": 5}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
)
"""The start, one light checker gone from the 13-point to the 7-point."""


@pytest.fixture
def settled(table: PaintedTable) -> tuple[Reader, Placement]:
    """A reader that has been told that the start stands there."""
    rng = np.random.default_rng(9)
    placement = put_down(table.scene, START, rng)
    reader = Reader(table.calibration)
    reader.read(paint_placement(table.scene, placement, rng).image)
    reader.confirm(START)
    return reader, placement


def test_only_points_that_look_different_are_counted_anew(
    table: PaintedTable, settled: tuple[Reader, Placement]
) -> None:
    reader, placement = settled
    _, picture = moved_on(table, placement, OPENED)
    reading = reader.read(picture)
    assert reading.observation.position == OPENED
    assert 2 <= reading.recounted <= 8
    assert Reader(table.calibration).read(picture).recounted == STRIPS, "without memory it counts them all"


def test_a_board_nobody_touched_is_not_counted_anew(
    table: PaintedTable, settled: tuple[Reader, Placement]
) -> None:
    reader, placement = settled
    picture = paint_placement(table.scene, placement, np.random.default_rng(77)).image
    assert reader.read(picture).recounted == 0


def test_what_the_picture_contradicts_is_not_learnt(table: PaintedTable) -> None:
    reader = Reader(table.calibration)
    picture = table.shows(OPENED).image
    reader.read(picture)
    reader.confirm(START)
    seen = reader.read(picture).observation
    assert seen.position.light.on(7) == 1
    assert seen.position.light.on(13) == 4
    assert seen.spots[7].log_likelihood(0, 0) < np.log(0.05)


def test_what_a_closed_turn_settles_is_believed_next_time(table: PaintedTable) -> None:
    reader = Reader(table.calibration)
    picture = table.shows(MIDDLE_GAME).image
    before = reader.read(picture).observation
    reader.confirm(MIDDLE_GAME)
    after = reader.read(picture).observation
    assert after.position == before.position == MIDDLE_GAME
    assert np.exp(after.spots[6].log_likelihood(4, 0)) > 0.9


def hidden(scene: Scene, table: PaintedTable, point: int) -> Scene:
    """Something large lies over light's ``point``."""
    checkers = put_down(scene, START, np.random.default_rng(0)).checkers
    there = next(checker for checker in checkers if checker.player is Player.LIGHT and checker.place == point)
    row = Card((there.x, there.y + (1.6 if there.y < 0 else -1.6)), size=(1.0, 4.8), colour=(90, 140, 200))
    return replace(scene, props=Props(cards=(row,)))


def test_a_point_that_something_lies_on_is_covered_not_empty(table: PaintedTable) -> None:
    painted = table.shows(START, scene=hidden(table.scene, table, 6))
    assert painted.covered[6] > 0.8, "the painter covers it"
    reading = Reader(table.calibration).read(painted.image)
    assert 6 in reading.covered
    assert 6 in reading.observation.unsure
    assert reading.observation.spots[6].covered


def test_a_covered_point_says_nothing(table: PaintedTable) -> None:
    painted = table.shows(START, scene=hidden(table.scene, table, 6))
    spot = Reader(table.calibration).read(painted.image).observation.spots[6]
    said = [spot.log_likelihood(light, dark) for light in range(10) for dark in range(10)]
    assert said == pytest.approx([said[0]] * len(said), abs=0.01)


def test_every_spot_s_likelihoods_are_a_distribution(table: PaintedTable) -> None:
    for spot in Reader(table.calibration).read(table.shows(MIDDLE_GAME).image).observation.spots:
        values = [value for _, _, value in spot.likelihoods]
        assert values == sorted(values, reverse=True)
        assert np.exp(values).sum() <= 1.0 + 1e-6
        assert spot.floor <= values[-1]


def test_a_plain_play_is_known_at_a_glance(table: PaintedTable, settled: tuple[Reader, Placement]) -> None:
    reader, placement = settled
    _, picture = moved_on(table, placement, OPENED)
    glanced, looked = reader.glance(picture), reader.read(picture)
    assert glanced.glanced
    assert not looked.glanced
    assert glanced.observation.position == looked.observation.position == OPENED
    assert glanced.observation.unsure == ()


def test_the_bar_is_never_left_to_a_glance(table: PaintedTable, settled: tuple[Reader, Placement]) -> None:
    reader, placement = settled
    hit = Position.from_dict(
        {"light": {"24": 2, "13": 5, "8": 3, "6": 5}, "dark": {"24": 1, "13": 5, "8": 3, "6": 5, "bar": 1}}
    )
    looked_at: list[int] = []
    counter = reader.network

    class Watched:
        def count(self, features: np.ndarray) -> Counts:
            looked_at.append(len(features))
            return counter.count(features)

    reader.network = Watched()  # type: ignore[assignment]
    _, picture = moved_on(table, placement, hit)
    assert reader.glance(picture).observation.position == hit
    assert looked_at, "the bar was looked at closely"


def test_before_anything_is_settled_a_glance_is_a_close_look(table: PaintedTable) -> None:
    reading = Reader(table.calibration).glance(table.shows(START).image)
    assert not reading.glanced
    assert reading.recounted == STRIPS


@pytest.mark.parametrize(("told", "more"), [(5, -3.6), (9, -3.6)])
def test_one_more_on_a_tall_stack_is_never_beyond_doubt(told: int, more: float) -> None:
    logs = np.full((STRIPS, KINDS), -16.0, dtype=np.float32)
    logs[:, told] = 0.0
    nothing = np.full((STRIPS, KINDS), -16.0, dtype=np.float32)
    nothing[:, 0] = 0.0
    held = Held.counted(Counts(logs, nothing, logs, np.zeros(STRIPS, dtype=np.float32)), 15)
    for spot in held.spots[1:]:
        assert spot.log_likelihood(told + 1, 0) == pytest.approx(spot.log_likelihood(told, 0) + more)
        assert spot.log_likelihood(told - 1, 0) < spot.log_likelihood(told, 0) - 10.0


def test_one_more_on_a_low_stack_may_be_beyond_doubt() -> None:
    logs = np.full((STRIPS, KINDS), -16.0, dtype=np.float32)
    logs[:, 2] = 0.0
    held = Held.counted(Counts(logs, logs, logs, np.zeros(STRIPS, dtype=np.float32)), 15)
    assert held.spots[1].log_likelihood(3, 2) < held.spots[1].log_likelihood(2, 2) - 10.0


def test_a_tall_stack_that_looks_as_it_did_may_have_one_more(table: PaintedTable) -> None:
    reader = Reader(table.calibration)
    picture = table.shows(START).image
    reader.read(picture)
    reader.confirm(START)
    spots = reader.read(picture).observation.spots
    assert spots[6].log_likelihood(6, 0) > -4.5, "it may lie exactly upon another"
    assert spots[8].log_likelihood(4, 0) < -7.0, "three lie side by side"
    assert reader.read(picture).observation.confidence > 0.99, "fifteen there are"


@pytest.mark.parametrize("on_bar", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_checkers_in_a_row_on_the_bar_are_counted_one_by_one(
    table: PaintedTable, on_bar: int, seed: int
) -> None:
    position = Position.from_dict(
        {"light": {"13": 5, "8": 5, "6": 5}, "dark": {"13": 5, "8": 3, "6": 7 - on_bar, "bar": on_bar}}
    )
    seen = Reader(table.calibration).read(table.shows(position, seed=seed).image).observation.position
    assert seen.dark.bar == on_bar
