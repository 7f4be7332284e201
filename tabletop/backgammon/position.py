"""Where the checkers are.

A board is told twice, once from each player's seat: everybody counts the points from his own home
board, so he runs from his 24-point to his 1-point and his opponent's ace point is his 24-point.
Whatever a camera can see is a position, also what no legal game reaches: two colours on one point,
13 checkers, a checker that vanished. `Position.faults` names what is odd; nothing is refused but
counts that no table can hold.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tabletop.backgammon.errors import InvalidPosition

POINTS = 24
"""Points on the board."""


class Player(enum.Enum):
    """One of the two people at the table, named after the colour of the checkers."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.DARK if self is Player.LIGHT else Player.LIGHT

    def __repr__(self) -> str:
        return f"Player.{self.name}"


@dataclass(frozen=True, slots=True)
class Side:
    """One player's checkers, counted from that player's own side of the board."""

    points: tuple[int, ...] = (0,) * POINTS
    """Checkers on this player's 1-point to 24-point; ``points[0]`` is the ace point."""
    bar: int = 0
    """Checkers that were hit and must enter before anything else moves."""
    off: int = 0
    """Checkers borne off."""
    hand: int = 0
    """Checkers that have not entered the game yet (Dutch backgammon)."""

    def __post_init__(self) -> None:
        if len(self.points) != POINTS:
            raise InvalidPosition(f"a side has {POINTS} points, not {len(self.points)}")
        if min(self.points) < 0 or self.bar < 0 or self.off < 0 or self.hand < 0:
            raise InvalidPosition(f"a count of checkers is negative: {self.points} {self.bar} {self.off}")

    def on(self, point: int) -> int:
        """Checkers on ``point`` (1 to 24, own numbering)."""
        return self.points[point - 1]

    @property
    def total(self) -> int:
        """All checkers of this side, wherever they are."""
        return sum(self.points) + self.bar + self.off + self.hand

    @property
    def pip_count(self) -> int:
        """Pips this side still has to run; a checker on the bar or in hand has 25 to go."""
        board = sum(number * count for number, count in enumerate(self.points, start=1))
        return board + 25 * (self.bar + self.hand)

    @classmethod
    def from_dict(cls, counts: Mapping[str, Any]) -> Side:
        """A side from ``{"24": 2, …, "bar": 0, "off": 0, "hand": 0}``; what is missing is 0.

        Raises `InvalidPosition` for an unknown place or a count that is not a whole number.
        """
        points = [0] * POINTS
        places = {"bar": 0, "off": 0, "hand": 0}
        for place, count in counts.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise InvalidPosition(f"{place!r}: {count!r} is not a number of checkers")
            if place in places:
                places[place] = count
            elif place.isdecimal() and 1 <= int(place) <= POINTS:
                points[int(place) - 1] = count
            else:
                raise InvalidPosition(f"{place!r} is not a place: say '1' to '24', 'bar', 'off' or 'hand'")
        return cls(tuple(points), **places)

    def to_dict(self) -> dict[str, int]:
        """The inverse of `from_dict`: empty points left out, from the 24-point down."""
        counts = {str(n): self.points[n - 1] for n in range(POINTS, 0, -1) if self.points[n - 1]}
        return counts | {"bar": self.bar, "off": self.off} | ({"hand": self.hand} if self.hand else {})


class Fault(enum.Enum):
    """Something odd about a physical board."""

    CHECKERS_MISSING = "fewer checkers than the game has"
    CHECKERS_EXTRA = "more checkers than the game has"
    TWO_COLOURS = "two colours on one point"


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides of a board, each in its own numbers. Hashable: two equal boards are one key."""

    light: Side
    dark: Side

    def of(self, player: Player) -> Side:
        """The checkers of ``player``."""
        return self.light if player is Player.LIGHT else self.dark

    def with_side(self, player: Player, side: Side) -> Position:
        """This board with another side for ``player``."""
        return replace(self, light=side) if player is Player.LIGHT else replace(self, dark=side)

    def faults(self, checkers: int = 15) -> frozenset[tuple[Fault, Player | int]]:
        """What is odd: the player whose count is wrong, or the point (light's number) with two colours."""
        found: set[tuple[Fault, Player | int]] = set()
        for player in Player:
            total = self.of(player).total
            if total != checkers:
                fault = Fault.CHECKERS_MISSING if total < checkers else Fault.CHECKERS_EXTRA
                found.add((fault, player))
        for point in range(1, POINTS + 1):
            if self.light.on(point) and self.dark.on(25 - point):
                found.add((Fault.TWO_COLOURS, point))
        return frozenset(found)

    @classmethod
    def from_dict(cls, position: Mapping[str, Any]) -> Position:
        """A position from ``{"light": {…}, "dark": {…}}``, see `Side.from_dict`."""
        if not isinstance(position, Mapping) or set(position) != {"light", "dark"}:
            raise InvalidPosition("a position has the keys 'light' and 'dark'")
        if not all(isinstance(side, Mapping) for side in position.values()):
            raise InvalidPosition("'light' and 'dark' are each a table of places and counts")
        return cls(Side.from_dict(position["light"]), Side.from_dict(position["dark"]))

    def to_dict(self) -> dict[str, dict[str, int]]:
        """The inverse of `from_dict`."""
        return {"light": self.light.to_dict(), "dark": self.dark.to_dict()}
