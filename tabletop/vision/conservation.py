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
    spots of the home board, which are those that may be empty-handed after bearing off.
    """
    spots, kinds = log_counts.shape
    most = checkers + 3
    best = log_counts.argmax(axis=1)
    outside = [spot for spot in range(spots) if spot not in home]
    away = float((np.exp(log_counts[outside]) * np.arange(kinds)).sum()) > AWAY
    prior = np.full(most + 1, -EXTRA)
    prior[: checkers + 1] = -MISSING if away else -0.5
    prior[checkers] = 0.0
    forward = _totals(log_counts, most)
    evidence = _log_sum(forward[-1] + prior)
    if best.sum() == checkers:
        chosen = best
    else:
        chosen = _likeliest_path(log_counts, prior, most)
    score = float(log_counts[np.arange(spots), chosen].sum() + prior[min(int(chosen.sum()), most)])
    sure = tuple(np.exp(_posterior(log_counts, forward, prior, chosen) - evidence).clip(0.0, 1.0).tolist())
    return LikeliestSide(tuple(chosen.tolist()), float(np.exp(min(0.0, score - evidence))), sure)


def _shifted(values: Floats, by: int) -> Floats:
    if by == 0:
        return values
    out = np.full_like(values, -np.inf)
    out[by:] = values[:-by]
    return out


def _log_sum(values: Floats) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def _totals(log_counts: Floats, most: int) -> Floats:
    """Log-probability of every total of the first n spots, (spots + 1, most + 1)."""
    kinds = log_counts.shape[1]
    totals = np.full((len(log_counts) + 1, most + 1), -np.inf)
    totals[0, 0] = 0.0
    for spot, row in enumerate(log_counts):
        options = np.stack([_shifted(totals[spot], count) + row[count] for count in range(kinds)])
        totals[spot + 1] = np.logaddexp.reduce(options, axis=0)
    return totals


def _posterior(log_counts: Floats, forward: Floats, prior: Floats, chosen: NDArray[np.intp]) -> Floats:
    """Log of the joint probability of the evidence and of each spot's chosen count."""
    kinds = log_counts.shape[1]
    out = np.empty(len(log_counts))
    backward = prior.copy()  # by total so far: log-probability of all that follows
    for spot in range(len(log_counts) - 1, -1, -1):
        count = int(chosen[spot])
        ahead = np.full_like(backward, -np.inf)
        ahead[: len(ahead) - count] = backward[count:] if count else backward
        out[spot] = _log_sum(forward[spot] + log_counts[spot, count] + ahead)
        options = []
        for other in range(kinds):
            step = np.full_like(backward, -np.inf)
            step[: len(step) - other] = backward[other:] if other else backward
            options.append(step + log_counts[spot, other])
        backward = np.logaddexp.reduce(np.stack(options), axis=0)
    return out


def _likeliest_path(log_counts: Floats, prior: Floats, most: int) -> NDArray[np.intp]:
    kinds = log_counts.shape[1]
    scores = np.full(most + 1, -np.inf)
    scores[0] = 0.0
    choices = []
    for row in log_counts:
        options = np.stack([_shifted(scores, count) + row[count] for count in range(kinds)])
        choices.append(options.argmax(axis=0))
        scores = options.max(axis=0)
    total = int((scores + prior).argmax())
    chosen = np.zeros(len(log_counts), dtype=np.intp)
    for spot in range(len(log_counts) - 1, -1, -1):
        chosen[spot] = choices[spot][total]
        total -= int(chosen[spot])
    return chosen
