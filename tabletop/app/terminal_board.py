"""The board drawn for a terminal: felt, points, and checkers that are told apart with and without colour.

Seen from light's seat, his home at the lower right, every point with its number in light's count; a place
that the referee points out has its number lit. Light's checkers carry an ``O``, dark's an ``X``, so that the
drawing can be read where there is no colour at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from tabletop.backgammon import POINTS, Player, Position

WIDTH = 57
"""Columns of the drawing."""
HEIGHT = 15
"""Lines of the drawing."""

_ROWS = 5
_TOP = (*range(13, 19), None, *range(19, 25))
_BOTTOM = (*range(12, 6, -1), None, *range(6, 0, -1))
"""Light's points from left to right; None is the bar."""
_TAPER = ("▐█▌", "▐█▌", " █ ", " █ ", "   ")
"""A point from the rim inwards."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a drawing; rich brings them to what the terminal can show."""

    felt: str = "#1f4d3a"
    rail: str = "#5b3a24"
    points: tuple[str, str] = ("#c9b27e", "#8c3a30")

    def checker(self, player: Player) -> Style:
        """A checker of ``player``."""
        if player is Player.LIGHT:
            return Style(color="#6b655a", bgcolor="#f2eee4", bold=True)
        return Style(color="#a8a8b4", bgcolor="#17171c", bold=True)


COLOURS = Palette()
_LETTER = {Player.LIGHT: "O", Player.DARK: "X"}


def draw(position: Position, lit: Mapping[int, str] | None = None, coloured: bool = True) -> Text:
    """``position`` as `HEIGHT` lines of `WIDTH` columns.

    ``lit`` are the places pointed out, light's number (0 for the bar) to a rich style. Without ``coloured``
    the empty points are left blank, for terminals that show letters only.
    """
    lit = lit or {}
    rail = Style(bgcolor=COLOURS.rail)
    out = Text(no_wrap=True)
    edge = Text(" " * WIDTH + "\n", style=rail)
    if not coloured:
        edge = Text("+" + "-" * (WIDTH - 2) + "+\n")
    out.append_text(_numbers(_TOP, lit)).append_text(edge)
    top = [_cells(position, place, Player.DARK, coloured) for place in _TOP]
    bottom = [_cells(position, place, Player.LIGHT, coloured) for place in _BOTTOM]
    for row in range(_ROWS):
        out.append_text(_row([column[row] for column in top], coloured))
    out.append_text(_row([_empty(place, _ROWS - 1, coloured) for place in _TOP], coloured))
    for row in reversed(range(_ROWS)):
        out.append_text(_row([column[row] for column in bottom], coloured))
    out.append_text(edge).append_text(_numbers(_BOTTOM, lit))
    out.rstrip()
    return out


def _numbers(places: Collection[int | None], lit: Mapping[int, str]) -> Text:
    line = Text(" ", no_wrap=True)
    for place in places:
        text = " bar   " if place is None else f"{place:^4}"
        line.append(text, style=lit.get(place or 0, "dim"))
    return line.append("\n")


def _row(cells: list[Text], coloured: bool) -> Text:
    side = Text(" ", style=Style(bgcolor=COLOURS.rail)) if coloured else Text("|")
    return Text.assemble(side, *cells, side, "\n", no_wrap=True)


def _empty(place: int | None, row: int, coloured: bool) -> Text:
    if place is None:
        return Text("       ", style=Style(bgcolor=COLOURS.rail)) if coloured else Text(" |   | ")
    colour = Style(color=COLOURS.points[place % 2], bgcolor=COLOURS.felt)
    return Text(_TAPER[row] + " ", style=colour) if coloured else Text("    ")


def _cells(position: Position, place: int | None, on_bar: Player, coloured: bool) -> list[Text]:
    """The five cells of a point, or of the half of the bar where ``on_bar`` has his, from the rim inwards."""
    if place is None:
        held = {on_bar: position.of(on_bar).bar}
    else:
        held = {Player.LIGHT: position.light.on(place), Player.DARK: position.dark.on(POINTS + 1 - place)}
    cells = [_checker(place, *one) for one in _stack(held)]
    return cells + [_empty(place, row, coloured) for row in range(len(cells), _ROWS)]


def _checker(place: int | None, player: Player, text: str) -> Text:
    block = Text(f"{text:^3}", style=COLOURS.checker(player))
    if place is None:
        rail = Style(bgcolor=COLOURS.rail)
        return Text.assemble(("  ", rail), block, ("  ", rail))
    return Text.assemble(block, (" ", Style(bgcolor=COLOURS.felt)))


def _stack(held: Mapping[Player, int]) -> Iterator[tuple[Player, str]]:
    """What is drawn in the cells: a letter a checker, or where they are too many a number at the end."""
    there = [player for player in Player if held.get(player)]
    if sum(held.values()) <= _ROWS:
        yield from ((player, _LETTER[player]) for player in there for _ in range(held[player]))
        return
    height = _ROWS if len(there) == 1 else 2
    for player in there:
        yield from ((player, _LETTER[player]) for _ in range(min(held[player], height) - 1))
        yield player, str(held[player]) if held[player] > 1 else _LETTER[player]
