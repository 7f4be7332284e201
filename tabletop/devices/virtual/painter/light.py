"""Lamps and shadows.

Light falls on flat surfaces: the playing surface, the top of the rails, of the bar, of a checker. For each
such height there is a small map of the table that says how bright and how warm it is there, with the
shadow of everything that stands higher. Brightness is kept as its square root, as pictures are, so that a
surface's colour times the light on it is the colour in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.devices.virtual.painter.geometry import Floats, Rect
from tabletop.devices.virtual.painter.scene import Lamp, Lighting

TEXELS = 14
"""Of the light maps, per point of length."""
MARGIN = 4.0
"""How far the maps reach beyond the frame."""
NEUTRAL = 5500.0
"""The colour temperature that looks white."""


@dataclass(frozen=True, slots=True)
class Occluder:
    """Something that stands in the light: a footprint (Nx2, convex) between two heights."""

    footprint: NDArray[np.float64]
    low: float
    high: float


def tint(kelvin: float) -> Floats:
    """Blue, green, red of a light, green 1: a power law through lamp light (2700 K) and shade (7500 K)."""
    return np.array([(kelvin / NEUTRAL) ** 0.75, 1.0, (NEUTRAL / kelvin) ** 0.45], dtype=np.float32)


def direction(lamp: Lamp) -> NDArray[np.float64]:
    """Unit vector towards a lamp."""
    towards = np.asarray(lamp.towards, dtype=np.float64)
    return np.asarray(towards / np.linalg.norm(towards))


@dataclass(slots=True)
class LightMaps:
    """The light of one frame, worked out for each height when it is asked for."""

    outer: Rect
    lighting: Lighting
    occluders: Sequence[Occluder]
    _planes: dict[int, Floats] = field(default_factory=dict)

    @property
    def origin(self) -> tuple[float, float]:
        """Place of the first texel."""
        return self.outer[0] - MARGIN, self.outer[1] - MARGIN

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of a map."""
        x0, y0, x1, y1 = self.outer
        return math.ceil((y1 - y0 + 2 * MARGIN) * TEXELS), math.ceil((x1 - x0 + 2 * MARGIN) * TEXELS)

    def plane(self, z: float) -> Floats:
        """Blue, green, red factors on the plane at height ``z`` (rows run with y)."""
        key = round(z * 200)
        if key not in self._planes:
            self._planes[key] = self._lit(z)
        return self._planes[key]

    def at(self, x: Floats, y: Floats, z: float) -> Floats:
        """The light on places of the plane at height ``z``; x and y of one shape, in points."""
        ox, oy = self.origin
        across = (x - np.float32(ox)) * np.float32(TEXELS)
        down = (y - np.float32(oy)) * np.float32(TEXELS)
        sampled = cv2.remap(self.plane(z), across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(sampled, dtype=np.float32)

    def _lit(self, z: float) -> Floats:
        sky = 1.0 - 0.45 * self._crevices(z)
        reaches = [self._reach(lamp, z) for lamp in self.lighting.lamps]
        channels = []
        for channel in range(3):
            light = sky * np.float32(self.lighting.ambient * tint(self.lighting.ambient_kelvin)[channel])
            for lamp, reach in zip(self.lighting.lamps, reaches, strict=True):
                light += reach * np.float32(lamp.intensity * tint(lamp.kelvin)[channel])
            channels.append(cv2.sqrt(light))
        return np.asarray(cv2.merge(channels), dtype=np.float32)

    def _reach(self, lamp: Lamp, z: float) -> Floats:
        """How much of a lamp arrives, 0 to 1."""
        reach = 1.0 - 0.92 * self._shadow(lamp, z)
        return reach if lamp.spot is None else np.asarray(reach * self._pool(lamp.spot), dtype=np.float32)

    def _pool(self, spot: tuple[float, float, float]) -> Floats:
        rows, columns = self.shape
        ox, oy = self.origin
        x = np.arange(columns, dtype=np.float32)[None] / TEXELS + ox - spot[0]
        y = np.arange(rows, dtype=np.float32)[:, None] / TEXELS + oy - spot[1]
        return np.asarray(np.exp(-0.5 * (x * x + y * y) / spot[2] ** 2), dtype=np.float32)

    def _fill(self, mask: NDArray[np.uint8], outline: NDArray[np.float64]) -> None:
        texels = np.round((outline - self.origin) * (TEXELS * 16)).astype(np.int32)
        cv2.fillConvexPoly(mask, texels, 255, lineType=cv2.LINE_AA, shift=4)

    def _shadow(self, lamp: Lamp, z: float) -> Floats:
        """How much of a lamp is hidden: each footprint drawn out away from the lamp, then softened."""
        towards = direction(lamp)
        drift = -towards[:2] / max(towards[2], 0.15)
        mask = np.zeros(self.shape, dtype=np.uint8)
        for occluder in self.occluders:
            if occluder.high > z + 1e-3:
                near = occluder.footprint + drift * (max(occluder.low, z) - z)
                far = occluder.footprint + drift * (occluder.high - z)
                hull = cv2.convexHull(np.concatenate([near, far]).astype(np.float32))
                self._fill(mask, hull[:, 0].astype(np.float64))
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, lamp.softness * TEXELS * 0.4))
        return np.asarray(soft, dtype=np.float32) * np.float32(1 / 255)

    def _crevices(self, z: float) -> Floats:
        """Where little sky is seen: at the foot of what stands on this plane."""
        mask = np.zeros(self.shape, dtype=np.uint8)
        for occluder in self.occluders:
            if occluder.low <= z + 1e-3 < occluder.high - 2e-3:
                self._fill(mask, occluder.footprint)
        soft = cv2.GaussianBlur(mask, (0, 0), 0.16 * TEXELS)
        return np.asarray(soft, dtype=np.float32) * np.float32(1 / 255)
