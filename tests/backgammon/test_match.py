"""What a game is worth, who may double, and where a match stands."""

import pytest

from tabletop.backgammon import (
    Crawford,
    Cube,
    Match,
    MatchRules,
    Player,
    Result,
    Win,
    borne_off,
    variant,
    win_of,
)
from tabletop.backgammon.errors import BackgammonError
from tests.backgammon.boards import board

BACKGAMMON = variant("standard")
LIGHT, DARK = Player
MONEY = Match()


def match_to(length: int, **rules) -> Match:
    return Match.start(MatchRules(length=length, **rules))


def won(points: int, winner: Player = LIGHT) -> Result:
    return Result(winner, Win.SINGLE, points)


@pytest.mark.parametrize(
    ("loser", "win"),
    [
        ("13:14 off:1", Win.SINGLE),
        ("19:1 off:14", Win.SINGLE),
        ("13:15", Win.GAMMON),
        ("18:15", Win.GAMMON),
        ("19:1 13:14", Win.BACKGAMMON),
        ("24:1 13:14", Win.BACKGAMMON),
        ("bar:1 6:14", Win.BACKGAMMON),
    ],
)
def test_a_gammon_needs_none_borne_off_a_backgammon_one_on_the_bar_or_in_the_winners_home(loser, win):
    end = board("off:15", loser)
    assert borne_off(end) is LIGHT
    assert win_of(end, LIGHT, BACKGAMMON) is win
    assert MONEY.finished(end, Cube(4, DARK, True), BACKGAMMON) == Result(LIGHT, win, 4 * win.value)


def test_in_dutch_a_backgammon_is_a_gammon():
    assert win_of(board("off:15", "hand:1 24:14"), LIGHT, variant("dutch")) is Win.GAMMON


def test_a_game_goes_on_while_both_have_checkers_to_bear_off():
    assert borne_off(BACKGAMMON.start_position) is None
    assert borne_off(board("off:14 1:1", "off:14 1:1")) is None
    assert MONEY.finished(board("off:14 bar:1", "13:15"), Cube(), BACKGAMMON) is None


def test_with_a_checker_lost_the_game_ends_when_the_others_are_off():
    assert borne_off(board("13:15", "off:13")) is DARK


def test_a_drop_loses_what_the_cube_showed_before_the_double():
    assert MONEY.dropped(LIGHT, Cube(2, LIGHT, True)) == Result(LIGHT, Win.SINGLE, 2, dropped=True)


def test_a_take_doubles_the_cube_and_gives_it_to_the_taker():
    cube = Cube().taken(DARK)
    assert cube == Cube(2, DARK, turned=True)
    assert MONEY.may_double(DARK, cube, BACKGAMMON)
    assert not MONEY.may_double(LIGHT, cube, BACKGAMMON)


def test_a_centred_cube_is_for_either_player():
    assert all(MONEY.may_double(player, Cube(), BACKGAMMON) for player in Player)


def test_there_is_no_limit_to_the_cube_in_money_play():
    assert MONEY.may_double(LIGHT, Cube(1024, LIGHT, True), BACKGAMMON)


def test_a_game_without_a_cube_has_no_double():
    assert not MONEY.may_double(LIGHT, Cube(), variant("dutch"))


def test_a_cube_that_already_wins_the_match_is_dead():
    match = match_to(5)
    assert match.may_double(LIGHT, Cube(4, LIGHT, True), BACKGAMMON)
    assert not match.after(won(1)).may_double(LIGHT, Cube(4, LIGHT, True), BACKGAMMON)


def test_the_crawford_game_is_the_first_with_a_player_one_away_and_has_no_double():
    match = match_to(5).after(won(3))
    assert match.crawford is Crawford.BEFORE
    match = match.after(won(1))
    assert match.crawford is Crawford.NOW
    assert not any(match.may_double(player, Cube(), BACKGAMMON) for player in Player)
    match = match.after(won(1, DARK))
    assert match.crawford is Crawford.AFTER
    assert match.may_double(DARK, Cube(), BACKGAMMON)
    assert not match.may_double(LIGHT, Cube(), BACKGAMMON), "one away, the cube is dead for him"


def test_there_is_one_crawford_game_only():
    match = match_to(3).after(won(2)).after(won(2, DARK))
    assert (match.light, match.dark, match.crawford) == (2, 2, Crawford.AFTER)


def test_without_the_rule_there_is_no_crawford_game():
    match = match_to(3, crawford=False).after(won(2))
    assert match.may_double(DARK, Cube(), BACKGAMMON)


def test_the_only_game_of_a_match_to_one_point_has_no_double():
    assert not match_to(1).may_double(LIGHT, Cube(), BACKGAMMON)


def test_a_match_is_over_at_its_length_and_no_game_follows():
    match = match_to(3).after(won(4, DARK))
    assert match.is_over
    assert match.winner is DARK
    assert match.away(DARK) == 0
    with pytest.raises(BackgammonError, match="over"):
        match.after(won(1))


def test_money_play_does_not_end():
    match = MONEY.after(won(64))
    assert not match.is_over
    assert match.away(LIGHT) is None


def test_jacoby_gammons_count_only_once_the_cube_was_turned():
    jacoby = Match(MatchRules(jacoby=True))
    gammon = board("off:15", "13:15")
    assert jacoby.finished(gammon, Cube(), BACKGAMMON) == Result(LIGHT, Win.SINGLE, 1)
    assert jacoby.finished(gammon, Cube().taken(DARK), BACKGAMMON) == Result(LIGHT, Win.GAMMON, 4)
    assert MONEY.finished(gammon, Cube(), BACKGAMMON) == Result(LIGHT, Win.GAMMON, 2)


def test_an_automatic_double_does_not_turn_the_cube_for_jacoby():
    cube = Cube().doubled_automatically()
    assert (cube.value, cube.owner) == (2, None)
    assert Match(MatchRules(jacoby=True)).finished(board("off:15", "13:15"), cube, BACKGAMMON) == won(2)


def test_a_beaver_doubles_at_once_and_keeps_the_cube():
    cube = Cube().taken(DARK)
    assert Match(MatchRules(beavers=True)).may_beaver(cube)
    assert not MONEY.may_beaver(cube)
    assert cube.beavered() == Cube(4, DARK, True)


@pytest.mark.parametrize("value", [0, 3, -2])
def test_a_cube_shows_powers_of_two(value):
    with pytest.raises(BackgammonError, match="a cube shows"):
        Cube(value)


@pytest.mark.parametrize("rules", [{"jacoby": True}, {"beavers": True}, {"automatic_doubles": 1}])
def test_money_rules_are_not_for_matches(rules):
    with pytest.raises(BackgammonError, match="money play"):
        MatchRules(length=5, **rules)


def test_a_resigned_game_counts_as_what_was_given_up():
    assert MONEY.resigned(DARK, Win.GAMMON, Cube(2, LIGHT, True)) == Result(DARK, Win.GAMMON, 4)
