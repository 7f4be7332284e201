"""Boards as they come up in play: hours of careless backgammon in a blink.

Two players who know the rules, but nothing else, play at random from the start. That reaches blots, primes,
tall stacks, checkers on the bar and bear-offs. Some like their checkers in tall stacks, some spread them.
"""

from __future__ import annotations

import numpy as np

from tabletop.backgammon import POINTS, Dice, Player, Position, Side, Variant, legal_plays, variant

TASTES = (-0.05, 0.0, 0.1)
"""How much players like tall stacks: spreaders, the careless, hoarders."""


def random_dice(rng: np.random.Generator) -> Dice:
    """A fair roll."""
    one, other = (int(n) for n in rng.integers(1, 7, size=2))
    return Dice(one, other)


def random_choice(
    positions: frozenset[Position], player: Player, rng: np.random.Generator, taste: float = 0.0
) -> Position:
    """One of some boards, by the player's taste for tall stacks."""
    boards = sorted(positions)  # the order of a set is nobody's promise
    towers = np.array([sum(n * n for n in board.of(player).points) for board in boards], dtype=float)
    weights = np.exp(taste * (towers - towers.max()))
    return boards[int(rng.choice(len(boards), p=weights / weights.sum()))]


def random_play(
    position: Position,
    player: Player,
    rng: np.random.Generator,
    taste: float = 0.0,
    game: Variant | None = None,
) -> Position:
    """The board after a legal play of a random roll; unchanged where the roll is danced."""
    legal = legal_plays(position, player, random_dice(rng), game or variant("standard"))
    return random_choice(legal.positions, player, rng, taste) if legal else position


def random_position(rng: np.random.Generator, illegal: float = 0.02, game: Variant | None = None) -> Position:
    """A board from somewhere in a game; with probability ``illegal`` one that errors have led to."""
    game = game or variant("standard")
    position = game.start_position
    player = Player.LIGHT if rng.random() < 0.5 else Player.DARK
    tastes = {p: float(rng.choice(TASTES)) for p in Player}
    for _ in range(int(80 * rng.beta(1.2, 2.0))):
        after = random_play(position, player, rng, tastes[player], game)
        if after.of(player).off == game.checkers:
            break
        position, player = after, player.opponent
    return disturbed(position, rng) if rng.random() < illegal else position


def disturbed(position: Position, rng: np.random.Generator) -> Position:
    """One checker of a random point put onto any other point, whoever holds it: two colours may meet."""
    player = Player.LIGHT if rng.random() < 0.5 else Player.DARK
    places = bytearray(position.of(player).places)
    start = int(rng.choice([p for p in range(1, POINTS + 1) if places[p]]))
    end = int(rng.choice([p for p in range(1, POINTS + 1) if p != start]))
    places[start] -= 1
    places[end] += 1
    return position.with_side(player, Side.from_places(places))
