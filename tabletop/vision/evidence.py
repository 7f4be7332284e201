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


def strangeness(samples: Floats, expected: Expected) -> Floats:
    """How far the samples are from the expected felt, in 60 grey levels, 0 to 1."""
    return _strange(_outside(_planes(samples), expected)).reshape(samples.shape[:-1])


def weigh(samples: Picture, expected: Expected, light: ColourModel, dark: ColourModel) -> Evidence:
    """The evidence of ``samples`` (strips, ALONG, ACROSS, 3), already evened to the background's light."""
    shape, values = samples.shape[:-1], _planes(samples)
    outside = _outside(values, expected)
    felt = _felt_log_density(values, outside, expected)
    cells = cells_of(samples.reshape(-1, 3))
    return Evidence(
        strange=_strange(outside).reshape(shape),
        light=_capped(light.table().ravel().take(cells) - felt).reshape(shape),
        dark=_capped(dark.table().ravel().take(cells) - felt).reshape(shape),
    )


def _capped(values: Floats) -> Floats:
    return np.asarray(np.minimum(np.maximum(values, -CAP), CAP), dtype=np.float32)


def _planes(samples: NDArray[np.generic]) -> Floats:
    """The three colours one after the other, (3, n): sums over colours are then quick."""
    return np.ascontiguousarray(samples.reshape(-1, 3).T, dtype=np.float32)


def _outside(values: Floats, expected: Expected) -> Floats:
    """Squared distance of the samples (3, n) from what the felt may be, (n,)."""
    away = np.maximum(_planes(expected.low) - values, values - _planes(expected.high))
    np.maximum(away, 0.0, out=away)
    away *= away
    return np.asarray(away.sum(axis=0))


def _strange(outside: Floats) -> Floats:
    return np.asarray(np.minimum(np.sqrt(outside) / 60.0, 1.0), dtype=np.float32)


def _felt_log_density(values: Floats, outside: Floats, expected: Expected) -> Floats:
    """Natural log of the density of the samples (3, n) if they are felt, lit or in shadow, (n,)."""
    mean = _planes(expected.mean)
    square = np.maximum((mean * mean).sum(axis=0), 1.0)
    along = (values * mean).sum(axis=0)
    share = np.minimum(np.maximum(along / square, DEEPEST_SHADOW), BRIGHTEST)
    shaded = (values * values).sum(axis=0) - share * (2.0 * along - share * square)  # |seen - share * mean|²
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
