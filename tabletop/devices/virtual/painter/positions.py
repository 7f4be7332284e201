"""Boards as they come up in play: hours of careless backgammon in a blink.

Two players who know how the checkers run, but nothing else, move at random from the start. That reaches
blots, primes, tall stacks, checkers on the bar and bear-offs in about the way real play does. They do not
trouble about having to play both numbers; a picture does not either.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tabletop.backgammon import POINTS, Player, Position, Side, variant

_HOME = 6


def _changed(side: Side, point: int, by: int) -> Side:
    points = list(side.points)
    points[point - 1] += by
    return replace(side, points=tuple(points))


def _moves(position: Position, player: Player, number: int) -> list[tuple[int, int]]:
    """(start, end) of the moves a number allows, in the player's own points; 25 is the bar, 0 is off."""
    side, other = position.of(player), position.of(player.opponent)
    starts = [25] if side.bar else [p for p in range(1, POINTS + 1) if side.on(p)]
    highest = max(starts, default=0)
    found = []
    for start in starts:
        end = start - number
        if end >= 1 and other.on(25 - end) < 2:
            found.append((start, end))
        elif end < 1 and highest <= _HOME and (end == 0 or start == highest):
            found.append((start, 0))
    return found


def _moved(position: Position, player: Player, start: int, end: int) -> Position:
    side, other = position.of(player), position.of(player.opponent)
    side = replace(side, bar=side.bar - 1) if start == 25 else _changed(side, start, -1)
    side = _changed(side, end, 1) if end else replace(side, off=side.off + 1)
    if end and other.on(25 - end) == 1:
        other = replace(_changed(other, 25 - end, -1), bar=other.bar + 1)
    return position.with_side(player, side).with_side(player.opponent, other)


def _chosen(
    position: Position, player: Player, moves: list[tuple[int, int]], greed: float, rng: np.random.Generator
) -> tuple[int, int]:
    """Any move; the greedier, the rather onto points that hold many already."""
    side = position.of(player)
    weight = np.array([1.0 + greed * (side.on(end) if end else 1) for _, end in moves])
    return moves[int(rng.choice(len(moves), p=weight / weight.sum()))]


def random_play(position: Position, player: Player, rng: np.random.Generator, greed: float = 0.5) -> Position:
    """The board after one careless roll of ``player``."""
    numbers = [int(n) for n in rng.integers(1, 7, size=2)]
    for number in numbers * 2 if numbers[0] == numbers[1] else numbers:
        moves = _moves(position, player, number)
        if moves:
            position = _moved(position, player, *_chosen(position, player, moves, greed, rng))
    return position


def random_position(rng: np.random.Generator, illegal: float = 0.02) -> Position:
    """A board from somewhere in a game; with probability ``illegal`` one that errors have led to.

    A third of the games is played by people who love tall stacks.
    """
    position = variant("standard").start_position
    greed = float(rng.choice([0.0, 0.5, 4.0]))
    player = Player.LIGHT if rng.random() < 0.5 else Player.DARK
    for _ in range(int(rng.integers(0, 90))):
        after = random_play(position, player, rng, greed)
        if not sum(after.of(player).points):
            break
        position, player = after, player.opponent
    return disturbed(position, rng) if rng.random() < illegal else position


def disturbed(position: Position, rng: np.random.Generator) -> Position:
    """One checker of a random point put onto any other point, whoever holds it: two colours may meet."""
    player = Player.LIGHT if rng.random() < 0.5 else Player.DARK
    side = position.of(player)
    start = int(rng.choice([p for p in range(1, POINTS + 1) if side.on(p)]))
    end = int(rng.integers(1, POINTS + 1))
    return position.with_side(player, _changed(_changed(side, start, -1), end, 1))
