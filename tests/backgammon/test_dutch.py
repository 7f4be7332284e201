"""Dutch backgammon: everything that differs from the rules every game shares."""

from tabletop.backgammon import Dice, Player, legal_plays, variant
from tabletop.backgammon.variant import Opening
from tests.backgammon.boards import board

DUTCH = variant("dutch")


def plays(light: str, dark: str, dice: tuple[int, int]):
    return legal_plays(board(light, dark), Player.LIGHT, Dice(*dice), DUTCH)


def written(light: str, dark: str, dice: tuple[int, int]) -> set[str]:
    return {str(play) for play in plays(light, dark, dice)}


def test_all_30_checkers_start_in_hand():
    assert DUTCH.start_position == board("hand:15", "hand:15")


def test_the_winner_of_the_opening_rolls_anew_and_there_is_no_cube():
    assert DUTCH.opening is Opening.WINNER_REROLLS
    assert not DUTCH.cube


def test_a_number_d_enters_a_checker_on_the_opponents_d_point():
    assert plays("hand:15", "hand:15", (4, 2)).with_number(4) == {board("hand:14 21:1", "hand:15")}


def test_until_one_has_entered_nothing_else_can_move():
    assert plays("hand:15", "hand:15", (4, 2)).positions == {
        board("hand:13 21:1 23:1", "hand:15"),
        board("hand:14 19:1", "hand:15"),
    }


def test_once_one_has_entered_numbers_enter_or_move_as_the_player_likes():
    assert written("hand:14 10:1", "", (4, 2)) == {
        "hand/21 hand/23",
        "hand/19",
        "hand/21 10/8",
        "hand/23 10/6",
        "10/4",
    }


def test_a_checker_on_the_bar_enters_before_those_in_hand():
    legal = plays("bar:1 hand:5", "", (4, 2))
    assert {str(play) for play in legal} == {"bar/21 hand/23", "bar/19"}
    assert legal.with_number(2) == {board("23:1 hand:5")}


def test_a_blot_is_closed_while_no_own_checker_has_reached_home():
    assert plays("hand:1", "4:1", (4, 4)).positions == frozenset()
    assert plays("10:1", "17:1", (2, 2)).positions == frozenset()


def test_a_blot_is_hit_once_an_own_checker_is_home():
    assert plays("10:1 6:1", "17:1", (2, 2)).with_number(2) == {
        board("8:1 6:1", "bar:1"),
        board("10:1 4:1", "17:1"),
    }


def test_a_checker_that_comes_home_with_one_number_lets_the_other_hit():
    assert board("hand:0 21:1 6:1", "bar:1") in plays("hand:1 8:1", "4:1", (4, 2)).positions


def test_a_checker_borne_off_has_reached_home():
    assert plays("10:1 off:14", "17:1", (2, 2)).with_number(2) == {board("8:1 off:14", "bar:1")}


def test_bearing_off_waits_for_those_in_hand_and_on_the_bar():
    for waiting in ("hand:1", "bar:1"):
        legal = plays(f"6:1 {waiting}", "", (6, 6))
        assert all(after.light.off == 0 for after in legal.with_number(6))
    assert plays("6:1", "", (6, 6)).with_number(6) == {board("off:1")}


def test_in_other_games_nothing_enters_from_the_hand():
    legal = legal_plays(board("hand:1 10:1"), Player.LIGHT, Dice(4, 2), variant("standard"))
    assert {str(play) for play in legal} == {"10/4"}
