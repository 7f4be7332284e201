"""The games as data: what stands where at the start."""

import pytest

from tabletop.backgammon import UnknownVariant, variant, variant_names
from tests.backgammon.boards import side

STARTS = {
    "standard": "24:2 13:5 8:3 6:5",
    "nackgammon": "24:2 23:2 13:4 8:3 6:4",
    "hypergammon": "24:1 23:1 22:1",
    "longgammon": "24:15",
    "dutch": "hand:15",
}


def test_every_game_is_checked_here():
    assert set(variant_names()) == set(STARTS)


@pytest.mark.parametrize("name", STARTS)
def test_the_start_is_the_one_of_the_rules(name):
    game = variant(name)
    assert game.key == name
    assert game.start == side(STARTS[name])
    assert game.start.total == game.checkers
    assert game.start_position.faults(game.checkers) == frozenset()


def test_an_unknown_game_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownVariant, match="hypergammon, longgammon"):
        variant("chess")
