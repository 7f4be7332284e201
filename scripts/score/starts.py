"""Starting positions whose corners nobody gives: is the board found, and does it read itself rightly?

Painted tables of every style, the camera leaning up to 35° and turned by up to 15°, every fourth one turned
by a quarter more, so that the board stands on its side in the picture. A board counts as found when its
worst corner is less than 3 % of its width off and the calibration reads all 24 points and the bar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.headless import calibrate_headless
from scripts.score.report import Grid, Report, share
from tabletop.backgammon import variant
from tabletop.devices.virtual.painter import Painted, Scene, framed, paint, random_scene
from tabletop.errors import TabletopError

NEAR = 0.03
"""Shares of the board's width within which corners that were searched for must lie."""
DIFFICULTIES = (0.1, 0.35, 0.6, 0.85, 1.0)
MOST_TURNED = 15.0
"""Degrees by which a camera is turned."""
ON_ITS_SIDE = 4
"""Every so many pictures the camera is turned by another 90°."""
START = variant("standard").start_position


@dataclass(frozen=True, slots=True)
class Start:
    """One starting position, searched for."""

    label: str
    difficulty: float
    away: float
    """The worst corner's distance from where it is, in widths of the board; infinite where none was found."""
    exact: int
    """Spots of 25 read rightly."""
    error: str = ""

    @property
    def right(self) -> bool:
        """Found, and read without a mistake."""
        return self.away < NEAR and self.exact == 25

    def failure(self) -> str:
        """What went wrong, for people."""
        return f"{self.label}: {self.error or f'{self.away:.1%} off, {self.exact} of 25 read'}"


def turned_scene(rng: np.random.Generator, difficulty: float, on_its_side: bool) -> Scene:
    """A table one might meet, the camera turned by up to 15°, or by that and a quarter."""
    scene = random_scene(rng, difficulty)
    roll = float(rng.uniform(-MOST_TURNED, MOST_TURNED)) + 90.0 * on_its_side * float(rng.choice([-1, 1]))
    return replace(scene, camera=framed(scene.board, replace(scene.camera, roll=roll), 0.05))


def home_in_picture(painted: Painted, scene: Scene) -> str:
    """The quarter of the picture that light's home fills, however the board is turned."""
    corner = {"top-left": 0, "top-right": 1, "bottom-right": 2, "bottom-left": 3}[scene.light_home.value]
    x, y = painted.corners[corner] - painted.corners.mean(axis=0)
    return f"{'bottom' if y > 0 else 'top'}-{'right' if x > 0 else 'left'}"


def corners_away(found: np.ndarray, true: np.ndarray) -> float:
    """The worst corner's distance in widths of the board, whichever corner either begins with."""
    width = float(np.linalg.norm(true[[1, 2]] - true[[0, 3]], axis=1).mean())
    turns = (np.linalg.norm(np.roll(found, turn, axis=0) - true, axis=1).max() for turn in range(4))
    return float(min(turns)) / width


def starts(pictures: int, seed: int) -> Iterator[tuple[Painted, Scene, str, float]]:
    """Painted starts: picture, scene, label and difficulty."""
    for number in range(pictures):
        rng = np.random.default_rng([seed, number, 77])
        difficulty = DIFFICULTIES[number % len(DIFFICULTIES)]
        scene = turned_scene(rng, difficulty, number % ON_ITS_SIDE == ON_ITS_SIDE - 1)
        camera = scene.camera
        label = (
            f"start {number}, difficulty {difficulty}, tilt {camera.tilt:.0f}°, turned {camera.roll:.0f}°, "
            f"{camera.width}x{camera.height}"
        )
        yield paint(scene, START, rng), scene, label, difficulty


def searched(painted: Painted, scene: Scene, label: str, difficulty: float) -> Start:
    """One start calibrated without corners."""
    try:
        result = calibrate_headless(painted.image, home_in_picture(painted, scene), START)
    except TabletopError as error:
        return Start(label, difficulty, float("inf"), 0, str(error))
    away = corners_away(result.calibration.view.corners, painted.corners)
    return Start(label, difficulty, away, result.exact)


def report(pictures: int, seed: int) -> Report:
    """The section of the score."""
    found = [searched(*one) for one in starts(pictures, seed)]
    rows = [_row(f"{d}", [one for one in found if one.difficulty == d]) for d in DIFFICULTIES]
    rows.append(_row("all", found))
    columns = ("difficulty", "corners found", "read exactly", "both")
    about = (
        f"Painted starting positions, corners searched for, the camera turned by up to {MOST_TURNED:.0f}°, "
        f"every {ON_ITS_SIDE}th by 90° more. Seed {seed}."
    )
    right = sum(one.right for one in found)
    return Report(
        "starts",
        "Starting positions, corners searched for",
        about,
        (Grid(f"{share(right, len(found))} found and read without a mistake", columns, rows),),
        tuple(one.failure() for one in found if not one.right),
        {"found_and_exact": [right, len(found)]},
    )


def _row(name: str, some: Sequence[Start]) -> tuple[str, ...]:
    total = len(some)
    return (
        name,
        share(sum(one.away < NEAR for one in some), total),
        share(sum(one.exact == 25 for one in some), total),
        share(sum(one.right for one in some), total),
    )
