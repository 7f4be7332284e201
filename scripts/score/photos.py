"""Real photographs of real boards: each by itself, a fixed camera over one board, and corners searched for.

Beside every figure stands what a day's toy of Hough circles gets out of the same picture with the same
corners (``baseline.py``).
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import calibrate_headless
from scripts.score.baseline import read_with_hough
from scripts.score.boards import BAR_SPOT, SHARED, sides_swapped, told, wrong_spots
from scripts.score.report import Grid, Report, share
from tabletop.app.looking import look
from tabletop.backgammon import Position
from tabletop.devices.film import load_picture
from tabletop.errors import TabletopError

Array = NDArray[np.float64]

NEAR = 0.03
"""Shares of the board's width within which corners that were searched for must lie."""
FIXED = re.compile(r"(?P<camera>.+_)(?P<number>\d+)\.\w+$")
"""Pictures of one fixed camera: the same name and a running number, the same board."""
FIRST_OF_FIXED = "img_minta_1.PNG"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph and what it shows."""

    path: Path
    truth: dict[str, Any]

    @property
    def picture(self) -> NDArray[np.uint8]:
        """(H, W, 3), blue-green-red."""
        return load_picture(self.path)

    @property
    def corners(self) -> Array:
        """TL, TR, BR, BL in pixels."""
        return np.array(self.truth["corners"], dtype=float)

    @property
    def position(self) -> Position:
        """What stands there."""
        return Position.from_dict(self.truth["position"])

    @property
    def bar(self) -> tuple[float, float]:
        """The bar's left and right edge as shares of the surface's width; no width where there is none."""
        strip = self.truth.get("bar_strip_px")
        if not strip:
            return 0.5, 0.5
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
        matrix = cv2.getPerspectiveTransform(self.corners.astype(np.float32), unit)
        seen = cv2.perspectiveTransform(np.array([strip], dtype=np.float32), matrix)[0]
        return float(seen[[0, 3], 0].mean()), float(seen[[1, 2], 0].mean())


@dataclass(frozen=True, slots=True)
class Shot:
    """One photograph read."""

    name: str
    seen: Position | None
    truth: Position
    confidence: float = 0.0
    error: str = ""

    @property
    def wrong(self) -> list[int]:
        """Spots read wrongly: all where nothing could be read."""
        return list(range(25)) if self.seen is None else wrong_spots(self.seen, self.truth)

    @property
    def points_right(self) -> int:
        """Of 24."""
        return 24 - sum(spot != BAR_SPOT for spot in self.wrong)

    def failure(self) -> str:
        """What went wrong, for people."""
        if self.seen is None:
            return f"{self.name}: {self.error}"
        taken = "; the sides were taken for each other" if sides_swapped(self.seen, self.truth) else ""
        return f"{self.name}, sure {self.confidence:.3f}: {told(self.seen, self.truth)}{taken}"


def alone(photo: Photo) -> Shot:
    """Read by itself, with its corners."""
    truth = photo.truth
    try:
        seen = look(photo.picture, None, photo.corners, truth["light_home"], truth["checkers"])
    except TabletopError as error:
        return Shot(photo.path.name, None, photo.position, error=str(error))
    return Shot(photo.path.name, seen.position, photo.position, seen.reading.observation.confidence)


def toy(photo: Photo) -> Shot:
    """Read by the baseline."""
    truth = photo.truth
    seen = read_with_hough(photo.picture, photo.corners, truth["light_home"], truth["checkers"], photo.bar)
    return Shot(photo.path.name, seen, photo.position)


def fixed_camera(photos: Sequence[Photo]) -> list[Shot]:
    """The first picture of a fixed camera calibrates (``--position``) to a file; the others are read."""
    first, *others = photos
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.toml"
        try:
            home = first.truth["light_home"]
            result = calibrate_headless(first.picture, home, first.position, first.corners)
            if not result.passed:
                raise TabletopError(f"{first.path.name} was not calibrated: {result.exact} of 25 places")
            result.calibration.save(board)
        except TabletopError as error:
            return [Shot(one.path.name, None, one.position, error=str(error)) for one in others]
        shots = []
        for one in others:
            seen = look(one.picture, board, None, None, one.truth["checkers"])
            shots.append(
                Shot(one.path.name, seen.position, one.position, seen.reading.observation.confidence)
            )
    return shots


@dataclass(frozen=True, slots=True)
class Found:
    """A board that was searched for."""

    name: str
    away: float
    """The worst corner's distance from where it is, in widths of the board; infinite where none was found."""
    shot: Shot


def searched(photo: Photo) -> Found:
    """Read by itself, the corners searched for."""
    truth, name = photo.truth, photo.path.name
    try:
        seen = look(photo.picture, None, None, truth["light_home"], truth["checkers"])
    except TabletopError as error:
        return Found(name, float("inf"), Shot(name, None, photo.position, error=str(error)))
    width = float(np.linalg.norm(photo.corners[[1, 2]] - photo.corners[[0, 3]], axis=1).mean())
    away = np.linalg.norm(seen.calibration.view.corners - photo.corners, axis=1).max() / width
    return Found(
        name, float(away), Shot(name, seen.position, photo.position, seen.reading.observation.confidence)
    )


def load_photos(folder: Path) -> list[Photo]:
    """The photographs that ``truth.json`` in ``folder`` names; none where there is no such file."""
    path = folder / "truth.json"
    if not path.exists():
        return []
    table = json.loads(path.read_text("utf-8"))
    return [Photo(folder / name, truth) for name, truth in table.items()]


def report() -> Report:
    """The section of the score."""
    folder = SHARED / "photos"
    photos = load_photos(folder)
    title = "Real photographs"
    if not photos:
        return Report("photos", title, f"{folder} is not there: nothing was measured.")
    ours, toys = [alone(photo) for photo in photos], [toy(photo) for photo in photos]
    found = [searched(photo) for photo in photos]
    grids = [_by_picture(ours, toys, found), _summary(ours, toys, found)]
    failures = [f"with corners: {shot.failure()}" for shot in ours if shot.wrong]
    series = _series(photos)
    fixed: list[Shot] = []
    if len(series) > 1:
        fixed = fixed_camera(series)
        grids.append(_fixed_grid(series[0].path.name, fixed, toys))
        failures += [f"fixed camera: {shot.failure()}" for shot in fixed if shot.wrong]
    failures += [f"corners searched: {one.name}: {one.away:.1%} off" for one in found if one.away > NEAR]
    about = (
        "Each picture by itself, its corners given, colours found by itself; the same with the corners "
        f"searched for (right when the worst is less than {NEAR:.0%} of the width off); and a fixed camera, "
        "calibrated once from a known position. The toy is told the corners and the bar."
    )
    figures = {"alone": _figures(ours), "toy": _figures(toys), "fixed_camera": _figures(fixed)}
    figures["corners_found"] = [sum(one.away <= NEAR for one in found), len(found)]
    return Report("photos", title, about, tuple(grids), tuple(failures), figures)


def _series(photos: Sequence[Photo]) -> list[Photo]:
    """The pictures of the fixed camera, in their order."""
    camera = FIXED.match(FIRST_OF_FIXED)
    assert camera is not None  # noqa: S101 - a constant
    numbered = [(match, photo) for photo in photos if (match := FIXED.match(photo.path.name))]
    same = [(int(match["number"]), photo) for match, photo in numbered if match["camera"] == camera["camera"]]
    return [photo for _, photo in sorted(same, key=lambda pair: pair[0])]


def _figures(shots: Sequence[Shot]) -> dict[str, list[int]]:
    return {
        "points": [sum(shot.points_right for shot in shots), 24 * len(shots)],
        "boards": [sum(not shot.wrong for shot in shots), len(shots)],
    }


def _tick(right: bool) -> str:
    return "yes" if right else "no"


def _by_picture(ours: list[Shot], toys: list[Shot], found: list[Found]) -> Grid:
    rows = [
        (
            shot.name,
            str(shot.points_right),
            _tick(BAR_SPOT not in shot.wrong),
            _tick(not shot.wrong),
            f"{shot.confidence:.3f}",
            str(plain.points_right),
            _tick(not plain.wrong),
            f"{one.away:.1%}",
            _tick(not one.shot.wrong),
        )
        for shot, plain, one in zip(ours, toys, found, strict=True)
    ]
    columns = (
        "picture",
        "points of 24",
        "bar",
        "exact",
        "sure",
        "toy: points",
        "toy: exact",
        "corners off",
        "then exact",
    )
    return Grid("Each by itself", columns, rows)


def _summary(ours: list[Shot], toys: list[Shot], found: list[Found]) -> Grid:
    near = sum(one.away <= NEAR for one in found)
    groups = [("corners given", ours), ("corners searched", [one.shot for one in found]), ("the toy", toys)]
    rows = []
    for name, shots in groups:
        figures = _figures(shots)
        rows.append((name, share(*figures["points"]), share(*figures["boards"])))
    return Grid(
        f"All of them; the board was found in {share(near, len(found))}", ("reader", "points", "boards"), rows
    )


def _fixed_grid(first: str, fixed: list[Shot], toys: list[Shot]) -> Grid:
    by_name = {shot.name: shot for shot in toys}
    rows = [
        (
            shot.name,
            str(shot.points_right),
            _tick(not shot.wrong),
            f"{shot.confidence:.3f}",
            str(by_name[shot.name].points_right),
        )
        for shot in fixed
    ]
    figures = _figures(fixed)
    title = f"A fixed camera calibrated from {first}: {share(*figures['boards'])} exact"
    return Grid(title, ("picture", "points of 24", "exact", "sure", "toy: points"), rows)
