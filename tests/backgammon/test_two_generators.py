"""The generator that ships against the naive one, on boards drawn at random in every game.

``TABLETOP_PROOF_POSITIONS`` says how many boards a game gets; ``make proof-rules`` takes 20,000.
"""

import os
import random

import pytest

from tabletop.backgammon import Player, legal_plays, variant, variant_names
from tests.backgammon.boards import played_positions, random_dice, random_position
from tests.backgammon.naive import board_of, results

POSITIONS = int(os.environ.get("TABLETOP_PROOF_POSITIONS", "600"))


@pytest.mark.parametrize("name", variant_names())
def test_both_generators_find_the_same_positions_on_any_board(name):
    game, rng = variant(name), random.Random(f"boards of {name}")
    for _ in range(POSITIONS):
        position, player, dice = random_position(rng, game), rng.choice(list(Player)), random_dice(rng)
        ours = {board_of(after, player) for after in legal_plays(position, player, dice, game).positions}
        assert ours == results(board_of(position, player), dice.numbers, game), (position, player, dice)


@pytest.mark.parametrize("name", variant_names())
def test_both_generators_find_the_same_positions_in_played_games(name):
    game, rng = variant(name), random.Random(f"games of {name}")
    for position, player, dice in played_positions(rng, game, POSITIONS):
        ours = {board_of(after, player) for after in legal_plays(position, player, dice, game).positions}
        assert ours == results(board_of(position, player), dice.numbers, game), (position, player, dice)
