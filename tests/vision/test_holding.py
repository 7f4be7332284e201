"""What is held of a strip that has been looked at more than once."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.counting import KINDS, Counts
from tabletop.vision.holding import Held
from tabletop.vision.sampling import STRIPS

POINT = 5
"""Light's 6-point, as a strip."""


def log_chances(counts: list[int], sure: float) -> np.ndarray:
    out = np.full((len(counts), KINDS), np.log((1 - sure) / (KINDS - 1)), dtype=np.float32)
    out[np.arange(len(counts)), counts] = np.log(sure)
    return out


def looked_at(light: list[int], sure: float = 0.9999) -> Counts:
    return counts_of(log_chances(light, sure), log_chances([0] * len(light), 0.9999))


def counts_of(light: np.ndarray, dark: np.ndarray) -> Counts:
    return Counts(light, dark, np.maximum(light, dark), np.zeros(len(light), dtype=np.float32))


def start(on_point: int, sure: float = 0.9999) -> Held:
    """Fifteen of light's, so many of them on one point, all looked at."""
    counts = [0] * STRIPS
    counts[POINT], counts[POINT + 2], counts[POINT + 4] = on_point, 4, 11 - on_point
    chances = log_chances(counts, 0.9999)
    chances[POINT] = log_chances([on_point], sure)[0]
    dark = log_chances([0] * STRIPS, 0.9999)
    dark[20] = log_chances([15], 0.9999)[0]
    return Held.counted(counts_of(chances, dark), 15)


def chance_of(held: Held, count: int) -> float:
    return float(np.exp(held.sides[0, POINT, count]))


def again(held: Held, count: int, sure: float = 0.9999) -> Held:
    return held.but(np.array([POINT]), looked_at([count], sure), 15)


def test_one_more_may_lie_hidden_on_a_stack_of_five() -> None:
    assert chance_of(start(5), 6) > 0.02
    assert chance_of(again(start(4), 5), 6) > 0.02


def test_a_checker_that_was_in_sight_does_not_hide() -> None:
    assert chance_of(again(start(6), 5), 6) < 0.001


def test_a_strip_that_looks_different_and_is_surely_read_otherwise_has_changed() -> None:
    afresh = chance_of(start(2, sure=0.999), 3)
    assert chance_of(again(start(3), 2, sure=0.999), 3) < 0.1 * afresh
    assert chance_of(again(start(3), 2, sure=0.9), 3) == pytest.approx(0.1 / (KINDS - 1), rel=0.01)


def test_one_more_than_was_ever_in_sight_may_still_be_hidden() -> None:
    assert chance_of(again(start(6), 5), 7) == pytest.approx(chance_of(start(5), 7), rel=0.01)


def test_what_was_hardly_seen_may_hide() -> None:
    assert chance_of(again(start(6, sure=0.6), 5), 6) > 0.02


def test_what_was_in_sight_may_hide_from_a_bad_look() -> None:
    assert chance_of(again(start(6), 5, sure=0.95), 6) > 0.02


def test_what_was_in_sight_is_remembered_when_the_turn_has_closed() -> None:
    held, counts = start(6), np.zeros((2, STRIPS), dtype=np.intp)
    counts[0, POINT], counts[0, POINT + 2], counts[0, POINT + 4], counts[1, 20] = 6, 4, 5, 15
    known = np.stack([log_chances(counts[0].tolist(), 0.9998), log_chances(counts[1].tolist(), 0.9998)])
    assert chance_of(again(held.settled(known, counts, 15), 5), 6) < 0.001
    counts[0, POINT] = 7  # the game says that there was one more than could be seen
    assert chance_of(again(held.settled(known, counts, 15), 5), 6) > 0.02
