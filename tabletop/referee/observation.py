"""What the camera makes of a quiet board, with its doubts.

For every point and for the bar an observation holds not one count but how likely each content is, so that
the referee can weigh "a legal play that looks a little odd" against "this very illegal play" and "I misread".
A point under a hand, a cup or a glare is *covered*: it says nothing, it is not empty.
The borne-off checkers are not looked at: they are those which are nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tabletop.backgammon import POINTS, Player, Position

BAR_SPOT = 0
"""The spot number of the bar; spots 1 to 24 are light's points."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What one point, or the bar, may hold."""

    likelihoods: tuple[tuple[int, int, float], ...]
    """(light checkers, dark checkers, natural log of the likelihood), the likeliest first, scaled so
    that the likelihoods of all contents sum to 1."""
    floor: float
    """Log-likelihood of a content that is not listed."""
    covered: bool = False
    """Too little of it is visible: treat every content as possible."""

    def log_likelihood(self, light: int, dark: int) -> float:
        """Natural log of how likely the picture is if the spot holds these checkers."""
        for listed_light, listed_dark, value in self.likelihoods:
            if listed_light == light and listed_dark == dark:
                return value
        return self.floor


@dataclass(frozen=True, slots=True)
class Observation:
    """One quiet picture of the board, read."""

    spots: tuple[Spot, ...]
    """25 spots: the bar (both colours), then light's 1-point to 24-point."""
    position: Position
    """The likeliest board with the right number of checkers; the checkers it does not show are ``off``."""
    confidence: float
    """Probability, 0 to 1, that ``position`` is exactly what stands there."""
    unsure: tuple[int, ...] = ()
    """Spots that may well be read wrongly (0 is the bar, 1 to 24 light's points)."""

    def log_likelihood(self, position: Position) -> float:
        """Natural log of how likely the picture is if ``position`` stands there."""
        total = self.spots[BAR_SPOT].log_likelihood(position.light.bar, position.dark.bar)
        for point in range(1, POINTS + 1):
            total += self.spots[point].log_likelihood(position.light.on(point), position.dark.on(25 - point))
        return total

    def doubtful(self, spots: Iterable[int]) -> bool:
        """Whether any of ``spots`` is covered or unsure."""
        return any(spot in self.unsure or self.spots[spot].covered for spot in spots)

    @classmethod
    def certain(cls, position: Position) -> Observation:
        """An observation without doubt: for scenarios, hand entry and tests of the rules alone."""
        contents = [(position.light.bar, position.dark.bar)]
        contents += [(position.light.on(n), position.dark.on(25 - n)) for n in range(1, POINTS + 1)]
        spots = tuple(Spot(((light, dark, 0.0),), floor=-25.0) for light, dark in contents)
        return cls(spots, position, confidence=1.0)


def spot_of(player: Player, point: int) -> int:
    """The spot number of ``player``'s ``point`` (1 to 24 in his own numbers; 25 is the bar)."""
    if point == POINTS + 1:
        return BAR_SPOT
    return point if player is Player.LIGHT else POINTS + 1 - point
