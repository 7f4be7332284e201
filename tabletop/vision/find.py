"""Finds the board in a picture by itself.

The rails are among the long straight lines of the picture (``lines``), so every four of them may frame the
playing surface. Most such frames are nonsense, and one look tells: through the right one the flanks of the
points all lie where they should (``teeth``). The best few frames are then pushed about until they agree as
well as they can. Which of these is the board is decided by whoever can read them (``calibration``): a wrong
frame does not read as a starting position.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.errors import TabletopError
from tabletop.vision import teeth
from tabletop.vision.geometry import Array, on_its_side
from tabletop.vision.lines import meeting, rails
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

WIDTH = 480
"""The search works in a picture this wide."""
BARS = (0.0, 0.035, 0.07, 0.105)
"""Widths of the bar that are tried, as shares of the surface's width."""
WIDEST_BAR = 0.15
SHAPES = (0.6, 2.1)
"""Width over height of a playing surface as a camera may see it."""
UPENDED = 1.15
"""A frame that is narrower than this may be a board on its side."""
UPRIGHT = 0.9
NARROWEST = 0.25
"""Of the picture's width, that the board's longer side takes at least."""
FORESHORTENED = 1.8
"""Of two opposite sides of a board, the nearer one looks no longer than this many times the other."""
GLANCED, SCREENED, PUSHED = 1500, 60, 14
"""Frames that are looked at after the first glance; of those, more closely; of those, pushed into place."""
PUSHES = ((teeth.LOOSE, 0.012, 2.0), (teeth.CLOSE, 0.006, 0.4))
"""How far beside a flank one looks; the first step, in widths of the picture; the last one, in pixels."""
SHIFTED, TRIED = 2, 3
"""Of the best frames, and of the neighbours of each a column further, how many are pushed into place too."""
AT_ONCE = 2000
"""Frames that are glanced at in one go."""
SNAP = 0.035
"""How far a side's rail is looked for from where the points would have it, as a share of the width."""
FITTING = 0.9
"""Of the flanks that agree, the share that must still agree when the sides are moved to the rails."""
CLEAR = 0.6
"""The innermost step of brightness that is this strong, against the strongest, is taken for the rail."""


NO_BOARD = 0.15
"""Share of the flanks that agree by chance in pictures of anything else."""
RIVAL = 0.7
"""A frame through which fewer flanks agree than this share of the best one's is not the board."""
NOT_FOUND = "no board was found: give --corners, or bring the whole board into the picture"


class BoardNotFound(TabletopError):
    """No board can be made out in a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A frame that may be the playing surface."""

    corners: Array
    """TL, TR, BR, BL in pixels of the whole picture, (4, 2), for `view_from_corners`; see `on_its_side`."""
    agreement: float
    """Share of the flanks of the points that lie where they should, 0 to 1."""
    on_its_side: bool
    """The board stands on its side: its own top left is at the bottom left of the picture (`own_home`)."""


def find_boards(picture: Picture, most: int = 6) -> list[Candidate]:
    """The likeliest playing surfaces in ``picture`` (H, W, 3), the best first.

    Raises `BoardNotFound` where no four lines frame anything like a board.
    """
    scale = WIDTH / picture.shape[1]
    shrunk = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small: Picture = np.asarray(cv2.GaussianBlur(shrunk, (0, 0), 0.8), dtype=np.uint8)
    frames = _frames(*rails(small), (small.shape[1], small.shape[0]))
    if not len(frames):
        raise BoardNotFound(NOT_FOUND)
    close = _by_score(_best_bar(small, frame) for frame in _glanced(small, frames))
    pushed = _by_score(_push(small, found) for found in _distinct(close[:SCREENED], PUSHED))
    shifted = [_push(small, found) for one in pushed[:SHIFTED] for found in _shifted(small, one)]
    # A frame a column off may agree as well where its outer points are covered: second choices, all of them.
    groups = [_by_score(_settled(small, found) for found in group) for group in (pushed, shifted)]
    placed = [found for group in groups for found in group]
    found = [one for one in _distinct(placed, most) if one.score > max(NO_BOARD, RIVAL * placed[0].score)]
    if not found:
        raise BoardNotFound(NOT_FOUND)
    return [Candidate(one.corners / scale, one.score, on_its_side(one.corners)) for one in found]


def find_board(picture: Picture) -> Array:
    """The corners of the likeliest playing surface alone; see `find_boards`."""
    return find_boards(picture, 1)[0].corners


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    score: float
    corners: Array
    """In the small picture."""
    bar: float
    length: float
    """Of the points, as a share of the board's height."""


def _by_score(found: Iterable[_Found]) -> list[_Found]:
    return sorted(found, key=lambda one: -one.score)


def _distinct(found: list[_Found], most: int) -> list[_Found]:
    kept: list[_Found] = []
    for one in found:
        if all(np.abs(one.corners - other.corners).max() > 0.02 * WIDTH for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _frames(level: Array, upright: Array, size: tuple[int, int]) -> Array:
    """All frames of two level and two upright lines that a board could have, (n, 4, 2)."""
    crossings = meeting(level, upright)
    (i, j), (k, m) = (np.triu_indices(len(lines), 1) for lines in (level, upright))
    rows, columns = (part.ravel() for part in np.meshgrid(np.arange(len(i)), np.arange(len(k))))
    corners = [crossings[one[rows], other[columns]] for one, other in ((i, k), (i, m), (j, m), (j, k))]
    frames = np.stack(corners, axis=1).reshape(-1, 4, 2)
    upside_down = frames[:, :2, 1].sum(axis=1) > frames[:, 2:, 1].sum(axis=1)
    frames[upside_down] = frames[upside_down][:, [3, 2, 1, 0]]
    mirrored = frames[:, [0, 3], 0].sum(axis=1) > frames[:, [1, 2], 0].sum(axis=1)
    frames[mirrored] = frames[mirrored][:, [1, 0, 3, 2]]
    frames = frames[_plausible(frames, size)]
    shape = _shapes(_sides(frames))
    return np.concatenate([frames[shape > UPRIGHT], np.roll(frames[shape < UPENDED], 1, axis=1)])


def _sides(frames: Array) -> Array:
    """Lengths of the top, right, bottom and left side, (n, 4)."""
    return np.asarray(np.linalg.norm(np.roll(frames, -1, axis=1) - frames, axis=2))


def _shapes(sides: Array) -> Array:
    return np.asarray((sides[:, 0] + sides[:, 2]) / np.maximum(sides[:, 1] + sides[:, 3], 1e-9))


def _plausible(frames: Array, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which of ``frames`` (n, 4, 2) a board in a picture of ``size`` could fill."""
    margin = 0.02 * max(size)
    inside = np.all((frames > -margin) & (frames < np.array(size) + margin), axis=(1, 2))
    edges = np.roll(frames, -1, axis=1) - frames
    after = np.roll(edges, -1, axis=1)
    convex = np.all(edges[..., 0] * after[..., 1] > edges[..., 1] * after[..., 0], axis=1)
    sides = _sides(frames)
    shape = _shapes(sides)
    shaped = (shape > SHAPES[0]) & (shape < SHAPES[1]) & (sides[:, :2].max(axis=1) > NARROWEST * size[0])
    longer = np.maximum(sides[:, :2], sides[:, 2:])
    seen_whole = np.all(longer < FORESHORTENED * np.minimum(sides[:, :2], sides[:, 2:]), axis=1)
    return np.asarray(inside & convex & shaped & seen_whole)


def _glanced(small: Picture, frames: Array) -> Array:
    """The frames worth a closer look, (n, 4, 2)."""
    parts = np.array_split(frames, max(1, len(frames) // AT_ONCE))
    scores = [
        np.max([teeth.coherence(small, matrices, bar) for bar in BARS], axis=0)
        for matrices in (teeth.homographies(part) for part in parts)
    ]
    return frames[np.argsort(-np.concatenate(scores), kind="stable")[:GLANCED]]


def _best_bar(small: Picture, frame: Array) -> _Found:
    matrix = teeth.homographies(frame[None])[0]
    look = (teeth.USUAL_LENGTH, teeth.LOOSE, teeth.COARSE)
    score, bar = max((teeth.agreement(small, matrix, bar, *look), bar) for bar in BARS)
    return _Found(score, frame, bar, teeth.USUAL_LENGTH)


_NUDGES = [
    *([first, second] for first, second in ((0, 1), (1, 2), (2, 3), (3, 0))),
    *([corner] for corner in range(4)),
    [0, 1, 2, 3],
]


def seen_at(matrix: Array, places: Array) -> Array:
    """Where ``places`` (n, 2) of the unit surface are seen through ``matrix`` (3, 3), (n, 2)."""
    seen = places @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _push(small: Picture, found: _Found) -> _Found:
    """Move edges and corners, the bar and the tips, as long as the flanks agree better for it."""
    best = found
    for beside, step, least in PUSHES:
        best = _rated(small, best, best.corners, best.bar, best.length, beside)
        reach = step * WIDTH
        while reach > least:
            before = best.score
            for corners, axis, way in itertools.product(_NUDGES, (0, 1), (reach, -reach)):
                moved = best.corners.copy()
                moved[corners, axis] += way
                best = max(best, _rated(small, best, moved, best.bar, best.length, beside), key=_score)
            for bar in (best.bar - 0.01, best.bar + 0.01):
                if 0.0 <= bar <= WIDEST_BAR:
                    best = max(best, _rated(small, best, best.corners, bar, best.length, beside), key=_score)
            for length in teeth.LENGTHS:
                best = max(best, _rated(small, best, best.corners, best.bar, length, beside), key=_score)
            if best.score < before + 1e-4:
                reach /= 2.0
    return best


def _shifted(small: Picture, found: _Found) -> list[_Found]:
    """The best frames that begin or end a column sooner or later: that is how a frame goes astray."""
    matrix = teeth.homographies(found.corners[None])[0]
    frames = []
    for left, right in itertools.product((-1, 0, 1), repeat=2):
        if left or right:
            sides = (left / 12.0, 1.0 + right / 12.0)
            frames.append(np.array([[sides[0], 0], [sides[1], 0], [sides[1], 1], [sides[0], 1]]))
    return _by_score(_best_bar(small, seen_at(matrix, places)) for places in frames)[:TRIED]


def _score(found: _Found) -> float:
    return found.score


def _rated(small: Picture, found: _Found, corners: Array, bar: float, length: float, beside: float) -> _Found:
    matrix = teeth.homographies(corners[None])[0]
    score = teeth.agreement(small, matrix, bar, length, beside)
    return replace(found, score=score, corners=corners, bar=bar, length=length)


def _settled(small: Picture, found: _Found) -> _Found:
    """A frame moved to the rails: far and near by where the points' feet end, the sides by brightness.

    A side stays where the points have it when they would not fit the rail.
    """
    matrix = teeth.homographies(found.corners[None])[0]
    far, near = (teeth.feet(small, matrix, found.bar, top) for top in (True, False))
    places = np.array([[0.0, far[0]], [1.0, far[1]], [1.0, 1.0 - near[1]], [0.0, 1.0 - near[0]]])
    corners = seen_at(matrix, places)
    by_points, by_rails = (
        max((_rated(small, found, frame, found.bar, n, teeth.CLOSE) for n in teeth.LENGTHS), key=_score)
        for frame in (corners, _sides_snapped(small, corners))
    )
    return by_rails if by_rails.score > FITTING * by_points.score else by_points


def _sides_snapped(small: Picture, frame: Array) -> Array:
    """The left and the right edge moved to the rails beside them.

    The points fix a board across its columns, but some boards leave room beside the outermost ones; there the
    felt ends with a step of brightness along the whole edge.
    """
    reach = max(3, round(SNAP * float(np.linalg.norm(frame[1] - frame[0]))))
    lines = []
    for corner in range(4):
        start, end = frame[corner], frame[(corner + 1) % 4]
        one, other = start + (end - start) / 4, start + (end - start) * 3 / 4
        if corner % 2:
            along = (end - start) / np.linalg.norm(end - start)
            inwards, middle = np.array([-along[1], along[0]]), (start + end) / 2
            one = one + inwards * _rail_offset(small, start, middle, inwards, reach)
            other = other + inwards * _rail_offset(small, middle, end, inwards, reach)
        lines.append(np.array([*one, np.arctan2(*(other - one)[::-1])]))
    corners = np.array([meeting(lines[k - 1][None], lines[k][None])[0, 0] for k in range(4)])
    return corners if np.abs(corners - frame).max() < 2 * reach else frame


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
