"""What a picture says of the board that a turn ended on, when the next player may have moved since.

He may have done nothing yet; he may have made his play, or some of it, the blot lifted first or last; or he
may have played wrongly, and then only the other's checkers tell anything.
"""

from __future__ import annotations

import math

from tabletop.backgammon import POINTS, Player, Position, Variant, legal_plays
from tabletop.referee.judge import CAUTION, likelihood
from tabletop.referee.observation import BAR_SPOT, Observation, Spot
from tabletop.referee.state import Turn

_HALF_MADE = math.log(1 / 10)
"""Log-share of the pictures of a play that show it half made."""

Content = tuple[int, int]
"""Light and dark checkers on a spot."""


class Afterwards:
    """Weighs ends of ``player``'s turn by a picture taken after the next throw.

    ``following`` is the turn under way; None where nobody has thrown since.
    """

    def __init__(self, player: Player, following: Turn | None, seen: Observation, variant: Variant) -> None:
        self.player = player
        self.following = following
        self.variant = variant
        self.spots = seen.spots
        self.looks = likelihood(seen.spots)
        self.wrongly = CAUTION.weight_of_error(CAUTION.ordinary_price)
        self.own = [_of_one_side(spot, player) for spot in seen.spots]

    def fit(self, board: Position) -> float:
        """Log-likelihood of the picture if the turn ended on ``board``."""
        return max(self._by_the_rules(board), self._left(board) + self.wrongly)

    def explained(self, board: Position) -> bool:
        """Whether nobody need have played wrongly since the turn ended on ``board``."""
        return self._by_the_rules(board) >= self._left(board) + self.wrongly

    def untouched(self, board: Position) -> bool:
        """Whether the picture shows ``board`` itself: nobody has moved since."""
        return self.looks(board) >= self.fit(board)

    def _by_the_rules(self, board: Position) -> float:
        """The most that the picture says for nothing, some or all of a legal play having been made since."""
        still = self.looks(board)
        if self.following is None:
            return still
        legal = legal_plays(board, self.following.player, self.following.dice, self.variant)
        made = max(map(self.looks, legal.positions | legal.prefixes), default=still)
        half = max((self._half_made(board, end) for end in legal.positions), default=still)
        return max(still, made, half + _HALF_MADE)

    def at_most(self, board: Position) -> float:
        """What `fit` is at most, found with less work."""
        return self._left(board)

    def _half_made(self, before: Position, after: Position) -> float:
        """The most that every spot for itself can say for a play on the way from one board to another."""
        total = 0.0
        for spot, (light, dark), (light_end, dark_end) in zip(
            self.spots, _contents(before), _contents(after), strict=True
        ):
            if spot.covered:
                continue
            total += max(
                spot.log_likelihood(some, others)
                for some in range(min(light, light_end), max(light, light_end) + 1)
                for others in range(min(dark, dark_end), max(dark, dark_end) + 1)
            )
        return total

    def _left(self, board: Position) -> float:
        """The most that the picture can say for the player's own checkers on ``board``, blots hit since."""
        own = board.of(self.player)
        blots = sum(own.on(point) == 1 for point in range(1, POINTS + 1))
        total = max(self._own(BAR_SPOT, own.bar + hit) for hit in range(blots + 1))
        for point in range(1, POINTS + 1):
            spot = point if self.player is Player.LIGHT else POINTS + 1 - point
            count = own.on(point)
            total += max(self._own(spot, count), self._own(spot, 0) if count == 1 else -math.inf)
        return total

    def _own(self, spot: int, count: int) -> float:
        listed, floor = self.own[spot]
        return listed.get(count, floor)


def _of_one_side(spot: Spot, player: Player) -> tuple[dict[int, float], float]:
    """The best log-likelihood of every count of ``player``'s checkers, with anything else, and the floor."""
    if spot.covered:
        return {}, 0.0
    best: dict[int, float] = {}
    for light, dark, value in spot.likelihoods:
        count = light if player is Player.LIGHT else dark
        best[count] = max(value, best.get(count, spot.floor))
    return best, spot.floor


def _contents(board: Position) -> list[Content]:
    """What stands on the 25 spots."""
    light, dark = board.light.places, board.dark.places
    return [(light[25], dark[25]), *((light[point], dark[25 - point]) for point in range(1, POINTS + 1))]
