"""One moment of a match: the board, the cube, the score, whose turn it is and the dice on the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.position import POINTS, Fault, Player, Position, Side


class Resignation(enum.Enum):
    """What the player whose turn it is not to answer has offered to lose."""

    NONE = 0
    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class Table:
    """What stands on the table and on the score sheet."""

    on_roll: Player
    dice: Dice | None = None
    cube: int = 1
    cube_owner: Player | None = None
    """None while the cube is in the middle."""
    doubled: bool = False
    """The player on roll has doubled and waits for the answer."""
    resigned: Resignation = Resignation.NONE
    match_length: int = 0
    """0 for money."""
    light_score: int = 0
    dark_score: int = 0
    crawford: bool = False
    """This is the Crawford game."""
    jacoby: bool = False

    def __post_init__(self) -> None:
        if self.cube < 1 or self.cube & (self.cube - 1):
            raise NotationError(f"a cube shows 1, 2, 4, 8 …, not {self.cube}")


def cube_power(table: Table, most: int) -> int:
    """How often the cube was turned; raises `NotationError` above ``most``."""
    power = table.cube.bit_length() - 1
    if power > most:
        raise NotationError(f"this notation holds a cube up to {2**most}, not {table.cube}")
    return power


def must_be_whole(position: Position, checkers: int, notation: str) -> None:
    """Refuse, with `NotationError`, a board that ``notation`` (its name) cannot say.

    The codes of a position say what stands on the points and the bar; the rest is borne off. So a side must
    have exactly ``checkers`` checkers, none of them in hand, and no point may hold two colours.
    """
    for fault, where in sorted(position.faults(checkers), key=str):
        if fault is Fault.TWO_COLOURS:
            raise NotationError(f"a {notation} holds one colour a point; light's {where}-point has two")
        if isinstance(where, Player):
            total = position.of(where).total
            raise NotationError(f"a {notation} needs {checkers} checkers a side; {where.value} has {total}")
    for player in Player:
        if position.of(player).hand:
            raise NotationError(f"a {notation} knows no checkers in hand; {player.value} has some")


def side_of(points: list[int], bar: int, checkers: int, notation: str) -> Side:
    """A side from what stands on the points and the bar; what is missing to ``checkers`` is borne off."""
    off = checkers - sum(points) - bar
    if off < 0:
        raise NotationError(f"this {notation} shows {sum(points) + bar} checkers of one side, not {checkers}")
    return Side(tuple(points), bar=bar, off=off)


def must_be_one_colour(position: Position, notation: str) -> Position:
    """``position``, or `NotationError` if a point holds both colours."""
    for point in range(1, POINTS + 1):
        if position.light.on(point) and position.dark.on(POINTS + 1 - point):
            raise NotationError(f"this {notation} has two colours on light's {point}-point")
    return position
