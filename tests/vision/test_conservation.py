"""Fifteen checkers a side: the likeliest board, held against all boards there are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tabletop.vision.conservation import (
    AWAY,
    EXTRA,
    MISSING,
    MORE_MISSING,
    MOST_MISSING,
    LikeliestSide,
    likeliest,
)

SPOTS, KINDS = 4, 4
HOME = slice(0, 2)

evidence = arrays(np.float64, (SPOTS, KINDS), elements=st.floats(0.01, 1.0)).map(
    lambda weights: np.log(weights / weights.sum(axis=1, keepdims=True))
)


def prior(total: int, checkers: int, away: bool) -> float:
    if total == checkers:
        return 0.0
    if total > checkers:
        return -EXTRA
    missing = checkers - total
    return -min(MISSING + MORE_MISSING * (missing - 1), MOST_MISSING) if away else -0.5


def alone(log_counts: np.ndarray, checkers: int) -> LikeliestSide:
    (found,) = likeliest(log_counts[None], checkers, (HOME,))
    return found


def all_boards(log_counts: np.ndarray, checkers: int) -> dict[tuple[int, ...], float]:
    """Every board with its log-probability, by sheer enumeration."""
    outside = [spot for spot in range(SPOTS) if spot >= HOME.stop]
    away = float((1.0 - np.exp(log_counts[outside, 0])).sum()) > AWAY
    return {
        counts: sum(log_counts[spot, n] for spot, n in enumerate(counts)) + prior(sum(counts), checkers, away)
        for counts in itertools.product(range(KINDS), repeat=SPOTS)
        if sum(counts) <= checkers + 3
    }


@settings(max_examples=60, deadline=None)
@given(evidence, st.integers(2, 8))
def test_it_is_as_likely_as_any_board_of_its_spots(log_counts: np.ndarray, checkers: int) -> None:
    boards = all_boards(log_counts, checkers)
    found = alone(log_counts, checkers)
    assert boards[found.counts] == pytest.approx(max(boards.values()), abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(evidence, st.integers(2, 8))
def test_its_probability_is_its_share_of_all_boards(log_counts: np.ndarray, checkers: int) -> None:
    boards = all_boards(log_counts, checkers)
    found = alone(log_counts, checkers)
    total = sum(np.exp(value) for value in boards.values())
    assert found.probability == pytest.approx(np.exp(boards[found.counts]) / total, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(evidence, st.integers(2, 8))
def test_every_spot_is_as_sure_as_all_boards_that_agree_on_it(log_counts: np.ndarray, checkers: int) -> None:
    boards = all_boards(log_counts, checkers)
    found = alone(log_counts, checkers)
    total = sum(np.exp(value) for value in boards.values())
    for spot, sure in enumerate(found.sure()):
        agreeing = sum(np.exp(v) for counts, v in boards.items() if counts[spot] == found.counts[spot])
        assert sure == pytest.approx(agreeing / total, abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(evidence, evidence, st.integers(2, 8))
def test_two_sides_are_weighed_each_by_itself(one: np.ndarray, other: np.ndarray, checkers: int) -> None:
    together = likeliest(np.stack([one, other]), checkers, (HOME, HOME))
    for found, side in zip(together, (one, other), strict=True):
        by_itself = alone(side, checkers)
        assert found.counts == by_itself.counts
        assert found.probability == pytest.approx(by_itself.probability)
        assert found.sure() == pytest.approx(by_itself.sure())


def test_a_checker_that_would_be_one_too_many_is_not_seen() -> None:
    log_counts = np.log(np.full((SPOTS, KINDS), 1e-6))
    for spot, count in enumerate((2, 1, 3, 0)):
        log_counts[spot, count] = np.log(0.99)
    log_counts[3, 0], log_counts[3, 1] = np.log(0.4), np.log(0.6)
    assert alone(log_counts, 6).counts == (2, 1, 3, 0)
    assert alone(log_counts, 7).counts == (2, 1, 3, 1)
