"""Moves and plays. A move is one checker by one number; a play is all the moves of a roll.

Written as players write it: ``24/18*/13`` is one checker that hits on the 18-point and runs on, ``8/5 6/5``
makes the 5-point, ``bar/22(2)`` enters two, ``6/off`` bears one off and ``hand/20`` brings a checker into a
game that starts with none on the board. Who dances, plays ``(no play)``. The furthest checker comes first,
and a stop on the way is named only where something was hit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tabletop.backgammon.errors import InvalidPosition, NotationError
from tabletop.backgammon.position import POINTS, Player, Position, Side

BAR = 25
"""Where a checker that was hit starts from: a number d enters it on the own (25-d)-point."""
OFF = 0
"""Where a checker that is borne off ends."""
HAND = 26
"""Where a checker starts that was never in the game (Dutch); it enters as from the bar."""

DANCE = "(no play)"
"""How a play without moves is written."""

_NAMES = {BAR: "bar", OFF: "off", HAND: "hand"}
_PLACES = {name: place for place, name in _NAMES.items()}
_STOPS = re.compile(r"(?P<stops>[a-z0-9*]+(?:/[a-z0-9*]+)+)(?:\((?P<times>[2-4])\))?")


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker by one number, in the mover's own point numbers."""

    start: int
    end: int
    hits: bool = False

    def __str__(self) -> str:
        return f"{_name(self.start)}/{_name(self.end)}{'*' * self.hits}"


@dataclass(frozen=True, slots=True)
class Play:
    """All the moves of a roll, in the order they were made; none at all is a dance."""

    moves: tuple[Move, ...] = ()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return bool(self.moves)

    def __str__(self) -> str:
        """The play in its one notation, whatever the order of its moves.

        >>> str(Play((Move(18, 13), Move(24, 18, hits=True))))
        '24/18*/13'
        >>> str(Play((Move(6, 4), Move(8, 4, hits=True), Move(6, 4))))
        '8/4* 6/4(2)'
        """
        if not self.moves:
            return DANCE
        routes = Counter(_routes(self.moves))
        hit = {move.end for move in self.moves if move.hits}
        words = []
        for route in sorted(routes, key=_from_the_back):
            start, *stops, end = route
            told = [_name(start), *(f"{stop}*" for stop in stops if stop in hit)]
            told.append(_name(end) + "*" * (end in hit))
            hit -= set(route)  # a blot is hit once: by the first that is written
            words.append("/".join(told) + (f"({routes[route]})" if routes[route] > 1 else ""))
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Play:
        """A play from its notation. A run of several numbers written as one stays one move.

        Raises `NotationError` with the word that cannot be read. Whether the play is legal,
        `LegalPlays.parse` knows.

        >>> Play.parse("bar/22 8/4*(2)").moves[1:]
        (Move(start=8, end=4, hits=True), Move(start=8, end=4, hits=False))
        """
        told = text.strip().lower()
        if told in (DANCE, ""):
            return cls()
        return cls(tuple(move for word in told.split() for move in _moves(word)))

    def on(self, position: Position, player: Player) -> Position:
        """The board after ``player`` makes these moves on ``position``, legal or not.

        A lone opposing checker is hit wherever a move ends. Raises `InvalidPosition` when a move starts
        where the player has no checker.
        """
        own = bytearray(position.of(player).places)
        opposing = bytearray(position.of(player.opponent).places)
        for move in self.moves:
            if not own[move.start]:
                raise InvalidPosition(f"{move}: {player.value} has no checker on {_name(move.start)}")
            own[move.start] -= 1
            own[move.end] += 1
            if 1 <= move.end <= POINTS and opposing[25 - move.end] == 1:
                opposing[25 - move.end] = 0
                opposing[BAR] += 1
        moved = position.with_side(player, Side.from_places(own))
        return moved.with_side(player.opponent, Side.from_places(opposing))


def _name(place: int) -> str:
    return _NAMES.get(place, str(place))


def _routes(moves: tuple[Move, ...]) -> Iterator[tuple[int, ...]]:
    """The moves joined into the ways of single checkers: ``(24, 18, 13)``."""
    routes: list[list[int]] = []
    for move in sorted(moves, key=lambda move: (-move.start, -move.end)):
        for route in routes:
            if route[-1] == move.start:
                route.append(move.end)
                break
        else:
            routes.append([move.start, move.end])
    return map(tuple, routes)


def _from_the_back(route: tuple[int, ...]) -> tuple[int, ...]:
    """Sorts routes: from the bar, from the hand, then from the 24-point down; the longest first."""
    start = {BAR: -HAND, HAND: -BAR}.get(route[0], -route[0])
    return start, *route[:0:-1]


def _moves(word: str) -> Iterator[Move]:
    match = _STOPS.fullmatch(word)
    if not match:
        raise NotationError(f"{word!r} is not a move; write it like 24/18*/13, bar/22(2) or 6/off")
    stops = [(_place(stop.removesuffix("*"), word), stop.endswith("*")) for stop in match["stops"].split("/")]
    for time in range(int(match["times"] or 1)):
        for (start, _), (end, hits) in pairwise(stops):
            if end >= min(start, BAR) or start == OFF:
                raise NotationError(f"{word!r} does not run from a higher to a lower point")
            yield Move(start, end, hits and time == 0)


def _place(name: str, word: str) -> int:
    if name in _PLACES:
        return _PLACES[name]
    if name.isdecimal() and OFF <= int(name) <= BAR:
        return int(name)
    raise NotationError(f"{name!r} in {word!r} is not a place: write 1 to 24, bar, off or hand")
