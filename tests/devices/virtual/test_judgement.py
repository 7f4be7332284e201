"""The programs that play at the virtual table play something that looks like backgammon."""

from __future__ import annotations

import numpy as np

from tabletop.backgammon import Dice, Player, Position, legal_plays, variant
from tabletop.devices.virtual.judgement import choice, worth
from tabletop.devices.virtual.painter.positions import random_choice, random_dice

GAME = variant("standard")


def board(light: dict[str, int], dark: dict[str, int]) -> Position:
    return Position.from_dict({"light": light, "dark": dark})


def best(position: Position, player: Player, one: int, other: int) -> str:
    legal = legal_plays(position, player, Dice(one, other), GAME)
    left = max(legal.positions, key=lambda after: (worth(after, player), after))
    return str(legal.play_to(left))


def test_the_openings_that_everybody_plays_are_played() -> None:
    start = GAME.start_position
    assert best(start, Player.LIGHT, 3, 1) == "8/5 6/5"
    assert best(start, Player.LIGHT, 4, 2) == "8/4 6/4"
    assert best(start, Player.DARK, 6, 1) == "13/7 8/7"


def test_a_blot_is_hit_rather_than_passed_by() -> None:
    exposed = board({"24": 1, "13": 5, "8": 4, "6": 5}, {"20": 1, "24": 1, "13": 5, "8": 3, "6": 5})
    assert "5*" in best(exposed, Player.LIGHT, 3, 1)


def test_checkers_are_borne_off_when_all_are_home() -> None:
    home = board({"6": 1, "4": 1, "off": 13}, {"6": 5, "5": 5, "4": 5})
    assert best(home, Player.LIGHT, 6, 4) == "6/off 4/off"


def test_both_players_see_the_same_board_alike() -> None:
    one = board({"13": 5, "8": 3, "6": 5, "24": 2}, {"13": 4, "8": 4, "6": 5, "24": 2})
    assert worth(one, Player.LIGHT) == worth(Position(one.dark, one.light), Player.DARK)


def test_who_looks_at_the_board_beats_who_plays_at_random() -> None:
    rng, won = np.random.default_rng(4), 0
    for _ in range(20):
        position, player = GAME.start_position, Player.LIGHT
        while True:
            legal = legal_plays(position, player, random_dice(rng), GAME)
            if legal and player is Player.LIGHT:
                position = choice(legal.positions, player, rng)
            elif legal:
                position = random_choice(legal.positions, player, rng)
            if position.of(player).off == GAME.checkers:
                break
            player = player.opponent
        won += player is Player.LIGHT
    assert won >= 18
