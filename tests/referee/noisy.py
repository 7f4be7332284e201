"""A reader that errs: every spot is misread by one checker with a known probability, and says so."""

from __future__ import annotations

import math
from random import Random

from tabletop.backgammon import Position, Side
from tabletop.referee import Observation, Spot

FLOOR = math.log(1e-6)


def observed(board: Position, error: float, chance: Random) -> Observation:
    """``board`` as a reader sees it that misreads a spot by one checker with probability ``error``."""
    contents = [(board.light.bar, board.dark.bar)]
    contents += [(board.light.on(n), board.dark.on(25 - n)) for n in range(1, 25)]
    read = [_misread(spot, chance) if chance.random() < error else spot for spot in contents]
    light = Side(tuple(spot[0] for spot in read[1:]), bar=read[0][0])
    dark = Side(tuple(spot[1] for spot in reversed(read[1:])), bar=read[0][1])
    light = light.but(off=max(0, 15 - light.total))
    dark = dark.but(off=max(0, 15 - dark.total))
    spots = tuple(_doubting(spot, error) for spot in read)
    return Observation(spots, Position(light, dark), confidence=(1 - error) ** len(spots))


def _misread(spot: tuple[int, int], chance: Random) -> tuple[int, int]:
    light, dark = spot
    change = chance.choice((-1, 1))
    if light or (not dark and chance.random() < 0.5):
        return max(0, light + change), dark
    return light, max(0, dark + change)


def _doubting(read: tuple[int, int], error: float) -> Spot:
    light, dark = read
    near = [(light - 1, dark), (light + 1, dark), (light, dark - 1), (light, dark + 1)]
    one_colour = [spot for spot in near if min(spot) == 0]
    listed = [(*read, math.log(1 - error)), *((*spot, math.log(error / 2)) for spot in one_colour)]
    return Spot(tuple(listed), FLOOR)
