"""How much every sample looks like felt, like a light checker, like a dark one.

Three hypotheses for every sample of the strips. *Felt*: the background, or the background in shadow (same
colour, darker). *Light*, *dark*: the colours learnt from checkers of known place. Each is a density that
never falls under a floor, so that one odd pixel - a die, a reflection - cannot decide anything by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import Expected
from tabletop.vision.colours import UNLIKELY, ColourModel, cells_of
from tabletop.vision.sampling import PER_DIAMETER, Picture

Floats = NDArray[np.float32]

FELT_NOISE = 9.0
"""Standard deviation of the felt around its background, grey levels."""
DEEPEST_SHADOW = 0.6
"""A shadow leaves at least this share of the light."""
BRIGHTEST = 1.08
"""And felt is never lit by more than this share."""
CAP = 3.0
"""Nats that one sample may contribute for or against a hypothesis."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Per sample, shape (strips, ALONG, ACROSS)."""

    strange: Floats
    """0 where the felt is as expected, 1 where it is certainly not."""
    light: Floats
    """Log of how much likelier a light checker is than the felt, within ±CAP."""
    dark: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Felt:
    """The expected felt, its three colours one after the other: sums over colours are then quick."""

    mean: Floats
    """(3, strips, samples), and so are the others."""
    low: Floats
    high: Floats
    square: Floats
    """Of the mean, summed over the colours, (strips, samples)."""

    @classmethod
    def expected(cls, expected: Expected) -> Felt:
        """All strips of ``expected``."""
        mean, low, high = (
            np.ascontiguousarray(np.moveaxis(each, -1, 0).reshape(3, len(each), -1), dtype=np.float32)
            for each in (expected.mean, expected.low, expected.high)
        )
        return cls(mean, low, high, np.maximum((mean * mean).sum(axis=0), 1.0))

    def of(self, strips: NDArray[np.intp]) -> Felt:
        """The same for some strips only."""
        return Felt(self.mean[:, strips], self.low[:, strips], self.high[:, strips], self.square[strips])


def strangeness(samples: Floats, expected: Expected) -> Floats:
    """How far the samples are from the expected felt, in 60 grey levels, 0 to 1."""
    return _strange(_outside(_planes(samples), Felt.expected(expected))).reshape(samples.shape[:-1])


def weigh(samples: Picture, felt: Felt, light: ColourModel, dark: ColourModel) -> Evidence:
    """The evidence of ``samples`` (strips, ALONG, ACROSS, 3), already evened to the light of the ``felt``."""
    shape, values = samples.shape[:-1], _planes(samples)
    outside = _outside(values, felt)
    bare = _felt_log_density(values, outside, felt).ravel()
    cells = cells_of(samples.reshape(-1, 3))
    return Evidence(
        strange=_strange(outside).reshape(shape),
        light=_capped(light.table().ravel().take(cells) - bare).reshape(shape),
        dark=_capped(dark.table().ravel().take(cells) - bare).reshape(shape),
    )


def _capped(values: Floats) -> Floats:
    return np.asarray(np.minimum(np.maximum(values, -CAP), CAP), dtype=np.float32)


def _planes(samples: NDArray[np.generic]) -> Floats:
    """(3, strips, samples) of samples (strips, …, 3)."""
    return np.moveaxis(samples, -1, 0).astype(np.float32, order="C").reshape(3, len(samples), -1)


def _outside(values: Floats, felt: Felt) -> Floats:
    """Squared distance of the samples (3, strips, samples) from what the felt may be, (strips, samples)."""
    away = np.maximum(felt.low - values, values - felt.high)
    np.maximum(away, 0.0, out=away)
    away *= away
    return np.asarray(away[0] + away[1] + away[2])


def _strange(outside: Floats) -> Floats:
    return np.asarray(np.minimum(np.sqrt(outside) / 60.0, 1.0), dtype=np.float32)


def _felt_log_density(values: Floats, outside: Floats, felt: Felt) -> Floats:
    """Natural log of the density of the samples (3, strips, samples) if they are felt, lit or in shadow."""
    along, seen = values * felt.mean, values * values
    projected = along[0] + along[1] + along[2]
    share = np.minimum(np.maximum(projected / felt.square, DEEPEST_SHADOW), BRIGHTEST)
    # |seen - share * mean|²
    shaded = seen[0] + seen[1] + seen[2] - share * (2.0 * projected - share * felt.square)
    nearest = np.minimum(outside / FELT_NOISE**2, np.maximum(shaded, 0.0) / FELT_NOISE**2 + 1.0)
    density = np.exp(-0.5 * np.minimum(nearest, 60.0)) / (FELT_NOISE * 2.5) ** 3
    return np.asarray(np.log(density + UNLIKELY), dtype=np.float32)


def _disc(radius: float) -> Floats:
    axis = np.arange(-PER_DIAMETER // 2, PER_DIAMETER // 2 + 1) / PER_DIAMETER
    disc = (np.hypot(*np.meshgrid(axis, axis)) < radius).astype(np.float32)
    return np.asarray(disc / disc.sum())


DISC = _disc(0.46)
"""A checker's face, a little less than whole: its mean over a picture of evidence is the face's evidence."""


def disc_means(values: Floats) -> Floats:
    """The mean of ``values`` (strips, ALONG, ACROSS) over a face centred at every sample."""
    along, across = values.shape[1:]
    reach = DISC.shape[0] // 2
    padded = np.pad(values, ((0, 0), (reach, reach), (0, 0)), mode="edge")  # one strip must not see the next
    means = cv2.filter2D(padded.reshape(-1, across), -1, DISC, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(means, dtype=np.float32).reshape(padded.shape)[:, reach : reach + along]
