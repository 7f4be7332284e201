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

MISSING = 4.0
"""Nats against a checker being off the board while others are still on their way home (1 in 50)."""
LATE = 0.5
"""Nats against checkers having been borne off once all the others are at home."""
EXTRA = 9.0
"""Nats against more checkers than the game has."""
AWAY = 0.01
"""Expected checkers outside the home board above which a side counts as still on its way home."""


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
    spots, kinds = log_counts.shape
    chances = np.exp(log_counts)
    outside = np.ones(spots, dtype=bool)
    outside[list(home)] = False
    away = float((chances[outside] @ np.arange(kinds)).sum()) > AWAY
    most = checkers + 3
    prior = np.full(most + 1, np.exp(-EXTRA))
    prior[: checkers + 1] = np.exp(-MISSING if away else -LATE)
    prior[checkers] = 1.0
    best = log_counts.argmax(axis=1)
    chosen = best if best.sum() == checkers else _likeliest_path(log_counts, np.log(prior), most)
    before, after = _before(chances, most), _after(chances, prior)
    everything = float(after[0][0])
    alone = chances[np.arange(spots), chosen]
    joint = [
        alone[spot] * float(before[spot][: most + 1 - count] @ after[spot + 1][count:])
        for spot, count in enumerate(chosen.tolist())
    ]
    whole = float(np.prod(alone)) * float(prior[min(int(chosen.sum()), most)])
    sure = tuple(min(1.0, value / everything) for value in joint)
    return LikeliestSide(tuple(chosen.tolist()), min(1.0, whole / everything), sure)


def _before(chances: Floats, most: int) -> list[Floats]:
    """Probability of every total (0 to ``most``) of the first n spots, for n from 0 to all."""
    totals = [np.eye(1, most + 1)[0]]
    for row in chances:
        totals.append(np.convolve(totals[-1], row)[: most + 1])
    return totals


def _after(chances: Floats, prior: Floats) -> list[Floats]:
    """For every total of the first n spots, the weight of all that may follow, for n from 0 to all."""
    weights = [prior]
    for row in chances[::-1]:
        padded = np.concatenate([weights[-1], np.zeros(len(row) - 1)])
        weights.append(np.correlate(padded, row, mode="valid"))
    return weights[::-1]


def _likeliest_path(log_counts: Floats, log_prior: Floats, most: int) -> NDArray[np.intp]:
    """The counts of the likeliest board of all, by dynamic programming over the total so far (Viterbi)."""
    kinds = log_counts.shape[1]
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
