"""What a game is worth before it is played."""

import pytest

from tabletop.backgammon import Match, MatchRules, variant
from tabletop.referee import OpeningRolled, State, replay


@pytest.mark.parametrize(("agreed", "value"), [(0, 1), (1, 2), (2, 4)])
def test_equal_opening_dice_double_the_stake_as_often_as_agreed(agreed: int, value: int) -> None:
    match = Match.start(MatchRules(automatic_doubles=agreed))
    ties = [OpeningRolled(at=float(n), light=4, dark=4) for n in range(3)]
    state, _ = replay(State.new(variant("standard"), match), list(ties))
    assert state.cube.value == value
