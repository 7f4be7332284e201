"""A picture that is kept up to date: a live camera's share of the painter's work.

Between two frames of a live match hardly anything changes: a checker is gone from one place and stands in
another, a hand is a little further. The canvas keeps what it has painted and paints anew only the windows in
which something is different. The picture is the one `paint` would make, but for two savings: hands throw no
shadows, and the sensor's noise comes from a few sheets taken in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from tabletop.devices.virtual.painter.backdrop import backdrop_of
from tabletop.devices.virtual.painter.checkers import checker_patch
from tabletop.devices.virtual.painter.geometry import Floats, Rect
from tabletop.devices.virtual.painter.light import MARGIN, TEXELS, LightMaps, direction
from tabletop.devices.virtual.painter.paint import COVER, Picture, occluders
from tabletop.devices.virtual.painter.placement import Placement, Standing
from tabletop.devices.virtual.painter.props import PropPainter, limbs
from tabletop.devices.virtual.painter.scene import Arm, Props, Scene
from tabletop.devices.virtual.painter.sensor import levels, noise_piece

Window = tuple[slice, slice]

SHEETS: Final = 4
"""Different noises, taken in turn while nothing moves."""
_PAD: Final = 6
"""Pixels that the lens's softness may reach beyond a window."""
_AROUND: Final = 1.0
"""Points around a window for which the light is worked out with it."""


@dataclass(slots=True, eq=False)
class _Sheet:
    """The picture with one noise, and where it is out of date."""

    picture: Picture
    stale: list[Window]


class Canvas:
    """Paints the frames of one scene. Pictures given out are never changed afterwards. For one thread."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.backdrop = backdrop_of(scene.board, scene.camera, scene.light_home)
        shape = (scene.camera.height, scene.camera.width)
        self._placement: Placement | None = None
        self._painted = np.zeros((*shape, 3), dtype=np.float32)
        self._sheets = [_Sheet(np.zeros((*shape, 3), dtype=np.uint8), []) for _ in range(SHEETS)]
        self._hidden = np.zeros(shape, dtype=np.int16)  # what the painter of props wants to know; nobody asks
        self._turn = 0
        self._high_light = LightMaps(self.backdrop.layout.outer, scene.lighting, ())

    def frame(self, placement: Placement, arms: Sequence[Arm] = (), held: Sequence[Standing] = ()) -> Picture:
        """The next picture (H, W, 3), blue-green-red: the checkers, ``arms`` above, ``held`` in the air."""
        self._bring_up_to_date(placement)
        self._turn = (self._turn + 1) % SHEETS
        still = self._still(self._turn)
        above = self._above(arms, held)
        if not above:
            return still
        picture = still.copy()
        kept = [(window, self._painted[window].copy()) for window in above]
        self._lay_over(arms, held)
        for window in above:
            self._develop(picture, window, self._turn)
        for window, painted in reversed(kept):
            self._painted[window] = painted
        return picture

    # ---- what stands

    def _bring_up_to_date(self, placement: Placement) -> None:
        if placement == self._placement:
            return
        changed = None
        if self._placement is not None:
            changed = self._around(set(placement.checkers) ^ set(self._placement.checkers))
        window = changed or self.backdrop.view.whole
        self._placement = placement
        self._painted[window] = self._paint(window, placement)
        for sheet in self._sheets:
            sheet.stale.append(window)

    def _around(self, checkers: set[Standing]) -> Window | None:
        """The window in which these checkers and their shadows are seen; None for (nearly) all of it."""
        if not checkers:
            return (slice(0, 0), slice(0, 0))
        scene = self.scene
        radius = max(scene.light_checkers.diameter, scene.dark_checkers.diameter) / 2
        thick = max(scene.light_checkers.height, scene.dark_checkers.height)
        top = max(c.z for c in checkers) + thick
        leans = [np.abs(direction(lamp)[:2]).max() / max(direction(lamp)[2], 0.15) for lamp in
                 scene.lighting.lamps]  # fmt: skip
        softness = max((lamp.softness for lamp in scene.lighting.lamps), default=0.0)
        reach = radius + top * float(max(leans, default=0.0)) + 1.5 * softness + 0.5
        low = min(c.x for c in checkers) - reach, min(c.y for c in checkers) - reach
        high = max(c.x for c in checkers) + reach, max(c.y for c in checkers) + reach
        box = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (0.0, top)]
        return self.backdrop.view.window(self.backdrop.view.project(box), 2)

    def _paint(self, window: Window, placement: Placement) -> Floats:
        """The checkers and the board of one window, before lens and sensor."""
        scene, view = self.scene, self.backdrop.view
        light = self._light_of(window, placement)
        image = self._lit_board(window, light)
        height = self.backdrop.height[window].copy()
        eye = view.eye
        order = sorted(
            placement.checkers, key=lambda c: (round(c.z, 3), -float(np.hypot(c.x - eye[0], c.y - eye[1])))
        )
        for checker in order:
            if self._outside(checker, window):
                continue
            patch = checker_patch(view, light, scene.checkers_of(checker.player), checker)
            shared = patch and _shared(window, patch.window)
            if patch is None or not shared:
                continue
            here, there = _within(shared, window), _within(shared, patch.window)
            in_front = patch.height[there] >= height[here] - 0.02
            alpha = patch.alpha[there] * in_front
            area = image[here]
            area += (patch.colour[there] - area) * alpha[..., None]
            solid = alpha > 0.5
            height[here][solid] = patch.height[there][solid]
        return image

    def _outside(self, checker: Standing, window: Window) -> bool:
        radius = self.scene.checkers_of(checker.player).diameter
        seen = self.backdrop.view.project([(checker.x, checker.y, checker.z)])[0]
        reach = 1.5 * radius * self.backdrop.view.scale_at((checker.x, checker.y, checker.z))
        rows, columns = window
        return not (
            columns.start - reach < seen[0] < columns.stop + reach
            and rows.start - reach < seen[1] < rows.stop + reach
        )

    def _light_of(self, window: Window, placement: Placement) -> LightMaps:
        """Light and shadow on what the window sees."""
        view = self.backdrop.view
        planes = [view.on_plane(z, window) for z in (0.0, 1.0)]
        xs, ys = (np.stack([plane[axis] for plane in planes]) for axis in (0, 1))
        outer = _snapped(
            (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())), self.backdrop.layout.outer
        )
        bare = replace(self.scene, props=Props())
        return LightMaps(outer, self.scene.lighting, occluders(bare, self.backdrop.layout, placement))

    def _lit_board(self, window: Window, light: LightMaps) -> Floats:
        board, view, height = self.scene.board, self.backdrop.view, self.backdrop.height[window]
        rise = height - np.float32(view.eye[2])
        x = view.slope_x[window] * rise + np.float32(view.eye[0])
        y = view.slope_y[window] * rise + np.float32(view.eye[1])
        lit = light.at(x, y, 0.0)
        x0, y0, x1, y1 = self.backdrop.layout.bar
        raised = height > 0.02
        if raised.any():
            on_bar = raised & (x > x0 - 0.01) & (x < x1 + 0.01) & (y > y0) & (y < y1)
            for where, z in ((raised & ~on_bar, board.rail_height), (on_bar, board.bar_height)):
                if where.any():
                    lit[where] = light.at(x, y, z)[where]
        return np.asarray(cv2.multiply(self.backdrop.paint[window], lit), dtype=np.float32)

    def _still(self, turn: int) -> Picture:
        """The picture without hands, with one of the noises."""
        sheet = self._sheets[turn]
        if sheet.stale:
            sheet.picture = sheet.picture.copy()
            for window in sheet.stale:
                self._develop(sheet.picture, window, turn)
            sheet.stale = []
        return sheet.picture

    # ---- what is over it

    def _above(self, arms: Sequence[Arm], held: Sequence[Standing]) -> list[Window]:
        found = [self._window_of(arm) for arm in arms]
        found += [self._around({checker}) for checker in held]
        return [window for window in found if window is not None]

    def _window_of(self, arm: Arm) -> Window | None:
        view = self.backdrop.view
        ends, reach = [], 0.0
        for limb in limbs(arm):
            ends += [limb.start, limb.end]
            reach = max(reach, max(limb.radii) * view.scale_at(limb.end))
        return view.window(view.project(ends), reach + 3)

    def _lay_over(self, arms: Sequence[Arm], held: Sequence[Standing]) -> None:
        view = self.backdrop.view
        for checker in held:
            patch = checker_patch(view, self._high_light, self.scene.checkers_of(checker.player), checker)
            if patch is not None:
                area = self._painted[patch.window]
                area += (patch.colour - area) * patch.alpha[..., None]
        if arms:
            scene = replace(self.scene, props=Props(arms=tuple(arms)))
            PropPainter(scene, view, self._high_light, self._painted, self._hidden, COVER).paint()

    # ---- lens and sensor

    def _develop(self, picture: Picture, window: Window, turn: int) -> None:
        """Expose what is painted in a window into ``picture``."""
        rows, columns = window
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return
        wide = (
            slice(max(0, rows.start - _PAD), min(picture.shape[0], rows.stop + _PAD)),
            slice(max(0, columns.start - _PAD), min(picture.shape[1], columns.stop + _PAD)),
        )
        level = levels(self._painted[wide], self.scene, wide) + noise_piece(self.scene, wide, turn)
        developed = np.asarray(cv2.convertScaleAbs(np.maximum(level, np.float32(0))), dtype=np.uint8)
        picture[window] = developed[_within(window, wide)]


def _shared(one: Window, other: Window) -> Window | None:
    rows, columns = (
        slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other, strict=True)
    )
    return (rows, columns) if rows.start < rows.stop and columns.start < columns.stop else None


def _within(window: Window, of: Window) -> Window:
    """A window in the coordinates of one that contains it."""
    rows, columns = (slice(a.start - b.start, a.stop - b.start) for a, b in zip(window, of, strict=True))
    return rows, columns


def _snapped(seen: Rect, outer: Rect) -> Rect:
    """A rectangle for light maps that cover ``seen``, on the grid of the maps of the whole board."""
    origin = outer[0] - MARGIN, outer[1] - MARGIN
    low = [origin[i] + np.floor((seen[i] - _AROUND - origin[i]) * TEXELS) / TEXELS for i in (0, 1)]
    return (
        float(low[0]) + MARGIN,
        float(low[1]) + MARGIN,
        seen[2] + _AROUND - MARGIN,
        seen[3] + _AROUND - MARGIN,
    )
