"""An error is one if it is one from every board that may have stood there."""

from __future__ import annotations

import math
from dataclasses import replace

from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, variant
from tabletop.referee import BoardSeen, DiceSettled, HandSeen, Illegal, Legal, OpeningRolled, State, advance
from tabletop.referee.effects import Standing, TurnClosed, VerdictGiven
from tabletop.referee.inherited_doubt import (
    Doubts,
    boards_instead,
    doubts_of,
    renewed,
    untouched,
    without_news,
)
from tabletop.referee.observation import Observation, Spot

GAME = variant("standard")


def board(light: dict[str, int], dark: dict[str, int]) -> Position:
    return Position.from_dict({"light": light, "dark": dark})


BEFORE = board({"7": 1, "2": 5, "1": 2, "off": 7}, {"13": 5, "8": 4, "6": 5, "14": 1})
"""Light is about to bear in; one more may lie on the five of the 2-point."""


def hidden(position: Position, spot: int, share: float) -> Observation:
    """``position``, where one more of light's lies on ``spot`` with a probability of ``share``."""
    sure = Observation.certain(position)
    count, spots = position.light.on(spot), list(sure.spots)
    spots[spot] = Spot(((count, 0, math.log(1 - share)), (count + 1, 0, math.log(share))), -25.0)
    return replace(sure, spots=tuple(spots), confidence=1 - share, unsure=(spot,))


def from_doubt(
    doubts: Doubts | None, *events: object, before: Position = BEFORE, sure: float = 0.6
) -> list[object]:
    """Dark has thrown 2-1 on ``before``, if it was not another board."""
    state = State.new(GAME, Match.start(MatchRules(length=5)), None)
    state, _ = advance(state, BoardSeen(at=0.0, observation=Observation.certain(GAME.start_position)))
    state, _ = advance(state, OpeningRolled(at=1.0, light=1, dark=2))
    assert state.turn is not None
    turn = replace(state.turn, before=before, before_sure=sure, doubts=doubts)
    state = replace(state, turn=turn, board=before)
    said: list[object] = []
    for event in events:
        state, effects = advance(state, event)  # type: ignore[arg-type]
        said += effects
    return said


def verdicts(said: list[object]) -> list[object]:
    return [effect.verdict for effect in said if isinstance(effect, VerdictGiven)]


DARK_TOO_FAR = board({"7": 1, "2": 5, "1": 2, "off": 7}, {"13": 4, "8": 4, "7": 1, "6": 5, "14": 1})
"""Dark's 13/7 with 2-1."""
AND_MORE = board({"7": 1, "2": 5, "1": 2, "off": 7}, {"13": 4, "8": 3, "7": 1, "6": 5, "5": 1, "14": 1})
"""Dark's 8/5, if one of his checkers was on the 7-point already and not on the mid-point."""


def test_an_error_is_one_if_it_is_one_whatever_lay_on_the_doubtful_stack() -> None:
    said = from_doubt(
        doubts_of(BEFORE, hidden(BEFORE, 2, 0.4)),
        HandSeen(at=2.0),
        BoardSeen(at=3.0, observation=hidden(DARK_TOO_FAR, 2, 0.4)),
        DiceSettled(at=5.0, dice=Dice(3, 1)),
    )
    assert isinstance(verdicts(said)[0], Illegal)
    assert [e.standing for e in said if isinstance(e, TurnClosed)] == [Standing.ILLEGAL]


def test_what_may_have_been_legal_from_another_board_is_held_against_nobody() -> None:
    doubts = ((18, 0, 1), (12, 0, 4))  # dark's 7-point and mid-point, in light's numbers
    said = from_doubt(doubts, BoardSeen(at=3.0, observation=Observation.certain(AND_MORE)))
    assert not [verdict for verdict in verdicts(said) if isinstance(verdict, Illegal)]


def test_where_nobody_knows_what_else_may_have_stood_there_nobody_is_accused() -> None:
    said = from_doubt(None, BoardSeen(at=3.0, observation=Observation.certain(DARK_TOO_FAR)))
    assert not [verdict for verdict in verdicts(said) if isinstance(verdict, Illegal)]


def test_a_doubt_ends_where_the_next_play_has_changed_the_place() -> None:
    after = board({"7": 1, "2": 6, "1": 1, "off": 7}, {"13": 5, "8": 4, "6": 5, "14": 1})
    assert untouched(((2, 6, 0), (7, 2, 0)), BEFORE, after) == ((7, 2, 0),)


def test_of_a_place_that_is_doubted_again_only_the_last_picture_counts() -> None:
    assert renewed(((2, 6, 0), (7, 2, 0)), ((2, 7, 0),)) == ((7, 2, 0), (2, 7, 0))


def test_a_place_that_is_covered_may_hold_anything() -> None:
    sure = Observation.certain(BEFORE)
    spots = list(sure.spots)
    spots[20] = replace(spots[20], covered=True)
    assert doubts_of(BEFORE, replace(sure, spots=tuple(spots))) is None


def test_the_other_boards_have_as_many_checkers() -> None:
    instead = boards_instead(BEFORE, ((2, 6, 0), (2, 7, 0), (1, 3, 0)))
    assert instead is not None
    boards = list(instead)
    assert len(boards) == 5
    assert {one.light.total for one in boards} == {BEFORE.light.total}


def test_from_too_many_boards_nobody_is_judged() -> None:
    doubts = tuple((spot, count, 0) for spot in range(1, 5) for count in range(6, 9))
    assert boards_instead(BEFORE, doubts) is None


BOTH_COLOURS = board({"20": 1, "7": 1, "2": 5, "1": 2, "off": 6}, {"13": 5, "8": 4, "6": 4, "5": 1, "14": 1})
"""Light's blot on the 20-point and dark's on his 5-point: the same point."""


def test_on_a_point_that_both_colours_seem_to_share_one_may_be_a_deception() -> None:
    hit = board(
        {"7": 1, "2": 5, "1": 2, "bar": 1, "off": 6}, {"13": 5, "8": 4, "6": 2, "5": 1, "4": 1, "14": 1}
    )
    seen = BoardSeen(at=3.0, observation=Observation.certain(hit))
    said = from_doubt((), seen, before=BOTH_COLOURS, sure=1.0)  # 6/4 6/5*, if dark had no 5-point
    assert not [verdict for verdict in verdicts(said) if isinstance(verdict, Illegal)]


def test_an_error_elsewhere_on_such_a_board_is_told() -> None:
    too_far = board(
        {"20": 1, "7": 1, "2": 5, "1": 2, "off": 6}, {"13": 4, "8": 4, "7": 1, "6": 4, "5": 1, "14": 1}
    )
    seen = BoardSeen(at=3.0, observation=Observation.certain(too_far))
    said = from_doubt((), seen, before=BOTH_COLOURS, sure=1.0)
    assert isinstance(verdicts(said)[0], Illegal), "13/7 is no play of 2-1 whatever stands on the 20-point"


def test_from_a_board_with_more_checkers_than_the_game_has_nobody_is_accused() -> None:
    sixteen = board({"7": 1, "2": 5, "1": 2, "off": 7}, {"13": 5, "8": 4, "6": 6, "14": 1})
    too_far = board({"7": 1, "2": 5, "1": 2, "off": 7}, {"13": 4, "8": 4, "7": 1, "6": 6, "14": 1})
    said = from_doubt(
        (), BoardSeen(at=3.0, observation=Observation.certain(too_far)), before=sixteen, sure=1.0
    )
    assert not [verdict for verdict in verdicts(said) if isinstance(verdict, Illegal)]


def test_a_doubtful_place_that_looks_as_it_did_is_no_witness() -> None:
    seen = without_news(Observation.certain(DARK_TOO_FAR), BEFORE, ((2, 6, 0), (18, 0, 1)))
    assert seen.unsure == (2,), "dark's 7-point is news"
    six = board({"7": 1, "2": 6, "1": 2, "off": 6}, DARK_TOO_FAR.dark.to_dict())
    assert seen.log_likelihood(six) == seen.log_likelihood(DARK_TOO_FAR)


LIGHTS_PLAY = board({"5": 1, "2": 4, "1": 3, "off": 7}, {"13": 5, "8": 4, "6": 5, "14": 1})
"""Light's 7/5 2/1 with 2-1."""


def test_after_a_turn_nobody_saw_the_roll_is_his_who_has_moved_as_the_dice_say() -> None:
    said = from_doubt(None, BoardSeen(at=3.0, observation=Observation.certain(LIGHTS_PLAY)), sure=0.6)
    given = [effect for effect in said if isinstance(effect, VerdictGiven)]
    assert [(one.player, type(one.verdict)) for one in given] == [(Player.LIGHT, Legal)]


def test_whose_roll_it_is_is_not_in_doubt_after_a_turn_that_was_seen() -> None:
    said = from_doubt((), BoardSeen(at=3.0, observation=Observation.certain(LIGHTS_PLAY)), sure=1.0)
    given = [effect for effect in said if isinstance(effect, VerdictGiven)]
    assert [one.player for one in given] == [Player.DARK]
    assert not isinstance(given[0].verdict, Legal)
