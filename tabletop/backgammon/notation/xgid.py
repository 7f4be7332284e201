"""The XGID: board and moment of a match in one line, as eXtreme Gammon copies it.

``XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10``: the bottom player is light (upper case, his own
numbers, positive); the top player is dark. Fields after the board: the power of the cube, its owner
(1 bottom, -1 top, 0 centred), the player on roll, the dice (``00`` not rolled, ``D`` doubled), the bottom
and the top player's score, Crawford game (match) or 1 Jacoby, 2 beavers, 3 both (money), the match length,
and the highest power the cube may reach. (eXtreme Gammon help, "XGID"; bkgm.com/articles "XGID".)
"""

from __future__ import annotations

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation.table import (
    Table,
    cube_power,
    must_be_one_colour,
    must_be_whole,
    side_of,
)
from tabletop.backgammon.position import POINTS, Player, Position

_PREFIX = "XGID="
_HIGHEST_CUBE = 10
_SIGN = {Player.LIGHT: 1, Player.DARK: -1, None: 0}
_OF_SIGN = {1: Player.LIGHT, -1: Player.DARK, 0: None}


def board_code(position: Position) -> str:
    """The 26 characters of the board alone: dark's bar, light's 1-point to 24-point, light's bar."""
    cells = [_letter(0, position.dark.bar)]
    cells += [_letter(position.light.on(n), position.dark.on(POINTS + 1 - n)) for n in range(1, POINTS + 1)]
    cells.append(_letter(position.light.bar, 0))
    return "".join(cells)


def _letter(light: int, dark: int) -> str:
    if light and dark:
        raise NotationError("an XGID holds one colour a point")
    if max(light, dark) > 26:
        raise NotationError(f"an XGID holds 26 checkers a point, not {max(light, dark)}")
    if light:
        return chr(ord("A") + light - 1)
    return chr(ord("a") + dark - 1) if dark else "-"


def xgid(position: Position, table: Table, checkers: int = 15) -> str:
    """The XGID of a board and a moment, light at the bottom; each side has ``checkers`` checkers.

    Raises `NotationError` for a board it cannot hold and for a resignation on offer.
    """
    must_be_whole(position, checkers, "XGID")
    if table.resigned.value:
        raise NotationError("an XGID knows no resignation on offer")
    dice = "D" if table.doubled else f"{table.dice}" if table.dice else "00"
    rules = int(table.crawford) if table.match_length else int(table.jacoby)
    fields = (
        board_code(position),
        cube_power(table, _HIGHEST_CUBE),
        _SIGN[table.cube_owner],
        _SIGN[table.on_roll],
        dice,
        table.light_score,
        table.dark_score,
        rules,
        table.match_length,
        _HIGHEST_CUBE,
    )
    return _PREFIX + ":".join(str(field) for field in fields)


def parse_xgid(text: str, checkers: int = 15) -> tuple[Position, Table]:
    """Board and moment of an XGID (its ``XGID=`` may be left out), the bottom player being light.

    The beaver switch is read and ignored. Raises `NotationError` for text that is no XGID.
    """
    fields = text.strip().removeprefix(_PREFIX).split(":")
    if len(fields) not in (9, 10) or len(fields[0]) != POINTS + 2:
        raise NotationError(f"{text!r} is no XGID: 26 characters of board and nine numbers between colons")
    try:
        power, owner, on_roll = (int(field) for field in fields[1:4])
        light_score, dark_score, rules, match_length = (int(field) for field in fields[5:9])
        roller = _OF_SIGN[on_roll]
        cube_owner = _OF_SIGN[owner]
    except (ValueError, KeyError) as error:
        raise NotationError(f"{text!r} is no XGID: {error} is not a number it may hold") from error
    if roller is None or not 0 <= power <= _HIGHEST_CUBE or min(light_score, dark_score, match_length) < 0:
        raise NotationError(f"{text!r} is no XGID: nobody is on roll, or a number is out of range")
    table = Table(
        on_roll=roller,
        dice=_dice(fields[4], text),
        cube=1 << power,
        cube_owner=cube_owner,
        doubled=fields[4] in ("D", "B", "R"),
        match_length=match_length,
        light_score=light_score,
        dark_score=dark_score,
        crawford=bool(match_length and rules),
        jacoby=bool(not match_length and rules & 1),
    )
    return parse_board_code(fields[0], checkers), table


def _dice(field: str, text: str) -> Dice | None:
    if field in ("00", "D", "B", "R"):
        return None
    if len(field) != 2 or not all(die in "123456" for die in field):
        raise NotationError(f"{text!r} is no XGID: {field!r} is no roll")
    return Dice(int(field[0]), int(field[1]))


def parse_board_code(cells: str, checkers: int = 15) -> Position:
    """The inverse of `board_code`; what is missing to ``checkers`` is borne off."""
    if len(cells) != POINTS + 2:
        raise NotationError(f"{cells!r} has {len(cells)} characters; a board has {POINTS + 2}")
    light = [0] * (POINTS + 2)
    dark = [0] * (POINTS + 2)
    for place, cell in enumerate(cells):
        if "A" <= cell <= "Z":
            light[place] = ord(cell) - ord("A") + 1
        elif "a" <= cell <= "z":
            dark[POINTS + 1 - place] = ord(cell) - ord("a") + 1
        elif cell != "-":
            raise NotationError(f"{cell!r} is no content of a point in an XGID")
    if light[0] or dark[0]:
        raise NotationError("the bars of this XGID hold the wrong colours")
    sides = [side_of(side[1 : POINTS + 1], side[POINTS + 1], checkers, "XGID") for side in (light, dark)]
    return must_be_one_colour(Position(*sides), "XGID")
