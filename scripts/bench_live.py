"""What a live table costs: from the hand's leaving to the verdict, while nothing happens, and in memory.

Everything is measured at the virtual table in its own time, so that other programs on the computer do not
count: table time (frames at the camera's rate) plus the processor's seconds for what has to be computed. The
painting of the pictures is told apart, for a real camera needs none.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
from collections.abc import Callable
from pathlib import Path
from time import process_time

import cv2
import numpy as np

from tabletop.app.auto import evening
from tabletop.app.config import Config
from tabletop.app.runtime import Published
from tabletop.backgammon import Player
from tabletop.devices.ports import Frame
from tabletop.devices.virtual.players import Habits
from tabletop.referee import BoardSeen
from tabletop.referee.effects import VerdictGiven
from tabletop.referee.verdicts import Illegal

FPS = 30.0
CALM = Habits(errors=0.2, pace=0.8, flits=0.0, pauses=0.2, reaches=0.0)


def latency(verdicts: int, seed: int) -> dict[str, object]:
    """Milliseconds from the first moment without a hand to the verdict."""
    one = evening(Config(), CALM, games=50, seed=seed, fps=FPS)
    step, table = one.step, one.step.room.table
    found: list[tuple[float, float, bool]] = []
    left: list[float] = []
    computing = [0.0]

    grab, withdraw = step.room.camera.grab, table.withdraw

    def grabbing(timeout: float) -> Frame:
        frame = grab(timeout)
        computing[0] = process_time()
        return frame

    def leaving(player: Player) -> None:
        left[:] = [step.now]
        withdraw(player)

    def hear(published: Published) -> None:
        for effect in published.told.effects:
            if isinstance(effect, VerdictGiven) and isinstance(published.told.event, BoardSeen) and left:
                seconds = process_time() - computing[0]
                found.append((step.now - left.pop(), seconds, isinstance(effect.verdict, Illegal)))

    step.runtime.listeners = (*step.runtime.listeners, hear)
    step.room.camera.grab, table.withdraw = grabbing, leaving  # type: ignore[method-assign]
    for _ in step.follow(one.players.evening()):
        if len(found) >= verdicts:
            break
    waited = np.array([1000 * seconds for seconds, _, _ in found])
    computed = np.array([1000 * seconds for _, seconds, _ in found])
    illegal = np.array([bad for _, _, bad in found])
    whole = waited + computed
    return {
        "verdicts": len(found),
        "of_them_illegal": int(illegal.sum()),
        "table_ms_p50": round(float(np.percentile(waited, 50))),
        "table_ms_p95": round(float(np.percentile(waited, 95))),
        "computing_ms_p50": round(float(np.percentile(computed, 50)), 1),
        "computing_ms_p95": round(float(np.percentile(computed, 95)), 1),
        "whole_ms_p50": round(float(np.percentile(whole, 50))),
        "whole_ms_p95": round(float(np.percentile(whole, 95))),
        "whole_ms_p95_illegal": round(float(np.percentile(whole[illegal], 95))) if illegal.any() else None,
        "false_accusations": one.audit.false,
    }


def idle(seconds: float, seed: int) -> dict[str, object]:
    """Share of one core while a still board is watched at 30 frames a second."""
    one = evening(Config(), CALM, games=1, seed=seed, fps=FPS)
    step = one.step
    step.run(3.0)
    painting = [0.0]
    grab = step.room.camera.grab

    def timed(timeout: float) -> Frame:
        began = process_time()
        frame = grab(timeout)
        painting[0] += process_time() - began
        return frame

    step.room.camera.grab = timed  # type: ignore[method-assign]
    began = process_time()
    step.run(seconds)
    spent = process_time() - began
    return {
        "seconds": seconds,
        "share_of_a_core": round(spent / seconds, 4),
        "of_it_painting": round(painting[0] / seconds, 4),
    }


def memory(minutes: float, seed: int) -> dict[str, object]:
    """Resident memory, megabytes, at every fifth minute of the table's time."""
    one = evening(Config(), Habits(errors=0.05, pace=1.5), games=1000, seed=seed)
    due, sizes = 0.0, []
    for now in one.step.follow(one.players.evening()):
        if now < due:
            continue
        gc.collect()
        sizes.append(round(_resident(), 2))
        print(json.dumps({"minute": round(now / 60, 1), "megabytes": sizes[-1]}), flush=True)
        due += 300.0
        if now >= minutes * 60:
            break
    return {
        "minutes": minutes,
        "turns": len(one.players.turns),
        "megabytes_every_5_minutes": sizes,
        "growth_after_5_minutes": round(sizes[-1] - sizes[1], 2) if len(sizes) > 2 else None,
        "peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", default=["latency", "idle", "memory"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verdicts", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    measures: dict[str, Callable[[], dict[str, object]]] = {
        "latency": lambda: latency(options.verdicts, options.seed),
        "idle": lambda: idle(60.0, options.seed),
        "memory": lambda: memory(options.minutes, options.seed),
    }
    for name in options.what:
        print(json.dumps({"measured": name, **measures[name]()}), flush=True)


if __name__ == "__main__":
    main()
