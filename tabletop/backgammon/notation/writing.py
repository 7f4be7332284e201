"""What the notations for a whole match share: words for moves, and boards as a match file can hold them.

A match file says what stands on the 24 points and the two bars; the other checkers are taken to be borne
off. Wood knows more: two colours on a point, a checker that fell under the table, a checker still in hand.
`as_written` is the nearest board that a match file holds; writers say the rest in a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from tabletop.backgammon.errors import BackgammonError, NotationError
from tabletop.backgammon.play import BAR, DANCE, HAND, OFF, Move, Play
from tabletop.backgammon.position import POINTS, Player, Position, Side

MOST_ON_A_POINT = 15
"""Checkers that a point can hold in the match files (GNU Backgammon keeps four bits a point)."""
_PLACES = {"bar": BAR, "off": OFF, "hand": HAND, str(BAR): BAR, str(OFF): OFF}
_WORDS = {BAR: "bar", OFF: "off", HAND: "hand"}
_TOKEN = re.compile(r"(?P<path>[a-z0-9]+(?:/[a-z0-9]+\*?)+)(?:\((?P<times>[1-9])\))?(?P<hit>\*?)", re.I)


def place_word(place: int) -> str:
    """``bar``, ``off``, ``hand`` or the number of the point."""
    return _WORDS.get(place, str(place))


def read_place(word: str) -> int:
    """The inverse of `place_word`; also knows 25 and 0. Raises `NotationError` for another word."""
    place = _PLACES.get(word.lower())
    if place is None:
        if not word.isdecimal() or not 1 <= int(word) <= POINTS:
            raise NotationError(f"{word!r} is not a place: say 1 to 24, bar, off or hand")
        place = int(word)
    return place


def read_moves(text: str) -> tuple[Move, ...]:
    """The moves of ``24/18*/13 6/5(2)`` as they are written: what one hop covers is one move.

    Raises `NotationError` for text that is not such a list (``opp:7/6``).
    """
    moves: list[Move] = []
    for token in text.removeprefix(DANCE).split():
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise NotationError(f"{token!r} is not a move: say 13/7, bar/20*, 6/off or 6/5(2)")
        stops = match["path"].split("/")
        stops[-1] += match["hit"]
        hops = [
            Move(read_place(start.rstrip("*")), read_place(end.rstrip("*")), hits=end.endswith("*"))
            for start, end in pairwise(stops)
        ]
        moves += hops * int(match["times"] or 1)
    return tuple(moves)


def move_words(moves: Iterable[Move]) -> str:
    """Every hop by itself, ``24/18* 18/13 bar/20``: no reader has to guess what lay between."""
    return " ".join(
        f"{place_word(min(move.start, BAR))}/{place_word(move.end)}{'*' if move.hits else ''}"
        for move in moves
    )


def after_moves(position: Position, player: Player, moves: Iterable[Move]) -> Position | None:
    """The board after ``player`` made ``moves``, whatever the dice; None if it cannot be done by hand.

    It cannot be done when no checker stands at the start, or when two opposing checkers stand at the end.
    A single opposing checker at the end is hit.
    """
    for move in moves:
        own, other = _counts(position.of(player)), _counts(position.of(player.opponent))
        if not (OFF <= move.end <= POINTS and 1 <= move.start <= HAND and own[move.start]):
            return None
        own[move.start] -= 1
        own[move.end] += 1
        across = POINTS + 1 - move.end
        if move.end != OFF and other[across]:
            if other[across] > 1:
                return None
            other[across] -= 1
            other[BAR] += 1
        sides = {player: _side(own), player.opponent: _side(other)}
        position = Position(sides[Player.LIGHT], sides[Player.DARK])
    return position


def _counts(side: Side) -> list[int]:
    """Checkers by place: off, the points, the bar, the hand."""
    return [side.off, *side.points, side.bar, side.hand]


def _side(counts: list[int]) -> Side:
    return Side(tuple(counts[1:BAR]), bar=counts[BAR], off=counts[OFF], hand=counts[HAND])


def as_written(position: Position, checkers: int) -> Position:
    """The nearest board to ``position`` that a match file holds; itself, for every board of a legal game.

    Checkers in hand stand on the bar. Of two colours on a point the fewer are left out, dark's if equal.
    What is missing to ``checkers`` counts as borne off.
    """
    light, dark = list(position.light.points), list(position.dark.points)
    for point in range(1, POINTS + 1):
        here, there = light[point - 1], dark[POINTS - point]
        if here and there:
            if here < there:
                light[point - 1] = 0
            else:
                dark[POINTS - point] = 0
    return Position(
        _written_side(light, position.light.bar + position.light.hand, checkers),
        _written_side(dark, position.dark.bar + position.dark.hand, checkers),
    )


def _written_side(counts: list[int], bar: int, checkers: int) -> Side:
    points = tuple(min(count, MOST_ON_A_POINT) for count in counts)
    bar = min(bar, MOST_ON_A_POINT)
    return Side(points, bar=bar, off=max(0, checkers - sum(points) - bar))


def on_written_board(play: Play) -> Play:
    """``play`` where checkers in hand stand on the bar, as `as_written` puts them."""
    moves = [replace(move, start=BAR) if move.start == HAND else move for move in play]
    return Play(tuple(moves))


def from_hand(position: Position, player: Player, moves: Iterable[Move]) -> Play:
    """``moves`` as they are made on the wood: what enters once the bar is empty comes from the hand."""
    side = position.of(player)
    left = side.bar
    found: list[Move] = []
    for move in moves:
        if move.start == BAR:
            left -= 1
        found.append(replace(move, start=HAND) if move.start == BAR and left < 0 and side.hand else move)
    return Play(tuple(found))


def board_json(position: Position) -> str:
    """A board in one line, for the comment that says what the notation cannot."""
    return json.dumps(position.to_dict(), separators=(",", ":"))


def read_board_json(text: str) -> Position:
    """The inverse of `board_json`; raises `NotationError` for anything else."""
    try:
        return Position.from_dict(json.loads(text))
    except (ValueError, BackgammonError) as error:
        raise NotationError(f"a comment holds {text!r} instead of a board: {error}") from error


def one_line(text: str, forbidden: str = "", longest: int | None = None) -> str:
    """``text`` on one line with single blanks, every character of ``forbidden`` replaced by ``_``."""
    clean = " ".join(text.split())
    for character in forbidden:
        clean = clean.replace(character, "_")
    return clean if longest is None else clean[:longest].rstrip()
