"""The lines other programs read."""

import json

from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, variant
from tabletop.present.lines import line, position_line
from tabletop.referee import (
    BoardSeen,
    CameraFound,
    CameraLost,
    DiceSettled,
    Event,
    Observation,
    OpeningRolled,
    State,
    Trouble,
    replay,
)
from tests.referee.scenario import board, moved

GAME = variant("standard")


def lines(*events: Event) -> list[dict[str, object]]:
    _, effects = replay(State.new(GAME, Match.start(MatchRules(length=3))), list(events))
    told = [line(effect) for effect in effects]
    return [json.loads(json.dumps(one)) for one in told if one is not None]


def seen(at: float, *words: str) -> BoardSeen:
    return BoardSeen(
        at=at, observation=Observation.certain(moved(GAME.start_position, Player.LIGHT, list(words)))
    )


def test_a_verdict_and_the_turn_it_became() -> None:
    told = lines(
        OpeningRolled(at=1.0, light=3, dark=1),
        seen(4.0, "24/23", "13/8"),
        DiceSettled(at=9.0, dice=Dice(6, 4)),
    )
    verdict, turn = told
    assert verdict["event"] == "verdict"
    assert verdict["t"] == 4.0
    assert (verdict["turn"], verdict["player"], verdict["dice"]) == (1, "light", [3, 1])
    assert (verdict["status"], verdict["violation"]) == ("illegal", "wrong_distance")
    assert verdict["where"] == [13, 8]
    assert turn["event"] == "turn"
    assert turn["t"] == 9.0
    assert (turn["standing"], turn["violation"]) == ("illegal", "wrong_distance")
    assert Position.from_dict(turn["before"]) == GAME.start_position  # type: ignore[arg-type]
    assert Position.from_dict(turn["after"]) == seen(0, "24/23", "13/8").observation.position  # type: ignore[arg-type]


def test_a_settled_board_is_a_line() -> None:
    told = position_line(seen(2.0))
    assert told["event"] == "position"
    assert Position.from_dict(told["position"]) == GAME.start_position
    assert told["confidence"] == 1.0


def test_the_set_up_and_the_camera() -> None:
    wrong = Observation.certain(board("light 24:2 13:5 7:3 6:5 | dark 24:2 13:5 8:3 6:5"))
    setup, moved_away, back = lines(
        BoardSeen(at=0.5, observation=wrong), CameraLost(at=1.0, trouble=Trouble.MOVED), CameraFound(at=2.0)
    )
    assert (setup["event"], setup["ok"], setup["violation"]) == ("setup", False, "wrong_setup")
    assert (moved_away["event"], moved_away["state"]) == ("camera", "moved")
    assert back["state"] == "ok"
