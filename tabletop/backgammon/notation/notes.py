"""What a match file has no word for, said in comments that people and our readers understand.

``game 1 turn 3: 6/5 opp:7/6 stood, breaking opponents_checker`` names the rule;
``game 1 turn 3 left {"light":…}`` is the board itself, where the notation can hold only the nearest one;
``game 1 turn 3 found {"light":…}`` is the board before a turn, where it is not what the turn before left;
``game 1 began {"light":…}`` is the board at the start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tabletop.backgammon.notation.writing import board_json, one_line, read_board_json
from tabletop.backgammon.position import Position
from tabletop.backgammon.transcript import Turn

_BROKE = re.compile(r"game (\d+) turn (\d+): (.*) stood, breaking (\S.*)")
_BOARD = re.compile(r"game (\d+) turn (\d+) (left|found) (\{.*\})")
_BEGAN = re.compile(r"game (\d+) began (\{.*\})")
_NOTHING = "no move"


@dataclass(slots=True)
class GameNotes:
    """The notes on one game, by the number of the turn, the first being 1."""

    broke: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The text of the play and the rule it broke."""
    left: dict[int, Position] = field(default_factory=dict)
    found: dict[int, Position] = field(default_factory=dict)
    began: Position | None = None


def began_note(game: int, start: Position) -> str:
    """The note on the board from which a game began."""
    return f"game {game} began {board_json(start)}"


def turn_notes(game: int, number: int, turn: Turn, board: Position, understood: Position) -> Iterator[str]:
    """The notes that a turn needs, one line each.

    ``board`` is what a reader has before the turn, ``understood`` what the notation makes of it.
    """
    name = f"game {game} turn {number}"
    if turn.before != board:
        yield f"{name} found {board_json(turn.before)}"
    if not turn.is_legal:
        broken = one_line(turn.violation or "a rule")
        yield f"{name}: {one_line(turn.text) or _NOTHING} stood, breaking {broken}"
    if understood != turn.after:
        yield f"{name} left {board_json(turn.after)}"


def read_notes(lines: Iterable[str]) -> dict[int, GameNotes]:
    """The notes among ``lines`` (other lines are passed over), by the number of the game, the first being 1.

    Raises `NotationError` for a note whose board cannot be read.
    """
    games: dict[int, GameNotes] = {}
    for line in lines:
        if match := _BROKE.fullmatch(line):
            text = "" if match[3] == _NOTHING else match[3]
            games.setdefault(int(match[1]), GameNotes()).broke[int(match[2])] = text, match[4]
        elif match := _BOARD.fullmatch(line):
            notes = games.setdefault(int(match[1]), GameNotes())
            boards = notes.left if match[3] == "left" else notes.found
            boards[int(match[2])] = read_board_json(match[4])
        elif match := _BEGAN.fullmatch(line):
            games.setdefault(int(match[1]), GameNotes()).began = read_board_json(match[2])
    return games
