"""What everybody at the table may see and hear now.

A fold: the referee's state and what he has just made known go in, the lamps, the display's content, the
sentences and the buzzer's signal come out. In the roles `monitor` and `silent` nothing of it helps a player
before his turn ends: until he has lifted the dice a legal play, an unfinished one and a roll that cannot be
played look the same, and no legal play is ever named. A silent referee shows the score, the dice and the
cube, and asks for what the game cannot go on without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletop.present.lamps import Lamps
from tabletop.present.screen import Clocks, Screen
from tabletop.present.sentences import Sentence
from tabletop.present.signals import Signal
from tabletop.referee import State
from tabletop.referee.effects import Effect


@dataclass(frozen=True, slots=True)
class Shown:
    """What may be seen and heard now."""

    lamps: Lamps = Lamps()
    screen: Screen = Screen()
    sentence: Sentence | None = None
    """The last thing said; it stays until something else is."""
    said: tuple[Sentence, ...] = ()
    """What this step has newly said, in order."""
    signal: Signal | None = None
    """What the buzzer says in this step."""


def nothing() -> Shown:
    """Before anything has happened."""
    return Shown()


def show(state: State, effects: Sequence[Effect], before: Shown) -> Shown:
    """What may be seen after the step that led to ``state`` and made ``effects`` known."""
    raise NotImplementedError


def with_clocks(shown: Shown, clocks: Clocks | None) -> Shown:
    """The same with the players' clocks on the display."""
    return replace(shown, screen=replace(shown.screen, clocks=clocks))
