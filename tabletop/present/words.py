"""What the referee says, in an English sentence a player understands: for lines, logs and the terminal.

A sentence names the rule, the points in the player's own numbers, and what to do. What could have been
played is said only where nobody is helped by it: by a tutor at any time, by anybody once the turn is over.
The other languages are told from `sentences`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.backgammon import Dice, Player
from tabletop.present.catalogue import catalogue
from tabletop.present.sentences import Names, Sentence, say
from tabletop.present.verdicts import CLAIMS, setup_told, verdict_sentence
from tabletop.referee import Role, Verdict
from tabletop.referee.effects import Difference
from tabletop.referee.profiles import Profile

_COLOURS = Names("light", "dark")


def sentence(verdict: Verdict, dice: Dice | None, role: Role, turn_over: bool = False) -> str:
    """A verdict in one or two sentences; ``dice`` is None where somebody moved without a roll.

    Legal plays are named only to `Role.TUTOR`, or when ``turn_over``.
    """
    return say(verdict_sentence(verdict, dice, role is Role.TUTOR or turn_over), "en")


def claim(profile: Profile) -> str:
    """Who may have an error mended, and until when, under ``profile``."""
    return say(Sentence(CLAIMS[profile.correction]), "en")


def setup_sentence(ok: bool, differences: Iterable[Difference]) -> str:
    """What is wrong with the set-up, place by place."""
    return say(setup_told(ok, differences), "en", _COLOURS)


def written_name(player: Player, names: Names) -> str:
    """What a match file calls a player: his name, or the colour of his checkers."""
    return names.of(player) or catalogue("en").players[player.value]
