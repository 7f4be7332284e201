"""Fifteen checkers a side.

A checker does not vanish: what is not on the points or the bar was borne off, and that is only usual once all
the others are at home. Given how likely every count is on every spot, this finds the likeliest board
of one side exactly, with the probability that it is right, by adding up over all boards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MISSING = 3.0
"""Nats against a checker being off the board while others are still on their way home (1 in 20: one that was
hit is often still in the hand)."""
MORE_MISSING, MOST_MISSING = 1.0, 6.0
"""Nats for every further one, and for all of them together: nobody holds a handful while others are under
way, but a side that has borne off may be hit."""
LATE = 0.5
"""Nats against checkers having been borne off once all the others are at home."""
EXTRA = 9.0
"""Nats against more checkers than the game has."""
EXTRAS = 3
"""More than so many too many are never believed."""
IMPOSSIBLE = -60.0
AWAY = 0.5
"""Expected number of spots outside the home board that are not empty from which a side is still on its way
home."""
LENGTH = 128
"""Totals that are told apart when whole boards are added up; with fewer than this no total is taken for
another unless nine spots are covered."""


@dataclass(frozen=True, slots=True)
class LikeliestSide:
    """The likeliest checkers of one side on its spots."""

    counts: tuple[int, ...]
    probability: float
    """That all of them are right."""
    sure: tuple[float, ...]
    """Per spot, that its count is right."""


def likeliest(log_counts: Floats, checkers: int, home: tuple[int, ...]) -> LikeliestSide:
    """The likeliest counts of one side.

    ``log_counts`` (spots, kinds): log-probability of every count on every spot, by itself. ``home``: the
    spots of the home board, from which checkers are borne off.
    """
    spots = len(log_counts)
    chances = np.exp(log_counts)
    outside = np.ones(spots, dtype=bool)
    outside[list(home)] = False
    away = float((1.0 - chances[outside, 0]).sum()) > AWAY
    log_prior = _log_prior(checkers, away)
    chosen = log_counts.argmax(axis=1)
    if _may_be_beaten(log_counts, float(log_prior.max() - log_prior[min(int(chosen.sum()), LENGTH - 1)])):
        chosen = _likeliest_path(log_counts, log_prior[: checkers + EXTRAS + 1])
    prior = np.exp(log_prior)
    rest = _totals_of_the_others(chances)
    alone = chances[np.arange(spots), chosen]
    everything = float(np.convolve(rest[0], chances[0])[:LENGTH] @ prior)
    reach = chosen[:, None] + np.arange(LENGTH)[None, :]
    after = np.where(reach < LENGTH, prior[np.minimum(reach, LENGTH - 1)], 0.0)
    joint = alone * np.einsum("st,st->s", rest, after)
    whole = float(np.prod(alone)) * float(prior[min(int(chosen.sum()), LENGTH - 1)])
    sure = np.minimum(1.0, joint / everything)
    return LikeliestSide(tuple(chosen.tolist()), min(1.0, whole / everything), tuple(sure.tolist()))


def _log_prior(checkers: int, away: bool) -> Floats:
    """How unusual every total on the board is, nats, (LENGTH,)."""
    prior = np.full(LENGTH, -EXTRA)
    prior[checkers + EXTRAS + 1 :] = IMPOSSIBLE
    missing = checkers - np.arange(checkers)
    prior[:checkers] = -np.minimum(MISSING + MORE_MISSING * (missing - 1), MOST_MISSING) if away else -LATE
    prior[checkers] = 0.0
    return prior


def _may_be_beaten(log_counts: Floats, gain: float) -> bool:
    """Whether a less likely count somewhere could be worth it: only if it costs no more than ``gain``."""
    if gain <= 0.0:
        return False
    best = np.partition(log_counts, -2, axis=1)
    return bool((best[:, -1] - best[:, -2]).min() < gain)


def _totals_of_the_others(chances: Floats) -> Floats:
    """For every spot the probability of every total of all other spots, (spots, LENGTH).

    The sum of independent counts is a product of Fourier transforms; leaving one out is the product of those
    before it and those after it.
    """
    waves = np.fft.rfft(chances, LENGTH, axis=1)
    ones = np.ones((1, waves.shape[1]))
    before = np.cumprod(np.concatenate([ones, waves[:-1]]), axis=0)
    after = np.cumprod(np.concatenate([ones, waves[:0:-1]]), axis=0)[::-1]
    return np.asarray(np.maximum(np.fft.irfft(before * after, LENGTH, axis=1), 0.0))


def _likeliest_path(log_counts: Floats, log_prior: Floats) -> NDArray[np.intp]:
    """The counts of the likeliest board of all, by dynamic programming over the total so far (Viterbi)."""
    kinds, most = log_counts.shape[1], len(log_prior) - 1
    reach = np.arange(most + 1)[:, None] - np.arange(kinds)[None, :]
    scores = np.full(most + 1, -np.inf)
    scores[0] = 0.0
    choices = []
    for row in log_counts:
        options = np.where(reach >= 0, scores[reach], -np.inf) + row
        choices.append(options.argmax(axis=1))
        scores = options.max(axis=1)
    total = int((scores + log_prior).argmax())
    chosen = np.zeros(len(log_counts), dtype=np.intp)
    for spot in range(len(log_counts) - 1, -1, -1):
        chosen[spot] = choices[spot][total]
        total -= int(chosen[spot])
    return chosen
