"""Moves and plays. A move is one checker by one number; a play is all the moves of a roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

BAR = 25
"""Where a checker that was hit starts from: a number d enters it on the own (25-d)-point."""
OFF = 0
"""Where a checker that is borne off ends."""
HAND = 26
"""Where a checker starts that was never in the game (Dutch); it enters as from the bar."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker by one number, in the mover's own point numbers."""

    start: int
    end: int
    hits: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """All the moves of a roll, in the order they were made; none at all is a dance."""

    moves: tuple[Move, ...] = ()

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)
