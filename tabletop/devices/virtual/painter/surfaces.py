"""What wood, felt and leather look like from close by.

Every surface is a colour times a *grain*: a sheet of numbers around 1.0, made from smooth random noise at
several sizes, drawn out along one direction for wood. The same seed gives the same grain, so that a board
stays the same board from frame to frame.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.devices.virtual.painter.geometry import Floats
from tabletop.devices.virtual.painter.scene import Colour, Texture

SHEET = 768
"""Side of a sheet of grain, in texels."""
TEXELS = 56
"""Texels per point of length."""


def bgr(colour: Colour) -> Floats:
    """A colour as OpenCV orders it."""
    return np.array(colour[::-1], dtype=np.float32)


def noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Smooth noise, mean 0 and deviation about 1, with so many cells down and across."""
    coarse = rng.standard_normal((cells[0] + 1, cells[1] + 1), dtype=np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _fine(rng: np.random.Generator) -> Floats:
    return rng.standard_normal((SHEET, SHEET), dtype=np.float32)


def _felt(rng: np.random.Generator) -> Floats:
    fibres = cv2.GaussianBlur(_fine(rng), (0, 0), 0.9)
    clouds = noise(rng, (SHEET, SHEET), (14, 14))
    return np.asarray(1.0 + 0.11 * fibres + 0.015 * clouds, dtype=np.float32)


def _leather(rng: np.random.Generator) -> Floats:
    pores = cv2.GaussianBlur(_fine(rng), (0, 0), 1.6)
    creases = np.minimum(0.0, 0.6 - np.abs(noise(rng, (SHEET, SHEET), (90, 90))))
    clouds = noise(rng, (SHEET, SHEET), (7, 7))
    return np.asarray(1.0 + 0.07 * pores + 0.02 * creases + 0.018 * clouds, dtype=np.float32)


def _cork(rng: np.random.Generator) -> Floats:
    crumbs = noise(rng, (SHEET, SHEET), (130, 130))
    specks = noise(rng, (SHEET, SHEET), (60, 60)) > 1.5
    return np.asarray(
        1.0 + 0.07 * crumbs - 0.22 * cv2.blur(specks.astype(np.float32), (3, 3)), dtype=np.float32
    )


def _wood(rng: np.random.Generator) -> Floats:
    """Grain along x: year rings cut lengthwise, a few of them dark, and fine fibres."""
    bend = noise(rng, (SHEET, SHEET), (5, 2)) * 26 + noise(rng, (SHEET, SHEET), (16, 3)) * 5
    across = np.arange(SHEET, dtype=np.float32)[:, None] + bend
    rings = np.sin(across * (2 * np.pi / 30)) * 0.6 + np.sin(across * (2 * np.pi / 11) + 1.0) * 0.4
    fibres = noise(rng, (SHEET, SHEET), (SHEET // 2, 10))
    shade = noise(rng, (SHEET, SHEET), (8, 3))
    return np.asarray(1.0 + 0.075 * rings + 0.055 * fibres + 0.035 * shade, dtype=np.float32)


def _plain(rng: np.random.Generator) -> Floats:
    return np.asarray(1.0 + 0.015 * noise(rng, (SHEET, SHEET), (6, 6)), dtype=np.float32)


_GRAINS: dict[Texture, Callable[[np.random.Generator], Floats]] = {
    Texture.FELT: _felt,
    Texture.LEATHER: _leather,
    Texture.CORK: _cork,
    Texture.WOOD: _wood,
    Texture.PLAIN: _plain,
}


@functools.lru_cache(maxsize=24)
def grain(texture: Texture, seed: int) -> Floats:
    """A square sheet of grain; `sample_grain` mirrors it at its edges, so it never ends."""
    return _GRAINS[texture](np.random.default_rng([seed, list(Texture).index(texture)]))


def sample_grain(sheet: Floats, x: Floats, y: Floats, texels: float = TEXELS) -> Floats:
    """The grain under places given in points."""
    across, down = x * np.float32(texels), y * np.float32(texels)
    sampled = cv2.remap(sheet, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(sampled, dtype=np.float32)


def blend(image: Floats, window: tuple[slice, slice], alpha: Floats, colour: Floats) -> None:
    """Lays a colour (or a patch of colours) over a window of the image, as opaque as ``alpha`` says."""
    patch = image[window]
    patch += (colour - patch) * alpha[..., None]


def polygon_alpha(polygon: NDArray[np.float64], window: tuple[slice, slice]) -> Floats:
    """How much of each pixel of a window a polygon (Nx2 pixels) covers, 0 to 1."""
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), dtype=np.uint8)
    local = np.round((polygon - [columns.start, rows.start]) * 16).astype(np.int32)
    cv2.fillPoly(mask, [local], 255, lineType=cv2.LINE_AA, shift=4)
    return mask.astype(np.float32) * np.float32(1 / 255)
