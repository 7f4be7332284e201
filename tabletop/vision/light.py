"""How the light has changed since calibration.

A lamp is switched on, dusk falls, a player leans over: the felt gets brighter here, warmer there, but smoothly
so. The change is fitted per colour channel as a smooth surface over the board - its logarithm a polynomial of
the second degree - to the samples that still look like felt, with everything else (checkers, hands, dice)
weighed out; and it is divided out of every picture before anything else is asked of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import Expected
from tabletop.vision.sampling import Picture, SampleMap

Floats = NDArray[np.float32]

STEP = 3
"""Every STEP-th sample along and across takes part in the fit."""
ROUNDS = 8
EDGE = 12.0
"""Felt that varies by more grey levels than this within two pixels is an edge and takes no part."""
AGREEMENT = 0.07
"""Log brightness by which felt scatters around the fit."""
DARKEST = 12.0
"""Grey levels below which a ratio of brightnesses is mostly noise."""
SATURATED = 250.0


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Brightness now over brightness at calibration, for every sample."""

    gain: Floats
    """(strips, ALONG, ACROSS, 3)."""
    agreement: float
    """Share of the felt samples that the surface explains, 0 to 1."""

    def even(self, samples: Picture) -> Picture:
        """``samples`` as they would have been in the light of the calibration."""
        return np.clip(samples / self.gain, 0.0, 255.0).astype(np.uint8)


def _terms(board: NDArray[np.float64]) -> Floats:
    x, y = board[..., 0] - 0.6, board[..., 1] - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)


def measure_light(samples: Picture, expected: Expected, where: SampleMap) -> Light:
    """The change of light between ``expected`` felt and ``samples`` (strips, ALONG, ACROSS, 3)."""
    pick = (slice(0, 24), slice(None, None, STEP), slice(None, None, STEP))
    seen = samples[pick].astype(np.float32)
    felt = expected.mean[pick]
    flat = (expected.high[pick] - expected.low[pick]).max(axis=-1) < EDGE
    usable = flat & (felt.min(axis=-1) > DARKEST) & (seen.max(axis=-1) < SATURATED) & (seen.min(axis=-1) > 3.0)
    if np.count_nonzero(usable) < 60:
        usable = (felt.min(axis=-1) > 3.0) & (seen.min(axis=-1) > 3.0)
    terms = _terms(where.board[pick])[usable]
    ratio = np.log(seen[usable] / felt[usable])
    fit = np.zeros((6, 3), dtype=np.float32)
    fit[0] = _densest(ratio)
    scale = 0.35
    for step in range(ROUNDS):
        away = np.abs(ratio - terms @ fit).max(axis=1)
        weight = 1.0 / (1.0 + (away / scale) ** 2) ** 2
        used = 3 if step < ROUNDS // 3 else 6
        weighed = terms[:, :used] * weight[:, None]
        normal = weighed.T @ terms[:, :used] + np.diag([1e-3] + [0.3] * (used - 1)).astype(np.float32)
        fit[:used] = np.linalg.solve(normal, weighed.T @ ratio)
        scale = max(AGREEMENT, scale * 0.7)
    agreement = float(np.mean(np.abs(ratio - terms @ fit).max(axis=1) < 2 * AGREEMENT))
    gain = np.exp(np.clip(_terms(where.board) @ fit, -1.6, 1.6))
    return Light(gain.astype(np.float32), agreement)


def _densest(ratio: Floats) -> Floats:
    """Where most of the brightness ratios (n, 3) lie: felt is most of what is seen, checkers scatter."""
    middle = np.median(ratio, axis=0)
    for width in (0.5, 0.25, 0.12):
        near = np.abs(ratio - middle).max(axis=1) < width
        if np.count_nonzero(near) > len(ratio) // 10:
            middle = ratio[near].mean(axis=0)
    return np.asarray(middle, dtype=np.float32)
