"""Pictures that show no board, or not the one that was calibrated: is anything believed that is not there?

Three ways a picture is looked at: ``tabletop read`` of it alone, a calibration from it as if it showed the
start, and a camera that was calibrated rightly and then sees it. An error, a camera said to be lost or dark,
or doubt are all right; a wrong position of which the reader is sure is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import calibrate_headless
from scripts.score.report import Grid, Report
from scripts.score.starts import home_in_picture, turned_scene
from tabletop.app.looking import look
from tabletop.app.watch import Watch
from tabletop.backgammon import Position, variant
from tabletop.devices.virtual.painter import Scene, paint, random_position
from tabletop.errors import TabletopError
from tabletop.referee.events import BoardSeen, CameraLost
from tabletop.vision.geometry import HOMES

Picture = NDArray[np.uint8]
START = variant("standard").start_position
SURE = 0.9
"""A wrong position held with more confidence than this is a failure."""
DIFFICULTY = 0.4


def _room(picture: Picture) -> Picture:
    """Somewhere else: soft blots of any colour."""
    blots = np.random.default_rng(4).uniform(20, 235, (9, 12, 3)).astype(np.float32)
    soft = cv2.resize(blots, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(soft, 0, 255).astype(np.uint8)


def _coat(picture: Picture) -> Picture:
    """A coat over the left half."""
    out, half = picture.copy(), picture.shape[1] // 2
    out[:, :half] = _room(picture)[:, :half] // 3
    return out


def _noise(picture: Picture) -> Picture:
    return np.random.default_rng(5).integers(0, 256, picture.shape, dtype=np.uint8)


def _grain(picture: Picture) -> Picture:
    """A wooden table alone: lines, but no points."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    waves = 18.0 * np.sin(y / 3.1 + 2.0 * np.sin(x / 90.0)) + 9.0 * np.sin(y / 11.0)
    wood = waves[..., None] + np.array([70.0, 110.0, 150.0])
    return np.clip(wood + np.random.default_rng(6).normal(0, 4, wood.shape), 0, 255).astype(np.uint8)


BAD: dict[str, Callable[[Picture], Picture]] = {
    "black": np.zeros_like,
    "white": lambda picture: np.full_like(picture, 255),
    "grey": lambda picture: np.full_like(picture, 120),
    "noise": _noise,
    "another room": _room,
    "a bare table": _grain,
    "half covered": _coat,
    "upside down": lambda picture: picture[::-1, ::-1].copy(),
    "cut in half": lambda picture: np.ascontiguousarray(picture[:, : picture.shape[1] // 2]),
}
"""What is made of a good picture."""


@dataclass(slots=True)
class Tally:
    """What one kind of bad picture led to."""

    name: str
    read: list[str] = field(default_factory=list)
    calibrated: list[str] = field(default_factory=list)
    watched: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """Believed and not so."""
        return sum(answer == "wrong" for answer in (*self.read, *self.calibrated, *self.watched))

    def row(self) -> tuple[str, ...]:
        """For the table."""
        return (self.name, _counted(self.read), _counted(self.calibrated), _counted(self.watched))


def _counted(answers: list[str]) -> str:
    return ", ".join(f"{answers.count(kind)} {kind}" for kind in dict.fromkeys(sorted(answers)))


def read_alone(picture: Picture, home: str, truth: Position | None) -> str:
    """``tabletop read`` of the picture by itself."""
    try:
        seen = look(picture, None, None, home, 15).reading.observation
    except TabletopError:
        return "refused"
    if seen.position == truth:
        return "right"
    return "wrong" if seen.confidence > SURE else "doubted"


def calibrate_from(picture: Picture, home: str, is_start: bool) -> str:
    """``tabletop calibrate`` from the picture."""
    try:
        result = calibrate_headless(picture, home, START)
    except TabletopError:
        return "refused"
    if not result.passed:
        return "failed"
    return "passed" if is_start else "wrong"


def watch(scene: Scene, picture: Picture, truth: Position | None, corners: NDArray[np.float64]) -> str:
    """A camera that was calibrated sees the picture for a second."""
    start = paint(scene, START, np.random.default_rng(3))
    result = calibrate_headless(start.image, scene.light_home.value, START, corners)
    watching = Watch(result.calibration)
    said = [event for number in range(6) for event in watching.frame(picture, number / 5.0)]
    seen = [event.observation for event in said if isinstance(event, BoardSeen)]
    if not seen:
        return "lost" if any(isinstance(event, CameraLost) for event in said) else "silent"
    if seen[-1].position == truth:
        return "right"
    sure = seen[-1].confidence > SURE and not seen[-1].unsure
    return "wrong" if sure else "doubted"


def _turned(home: str) -> str:
    vertical, side = home.split("-")
    return f"{'top' if vertical == 'bottom' else 'bottom'}-{'left' if side == 'right' else 'right'}"


def report(tables: int, seed: int) -> Report:
    """The section of the score."""
    tallies = [Tally(name) for name in BAD]
    homes = Tally("start, home named wrongly")
    for number in range(tables):
        rng = np.random.default_rng([seed, number, 5])
        scene = turned_scene(rng, DIFFICULTY, on_its_side=False)
        start, position = paint(scene, START, rng), random_position(rng)
        middle = paint(scene, position, rng)
        home = home_in_picture(start, scene)
        for tally in tallies:
            bad = BAD[tally.name](middle.image)
            turned = tally.name == "upside down"
            # The board turned round is a good picture for a reader who knows nothing: of the turned board.
            alone = position if turned else None
            tally.read.append(read_alone(bad, _turned(home) if turned else home, alone))
            tally.calibrated.append(calibrate_from(BAD[tally.name](start.image), home, is_start=False))
            if bad.shape == middle.image.shape:
                truth = position if tally.name == "half covered" else None
                tally.watched.append(watch(scene, bad, truth, start.corners))
        for other in HOMES:
            if other.split("-")[1] != home.split("-")[1]:
                homes.calibrated.append(calibrate_from(start.image, other, is_start=False))
    every = [*tallies, homes]
    wrong = sum(tally.wrong for tally in every)
    total = sum(len(t.read) + len(t.calibrated) + len(t.watched) for t in every)
    columns = ("picture", "read alone", "calibrated as the start", "seen by a calibrated camera")
    about = (
        f"{tables} painted tables; wrong is a position that is not there, held with more than {SURE:.0%} "
        f"confidence, or a calibration that passes. Seed {seed}."
    )
    failures = tuple(f"{tally.name}: {tally.wrong} wrong" for tally in every if tally.wrong)
    grid = Grid(f"{wrong} of {total} believed wrongly", columns, [tally.row() for tally in every])
    return Report(
        "bad_pictures", "Bad pictures", about, (grid,), failures, {"believed_wrongly": [wrong, total]}
    )
