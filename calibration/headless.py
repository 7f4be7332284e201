"""The set-up without a screen: pictures in, a scored calibration out.

The calibration reads the very picture it was made of. All 24 points and the bar must come out as they were
set
up; where one or two checkers stand elsewhere the board is calibrated all the same and they are named, since
that is a set-up error, which is the referee's to report. More than that is a failure of the eyes, and says
what to change.

The start looks the same from the other side of the table, only with the colours exchanged. So where light is
plainly the darker side, or the board reads well only the other way round, light's home was named wrongly:
that is refused, and it is said where light's home is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tabletop.backgammon import POINTS, Position
from tabletop.errors import TabletopError
from tabletop.vision.calibration import Calibration, CalibrationError
from tabletop.vision.find import find_boards
from tabletop.vision.geometry import HOMES, Array, check_corners, own_home
from tabletop.vision.reader import Reader, Reading
from tabletop.vision.sampling import Picture
from tabletop.vision.solve import BRIGHTNESS, calibrate_known, counts_of

CANDIDATES = 5
"""Boards that are tried where the corners are searched for: the one that reads best is it."""
MOST_MISPLACED = 4
"""Spots that may differ from the known position: two checkers in wrong places change four."""
PLAINLY_DARKER = 0.75
"""Light's brightness as a share of dark's below which the colours were exchanged."""
LEAST_CONTRAST = 3.0
"""Grey levels (standard deviation) by which felt and points differ at least; a camera's noise is below it."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A spot that does not hold what it should."""

    point: int
    """Light's point 1 to 24; 0 is the bar."""
    wanted: tuple[int, int]
    """(light, dark)."""
    found: tuple[int, int]

    def __str__(self) -> str:
        return f"{place(self.point)} should hold {_checkers(self.wanted)} and holds {_checkers(self.found)}"


@dataclass(frozen=True, slots=True)
class Result:
    """A calibration and how well it reads its own picture."""

    calibration: Calibration
    reading: Reading
    misplaced: tuple[Misplaced, ...]
    corners_found: bool
    """The corners were searched for, not given."""

    @property
    def exact(self) -> int:
        """Of 25 spots, how many were read as they were set up."""
        return POINTS + 1 - len(self.misplaced)

    @property
    def passed(self) -> bool:
        """Whether the calibration may be used."""
        return len(self.misplaced) <= MOST_MISPLACED

    @property
    def advice(self) -> str:
        """What to change at the table, for a calibration that failed."""
        light = self.reading.light
        if self.reading.covered:
            return "something lies on the board: take dice, cube, hands and cups away"
        if float(light.gain.mean()) < 0.5:
            return "it is too dark: switch a lamp on"
        if light.agreement < 0.6:
            return "the light is too uneven or glares: move the lamp, avoid reflections"
        if self.corners_found:
            return "the board may have been found wrongly: give --corners, TL TR BR BL"
        return "check corners and --light-home, and that every checker stands in its place"


def place(point: int) -> str:
    """A spot's name, in light's numbers."""
    return "the bar" if point == 0 else f"light's {point}-point"


def _checkers(counts: tuple[int, int]) -> str:
    light, dark = counts
    parts = [f"{light} light"] * bool(light) + [f"{dark} dark"] * bool(dark)
    return " and ".join(parts) or "nothing"


def calibrate_headless(
    picture: Picture,
    light_home: str,
    position: Position,
    corners: Array | None = None,
    empty: Picture | None = None,
) -> Result:
    """Calibrate from a ``picture`` of a known ``position`` and score it.

    ``corners`` (4, 2): TL, TR, BR, BL of the playing surface, pixels; without them the board is searched for.
    Raises `CalibrationError` (or another `TabletopError`) when there is no board to be made out.
    """
    given = _Given(picture, position, empty)
    if corners is not None:
        frame = _Frame(corners, on_its_side=False, searched=False)
        result = _calibrated(given, frame, light_home)
    else:
        result, frame = _searched(given, light_home)
    _check_way_round(given, frame, light_home, result)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class _Given:
    """What is known of the picture."""

    picture: Picture
    position: Position
    empty: Picture | None


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """Where the board is in the picture, or may be."""

    corners: Array
    on_its_side: bool
    searched: bool

    def own(self, light_home: str) -> str:
        """A quadrant of the picture in the board's own terms."""
        return own_home(light_home) if self.on_its_side else light_home


def _searched(given: _Given, light_home: str) -> tuple[Result, _Frame]:
    results = []
    bare = given.picture if given.empty is None else given.empty
    for found in find_boards(bare, most=CANDIDATES):
        frame = _Frame(found.corners, found.on_its_side, searched=True)
        try:
            result = _calibrated(given, frame, light_home)
        except TabletopError:
            continue
        results.append((result, frame))
        if not result.misplaced:
            break
    if not results:
        raise CalibrationError("no board was found in the picture: give --corners, TL TR BR BL")
    return max(results, key=lambda one: one[0].exact)


def _calibrated(given: _Given, frame: _Frame, light_home: str) -> Result:
    picture, position, empty, corners = given.picture, given.position, given.empty, frame.corners
    check_corners(corners, (picture.shape[1], picture.shape[0]))
    _check_contrast(picture if empty is None else empty, corners)
    home = frame.own(light_home)
    calibration = calibrate_known(picture, corners, home, position, empty)
    result = _scored(calibration, picture, position, frame.searched)
    if 0 < len(result.misplaced) <= MOST_MISPLACED:
        # What stands elsewhere has taught its colour to the wrong side: learn again from what is there.
        seen = result.reading.observation.position
        calibration = calibrate_known(picture, corners, home, seen, empty)
        known = replace(calibration, checkers=result.calibration.checkers)
        result = _scored(known, picture, position, frame.searched)
    return result


def _check_way_round(given: _Given, frame: _Frame, light_home: str, result: Result) -> None:
    """Raise `CalibrationError` where light's home was named wrongly, and name it rightly."""
    darker = _light_is_darker(result.calibration)
    if result.passed and not darker:
        return
    for home in HOMES:
        if home == light_home:
            continue
        try:
            other = _calibrated(given, frame, home)
        except TabletopError:
            continue
        if not other.misplaced and not _light_is_darker(other.calibration):
            raise CalibrationError(
                f"light's home is not {light_home}: the board reads rightly with --light-home {home}"
            )
    if result.passed:
        raise CalibrationError(
            "the checkers taken for light's are plainly the darker ones: check --light-home, and the position"
        )


def _light_is_darker(calibration: Calibration) -> bool:
    light, dark = (float(side.mean @ BRIGHTNESS) for side in (calibration.light, calibration.dark))
    return light < PLAINLY_DARKER * dark


def _check_contrast(picture: Picture, corners: Array) -> None:
    """Raise `CalibrationError` where the picture within ``corners`` (4, 2) is all of one shade."""
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    if float(picture[inside > 0].std(axis=0).max()) < LEAST_CONTRAST:
        raise CalibrationError("there is no board between the corners: all is of one shade; is the light on?")


def _scored(calibration: Calibration, picture: Picture, position: Position, searched: bool) -> Result:
    reading = Reader(calibration).read(picture)
    misplaced = differences(position, reading.observation.position)
    score = 1.0 - len(misplaced) / (POINTS + 1)
    return Result(replace(calibration, score=score), reading, misplaced, searched)


def differences(wanted: Position, found: Position) -> tuple[Misplaced, ...]:
    """The spots on which two positions differ."""
    contents = [
        [(position.light.bar, position.dark.bar), *counts_of(position)] for position in (wanted, found)
    ]
    return tuple(
        Misplaced(point, one, other)
        for point, (one, other) in enumerate(zip(*contents, strict=True))
        if one != other
    )


def corners_from(text: str) -> Array:
    """Corners from ``"x,y x,y x,y x,y"``; raises `CalibrationError` for anything else."""
    try:
        corners = np.array([[float(value) for value in pair.split(",")] for pair in text.split()])
    except ValueError as error:
        raise CalibrationError(
            f'--corners "{text}": give "x,y x,y x,y x,y", TL TR BR BL in pixels'
        ) from error
    if corners.shape != (4, 2) or not np.all(np.isfinite(corners)):
        raise CalibrationError(f'--corners "{text}": four corners are needed: "x,y x,y x,y x,y"')
    return corners


__all__ = ["CalibrationError", "Misplaced", "Result", "calibrate_headless", "corners_from", "differences"]
