"""Paints boards and cuts them into labelled strips for ``scripts/reader/train.py``.

    python scripts/reader/strips.py --seed 1 --scenes 200 --out out/strips/1.npz

Every scene is calibrated as a user would: from its painted start, with corners marked a little off, sometimes
with a picture of the empty board. Later pictures of the same scene are then read in its calibration, or by
themselves. Labels: light, dark (-1 where the strip was made without colours), both, covered.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from tabletop.backgammon import Player, Position, Side, variant
from tabletop.devices.virtual.painter.paint import Painted, paint
from tabletop.devices.virtual.painter.placement import BAR as ON_BAR
from tabletop.devices.virtual.painter.positions import disturbed, random_position
from tabletop.devices.virtual.painter.scene import Arm, Card, Cube, Cup, Die, Props, Scene
from tabletop.devices.virtual.painter.styles import random_scene
from tabletop.devices.virtual.painter.sweeps import SWEEPS
from tabletop.errors import TabletopError
from tabletop.vision.background import learn_background, smooth
from tabletop.vision.calibration import Calibration
from tabletop.vision.colours import learn_colours
from tabletop.vision.evidence import Felt, weigh
from tabletop.vision.features import board_scale, features
from tabletop.vision.geometry import Layout, view_from_corners
from tabletop.vision.light import LightMeter
from tabletop.vision.sampling import ALONG, BAR_ENDS, BAR_MIDDLE, PER_DIAMETER, STRIPS
from tabletop.vision.solve import calibrate_known, counts_of

SCALE = 32.0
"""Features are stored as signed bytes, 1.0 as 32."""
COMES_AND_GOES = frozenset({"light", "temperature", "lamp", "exposure", "props"})
"""Nuisances that were not there yet when the board was calibrated."""
BAR = np.array([0.0] * 24 + [1.0, 1.0], dtype=np.float32)


def cut(
    calibration: Calibration, painted: Painted, position: Position, blind: bool
) -> Iterator[tuple[np.ndarray, list[int]]]:
    """The labelled strips of one picture."""
    samples = calibration.samples.sample(painted.image)
    even = LightMeter(calibration.expected, calibration.samples).measure(samples).even(samples)
    felt = Felt.expected(calibration.expected)
    evidence = None if blind else weigh(even, felt, calibration.light, calibration.dark)
    strips = features(even, calibration.expected, evidence, board_scale(calibration.expected), BAR)
    bars = bar_counts(calibration, painted)
    for strip, (light, dark) in enumerate([*counts_of(position), *bars]):
        covered = painted.covered[0 if strip >= 24 else strip + 1]
        if light < 0 or 0.08 < covered < 0.3:
            continue
        shown = (-1, -1) if blind else (light, dark)
        yield strips[strip], [*shown, light + dark, int(covered >= 0.3)]


def bar_counts(calibration: Calibration, painted: Painted) -> list[tuple[int, int]]:
    """(light, dark) in the bar's middle strip and in its ends; -1 where a checker stands on the border."""
    reach = ALONG / PER_DIAMETER / 2.0 * calibration.layout.diameter
    middle, ends = [0, 0], [0, 0]
    for checker in painted.checkers:
        if checker.place != ON_BAR:
            continue
        place = calibration.view.ground(np.array(checker.centre), calibration.layout.thickness)
        away = abs(float(place[1]) - 0.5) - reach
        if abs(away) < 0.6 * calibration.layout.diameter:
            return [(-1, -1), (-1, -1)]
        (middle if away < 0 else ends)[checker.player.value == "dark"] += 1
    return [(middle[0], middle[1]), (ends[0], ends[1])]


def off(corners: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Corners as a person marks them."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    return corners + rng.normal(size=(4, 2)) * width * float(rng.choice([0.0015, 0.004]))


def barred(position: Position, rng: np.random.Generator) -> Position:
    """Some checkers of either side put onto the bar, more often than games do it."""
    for player in Player:
        side = position.of(player)
        for _ in range(int(rng.choice([0, 1, 1, 2, 3]))):
            points = [point for point in range(1, 25) if side.on(point)]
            if points:
                point = int(rng.choice(points))
                counts = list(side.points)
                counts[point - 1] -= 1
                side = Side(tuple(counts), side.bar + 1, side.off, side.hand)
        position = position.with_side(player, side)
    return position


def heaped(position: Position, rng: np.random.Generator) -> Position:
    """Six to fifteen checkers of one side brought together on one point: rare in play, and hard to count."""
    player = Player.LIGHT if rng.random() < 0.5 else Player.DARK
    side, other = position.of(player), position.of(player.opponent)
    free = [point for point in range(1, 25) if not other.on(25 - point)]
    target, wanted = int(rng.choice(free)), int(6 + 9 * rng.beta(0.9, 2.0))
    counts = list(side.points)
    while counts[target - 1] < wanted:
        others = [i for i, count in enumerate(counts) if count and i != target - 1]
        if not others:
            break
        counts[int(rng.choice(others))] -= 1
        counts[target - 1] += 1
    return position.with_side(player, Side(tuple(counts), side.bar, side.off, side.hand))


def spoilt(scene: Scene, rng: np.random.Generator) -> tuple[Scene, Scene]:
    """The scene at calibration and afterwards: sometimes one nuisance is there, sometimes it comes later."""
    if rng.random() < 0.6:
        return scene, scene
    name = str(rng.choice(sorted(SWEEPS)))
    worse = SWEEPS[name][int(rng.integers(len(SWEEPS[name])))].apply(scene)
    return (scene, worse) if name in COMES_AND_GOES else (replace(worse, props=Props()), worse)


def random_props(rng: np.random.Generator, scene: Scene) -> Props:
    """Dice, a cube, a cup, a card, an arm: what lies and reaches across a board."""
    width, height = scene.board.width, scene.board.height

    def place(spread: float = 1.0) -> tuple[float, float]:
        x, y = rng.uniform(-0.5, 0.5, 2) * spread
        return float(x * width), float(y * height)

    def colour(low: int = 10, high: int = 245) -> tuple[int, int, int]:
        red, green, blue = (int(value) for value in rng.integers(low, high, 3))
        return red, green, blue

    dice = tuple(
        Die(place(0.95), int(rng.integers(1, 7)), float(rng.uniform(0, 360)), colour=colour(120))
        for _ in range(int(rng.integers(0, 4)))
    )
    cubes = (Cube(place(1.05), turn=float(rng.uniform(0, 360))),) if rng.random() < 0.3 else ()
    cups = (Cup(place(), float(rng.uniform(0.5, 0.9)), colour=colour()),) if rng.random() < 0.15 else ()
    cards = (
        (Card(place(), turn=float(rng.uniform(0, 360)), colour=colour(150)),) if rng.random() < 0.1 else ()
    )
    arms = ()
    if rng.random() < 0.35:
        x, y = place()
        side = 1.0 if rng.random() < 0.5 else -1.0
        skin = (int(rng.integers(90, 235)),) * 3
        skin = (skin[0], int(skin[0] * 0.78), int(skin[0] * 0.64))
        arms = (Arm((x, y), (x + float(rng.normal()) * 4, side * height), skin=skin, sleeve=colour()),)
    return Props(arms, dice, cubes, cups, cards)


def single(
    painted: Painted, corners: np.ndarray, home: str, layout: Layout, rng: np.random.Generator
) -> Calibration:
    """A picture read by itself: colours from its own checkers, one in ten of the other side by mistake."""
    height, width = painted.image.shape[:2]
    view = view_from_corners(corners, (width, height))
    soft = smooth(painted.image)
    layout = replace(layout, aspect=view.aspect, bar=max(0.0, layout.bar + float(rng.normal()) * 0.003))
    diameter = layout.pitch * float(rng.uniform(0.82, 0.97))
    layout = replace(layout, diameter=diameter, thickness=0.25 * diameter)
    faces: dict[str, list[np.ndarray]] = {"light": [], "dark": []}
    for checker in painted.checkers:
        x, y = (round(value) for value in checker.centre)
        reach = max(2, int(checker.radius * 0.6))
        if checker.visible > 0.6 and reach < x < width - reach and reach < y < height - reach:
            side = checker.player.value if rng.random() > 0.03 else checker.player.opponent.value
            faces[side].append(soft[y - reach : y + reach, x - reach : x + reach].reshape(-1, 3)[::3])
    light, dark = (
        learn_colours(np.concatenate(faces[side]).astype(np.float32)) for side in ("light", "dark")
    )
    return Calibration(view, layout, home, light, dark, learn_background(soft, view, layout))


def strips_of(
    scene: Scene, rng: np.random.Generator, pictures: int
) -> Iterator[tuple[np.ndarray, list[int]]]:
    """The strips of one scene: its start calibrates, some pictures are read."""
    game = variant("standard")
    first, scene = spoilt(scene, rng)
    start = paint(first, game.start_position, rng)
    empty = paint(first, Position(Side(), Side()), rng).image if rng.random() < 0.4 else None
    home = scene.light_home.value
    try:
        fixed = calibrate_known(start.image, off(start.corners, rng), home, game.start_position, empty)
    except TabletopError:
        return
    for _ in range(pictures):
        position = random_position(rng)
        for _ in range(int(rng.choice([0, 0, 2, 5]))):  # errors that stood, above all two colours on a point
            position = disturbed(position, rng)
        if rng.random() < 0.45:
            position = heaped(position, rng)
        if rng.random() < 0.5:
            position = barred(position, rng)
        dressed = replace(scene, props=random_props(rng, scene)) if rng.random() < 0.5 else scene
        painted = paint(dressed, position, rng)
        yield from cut(fixed, painted, position, blind=False)
        if rng.random() < 0.6:
            try:
                alone = single(painted, off(painted.corners, rng), home, fixed.layout, rng)
            except (TabletopError, ValueError):
                continue
            yield from cut(alone, painted, position, blind=True)
            yield from cut(alone, painted, position, blind=False)


def main() -> None:
    """Paint, cut, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--scenes", type=int, default=100)
    parser.add_argument("--pictures", type=int, default=6)
    parser.add_argument("--difficulty", type=float, default=1.0)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    strips, labels = [], []
    for number in range(arguments.scenes):
        scene = random_scene(rng, float(rng.uniform(0.0, arguments.difficulty)))
        for strip, label in strips_of(scene, rng, arguments.pictures):
            if label[2] == 0 and label[3] == 0 and rng.random() < 0.6:
                continue
            strips.append(np.clip(np.round(strip * SCALE), -127, 127).astype(np.int8))
            labels.append(label)
        if number % 20 == 19:
            print(number + 1, "scenes", len(labels), "strips", flush=True)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(arguments.out, strips=np.array(strips), labels=np.array(labels, dtype=np.int8))


assert STRIPS == 26 and BAR_MIDDLE == 24 and BAR_ENDS == 25  # noqa: S101, PT018

if __name__ == "__main__":
    main()
