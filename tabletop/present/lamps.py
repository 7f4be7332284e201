"""The lamps on the panel: one for each player, and one beside every point and the bar.

A player's lamp says how he stands: blue, he is on roll or playing; green, his play is legal; red, it is not;
amber, somebody has to do something; white, he has won. What may be told when is decided in `shown`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from tabletop.backgammon import BAR, POINTS, Player


class Colour(enum.Enum):
    """What a lamp shows."""

    OFF = "off"
    GREEN = "green"
    RED = "red"
    AMBER = "amber"
    BLUE = "blue"
    WHITE = "white"


PLACES: Final = POINTS + 2
"""Lamps of places: 0 the bar, 1 to 24 light's points, 25 the tray (which the real panel has no lamp for)."""
BAR_LAMP: Final = 0
TRAY_LAMP: Final = POINTS + 1

DARK: Final = (Colour.OFF,) * PLACES
"""No place is lit."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """All lamps at one moment."""

    light: Colour = Colour.OFF
    dark: Colour = Colour.OFF
    points: tuple[Colour, ...] = DARK
    """26: 0 the bar, 1 to 24 light's points, 25 the tray."""

    def of(self, player: Player) -> Colour:
        """The lamp of ``player``."""
        return self.light if player is Player.LIGHT else self.dark


def lamp_of(player: Player, place: int) -> int | None:
    """The lamp beside ``place`` in ``player``'s own numbers (25 the bar, 0 off); None for the hand."""
    if 1 <= place <= POINTS:
        return place if player is Player.LIGHT else POINTS + 1 - place
    return {BAR: BAR_LAMP, 0: TRAY_LAMP}.get(place)
