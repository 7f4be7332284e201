"""The score, the doubling cube, and what a game was worth.

A game is won by bearing off all checkers, by the opponent's dropping a double, or by his resigning. It is
worth the cube's value once, twice for a *gammon* (the loser bore off none) and three times for a
*backgammon* (and he has a checker on the bar or in the winner's home board). A match goes to a number of
points; in money play there is no such number, and every game stands for itself.

All of it is values: a match does not change, `Match.after` is the next one.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace

from tabletop.backgammon.errors import BackgammonError
from tabletop.backgammon.position import Player, Position
from tabletop.backgammon.variant import Variant


class Win(enum.Enum):
    """How a game was won; the value is how often the cube counts."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Crawford(enum.Enum):
    """Where a match stands to its one game without the cube (the Crawford rule)."""

    BEFORE = "before"
    """Nobody has been one point away yet."""
    NOW = "now"
    """This game: somebody has just come to one point away. The cube rests."""
    AFTER = "after"
    """It has been played, or this match is played without the rule."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """What is played for, beside the game itself: any variant may be played by any of these."""

    length: int | None = None
    """Points that win the match; ``None`` is money play."""
    crawford: bool = True
    """The first game in which a player is one point away is played without the cube."""
    jacoby: bool = False
    """Money play: gammons and backgammons count only once the cube was turned."""
    beavers: bool = False
    """Money play: who is doubled may double again at once and keep the cube."""
    automatic_doubles: int = 0
    """Money play: how many times at most equal opening dice double the stake."""

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise BackgammonError(f"a match goes to 1 point or more, not {self.length}")
        if self.automatic_doubles < 0:
            raise BackgammonError(f"automatic doubles: {self.automatic_doubles} is negative")
        if self.length is not None and (self.jacoby or self.beavers or self.automatic_doubles):
            raise BackgammonError("Jacoby, beavers and automatic doubles are for money play: no length")


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube."""

    value: int = 1
    """What a plain game is worth now."""
    owner: Player | None = None
    """Who alone may double next; ``None``: it stands in the middle and either may."""
    turned: bool = False
    """Whether a player has doubled in this game (an automatic double is nobody's)."""

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise BackgammonError(f"a cube shows 1, 2, 4, 8 …, not {self.value}")

    def taken(self, taker: Player) -> Cube:
        """After a double that ``taker`` took: twice the value, and his."""
        return Cube(self.value * 2, taker, turned=True)

    def beavered(self) -> Cube:
        """After the taker doubled again at once: twice the value, still his."""
        if self.owner is None:
            raise BackgammonError("only the player who has just taken a double may beaver")
        return replace(self, value=self.value * 2)

    def doubled_automatically(self) -> Cube:
        """After equal opening dice: twice the value, still in the middle."""
        if self.turned:
            raise BackgammonError("automatic doubles come before the first play, this cube was turned")
        return replace(self, value=self.value * 2)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of one game."""

    winner: Player
    win: Win
    points: int
    """What the winner scores."""
    dropped: bool = False
    """The loser dropped a double."""


@dataclass(frozen=True, slots=True)
class Match:
    """The score before or in a game, and the right to double in it."""

    rules: MatchRules = field(default_factory=MatchRules)
    light: int = 0
    """Points of light."""
    dark: int = 0
    """Points of dark."""
    crawford: Crawford = Crawford.BEFORE

    @classmethod
    def start(cls, rules: MatchRules) -> Match:
        """Nil all. A match to one point has no cube from the start: its only game is the Crawford game."""
        return cls(rules, crawford=_crawford(Crawford.BEFORE, rules, 0, 0))

    def score(self, player: Player) -> int:
        """Points of ``player``."""
        return self.light if player is Player.LIGHT else self.dark

    def away(self, player: Player) -> int | None:
        """How many points ``player`` still needs; ``None`` in money play."""
        return None if self.rules.length is None else max(0, self.rules.length - self.score(player))

    @property
    def winner(self) -> Player | None:
        """Who has reached the length of the match."""
        return next((player for player in Player if self.away(player) == 0), None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the match; money play never ends by itself."""
        return self.winner is not None

    def after(self, result: Result) -> Match:
        """The match after a game. Raises `BackgammonError` when it was over already."""
        if self.is_over:
            raise BackgammonError("no game can follow: the match is over")
        light = self.light + (result.points if result.winner is Player.LIGHT else 0)
        dark = self.dark + (result.points if result.winner is Player.DARK else 0)
        return replace(
            self, light=light, dark=dark, crawford=_crawford(self.crawford, self.rules, light, dark)
        )

    def may_double(self, player: Player, cube: Cube, variant: Variant) -> bool:
        """Whether ``player``, on roll and before he rolls, may offer a double.

        Not in a game without a cube, not in the Crawford game, not when the opponent owns the cube, and
        not when the cube is dead: its present value already wins ``player`` the match.
        """
        if not variant.cube or self.is_over or cube.owner is player.opponent:
            return False
        if self.rules.length is not None and self.crawford is Crawford.NOW:
            return False
        away = self.away(player)
        return away is None or cube.value < away

    def may_beaver(self, cube: Cube) -> bool:
        """Whether the player who has just taken the double may double again at once."""
        return self.rules.beavers and self.rules.length is None and cube.turned

    def finished(self, position: Position, cube: Cube, variant: Variant) -> Result | None:
        """The result when somebody has borne off his last checker, else ``None``."""
        winner = borne_off(position)
        if winner is None:
            return None
        win = win_of(position, winner, variant)
        return self.resigned(winner, win, cube)

    def resigned(self, winner: Player, win: Win, cube: Cube) -> Result:
        """The result of a game given up as ``win``; what `finished` says of one played to its end."""
        if self.rules.jacoby and not cube.turned:
            win = Win.SINGLE
        return Result(winner, win, win.value * cube.value)

    def dropped(self, doubler: Player, cube: Cube) -> Result:
        """The result of a double that was not taken: ``doubler`` wins what the cube showed before it."""
        return Result(doubler, Win.SINGLE, cube.value, dropped=True)


def borne_off(position: Position) -> Player | None:
    """Who has ended the game by bearing off: he has checkers off and none anywhere else.

    A side that never had a checker on this board has not won. Where checkers got lost, those that are
    left decide: with none to bear off there is nothing more to play.
    """
    for player in Player:
        side = position.of(player)
        if side.off and side.off == side.total:
            return player
    return None


def win_of(position: Position, winner: Player, variant: Variant) -> Win:
    """Whether ``winner``'s finished game is plain, a gammon or a backgammon [A][B][C]."""
    loser = position.of(winner.opponent)
    if loser.off:
        return Win.SINGLE
    behind = loser.bar + loser.hand + sum(loser.points[18:])  # the winner's home board is his 19 to 24
    return Win.BACKGAMMON if behind and variant.backgammons else Win.GAMMON


def pip_count(position: Position, player: Player) -> int:
    """Pips ``player`` still has to run."""
    return position.of(player).pip_count


def _crawford(before: Crawford, rules: MatchRules, light: int, dark: int) -> Crawford:
    """The Crawford state of the game that starts at this score."""
    if not rules.crawford or before is not Crawford.BEFORE:
        return Crawford.AFTER
    one_away = rules.length is not None and rules.length - max(light, dark) == 1
    return Crawford.NOW if one_away else Crawford.BEFORE
