"""Where things are on the board, and where the camera sees them.

`Layout` knows the board in points: on which x a point lies, from which rail its row grows. `View` is the
camera: it projects places to pixels, and for every pixel it knows the ray, so that "what does this pixel
see on the plane at height z" is two multiplications. Along one ray the higher place is the nearer one.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabletop.devices.virtual.painter.scene import BoardStyle, CameraPose, Quadrant, Tray

Floats = NDArray[np.float32]
Rect = tuple[float, float, float, float]
"""x0, y0, x1, y1 with x0 < x1, y0 < y1."""

BASE = 0.25
"""How far the playing surface lies above the table."""


@dataclass(frozen=True, slots=True)
class Box:
    """A solid with its edges along the axes: a rail, the bar."""

    rect: Rect
    low: float
    high: float
    grain_along_x: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A board's places. Points carry light's numbers (dark's n-point is light's 25 − n)."""

    board: BoardStyle
    light_home: Quadrant

    def column(self, point: int) -> float:
        """The x of the middle of a point."""
        along = (12 - point if point <= 12 else point - 13) + 0.5  # from the side away from home
        x = along - 6.0 + math.copysign(self.board.bar_width / 2, along - 6.0)
        return x if self.light_home.right else -x

    def rail_side(self, point: int) -> float:
        """−1 if the point's row starts at the lower rail, +1 if at the upper one."""
        lower = (point <= 12) is not self.light_home.top
        return -1.0 if lower else 1.0

    def place(self, point: int, from_rail: float) -> tuple[float, float]:
        """The place on a point so far from the rail it starts at."""
        side = self.rail_side(point)
        return self.column(point), side * (self.board.height / 2 - from_rail)

    @property
    def surface(self) -> Rect:
        """The playing surface: both halves and the bar."""
        w, h = self.board.width / 2, self.board.height / 2
        return -w, -h, w, h

    @property
    def bar(self) -> Rect:
        """The bar."""
        return (
            -self.board.bar_width / 2,
            -self.board.height / 2,
            self.board.bar_width / 2,
            self.board.height / 2,
        )

    @property
    def trays(self) -> tuple[Rect, ...]:
        """The floors of the trays."""
        x0, y0, x1, y1 = self.surface
        divider, width = 0.5 * self.board.rail_width, self.board.tray_width
        left = (x0 - divider - width, y0, x0 - divider, y1)
        right = (x1 + divider, y0, x1 + divider + width, y1)
        return {Tray.NONE: (), Tray.LEFT: (left,), Tray.RIGHT: (right,), Tray.BOTH: (left, right)}[
            self.board.tray
        ]

    @property
    def inner(self) -> Rect:
        """The inside of the frame: the playing surface and the trays."""
        x0, y0, x1, y1 = self.surface
        return min([x0, *(t[0] for t in self.trays)]), y0, max([x1, *(t[2] for t in self.trays)]), y1

    @property
    def outer(self) -> Rect:
        """The outside of the frame."""
        x0, y0, x1, y1 = self.inner
        rail = self.board.rail_width
        return x0 - rail, y0 - rail, x1 + rail, y1 + rail

    def boxes(self) -> tuple[Box, ...]:
        """Rails, tray dividers and the bar."""
        x0, y0, x1, y1 = self.inner
        ox0, oy0, ox1, oy1 = self.outer
        s0, _, s1, _ = self.surface
        top = self.board.rail_height
        solids = [
            Box((ox0, y1, ox1, oy1), -BASE, top, True),
            Box((ox0, y0, x0, y1), -BASE, top, False),
            Box((x1, y0, ox1, y1), -BASE, top, False),
            Box((ox0, oy0, ox1, y0), -BASE, top, True),
        ]
        for tray in self.trays:
            divider = (tray[2], y0, s0, y1) if tray[0] < 0 else (s1, y0, tray[0], y1)
            solids.append(Box(divider, 0.0, top, False))
        if self.board.bar_width > 0:
            solids.append(Box(self.bar, 0.0, max(self.board.bar_height, 1e-3), False))
        return tuple(solids)

    def corners(self) -> NDArray[np.float64]:
        """4x3: top left, top right, bottom right, bottom left of the playing surface."""
        x0, y0, x1, y1 = self.surface
        return np.array([[x0, y1, 0], [x1, y1, 0], [x1, y0, 0], [x0, y0, 0]], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera pose made ready: every pixel's ray."""

    pose: CameraPose
    eye: NDArray[np.float64]
    rotation: NDArray[np.float64]
    slope_x: Floats
    slope_y: Floats
    """HxW: how far x and y run along a pixel's ray while z rises by 1."""

    def project(self, places: ArrayLike) -> NDArray[np.float64]:
        """Nx3 places → Nx2 pixels (x to the right, y down, (0, 0) the middle of the first pixel)."""
        points = np.atleast_2d(np.asarray(places, dtype=np.float64))
        seen = (points - self.eye) @ self.rotation.T
        flat = seen[:, :2] / seen[:, 2:]
        r2 = (flat**2).sum(axis=1, keepdims=True)
        flat = flat * (1 + self.pose.k1 * r2 + self.pose.k2 * r2 * r2)
        pixels: NDArray[np.float64] = flat * _focal(self.pose) + _centre(self.pose)
        return pixels

    def scale_at(self, place: tuple[float, float, float]) -> float:
        """Pixels per point of length at a place, looked at square on."""
        depth = float((np.asarray(place) - self.eye) @ self.rotation[2])
        return _focal(self.pose) / max(depth, 1e-6)

    def on_plane(self, z: float, window: tuple[slice, slice]) -> tuple[Floats, Floats]:
        """What the pixels of a window of the image see on the plane at height ``z``: x and y, in points."""
        rise = np.float32(z - self.eye[2])
        x = self.slope_x[window] * rise + np.float32(self.eye[0])
        y = self.slope_y[window] * rise + np.float32(self.eye[1])
        return x, y

    @property
    def whole(self) -> tuple[slice, slice]:
        """The window that is the whole image."""
        return slice(0, self.pose.height), slice(0, self.pose.width)

    def window(self, pixels: NDArray[np.float64], margin: float) -> tuple[slice, slice] | None:
        """The window around some pixels, or None where it lies outside the image."""
        low, high = pixels.min(axis=0) - margin, pixels.max(axis=0) + margin
        x0, x1 = max(0, math.floor(low[0])), min(self.pose.width, math.ceil(high[0]) + 1)
        y0, y1 = max(0, math.floor(low[1])), min(self.pose.height, math.ceil(high[1]) + 1)
        return (slice(y0, y1), slice(x0, x1)) if x0 < x1 and y0 < y1 else None


def _focal(pose: CameraPose) -> float:
    return pose.focal * pose.width


def _centre(pose: CameraPose) -> NDArray[np.float64]:
    return np.array([(pose.width - 1) / 2 + pose.shift[0], (pose.height - 1) / 2 + pose.shift[1]])


def _orientation(pose: CameraPose) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    tilt, azimuth, roll = (math.radians(a) for a in (pose.tilt, pose.azimuth, pose.roll))
    lean = np.array([math.sin(tilt) * math.sin(azimuth), -math.sin(tilt) * math.cos(azimuth), math.cos(tilt)])
    eye = np.array([*pose.aim, 0.0]) + pose.distance * lean
    forward = -lean
    right = np.cross(forward, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    return eye, np.stack([c * right + s * down, c * down - s * right, forward])


def _undistorted(pose: CameraPose, u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels → normalised coordinates without distortion, by fixed-point iteration."""
    cx, cy = _centre(pose)
    bent = np.stack([(u - cx) / _focal(pose), (v - cy) / _focal(pose)], axis=-1)
    straight = bent.copy()
    for _ in range(8):
        r2 = (straight**2).sum(axis=-1, keepdims=True)
        straight = bent / (1 + pose.k1 * r2 + pose.k2 * r2 * r2)
    return straight


@functools.lru_cache(maxsize=8)
def view_of(pose: CameraPose) -> View:
    """The rays of a camera: worked out on every eighth pixel and interpolated, for they bend gently."""
    step = 8
    rows, columns = math.ceil(pose.height / step), math.ceil(pose.width / step)
    u = (np.arange(columns + 2) - 0.5) * step - 0.5
    v = (np.arange(rows + 2) - 0.5) * step - 0.5
    straight = _undistorted(pose, *np.meshgrid(u, v))
    eye, rotation = _orientation(pose)
    rays = np.concatenate([straight, np.ones_like(straight[..., :1])], axis=-1) @ rotation
    slopes = []
    for axis in (0, 1):
        coarse = (rays[..., axis] / rays[..., 2]).astype(np.float32)
        size = ((columns + 2) * step, (rows + 2) * step)
        fine = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
        cut = fine[step : step + pose.height, step : step + pose.width]
        slopes.append(np.ascontiguousarray(cut, dtype=np.float32))
    return View(pose, eye, rotation, slopes[0], slopes[1])
