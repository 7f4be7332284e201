"""The live table under faults: each injected so often, at random moments of matches that go on meanwhile.

Two programs play at the virtual table, in its own time, through painted camera, reader, tower protocol and
referee. Something breaks for a while, is mended, and breaks again. What must never happen: a board read from
a picture that is not new, a roll lost or invented, a turn recorded as seen that was played otherwise,
somebody accused falsely, a match that stops. Beside that, whole programs are ended by SIGTERM.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np

from tabletop.app.audit import on_board
from tabletop.app.auto import Evening, evening
from tabletop.app.config import Config
from tabletop.app.runtime import Published
from tabletop.app.virtual_room import VirtualRoom
from tabletop.devices.virtual.camera import Misbehaviour
from tabletop.devices.virtual.players import Display, Habits
from tabletop.record.session import load_session
from tabletop.referee import BoardSeen, DiceSettled, Event, OpeningRolled, Trouble
from tabletop.referee.effects import (
    CameraStateChanged,
    Standing,
    TowerStateChanged,
    TurnStarted,
    VerdictGiven,
)

HABITS = Habits(errors=0.05, pace=0.7, flits=0.05)
LASTING = (0.4, 4.5)
"""Seconds that a fault lasts."""
BETWEEN = (1.0, 4.0)
"""Seconds from the end of one to the beginning of the next."""
YEAR = 365.25 * 86400.0


@dataclass(frozen=True)
class Fault:
    """Something that breaks."""

    begin: Callable[[VirtualRoom], object]
    end: Callable[[VirtualRoom], object]
    blind: bool = False
    """No picture of it may be believed while it lasts."""
    device: str = ""
    """What is then told to be lost."""
    told_within: float = 2.5
    """Seconds after which that is told at the latest."""


def _camera(how: Misbehaviour) -> Fault:
    return Fault(
        lambda room: room.camera.misbehave(how),
        lambda room: room.camera.misbehave(None),
        blind=True,
        device="camera",
    )


def _break(name: str, broken: bool) -> Callable[[VirtualRoom], object]:
    return lambda room: setattr(getattr(room, name), "broken", broken)


FAULTS: dict[str, Fault] = {
    "camera stalls": _camera(Misbehaviour.STALLS),
    "camera repeats its last frame": _camera(Misbehaviour.REPEATS),
    "camera freezes": _camera(Misbehaviour.FREEZES),
    "camera goes black": _camera(Misbehaviour.BLACK),
    "camera unplugged": _camera(Misbehaviour.GONE),
    "tower unplugged": Fault(lambda r: r.tower.unplug(), lambda r: r.tower.plug(), device="tower"),
    "tower rebooted": Fault(lambda r: r.tower.reboot(), lambda _: None),
    "display gone": Fault(_break("display", True), _break("display", False), device="display"),
    "panel gone": Fault(_break("panel", True), _break("panel", False), device="panel"),
    "wall clock jumps a year": Fault(lambda _: None, lambda _: None),
}


@dataclass
class Watched:
    """What is looked out for during one evening."""

    since: float | None = None
    """When the camera went blind; None while it sees."""
    dice: list[tuple[int, int]] = field(default_factory=list)
    told: list[tuple[float, str, bool]] = field(default_factory=list)
    """(when, device, whether it is well) as the players are told."""
    wrong: list[str] = field(default_factory=list)

    def hear(self, published: Published) -> None:
        """A step of the match."""
        event = published.told.event
        if isinstance(event, BoardSeen) and self.since is not None and event.at > self.since + 0.5:
            self.wrong.append(
                f"t={event.at:.2f}: a board was read {event.at - self.since:.2f} s into blindness"
            )
        for effect in published.told.effects:
            if isinstance(effect, TurnStarted):
                self.dice.append((effect.dice.high, effect.dice.low))
            elif isinstance(effect, CameraStateChanged):
                self.told.append((effect.at, "camera", effect.trouble is None))
            elif isinstance(effect, TowerStateChanged):
                self.told.append((effect.at, "tower", effect.found))
            elif (
                isinstance(effect, VerdictGiven)
                and isinstance(event, BoardSeen)
                and published.told.state.trouble in (Trouble.LOST, Trouble.DARK)
            ):
                self.wrong.append(f"t={effect.at:.2f}: a verdict while the camera is lost")


def inject(name: str, times: int, seed: int) -> dict[str, object]:
    """One fault, so often, in as many games as that takes; what came of it."""
    rng = np.random.default_rng([seed, sorted(FAULTS).index(name)])
    fault = FAULTS[name]
    watched = Watched()
    one = evening(Config(), HABITS, games=max(1, times // 12), seed=seed)
    step = one.step
    step.panel.holder.report = step.display.holder.report = lambda news: watched.told.append(
        (step.now, news.device, news.ok)
    )
    step.runtime.listeners = (*step.runtime.listeners, watched.hear)
    one.players.display = lambda: _display(one)
    injected, late = _play(one, fault, name, times, rng, watched)
    told = [t for t in watched.told if t[1] == fault.device]
    return {
        "fault": name,
        "times": injected,
        "turns": len(one.players.turns),
        "games": len(one.players.ended),
        "told_lost": sum(not ok for _, _, ok in told),
        "told_well_again": sum(ok for _, _, ok in told),
        "read_while_blind": watched.wrong,
        "not_told_in_time": late,
        **_held_against(one, watched),
    }


def _display(one: Evening) -> Display:
    state = one.step.runtime.state
    return Display(one.step.runtime.rolls, waits=not state.tower, blind=state.trouble is not None)


def _play(
    one: Evening, fault: Fault, name: str, times: int, rng: np.random.Generator, watched: Watched
) -> tuple[int, list[str]]:
    """Play to the end; returns how often the fault was injected, and where nobody was told of it."""
    step, injected, late = one.step, 0, []
    change, on = float(rng.uniform(4.0, 8.0)), False
    began = 0.0
    jumping = name.startswith("wall clock")
    with mock.patch("time.time", side_effect=lambda: _REAL_TIME() + YEAR * (injected % 3 - 1) * jumping):
        for now in step.follow(one.players.evening()):
            if now < change:
                continue
            if not on and injected >= times:
                if len(one.players.turns) > 4:
                    break
                continue
            on = not on
            (fault.begin if on else fault.end)(step.room)
            if on:
                injected, began = injected + 1, now
                change = now + float(rng.uniform(*LASTING))
                watched.since = now if fault.blind else None
            else:
                watched.since = None
                change = now + float(rng.uniform(*BETWEEN))
                lasted = now - began
                state = step.runtime.state
                told = {"camera": state.trouble is not None, "tower": not state.tower}
                if lasted > fault.told_within and not told.get(fault.device, True):
                    late.append(f"t={began:.1f}: {lasted:.1f} s of it were not told")
    if on:
        fault.end(step.room)
    step.run(3.0)
    return injected, late


_REAL_TIME = time.time


def _held_against(one: Evening, watched: Watched) -> dict[str, object]:
    """The record beside the truth: rolls, and turns that are said to have been seen."""
    thrown = [(turn.dice.high, turn.dice.low) for turn in one.players.turns]
    heard = watched.dice
    # The evening is stopped in the middle of a turn: its roll may have been thrown and not be begun yet.
    rolls_differ = heard[: len(thrown)] != thrown[: len(heard)] or abs(len(heard) - len(thrown)) > 1
    begun = len(thrown) > len(heard)  # played before it was told
    unseen, missing, wrong = 0, 0, []
    for number, true, told in one.audit.pairs():
        if told is None:
            missing += 1
        elif (true.player, true.dice) != (told.player, told.dice):
            wrong.append(
                f"turn {number}: {true.player.value} {true.dice}, told {told.player.value} {told.dice}"
            )
        elif not told.seen:
            unseen += 1
        elif told.standing is Standing.ILLEGAL and true.stands is None:
            wrong.append(f"turn {number}: {told.play!r} was legal, and stands as illegal")
        elif on_board(true.after) != on_board(told.after):
            wrong.append(f"turn {number}: {told.play!r} is not what was played")
    return {
        "rolls": len(thrown),
        "rolls_lost_or_invented": bool(rolls_differ),
        "turns_recorded_as_unseen": unseen,
        "turns_recorded_wrongly": wrong,
        "turns_missing": max(0, missing - 1 - begun),  # the last one was still being played
        "false_accusations": one.audit.false,
    }


# ---- hands that come before the roll is told


def hasty(share: float, turns: int, seed: int) -> dict[str, object]:
    """So many turns of players who begin to play a ``share`` of their rolls before they are told."""
    one = evening(Config(), Habits(errors=0.05, pace=0.8, reaches=share), games=turns, seed=seed)
    watched = Watched()
    one.step.runtime.listeners = (*one.step.runtime.listeners, watched.hear)
    for _ in one.step.follow(one.players.evening()):
        if len(one.players.turns) >= turns:
            break
    report = one.audit.report(broken_off=True)
    errors = {key: report[key] for key in ("errors_to_flag", "missed")}
    return {"fault": f"{HASTY}, {share:.0%}", "seed": seed, **_held_against(one, watched), **errors}


HASTY = "hands before the roll is told"


# ---- SIGTERM


def terminate(times: int, seed: int) -> dict[str, object]:
    """Whole programs that keep a session, ended at random moments; each folder must be whole."""
    rng = np.random.default_rng([seed, 99])
    wrong: list[str] = []
    statuses: Counter[int] = Counter()
    turns = 0
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "session"
            command = [sys.executable, "-m", "tabletop.app.cli", "play", "--auto", "--games", "50"]
            command += ["--seed", str(number), "--json", "--keep-session", str(kept), "--out", folder]
            program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            assert program.stdout is not None  # noqa: S101 - it was asked for
            for _ in range(int(rng.integers(1, 40))):
                program.stdout.readline()
            time.sleep(float(rng.uniform(0.0, 0.05)))  # between two lines, too
            program.send_signal(signal.SIGTERM)
            out, err = program.communicate(timeout=120)
            statuses[program.returncode] += 1
            audit = json.loads(out.splitlines()[-1])
            turns += audit.get("turns", 0)
            wrong += [f"run {number}: {why}" for why in _whole(kept, audit, err)]
    return {"fault": "SIGTERM", "times": times, "turns": turns, "statuses": dict(statuses), "wrong": wrong}


def _whole(kept: Path, audit: dict[str, Any], err: bytes) -> list[str]:
    """What is wrong with a session that was ended, and with the account the program gave of it."""
    found = []
    session = load_session(kept)
    film = cv2.VideoCapture(str(kept / "camera.mp4"))
    frames = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    film.release()
    if frames < 1:
        found.append("the film cannot be read")
    last = session.events[-1].at if session.events else 0.0
    if session.events and frames / session.fps < last:
        found.append(f"the film ends {last - frames / session.fps:.1f} s before the last event")
    if b"Traceback" in err:
        found.append(err.decode()[-300:])
    if audit.get("event") != "audit":
        return [*found, "the last line is not the audit"]
    for key in ("false_accusations", "missed", "record_differs"):
        found += [f"{key}: {what}" for what in audit[key]]
    rolls = sum(isinstance(e, DiceSettled) or _decides(e) for e in session.events)
    if rolls - audit["turns"] not in (0, 1):  # the last roll may not be played yet
        found.append(f"{rolls} rolls are kept, {audit['turns']} turns were begun")
    return found


def _decides(event: Event) -> bool:
    return isinstance(event, OpeningRolled) and event.light != event.dark


def _results(names: list[str], times: int, seed: int) -> Iterator[dict[str, Any]]:
    for name in names:
        if name == HASTY:
            yield from (hasty(share, 4 * times, one) for share in (0.3, 1.0) for one in (seed, seed + 1))
        elif name == "SIGTERM":
            yield terminate(times, seed)
        else:
            yield inject(name, times, seed)


def main() -> None:
    """Run the proofs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[*FAULTS, HASTY, "SIGTERM"])
    options = parser.parse_args()
    bad = False
    for result in _results(options.only, options.times, options.seed):
        print(json.dumps(result), flush=True)
        keys = (
            "read_while_blind",
            "not_told_in_time",
            "rolls_lost_or_invented",
            "turns_recorded_wrongly",
            "turns_missing",
        )
        bad = bad or any(result.get(key) for key in (*keys, "false_accusations", "wrong"))
    sys.exit(bad)


if __name__ == "__main__":
    main()
