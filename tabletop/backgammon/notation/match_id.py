"""The GNU Match ID: cube, dice, score and whose turn it is, in twelve characters.

Light is GNU Backgammon's player 0 (its ``O``), dark its player 1. The fields follow each other from the
lowest bit of the first byte (GNU Backgammon manual, "A technical description of the Match ID"; the Jacoby
bit, set when the rule is *off*, was found with version 1.07).
"""

from __future__ import annotations

import base64
import binascii

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation.table import Resignation, Table, cube_power
from tabletop.backgammon.position import Player

_BYTES = 9
_FIELDS = {
    "cube": 4,
    "cube_owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "game_state": 3,
    "to_act": 1,
    "doubled": 1,
    "resigned": 2,
    "die_1": 3,
    "die_2": 3,
    "match_length": 15,
    "light_score": 15,
    "dark_score": 15,
    "no_jacoby": 1,
}
"""Name and width in bits, in order."""
_PLAYING = 1
_CENTRED = 3
_SEATS = (Player.LIGHT, Player.DARK)


def match_id(table: Table) -> str:
    """The Match ID of ``table``, a game being played.

    Raises `NotationError` for a cube above 32768 or a number of points above 32767.
    """
    # The one to act is the player on roll, unless a double or a resignation waits for the opponent.
    waiting = table.doubled or table.resigned is not Resignation.NONE
    to_act = table.on_roll.opponent if waiting else table.on_roll
    values = {
        "cube": cube_power(table, 15),
        "cube_owner": _CENTRED if table.cube_owner is None else _SEATS.index(table.cube_owner),
        "on_roll": _SEATS.index(table.on_roll),
        "crawford": int(table.crawford),
        "game_state": _PLAYING,
        "to_act": _SEATS.index(to_act),
        "doubled": int(table.doubled),
        "resigned": table.resigned.value,
        "die_1": table.dice.high if table.dice else 0,
        "die_2": table.dice.low if table.dice else 0,
        "match_length": table.match_length,
        "light_score": table.light_score,
        "dark_score": table.dark_score,
        "no_jacoby": int(not table.jacoby),
    }
    bits = 0
    length = 0
    for name, width in _FIELDS.items():
        if not 0 <= values[name] < 1 << width:
            raise NotationError(f"a Match ID cannot hold {name.replace('_', ' ')} {values[name]}")
        bits |= values[name] << length
        length += width
    return base64.b64encode(bits.to_bytes(_BYTES, "little")).decode("ascii")


def parse_match_id(text: str) -> Table:
    """The moment that a Match ID describes; raises `NotationError` for text that is no Match ID."""
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotationError(f"{text!r} is no Match ID: 12 characters of base64") from error
    if len(text) != 12 or len(key) != _BYTES:
        raise NotationError(f"{text!r} is no Match ID: it has {len(text)} characters, not 12")
    bits = int.from_bytes(key, "little")
    values: dict[str, int] = {}
    for name, width in _FIELDS.items():
        values[name] = bits & ((1 << width) - 1)
        bits >>= width
    return _table(text, values)


def _table(text: str, values: dict[str, int]) -> Table:
    if values["cube_owner"] not in (0, 1, _CENTRED):
        raise NotationError(f"{text!r} is no Match ID: nobody is cube owner {values['cube_owner']}")
    dice = (values["die_1"], values["die_2"])
    if dice != (0, 0) and not all(1 <= die <= 6 for die in dice):
        raise NotationError(f"{text!r} is no Match ID: no dice show {dice[0]} and {dice[1]}")
    return Table(
        on_roll=_SEATS[values["on_roll"]],
        dice=None if dice == (0, 0) else Dice(*dice),
        cube=1 << values["cube"],
        cube_owner=None if values["cube_owner"] == _CENTRED else _SEATS[values["cube_owner"]],
        doubled=bool(values["doubled"]),
        resigned=Resignation(values["resigned"]),
        match_length=values["match_length"],
        light_score=values["light_score"],
        dark_score=values["dark_score"],
        crawford=bool(values["crawford"]),
        jacoby=not values["no_jacoby"],
    )
