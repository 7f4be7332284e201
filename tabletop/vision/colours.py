"""What colour a side's checkers are.

A checker is rarely one colour: it has a rim, rings, a highlight, a shadowed edge. A colour model is a handful
of blobs in the camera's own blue-green-red space, learnt from checkers whose place is known, and asked
through a table, so that weighing a pixel is one look-up.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.errors import TabletopError

Floats = NDArray[np.float32]

BLOBS = 6
"""Blobs per model: face, rim, ring, highlight, shade and one to spare."""
CELLS = 32
"""Cells per channel of the look-up table."""
SENSOR_NOISE = 7.0
"""Standard deviation, grey levels, that is added to every blob: noise, JPEG, interpolation."""
SHADING = 0.06
"""Brightness of a surface varies by this share over a board, beyond what the light field explains."""
UNLIKELY = 2e-9
"""Density of a colour that is none of the model's, about 1/30 of uniform over the colour cube."""


class ColourError(TabletopError):
    """The checkers' colours could not be learnt."""


@dataclass(frozen=True, slots=True)
class ColourModel:
    """A mixture of Gaussian blobs over blue, green, red (0 to 255)."""

    weights: tuple[float, ...]
    means: tuple[tuple[float, float, float], ...]
    covariances: tuple[tuple[float, ...], ...]
    """Row by row, 9 numbers each."""

    @property
    def mean(self) -> Floats:
        """The average colour, shape (3,)."""
        return np.average(np.array(self.means), axis=0, weights=self.weights).astype(np.float32)

    def table(self) -> Floats:
        """Natural log of the density over a (CELLS, CELLS, CELLS) grid of colours."""
        return _table(self)


@functools.lru_cache(maxsize=64)
def _table(model: ColourModel) -> Floats:
    step = 256 // CELLS
    axis = np.arange(CELLS) * step + step / 2.0
    grid = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3)
    density = np.full(len(grid), UNLIKELY)
    for weight, mean, flat in zip(model.weights, model.means, model.covariances, strict=True):
        inverse = np.linalg.inv(np.array(flat).reshape(3, 3))
        away = grid - np.array(mean)
        distance = np.einsum("ij,jk,ik->i", away, inverse, away)
        density += weight * np.exp(-0.5 * distance) * np.sqrt(np.linalg.det(inverse)) / (2 * np.pi) ** 1.5
    return np.asarray(np.log(density), dtype=np.float32).reshape(CELLS, CELLS, CELLS)


def learn_colours(pixels: Floats) -> ColourModel:
    """A model of ``pixels`` (n, 3), blue-green-red. Raises `ColourError` for fewer than 20 of them."""
    pixels = np.ascontiguousarray(pixels.reshape(-1, 3), dtype=np.float32)
    if len(pixels) < 20:
        raise ColourError("too few pixels of a side's checkers are visible: check corners and light")
    pixels = pixels[:: max(1, len(pixels) // 4000)]
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    start = np.zeros((len(pixels), 1), dtype=np.int32)
    _, labels, _ = cv2.kmeans(pixels, BLOBS, start, criteria, 2, cv2.KMEANS_PP_CENTERS)
    weights, means, covariances = [], [], []
    for blob in range(BLOBS):
        members = pixels[np.asarray(labels)[:, 0] == blob]
        if len(members) < 4:
            continue
        mean = members.mean(axis=0).astype(float)
        spread = np.cov(members.T) + np.eye(3) * SENSOR_NOISE**2 + np.outer(mean, mean) * SHADING**2
        weights.append(len(members) / len(pixels))
        means.append((float(mean[0]), float(mean[1]), float(mean[2])))
        covariances.append(tuple(float(value) for value in spread.ravel()))
    return ColourModel(tuple(weights), tuple(means), tuple(covariances))


def cells_of(pixels: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The cell of a table, flattened, that each of ``pixels`` (n, 3) falls into, (n,)."""
    cell = (pixels >> 3).astype(np.intp)
    return np.asarray((cell[:, 0] * CELLS + cell[:, 1]) * CELLS + cell[:, 2])
