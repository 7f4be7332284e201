"""Errors as people make them, of every kind the rules know.

To those of the painter's screenplay come the rarer ones: a closed point entered, the bar forgotten, a checker
run backwards, one borne off too early, a play where there was none. Each makes of a roll, and of the play
that was meant, the board that comes of it, or says that it cannot happen here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tabletop.backgammon import BAR, OFF, POINTS, LegalPlays, Play, Player, Position, Side
from tabletop.devices.virtual.painter.positions import random_choice
from tabletop.devices.virtual.painter.screenplay import MISTAKES as COMMON
from tabletop.devices.virtual.painter.screenplay import Mistake

HOME = 6
"""A player's home board are his points 1 to 6."""


@dataclass(frozen=True, slots=True)
class Error:
    """A board that should not be."""

    kind: str
    """The violation that was made."""
    position: Position
    unfinished: bool
    """The first moves of a legal play: an error only when the next roll comes."""
    mendable: bool
    """It may still become a legal play, in another order or with checkers in the fingers: who objects before
    the next roll is not wrong, who waits is not either."""


def moved(position: Position, player: Player, start: int, end: int) -> Position:
    """``position`` after a checker went from ``start`` to ``end`` (own numbers); a blot there is hit."""
    places = bytearray(position.of(player).places)
    places[start] -= 1
    places[end] += 1
    after = position.with_side(player, Side.from_places(places))
    other = player.opponent
    if not (1 <= end <= POINTS and position.of(other).on(POINTS + 1 - end) == 1):
        return after
    theirs = bytearray(after.of(other).places)
    theirs[POINTS + 1 - end] -= 1
    theirs[BAR] += 1
    return after.with_side(other, Side.from_places(theirs))


def _held(position: Position, player: Player) -> Iterator[int]:
    return (point for point in range(1, POINTS + 1) if position.of(player).on(point))


def _against(legal: LegalPlays, end: int) -> int:
    """Opposing checkers on the mover's point ``end``."""
    return legal.position.of(legal.player.opponent).on(POINTS + 1 - end)


def _one_of(moves: list[tuple[int, int]], legal: LegalPlays, rng: np.random.Generator) -> Position | None:
    if not moves:
        return None
    start, end = moves[int(rng.integers(len(moves)))]
    return moved(legal.position, legal.player, start, end)


def _steps(legal: LegalPlays, sign: int = -1) -> list[tuple[int, int]]:
    """Every checker with every number rolled, on the board: (start, end)."""
    starts = list(_held(legal.position, legal.player))
    steps = [(start, start + sign * number) for start in starts for number in set(legal.dice.numbers)]
    return [(start, end) for start, end in steps if 1 <= end <= POINTS]


def _blocked_point(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if legal.position.of(legal.player).bar:
        return None
    return _one_of([(start, end) for start, end in _steps(legal) if _against(legal, end) >= 2], legal, rng)


def _bar_first(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if not legal.position.of(legal.player).bar:
        return None
    return _one_of([(start, end) for start, end in _steps(legal) if _against(legal, end) == 0], legal, rng)


def _wrong_direction(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if legal.position.of(legal.player).bar:
        return None
    return _one_of(
        [(start, end) for start, end in _steps(legal, +1) if _against(legal, end) == 0], legal, rng
    )


def _no_legal_play(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if legal:
        return None
    shifts = [(start, start - pips) for start in _held(legal.position, legal.player) for pips in range(1, 7)]
    free = [(start, end) for start, end in shifts if end >= 1 and _against(legal, end) == 0]
    return _one_of(free, legal, rng)


def _all_home(legal: LegalPlays) -> bool:
    side = legal.position.of(legal.player)
    return not side.bar and not any(side.points[HOME:])


def _bearing_off_early(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    side = legal.position.of(legal.player)
    if _all_home(legal) or side.bar or sum(side.points[HOME:]) > 4:
        return None
    exact = [(number, OFF) for number in set(legal.dice.numbers) if side.on(number)]
    return _one_of(exact, legal, rng)


def _bear_off_higher(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if not _all_home(legal):
        return None
    held = list(_held(legal.position, legal.player))
    low = [(point, OFF) for point in held if point < max(held) and point not in legal.dice.numbers]
    return _one_of(low, legal, rng)


def _must_play_larger(legal: LegalPlays, _meant: Position, rng: np.random.Generator) -> Position | None:
    if legal.most != 1 or legal.dice.is_double:
        return None
    smaller = legal.with_number(legal.dice.low, legal.position) - legal.positions
    return random_choice(frozenset(smaller), legal.player, rng) if smaller else None


def _must_play_more(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Position | None:
    play = legal.play_to(meant)
    if not legal.dice.is_double or play is None or len(play) < 2:
        return None
    return Play(play.moves[: int(rng.integers(1, len(play)))]).on(legal.position, legal.player)


def _checkers_missing(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Position | None:
    """A sleeve takes one of the mover's checkers off the board, a long way from home."""
    held = [point for point in _held(meant, legal.player) if point > HOME]
    if not held or not legal:
        return None
    places = bytearray(meant.of(legal.player).places)
    places[int(rng.choice(held))] -= 1
    return meant.with_side(legal.player, Side.from_places(places))


KINDS: dict[str, Mistake] = {
    **COMMON,
    "blocked_point": _blocked_point,
    "bar_first": _bar_first,
    "wrong_direction": _wrong_direction,
    "no_legal_play": _no_legal_play,
    "bearing_off_early": _bearing_off_early,
    "bear_off_higher": _bear_off_higher,
    "must_play_larger": _must_play_larger,
    "must_play_more": _must_play_more,
    "checkers_missing": _checkers_missing,
}
"""By the name of the violation that it is."""
COMMONPLACE = frozenset({"wrong_distance", "too_many_moves", "opponents_checker", "checkers_missing"})
"""Kinds that can happen on almost any roll; the others go first where they can happen."""


def on_its_way(legal: LegalPlays, board: Position) -> bool:
    """Whether ``board`` may still become a legal play: there is one after which every place that holds fewer
    checkers than before held them before, and every place that holds more will hold them."""
    return any(
        all(
            min(had, ends) <= has <= max(had, ends)
            for player in Player
            for had, has, ends in zip(
                legal.position.of(player).places[1:],
                board.of(player).places[1:],
                end.of(player).places[1:],
                strict=True,
            )
        )
        for end in legal.positions
    )


def blunder(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Error | None:
    """An error of a kind that can happen on this roll, rarer kinds first; None where none can."""
    kinds = sorted(rng.permutation(list(KINDS)), key=lambda kind: kind in COMMONPLACE and rng.random() < 0.7)
    for kind in kinds:
        board = KINDS[str(kind)](legal, meant, rng)
        if board is not None and board != legal.position and board not in legal.positions:
            begun = legal.begins(board)
            return Error(str(kind), board, begun, begun or on_its_way(legal, board))
    return None
