"""What is missing may be found again, and what was hardly seen is not held against anybody."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, variant
from tabletop.referee import (
    BoardSeen,
    DiceLifted,
    DiceSettled,
    HandSeen,
    Illegal,
    Legal,
    OpeningRolled,
    State,
    advance,
    replay,
)
from tabletop.referee.effects import Standing, TurnClosed, VerdictGiven
from tabletop.referee.found_again import found_again
from tabletop.referee.judge import judge
from tabletop.referee.observation import Observation, Spot
from tests.referee.scenario import board

GAME = variant("standard")
START = GAME.start_position
PLAYED = Position.from_dict(
    {"light": {"24": 2, "13": 4, "8": 3, "6": 6}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
)
"""13/6: a sixth checker on the 6-point."""
ONE_GONE = Position.from_dict(
    {"light": {"24": 2, "13": 4, "8": 3, "6": 5}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
)


def overlooked(board: Position, spot: int, nats: float) -> Observation:
    """``board`` (light's side is wrong on ``spot``), where one more checker is ``nats`` less likely."""
    sure = Observation.certain(board)
    count = board.light.on(spot)
    more = math.exp(-nats) / (1 + math.exp(-nats))
    spots = list(sure.spots)
    spots[spot] = Spot(((count, 0, math.log(1 - more)), (count + 1, 0, math.log(more))), -25.0)
    return replace(sure, spots=tuple(spots))


def told(*events: object) -> tuple[State, list[object]]:
    state = State.new(GAME, Match.start(MatchRules(length=5)), None)
    said: list[object] = []
    for event in events:
        state, effects = advance(state, event)  # type: ignore[arg-type]
        said += effects
    return state, said


OPENED = (
    BoardSeen(at=0.0, observation=Observation.certain(START)),
    OpeningRolled(at=1.0, light=5, dark=2),
    HandSeen(at=2.0),
)


@pytest.mark.parametrize("nats", [1.0, 4.0])
def test_a_checker_hard_to_see_on_a_tall_stack_is_not_missing(nats: float) -> None:
    _, said = told(
        *OPENED,
        BoardSeen(at=3.0, observation=overlooked(ONE_GONE, 6, nats)),
        DiceSettled(at=5.0, dice=Dice(3, 1)),
        BoardSeen(at=6.0, observation=overlooked(ONE_GONE, 6, nats)),
        HandSeen(at=7.0),
        DiceSettled(at=9.0, dice=Dice(3, 1)),
    )
    assert not [e for e in said if isinstance(e, VerdictGiven) and isinstance(e.verdict, Illegal)]
    assert not [e for e in said if isinstance(e, TurnClosed) and e.standing is Standing.ILLEGAL]


def test_a_checker_plainly_missing_when_the_next_roll_comes_is_an_error() -> None:
    _, said = told(
        *OPENED,
        BoardSeen(at=3.0, observation=Observation.certain(ONE_GONE)),
        DiceSettled(at=5.0, dice=Dice(3, 1)),
    )
    (closed,) = (effect for effect in said if isinstance(effect, TurnClosed))
    assert closed.standing is Standing.ILLEGAL


def test_a_checker_that_was_missing_and_is_there_again_is_nobodys_error() -> None:
    dark_played = Position.from_dict(
        {"light": {"24": 2, "13": 4, "8": 3, "6": 6}, "dark": {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}}
    )
    _, said = told(
        *OPENED,
        BoardSeen(at=3.0, observation=Observation.certain(ONE_GONE)),
        DiceSettled(at=5.0, dice=Dice(3, 1)),
        HandSeen(at=6.0),
        BoardSeen(at=7.0, observation=Observation.certain(dark_played)),
    )
    given = next(e for e in said if isinstance(e, VerdictGiven) and e.player is Player.DARK)
    assert isinstance(given.verdict, Legal)
    assert given.verdict.position == dark_played


BEARING_OFF = Position.from_dict(
    {"light": {"6": 1, "3": 1, "2": 5, "1": 2, "off": 6}, "dark": {"13": 5, "8": 4, "6": 5, "24": 1}}
)
TOO_FAR = {"13": 5, "8": 4, "6": 4, "2": 1, "24": 1}
"""Dark's 6/2."""


def doubted(light: dict[str, int], dark: dict[str, int]) -> Observation:
    """A board on which a sixth checker may lie upon light's five on the 2-point."""
    board = Position.from_dict({"light": light, "dark": dark})
    return replace(overlooked(board, 2, 3.5), confidence=0.97, unsure=(2,))


def after_bearing_off(*events: object) -> list[object]:
    """Light has borne off one and played 3/2 or not, nobody can tell for sure; then dark has rolled 1-1."""
    state = State.new(GAME, Match.start(MatchRules(length=5)), None)
    state, _ = advance(state, BoardSeen(at=0.0, observation=Observation.certain(START)))
    state, _ = advance(state, OpeningRolled(at=1.0, light=6, dark=1))
    assert state.turn is not None
    turn = replace(state.turn, before=BEARING_OFF, before_sure=1.0)
    state = replace(state, turn=turn, board=BEARING_OFF)
    said: list[object] = []
    for event in events:
        state, effects = advance(state, event)  # type: ignore[arg-type]
        said += effects
    return said


def test_a_doubt_on_a_tall_stack_excuses_nobody_who_never_touched_it() -> None:
    left = {"3": 1, "2": 5, "1": 2, "off": 7}
    said = after_bearing_off(
        HandSeen(at=2.0),
        BoardSeen(at=3.0, observation=doubted({"2": 5, "1": 2, "off": 8}, BEARING_OFF.dark.to_dict())),
        BoardSeen(at=4.0, observation=doubted(left, BEARING_OFF.dark.to_dict())),
        DiceSettled(at=5.0, dice=Dice(1, 2)),
        HandSeen(at=6.0),
        BoardSeen(at=7.0, observation=doubted(left, TOO_FAR)),
    )
    given = [e for e in said if isinstance(e, VerdictGiven) and e.player is Player.DARK]
    assert given
    assert isinstance(given[-1].verdict, Illegal), "6/2 is no play of 2-1"


def test_a_checker_overlooked_on_a_point_that_both_colours_share_is_found_there() -> None:
    # light's 2-point is dark's 23-point
    shared = board("light 1:5 2:1 3:2 6:2 7:2 8:3 | dark 1:4 2:4 4:3 14:1 20:1 23:1")
    played = board("light 1:5 2:1 3:2 6:2 7:2 8:3 | dark 1:4 2:4 4:3 10:1 20:1 21:2")
    first = State.resumed(GAME, Match.start(MatchRules()), shared, Player.DARK)
    seen = BoardSeen(at=2.0, observation=Observation.certain(played))
    state, effects = replay(first, (DiceSettled(at=1.0, dice=Dice(2, 2)), seen, DiceLifted(at=3.0)))
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)
    assert str(state.turn.verdict.play) == "23/21(2) 14/10"
    assert not any(isinstance(e, VerdictGiven) and isinstance(e.verdict, Illegal) for e in effects)


def test_a_checker_believed_off_while_others_were_under_way_may_come_to_light_anywhere() -> None:
    before = Position.from_dict(
        {"light": {"24": 2, "13": 5, "8": 3, "6": 5}, "dark": {"24": 2, "13": 3, "8": 3, "6": 6, "off": 1}}
    )
    seen = Position.from_dict(
        {"light": {"24": 2, "13": 4, "8": 4, "6": 4, "5": 1}, "dark": {"24": 2, "13": 4, "8": 3, "6": 6}}
    )
    observation = Observation.certain(seen)
    dice = Dice(5, 1)
    verdict = judge(before, Player.LIGHT, dice, observation, GAME)
    assert isinstance(verdict, Illegal)
    found = found_again(before, Player.LIGHT, dice, observation, verdict, GAME)
    assert found is not None
    assert isinstance(found[1], Legal)
