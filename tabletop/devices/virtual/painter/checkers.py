"""A checker as the camera sees it: a disc with a wall.

For every pixel near a checker the ray is followed to the plane of its upper face and, beside that, to its
wall. The face is a small picture of the turned or cast relief (rings, dish, rim) with its slopes, so that
lamps shade it and a polished one shines where it mirrors a lamp.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.devices.virtual.painter.geometry import Floats, View
from tabletop.devices.virtual.painter.light import LightMaps, direction, tint
from tabletop.devices.virtual.painter.placement import Standing
from tabletop.devices.virtual.painter.scene import CheckerStyle, Face, Lighting
from tabletop.devices.virtual.painter.surfaces import bgr, noise

SIDE = 72
"""Of the picture of a face, in texels."""


@dataclass(frozen=True, slots=True, eq=False)
class _Relief:
    paint: Floats
    """SIDExSIDEx3: colour."""
    slopes: Floats
    """SIDExSIDEx2: how steeply the face rises in x and y."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A checker in its window of the image."""

    window: tuple[slice, slice]
    colour: Floats
    alpha: Floats
    height: Floats
    """Of the visible place of the checker, in points."""
    face: NDArray[np.bool_]
    """The pixels of its upper face."""


def _groove(r: Floats, at: float, width: float = 0.025) -> Floats:
    return np.asarray(np.exp(-(((r - at) / width) ** 2)), dtype=np.float32)


def _step(r: Floats, at: float, width: float) -> Floats:
    return np.asarray(np.clip((r - at) / width + 0.5, 0.0, 1.0), dtype=np.float32)


_RINGS: dict[Face, tuple[float, ...]] = {
    Face.ONE_RING: (0.62,),
    Face.TWO_RINGS: (0.42, 0.74),
    Face.PEARL: (0.8,),
    Face.RIM: (0.82,),
    Face.WOOD: (0.55, 0.85),
}


def _profile(style: CheckerStyle, r: Floats) -> tuple[Floats, Floats]:
    """Height of the face over its radius (in radii), and how dark its grooves are."""
    dark = np.zeros_like(r)
    height = -0.10 * _step(r, 0.97, 0.10) ** 2
    for ring in _RINGS.get(style.face, ()):
        dark += _groove(r, ring)
        height -= 0.02 * _groove(r, ring, 0.03)
    if style.face is Face.DISHED:
        height += 0.11 * np.clip(r / 0.74, 0, 1) ** 2.5 - 0.02 * _step(r, 0.86, 0.08)
    return height, dark


def _marbled(style: CheckerStyle, paint: Floats, rng: np.random.Generator) -> Floats:
    if style.face is Face.PEARL:
        swirl = noise(rng, (SIDE, SIDE), (5, 3)) + 0.6 * noise(rng, (SIDE, SIDE), (9, 9))
        return np.asarray(
            paint * (1.0 + 0.07 * swirl[..., None] * np.array([1.1, 1.0, 0.85])), dtype=np.float32
        )
    if style.face is Face.WOOD:
        return paint * (1.0 + 0.06 * noise(rng, (SIDE, SIDE), (22, 3)))[..., None]
    return paint * (1.0 + 0.012 * noise(rng, (SIDE, SIDE), (30, 30)))[..., None]


@functools.lru_cache(maxsize=16)
def _relief_of(style: CheckerStyle) -> _Relief:
    axis = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2.1 - 1.05
    x, y = np.meshgrid(axis, axis)
    r = np.hypot(x, y)
    height, dark = _profile(style, r)
    second = bgr(style.second_colour) if style.second_colour else bgr(style.colour) * np.float32(0.55)
    paint = np.broadcast_to(bgr(style.colour), (SIDE, SIDE, 3)).copy()
    paint += (second - paint) * np.clip(0.6 * dark, 0, 1)[..., None]
    if style.face is Face.RIM:
        paint += (second - paint) * _step(r, 0.83, 0.03)[..., None]
    down, across = np.gradient(height, axis, axis)
    slopes = np.stack([across, down], axis=-1).astype(np.float32)
    return _Relief(_marbled(style, paint, np.random.default_rng(5)), slopes)


def _turned(sheet: Floats, u: Floats, v: Floats) -> Floats:
    """Samples a face at places given in radii."""
    scale, middle = np.float32(SIDE / 2.1), np.float32(SIDE / 2 - 0.5)
    across, down = u * scale + middle, v * scale + middle
    sampled = cv2.remap(sheet, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, dtype=np.float32)


def _sheen(slopes: Floats, lighting: Lighting, to_eye: NDArray[np.float64], gloss: float) -> Floats:
    """The light that a polished surface mirrors, to be added (grey levels)."""
    total = np.zeros(slopes.shape[:2], dtype=np.float32)
    sharpness = 18.0 + 160.0 * gloss**2
    norm = np.sqrt(1.0 + slopes[..., 0] ** 2 + slopes[..., 1] ** 2)
    for lamp in lighting.lamps:
        half = direction(lamp) + to_eye
        half = (half / np.linalg.norm(half)).astype(np.float32)
        aligned = (half[2] - slopes[..., 0] * half[0] - slopes[..., 1] * half[1]) / norm
        total += np.float32(lamp.intensity) * np.maximum(aligned, 0) ** np.float32(sharpness)
    return total * np.float32(110.0 * gloss * (1.0 + gloss))


def _relative(facing: list[tuple[float, NDArray[np.floating[Any]]]], ambient: float) -> Floats:
    """Square root of the light on a tilted surface, relative to the light on a level one."""
    level = ambient + sum(intensity for intensity, _ in facing)
    tilted = ambient + sum((intensity * np.maximum(toward, 0) for intensity, toward in facing), 0.0)
    return np.asarray(np.sqrt(np.minimum(tilted / max(level, 1e-6), 2.5)), dtype=np.float32)


def _shaded(slopes: Floats, lighting: Lighting) -> Floats:
    facing: list[tuple[float, NDArray[np.floating[Any]]]] = []
    for lamp in lighting.lamps:
        towards = direction(lamp)
        lean_x, lean_y = (np.float32(towards[i] / max(towards[2], 0.2)) for i in (0, 1))
        facing.append((lamp.intensity, 1.0 - slopes[..., 0] * lean_x - slopes[..., 1] * lean_y))
    return _relative(facing, lighting.ambient)


def _wall_light(nx: Floats, ny: Floats, lighting: Lighting) -> Floats:
    facing: list[tuple[float, NDArray[np.floating[Any]]]] = []
    for lamp in lighting.lamps:
        towards = direction(lamp)
        lean = [np.float32(towards[i] / max(towards[2], 0.4)) for i in (0, 1)]
        facing.append((lamp.intensity, 0.12 + 0.75 * (nx * lean[0] + ny * lean[1])))
    return _relative(facing, lighting.ambient * 0.8)


def checker_patch(view: View, light: LightMaps, style: CheckerStyle, checker: Standing) -> Patch | None:
    """Paints one checker as if nothing hid it; None if it is outside the picture."""
    radius, thick = style.diameter / 2, style.height
    top = checker.z + thick
    rim = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack(
        [checker.x + 1.04 * radius * np.cos(rim), checker.y + 1.04 * radius * np.sin(rim)], axis=1
    )
    outline = np.concatenate([np.insert(ring, 2, z, axis=1) for z in (checker.z, top)])
    window = view.window(view.project(outline), 2)
    if window is None:
        return None
    x, y = view.on_plane(top, window)
    px, py = x - np.float32(checker.x), y - np.float32(checker.y)
    gx, gy = view.slope_x[window], view.slope_y[window]
    scale = np.float32(view.scale_at((checker.x, checker.y, top)))
    distance = np.hypot(px, py)
    face_alpha = np.clip((radius - distance) * scale + 0.5, 0, 1)

    steep = np.maximum(gx * gx + gy * gy, 1e-9)  # follow the ray down to the wall
    along = px * gx + py * gy
    nearest = np.clip(along / steep, 0, thick)
    alpha = np.clip((radius - np.hypot(px - nearest * gx, py - nearest * gy)) * scale + 0.5, 0, 1)
    root = np.sqrt(np.maximum(along**2 - steep * (distance**2 - radius**2), 0))
    down = np.clip((along - root) / steep, 0, thick)

    lit = light.at(x, y, top) * np.float32(checker.shade)
    face = _face(style, light.lighting, checker, px / radius, py / radius)
    nx, ny = (px - down * gx) / radius, (py - down * gy) / radius
    rounding = 1.0 - 0.3 * np.abs(2 * down / thick - 1) ** 3
    edge = style.second_colour if style.face is Face.RIM and style.second_colour else style.colour
    wall = bgr(edge) * (_wall_light(nx, ny, light.lighting) * rounding * np.float32(0.95))[..., None]
    colour = (wall + (face - wall) * face_alpha[..., None]) * lit
    if style.gloss > 0:
        u, v = px / radius, py / radius
        to_eye = view.eye - [checker.x, checker.y, top]
        sheen = _sheen(
            _turned(_relief_of(style).slopes, u, v),
            light.lighting,
            to_eye / np.linalg.norm(to_eye),
            style.gloss,
        )
        warmth = tint(light.lighting.lamps[0].kelvin) if light.lighting.lamps else np.float32(1)
        colour = colour + (sheen * face_alpha)[..., None] * warmth
    height = np.where(face_alpha > 0.5, np.float32(top), np.float32(top) - down)
    return Patch(window, colour, alpha.astype(np.float32), height.astype(np.float32), face_alpha > 0.5)


def _face(style: CheckerStyle, lighting: Lighting, checker: Standing, u: Floats, v: Floats) -> Floats:
    relief = _relief_of(style)
    turn = np.deg2rad(checker.turn)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    paint = _turned(relief.paint, u * c - v * s, u * s + v * c)
    return paint * _shaded(_turned(relief.slopes, u, v), lighting)[..., None]
