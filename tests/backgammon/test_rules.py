"""Each rule of the game, by its number in the rules the referee knows."""

import pytest

from tabletop.backgammon import Dice, Play, Player, legal_plays, variant
from tabletop.backgammon.variant import Opening
from tests.backgammon.boards import board

BACKGAMMON = variant("standard")


def plays(light: str, dark: str, dice: tuple[int, int]):
    return legal_plays(board(light, dark), Player.LIGHT, Dice(*dice), BACKGAMMON)


def written(light: str, dark: str, dice: tuple[int, int]) -> set[str]:
    return {str(play) for play in plays(light, dark, dice)}


# 1, 2. The board and the opening


def test_each_side_starts_with_15_checkers_and_167_pips():
    start = BACKGAMMON.start_position
    assert start.light == start.dark
    assert start.light.total == 15
    assert start.light.pip_count == 167
    assert {n: start.light.on(n) for n in range(1, 25) if start.light.on(n)} == {24: 2, 13: 5, 8: 3, 6: 5}


def test_the_winner_of_the_opening_plays_both_dice():
    assert BACKGAMMON.opening is Opening.BOTH_DICE


def test_both_players_have_the_same_plays_from_the_start():
    start = BACKGAMMON.start_position
    for dice in Dice.every():
        light, dark = (legal_plays(start, player, dice, BACKGAMMON) for player in Player)
        assert {str(p) for p in light} == {str(p) for p in dark}
        assert {(p.light, p.dark) for p in light.positions} == {(p.dark, p.light) for p in dark.positions}


# 4. Both numbers


def test_both_numbers_are_played_by_one_checker_or_by_two():
    assert written("13:1 8:1", "", (3, 1)) == {"13/10 8/7", "13/12 8/5", "13/9", "8/4"}


def test_one_checker_plays_both_numbers_only_over_an_open_point():
    # 13 to 7 with 4 and 2: dark holds 9 (13-4) and 11 (13-2).
    assert written("13:1", "16:2 14:2", (4, 2)) == set()
    assert written("13:1", "16:2", (4, 2)) == {"13/7"}


def test_a_number_playable_only_through_the_other_must_be_played():
    legal = plays("24:1", "7:2", (6, 1))  # dark holds 18: the 6 goes only from 23
    assert legal.playable == (1,)
    assert legal.must_play == (6, 1)
    assert {str(play) for play in legal} == {"24/17"}


def test_either_number_playable_but_not_both_the_larger_must_be_played():
    # From 24: 6 to 18, 5 to 19, both to 13, which dark holds.
    legal = plays("24:1", "12:2", (6, 5))
    assert legal.playable == (6, 5)
    assert legal.must_play == (6,)
    assert {str(play) for play in legal} == {"24/18"}


def test_only_the_smaller_number_playable_it_must_be_played():
    legal = plays("24:1", "7:2 12:2", (6, 5))
    assert {str(play) for play in legal} == {"24/19"}
    assert legal.must_play == (5,)


def test_a_single_number_is_not_legal_when_both_can_be_played():
    legal = plays("13:1 8:1", "", (6, 1))
    assert Play.parse("13/7") not in legal
    assert legal.begins(Play.parse("13/7").on(legal.position, Player.LIGHT))


def test_a_double_is_four_moves():
    assert written("24:1", "", (2, 2)) == {"24/16"}
    assert plays("13:4", "", (3, 3)).most == 4


def test_of_a_double_as_many_as_possible_are_played():
    legal = plays("24:1", "16:2", (5, 5))  # dark holds 9: after 24/19/14 the checker is stopped
    assert {str(play) for play in legal} == {"24/14"}
    assert legal.must_play == (5, 5)
    assert legal.most == 2


def test_no_number_playable_is_a_dance():
    legal = plays("24:1", "7:2 12:2", (6, 6))
    assert not legal
    assert len(legal) == 0
    assert legal.positions == frozenset()
    assert legal.prefixes == frozenset()
    assert legal.most == 0
    assert legal.must_play == ()
    assert "(no play)" in repr(legal)


# 5. Blots and closed points


def test_two_opposing_checkers_close_a_point():
    assert written("8:1", "20:2", (3, 1)) == {"8/4"}  # only over 7: dark holds 5


def test_a_lone_opposing_checker_is_hit_and_goes_to_the_bar():
    legal = plays("8:1 1:1", "20:1 1:1", (3, 1))
    after = legal.position.with_side(Player.LIGHT, board("5:1 1:1").light)
    assert not legal.begins(after), "the hit checker is still on the point"
    hit = Play.parse("8/5*").on(legal.position, Player.LIGHT)
    assert hit.dark == board("", "bar:1 1:1").dark
    assert legal.begins(hit)


def test_a_checker_hits_on_its_way():
    assert written("8:1", "20:1", (3, 1)) == {"8/5*/4", "8/4"}


def test_own_checkers_may_stand_on_a_point_in_any_number():
    assert "8/5 6/5" in written("8:1 6:1 5:13", "", (3, 1))


# 6. The bar


def test_a_number_d_enters_on_the_25_minus_d_point():
    for number in range(1, 7):
        legal = plays("bar:4", "", (number, number))
        assert {str(play) for play in legal} == {f"bar/{25 - number}(4)"}


def test_while_a_checker_is_on_the_bar_nothing_else_moves():
    # The 3 enters, the 5 does not; the 5 may not be played elsewhere while one stays on the bar.
    legal = plays("bar:2 13:2", "5:2", (5, 3))
    assert {str(play) for play in legal} == {"bar/22"}
    assert legal.must_play == (3,)


def test_after_the_last_checker_has_entered_the_other_number_is_free():
    assert written("bar:1 13:1", "5:2", (5, 3)) == {"bar/22 13/8", "bar/17"}


def test_entering_hits_a_blot():
    assert "bar/22*" in {str(p) for p in plays("bar:2", "3:1 5:2", (5, 3))}


# 7. Closed out


def test_with_six_points_closed_nobody_enters():
    closed = "1:2 2:2 3:2 4:2 5:2 6:2"
    assert not any(plays("bar:1 13:2", closed, (a, b)) for a in range(1, 7) for b in range(1, a + 1))


# 8. Bearing off


def test_bearing_off_needs_all_checkers_home():
    assert plays("7:1 6:1", "", (6, 5)).with_number(6) == {board("6:1 1:1")}
    assert plays("bar:1 6:1", "", (6, 5)).with_number(6) == {board("19:1 6:1")}
    assert plays("6:2", "", (6, 5)).with_number(6) == {board("6:1 off:1")}


def test_an_exact_number_bears_off():
    assert written("6:1 5:1", "", (6, 5)) == {"6/off 5/off", "6/1 5/off"}


def test_a_larger_number_bears_off_from_the_highest_point():
    assert written("5:2", "", (6, 5)) == {"5/off(2)"}
    assert written("3:1 2:1", "", (6, 5)) == {"3/off 2/off"}


def test_a_larger_number_does_not_bear_off_while_a_higher_checker_stands():
    assert plays("6:1 4:1", "", (5, 5)).with_number(5) == {board("4:1 1:1")}


def test_nobody_is_obliged_to_bear_off_when_he_can_move():
    assert written("6:1 4:1 3:1", "", (3, 1)) >= {"6/2", "6/3 4/3"}


def test_the_smaller_number_may_be_played_first_and_waste_pips_of_the_larger():
    assert board("2:1 off:1") in plays("6:1 2:1", "", (6, 1)).positions  # 6/5, then 5/off with the 6


def test_hit_while_bearing_off_he_comes_home_first():
    legal = plays("bar:1 2:2 off:12", "", (6, 5))
    assert {str(play) for play in legal} == {"bar/14"}


def test_the_last_checker_coming_home_frees_the_others_to_bear_off():
    legal = plays("7:1 5:1", "", (5, 1))
    assert board("6:1 off:1") in legal.positions  # 7/6, then 5/off
    assert legal.with_number(5) == {board("5:1 2:1")}


# Boards no legal game reaches


def test_two_opposing_checkers_close_a_point_on_which_own_ones_stand_but_those_may_leave():
    legal = plays("8:1 5:1", "20:2", (3, 1))
    assert legal.with_number(3) == {board("8:1 2:1", "20:2")}
    assert legal.with_number(1) == {board("7:1 5:1", "20:2"), board("8:1 4:1", "20:2")}


def test_one_opposing_checker_beside_own_ones_is_a_blot_for_the_next_that_lands():
    legal = plays("8:1 5:1", "20:1", (3, 3))
    assert board("5:2", "bar:1") in legal.with_number(3)
    assert board("8:1 2:1", "20:1") in legal.with_number(3), (
        "the one that stands there may leave without a hit"
    )


@pytest.mark.parametrize("count", [0, 1, 2, 30])
def test_any_number_of_checkers_plays(count):
    legal = plays(f"13:{count}", "", (1, 1))
    assert {p.light.total for p in legal.positions} == ({count} if count else set())


def test_thirty_on_the_bar_enter_as_far_as_the_roll_goes():
    assert plays("bar:30", "", (2, 1)).positions == {board("bar:28 24:1 23:1")}
