"""Pictures that show no board, or not the one that was calibrated: is anything believed that is not there?

Three ways a picture is looked at: ``tabletop read`` of it alone, a calibration from it as if it showed the
start, and a camera that was calibrated rightly and then sees it. An error, a camera said to be lost or dark,
or doubt are all right; a wrong position of which the reader is sure is not. A camera that repeats an old
picture may show the right board: there it is wrong to believe it at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import CalibrationError, calibrate_headless
from scripts.score.report import Grid, Report
from scripts.score.starts import home_in_picture, turned_scene
from tabletop.app.eyes import Eyes
from tabletop.app.looking import look
from tabletop.app.watch import Watch
from tabletop.backgammon import Position, variant
from tabletop.devices.ports import Frame
from tabletop.devices.virtual.painter import paint, random_position
from tabletop.errors import TabletopError
from tabletop.referee.events import BoardSeen, CameraLost, Event
from tabletop.vision.calibration import Calibration
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


def named_wrongly(picture: Picture, home: str, right: str, corners: NDArray[np.float64]) -> str:
    """``tabletop calibrate`` from the start, with light's home said to be where it is not."""
    try:
        result = calibrate_headless(picture, home, START, corners)
    except CalibrationError as error:
        return "put right" if f"--light-home {right}" in str(error) else "refused"
    return "wrong" if result.passed else "failed"


def watch(calibration: Calibration, picture: Picture, truth: Position | None) -> str:
    """A camera that was calibrated sees the picture for a second."""
    watching = Watch(calibration)
    said = [event for number in range(6) for event in watching.frame(picture, number / 5.0)]
    seen = [event.observation for event in said if isinstance(event, BoardSeen)]
    if not seen:
        return _state(said)
    if seen[-1].position == truth:
        return "right"
    sure = seen[-1].confidence > SURE and not seen[-1].unsure
    return "wrong" if sure else "doubted"


def _state(said: list[Event]) -> str:
    """What the camera is said to be, by what was said last."""
    troubles = [event.trouble.value for event in said if isinstance(event, CameraLost)]
    return troubles[-1] if troubles else "silent"


def repeated(calibration: Calibration, picture: Picture, delay: float) -> str:
    """A camera that shows one picture for ever, ``delay`` seconds late, for three seconds."""
    eyes = Eyes(Watch(calibration))
    said: list[Event] = []
    for number in range(1, 16):
        now = number / 5.0
        said += eyes.see(Frame(picture, now - delay, number), now - delay, now)
    return "wrong" if any(isinstance(event, BoardSeen) for event in said) else _state(said)


def _turned(home: str) -> str:
    vertical, side = home.split("-")
    return f"{'top' if vertical == 'bottom' else 'bottom'}-{'left' if side == 'right' else 'right'}"


def report(tables: int, seed: int) -> Report:
    """The section of the score."""
    tallies = {name: Tally(name) for name in (*BAD, "wrong size", "frozen", "late", "light's home misnamed")}
    for number in range(tables):
        _one_table(np.random.default_rng([seed, number, 5]), tallies)
    every = list(tallies.values())
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


def _one_table(rng: np.random.Generator, tallies: dict[str, Tally]) -> None:
    scene = turned_scene(rng, DIFFICULTY, on_its_side=False)
    start, position = paint(scene, START, rng), random_position(rng)
    middle = paint(scene, position, rng).image
    home, own = home_in_picture(start, scene), scene.light_home.value
    calibration = calibrate_headless(start.image, own, START, start.corners).calibration
    for name, spoilt in BAD.items():
        tally, bad, turned = tallies[name], spoilt(middle), name == "upside down"
        # The board turned round is a good picture for a reader who knows nothing: of the turned board.
        alone = position if turned else None
        tally.read.append(read_alone(bad, _turned(home) if turned else home, alone))
        tally.calibrated.append(calibrate_from(spoilt(start.image), home, is_start=False))
        tally.watched.append(watch(calibration, bad, position if name == "half covered" else None))
    larger = cv2.resize(middle, None, fx=4 / 3, fy=4 / 3)
    tallies["wrong size"].watched.append(watch(calibration, np.asarray(larger, dtype=np.uint8), None))
    tallies["frozen"].watched.append(repeated(calibration, middle, 0.0))
    tallies["late"].watched.append(repeated(calibration, middle, 1.0))
    for other in HOMES:
        if other != own:
            answer = named_wrongly(start.image, other, own, start.corners)
            tallies["light's home misnamed"].calibrated.append(answer)
