"""Painted boards: one nuisance at a time, in steps, and tables as one might meet them.

A board is calibrated from its painted start with corners as a person would mark them, then positions from
the middle of a game are read, each by itself. Where a nuisance comes and goes in real life (light, props) the
board is calibrated before it comes. A painted board proves nothing about a wooden one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.headless import Result, calibrate_headless
from scripts.score.boards import CHECKOUT, told, wrong_spots
from scripts.score.reliability import bins, draw_reliability, expected_calibration_error
from scripts.score.report import Grid, Report, share
from tabletop.backgammon import Position, variant
from tabletop.devices.virtual.painter import (
    SWEEPS,
    Painted,
    Scene,
    paint,
    random_position,
    random_props,
    random_scene,
)
from tabletop.errors import TabletopError
from tabletop.vision.reader import Reader, Reading

COMES_AND_GOES = frozenset({"light", "temperature", "lamp", "exposure", "props"})
"""Sweeps whose nuisance was not there yet when the board was calibrated."""
CLEAR, HIDDEN = 0.08, 0.3
"""Share of a spot under props up to which it must be read, and from which it should be given up."""
SURE = 0.95
"""A board read with more confidence than this must be right."""
MARKED = 0.0015
"""How far corners marked by hand are off (standard deviation), in widths of the board."""
BASE_DIFFICULTY = 0.25
"""Of the scenes that the sweeps spoil."""
TABLES = (0.2, 0.5, 0.8, 1.0)
"""Difficulties of the tables one might meet."""
PICTURE = CHECKOUT / "docs" / "pictures" / "reliability.png"
START = variant("standard").start_position

Claim = tuple[float, bool]
Change = Callable[[Scene], Scene]


@dataclass(slots=True)
class Tally:
    """What was read in one step of one sweep."""

    name: str
    scenes: int = 0
    calibrated: int = 0
    found: int = 0
    """Starts whose corners were found by themselves, and calibrated."""
    points: int = 0
    """Spots in plain view (points and bar)."""
    points_right: int = 0
    boards: int = 0
    """Boards of which nothing is hidden."""
    exact: int = 0
    confident_errors: int = 0
    """Sure of more than `SURE`, and wrong somewhere in plain view."""
    hidden: int = 0
    """Spots under props."""
    given_up: int = 0
    """Of these, said to be covered or unsure, or read rightly."""
    claims: list[Claim] = field(default_factory=list)
    spot_claims: list[Claim] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, reading: Reading, painted: Painted, is_there: Position) -> None:
        """One picture read."""
        observation = reading.observation
        wrong = wrong_spots(observation.position, is_there)
        clear = [spot for spot in range(25) if painted.covered[spot] < CLEAR]
        hidden = [spot for spot in range(25) if painted.covered[spot] >= HIDDEN]
        clearly_wrong = [spot for spot in wrong if spot in clear]
        self.points += len(clear)
        self.points_right += len(clear) - len(clearly_wrong)
        self.hidden += len(hidden)
        self.given_up += sum(spot in observation.unsure or spot not in wrong for spot in hidden)
        self.spot_claims += _spot_claims(reading, is_there, clear)
        if len(clear) == 25:
            self.boards += 1
            self.exact += not wrong
            self.claims.append((observation.confidence, not wrong))
        if clearly_wrong:
            self.confident_errors += observation.confidence > SURE
            text = told(observation.position, is_there)
            self.failures.append(f"{self.name}: sure {observation.confidence:.3f}: {text}")

    def row(self) -> tuple[str, ...]:
        """For the table."""
        hidden = f"{self.given_up}/{self.hidden}" if self.hidden else "-"
        return (
            self.name,
            f"{self.calibrated}/{self.scenes}",
            _permille(self.points_right, self.points),
            f"{self.exact}/{self.boards}",
            str(self.confident_errors),
            hidden,
        )


COLUMNS = ("step", "calibrated", "spots right", "boards exact", "confident errors", "hidden: given up")


def _permille(right: int, total: int) -> str:
    return f"{100 * right / total:.2f} %" if total else "-"


def _spot_claims(reading: Reading, is_there: Position, spots: list[int]) -> Iterator[Claim]:
    for spot in spots:
        light, dark, likelihood = reading.observation.spots[spot].likelihoods[0]
        here = (is_there.light.bar, is_there.dark.bar) if spot == 0 else _on(is_there, spot)
        yield float(np.exp(likelihood)), (light, dark) == here


def _on(position: Position, point: int) -> tuple[int, int]:
    return position.light.on(point), position.dark.on(25 - point)


def calibrated(scene: Scene, tally: Tally, rng: np.random.Generator) -> Result | None:
    """A calibration from the painted start of ``scene``, its corners marked by hand; None where it fails."""
    tally.scenes += 1
    start = paint(scene, START, rng)
    width = float(np.linalg.norm(start.corners[1] - start.corners[0]))
    corners = start.corners + rng.normal(size=(4, 2)) * MARKED * width
    try:
        result = calibrate_headless(start.image, scene.light_home.value, START, corners)
    except TabletopError as error:
        tally.failures.append(f"{tally.name}: not calibrated: {error}")
        return None
    if not result.passed:
        wrong = "; ".join(str(one) for one in result.misplaced[:3])
        tally.failures.append(
            f"{tally.name}: calibration failed, {result.exact} of 25; {wrong}; {result.advice}"
        )
        return None
    tally.calibrated += 1
    return result


def read_positions(
    scene: Scene, result: Result, pictures: int, tally: Tally, rng: np.random.Generator
) -> None:
    """Read random positions in ``scene``, each by itself."""
    for _ in range(pictures):
        position = random_position(rng)
        painted = paint(scene, position, rng)
        tally.add(Reader(result.calibration).read(painted.image), painted, position)


def sweep(name: str, scenes: int, pictures: int, seed: int) -> list[Tally]:
    """All steps of one sweep; every step of every sweep spoils the same ``scenes``."""
    tallies = []
    for step in SWEEPS[name]:
        tally = Tally(f"{name} {step.label}")
        for number in range(scenes):
            base = random_scene(np.random.default_rng([seed, number]), BASE_DIFFICULTY)
            rng = np.random.default_rng([seed, number, zlib.crc32(name.encode())])
            spoilt = step.apply(base)
            result = calibrated(base if name in COMES_AND_GOES else spoilt, tally, rng)
            if result is not None:
                read_positions(spoilt, result, pictures, tally, rng)
        tallies.append(tally)
    return tallies


def tables(difficulty: float, scenes: int, pictures: int, seed: int) -> Tally:
    """Tables one might meet, things lying about, hands resting on them."""
    tally = Tally(f"tables of difficulty {difficulty}")
    for number in range(scenes):
        rng = np.random.default_rng([seed, number, round(100 * difficulty)])
        scene = random_scene(rng, difficulty)
        tally.found += _is_found(scene, rng)
        result = calibrated(scene, tally, rng)
        if result is not None:
            for _ in range(pictures):
                dressed = replace(scene, props=random_props(rng, scene.board))
                read_positions(dressed if rng.random() < 0.5 else scene, result, 1, tally, rng)
    return tally


def _is_found(scene: Scene, rng: np.random.Generator) -> bool:
    start = paint(scene, START, rng)
    try:
        result = calibrate_headless(start.image, scene.light_home.value, START)
    except TabletopError:
        return False
    width = float(np.linalg.norm(start.corners[1] - start.corners[0]))
    away = np.linalg.norm(result.calibration.view.corners - start.corners, axis=1).max()
    return result.passed and bool(away < 0.03 * width)


def report(seed: int, full: bool) -> Report:
    """The section of the score."""
    scenes, pictures = (6, 5) if full else (2, 2)
    swept = [tally for name in SWEEPS for tally in sweep(name, scenes, pictures, seed)]
    met = [tables(difficulty, 2 * scenes, pictures, seed) for difficulty in TABLES]
    both = swept + met
    grids = (
        Grid(
            f"One nuisance at a time, {scenes} tables of {pictures} boards a step",
            COLUMNS,
            [t.row() for t in swept],
        ),
        Grid(
            f"Tables one might meet, {2 * scenes} of {pictures} boards, half with things lying about",
            (*COLUMNS, "corners found"),
            [(*t.row(), f"{t.found}/{t.scenes}") for t in met],
        ),
        _all("All sweeps", swept),
        _all("All tables", met),
        _reliability(both),
    )
    claims = {"boards": _claims(both), "spots": _spots(both)}
    draw_reliability(PICTURE, claims)
    figures = {name: expected_calibration_error(one) for name, one in claims.items()}
    failures = tuple(failure for tally in both for failure in tally.failures)
    about = (
        f"Calibrated from the painted start with corners {MARKED:.2%} of the width off; then boards from the "
        f"middle of a game, each by itself, no rules, no memory. Seed {seed}. How far confidence can be "
        f"believed: {PICTURE.relative_to(CHECKOUT)}."
    )
    return Report("painted", "Painted boards", about, grids, failures, {"calibration_error": figures})


def _claims(tallies: list[Tally]) -> list[Claim]:
    return [claim for tally in tallies for claim in tally.claims]


def _spots(tallies: list[Tally]) -> list[Claim]:
    return [claim for tally in tallies for claim in tally.spot_claims]


def _all(title: str, tallies: list[Tally]) -> Grid:
    def total(key: str) -> int:
        return sum(getattr(tally, key) for tally in tallies)

    row = (
        share(total("calibrated"), total("scenes")),
        share(total("points_right"), total("points")),
        share(total("exact"), total("boards")),
        str(total("confident_errors")),
        f"{total('given_up')}/{total('hidden')}",
    )
    return Grid(title, COLUMNS[1:], [row])


def _reliability(tallies: list[Tally]) -> Grid:
    rows = []
    for name, claims in (("boards", _claims(tallies)), ("spots", _spots(tallies))):
        rows += [
            (f"{name} {b.low:.3f} to {b.high:.3f}", str(b.answers), f"{b.confidence:.4f}", f"{b.right:.4f}")
            for b in bins(claims)
        ]
        rows.append(
            (f"{name}: expected calibration error", "", "", f"{expected_calibration_error(claims):.2%}")
        )
    return Grid("Confidence", ("claimed", "answers", "mean claim", "right"), rows)
