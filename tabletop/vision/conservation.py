"""Fifteen checkers a side.

A checker does not vanish: what is not on the points or the bar was borne off, and that is only usual once all
the others are at home. Given how likely every count is on every spot, this finds the likeliest board
of a side exactly, with the probability that it is right, by adding up over all boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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
AWAY = 0.5
"""Expected number of spots outside the home board that are not empty from which a side is still on its way
home."""
LENGTH, DAMPING = 64, 0.6
"""Totals that are told apart when whole boards are added up. Those beyond would be taken for small ones; so a
board counts for DAMPING less with every checker meanwhile, and they fade away (exponential windowing)."""
_FADING = DAMPING ** np.arange(LENGTH)


@dataclass(frozen=True, slots=True, eq=False)
class LikeliestSide:
    """The likeliest checkers of one side on its spots."""

    counts: tuple[int, ...]
    probability: float
    """That all of them are right."""
    chances: Floats
    """Of every count on every spot by itself, (spots, kinds)."""
    prior: Floats
    """Of every total, up to a factor, (totals,)."""

    def sure(self) -> tuple[float, ...]:
        """Per spot, the probability that its count is right: that of all boards which agree on it."""
        totals = len(self.prior)
        chosen = np.array(self.counts)
        others = _totals_of_the_others(self.chances)[:, :totals]
        padded = np.append(self.prior, np.zeros(self.chances.shape[1]))
        agreeing = (others * padded[chosen[:, None] + np.arange(totals)]).sum(axis=1)
        agreeing *= self.chances[np.arange(len(chosen)), chosen]
        everything = float(np.convolve(others[0], self.chances[0])[:totals] @ self.prior)
        return tuple(np.minimum(1.0, agreeing / everything).tolist())


def likeliest(log_counts: Floats, checkers: int, homes: Sequence[slice]) -> list[LikeliestSide]:
    """The likeliest counts of some sides, each by itself.

    ``log_counts`` (sides, spots, kinds): log-probability of every count on every spot, by itself. ``homes``:
    the spots of each side's home board, from which checkers are borne off.
    """
    chances = np.exp(log_counts)
    best = log_counts.argmax(axis=2)
    totals = _totals(chances)[:, : checkers + EXTRAS + 1]
    found = []
    for logs, chance, counts, total, home in zip(log_counts, chances, best, totals, homes, strict=True):
        occupied = 1.0 - chance[:, 0]
        away = float(occupied.sum() - occupied[home].sum()) > AWAY
        log_prior = _log_prior(checkers, away)
        whole = int(counts.sum())
        if whole >= len(log_prior) or _may_be_beaten(logs, float(log_prior.max() - log_prior[whole])):
            counts = _likeliest_path(logs, log_prior)
        prior = np.exp(log_prior)
        alone = float(np.exp(logs[np.arange(len(logs)), counts].sum()))
        probability = alone * float(prior[counts.sum()]) / float(total @ prior)
        found.append(LikeliestSide(tuple(counts.tolist()), min(1.0, probability), chance, prior))
    return found


@lru_cache
def _log_prior(checkers: int, away: bool) -> Floats:
    """How unusual every total on the board is, nats, (checkers + EXTRAS + 1,)."""
    prior = np.full(checkers + EXTRAS + 1, -EXTRA)
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


def _waves(chances: Floats) -> NDArray[np.complex128]:
    """The Fourier transforms of damped counts (…, spots, kinds): their product is that of the sum."""
    damped = chances * _FADING[: chances.shape[-1]]
    return np.asarray(np.fft.rfft(damped, LENGTH, axis=-1), dtype=np.complex128)


def _undamped(waves: NDArray[np.complex128]) -> Floats:
    """Back from ``waves`` to the probability of every total, (…, LENGTH)."""
    damped = np.maximum(np.fft.irfft(waves, LENGTH, axis=-1), 0.0)
    return np.asarray(damped / _FADING)


def _totals(chances: Floats) -> Floats:
    """The probability of every total of all spots, (sides, LENGTH)."""
    return _undamped(_waves(chances).prod(axis=1))


def _totals_of_the_others(chances: Floats) -> Floats:
    """For every spot of (spots, kinds) the probability of every total of all other spots, (spots, LENGTH).

    Leaving one out of a product is the product of those before it and those after it.
    """
    waves = _waves(chances)
    others = np.ones_like(waves)
    np.cumprod(waves[:-1], axis=0, out=others[1:])
    others[:-1] *= np.cumprod(waves[:0:-1], axis=0)[::-1]
    return _undamped(others)


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
