"""Finds the board in a picture by itself.

The rails are the long straight lines of the picture, so every four of them may be the playing surface. Most
such frames are nonsense, and one look tells: seen through the right one, the twelve points of a kind agree
with each other and differ from the other twelve. The best few frames are then pushed about until they agree
as well as they can. Which of these is the board is decided by whoever can read them (``calibration``): a
wrong frame does not read as a starting position.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.errors import TabletopError
from tabletop.vision.background import KIND
from tabletop.vision.geometry import UNIT_CORNERS as UNIT
from tabletop.vision.geometry import Array, GeometryError, check_corners, homography
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

WIDTH = 480
"""The search works in a picture this wide."""
LEANING = 32.0
"""Degrees that a rail may lean from upright or level: a roll of 15° and some perspective."""
LEVEL, UPRIGHT = 16, 22
"""Lines of either family that are tried; there are more upright ones, the points' edges among them."""
BARS = (0.0, 0.035, 0.07, 0.105)
"""Widths of the bar that are tried, as shares of the surface's width."""
SCREENED, PUSHED = 160, 14
"""Frames that are looked at closely, and of those how many are pushed into place."""
SNAP = 0.035
"""How far a rail is looked for from where the points would have it, as a share of the board's width."""
CLEAR = 0.6
"""The innermost step of brightness that is this strong, against the strongest, is taken for the rail."""
HALF = 0.44
"""How far from the rail the points are looked at."""


class BoardNotFound(TabletopError):
    """No board can be made out in a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A frame that may be the playing surface."""

    corners: Array
    """TL, TR, BR, BL in pixels of the whole picture, (4, 2); of a board that lies on its side the corner that
    would be its top left comes first."""
    disagreement: float
    """How badly points of a kind agree, against how much the two kinds differ; the less the better."""


def find_boards(picture: Picture, most: int = 6) -> list[Candidate]:
    """The likeliest playing surfaces in ``picture`` (H, W, 3), the best first.

    Raises `BoardNotFound` where no four lines frame anything like a board.
    """
    scale = WIDTH / picture.shape[1]
    shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small: Picture = np.asarray(cv2.GaussianBlur(shrunk, (0, 0), 0.8), dtype=np.uint8)
    frames = _frames(*_rails(small), (small.shape[1], small.shape[0]))
    if not len(frames):
        raise BoardNotFound("no board was found: give --corners, or bring the whole board into the picture")
    rough = _screen(small, frames)
    close = sorted((_best_bar(small, frames[i]) for i in rough), key=lambda found: found[0])
    pushed = sorted((_push(small, *found) for found in _distinct(close, PUSHED)), key=lambda found: found[0])
    return [Candidate(_snap(small, corners) / scale, score) for score, corners, _ in _distinct(pushed, most)]


def find_board(picture: Picture) -> Array:
    """The corners of the likeliest playing surface alone; see `find_boards`."""
    return find_boards(picture, 1)[0].corners


_Found = tuple[float, Array, float]
"""Disagreement, corners in the small picture, width of the bar."""


def _distinct(found: list[_Found], most: int) -> list[_Found]:
    kept: list[_Found] = []
    for one in found:
        if all(np.abs(one[1] - other[1]).max() > 0.02 * WIDTH for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _rails(small: Picture) -> tuple[Floats, Floats]:
    """The long lines of a picture, level and upright ones, each (n, 3): a point of it and its angle."""
    edges = np.zeros(small.shape[:2], dtype=np.uint8)
    for channel in cv2.split(small):
        edges |= np.asarray(cv2.Canny(channel, 20, 55), dtype=np.uint8)
    found = cv2.HoughLinesP(edges, 1, np.pi / 360, 40, minLineLength=WIDTH // 8, maxLineGap=12)
    if found is None:
        return np.empty((0, 3), np.float32), np.empty((0, 3), np.float32)
    ends = np.asarray(found, dtype=np.float32).reshape(-1, 4)
    across, down = ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
    lean = np.degrees(np.arctan2(down, across))
    level = np.abs((lean + 90) % 180 - 90) < LEANING
    upright = np.abs(lean % 180 - 90) < LEANING
    return _strongest(ends[level], LEVEL), _strongest(ends[upright], UPRIGHT)


def _strongest(ends: Floats, most: int) -> Floats:
    """The ``most`` longest lines, pieces of one line put together."""
    lengths = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    lines: list[list[float]] = []
    for index in np.argsort(-lengths):
        x1, y1, x2, y2 = ends[index].tolist()
        x, y, angle = (x1 + x2) / 2, (y1 + y2) / 2, float(np.arctan2(y2 - y1, x2 - x1)) % np.pi
        for line in lines:
            turn = abs((line[2] - angle + np.pi / 2) % np.pi - np.pi / 2)
            aside = abs((x - line[0]) * np.sin(line[2]) - (y - line[1]) * np.cos(line[2]))
            if turn < np.radians(2.5) and aside < 0.008 * WIDTH:
                line[3] += float(lengths[index])
                break
        else:
            lines.append([x, y, angle, float(lengths[index])])
    lines.sort(key=lambda line: -line[3])
    return np.array([line[:3] for line in lines[:most]], dtype=np.float32).reshape(-1, 3)


def _frames(level: Floats, upright: Floats, size: tuple[int, int]) -> Array:
    """All frames of two level and two upright lines that a board could have, (n, 4, 2)."""
    frames = []
    for one, other in itertools.combinations(level.astype(float), 2):
        for left, right in itertools.combinations(upright.astype(float), 2):
            corners = [[_meet(one, left), _meet(one, right)], [_meet(other, left), _meet(other, right)]]
            grid = np.array(corners)
            if grid[0, :, 1].sum() > grid[1, :, 1].sum():
                grid = grid[::-1]
            if grid[:, 0, 0].sum() > grid[:, 1, 0].sum():
                grid = grid[:, ::-1]
            frame = np.array([grid[0, 0], grid[0, 1], grid[1, 1], grid[1, 0]])
            if _plausible(frame, size):
                shape = _shape(frame)
                if shape > 0.9:
                    frames.append(frame)
                if shape < 1.15:
                    frames.append(np.roll(frame, 1, axis=0))
    return np.array(frames).reshape(-1, 4, 2)


def _meet(one: Array, other: Array) -> tuple[float, float]:
    (x, y, a), (p, q, b) = one, other
    bend = np.sin(b - a)
    if abs(bend) < 1e-6:
        return -1e6, -1e6
    along = ((p - x) * np.sin(b) - (q - y) * np.cos(b)) / bend
    return float(x + along * np.cos(a)), float(y + along * np.sin(a))


def _shape(frame: Array) -> float:
    sides = np.hypot(*(np.roll(frame, -1, axis=0) - frame).T)
    return float((sides[0] + sides[2]) / (sides[1] + sides[3]))


def _plausible(frame: Array, size: tuple[int, int]) -> bool:
    if not 0.6 < _shape(frame) < 2.1 or abs(frame[1, 0] - frame[0, 0]) < 0.25 * size[0]:
        return False
    try:
        check_corners(frame, size)
    except GeometryError:
        return False
    return True


@lru_cache(maxsize=64)
def _places(bar: float, along: int, across: int) -> Array:
    """Where on the unit surface the samples of the 24 points lie, (24 * along * across, 2)."""
    u = (np.arange(across) + 0.5) / across - 0.5
    v = (np.arange(along) + 0.5) / along * HALF
    half = (1.0 - bar) / 2.0
    places = np.empty((24, along, across, 2))
    for column in range(12):
        middle = half * (column + 0.5) / 6 + (bar if column >= 6 else 0.0)
        places[column, :, :, 0] = places[12 + column, :, :, 0] = middle + u * half / 6 * 0.96
        places[column, :, :, 1], places[12 + column, :, :, 1] = v[:, None], 1.0 - v[:, None]
    return places.reshape(-1, 2)


def _screen(small: Picture, frames: Array) -> list[int]:
    """The frames worth a closer look: a quick, coarse measure of agreement of all of them at once."""
    scores = []
    for part in np.array_split(frames, max(1, len(frames) // 400)):
        matrices = np.stack([homography(UNIT, frame) for frame in part])
        best = np.full(len(part), np.inf)
        for bar in (0.0, 0.07):
            flat = _places(bar, 5, 3)
            seen = np.einsum("nij,pj->npi", matrices, np.column_stack([flat, np.ones(len(flat))]))
            places = np.rint(seen[..., :2] / seen[..., 2:3]).astype(np.int64)
            x = places[..., 0].clip(0, small.shape[1] - 1)
            y = places[..., 1].clip(0, small.shape[0] - 1)
            values = small[y, x].astype(np.float32).reshape(len(part), 24, -1, 3)
            best = np.minimum(best, _disagreement(values))
        scores.append(best)
    return [int(i) for i in np.argsort(np.concatenate(scores))[:SCREENED]]


def _disagreement(values: Floats) -> Floats:
    """``values`` (frames, 24, samples, 3) to one number a frame."""
    within, middles = [], []
    for kind in (0, 1):
        members = values[:, kind == KIND]
        middle = np.median(members, axis=1, keepdims=True)
        within.append(np.minimum(np.abs(members - middle).mean(axis=-1), 40.0).mean(axis=(1, 2)))
        middles.append(middle)
    between = np.minimum(np.abs(middles[0] - middles[1]).mean(axis=-1), 60.0).mean(axis=(1, 2))
    apart = within[0] + within[1]
    return np.asarray((apart + 4.0) / (2.0 * between + 0.35 * apart + 4.0))


def _score(small: Picture, frame: Array, bar: float) -> float:
    matrix = homography(UNIT, frame)
    flat = _places(round(bar, 4), 10, 5)
    seen = flat @ matrix[:, :2].T + matrix[:, 2]
    places = (seen[:, :2] / seen[:, 2:]).astype(np.float32).reshape(-1, 5, 2)
    values = cv2.remap(
        small, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return float(_disagreement(np.asarray(values, dtype=np.float32).reshape(1, 24, -1, 3))[0])


def _best_bar(small: Picture, frame: Array) -> _Found:
    score, bar = min((_score(small, frame, bar), bar) for bar in BARS)
    return score, frame, bar


_NUDGES = [
    *([first, second] for first, second in ((0, 1), (1, 2), (2, 3), (3, 0))),
    *([corner] for corner in range(4)),
    [0, 1, 2, 3],
]


def _push(small: Picture, score: float, frame: Array, bar: float) -> _Found:
    """Move edges and corners, and the bar, as long as the points agree better for it."""
    step = 0.012 * WIDTH
    while step > 0.6:
        better = False
        for corners, axis, way in itertools.product(_NUDGES, (0, 1), (step, -step)):
            moved = frame.copy()
            moved[corners, axis] += way
            found = _score(small, moved, bar)
            if found < score - 1e-4:
                score, frame, better = found, moved, True
        for width in (bar - 0.01, bar + 0.01):
            if 0.0 <= width <= 0.15:
                found = _score(small, frame, width)
                if found < score - 1e-4:
                    score, bar, better = found, width, True
        if not better:
            step /= 2.0
    return score, frame, bar


def _snap(small: Picture, frame: Array) -> Array:
    """Move every edge to the rail beside it.

    The points fix a board across its columns, but how far they reach towards the rails is vague; there the
    felt ends with a step of brightness along the whole edge.
    """
    reach = max(3, round(SNAP * float(np.linalg.norm(frame[1] - frame[0]))))
    lines = []
    for corner in range(4):
        start, end = frame[corner], frame[(corner + 1) % 4]
        along = (end - start) / np.linalg.norm(end - start)
        inwards = np.array([-along[1], along[0]])
        lines.append((start + inwards * _rail_offset(small, start, end, inwards, reach), along))
    corners = []
    for corner in range(4):
        (one, along), (other, across) = lines[corner - 1], lines[corner]
        one_line = np.array([*one, np.arctan2(along[1], along[0])])
        other_line = np.array([*other, np.arctan2(across[1], across[0])])
        corners.append(_meet(one_line, other_line))
    snapped = np.array(corners)
    return snapped if np.abs(snapped - frame).max() < 2 * reach else frame


def _rail_offset(small: Picture, start: Array, end: Array, inwards: Array, reach: int) -> float:
    """How far inwards (pixels, negative is outwards) of the line from ``start`` to ``end`` the felt ends."""
    shares = np.linspace(0.04, 0.96, 60)[:, None]
    offsets = np.arange(-reach - 1, reach + 2)
    places = (start + (end - start) * shares)[None] + offsets[:, None, None] * inwards
    maps = places.astype(np.float32)
    seen = cv2.remap(small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = np.asarray(seen, dtype=np.float32)
    steps = np.median(np.abs(values[2:] - values[:-2]).mean(axis=2), axis=1)
    steps *= np.exp(-0.5 * (offsets[1:-1] / (0.8 * reach)) ** 2)
    strong = np.flatnonzero(steps >= CLEAR * steps.max())
    innermost = strong[-1]
    top = innermost
    while top > 0 and steps[top - 1] > steps[top]:
        top -= 1
    return float(offsets[1:-1][top]) if steps.max() > 4.0 else 0.0
