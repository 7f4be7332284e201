"""What seeing costs, beside one full, straight warp of the same frame.

A settled frame is read once for every play, the motion gate looks at every frame. The film that is replayed
is painted for this run: a few turns at 1280x960 and 5 frames a second.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import calibrate_headless
from scripts.bench.table import Row, Table, measured
from tabletop.app.replay import calibrate_session, replay
from tabletop.backgammon import Player, variant
from tabletop.devices.virtual.painter import (
    Habits,
    Scene,
    carried_over,
    framed,
    paint_placement,
    put_down,
    random_play,
    random_script,
    shoot,
)
from tabletop.record.session import load_session
from tabletop.vision.reader import Reader
from tabletop.vision.settle import Settle

Picture = NDArray[np.uint8]

FRAME, LARGE = (1280, 960), (1920, 1080)
ROUNDS, PLAYS = 5, 12
TURNS = 3
START = variant("standard").start_position


def table() -> Table:
    """The table of ``make bench``."""
    rows = [*_rows(FRAME), *_rows(LARGE)[1:]]
    with tempfile.TemporaryDirectory() as folder:
        notes = _replayed(Path(folder))
    return Table("Seeing, beside cv2.warpPerspective of the whole frame", rows, notes)


def _scene(size: tuple[int, int]) -> Scene:
    scene = Scene()
    pose = replace(scene.camera, tilt=15.0, width=size[0], height=size[1])
    return replace(scene, camera=framed(scene.board, pose))


def _rows(size: tuple[int, int]) -> list[Row]:
    name = "x".join(map(str, size))
    scene, rng = _scene(size), np.random.default_rng(1)
    placement = put_down(scene, START, rng)
    start = paint_placement(scene, placement, rng)
    calibration = calibrate_headless(start.image, scene.light_home.value, START, start.corners).calibration
    reader, fresh = Reader(calibration), Reader(calibration)
    reader.read(start.image)
    reader.confirm(START)
    plays: list[Picture] = []
    for _ in range(PLAYS):
        after, _ = carried_over(scene, placement, random_play(START, Player.LIGHT, rng), rng)
        plays.append(paint_placement(scene, after, rng).image)
    gate, times = Settle(calibration.view), iter(range(10**9))

    def warp(picture: Picture) -> object:
        return cv2.warpPerspective(picture, SKEW, size, flags=cv2.INTER_LINEAR)

    def watch(picture: Picture) -> object:
        return gate.watch(picture, next(times) / 5.0)

    def row(what: str, call: Callable[[Picture], object], pictures: list[Picture]) -> Row:
        return measured(f"{what}, {name}", call, pictures, ROUNDS)

    again = [paint_placement(scene, placement, rng).image for _ in range(4)]
    return [
        row("full warp", warp, plays),
        row("read, a play made", reader.glance, plays),
        row("read, nothing new", reader.glance, again),
        row("read, all of it new", fresh.read, plays),
        row("motion gate", watch, [picture for picture, _ in zip(cycle(again), range(PLAYS), strict=False)]),
    ]


SKEW = np.array([[1.02, 0.05, -20.0], [0.03, 1.04, -15.0], [2e-5, 3e-5, 1.0]])
"""A mild change of perspective, as squaring a board on would be."""


MEASURED_REPLAY = """
import contextlib, pathlib, sys
from tabletop.app.cli import main
with contextlib.suppress(SystemExit):
    main(["replay", sys.argv[1], "--json"])
status = pathlib.Path("/proc/self/status").read_text().splitlines()
sys.exit(print(next(line for line in status if line.startswith("VmHWM")), file=sys.stderr))
"""
"""Peak memory by its own account: what the system tells of a child counts the parent it was forked from."""


def _replayed(folder: Path) -> list[str]:
    rng = np.random.default_rng(2)
    shoot(random_script(_scene(FRAME), rng, TURNS, Habits(errors=0.0)), folder, rng)
    session = load_session(folder)
    calibration = calibrate_session(session)
    began = time.perf_counter()
    filmed = max(step.at for step in replay(session, calibration))
    spent = time.perf_counter() - began
    command = [sys.executable, "-c", MEASURED_REPLAY, str(folder)]
    told = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    peak = int(told.stderr.split()[-2]) / 1024
    return [
        f"replay: {filmed:.0f} s of film in {spent:.2f} s, {filmed / spent:.0f} times as fast as filmed",
        f"peak memory of `tabletop replay`, calibration included: {peak:.0f} MB",
    ]
