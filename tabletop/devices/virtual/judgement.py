"""How a club player looks at a board: the race, the blots and who may hit them, the points that are made.

No expert plays like that, but it looks like backgammon: blots are covered and hit, home boards are made,
towers are avoided, checkers are borne off. Everything is counted in pips, as players do.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tabletop.backgammon import BAR, OFF, POINTS, Player, Position

SHOTS: Final = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)
"""Of the 36 rolls, those that hit a blot so many pips away over open points (Magriel, *Backgammon*)."""
MADE: Final = (0, 1, 3, 4, 7, 8, 7, 6, 3, 1, 1, 1, 1, 1, 1, 2, 2, 2, 4, 2, 6, 6, 3, 1, 2)
"""What a point with two checkers or more is worth, in pips, from the ace point up: the points next to one's
own 6-point, and the anchors on the other side, most."""
TALL: Final = 3
"""Checkers on a point from which one more is of little use."""
WASTE: Final = 1.0
"""Pips that a checker too many on a point costs, for every one that is there already."""
BORNE_OFF: Final = 4.0
"""Pips that a checker off is worth besides its way."""
DECIDEDLY: Final = 3.0
"""Pips by which a play is better that is chosen e times as often."""


def worth(board: Position, player: Player) -> float:
    """What ``board`` is worth to ``player``, in pips, when the opponent is about to throw."""
    own, other = board.of(player), board.of(player.opponent)
    mine, theirs = own.places, other.places
    race = other.pip_count - own.pip_count
    back = max((place for place in range(1, BAR + 1) if theirs[place]), default=0)
    met = any(mine[point] for point in range(BAR + 1 - back, BAR + 1))
    towers = sum((mine[point] - TALL) ** 2 for point in range(1, POINTS + 1) if mine[point] > TALL)
    rest = race + BORNE_OFF * mine[OFF] - WASTE * towers
    if not met:
        return rest
    points = sum(MADE[point] for point in range(1, POINTS + 1) if mine[point] >= 2)
    risk = sum((BAR - point) * _hit(point, theirs) for point in range(1, POINTS + 1) if mine[point] == 1)
    return rest + points - risk


def _hit(point: int, theirs: bytes) -> float:
    """The chance that a blot on ``point`` is hit by one of ``theirs``, in their own numbers."""
    missed = 1.0
    there = BAR - point
    for place in range(there + 1, BAR + 1):
        if theirs[place]:
            missed *= 1.0 - SHOTS[place - there] / 36
    return 1.0 - missed


def choice(boards: frozenset[Position], player: Player, rng: np.random.Generator) -> Position:
    """The board that ``player`` would leave: mostly the best of ``boards``, or one nearly as good."""
    ordered = sorted(boards)  # the order of a set is nobody's promise
    worths = np.array([worth(board, player) for board in ordered])
    weights = np.exp((worths - worths.max()) / DECIDEDLY)
    return ordered[int(rng.choice(len(ordered), p=weights / weights.sum()))]
