"""Legal, unfinished, illegal, or a question: never an accusation on doubt."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from tabletop.backgammon import Dice, Player, Position, legal_plays, variant
from tabletop.referee import (
    Ambiguous,
    Illegal,
    Legal,
    Observation,
    Spot,
    Unfinished,
    Unreadable,
    Violation,
    judge,
)
from tabletop.referee.judge import CAUTION, left_unfinished
from tabletop.referee.ledger import by_place
from tests.backgammon.boards import board
from tests.referee.noisy import observed
from tests.referee.scenario import board as board_of
from tests.referee.scenario import moved

GAME = variant("standard")
START = GAME.start_position
THREE_ONE = Dice(3, 1)


def after(*words: str) -> Observation:
    return Observation.certain(moved(START, Player.LIGHT, list(words)))


def verdict(seen: Observation) -> object:
    return judge(START, Player.LIGHT, THREE_ONE, seen, GAME)


def covered(seen: Observation, *spots: int) -> Observation:
    hidden = tuple(
        Spot((), 0.0, covered=True) if number in spots else spot for number, spot in enumerate(seen.spots)
    )
    return replace(seen, spots=hidden)


def test_a_whole_play_is_legal_and_named() -> None:
    found = verdict(after("8/5", "6/5"))
    assert isinstance(found, Legal)
    assert str(found.play) == "8/5 6/5"


def test_the_unplayed_board_is_unfinished() -> None:
    assert isinstance(verdict(after()), Unfinished)


def test_a_wrong_play_carries_all_that_a_verdict_carries() -> None:
    found = verdict(after("24/23", "13/8"))
    assert isinstance(found, Illegal)
    assert found.violation is Violation.WRONG_DISTANCE
    assert found.places == (13, 8)
    assert found.done == "24/23 13/8"
    assert found.nearest in found.legal
    assert len(found.legal) == 16
    assert found.rule.startswith("Backgammon 4")
    assert found.sure > 0.999


@pytest.mark.parametrize("spot", [8, 13])
def test_a_place_that_makes_the_difference_is_covered_so_nobody_is_accused(spot: int) -> None:
    found = verdict(covered(after("24/23", "13/8"), spot))
    assert not isinstance(found, Illegal)


def test_the_places_that_make_the_difference_are_unsure_so_nobody_is_accused() -> None:
    assert isinstance(verdict(replace(after("24/23", "13/8"), unsure=(8, 13))), Ambiguous)


def test_a_place_is_unsure_but_the_error_is_proven_by_another() -> None:
    assert isinstance(verdict(replace(after("24/23", "13/8"), unsure=(13,))), Illegal)


def test_a_place_is_unsure_and_the_other_proves_too_little_so_nobody_is_accused() -> None:
    seen = after("24/23", "13/8")
    spots = list(seen.spots)
    spots[8] = Spot(((4, 0, -0.001), (3, 0, -7.0)), floor=-12.0)
    assert isinstance(verdict(replace(seen, spots=tuple(spots), unsure=(13,))), Ambiguous)


def test_a_hit_checker_may_be_in_the_hand_while_the_play_goes_on() -> None:
    before = board("8:2 6:2 off:11", "20:1 13:3 off:11")
    halfway = board("8:1 6:2 5:1 off:11", "13:3 off:11")
    seen = Observation.certain(halfway)
    found = judge(before, Player.LIGHT, Dice(3, 1), seen, variant("standard"))
    assert isinstance(found, Unfinished)


def test_a_hand_far_from_the_error_does_not_hide_it() -> None:
    assert isinstance(verdict(covered(after("24/23", "13/8"), 19)), Illegal)


def test_with_a_third_of_the_board_covered_nothing_is_said() -> None:
    assert isinstance(verdict(covered(after("8/5", "6/5"), *range(1, 10))), Unreadable)


def test_two_legal_plays_that_differ_under_a_hand_are_a_question() -> None:
    found = verdict(covered(after("24/20"), 20, 24, 23, 21, 5, 6, 8))
    assert isinstance(found, Ambiguous)


def test_a_legal_board_that_looks_a_little_odd_is_legal() -> None:
    seen = after("8/5", "6/5")
    spots = list(seen.spots)
    spots[13] = Spot(((4, 0, -0.6), (5, 0, -0.8)), floor=-12.0)
    light = seen.position.light
    points = list(light.points)
    points[12] = 4
    read = Position(light.but(points=tuple(points), off=1), seen.position.dark)
    assert isinstance(verdict(replace(seen, spots=tuple(spots), position=read)), Legal)


@pytest.mark.parametrize("error", [0.001, 0.005])
def test_a_reader_that_errs_a_little_accuses_nobody_who_played_legally(error: float) -> None:
    chance = Random(11)
    board, player = START, Player.LIGHT
    judged = 0
    for _ in range(150):
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        boards = sorted(legal_plays(board, player, dice, GAME).positions, key=by_place) or [board]
        end = chance.choice(boards)
        found = judge(board, player, dice, observed(end, error, chance), GAME)
        assert not isinstance(found, Illegal), (board, dice, end)
        judged += isinstance(found, Legal) and found.position == end
        over = any(end.of(side).off == end.of(side).total for side in Player)
        board, player = (START, Player.LIGHT) if over else (end, player.opponent)
    assert judged > 120


BLOT_ON_FIVE = Position.from_dict(
    {
        "light": {"24": 2, "13": 5, "8": 3, "6": 5},
        "dark": {"24": 1, "20": 1, "13": 5, "8": 3, "6": 5},
    }
)
LIFTED_AHEAD = Position.from_dict(
    {
        "light": {"24": 2, "13": 5, "8": 3, "6": 5},
        "dark": {"24": 1, "13": 5, "8": 3, "6": 5, "bar": 1},
    }
)


def test_a_blot_put_on_the_bar_before_it_is_hit_is_on_the_way_to_a_legal_play() -> None:
    seen = Observation.certain(LIFTED_AHEAD)
    assert isinstance(judge(BLOT_ON_FIVE, Player.LIGHT, THREE_ONE, seen, GAME), Unfinished)


def test_a_blot_put_on_the_bar_that_no_play_can_hit_is_an_error() -> None:
    seen = Observation.certain(LIFTED_AHEAD)
    found = judge(BLOT_ON_FIVE, Player.LIGHT, Dice(6, 4), seen, GAME)
    assert isinstance(found, Illegal)
    assert found.violation is Violation.OPPONENTS_CHECKER


def test_a_blot_put_on_the_bar_and_left_unhit_is_an_error_once_the_turn_is_over() -> None:
    stands = left_unfinished(BLOT_ON_FIVE, Player.LIGHT, THREE_ONE, LIFTED_AHEAD, GAME)
    assert stands.violation is Violation.OPPONENTS_CHECKER


TWO_BLOTS = Position.from_dict(
    {
        "light": {"24": 2, "13": 5, "8": 3, "6": 5},
        "dark": {"24": 2, "20": 1, "22": 1, "13": 5, "8": 3, "6": 3},
    }
)


def test_both_blots_put_on_the_bar_while_one_of_two_hits_is_made_is_on_the_way_to_a_legal_play() -> None:
    on_the_way = Position.from_dict(
        {
            "light": {"24": 2, "13": 5, "8": 2, "6": 5, "5": 1},
            "dark": {"24": 2, "13": 5, "8": 3, "6": 3, "bar": 2},
        }
    )
    seen = Observation.certain(on_the_way)
    for dice in (Dice(3, 2), Dice(2, 3)):
        assert isinstance(judge(TWO_BLOTS, Player.LIGHT, dice, seen, GAME), Unfinished), "8/5*/3*"
    for light in ({"24": 2, "13": 5, "8": 2, "6": 5, "5": 1}, {"24": 2, "13": 5, "8": 3, "6": 4, "3": 1}):
        dark = on_the_way.dark.to_dict()
        either = Observation.certain(Position.from_dict({"light": light, "dark": dark}))
        assert isinstance(judge(TWO_BLOTS, Player.LIGHT, Dice(3, 3), either, GAME), Unfinished), "8/5* 6/3*"
    found = judge(TWO_BLOTS, Player.LIGHT, Dice(3, 1), seen, GAME)
    assert isinstance(found, Illegal), "the blot on the 3-point is out of reach"


def test_a_checker_more_on_a_bar_that_is_read_badly_is_no_part_of_an_error_elsewhere() -> None:
    before = board_of("light 9:1 5:2 4:4 2:3 1:5 | dark bar:2 22:1 9:1 5:3 4:4 3:3 off:1")
    after = board_of("light 9:2 5:1 4:4 2:3 1:5 | dark bar:2 22:1 9:1 5:3 4:4 3:3 off:1")
    misread = after.with_side(Player.DARK, after.dark.but(bar=3, off=0))
    spots = list(Observation.certain(after).spots)
    spots[0] = Spot(((0, 2, math.log(0.499)), (0, 3, math.log(0.5))), floor=-9.0)
    seen = Observation(tuple(spots), misread, confidence=0.5, unsure=(0,))
    verdict = judge(before, Player.LIGHT, Dice(4, 3), seen, variant("standard"))
    assert isinstance(verdict, Illegal)
    assert verdict.violation is Violation.WRONG_DIRECTION
    assert verdict.position == after


def test_a_hand_that_has_left_has_rather_ended_its_play_than_begun_it() -> None:
    before = board_of("light 3:3 2:4 1:4 off:4 | dark 2:1 1:5 off:9")
    after = board_of("light 3:3 2:4 1:4 off:4 | dark 8:1 1:5 off:9")
    spots = list(Observation.certain(after).spots)
    spots[17] = Spot(((0, 1, math.log(0.9999)), (0, 0, -10.0)), floor=-16.0)  # dark's 8-point
    seen = Observation(tuple(spots), after, confidence=0.9999)
    found = judge(before, Player.DARK, Dice(6, 2), seen, GAME)
    assert isinstance(found, Illegal), "2/8 is the wrong way, and the picture all but proves it"
    often = replace(CAUTION, pauses=0.6)
    assert not isinstance(judge(before, Player.DARK, Dice(6, 2), seen, GAME, often), Illegal)
