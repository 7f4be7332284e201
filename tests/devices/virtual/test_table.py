"""The simulated table: people can do with checkers what people do, and everything agrees with it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tabletop.backgammon import Player, Position, variant
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.virtual.camera import Misbehaviour, PaintedCamera
from tabletop.devices.virtual.painter import Scene, compose, put_down
from tabletop.devices.virtual.painter.canvas import Canvas
from tabletop.devices.virtual.painter.placement import Placement, picked_up, set_down
from tabletop.devices.virtual.painter.scene import Sensor
from tabletop.devices.virtual.table import NoPlaceError, Table, TableError
from tabletop.devices.virtual.timed_tower import TimedTower
from tabletop.referee import Button

START = variant("standard").start_position
SCENE = Scene(sensor=Sensor(noise=1.0, jpeg_quality=None))


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(5.0)


@pytest.fixture
def table(clock: SimulatedClock) -> Table:
    return Table(SCENE, clock, TimedTower(ScriptedTower(), clock), position=START)


def count(table: Table, player: Player, own_point: int) -> int:
    return table.look().position.of(player).on(own_point)


@pytest.mark.parametrize("key", ["standard", "dutch", "nackgammon", "hypergammon"])
def test_the_table_is_set_up_as_the_game_says(key: str, clock: SimulatedClock) -> None:
    start = variant(key).start_position
    assert Table(SCENE, clock, position=start).look().position == start


def test_any_checker_can_be_carried_anywhere_legal_or_not(table: Table) -> None:
    table.move(Player.LIGHT, 6, 24)  # backwards
    table.move(Player.DARK, 12, 1)  # the other side's points are numbered as light's
    assert count(table, Player.LIGHT, 24) == 3
    assert count(table, Player.DARK, 24) == 3
    table.move(Player.DARK, 12, 13)
    assert (count(table, Player.LIGHT, 13), count(table, Player.DARK, 12)) == (5, 1), "two colours on a point"


def test_a_checker_between_fingers_is_nowhere_and_goes_where_the_hand_goes(table: Table) -> None:
    table.pick_up(Player.LIGHT, 8)
    assert table.look().position.light.total == 14
    with pytest.raises(TableError, match="holds a checker already"):
        table.pick_up(Player.LIGHT, 8)
    table.put_down(Player.LIGHT, "bar")
    assert table.look().position.light.bar == 1
    table.pick_up(Player.LIGHT, "bar")
    table.withdraw(Player.LIGHT)
    assert table.look().position.light.off == 1
    assert table.look().hands == ()


@pytest.mark.parametrize("place", [0, 25, "nowhere", -3])
def test_what_is_no_place_is_refused_and_changes_nothing(table: Table, place: object) -> None:
    before = table.look()
    with pytest.raises(NoPlaceError, match="is no place"):
        table.move(Player.LIGHT, 6, place)  # type: ignore[arg-type]
    assert table.look() == before


def test_an_empty_place_gives_no_checker(table: Table) -> None:
    with pytest.raises(TableError, match="Light has no checker on the 23-point"):
        table.pick_up(Player.LIGHT, 23)
    with pytest.raises(TableError, match="in the tray"):
        table.pick_up(Player.LIGHT, "off")
    with pytest.raises(TableError, match="Dark has no checker on the 23-point"):  # in his own numbers
        table.pick_up(Player.DARK, 2)


def test_checkers_above_a_taken_one_come_down_to_the_rail(table: Table) -> None:
    table.move(Player.DARK, 1, 23)
    table.move(Player.LIGHT, 24, 23)  # beside dark's, further in
    far = next(c for c in table.look().placement.checkers if (c.player, c.place) == (Player.LIGHT, 23))
    table.move(Player.DARK, 23, "bar")
    near = next(c for c in table.look().placement.checkers if (c.player, c.place) == (Player.LIGHT, 23))
    assert (far.slot, near.slot) == (1, 0)


def test_dice_lie_in_the_tower_until_they_are_lifted(table: Table) -> None:
    thrown = table.roll()
    assert table.look().dice == thrown
    with pytest.raises(TableError, match="lift them first"):
        table.roll()
    table.lift()
    assert table.look().dice is None
    with pytest.raises(TableError, match="No dice"):
        table.lift()


def test_presses_are_kept_until_asked_for_and_not_for_ever(table: Table) -> None:
    for _ in range(1000):
        table.press(Player.DARK, Button.DONE)
    pressed = table.presses()
    assert 0 < len(pressed) <= 64
    assert {(press.player, press.button, press.at) for press in pressed} == {(Player.DARK, Button.DONE, 5.0)}
    assert table.presses() == []


# ---- the canvas and the camera


def difference(canvas: Canvas, placement: Placement) -> float:
    return float(np.abs(compose(canvas.scene, placement).light - canvas._painted).max())


def test_a_picture_kept_up_to_date_is_the_picture_painted_anew() -> None:
    rng = np.random.default_rng(4)
    canvas = Canvas(SCENE)
    placement = put_down(SCENE, START, rng)
    canvas.frame(placement)
    assert difference(canvas, placement) < 1.0
    for player, start, end in ((Player.LIGHT, 8, 5), (Player.DARK, 12, 25), (Player.LIGHT, 13, 12)):
        placement, _ = picked_up(placement, (player, start))
        placement = set_down(SCENE, placement, player, end, rng)
        canvas.frame(placement)
        assert difference(canvas, placement) < 1.0


def test_a_hand_leaves_no_trace_in_the_picture(table: Table, clock: SimulatedClock) -> None:
    camera = PaintedCamera(table, clock)
    before = [camera.grab(1.0).picture for _ in range(4)]
    table.pick_up(Player.LIGHT, 24)
    assert np.abs(camera.grab(1.0).picture.astype(int) - before[0]).max() > 60
    table.put_down(Player.LIGHT, 24)
    table.withdraw(Player.LIGHT)
    after = camera._canvas
    camera.grab(1.0)
    assert difference(after, table.look().placement) < 1.0


def test_pictures_given_out_never_change_afterwards(table: Table, clock: SimulatedClock) -> None:
    camera = PaintedCamera(table, clock)
    first = camera.grab(1.0).picture
    kept = first.copy()
    table.rearrange(Position.from_dict({"light": {"1": 15}, "dark": {"1": 15}}))
    for _ in range(8):
        camera.grab(1.0)
    assert np.array_equal(first, kept)


def test_a_still_table_gives_frames_that_differ_by_noise_alone(table: Table, clock: SimulatedClock) -> None:
    camera = PaintedCamera(table, clock)
    frames = [camera.grab(1.0) for _ in range(10)]
    assert [frame.number for frame in frames] == list(range(frames[0].number, frames[0].number + 10))
    for one, other in itertools.pairwise(frames):
        assert not np.array_equal(one.picture, other.picture)
        assert np.abs(one.picture.astype(int) - other.picture).max() < 16


def test_a_camera_misbehaves_as_it_is_told(table: Table, clock: SimulatedClock) -> None:
    camera = PaintedCamera(table, clock)
    good = camera.grab(1.0)
    camera.misbehave(Misbehaviour.REPEATS)
    assert camera.grab(1.0).number == good.number
    camera.misbehave(Misbehaviour.FREEZES)
    frozen = camera.grab(1.0)
    assert frozen.number > good.number
    assert np.array_equal(frozen.picture, good.picture)
    camera.misbehave(Misbehaviour.BLACK)
    assert camera.grab(1.0).picture.max() < 8
    camera.misbehave(None)
    assert camera.grab(1.0).picture.max() > 100


def test_a_board_set_up_again_has_every_row_from_the_rail(table: Table) -> None:
    table.rearrange(Position.from_dict({"light": {"20": 5, "3": 10}, "dark": {"24": 5, "1": 5, "20": 5}}))
    table.rearrange(START)
    for point in range(1, 25):
        here = sorted(c.slot for c in table.look().placement.checkers if c.place == point)
        assert here == list(range(len(here)))
