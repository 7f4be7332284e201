"""Calibrations from boards that are not quite, or not at all, the starting position.

A start in which a checker or two stand wrong must calibrate all the same, and exactly the wrong spots must be
named; a middle game of which the position is given must calibrate as a start does; and a camera that is
turned by up to 15°, or by a quarter, must make no difference to either.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from calibration.headless import Result, calibrate_headless
from scripts.score.boards import contents, told
from scripts.score.report import Grid, Report, share
from scripts.score.starts import START, home_in_picture, turned_scene
from tabletop.backgammon import Player, Position
from tabletop.devices.virtual.mistakes import moved
from tabletop.devices.virtual.painter import paint, random_position
from tabletop.errors import TabletopError

DIFFICULTY = 0.35
KINDS = ("a checker in a wrong place", "two checkers in wrong places", "a middle game", "turned by a quarter")


@dataclass(slots=True)
class Kind:
    """What came of one kind of board."""

    name: str
    right: int = 0
    total: int = 0
    failures: list[str] = field(default_factory=list)

    def count(self, label: str, wrong: str) -> None:
        """Note one board; ``wrong`` says what was, if anything."""
        self.total += 1
        self.right += not wrong
        if wrong:
            self.failures.append(f"{label}: {wrong}")


def misplaced(count: int, rng: np.random.Generator) -> Position:
    """The start with ``count`` checkers set up on a neighbouring free point."""
    position = START
    for player in list(Player)[:count]:
        side = position.of(player)
        against = position.of(player.opponent)
        ways = [
            (point, point + step)
            for point in range(2, 24)
            for step in (-1, 1)
            if side.on(point) and not side.on(point + step) and not against.on(25 - point - step)
        ]
        position = moved(position, player, *ways[int(rng.integers(len(ways)))])
    return position


def _unlike(result: Result, position: Position) -> str:
    """What the calibration named, where it is not just what stands otherwise than in the start."""
    pairs = zip(contents(START), contents(position), strict=True)
    wanted = {spot for spot, (start, set_up) in enumerate(pairs) if start != set_up}
    named = {one.point for one in result.misplaced}
    if named == wanted:
        return ""
    return (
        f"named {sorted(named)} for {sorted(wanted)}: {told(result.reading.observation.position, position)}"
    )


def _one(kind: str, rng: np.random.Generator) -> str:
    scene = turned_scene(rng, DIFFICULTY, on_its_side=kind == KINDS[3])
    known = random_position(rng) if kind == KINDS[2] else START
    set_up = misplaced(KINDS.index(kind) + 1, rng) if kind in KINDS[:2] else known
    painted = paint(scene, set_up, rng)
    try:
        result = calibrate_headless(painted.image, home_in_picture(painted, scene), known)
    except TabletopError as error:
        return str(error)
    if kind in KINDS[:2]:
        return _unlike(result, set_up)
    return ", ".join(map(str, result.misplaced))


def report(pictures: int, seed: int) -> Report:
    """The section of the score: ``pictures`` of every kind."""
    kinds = [Kind(name) for name in KINDS]
    for kind in kinds:
        for number in range(pictures):
            wrong = _one(kind.name, np.random.default_rng([seed, number, 78]))
            kind.count(f"{kind.name}, table {number}", wrong)
    right, total = sum(kind.right for kind in kinds), sum(kind.total for kind in kinds)
    rows = [(kind.name, share(kind.right, kind.total)) for kind in kinds]
    columns = ("board", "calibrated, and what stands wrong is named")
    about = f"Painted tables, corners searched for, the camera turned by up to 15°. Seed {seed}."
    failures = tuple(failure for kind in kinds for failure in kind.failures)
    grid = Grid(f"{share(right, total)} right", columns, rows)
    return Report("known", "Other known boards", about, (grid,), failures, {"right": [right, total]})
