"""Which pixels matter.

A reader of checkers needs no picture of the whole board: it looks at one strip over every point, as it
would be seen if it lay at the height of a checker's top face, and at one strip along the bar. A strip is
measured in checker diameters, so every board gives strips of the same shape whatever the camera; the
places of its pixels in the picture are computed once, and a frame costs the same at every resolution.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.geometry import Array, Layout, View, point_column

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

PER_DIAMETER = 10
"""Samples along one diameter of a checker."""
ACROSS = 16
"""Samples across a strip: 1.6 diameters."""
ALONG = 72
"""Samples along a strip, from the rail (a little beyond it) past the middle of the board."""
BEYOND = 0.2
"""Diameters by which a strip begins beyond the rail."""
STRIPS = 26
"""Light's 1-point to 24-point, then the bar twice: its middle, top to bottom, and its two ends, half a
strip from either rail."""
BAR_MIDDLE, BAR_ENDS = 24, 25
MOST_OFF = 0.6
"""Diameters off the rail, at most, from which the ends of a very long bar are looked at: so there is no gap
before its middle."""
GLANCE = (slice(None), slice(1, None, 3), slice(1, None, 2))
"""The samples of a glance: enough to tell that something has changed on a strip, and in what light."""
_NO_MAP = np.empty(0, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class SampleMap:
    """Where the samples of all strips are, in the picture and on the felt."""

    taps: NDArray[np.int16]
    """(column, row) of the TAPS pixels of every sample, (TAPS, STRIPS, ALONG, ACROSS, 2)."""
    glance_taps: NDArray[np.int16]
    """The same for the samples of a glance, of which two taps do, (2, STRIPS, …, …, 2)."""
    board: Array
    """Board point (x, y) that is seen there when nothing is on it, shape (STRIPS, ALONG, ACROSS, 2)."""

    def sample(self, picture: Picture, strips: NDArray[np.intp] | None = None) -> Picture:
        """Some strips of a picture (H, W, 3), all when None, as (strips, ALONG, ACROSS, 3)."""
        return _mean_of_taps(picture, self.taps if strips is None else self.taps[:, strips])

    def glance(self, picture: Picture) -> Picture:
        """Every strip at the samples of `GLANCE` alone, (STRIPS, …, …, 3)."""
        return _mean_of_taps(picture, self.glance_taps)


def _mean_of_taps(picture: Picture, taps: NDArray[np.int16]) -> Picture:
    """The mean of each sample's two or four taps (taps, strips, along, across, 2), in one pass."""
    _, strips, along, across, _ = taps.shape
    seen = cv2.remap(
        picture,
        taps.reshape(-1, across, 2),
        _NO_MAP,
        cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_REPLICATE,
    )
    while len(seen) > strips * along:
        half = len(seen) // 2
        seen = cv2.addWeighted(seen[:half], 0.5, seen[half:], 0.5, 0.0)
    return np.asarray(seen, dtype=np.uint8).reshape(strips, along, across, -1)


TAPS = ((-0.25, -0.25), (0.25, 0.25), (-0.25, 0.25), (0.25, -0.25))
"""Where in its own cell a sample looks, in samples: four pixels tell less noise than one."""
GLANCE_TAPS = (((-0.25, 0.0), (0.25, 0.0)), ((0.0, -0.25), (0.0, 0.25)))
"""The two that do at a glance: side by side in the picture, for its rows lie far apart in memory."""


def strip_places(layout: Layout, light_home: str) -> Array:
    """Board points (STRIPS, ALONG, ACROSS, 2) of all samples, at the height of the checkers' top faces."""
    across = (np.arange(ACROSS) + 0.5) / PER_DIAMETER - ACROSS / PER_DIAMETER / 2.0
    along = (np.arange(ALONG) + 0.5) / PER_DIAMETER - BEYOND
    places = np.empty((STRIPS, ALONG, ACROSS, 2))
    for point in range(1, 25):
        column, top = point_column(point, light_home)
        places[point - 1, :, :, 0] = layout.column(column) + across * layout.diameter
        inwards = along[:, None] * layout.diameter
        places[point - 1, :, :, 1] = inwards if top else 1.0 - inwards
    places[24:, :, :, 0] = layout.aspect * layout.bar_centre + across * layout.diameter
    reach = (np.arange(ALONG) + 0.5 - ALONG / 2.0) / PER_DIAMETER * layout.diameter
    places[BAR_MIDDLE, :, :, 1] = 0.5 + reach[:, None]
    off_the_rail = min(max(0.0, 0.5 + 2.0 * float(reach[0])), MOST_OFF * layout.diameter)
    from_rail = reach - reach[0] + off_the_rail
    places[BAR_ENDS, :, :, 1] = np.where(reach < 0, from_rail, 1.0 - from_rail[::-1])[:, None]
    return places


def sample_map(view: View, layout: Layout, light_home: str) -> SampleMap:
    """The samples of a board, for pictures of the size ``view`` was made for."""
    places = strip_places(layout, light_home)
    step = layout.diameter / PER_DIAMETER

    def taps(offsets: tuple[tuple[float, float], ...]) -> NDArray[np.int16]:
        pixels = np.stack([_pixels(view, layout, places + np.array(offset) * step) for offset in offsets])
        return np.rint(pixels).clip(-32000, 32000).astype(np.int16)

    pairs = [np.ascontiguousarray(taps(pair)[:, *GLANCE]) for pair in GLANCE_TAPS]
    glance = min(pairs, key=lambda pair: float(np.abs(np.diff(pair[..., 1].astype(float), axis=0)).mean()))
    return SampleMap(taps(TAPS), glance, view.ground(_pixels(view, layout, places)))


def _pixels(view: View, layout: Layout, places: Array) -> Array:
    pixels = np.empty_like(places)
    pixels[:24] = view.at_height(places[:24], layout.thickness)
    pixels[24:] = view.at_height(places[24:], layout.thickness + layout.bar_height)
    return pixels
