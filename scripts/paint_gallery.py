"""Contact sheets of the painted camera, for people to look at.

Writes out/gallery_random.png (tables one might meet, from easy to hard), out/gallery_<sweep>.png (one
nuisance in steps) and out/gallery_film.png (a play, frame by frame).

    python scripts/paint_gallery.py [--seed 1] [--out out]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import Player, Position, variant
from tabletop.devices.virtual.painter import (
    SWEEPS,
    Reel,
    Scene,
    framed,
    paint,
    random_play,
    random_position,
    random_props,
    random_scene,
)

Picture = NDArray[np.uint8]
TILE = (640, 480)
CROWDED = Position.from_dict(
    {
        "light": {"24": 1, "13": 3, "8": 7, "6": 3, "bar": 1},
        "dark": {"22": 1, "13": 2, "8": 3, "6": 6, "5": 2, "off": 1},
    }
)
"""A little of everything: tall stacks, blots, the bar, a checker borne off."""


def captioned(picture: Picture, text: str) -> Picture:
    """A tile with its caption."""
    tile = cv2.resize(picture, TILE, interpolation=cv2.INTER_AREA)
    cv2.rectangle(tile, (0, 0), (14 + 11 * len(text), 30), (0, 0, 0), -1)
    cv2.putText(tile, text, (8, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(tile, dtype=np.uint8)


def write_sheet(path: Path, tiles: Sequence[Picture], columns: int = 3) -> None:
    """Tiles in rows, the last one filled up with black."""
    blank = np.zeros_like(tiles[0])
    padded = [*tiles, *[blank] * (-len(tiles) % columns)]
    rows = [np.hstack(padded[n : n + columns]) for n in range(0, len(padded), columns)]
    cv2.imwrite(str(path), np.vstack(rows))
    print(path)


def plain_scene() -> Scene:
    """The scene that the sweeps spoil."""
    scene = Scene()
    return replace(scene, camera=framed(scene.board, scene.camera))


def random_tiles(seed: int, count: int = 15) -> list[Picture]:
    """Tables one might meet."""
    tiles = []
    for number in range(count):
        rng, difficulty = np.random.default_rng([seed, number]), number / (count - 1)
        scene = random_scene(rng, difficulty)
        scene = replace(scene, props=random_props(rng, scene.board))
        picture = paint(scene, random_position(rng), rng).image
        tiles.append(captioned(picture, f"difficulty {difficulty:.2f}"))
    return tiles


def sweep_tiles(name: str, seed: int) -> list[Picture]:
    """One nuisance in steps, always the same position."""
    steps = ((step.label, step.apply(plain_scene())) for step in SWEEPS[name])
    return [captioned(paint(s, CROWDED, np.random.default_rng(seed)).image, f"{name}: {t}") for t, s in steps]


def film_tiles(seed: int) -> list[Picture]:
    """A play of light's."""
    rng = np.random.default_rng(seed)
    start = variant("standard").start_position
    reel = Reel(plain_scene(), start, rng)
    frames = [
        *reel.hold(0.4),
        *reel.play(Player.LIGHT, random_play(start, Player.LIGHT, rng)),
        *reel.hold(0.4),
    ]
    return [captioned(frame.image, f"{frame.t:.1f} s") for frame in frames]


def main() -> None:
    """Writes all sheets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    write_sheet(options.out / "gallery_random.png", random_tiles(options.seed))
    for name in SWEEPS:
        write_sheet(options.out / f"gallery_{name.replace(' ', '_')}.png", sweep_tiles(name, options.seed))
    write_sheet(options.out / "gallery_film.png", film_tiles(options.seed), columns=4)


if __name__ == "__main__":
    main()
