"""Where things on the table appear in the picture, and the other way round.

The board is measured in its own units: the playing surface (the felt inside the frame, bar included) is 1
high, from its far to its near rail, and `View.aspect` wide; z points up from the felt. A checker is seen
by its top face, which stands `Layout.thickness` above the felt and therefore appears shifted away from the
camera: that is why a homography of the felt alone does not do.

The camera is a pinhole with square pixels and one radial distortion term,
``r' = r (1 + k r²)`` with r in focal lengths (Brown, "Close-range camera calibration", 1971).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.errors import TabletopError

Array = NDArray[np.float64]

UNIT_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""TL, TR, BR, BL of the playing surface, before its aspect is known."""


class GeometryError(TabletopError):
    """Corners that no board seen by a camera can have."""


@dataclass(frozen=True, slots=True)
class View:
    """One camera looking at one board. Positions in board units, pictures in pixels."""

    matrix: tuple[tuple[float, float, float, float], ...]
    """The 3×4 projection of board points (x, y, z, 1) to a picture without lens distortion."""
    size: tuple[int, int]
    """Width and height of the picture, pixels."""
    focal: float
    """Focal length, pixels."""
    aspect: float
    """Width of the playing surface over its height."""
    distortion: float = 0.0

    @property
    def centre(self) -> tuple[float, float]:
        """Principal point, pixels: the middle of the picture."""
        return self.size[0] / 2.0, self.size[1] / 2.0

    def project(self, points: Array) -> Array:
        """Board points (…, 3) in board units to picture points (…, 2) in pixels."""
        matrix = np.array(self.matrix)
        seen = points @ matrix[:, :3].T + matrix[:, 3]
        straight = seen[..., :2] / seen[..., 2:3]
        if not self.distortion:
            return np.asarray(straight)
        normal = (straight - np.array(self.centre)) / self.focal
        radius = np.sum(normal * normal, axis=-1, keepdims=True)
        return np.asarray(normal * (1.0 + self.distortion * radius) * self.focal + np.array(self.centre))

    def at_height(self, points: Array, height: float) -> Array:
        """Like `project` for (…, 2) points at one ``height`` above the felt."""
        return self.project(np.concatenate([points, np.full((*points.shape[:-1], 1), height)], axis=-1))

    def ground(self, pixels: Array, height: float = 0.0) -> Array:
        """Picture points (…, 2) to the board points (…, 2) seen there at ``height`` above the felt."""
        straight = undistort(pixels, self.focal, self.centre, self.distortion)
        matrix = np.array(self.matrix)
        plane = np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 3] + height * matrix[:, 2]])
        rays = np.concatenate([straight, np.ones((*straight.shape[:-1], 1))], axis=-1)
        board = rays @ np.linalg.inv(plane).T
        return np.asarray(board[..., :2] / board[..., 2:3])

    @property
    def corners(self) -> Array:
        """TL, TR, BR, BL of the playing surface in pixels, shape (4, 2)."""
        return self.at_height(UNIT_CORNERS * np.array([self.aspect, 1.0]), 0.0)

    @property
    def eye(self) -> Array:
        """The camera in board units, shape (3,); z is its height above the felt."""
        matrix = np.array(self.matrix)
        return np.asarray(-np.linalg.solve(matrix[:, :3], matrix[:, 3]))


def undistort(pixels: Array, focal: float, centre: tuple[float, float], distortion: float) -> Array:
    """Picture points (…, 2) where a lens without distortion would have drawn them."""
    normal = (np.asarray(pixels, dtype=float) - np.array(centre)) / focal
    straight = normal.copy()
    for _ in range(5):
        straight = normal / (1.0 + distortion * np.sum(straight * straight, axis=-1, keepdims=True))
    return np.asarray(straight * focal + np.array(centre))


def homography(board: Array, pixels: Array) -> Array:
    """The 3×3 homography from 4 board points to 4 picture points; raises `GeometryError`."""
    matrix = cv2.getPerspectiveTransform(board.astype(np.float32), pixels.astype(np.float32))
    if not np.all(np.isfinite(matrix)) or abs(np.linalg.det(matrix)) < 1e-12:
        raise GeometryError(
            "the four corners do not span a board: give TL, TR, BR, BL, each a different place"
        )
    return np.asarray(matrix, dtype=float)


def view_from_corners(
    corners: Array, size: tuple[int, int], focal: float | None = None, distortion: float = 0.0
) -> View:
    """The view of a camera that sees the playing surface's ``corners``.

    ``corners`` (4, 2): TL, TR, BR, BL in pixels; ``size``: (width, height) of the picture. Without a
    ``focal`` length (pixels) the likeliest one is taken. The surface's aspect follows from the corners.
    Raises `GeometryError` for corners that are none.
    """
    check_corners(corners, size)
    if focal is None:
        focal = _likely_focal(corners, size)
    centre = (size[0] / 2.0, size[1] / 2.0)
    matrix = homography(UNIT_CORNERS, undistort(corners, focal, centre, distortion))
    intrinsic = np.array([[focal, 0.0, centre[0]], [0.0, focal, centre[1]], [0.0, 0.0, 1.0]])
    plane = np.linalg.inv(intrinsic) @ matrix
    plane *= np.sign(plane[2, 2])
    along, down = float(np.linalg.norm(plane[:, 0])), float(np.linalg.norm(plane[:, 1]))
    aspect = along / down
    # z points from the felt to the camera: x right, y down, z up is a left-handed triple.
    up = -np.cross(plane[:, 0] / along, plane[:, 1] / down) * down
    columns = [plane[:, 0] / aspect, plane[:, 1], up, plane[:, 2]]
    projection = intrinsic @ np.column_stack(columns)
    return View(tuple(map(tuple, projection.tolist())), size, focal, aspect, distortion)


def _likely_focal(corners: Array, size: tuple[int, int]) -> float:
    """The focal length that explains the corners best, given that most cameras see 35° to 70° across."""
    centre = (size[0] / 2.0, size[1] / 2.0)
    matrix = homography(UNIT_CORNERS, np.asarray(corners, dtype=float))
    shift = np.array([[1.0, 0.0, -centre[0]], [0.0, 1.0, -centre[1]], [0.0, 0.0, 1.0]])
    plane = shift @ matrix
    candidates = size[0] * np.exp(np.linspace(np.log(0.6), np.log(2.5), 60))
    scale = np.array([1.0, 1.0, 0.0])
    costs = []
    for focal in candidates:
        first, second = (plane[:, axis] * (scale / focal + (1.0 - scale)) for axis in (0, 1))
        skew = float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))
        # A corner marked 0.3 % of the picture off turns an edge by about half a degree.
        costs.append((skew / 0.01) ** 2 + (np.log(focal / size[0] / 1.0) / 0.3) ** 2)
    return float(candidates[int(np.argmin(costs))])


def check_corners(corners: Array, size: tuple[int, int]) -> None:
    """Raise `GeometryError` unless ``corners`` are a convex TL, TR, BR, BL inside a ``size`` picture."""
    corners = np.asarray(corners, dtype=float)
    if corners.shape != (4, 2) or not np.all(np.isfinite(corners)):
        raise GeometryError("four corners are needed, each x and y: TL, TR, BR, BL of the playing surface")
    margin = 0.02 * max(size)
    if np.any(corners < -margin) or np.any(corners > np.array(size) + margin):
        raise GeometryError(f"a corner lies outside the picture of {size[0]}x{size[1]} pixels")
    edges = np.roll(corners, -1, axis=0) - corners
    turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    if np.any(turns <= 0):
        raise GeometryError("the corners do not go round the board clockwise: give TL, TR, BR, BL")
    if cv2.contourArea(corners.astype(np.float32)) < 0.02 * size[0] * size[1]:
        raise GeometryError("the board is too small in the picture: bring the camera closer")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where on the surface the points are, in board units."""

    aspect: float
    bar: float
    """Width of the bar as a share of the surface's width; 0 where a board has none."""
    bar_centre: float = 0.5
    """Where the middle of the bar is, as a share of the surface's width."""
    diameter: float = 0.075
    """Diameter of a checker."""
    thickness: float = 0.02
    """Height of a checker's top face above the felt."""
    bar_height: float = 0.0
    """Height of the bar above the felt."""

    @property
    def pitch(self) -> float:
        """Mean width of a point."""
        return self.aspect * (1.0 - self.bar) / 12.0

    def column(self, index: int) -> float:
        """The x of the middle of column ``index`` (0 to 11 from the left of the picture)."""
        left = self.bar_centre - self.bar / 2.0
        right = self.bar_centre + self.bar / 2.0
        if index < 6:
            return self.aspect * left * (index + 0.5) / 6.0
        return self.aspect * (right + (1.0 - right) * (index - 5.5) / 6.0)


HOMES = ("bottom-right", "bottom-left", "top-right", "top-left")
"""The quadrants of the picture in which light's home board can be."""
_ROUND = ("top-left", "top-right", "bottom-right", "bottom-left")


def on_its_side(corners: Array) -> bool:
    """Whether a board whose first corner is ``corners[0]`` stands on its side in the picture.

    Its upper edge, from the first corner to the second, then runs up the picture.
    """
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return bool(abs(along[1]) > abs(along[0]))


def own_home(light_home: str) -> str:
    """Light's home in the board's own terms, for a board that stands on its side.

    ``light_home`` names a quadrant of the picture; the board's own top left is at its bottom left.
    """
    return _ROUND[(_ROUND.index(light_home) + 1) % 4]


def point_column(point: int, light_home: str) -> tuple[int, bool]:
    """Column (0 to 11 from the left) and whether in the top row, of light's ``point`` 1 to 24.

    ``light_home`` names the quadrant of light's points 1 to 6, the 1-point at the outer edge.
    """
    near = point <= 12
    from_edge = point - 1 if near else 24 - point
    column = 11 - from_edge if light_home.endswith("right") else from_edge
    top = light_home.startswith("top")
    return column, top if near else not top
