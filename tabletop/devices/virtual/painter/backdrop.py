"""The empty board as the camera sees it, in even white light.

Painted once for a board and a camera and kept: the table, the playing surface with its points, the trays,
the walls and tops of the rails and of the bar. Beside the picture it knows for every pixel how high the
visible surface is (the higher place on a ray hides the lower), and which point the pixel belongs to.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import POINTS
from tabletop.devices.virtual.painter.geometry import BASE, Box, Floats, Layout, Rect, View, view_of
from tabletop.devices.virtual.painter.scene import BoardStyle, CameraPose, Colour, PointShape, Quadrant
from tabletop.devices.virtual.painter.surfaces import TEXELS, bgr, blend, grain, polygon_alpha, sample_grain

ROW = 4.6
"""How far a point's row of five reaches from the rail: what counts as the point's own area."""


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The empty board of one camera. Not to be written to: it is shared between frames."""

    view: View
    layout: Layout
    paint: Floats
    """HxWx3, blue green red, 0 to 255, before light falls on it."""
    height: Floats
    """HxW: how high above the playing surface the visible place is, in points."""
    spots: NDArray[np.uint8]
    """HxW: the point (light's number) whose row a pixel of the surface belongs to, 25 the bar, 0 none."""


def _outline(board: BoardStyle) -> NDArray[np.float64]:
    """A point, its foot on y = 0, pointing to +y."""
    half, length = board.point_width / 2, board.point_length * board.height
    if board.point_shape is PointShape.TRIANGLE:
        return np.array([[-half, 0], [half, 0], [0, length]])
    if board.point_shape is PointShape.BLUNT:
        return np.array([[-half, 0], [half, 0], [half * 0.22, length], [-half * 0.22, length]])
    angles = np.linspace(np.pi, 2 * np.pi, 24)
    foot = np.stack([half * np.cos(angles), half * (1 + np.sin(angles))], axis=1)
    return np.concatenate([foot, [[0.05, length], [-0.05, length]]])


def _draw_points(canvas: NDArray[np.uint8], layout: Layout, rect: Rect) -> None:
    board = layout.board
    shape = _outline(board)
    for point in range(1, POINTS + 1):
        side = layout.rail_side(point)
        foot = np.array([layout.column(point), side * board.height / 2])
        polygon = foot + shape * [1.0, -side]
        texels = np.round((polygon - rect[:2]) * (TEXELS * 16)).astype(np.int32)
        colour = board.points[point % 2 == 0][::-1]
        cv2.fillPoly(canvas, [texels], colour, lineType=cv2.LINE_AA, shift=4)
        if board.outline is not None:
            cv2.polylines(canvas, [texels], True, board.outline[::-1], 2, lineType=cv2.LINE_AA, shift=4)


def _draw_logo(canvas: NDArray[np.uint8], layout: Layout, rect: Rect, colour: Colour) -> None:
    for x in (-3.0 - layout.board.bar_width / 2, 3.0 + layout.board.bar_width / 2):
        left, low = int((x - 1.0 - rect[0]) * TEXELS), int((-0.5 - rect[1]) * TEXELS)
        cv2.rectangle(canvas, (left, low), (left + 2 * TEXELS, low + TEXELS), colour[::-1], -1)
        stamp = np.zeros((TEXELS, 2 * TEXELS), dtype=np.uint8)
        cv2.putText(stamp, "TABLE", (6, 38), cv2.FONT_HERSHEY_DUPLEX, 0.9, 255, 2, cv2.LINE_AA)
        area = canvas[low : low + TEXELS, left : left + 2 * TEXELS]
        area[stamp[::-1] > 127] = (235, 235, 235)  # rows run with y: upside down in the sheet


@functools.lru_cache(maxsize=4)
def _surface_sheet(layout: Layout) -> Floats:
    """The floor inside the frame as a flat picture; rows run with y."""
    board, rect = layout.board, layout.inner
    rows, columns = round((rect[3] - rect[1]) * TEXELS), round((rect[2] - rect[0]) * TEXELS)
    canvas = np.empty((rows, columns, 3), dtype=np.uint8)
    canvas[:] = board.ground[::-1]
    _draw_points(canvas, layout, rect)
    if board.logo is not None:
        _draw_logo(canvas, layout, rect, board.logo)
    sheet = grain(board.ground_texture, board.grain)
    repeats = (-(-rows // sheet.shape[0]), -(-columns // sheet.shape[1]))
    tiled = np.tile(np.block([[sheet, sheet[:, ::-1]], [sheet[::-1], sheet[::-1, ::-1]]]), repeats)
    return np.asarray(canvas * tiled[:rows, :columns, None], dtype=np.float32)


def _edge(start: tuple[float, float, float], end: tuple[float, float, float]) -> NDArray[np.float64]:
    """A straight edge, divided finely enough for a lens that bends it."""
    return np.linspace(start, end, 13)[:-1]


def _ring(corners: list[tuple[float, float, float]]) -> NDArray[np.float64]:
    return np.concatenate([_edge(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)])


class _Canvas:
    """A backdrop in the making."""

    def __init__(self, view: View, layout: Layout) -> None:
        self.view, self.layout, self.board = view, layout, layout.board
        shape = (view.pose.height, view.pose.width)
        self.paint = np.empty((*shape, 3), dtype=np.float32)
        self.height = np.full(shape, -BASE, dtype=np.float32)
        self.spots = np.zeros(shape, dtype=np.uint8)

    def table(self) -> None:
        x, y = self.view.on_plane(-BASE, self.view.whole)
        sheet = grain(self.board.table_texture, self.board.grain + 1)
        self.paint[:] = bgr(self.board.table) * sample_grain(sheet, x, y, TEXELS * 0.6)[..., None]
        if self.board.clutter:
            rng = np.random.default_rng([self.board.grain, 77])
            for corner in rng.permutation(4)[:2]:
                self._sheet_of_paper(rng, int(corner))

    def _sheet_of_paper(self, rng: np.random.Generator, corner: int) -> None:
        x0, y0, x1, y1 = self.layout.outer
        where = np.array(
            [(x0 - 1.6, y1 - 3), (x1 + 1.8, y1 - 4), (x1 + 1.4, y0 + 2), (x0 - 1.9, y0 + 3)][corner]
        )
        turn, size = rng.uniform(-0.3, 0.3), rng.uniform([0.7, 2.0], [1.2, 3.2])
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        flat = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size) @ spin.T + where
        colour = bgr((222, 220, 210)) if rng.random() < 0.7 else bgr((52, 66, 120))
        self._polygon(_ring([(float(x), float(y), -BASE + 0.01) for x, y in flat]), colour)

    def _polygon(
        self, ring: NDArray[np.float64], colour: Floats
    ) -> tuple[tuple[slice, slice], Floats] | None:
        pixels = self.view.project(ring)
        window = self.view.window(pixels, 1)
        if window is None:
            return None
        alpha = polygon_alpha(pixels, window)
        blend(self.paint, window, alpha, colour)
        return window, alpha

    def floor(self) -> None:
        x, y = self.view.on_plane(0.0, self.view.whole)
        x0, y0, x1, y1 = self.layout.inner
        across, down = (x - np.float32(x0)) * TEXELS - 0.5, (y - np.float32(y0)) * TEXELS - 0.5
        sheet = _surface_sheet(self.layout)
        seen = cv2.remap(sheet, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = (x > x0) & (x < x1) & (y > y0) & (y < y1)
        self.paint[inside] = seen[inside]
        self.height[inside] = 0.0

    def walls(self, box: Box) -> None:
        x0, y0, x1, y1 = box.rect
        ox0, oy0, ox1, oy1 = self.layout.outer
        eye = self.view.eye
        faces = [
            (0, x0, eye[0] < x0, x0 == ox0, 0.82),
            (0, x1, eye[0] > x1, x1 == ox1, 0.72),
            (1, y0, eye[1] < y0, y0 == oy0, 0.62),
            (1, y1, eye[1] > y1, y1 == oy1, 0.86),
        ]
        for axis, at, visible, outside, shade in faces:
            if not visible:
                continue
            low = box.low if outside else max(box.low, 0.0)
            ends = ((at, y0), (at, y1)) if axis == 0 else ((x0, at), (x1, at))
            (ax, ay), (bx, by) = ends
            ring = _ring([(ax, ay, low), (bx, by, low), (bx, by, box.high), (ax, ay, box.high)])
            drawn = self._polygon(ring, self._colour_of(box) * np.float32(shade))
            if drawn is not None:
                window, alpha = drawn
                slope = (self.view.slope_x, self.view.slope_y)[axis][window]
                rise = np.float32(eye[2]) + np.float32(at - eye[axis]) / np.where(slope == 0, 1e-6, slope)
                covered = alpha > 0.5
                self.height[window][covered] = np.clip(rise, low, box.high)[covered]

    def _colour_of(self, box: Box) -> Floats:
        bar = box.rect == self.layout.bar and self.board.bar_colour is not None
        return bgr(self.board.bar_colour if bar and self.board.bar_colour else self.board.rail)

    def top(self, box: Box) -> None:
        x0, y0, x1, y1 = box.rect
        ring = _ring([(x0, y0, box.high), (x1, y0, box.high), (x1, y1, box.high), (x0, y1, box.high)])
        pixels = self.view.project(ring)
        window = self.view.window(pixels, 1)
        if window is None:
            return
        x, y = self.view.on_plane(box.high, window)
        along, across = (x, y) if box.grain_along_x else (y, x)
        sheet = grain(self.board.rail_texture, self.board.grain + 2)
        offset = np.float32(3.7 * (x0 + y0))
        edge = np.minimum(np.minimum(x - x0, x1 - x), np.minimum(y - y0, y1 - y))
        bevel = 1.0 - 0.22 * np.exp(-np.maximum(edge, 0) / np.float32(0.05))
        shade = sample_grain(sheet, along, across + offset) * bevel
        alpha = polygon_alpha(pixels, window)
        blend(self.paint, window, alpha, self._colour_of(box) * shade[..., None])
        self.height[window][alpha > 0.5] = box.high

    def trimmings(self) -> None:
        """The seam of a folding board and its hinges."""
        board, top = self.board, self.board.bar_height + 0.002
        _, y0, _, y1 = self.layout.surface
        if board.bar_width < 0.3:
            return
        if board.seam:
            self._polygon(
                _ring([(-0.025, y0, top), (0.025, y0, top), (0.025, y1, top), (-0.025, y1, top)]),
                bgr((20, 14, 12)),
            )
        if board.hinges is not None:
            for y in (y0 + 0.35, y1 - 0.35):
                plate = [
                    (-0.17, y - 0.2, top),
                    (0.17, y - 0.2, top),
                    (0.17, y + 0.2, top),
                    (-0.17, y + 0.2, top),
                ]
                self._polygon(_ring(plate), bgr(board.hinges))

    def areas(self) -> None:
        """Which pixel belongs to which point's row."""
        x0, y0, x1, y1 = self.layout.bar
        rings = {25: _ring([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)])}
        for point in range(1, POINTS + 1):
            (x, foot), (_, tip) = self.layout.place(point, 0.0), self.layout.place(point, ROW)
            rings[point] = _ring(
                [(x - 0.5, foot, 0), (x + 0.5, foot, 0), (x + 0.5, tip, 0), (x - 0.5, tip, 0)]
            )
        for spot, ring in rings.items():
            cv2.fillPoly(self.spots, [np.round(self.view.project(ring)).astype(np.int32)], spot)


@functools.lru_cache(maxsize=6)
def backdrop_of(board: BoardStyle, pose: CameraPose, light_home: Quadrant) -> Backdrop:
    """The empty board of this camera."""
    layout = Layout(board, light_home)
    canvas = _Canvas(view_of(pose), layout)
    canvas.table()
    canvas.floor()
    boxes = layout.boxes()
    for box in boxes:
        canvas.walls(box)
    for box in boxes:
        canvas.top(box)
    canvas.trimmings()
    canvas.areas()
    for sheet in (canvas.paint, canvas.height, canvas.spots):
        sheet.setflags(write=False)
    return Backdrop(canvas.view, layout, canvas.paint, canvas.height, canvas.spots)
