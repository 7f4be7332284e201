"""Hanging the camera so that the board fills the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tabletop.devices.virtual.painter.geometry import BASE, Layout, Rect, view_of
from tabletop.devices.virtual.painter.scene import BoardStyle, CameraPose, Quadrant


def framed(board: BoardStyle, pose: CameraPose, margin: float = 0.06, trays: bool = True) -> CameraPose:
    """The pose with distance and aim changed so that the board fits.

    ``margin`` is the part of the picture left free on the tighter sides; without ``trays`` only the playing
    surface and its rails need to be in the picture, and the trays may lie outside it.
    """
    layout = Layout(board, Quadrant.BOTTOM_RIGHT)
    x0, y0, x1, y1 = layout.outer if trays else _grown(layout.surface, board.rail_width)
    places = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (-BASE, board.rail_height)]
    size = np.array([pose.width, pose.height])
    pose = replace(pose, aim=((x0 + x1) / 2, (y0 + y1) / 2), shift=(0.0, 0.0))
    for _ in range(4):
        view = view_of(replace(pose, width=64, height=64 * pose.height // pose.width))
        pixels = view.project(places) * (pose.width / 64)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        fill = float(((high - low) / (size * (1 - 2 * margin))).max())
        off = ((low + high) / 2 - size / 2) * (pose.distance / (pose.focal * pose.width))
        east, south = view.rotation[0][:2], view.rotation[1][:2]
        aim = np.asarray(pose.aim) + off[0] * east + off[1] * south
        pose = replace(pose, distance=pose.distance * fill, aim=(float(aim[0]), float(aim[1])))
    return pose


def _grown(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by
