"""The GNU Position ID: a board in fourteen characters.

From the 1-point to the bar, first the player who is not on roll, then the player on roll: a one for every
checker on the point and a zero to close it. These at most 80 bits make ten bytes, the first bit the lowest
of the first byte; base64 makes them 14 characters. (GNU Backgammon manual, "A technical description of the
Position ID".)
"""

from __future__ import annotations

import base64
import binascii

from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation.table import must_be_one_colour, must_be_whole, side_of
from tabletop.backgammon.position import POINTS, Player, Position, Side

_BYTES = 10


def position_id(position: Position, on_roll: Player, checkers: int = 15) -> str:
    """The Position ID of ``position`` with ``on_roll`` to play; each side has ``checkers`` checkers.

    Raises `NotationError` for two colours on a point, a wrong number of checkers or checkers in hand.
    """
    must_be_whole(position, checkers, "Position ID")
    bits = 0
    length = 0
    for player in (on_roll.opponent, on_roll):
        side = position.of(player)
        for count in (*side.points, side.bar):
            bits |= ((1 << count) - 1) << length
            length += count + 1
    if length > 8 * _BYTES:
        raise NotationError(f"a Position ID holds 15 checkers a side, not {checkers}")
    return base64.b64encode(bits.to_bytes(_BYTES, "little")).decode("ascii").rstrip("=")


def parse_position_id(text: str, on_roll: Player, checkers: int = 15) -> Position:
    """The board of a Position ID, ``on_roll`` being the player it calls on roll.

    What is missing to ``checkers`` is borne off. Raises `NotationError` for text that is no Position ID.
    """
    bits = _bits(text)
    sides: dict[Player, Side] = {}
    for player in (on_roll.opponent, on_roll):
        counts = [0] * (POINTS + 1)
        for place in range(POINTS + 1):
            while bits & 1:
                counts[place] += 1
                bits >>= 1
            bits >>= 1
        sides[player] = side_of(counts[:POINTS], counts[POINTS], checkers, "Position ID")
    if bits:
        raise NotationError(f"{text!r} is no Position ID: it goes on after the second bar")
    return must_be_one_colour(Position(sides[Player.LIGHT], sides[Player.DARK]), "Position ID")


def _bits(text: str) -> int:
    try:
        key = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotationError(f"{text!r} is no Position ID: 14 characters of base64") from error
    if len(text) != 14 or len(key) != _BYTES:
        raise NotationError(f"{text!r} is no Position ID: it has {len(text)} characters, not 14")
    return int.from_bytes(key, "little")
