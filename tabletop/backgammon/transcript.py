"""A match as the players would tell it.

Who played, to how many points, and game by game what was done: this roll and this play, a double, a take,
a drop. A play that broke a rule and stood is told as it happened: the roll, the board before, the board
that stood, and the rule it broke; from there the game goes on. Nothing here judges or computes a score:
a transcript is what was decided, ready to be written down in any notation.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import TypeAlias

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.play import Play
from tabletop.backgammon.position import Player, Position


class WinKind(enum.Enum):
    """How much of a win it is; the cube multiplies it."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and what was done with it."""

    player: Player
    dice: Dice
    play: Play | None
    """The legal play, a dance included; None when what stood was not legal."""
    text: str
    """The play in words: ``24/18 13/11``, ``(no play)`` for a dance, ``6/5 opp:7/6`` for an illegal one."""
    before: Position
    after: Position
    """The board when the turn ended, whatever it was."""
    violation: str | None = None
    """The rule that the play broke, by its name in the rules (``wrong_distance``); None for a legal play."""

    @property
    def is_legal(self) -> bool:
        """Whether the play was legal."""
        return self.play is not None


@dataclass(frozen=True, slots=True)
class Doubled:
    """The player on roll turned the cube to ``value``."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Took:
    """``player`` took the cube and now owns it."""

    player: Player


@dataclass(frozen=True, slots=True)
class Dropped:
    """``player`` gave the game up rather than take the cube."""

    player: Player


@dataclass(frozen=True, slots=True)
class Resigned:
    """``player`` gave the game up for ``points`` (the cube included)."""

    player: Player
    points: int


Action: TypeAlias = Turn | Doubled | Took | Dropped | Resigned
"""Everything a player can do."""


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: ``points`` with the cube included, not cut to what the match still needed."""

    player: Player
    points: int
    kind: WinKind


@dataclass(frozen=True, slots=True)
class GameTranscript:
    """One game: the score at its start, what was done, and its result, or None while it is unfinished."""

    light_score: int
    dark_score: int
    crawford: bool
    """This is the Crawford game."""
    start: Position
    actions: tuple[Action, ...] = ()
    result: Won | None = None

    @property
    def board(self) -> Position:
        """The board after the last turn."""
        turns = [action for action in self.actions if isinstance(action, Turn)]
        return turns[-1].after if turns else self.start

    @property
    def cube(self) -> int:
        """What the game is played for: the cube as it was last taken."""
        taken = [action for action, answer in pairwise(self.actions) if isinstance(answer, Took)]
        return taken[-1].value if taken and isinstance(taken[-1], Doubled) else 1


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole match, or a session for money (``match_length`` 0), finished or not."""

    light_name: str
    dark_name: str
    match_length: int
    variant: str
    """The game, by the name `tabletop.backgammon.variant` takes."""
    games: tuple[GameTranscript, ...] = ()
    crawford_rule: bool = True
    jacoby_rule: bool = False
    event: str | None = None
    played_on: date | None = None
    place: str | None = None

    def name(self, player: Player) -> str:
        """The name of ``player``."""
        return self.light_name if player is Player.LIGHT else self.dark_name

    @property
    def score(self) -> tuple[int, int]:
        """Light's and dark's points after the last game; a match stops at its length."""
        if not self.games:
            return 0, 0
        last = self.games[-1]
        points = {Player.LIGHT: last.light_score, Player.DARK: last.dark_score}
        if last.result is not None:
            points[last.result.player] += last.result.points
        if self.match_length:
            points = {player: min(value, self.match_length) for player, value in points.items()}
        return points[Player.LIGHT], points[Player.DARK]
