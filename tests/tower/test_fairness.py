"""The statistics of the dice, checked against SciPy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.tower.fairness import critical, dice_needed, examine, one_point, power, tail, uniform_test

stats = pytest.importorskip("scipy.stats")


@given(st.floats(0, 500), st.integers(1, 40))
def test_the_tail_of_chi_square_is_scipys(statistic: float, freedom: int) -> None:
    assert tail(statistic, freedom) == pytest.approx(
        float(stats.chi2.sf(statistic, freedom)), rel=1e-9, abs=1e-13
    )


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=36).filter(any))
def test_the_test_is_scipys(counts: list[int]) -> None:
    ours, theirs = uniform_test(counts, one_point(6)), stats.chisquare(counts)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("total", [10, 500, 17_800, 100_000])
def test_the_power_is_that_of_the_noncentral_chi_square(total: int) -> None:
    effect = one_point(6)
    theirs = float(stats.ncx2.sf(critical(5), 5, total * effect))
    assert power(total, effect, 5) == pytest.approx(theirs, abs=1e-8)


def test_a_one_point_bias_takes_about_17_800_dice() -> None:
    assert dice_needed(one_point(6)) == pytest.approx(17_800, rel=0.005)


def test_two_dice_tied_together_show_only_in_the_pairs() -> None:
    dice = random.Random(1)
    rolls = [(face := dice.randint(1, 6), face % 6 + 1) for _ in range(2000)]
    result = examine(rolls)
    assert not result.left.suspicious
    assert not result.right.suspicious
    assert result.pairs.suspicious


def test_without_rolls_there_is_nothing_to_examine() -> None:
    with pytest.raises(ValueError, match="no rolls"):
        examine([])
