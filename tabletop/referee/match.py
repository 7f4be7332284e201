"""The score, and what a game is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabletop.backgammon import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: in the middle at 1, later owned by who took last."""

    value: int = 1
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match to ``length`` points, or money play when that is 0."""

    length: int = 0
    light: int = 0
    dark: int = 0
    crawford: bool = False
    """This game is the Crawford game."""
    crawford_over: bool = False

    def score_of(self, player: Player) -> int:
        """Points of ``player`` so far."""
        return self.light if player is Player.LIGHT else self.dark

    def may_double(self, player: Player, cube: Cube) -> bool:
        """Whether ``player`` may double when it is his roll."""
        if self.crawford or cube.owner is player.opponent:
            return False
        return not self.length or self.score_of(player) + cube.value < self.length

    @property
    def winner(self) -> Player | None:
        """Who has won the match."""
        over = [player for player in Player if self.length and self.score_of(player) >= self.length]
        return over[0] if over else None

    def won_by(self, player: Player, points: int) -> Match:
        """The match after ``player`` won ``points``."""
        light = self.light + (points if player is Player.LIGHT else 0)
        dark = self.dark + (points if player is Player.DARK else 0)
        over = self.crawford_over or self.crawford
        near = self.length > 1 and max(light, dark) == self.length - 1
        return replace(self, light=light, dark=dark, crawford=near and not over, crawford_over=over)
