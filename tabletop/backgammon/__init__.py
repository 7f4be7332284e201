"""The game of backgammon: positions, dice, legal plays, matches and their notations. Nothing else.

>>> from tabletop.backgammon import Dice, Player, legal_plays, variant
>>> game = variant("standard")
>>> len(legal_plays(game.start_position, Player.LIGHT, Dice(3, 1), game).positions)
16
"""

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import (
    BackgammonError,
    IllegalPlay,
    InvalidDice,
    InvalidPosition,
    NotationError,
    UnknownVariant,
)
from tabletop.backgammon.legal import LegalPlays, legal_plays
from tabletop.backgammon.match import (
    Crawford,
    Cube,
    Match,
    MatchRules,
    Result,
    Win,
    borne_off,
    pip_count,
    win_of,
)
from tabletop.backgammon.play import BAR, HAND, OFF, Move, Play
from tabletop.backgammon.position import POINTS, Fault, Player, Position, Side
from tabletop.backgammon.variant import Variant, variant, variant_names

__all__ = [
    "BAR",
    "HAND",
    "OFF",
    "POINTS",
    "BackgammonError",
    "Crawford",
    "Cube",
    "Dice",
    "Fault",
    "IllegalPlay",
    "InvalidDice",
    "InvalidPosition",
    "LegalPlays",
    "Match",
    "MatchRules",
    "Move",
    "NotationError",
    "Play",
    "Player",
    "Position",
    "Result",
    "Side",
    "UnknownVariant",
    "Variant",
    "Win",
    "borne_off",
    "legal_plays",
    "pip_count",
    "variant",
    "variant_names",
    "win_of",
]
