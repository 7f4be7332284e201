"""``tabletop play --auto``: an evening that nobody watches. Two programs play at the virtual table, in the
table's own time; the painted camera, the reader, the tower's protocol and the referee are those of a live
match. At the end the record is held against what was really played."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from typing import Any

from rich.console import Console
from rich.progress import Progress

from tabletop.app.audit import Audit
from tabletop.app.config import Config
from tabletop.app.eyes import Eyes
from tabletop.app.lockstep import LockStep
from tabletop.app.playing import Options, configured
from tabletop.app.recording import Keeper, head_of
from tabletop.app.replaying import printed
from tabletop.app.runtime import Published, Runtime
from tabletop.app.scribing import MatchFiles
from tabletop.app.virtual_room import SCENE, SMALL_SCENE, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.app.writing import check_folder
from tabletop.backgammon import Match, MatchRules
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.virtual.players import Display, Habits, Players
from tabletop.errors import TabletopError
from tabletop.referee import State

FPS = 10.0
"""Frames a second of the table's own time."""
PACE = 0.8


class RecordDiffers(TabletopError):
    """The record is not what was played, or somebody was accused falsely."""


@dataclass(slots=True, eq=False)
class Evening:
    """Everything of one evening."""

    step: LockStep
    players: Players
    audit: Audit
    files: MatchFiles


def evening(
    config: Config, habits: Habits, games: int, seed: int, *, out: MatchFiles | None = None, fps: float = FPS
) -> Evening:
    """An evening ready to begin: a money session of so many games."""
    clock = SimulatedClock(1000.0)
    scene = SMALL_SCENE if fps == FPS else SCENE
    tower = config.tower.virtual or "scripted"
    room = furnish(clock, config.game, tower=tower, seed=seed, fps=fps, scene=scene)
    state = State.new(config.game, Match.start(MatchRules()), config.error_rules)
    runtime = Runtime(state, Eyes(Watch(room.calibration, Quick()), config.trust.trust()))
    players = Players(room.table, config.game, habits, games, seed)
    players.display = lambda: Display(runtime.rolls, waits=not runtime.state.tower)
    audit = Audit(players)
    files = out or MatchFiles(config.match.variant, 0, config.match.names)
    runtime.listeners = (audit.hear, files.hear)
    return Evening(LockStep(room, runtime, clock), players, audit, files)


def run(options: Options, console: Console, aside: Console) -> None:
    """Let them play; prints, writes and raises as ``tabletop play --auto`` does."""
    config = configured(options)
    if options.out is not None:
        check_folder("--out", options.out)
    files = MatchFiles(config.match.variant, 0, config.match.names, options.out)
    with aside.status("setting the table up"):
        one = evening(
            config, Habits(errors=options.errors, pace=PACE), options.games, options.seed, out=files
        )
    if options.as_json:
        one.step.runtime.listeners = (*one.step.runtime.listeners, _print)
    began = process_time()
    with _until_stopped() as stopped:
        with _kept(options, config, one):
            _play(one, options, aside, stopped)
        report = one.audit.report(broken_off=stopped.is_set()) | {
            "seconds_played": round(one.step.now, 1),
            "cpu_seconds": round(process_time() - began, 1),
            "cpu_seconds_a_game": round((process_time() - began) / max(1, len(one.players.ended)), 2),
        }
        for line in files.written():
            aside.print(line, highlight=False, soft_wrap=True)
        _conclude(report, options, console)


def _print(published: Published) -> None:
    for line in printed(published.told):
        print(line, flush=True)


def _play(one: Evening, options: Options, aside: Console, stopped: threading.Event) -> None:
    try:
        with Progress(console=aside, transient=True) as bar:
            task = bar.add_task("playing", total=options.games)
            for _ in one.step.follow(one.players.evening()):
                bar.update(task, completed=len(one.players.ended))
                if stopped.is_set():
                    break
    finally:
        one.step.runtime.end(one.step.now)


@contextmanager
def _until_stopped() -> Iterator[threading.Event]:
    """SIGTERM asks for the end of the evening; what is being written meanwhile is written to its end."""
    stopped = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _kept(options: Options, config: Config, one: Evening) -> Iterator[None]:
    """What is seen and heard inside is kept as a session, where that was asked for."""
    if options.keep is None:
        yield
        return
    keeper = Keeper(options.keep, head_of(config.match, one.step.room.calibration), fps=FPS)
    keeper.open(one.step.room.start, one.step.room.empty)
    one.step.runtime.listeners = (*one.step.runtime.listeners, keeper.hear)
    one.step.frames = keeper.see
    try:
        yield
    finally:
        keeper.close(one.step.now)


def _conclude(report: dict[str, Any], options: Options, console: Console) -> None:
    if options.as_json:
        print(json.dumps({"event": "audit", **report}), flush=True)
    else:
        for key, value in report.items():
            shown = "none" if value == [] else "; ".join(value) if isinstance(value, list) else value
            console.print(f"{key.replace('_', ' ')}: {shown}", highlight=False, markup=False, soft_wrap=True)
    wrong = {
        key: len(report[key]) for key in ("false_accusations", "missed", "record_differs") if report[key]
    }
    if wrong:
        raise RecordDiffers(", ".join(f"{count} {key.replace('_', ' ')}" for key, count in wrong.items()))
