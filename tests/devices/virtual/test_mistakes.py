"""What the players at the virtual table do wrongly, and what may yet become right."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.backgammon import Dice, Player, Position, legal_plays, variant
from tabletop.devices.virtual.mistakes import blunder, on_its_way

GAME = variant("standard")


def board(light: dict[str, int], dark: dict[str, int]) -> Position:
    return Position.from_dict({"light": light, "dark": dark})


BEFORE = board({"24": 1, "7": 1, "13": 5, "6": 8}, {"23": 1, "13": 5, "8": 4, "6": 5})
"""Light throws 5-1: he may play 7/2* 24/23, say."""


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ({"24": 1, "2": 1, "13": 5, "6": 8}, {"23": 1, "13": 5, "8": 4, "6": 5}),  # hit, not yet taken up
        ({"24": 1, "7": 1, "13": 5, "6": 8}, {"bar": 1, "13": 5, "8": 4, "6": 5}),  # taken up, not yet hit
        ({"24": 1, "13": 5, "6": 8}, {"23": 1, "13": 5, "8": 4, "6": 5}),  # in the fingers
        ({"24": 1, "2": 1, "13": 5, "6": 8}, {"bar": 1, "13": 5, "8": 4, "6": 5}),
    ],
)
def test_a_board_on_the_way_to_a_legal_play_may_be_mended(
    light: dict[str, int], dark: dict[str, int]
) -> None:
    legal = legal_plays(BEFORE, Player.LIGHT, Dice(5, 1), GAME)
    assert on_its_way(legal, board(light, dark))


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ({"24": 1, "4": 1, "13": 5, "6": 8}, {"23": 1, "13": 5, "8": 4, "6": 5}),  # 7/4
        ({"24": 1, "7": 1, "13": 5, "6": 8}, {"23": 1, "13": 4, "8": 4, "6": 5}),  # dark's is gone
    ],
)
def test_a_board_that_no_play_passes_is_an_error_at_once(light: dict[str, int], dark: dict[str, int]) -> None:
    legal = legal_plays(BEFORE, Player.LIGHT, Dice(5, 1), GAME)
    assert not on_its_way(legal, board(light, dark))


def test_where_nothing_can_be_played_whatever_is_moved_is_an_error_at_once() -> None:
    shut_out = board({"bar": 1, "13": 14}, {str(point): 2 for point in range(1, 7)} | {"8": 3})
    legal = legal_plays(shut_out, Player.LIGHT, Dice(5, 1), GAME)
    error = blunder(legal, shut_out, np.random.default_rng(1))
    assert error is not None
    assert not error.mendable


def test_the_first_moves_of_a_play_may_always_be_mended() -> None:
    rng = np.random.default_rng(2)
    start = GAME.start_position
    found = set()
    for _ in range(200):
        one, other = (int(number) for number in rng.integers(1, 7, size=2))
        legal = legal_plays(start, Player.LIGHT, Dice(one, other), GAME)
        error = blunder(legal, min(legal.positions), rng)
        assert error is not None
        assert error.mendable or not error.unfinished
        found.add((error.unfinished, error.mendable))
    assert found >= {(True, True), (False, False)}
