"""How the light has changed since calibration.

A lamp is switched on, dusk falls, a player leans over: the felt gets brighter here, warmer there, but
smoothly
so. The change is fitted per colour channel as a smooth surface over the board - its logarithm a polynomial of
the second degree - to the samples that still look like felt, with everything else (checkers, hands, dice)
weighed out; and it is divided out of every picture before anything else is asked of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import Expected
from tabletop.vision.sampling import BAR_MIDDLE, GLANCE, Picture, SampleMap

Floats = NDArray[np.float32]

_FELT = slice(0, BAR_MIDDLE)
"""The strips whose felt takes part in the fit."""
ROUNDS = 8
EDGE = 12.0
"""Felt that varies by more grey levels than this within two pixels is an edge and takes no part."""
AGREEMENT = 0.07
"""Log brightness by which felt scatters around the fit."""
DARKEST = 12.0
"""Grey levels below which a ratio of brightnesses is mostly noise."""
SATURATED = 250.0
NEARLY_BLACK = 3.0
LEAST = 60
"""Samples that a fit needs; with fewer, edges and dark felt take part too."""
CHECKED = 8
"""Every CHECKED-th felt sample tells whether the light is still the same."""
LOG = np.log(np.maximum(np.arange(256), 1)).astype(np.float32)
"""Natural log of every grey level."""
UNCHANGED = 0.012
"""Log brightness by which the felt may differ on average for the light to be the same as before."""
FAINTEST = 2.6
"""The light changes by no more than this factor's logarithm: 13 times."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Brightness now over brightness at calibration, for every sample."""

    gain: Floats
    """(strips, ALONG, ACROSS, 3)."""
    agreement: float
    """Share of the felt samples that the surface explains, 0 to 1."""
    fit: Floats
    """Of the logarithm of the gain: a row for each of 1, x, y, x², xy, y², a column per channel."""
    at_a_glance: Floats
    """The gain at the samples of a glance alone, (strips, …, …, 3)."""

    def even(self, samples: Picture, strips: NDArray[np.intp] | None = None) -> Picture:
        """``samples`` of ``strips`` (all when None) as they would have been in the light of the
        calibration."""
        return _divided(samples, self.gain if strips is None else self.gain[strips])

    def even_glance(self, glance: Picture) -> Picture:
        """The same for what `SampleMap.glance` saw."""
        return _divided(glance, self.at_a_glance)


def _divided(samples: Picture, gain: Floats) -> Picture:
    shape = (-1, samples.shape[2] * 3)
    even = cv2.divide(samples.reshape(shape), gain.reshape(shape), dtype=cv2.CV_8U)
    return np.asarray(even, dtype=np.uint8).reshape(samples.shape)


def _terms(board: NDArray[np.float64]) -> Floats:
    x, y = board[..., 0] - 0.6, board[..., 1] - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)


class LightMeter:
    """Measures the change of light over one board against its background."""

    def __init__(self, expected: Expected, where: SampleMap) -> None:
        self._everywhere = _terms(where.board)
        felt = expected.mean[GLANCE][_FELT]
        flat = (expected.high - expected.low)[GLANCE][_FELT].max(axis=-1) < EDGE
        usable = flat & (felt.min(axis=-1) > DARKEST)
        if np.count_nonzero(usable) < LEAST:
            usable = felt.min(axis=-1) > NEARLY_BLACK
        self._usable = np.flatnonzero(usable)
        self._log_felt = np.log(np.maximum(felt[usable], 1.0))
        self._terms = self._everywhere[GLANCE][_FELT][usable]
        self._last: _Known | None = None

    def measure(self, glance: Picture) -> Light:
        """The light in which ``glance`` (see `SampleMap.glance`) was seen.

        Where the last light measured still explains what is seen, it is that light.
        """
        felt = glance[_FELT].reshape(-1, 3)
        if self._last is not None and self._last.explains(felt.take(self._usable[::CHECKED], axis=0)):
            return self._last.light
        seen = felt[self._usable]
        fair = (seen.max(axis=-1) < SATURATED) & (seen.min(axis=-1) > NEARLY_BLACK)
        if np.count_nonzero(fair) < LEAST:
            fair = np.ones(len(seen), dtype=bool)
        terms = self._terms[fair]
        ratio = LOG[seen[fair]] - self._log_felt[fair]
        fit = _fit(terms, ratio)
        agreement = float(np.mean(np.abs(ratio - terms @ fit).max(axis=1) < 2 * AGREEMENT))
        gain = np.exp(np.clip(self._everywhere @ fit, -FAINTEST, FAINTEST)).astype(np.float32)
        light = Light(gain, agreement, fit, np.ascontiguousarray(gain[GLANCE]))
        self._last = _Known.of(light, seen, self._log_felt + self._terms @ fit)
        return light


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """The last light measured, and how well some of the felt agreed with it."""

    light: Light
    log_felt: Floats
    """What the felt at every CHECKED-th sample sends in this light, (n, 3), natural log."""
    agreement: float

    @classmethod
    def of(cls, light: Light, seen: Picture, log_felt: Floats) -> _Known:
        some = log_felt[::CHECKED]
        return cls(light, some, _agreement(seen[::CHECKED], some)[0])

    def explains(self, seen: Picture) -> bool:
        """Whether ``seen`` (every CHECKED-th felt sample, 3) is the same felt in the same light."""
        agreement, change = _agreement(seen, self.log_felt)
        return agreement > self.agreement - 0.04 and change < UNCHANGED


def _agreement(seen: Picture, log_felt: Floats) -> tuple[float, float]:
    """Share of the samples that look as they should, and the mean change of those, log brightness."""
    away = LOG.take(seen) - log_felt
    close = np.abs(away) < 2 * AGREEMENT
    agreeing = away[close[:, 0] & close[:, 1] & close[:, 2]]
    if not len(agreeing):
        return 0.0, np.inf
    return len(agreeing) / len(away), float(np.abs(agreeing.mean(axis=0)).max())


def _fit(terms: Floats, ratio: Floats) -> Floats:
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
    return fit


def _densest(ratio: Floats) -> Floats:
    """Where most of the brightness ratios (n, 3) lie: felt is most of what is seen, checkers scatter."""
    middle = np.median(ratio, axis=0)
    for width in (0.5, 0.25, 0.12):
        near = np.abs(ratio - middle).max(axis=1) < width
        if np.count_nonzero(near) > len(ratio) // 10:
            middle = ratio[near].mean(axis=0)
    return np.asarray(middle, dtype=np.float32)
