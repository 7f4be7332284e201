"""Do the points of a board lie here?

The twenty-four points are the board's teeth: slim triangles, every other one alike, on a ground of another
colour. Through the right frame the colour changes in the same way across every flank of every point of a
kind, wherever no checker hides it; through any other frame it changes now so, now otherwise. That share of
flanks that agree is what a frame is judged by. It asks nothing of the colours themselves.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import KIND
from tabletop.vision.geometry import Array
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

LENGTHS = (0.36, 0.39, 0.42, 0.45, 0.48)
"""Lengths of the points that are tried, as shares of the board's height."""
USUAL_LENGTH = 0.41
FOOT = 0.94
"""Width of a point at its foot, as a share of its room."""
FINE = tuple(float(share) for share in np.linspace(0.12, 0.82, 8))
COARSE = (0.15, 0.45, 0.75)
"""Where along a flank one looks, as shares of the point's length."""
CLOSE, LOOSE = 0.14, 0.22
"""How far beside a flank one looks, as a share of its room; the looser, the less exact a frame may be."""
CLEAR = 15.0
"""Grey levels by which a point stands out from its ground half as well as it can."""
ALIKE, NOISE = 0.5, 6.0
"""Flanks agree whose change of colour differs by less than this share of it, or by this many grey levels."""
BEFORE, BEYOND, STEP = 0.22, 0.2, 0.005
"""How far beyond and within a frame the points' feet are looked for, in board heights, and how finely."""
ASTRAY = 0.025
"""By how much the feet of one half of the board may lie off those of both, board heights."""
BESIDE_FOOT = 7
"""Steps on either side of a foot that are compared."""
PLAIN = 3.0
"""Grey levels by which even a plain rail varies."""


@lru_cache(maxsize=512)
def flanks(bar: float, length: float, beside: float, along: tuple[float, ...]) -> Array:
    """Where on the unit surface one looks: (2, 24, 2, len(along), 2).

    Inside and outside, strip (as `background.KIND` counts them), left and right flank, along, (x, y).
    """
    half = (1.0 - bar) / 2.0
    pitch = half / 6.0
    column = np.arange(12)
    middle = half * (column + 0.5) / 6.0 + np.where(column >= 6, bar, 0.0)
    share = np.array(along)
    flank = 0.5 * FOOT * (1.0 - share) * pitch
    places = np.empty((2, 2, 12, 2, len(along), 2))
    for side, away in enumerate((np.maximum(0.0, flank - beside * pitch), flank + beside * pitch)):
        for edge, sign in enumerate((-1.0, 1.0)):
            places[side, :, :, edge, :, 0] = middle[:, None] + sign * away
    places[:, 0, ..., 1], places[:, 1, ..., 1] = share * length, 1.0 - share * length
    return places.reshape(2, 24, 2, len(along), 2)


def homographies(frames: Array) -> Array:
    """The homographies from the unit surface to ``frames`` (n, 4, 2), (n, 3, 3).

    In closed form (Heckbert, "Fundamentals of texture mapping and image warping", 1989, 2.2.3).
    """
    top_left, top_right, bottom_right, bottom_left = (frames[:, corner] for corner in range(4))
    rest = top_left - top_right + bottom_right - bottom_left
    one, other = top_right - bottom_right, bottom_left - bottom_right
    scale = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    g = (rest[:, 0] * other[:, 1] - rest[:, 1] * other[:, 0]) / scale
    h = (one[:, 0] * rest[:, 1] - one[:, 1] * rest[:, 0]) / scale
    across = top_right - top_left + g[:, None] * top_right
    down = bottom_left - top_left + h[:, None] * bottom_left
    top = np.stack([across, down, top_left], axis=-1)
    bottom = np.stack([g, h, np.ones_like(g)], axis=-1)
    return np.concatenate([top, bottom[:, None]], axis=1)


def coherence(small: Picture, matrices: Array, bar: float) -> Floats:
    """A quick first look through many frames (n, 3, 3): how far the flanks of a kind agree, (n,).

    Means instead of medians, one place a flank: good for leaving most frames out, not for choosing one.
    """
    flat = flanks(bar, USUAL_LENGTH, LOOSE, (0.3,)).reshape(-1, 2)
    seen = matrices @ np.column_stack([flat, np.ones(len(flat))]).T
    places = np.rint(seen[:, :2] / seen[:, 2:]).astype(np.int32)
    x = places[:, 0].clip(0, small.shape[1] - 1)
    y = places[:, 1].clip(0, small.shape[0] - 1)
    values = small.reshape(-1, 3)[y * small.shape[1] + x].astype(np.float32)
    change = (values[:, :48] - values[:, 48:]).reshape(len(matrices), 24, 2, 3)
    total = np.zeros(len(matrices), dtype=np.float32)
    for kind in (0, 1):
        members = change[:, kind == KIND].reshape(len(matrices), -1, 3)
        mean = members.mean(axis=1)
        power = (members * members).sum(axis=2).mean(axis=1)
        total += (mean * mean).sum(axis=1) / (power + CLEAR**2)
    return total / 2.0


def agreement(
    small: Picture,
    matrix: Array,
    bar: float,
    length: float = USUAL_LENGTH,
    beside: float = CLOSE,
    along: tuple[float, ...] = FINE,
) -> float:
    """Share of the flanks that agree through the frame of ``matrix`` (3, 3), 0 to 1.

    ``bar`` is the bar's width as a share of the surface's, ``length`` that of the points as a share of its
    height. An empty board comes near 1, a starting position near 2/3, anything else stays under 0.15.
    """
    places = flanks(round(bar, 4), length, beside, along)
    seen = places.reshape(-1, 2) @ matrix[:, :2].T + matrix[:, 2]
    maps = (seen[:, :2] / seen[:, 2:]).astype(np.float32)[:, None]
    values = cv2.remap(small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    sides = np.asarray(values, dtype=np.float32).reshape(2, 24, -1, 3)
    change = sides[0] - sides[1]
    total = 0.0
    for kind in (0, 1):
        members = change[kind == KIND].reshape(-1, 3)
        usual = np.median(members, axis=0)
        size = float(np.linalg.norm(usual))
        alike = np.linalg.norm(members - usual, axis=1) < max(ALIKE * size, NOISE)
        total += size**2 / (size**2 + CLEAR**2) * float(alike.mean())
    return total / 2.0


def feet(small: Picture, matrix: Array, bar: float, top: bool) -> tuple[float, float]:
    """How far within the frame (outside is negative) the points' feet end at its left and its right edge.

    In heights of the frame, of the far or the near row. Across a row of points the colour varies within every
    column, whether a point or a checker stands there; a rail is plain.
    """
    depth = np.arange(-BEFORE, BEYOND, STEP)
    half = (1.0 - bar) / 2.0
    column = np.arange(12)
    middle = half * (column + 0.5) / 6.0 + np.where(column >= 6, bar, 0.0)
    x = middle[:, None] + (np.arange(9) - 4) / 9.0 * 0.98 * half / 6.0
    y = depth if top else 1.0 - depth
    places = np.stack(np.broadcast_arrays(x.ravel()[None], y[:, None]), axis=-1)
    seen = places @ matrix[:, :2].T + matrix[:, 2]
    maps = (seen[..., :2] / seen[..., 2:]).astype(np.float32)
    values = cv2.remap(small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    columns = np.asarray(values, dtype=np.float32).reshape(len(depth), 12, 9, 3)
    varied = np.linalg.norm(columns - columns.mean(axis=2, keepdims=True), axis=3).mean(axis=2)
    both = _foot(varied, np.ones(len(depth), dtype=bool))
    near = np.abs(depth - depth[both]) < ASTRAY
    left, right = (float(depth[_foot(varied[:, part], near)]) for part in (slice(0, 6), slice(6, 12)))
    slope = (right - left) / (half + bar)
    return left - slope * half / 2.0, right + slope * half / 2.0


def _foot(varied: Floats, allowed: NDArray[np.bool_]) -> int:
    """The row from which on the columns vary: where it is most times as much as before."""
    usual = np.log(np.median(varied, axis=1) + PLAIN)
    total = np.concatenate([[0.0], np.cumsum(usual)])
    rise = np.full(len(usual), -np.inf)
    rows = np.arange(BESIDE_FOOT, len(usual) - BESIDE_FOOT)
    rise[rows] = (total[rows + BESIDE_FOOT] - total[rows]) - (total[rows] - total[rows - BESIDE_FOOT])
    rise[~allowed] = -np.inf
    return int(rise.argmax())
