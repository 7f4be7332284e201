"""Are the dice fair? Chi-square tests over recorded rolls: for each die alone, and for the pairs, which
would show a tower that ties one die to the other. And, more important, what such a test can see: with too
few rolls every die looks fair.

The tests are Pearson's; the tail of the chi-square distribution is the regularized incomplete gamma
function (Press et al., Numerical Recipes, 6.2), the power that of the noncentral chi-square distribution as
a Poisson mixture.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

FACES: Final = 6
LEVEL: Final = 0.05
"""A test that calls a fair die loaded once in twenty."""
WANTED_POWER: Final = 0.8
LEAST_EXPECTED: Final = 5
"""Fewer expected in a cell, and chi-square no longer describes the statistic well (Cochran 1954)."""


@dataclass(frozen=True, slots=True)
class Test:
    """One chi-square test."""

    counts: tuple[int, ...]
    statistic: float
    freedom: int
    p: float
    """How often fair dice deviate as much as this or more."""
    power: float
    """How often this many rolls would show a one-point bias on one face (17.7 % instead of 16.7 %)."""

    @property
    def suspicious(self) -> bool:
        """Fair dice do this less than once in twenty times."""
        return self.p < LEVEL

    @property
    def enough(self) -> bool:
        """Every cell can expect enough rolls for the test to mean something."""
        return sum(self.counts) >= LEAST_EXPECTED * len(self.counts)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the rolls say."""

    rolls: int
    left: Test
    right: Test
    both: Test
    """All dice together."""
    pairs: Test
    """The 36 ordered pairs."""


def examine(rolls: Iterable[tuple[int, int]]) -> Fairness:
    """Test these rolls (left, right), each 1 to 6. Raises `ValueError` when there are none."""
    thrown = list(rolls)
    if not thrown:
        raise ValueError("no rolls to examine")
    left = Counter(roll[0] for roll in thrown)
    right = Counter(roll[1] for roll in thrown)
    pairs = Counter(thrown)
    faces = range(1, FACES + 1)
    return Fairness(
        rolls=len(thrown),
        left=uniform_test([left[face] for face in faces], one_point(FACES)),
        right=uniform_test([right[face] for face in faces], one_point(FACES)),
        both=uniform_test([left[face] + right[face] for face in faces], one_point(FACES)),
        pairs=uniform_test([pairs[one, other] for one in faces for other in faces], one_point(FACES)),
    )


def uniform_test(counts: Sequence[int], effect: float) -> Test:
    """Pearson's test that all cells are equally likely; ``effect`` is the squared effect for the power."""
    total = sum(counts)
    expected = total / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return Test(tuple(counts), statistic, freedom, tail(statistic, freedom), power(total, effect, freedom))


def one_point(faces: int, bias: float = 0.01) -> float:
    """Squared effect (Cohen's w squared) of one face coming up ``bias`` more often, the others less."""
    return faces * (bias**2 + (faces - 1) * (bias / (faces - 1)) ** 2)


def tail(statistic: float, freedom: float) -> float:
    """P(chi-square with ``freedom`` degrees of freedom >= ``statistic``)."""
    return 1.0 - _lower_gamma(freedom / 2, statistic / 2)


def critical(freedom: int, level: float = LEVEL) -> float:
    """The statistic that fair dice reach with probability ``level``."""
    low, high = 0.0, 10.0 * freedom + 100
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > level else (low, middle)
    return high


def power(total: int, effect: float, freedom: int) -> float:
    """How often a test of ``total`` dice shows an effect of this squared size."""
    half = total * effect / 2
    limit = critical(freedom)
    reach = int(half + 12 * math.sqrt(half) + 30)
    weights = (
        math.exp(k * math.log(half) - half - math.lgamma(k + 1)) if half else float(k == 0)
        for k in range(reach)
    )
    return sum(weight * tail(limit, freedom + 2 * k) for k, weight in enumerate(weights) if weight > 1e-12)


def dice_needed(effect: float, freedom: int = FACES - 1) -> int:
    """How many dice until an effect of this squared size is seen four times in five."""
    low, high = 1, 1
    while power(high, effect, freedom) < WANTED_POWER:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if power(middle, effect, freedom) < WANTED_POWER else (low, middle)
    return high


def _lower_gamma(shape: float, x: float) -> float:
    """The regularized lower incomplete gamma function P(shape, x)."""
    if x <= 0:
        return 0.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        n = shape
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return min(1.0, total * scale)
    return 1.0 - scale * _upper_fraction(shape, x)


def _upper_fraction(shape: float, x: float) -> float:
    """Lentz's continued fraction for the upper tail."""
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    result = d
    for n in range(1, 500):
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return result
