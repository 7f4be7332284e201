"""A board drawn with letters, for terminals: seen from light's seat, his home at the lower right.

Each colour has its letter; what stands on a point above five is a number. Two colours on one point are both
drawn. Off and hand stand at the right, the cube in the middle of the table or with its owner.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.backgammon.notation.table import Table
from tabletop.backgammon.position import POINTS, Player, Position

_ROWS = 5
_GLYPH = {Player.LIGHT: "O", Player.DARK: "X"}
_TOP = (*range(13, 19), None, *range(19, 25))
_BOTTOM = (*range(12, 6, -1), None, *range(6, 0, -1))
"""Light's points from left to right; None is the bar."""


def board_text(position: Position, table: Table | None = None) -> str:
    """``position`` as 13 lines of text, light ``O`` and dark ``X``, in light's point numbers.

    With ``table``: the cube, the dice and the score stand beside the board.
    """
    top = [_column(position, place, Player.DARK) for place in _TOP]
    bottom = [_column(position, place, Player.LIGHT) for place in _BOTTOM]
    edge = "+" + "-" * 18 + "+---+" + "-" * 18 + "+"
    notes = _notes(position, table)
    lines = [f" {_numbers(_TOP)}", edge]
    lines += [_line(top, row) for row in range(_ROWS)]
    lines.append("|" + " " * 18 + "|BAR|" + " " * 18 + "|")
    lines += [_line(bottom, row) for row in reversed(range(_ROWS))]
    lines += [edge, f" {_numbers(_BOTTOM)}"]
    return "\n".join(f"{line:<44} {notes.get(n, '')}".rstrip() for n, line in enumerate(lines)) + "\n"


def _numbers(places: tuple[int | None, ...]) -> str:
    return "".join("     " if place is None else f"{place:2} " for place in places).rstrip()


def _line(columns: list[list[str]], row: int) -> str:
    cells = [f"{column[row]:^3}" for column in columns]
    return "|" + "".join(cells[:6]) + "|" + cells[6] + "|" + "".join(cells[7:]) + "|"


def _column(position: Position, place: int | None, on_bar: Player) -> list[str]:
    """The five cells of a point, or of the half of the bar where ``on_bar`` has his, from the rim inwards."""
    counts = {Player.LIGHT: 0, Player.DARK: 0}
    if place is None:
        counts[on_bar] = position.of(on_bar).bar
    else:
        counts[Player.LIGHT] = position.light.on(place)
        counts[Player.DARK] = position.dark.on(POINTS + 1 - place)
    if sum(counts.values()) <= _ROWS:
        cells = [_GLYPH[player] for player, count in counts.items() for _ in range(count)]
        return cells + [""] * (_ROWS - len(cells))
    return list(_stack(counts))


def _stack(counts: dict[Player, int]) -> Iterator[str]:
    """Five cells for more than five checkers: the colours in turn, each ending in its number."""
    colours = [player for player in Player if counts[player]]
    height = _ROWS if len(colours) == 1 else 2
    for player in colours:
        yield from [_GLYPH[player]] * (height - 1)
        yield str(counts[player])
    if len(colours) == 2:
        yield ""


def _notes(position: Position, table: Table | None) -> dict[int, str]:
    notes: dict[int, str] = {}
    for line, player in ((2, Player.DARK), (12, Player.LIGHT)):
        side = position.of(player)
        hand = f", {side.hand} in hand" if side.hand else ""
        notes[line] = f"{_GLYPH[player]} {player.value}: {side.off} off{hand}"
    if table is None:
        return notes
    length = f" of {table.match_length}" if table.match_length else ""
    notes[3] = f"{table.dark_score}{length}"
    notes[11] = f"{table.light_score}{length}"
    cube_line = {None: 7, Player.DARK: 4, Player.LIGHT: 10}[table.cube_owner]
    notes[cube_line] = f"cube {table.cube}{' offered' if table.doubled else ''}"
    rolled = f"rolled {table.dice}" if table.dice else "to roll"
    notes[5 if table.on_roll is Player.DARK else 9] = rolled
    return notes
