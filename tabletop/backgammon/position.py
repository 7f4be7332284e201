"""Where the checkers are.

A board is told twice, once from each player's seat: everybody counts the points from his own home
board, so he runs from his 24-point to his 1-point and his opponent's ace point is his 24-point.
Whatever a camera can see is a position, also what no legal game reaches: two colours on one point,
13 checkers, a checker that vanished. `Position.faults` names what is odd; nothing is refused but
counts that no table can hold.

A side has 27 *places*: 0 is off, 1 to 24 the points, 25 the bar, 26 the hand. Inside, a side is one
whole number whose byte n counts the checkers on place n, and a position is light's number and above
it dark's. So a move is an addition, boards are compared as numbers, and "all home" is "nothing from
byte 7 up". `tabletop.backgammon.moving` lives on that; everybody else reads counts.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from tabletop.backgammon.errors import InvalidPosition

POINTS = 24
"""Points on the board."""
PLACES: Final = 27
"""Places of a side: off, 24 points, bar and hand."""
SIDE_BITS: Final = 8 * PLACES
"""Bits of a side's number; a position's has twice as many."""
SIDE_MASK: Final = (1 << SIDE_BITS) - 1
"""The bits of the lower of two sides."""
MOST_CHECKERS: Final = 127
"""More checkers than any table has: below that no count can run over into the next byte."""


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


class Side:
    """One player's checkers, counted from that player's own side of the board. Immutable.

    ``points`` are the counts on this player's 1-point to 24-point (``points[0]`` is the ace point).
    Raises `InvalidPosition` for a negative count, for other than 24 points and for more than
    127 checkers.
    """

    __slots__ = ("code",)
    __match_args__ = ("points", "bar", "off", "hand")

    code: int
    """This side as one number: byte n counts the checkers on place n."""

    def __init__(
        self, points: tuple[int, ...] = (0,) * POINTS, bar: int = 0, off: int = 0, hand: int = 0
    ) -> None:
        if len(points) != POINTS:
            raise InvalidPosition(f"a side has {POINTS} points, not {len(points)}")
        counts = (off, *points, bar, hand)
        if min(counts) < 0:
            raise InvalidPosition(f"a negative count: {points}, bar {bar}, off {off}, hand {hand}")
        if sum(counts) > MOST_CHECKERS:
            raise InvalidPosition(f"{sum(counts)} checkers of one colour; a side has at most {MOST_CHECKERS}")
        _set_side_code(self, int.from_bytes(bytes(counts), "little"))

    @classmethod
    def from_code(cls, code: int) -> Side:
        """The side whose `code` this is; not checked."""
        side = cls.__new__(cls)
        _set_side_code(side, code)
        return side

    @classmethod
    def from_places(cls, places: bytes | bytearray) -> Side:
        """The inverse of `places`."""
        return cls(tuple(places[1:25]), bar=places[25], off=places[0], hand=places[26])

    @property
    def places(self) -> bytes:
        """Checkers on all 27 places: off, the 1-point to the 24-point, bar, hand."""
        return self.code.to_bytes(PLACES, "little")

    @property
    def points(self) -> tuple[int, ...]:
        """Checkers on this player's 1-point to 24-point; ``points[0]`` is the ace point."""
        return tuple(self.places[1:25])

    @property
    def bar(self) -> int:
        """Checkers that were hit and must enter before anything else moves."""
        return self.places[25]

    @property
    def off(self) -> int:
        """Checkers borne off."""
        return self.places[0]

    @property
    def hand(self) -> int:
        """Checkers that have not entered the game yet (Dutch backgammon)."""
        return self.places[26]

    def on(self, point: int) -> int:
        """Checkers on ``point`` (1 to 24, own numbering)."""
        return self.code >> 8 * point & 0xFF

    @property
    def total(self) -> int:
        """All checkers of this side, wherever they are."""
        return sum(self.places)

    @property
    def pip_count(self) -> int:
        """Pips this side still has to run; a checker on the bar or in hand has 25 to go."""
        places = self.places
        board = sum(number * count for number, count in enumerate(places[:26]))
        return board + 25 * places[26]

    def but(
        self,
        *,
        points: tuple[int, ...] | None = None,
        bar: int | None = None,
        off: int | None = None,
        hand: int | None = None,
    ) -> Side:
        """This side with other counts in the places named."""
        return Side(
            self.points if points is None else points,
            self.bar if bar is None else bar,
            self.off if off is None else off,
            self.hand if hand is None else hand,
        )

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
        counts = {str(n): self.on(n) for n in range(POINTS, 0, -1) if self.on(n)}
        return counts | {"bar": self.bar, "off": self.off} | ({"hand": self.hand} if self.hand else {})

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, Side) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a side does not change; build another one ({name} = {value!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a side does not change; build another one (del {name})")

    def __reduce__(self) -> tuple[Any, ...]:
        return Side.from_code, (self.code,)

    def __repr__(self) -> str:
        return f"Side(points={self.points}, bar={self.bar}, off={self.off}, hand={self.hand})"


_set_side_code = Side.__dict__["code"].__set__  # the slot itself, past __setattr__


class Fault(enum.Enum):
    """Something odd about a physical board."""

    CHECKERS_MISSING = "fewer checkers than the game has"
    CHECKERS_EXTRA = "more checkers than the game has"
    TWO_COLOURS = "two colours on one point"


class Position(tuple[int]):
    """Both sides of a board, each in its own numbers. Immutable; two equal boards are one key.

    Underneath it is one number, `code`, in a tuple: a roll of doubles makes hundreds of positions, and
    Python builds, hashes and compares nothing faster that cannot be changed.
    """

    __slots__ = ()
    __match_args__ = ("light", "dark")

    def __new__(cls, light: Side, dark: Side) -> Position:
        """The board with these sides."""
        return tuple.__new__(cls, (light.code | dark.code << SIDE_BITS,))

    @classmethod
    def from_code(cls, code: int) -> Position:
        """The position whose `code` this is; not checked."""
        return tuple.__new__(cls, (code,))

    @property
    def code(self) -> int:
        """This board as one number: light's `Side.code`, and above it dark's."""
        return self[0]

    @property
    def light(self) -> Side:
        """The light checkers."""
        return Side.from_code(self[0] & SIDE_MASK)

    @property
    def dark(self) -> Side:
        """The dark checkers."""
        return Side.from_code(self[0] >> SIDE_BITS)

    def of(self, player: Player) -> Side:
        """The checkers of ``player``."""
        return self.light if player is Player.LIGHT else self.dark

    def with_side(self, player: Player, side: Side) -> Position:
        """This board with another side for ``player``."""
        return Position(side, self.dark) if player is Player.LIGHT else Position(self.light, side)

    def faults(self, checkers: int = 15) -> frozenset[tuple[Fault, Player | int]]:
        """What is odd: the player whose count is wrong, or the point (light's number) with two colours."""
        found: set[tuple[Fault, Player | int]] = set()
        for player in Player:
            total = self.of(player).total
            if total != checkers:
                fault = Fault.CHECKERS_MISSING if total < checkers else Fault.CHECKERS_EXTRA
                found.add((fault, player))
        light, dark = self.light.points, self.dark.points
        for point in range(1, POINTS + 1):
            if light[point - 1] and dark[POINTS - point]:
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

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_code, (self.code,)

    def __repr__(self) -> str:
        return f"Position(light={self.light!r}, dark={self.dark!r})"
