"""What the referee thinks of a play.

Legal, unfinished, illegal: or he cannot tell, because one place is unclear or too much is covered. The legal
plays there were go with every verdict; whether anybody is shown them is for the role to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tabletop.backgammon import Play, Position
from tabletop.referee.violations import Violation


@dataclass(frozen=True, slots=True)
class Legal:
    """A whole legal play; an empty one where nothing could be played."""

    position: Position
    play: Play
    sure: float
    """Probability, 0 to 1, that this verdict is right."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """On the way to a legal play; no error until the next throw."""

    position: Position
    sure: float
    lifted: int | None = None
    """The point of a checker that is still in the player's fingers (25 the bar), own numbers."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal play passes through here, and the reading is beyond doubt."""

    position: Position
    violation: Violation
    places: tuple[int, ...]
    """The places concerned, in the mover's own numbers: points, 25 the bar, 0 off."""
    done: str
    """What was done, as text; ``opp:`` before an opposing checker, in the opponent's numbers."""
    also: tuple[Violation, ...]
    """Other true names of the same fault."""
    legal: tuple[Play, ...]
    """The legal plays there were."""
    nearest: Play | None
    """The legal play closest to what was done; None when nothing could be played."""
    sure: float

    @property
    def rule(self) -> str:
        """The rule the verdict leans on."""
        return self.violation.rule


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """What stands there cannot be told from something else: a question, not an accusation."""

    places: tuple[int, ...]
    """Where to look, in the mover's own numbers: points, 25 the bar."""
    likeliest: Position
    """The likeliest board that a legal play ends on or passes through."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Too much of the board is covered to say anything."""

    places: tuple[int, ...]


Verdict: TypeAlias = Legal | Unfinished | Illegal | Ambiguous | Unreadable
