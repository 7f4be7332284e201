"""A picture of a scene, with the truth about it.

The empty board is taken from the shelf, light and shadow fall on it, the checkers are set into it (what is
higher on a pixel's ray hides what is lower), then props and hands; at last lens and sensor spoil it a little.
What was painted is known exactly: `Painted` says where every checker is and how much of it can be seen.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import BAR, POINTS, Player, Position
from tabletop.devices.virtual.painter.backdrop import backdrop_of
from tabletop.devices.virtual.painter.checkers import Patch, checker_patch
from tabletop.devices.virtual.painter.geometry import Floats, Layout
from tabletop.devices.virtual.painter.light import TEXELS, LightMaps, Occluder
from tabletop.devices.virtual.painter.placement import Placement, Standing, put_down
from tabletop.devices.virtual.painter.props import PropPainter, prop_occluders
from tabletop.devices.virtual.painter.scene import BoardStyle, CameraPose, Lighting, Quadrant, Scene
from tabletop.devices.virtual.painter.sensor import exposed

Picture = NDArray[np.uint8]

COVER = -1
"""In the map of what is seen: a hand or a prop."""


@dataclass(frozen=True, slots=True)
class SeenChecker:
    """The truth about one checker in a picture."""

    player: Player
    place: int
    """Light's number of the point (1 to 24), or `BAR`, `OFF`, `HAND`."""
    slot: int
    """Its number in the row, from the rail; the second layer follows the first."""
    layer: int
    """0 stands on the board."""
    centre: tuple[float, float]
    """Of the upper face, in pixels."""
    radius: float
    """Of the upper face, in pixels, seen square on."""
    visible: float
    """Fraction of the upper face that can be seen, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """A picture and what it shows."""

    image: Picture
    """HxWx3, blue green red."""
    corners: NDArray[np.float64]
    """4x2 pixels: top left, top right, bottom right, bottom left of the playing surface inside the frame.

    The board's own corners: of a camera rolled by 90° the "top left" is where it went to.
    """
    checkers: tuple[SeenChecker, ...]
    covered: tuple[float, ...]
    """Fraction under hands and props: the bar, then light's 1-point to 24-point."""


@functools.lru_cache(maxsize=6)
def _light_lookup(
    board: BoardStyle, pose: CameraPose, light_home: Quadrant
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """For every pixel of the empty board, where in the stacked light maps its light is found.

    The maps lie one under the other: playing surface, rails, bar.
    """
    backdrop = backdrop_of(board, pose, light_home)
    maps = LightMaps(backdrop.layout.outer, Lighting(), ())
    rows, columns = maps.shape
    ox, oy = maps.origin
    rise = backdrop.height - np.float32(backdrop.view.eye[2])
    x = backdrop.view.slope_x * rise + np.float32(backdrop.view.eye[0])
    y = backdrop.view.slope_y * rise + np.float32(backdrop.view.eye[1])
    x0, y0, x1, y1 = backdrop.layout.bar
    on_bar = (x > x0 - 0.01) & (x < x1 + 0.01) & (y > y0) & (y < y1)
    sheet = np.where(backdrop.height > 0.02, np.where(on_bar, 2, 1), 0).astype(np.float32)
    across = np.clip((x - ox) * TEXELS, 0, columns - 1)
    down = np.clip((y - oy) * TEXELS, 0, rows - 1) + sheet * rows
    fixed = cv2.convertMaps(across.astype(np.float32), down.astype(np.float32), cv2.CV_16SC2)
    return fixed[0], fixed[1]


def _disc(checker: Standing, radius: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return np.stack([checker.x + radius * np.cos(angles), checker.y + radius * np.sin(angles)], axis=1)


def occluders(scene: Scene, layout: Layout, placement: Placement) -> list[Occluder]:
    """What throws shadows: the frame, the checkers, props and arms."""
    found = []
    for box in layout.boxes():
        x0, y0, x1, y1 = box.rect
        found.append(
            Occluder(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), max(box.low, 0.0), box.high)
        )
    for checker in placement.checkers:
        style = scene.checkers_of(checker.player)
        found.append(Occluder(_disc(checker, style.diameter / 2), checker.z, checker.z + style.height))
    return found + prop_occluders(scene.props)


class _Easel:
    """A picture in the making."""

    def __init__(self, scene: Scene, placement: Placement) -> None:
        self.scene, self.placement = scene, placement
        self.backdrop = backdrop_of(scene.board, scene.camera, scene.light_home)
        shading = occluders(scene, self.backdrop.layout, placement)
        self.light = LightMaps(self.backdrop.layout.outer, scene.lighting, shading)
        self.height = self.backdrop.height.copy()
        self.seen = np.zeros(self.height.shape, dtype=np.int16)
        self.image = self._lit_board()
        self.faces = [0] * len(placement.checkers)

    def _lit_board(self) -> Floats:
        board = self.scene.board
        heights = (0.0, board.rail_height, board.bar_height)
        stacked = np.concatenate([self.light.plane(z) for z in heights])
        lookup = _light_lookup(board, self.scene.camera, self.scene.light_home)
        lit = cv2.remap(stacked, *lookup, cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(self.backdrop.paint, lit), dtype=np.float32)

    def checkers(self) -> None:
        """From far to near, the lower layers first."""
        eye = self.backdrop.view.eye
        order = sorted(
            range(len(self.placement.checkers)),
            key=lambda n: (
                round(self.placement.checkers[n].z, 3),
                -float(
                    np.hypot(self.placement.checkers[n].x - eye[0], self.placement.checkers[n].y - eye[1])
                ),
            ),
        )
        for number in order:
            checker = self.placement.checkers[number]
            patch = checker_patch(
                self.backdrop.view, self.light, self.scene.checkers_of(checker.player), checker
            )
            if patch is not None:
                self._set_in(patch, number)

    def _set_in(self, patch: Patch, number: int) -> None:
        window = patch.window
        self.faces[number] = int(patch.face.sum())
        in_front = patch.height >= self.height[window] - 0.02
        alpha = patch.alpha * in_front
        area = self.image[window]
        area += (patch.colour - area) * alpha[..., None]
        solid = alpha > 0.5
        self.height[window][solid] = patch.height[solid]
        self.seen[window][solid] = 0
        self.seen[window][solid & patch.face] = number + 1

    def truth(self, number: int, visible_pixels: int) -> SeenChecker:
        checker = self.placement.checkers[number]
        style = self.scene.checkers_of(checker.player)
        top = (checker.x, checker.y, checker.z + style.height)
        view = self.backdrop.view
        x, y = view.project([top])[0]
        ground = self.scene.board.bar_height if checker.place == BAR else 0.0
        return SeenChecker(
            player=checker.player,
            place=checker.place,
            slot=checker.slot,
            layer=round((checker.z - ground) / style.height),
            centre=(float(x), float(y)),
            radius=style.diameter / 2 * view.scale_at(top),
            visible=visible_pixels / self.faces[number] if self.faces[number] else 0.0,
        )

    def covered(self) -> tuple[float, ...]:
        spots = self.backdrop.spots
        area = np.bincount(spots.ravel(), minlength=POINTS + 2)
        hidden = np.bincount(spots[self.seen == COVER], minlength=POINTS + 2)
        fractions = hidden / np.maximum(area, 1)
        return (float(fractions[POINTS + 1]), *(float(f) for f in fractions[1 : POINTS + 1]))


@dataclass(frozen=True, slots=True, eq=False)
class Negative:
    """What falls on the sensor: exposed again and again while nothing moves, with new noise each time."""

    scene: Scene
    light: Floats
    corners: NDArray[np.float64]
    checkers: tuple[SeenChecker, ...]
    covered: tuple[float, ...]

    def expose(self, rng: np.random.Generator) -> Painted:
        """The picture; the generator only gives the sensor's noise."""
        return Painted(exposed(self.light, self.scene, rng), self.corners, self.checkers, self.covered)


def compose(scene: Scene, placement: Placement) -> Negative:
    """Everything that stands in front of the lens, without the sensor's share."""
    easel = _Easel(scene, placement)
    easel.checkers()
    PropPainter(scene, easel.backdrop.view, easel.light, easel.image, easel.seen, COVER).paint()
    tops = np.bincount(easel.seen[easel.seen > 0], minlength=len(placement.checkers) + 1)
    return Negative(
        scene=scene,
        light=easel.image,
        corners=easel.backdrop.view.project(easel.backdrop.layout.corners()),
        checkers=tuple(easel.truth(n, int(tops[n + 1])) for n in range(len(placement.checkers))),
        covered=easel.covered(),
    )


def paint(scene: Scene, position: Position, rng: np.random.Generator) -> Painted:
    """A picture of a position, set up anew. The same scene, position and generator give the same picture."""
    return paint_placement(scene, put_down(scene, position, rng), rng)


def paint_placement(scene: Scene, placement: Placement, rng: np.random.Generator) -> Painted:
    """A picture of checkers that stand already."""
    return compose(scene, placement).expose(rng)
