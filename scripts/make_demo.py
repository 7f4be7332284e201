"""Films the demo session that `make demo-replay` replays: ``demo/session``.

Nine turns of a five-point match on a painted board: checkers are hit, a throw is cocked, a player doubles,
one wrong play is put right when the referee flags it, and one that nobody claims stands. The same seed films
the same session.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tabletop.backgammon import Dice, Play, Player, Position, legal_plays, variant
from tabletop.devices.virtual.painter import Attempt, Scene, Script, Turn, framed, shoot
from tabletop.devices.virtual.painter.scene import (
    BoardStyle,
    CameraPose,
    CheckerStyle,
    Face,
    Lamp,
    Lighting,
    Sensor,
    Stacking,
    Texture,
)

BOARD = BoardStyle(
    ground=(34, 84, 62),
    ground_texture=Texture.FELT,
    points=((206, 186, 138), (134, 44, 34)),
    rail=(112, 74, 46),
    bar_width=1.15,
    table=(172, 140, 104),
    clutter=False,
    grain=11,
)
SCENE = Scene(
    board=BOARD,
    light_checkers=CheckerStyle((240, 236, 226), face=Face.DISHED, gloss=0.3),
    dark_checkers=CheckerStyle((38, 38, 44), face=Face.DISHED, gloss=0.3),
    camera=framed(BOARD, CameraPose(tilt=6.0, roll=0.8), margin=0.05),
    lighting=Lighting(lamps=(Lamp(intensity=0.5, softness=0.35),), ambient=0.5, vignette=0.08),
    stacking=Stacking(gap=0.02, jitter=0.03),
    sensor=Sensor(noise=0.4, blur=0.6, jpeg_quality=None),
)


@dataclass(frozen=True)
class Line:
    """A turn of the screenplay: what the player puts on the board, one try after the other."""

    dice: tuple[int, int]
    tries: tuple[str, ...]
    cocked: int = 0
    double: str | None = None


OPENING = (3, 1)
SCREENPLAY = (
    Line((3, 1), ("8/5 6/5",)),
    Line((6, 4), ("24/14",)),
    Line((6, 2), ("24/18 13/11*",)),
    Line((4, 2), ("bar/21 13/10", "bar/21 13/11")),  # 13/10 is three pips: flagged, and put right
    Line((5, 3), ("13/8 11/8",), cocked=1),
    Line((6, 5), ("24/18 13/9",), double="take"),  # 13/9 is four pips: nobody claims it
    Line((3, 2), ("24/21 13/11",)),
    Line((5, 5), ("13/3(2)",)),
    Line((2, 1), ("6/4* 5/4",)),
)


def turns(lines: tuple[Line, ...], start: Position, first: Player) -> Iterator[Turn]:
    """The screenplay with its boards; what is legal is asked of the rules, not written down."""
    board, player = start, first
    for line in lines:
        legal = legal_plays(board, player, Dice(*line.dice), variant("standard"))
        attempts = []
        for number, text in enumerate(line.tries):
            after = Play.parse(text).on(board, player)
            right = after in legal.positions
            attempts.append(
                Attempt(
                    after,
                    status="legal" if right else "illegal",
                    played=text,
                    violation=None if right else "wrong_distance",
                    correction=number > 0,
                    seconds=2.2 if right else 3.2,
                )
            )
        play = line.tries[-1] if attempts[-1].status == "legal" else None
        yield Turn(player, line.dice, tuple(attempts), play, line.cocked, line.double)
        board, player = attempts[-1].position, player.opponent


def screenplay() -> Script:
    """The demo, ready to be filmed."""
    start = variant("standard").start_position
    return Script(
        SCENE,
        OPENING,
        tuple(turns(SCREENPLAY, start, Player.LIGHT)),
        name="demo",
        match_length=5,
        light_name="Ivory",
        dark_name="Ebony",
    )


def main() -> None:
    """Film it."""
    parser = argparse.ArgumentParser(description="Films the demo session.")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path("demo/session"))
    options = parser.parse_args()
    shoot(screenplay(), options.out, np.random.default_rng(options.seed))
    size = sum(path.stat().st_size for path in options.out.iterdir())
    print(f"{options.out}: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
