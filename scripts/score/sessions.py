"""The recorded sessions, replayed as ``tabletop replay`` does it and held against their truth.

A settled position is right when every reading of it is right. An error is flagged when it is named while it
stands on the board and before the next roll. A false accusation is a board that is legal, on its way to a
legal play, or not there at all, and was called illegal; or a legal turn that was recorded as illegal.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from scripts.score.boards import SHARED, told, wrong_spots
from scripts.score.report import Grid, Report, share
from tabletop.app.replay import calibrate_session, replay
from tabletop.backgammon import Position
from tabletop.devices.film import Film
from tabletop.errors import TabletopError
from tabletop.present.lines import Line
from tabletop.record.session import Session, load_session

SLACK = 0.05
"""Seconds by which a time may miss the edge of an interval: rounding, not patience."""
STANDING = {"legal": "legal", "condoned_error": "illegal"}
SETUPS = {"corners given": lambda s: s, "corners searched": lambda s: replace(s, corners=None)}


@dataclass(slots=True)
class SessionScore:
    """One session, replayed once."""

    name: str
    setup: str
    positions: int = 0
    positions_right: int = 0
    turns: int = 0
    turns_right: int = 0
    errors: int = 0
    delays: list[float] = field(default_factory=list)
    """Of every error flagged and rightly named, seconds after the hand has left."""
    misnamed: int = 0
    missed: int = 0
    false: int = 0
    unclear: int = 0
    speed: float = 0.0
    """Times as fast as it was filmed."""
    failures: list[str] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """For the table."""
        delay = f"{max(self.delays):.1f} s" if self.delays else "-"
        return (
            f"{self.name}, {self.setup}",
            share(self.positions_right, self.positions),
            share(self.turns_right, self.turns),
            f"{len(self.delays)}/{self.errors}",
            delay,
            str(self.misnamed),
            str(self.missed),
            str(self.false),
            str(self.unclear),
            f"{self.speed:.0f} ×",
        )

    def fail(self, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{self.name}, {self.setup}: {what}")


COLUMNS = (
    "session",
    "positions",
    "turns",
    "errors named",
    "slowest",
    "misnamed",
    "missed",
    "false",
    "unclear",
    "speed",
)


def score_session(session: Session, setup: str) -> SessionScore:
    """Replay ``session`` and hold it against its ``truth.json``."""
    truth = json.loads((session.folder / "truth.json").read_text("utf-8"))
    score = SessionScore(
        session.folder.name, setup, positions=len(truth["stable"]), turns=len(truth["turns"])
    )
    score.errors = sum(
        attempt["status"] == "illegal" for turn in truth["turns"] for attempt in turn["attempts"]
    )
    try:
        calibration = calibrate_session(SETUPS[setup](session))
    except TabletopError as error:
        score.missed = score.errors
        score.fail(f"not calibrated: {error}")
        return score
    began = time.perf_counter()
    lines = [line for step in replay(session, calibration) if step.told for line in step.told.lines()]
    filmed = Film(session.film, session.fps).length() / (session.fps or 5.0)
    score.speed = filmed / (time.perf_counter() - began)
    _positions(score, lines, truth)
    _turns(score, lines, truth)
    _errors(score, lines, truth)
    _accusations(score, lines, truth)
    return score


def _of(lines: list[Line], event: str) -> list[Line]:
    return [line for line in lines if line["event"] == event]


def _within(t: float, interval: list[float]) -> bool:
    return interval[0] - SLACK <= t <= interval[1] + SLACK


def _positions(score: SessionScore, lines: list[Line], truth: dict[str, Any]) -> None:
    read = _of(lines, "position")
    for stable in truth["stable"]:
        is_there = Position.from_dict(stable["position"])
        here = [line for line in read if _within(line["t"], stable["t"])]
        wrong = [line for line in here if wrong_spots(Position.from_dict(line["position"]), is_there)]
        for line in wrong:
            seen = Position.from_dict(line["position"])
            score.fail(f"{line['t']:.1f} s, sure {line['confidence']:.3f}: {told(seen, is_there)}")
        if not here:
            score.fail(f"{stable['t'][0]:.1f} to {stable['t'][1]:.1f} s: was not read at all")
        score.positions_right += bool(here) and not wrong


def _named(violation: str | None, attempt: dict[str, Any]) -> bool:
    return violation in {attempt.get("violation"), *(attempt.get("violation_also") or ())}


def _turns(score: SessionScore, lines: list[Line], truth: dict[str, Any]) -> None:
    closed = {line["turn"]: line for line in _of(lines, "turn")}
    for turn in truth["turns"]:
        line = closed.get(turn["n"])
        if line is None:
            score.fail(f"turn {turn['n']} was not recorded")
            continue
        standing = STANDING[turn["standing"]]
        seen, is_there = Position.from_dict(line["after"]), Position.from_dict(turn["after"])
        right = line["standing"] == standing and not wrong_spots(seen, is_there)
        if right and standing == "illegal":
            right = _named(line["violation"], turn["attempts"][-1])
        score.turns_right += right
        if not right:
            score.fail(
                f"turn {turn['n']} from {turn['t_roll']:.1f} s, {turn['final_play']} ({standing}): recorded "
                f"{line['play']} {line['standing']} {line['violation'] or ''} {told(seen, is_there)}"
            )
        if standing == "legal" and line["standing"] == "illegal":
            score.false += 1


def _illegal_attempts(truth: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any], float]]:
    """Every illegal board with its turn and the time of the next roll."""
    rolls = [turn["t_roll"] for turn in truth["turns"][1:]] + [float("inf")]
    for turn, next_roll in zip(truth["turns"], rolls, strict=True):
        for attempt in turn["attempts"]:
            if attempt["status"] == "illegal":
                yield turn, attempt, next_roll


def _errors(score: SessionScore, lines: list[Line], truth: dict[str, Any]) -> None:
    verdicts = _of(lines, "verdict")
    score.unclear = sum(line["status"] == "unclear" for line in verdicts)
    for turn, attempt, next_roll in _illegal_attempts(truth):
        here = [
            line for line in verdicts if _within(line["t"], attempt["t_stable"]) and line["t"] <= next_roll
        ]
        accused = [line for line in here if line["status"] == "illegal" and line["turn"] == turn["n"]]
        named = [line for line in accused if _named(line["violation"], attempt)]
        stood = f"turn {turn['n']} at {attempt['t_stable'][0]:.1f} s"
        what = f"{stood}, {attempt['played']} ({attempt['violation']})"
        if named:
            score.delays.append(named[0]["t"] - attempt["t_stable"][0])
        elif accused:
            score.misnamed += 1
            score.fail(f"{what}: called {accused[0]['violation']}")
        else:
            score.missed += 1
            score.fail(f"{what}: not flagged; said {[line['message'] for line in here]}")


def _accusations(score: SessionScore, lines: list[Line], truth: dict[str, Any]) -> None:
    turns = {turn["n"]: turn for turn in truth["turns"]}
    for line in _of(lines, "verdict"):
        if line["status"] == "unclear":
            score.fail(f"{line['t']:.1f} s, turn {line['turn']}: unclear: {line['message']}")
        if line["status"] != "illegal":
            continue
        attempts = turns[line["turn"]]["attempts"] if line["turn"] in turns else []
        standing = [attempt for attempt in attempts if _within(line["t"], attempt["t_stable"])]
        if not any(attempt["status"] == "illegal" for attempt in standing):
            score.false += 1
            is_there = ", ".join(f"{attempt['status']} {attempt.get('played')}" for attempt in standing)
            score.fail(
                f"FALSE ACCUSATION at {line['t']:.1f} s, turn {line['turn']}: {line['violation']}, "
                f"{line['message']}; on the board: {is_there or 'no settled board of this turn'}"
            )


def report() -> Report:
    """The section of the score."""
    folders = sorted(path.parent for path in SHARED.glob("sessions/*/truth.json"))
    about = "Each session is replayed twice: calibrated with its corners, and with the corners searched for."
    if not folders:
        return Report(
            "sessions", "Recorded sessions", f"{SHARED}/sessions is not there: nothing was measured."
        )
    scores = [score_session(load_session(folder), setup) for folder in folders for setup in SETUPS]
    delays = [delay for score in scores for delay in score.delays]
    figures = {f"{score.name}, {score.setup}": _figures(score) for score in scores}
    if delays:
        about += f" An error is named {sum(delays) / len(delays):.2f} s after the hand has left, on average."
    grid = Grid("Sessions", COLUMNS, [score.row() for score in scores])
    failures = tuple(failure for score in scores for failure in score.failures)
    return Report("sessions", "Recorded sessions", about, (grid,), failures, figures)


def _figures(score: SessionScore) -> dict[str, Any]:
    return {
        "positions": [score.positions_right, score.positions],
        "turns": [score.turns_right, score.turns],
        "errors": score.errors,
        "delays": score.delays,
        "misnamed": score.misnamed,
        "missed": score.missed,
        "false_accusations": score.false,
        "unclear": score.unclear,
        "speed": score.speed,
    }
