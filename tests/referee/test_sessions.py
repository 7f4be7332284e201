"""Recorded matches, with boards seen without doubt: exactly the errors that were made are flagged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from tabletop.backgammon import Dice, Match, MatchRules, Play, Player, Position, variant
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    DiceCocked,
    DiceSettled,
    Event,
    HandSeen,
    Illegal,
    Legal,
    Observation,
    OpeningRolled,
    SessionEnded,
    State,
    Unfinished,
    replay,
)
from tabletop.referee.effects import Effect, TurnClosed, VerdictGiven
from tests.referee.noisy import observed

Reader: TypeAlias = Callable[[Position], Observation]

CHECKOUT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("TABLETOP_SHARED", CHECKOUT.parent / "shared"))
SESSIONS = sorted(path.parent for path in SHARED.glob("sessions/*/truth.json"))
READING_TAKES = 0.6
"""Seconds a board must lie quiet before it has been read."""

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SESSIONS, reason="no recorded sessions beside the checkout"),
]


def event_of(record: dict[str, Any]) -> Event:
    at = record["t"]
    match record["type"]:
        case "roll" if record.get("opening"):
            return OpeningRolled(at=at, light=record["dice"][0], dark=record["dice"][1], seq=record["seq"])
        case "roll":
            return DiceSettled(at=at, dice=Dice(*record["dice"]), seq=record["seq"])
        case "cocked":
            return DiceCocked(at=at)
        case "button":
            return ButtonPressed(at=at, player=Player(record["player"]), button=Button(record["button"]))
    raise AssertionError(f"a recorded event of an unknown type: {record}")


def observed_by(seed: int) -> Reader:
    chance = Random(seed)
    return lambda board: observed(board, error=0.001, chance=chance)


def told(session: Path, read: Reader = Observation.certain) -> tuple[dict[str, Any], tuple[Effect, ...]]:
    truth = json.loads((session / "truth.json").read_text("utf-8"))
    lines = (session / "events.jsonl").read_text("utf-8").splitlines()
    events = [event_of(json.loads(line)) for line in lines if line.strip()]
    for quiet in truth["stable"]:
        begin, end = quiet["t"]
        board = read(Position.from_dict(quiet["position"]))
        events.append(BoardSeen(at=begin + READING_TAKES, observation=board))
        events.append(HandSeen(at=end))
    events.sort(key=lambda event: event.at)
    events.append(SessionEnded(at=events[-1].at))
    match = Match.start(MatchRules(length=5))
    return truth, replay(State.new(variant(truth["variant"]), match), events)[1]


def in_one_notation(text: str) -> str:
    """``6/1* 6/1`` and ``8/7 7/4`` as the program writes them; an opposing checker's move stays as it is."""
    own = [word for word in text.split() if not word.startswith("opp:")]
    opposing = [word for word in text.split() if word.startswith("opp:")]
    return " ".join([str(Play.parse(" ".join(own))), *opposing]) if own else " ".join(opposing)


def names(fault: dict[str, Any]) -> set[str]:
    return {fault["violation"], *fault["violation_also"]}


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.name)
def test_every_turn_is_recorded_as_it_stood(session: Path) -> None:
    truth, effects = told(session)
    closed = [effect for effect in effects if isinstance(effect, TurnClosed)]
    assert [effect.turn for effect in closed] == [turn["n"] for turn in truth["turns"]]
    for effect, turn in zip(closed, truth["turns"], strict=True):
        where = f"turn {effect.turn}"
        assert effect.player.value == turn["player"], where
        assert effect.dice == Dice(*turn["dice"]), where
        assert effect.before == Position.from_dict(turn["before"]), where
        assert effect.after == Position.from_dict(turn["after"]), where
        assert effect.play == in_one_notation(turn["final_play"]), where
        assert (effect.violation is None) == turn["legal"] == (turn["standing"] == "legal"), where
        if effect.violation is not None:
            named = {effect.violation.value, *(violation.value for violation in effect.also)}
            assert named & names(turn["attempts"][-1]), where


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.name)
def test_every_board_of_a_turn_is_judged_as_it_was(session: Path) -> None:
    truth, effects = told(session)
    given = [effect for effect in effects if isinstance(effect, VerdictGiven)]
    for turn in truth["turns"]:
        verdicts = [effect.verdict for effect in given if effect.turn == turn["n"]]
        boards = [Position.from_dict(attempt["position"]) for attempt in turn["attempts"]]
        unplayed = Position.from_dict(turn["before"])
        verdicts = [v for v in verdicts if getattr(v, "position", None) != unplayed or unplayed in boards]
        kinds = {"legal": Legal, "partial": Unfinished, "illegal": Illegal}
        assert [type(v) for v in verdicts] == [kinds[a["status"]] for a in turn["attempts"]], turn["n"]
        for verdict, attempt in zip(verdicts, turn["attempts"], strict=True):
            if isinstance(verdict, Illegal):
                assert verdict.violation.value in names(attempt), turn["n"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.name)
def test_a_reader_that_errs_once_in_a_thousand_spots_flags_only_errors(session: Path, seed: int) -> None:
    truth, effects = told(session, observed_by(seed))
    faults = {turn["n"]: [a for a in turn["attempts"] if a.get("violation")] for turn in truth["turns"]}
    for effect in effects:
        if isinstance(effect, VerdictGiven) and isinstance(effect.verdict, Illegal):
            true_names = set().union(*map(names, faults[effect.turn]))
            assert effect.verdict.violation.value in true_names, effect.turn
    closed = {effect.turn: effect for effect in effects if isinstance(effect, TurnClosed)}
    for turn in truth["turns"]:
        if turn["legal"] and turn["n"] in closed:
            assert closed[turn["n"]].violation is None, turn["n"]
