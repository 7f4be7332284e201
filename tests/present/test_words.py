"""What is said at the table, and what is kept to oneself."""

import pytest

from tabletop.backgammon import Dice, Player, Position, variant
from tabletop.present.words import claim, sentence, setup_sentence
from tabletop.referee import Illegal, Observation, Role, Violation, judge, profile
from tabletop.referee.setting_up import differences
from tests.referee.scenario import board, moved

GAME = variant("standard")


def said(position: Position, player: Player, dice: Dice, *words: str, role: Role = Role.MONITOR) -> str:
    seen = Observation.certain(moved(position, player, list(words)))
    return sentence(judge(position, player, dice, seen, GAME), dice, role)


def test_a_wrong_distance_says_how_many_pips_and_what_was_rolled() -> None:
    words = said(GAME.start_position, Player.LIGHT, Dice(3, 1), "24/23", "13/8")
    assert "13/8 is 5 pips, the roll was 3-1" in words
    assert "Backgammon 4" in words


@pytest.mark.parametrize("role", [Role.MONITOR, Role.SILENT])
def test_nobody_is_told_a_legal_play_before_the_turn_is_over(role: Role) -> None:
    assert "legal play" not in said(GAME.start_position, Player.LIGHT, Dice(3, 1), "24/23", "13/8", role=role)


def test_a_tutor_names_the_nearest_legal_play() -> None:
    words = said(GAME.start_position, Player.LIGHT, Dice(3, 1), "24/23", "13/8", role=Role.TUTOR)
    assert "Nearest legal play:" in words


def test_a_closed_point_is_named_in_the_players_own_numbers() -> None:
    assert "opposing checkers hold the 19-point" in said(
        GAME.start_position, Player.DARK, Dice(5, 2), "24/19", "13/11"
    )


def test_a_danced_roll_is_said_to_be_danced() -> None:
    closed = board("light bar:1 6:14 | dark 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    assert said(closed, Player.LIGHT, Dice(6, 1)) == "No legal play with 6-1: the roll is danced."


@pytest.mark.parametrize("violation", Violation)
@pytest.mark.parametrize("places", [(13, 9), (13, 9, 4)])
def test_every_violation_has_a_sentence(violation: Violation, places: tuple[int, ...]) -> None:
    verdict = Illegal(GAME.start_position, violation, places, "13/9", (), (), None, 1.0)
    words = sentence(verdict, Dice(3, 1), Role.MONITOR)
    assert words.startswith("Illegal: ")
    assert violation.rule in words
    assert "{" not in words


def test_a_wrong_set_up_is_told_place_by_place() -> None:
    found = board("light 24:2 13:5 7:3 6:5 | dark 24:2 13:5 8:3 6:5")
    words = setup_sentence(False, differences(GAME.start_position, found))
    assert "light has 3 on the 7-point instead of 0" in words
    assert "light has 0 on the 8-point instead of 3" in words


def test_each_profile_says_who_may_claim() -> None:
    assert claim(profile("official")) != claim(profile("ukbgf")) != claim(profile("us1990"))
