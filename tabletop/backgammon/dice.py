"""A roll of two dice. The order in which they fell does not matter; an opening roll, where it does,
is two single dice and lives in the referee's events."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.backgammon.errors import InvalidDice


@dataclass(frozen=True, slots=True)
class Dice:
    """Two dice at rest. ``Dice(1, 6) == Dice(6, 1)``; the larger number comes first.

    Raises `InvalidDice` for a number that no die shows.
    """

    high: int
    low: int

    def __init__(self, one: int, other: int) -> None:
        for number in (one, other):
            if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 6:
                raise InvalidDice(f"a die shows 1 to 6, not {number!r}")
        object.__setattr__(self, "high", max(one, other))
        object.__setattr__(self, "low", min(one, other))

    @property
    def is_double(self) -> bool:
        """Both dice show the same number, which is then played four times."""
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play: ``(6, 1)``, or ``(3, 3, 3, 3)`` for a double."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    @classmethod
    def every(cls) -> tuple[Dice, ...]:
        """All 21 rolls."""
        return tuple(cls(high, low) for high in range(1, 7) for low in range(1, high + 1))

    def __str__(self) -> str:
        return f"{self.high}{self.low}"
