"""Positions: any board a table can hold, and nothing else."""

import copy
import pickle

import pytest

from tabletop.backgammon import Fault, InvalidPosition, Player, Position, Side, variant, variant_names
from tests.backgammon.boards import board, side


def test_a_side_says_what_stands_where():
    light = Side((0, 2) + (0,) * 21 + (3,), bar=1, off=4, hand=5)
    assert (light.points[1], light.on(2), light.on(24), light.bar, light.off, light.hand) == (
        2,
        2,
        3,
        1,
        4,
        5,
    )
    assert light.total == 15
    assert light.pip_count == 2 * 2 + 3 * 24 + 25 + 5 * 25
    assert Side.from_places(light.places) == light


def test_equal_boards_are_one_key():
    start = variant("standard").start_position
    again = Position.from_dict(start.to_dict())
    assert again == start
    assert len({start, again}) == 1
    assert start != board("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:4 5:1")


@pytest.mark.parametrize("name", variant_names())
def test_a_position_survives_copying_pickling_and_tables(name):
    start = variant(name).start_position
    pickled = pickle.loads(pickle.dumps(start))  # noqa: S301
    for same in (pickled, copy.deepcopy(start), Position.from_dict(start.to_dict())):
        assert same == start
        assert type(same) is Position
    assert pickle.loads(pickle.dumps(start.light)) == start.light  # noqa: S301
    assert eval(repr(start)) == start  # noqa: S307


def test_a_side_does_not_change():
    light = side("6:5")
    with pytest.raises(AttributeError, match="does not change"):
        light.code = 0
    with pytest.raises(AttributeError):
        board("6:5").light = light
    assert light.but(bar=1) == side("6:5 bar:1")
    assert light == side("6:5")


@pytest.mark.parametrize(
    "counts",
    [{"25": 1}, {"0": 1}, {"6": -1}, {"6": True}, {"6": 1.0}, {"rail": 1}, {"6": 300}, {"6": 100, "5": 100}],
)
def test_what_no_table_can_hold_is_refused(counts):
    with pytest.raises(InvalidPosition):
        Side.from_dict(counts)


@pytest.mark.parametrize("points", [(), (0,) * 23, (-1,) + (0,) * 23, (200,) + (0,) * 23])
def test_a_side_has_24_points_with_counts(points):
    with pytest.raises(InvalidPosition):
        Side(points)


@pytest.mark.parametrize(
    "table", [{}, {"light": {}}, {"light": {}, "dark": []}, [], {"light": {}, "dark": {}, "x": {}}]
)
def test_a_position_has_two_sides(table):
    with pytest.raises(InvalidPosition):
        Position.from_dict(table)


def test_odd_boards_are_named_not_refused():
    odd = board("6:5 24:10", "19:2 1:12")
    assert odd.faults() == {
        (Fault.TWO_COLOURS, 6),
        (Fault.TWO_COLOURS, 24),
        (Fault.CHECKERS_MISSING, Player.DARK),
    }
    assert (Fault.CHECKERS_EXTRA, Player.LIGHT) in board("6:16").faults()
    assert variant("standard").start_position.faults() == frozenset()
