"""What the board looks like where nothing stands on it.

A board repeats itself: the twelve dark points look alike, and so do the twelve light ones. So even a
picture full of checkers shows the empty board: whatever most points of one kind agree on at one place is
the point itself. The result is a small picture of the felt, square-on, that a reader compares with.
The same agreement tells how wide the bar is: only with the right width do the points fall on one another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.geometry import Array, Layout, View
from tabletop.vision.sampling import ALONG, GLANCE, STRIPS, Picture, SampleMap

Floats = NDArray[np.float32]

ROWS = 240
"""Rows of the background picture from rail to rail."""
MARGIN = 0.08
"""How far it reaches beyond the playing surface, board units."""
REACH = 0.48
"""Length of a point's strip, from the rail towards the middle."""
STRIP_SHAPE = (96, 24)
ALIKE = 14.0
"""Grey levels within which two points of a kind agree."""


HALF_WAY = (0.2, 0.28)
"""Where on a point, in board heights from the rail, its paint can be seen on most points of a kind."""
PAINT_VARIES = 20.0
"""Grey levels by which a point's paint varies from foot to half-way."""
PAINT_COUNTS = 0.5
"""A strip that shows the paint counts as if so many more of all agreed with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """The background at every sample of a reader, (STRIPS, ALONG, ACROSS, 3) each."""

    mean: Floats
    low: Floats
    """The darkest background within two pixels: a slightly misplaced edge is no checker."""
    high: Floats

    def of(self, strips: NDArray[np.intp]) -> Expected:
        """The same for some strips only."""
        return Expected(self.mean[strips], self.low[strips], self.high[strips])

    def at_a_glance(self) -> Expected:
        """The same at the samples of a glance alone, (STRIPS, …, …, 3) each."""
        return Expected(*(np.ascontiguousarray(each[GLANCE]) for each in (self.mean, self.low, self.high)))


def smooth(picture: Picture) -> Picture:
    """A picture without the noise that is finer than a checker's features."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.5, picture.shape[1] / 1600.0)), dtype=np.uint8)


def square_on(picture: Picture, view: View) -> Floats:
    """The felt square-on: ROWS pixels from rail to rail, with MARGIN around, (h, w, 3)."""
    width = round(ROWS * (view.aspect + 2 * MARGIN))
    height = round(ROWS * (1 + 2 * MARGIN))
    x = (np.arange(width) + 0.5) / ROWS - MARGIN
    y = (np.arange(height) + 0.5) / ROWS - MARGIN
    places = view.at_height(np.stack(np.meshgrid(x, y), axis=-1), 0.0).astype(np.float32)
    seen = cv2.remap(
        picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.float32)


def point_strips(
    picture: Picture, view: View, layout: Layout, shape: tuple[int, int] = STRIP_SHAPE
) -> Floats:
    """The 24 points as they lie on the felt, rail first, (24, *shape, 3): the top row, then the bottom
    row."""
    along, across = shape
    u = (np.arange(across) + 0.5) / across - 0.5
    v = (np.arange(along) + 0.5) / along * REACH
    places = np.empty((24, along, across, 2))
    for column in range(12):
        places[column, :, :, 0] = places[12 + column, :, :, 0] = layout.column(column) + u * layout.pitch
        places[column, :, :, 1] = v[:, None]
        places[12 + column, :, :, 1] = 1.0 - v[:, None]
    pixels = view.at_height(places.reshape(-1, across, 2), 0.0).astype(np.float32)
    seen = cv2.remap(
        picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.float32).reshape(24, along, across, 3)


KIND = np.array([(column + row) % 2 for row in (0, 1) for column in range(12)])
"""Which of the two colours each of the 24 strips of `point_strips` has."""


def find_layout(picture: Picture, view: View) -> Layout:
    """Width and place of the bar, by making the points of a kind agree as well as they can.

    Checkers are taken as most are made: nine tenths of a point wide, a quarter as thick.
    """

    def disagreement(layout: Layout) -> float:
        strips = point_strips(soft, view, layout, (24, 12))
        total = 0.0
        for kind in (0, 1):
            members = strips[kind == KIND]
            away = np.abs(members - np.median(members, axis=0)).mean(axis=-1)
            total += float(np.minimum(away, 30.0).mean())
        return total

    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), picture.shape[1] / 900.0), dtype=np.uint8)
    best = Layout(view.aspect, 0.0)
    for step, reach, shift in ((0.01, 0.07, 0.02), (0.0025, 0.01, 0.01)):
        middle = best if step < 0.01 else Layout(view.aspect, 0.07)
        candidates = [
            replace(middle, bar=max(0.0, middle.bar + wider), bar_centre=middle.bar_centre + aside)
            for wider in np.arange(-reach, reach + step / 2, step)
            for aside in np.arange(-shift, shift + step / 2, step)
        ]
        best = min(candidates, key=disagreement)
    if best.bar < 0.015:
        best = replace(best, bar=0.0, bar_centre=0.5)
    diameter = 0.9 * best.pitch
    return replace(best, diameter=diameter, thickness=0.25 * diameter)


def most_agreed(strips: Floats, weights: Floats | None = None) -> Floats:
    """What most of ``strips`` (n, h, w, 3) agree on at every place, (h, w, 3).

    ``weights`` (n, h, w), 0 to 1: how far a strip is known to show the felt there.
    """
    count = len(strips)
    votes = np.zeros(strips.shape[:3], dtype=np.float32)
    known = np.ones(strips.shape[:3], dtype=np.float32) if weights is None else weights
    for one in range(count):
        apart = np.abs(strips - strips[one]).mean(axis=-1)
        votes[one] = (np.exp(-((apart / ALIKE) ** 2)) * known).sum(axis=0)
    votes += PAINT_COUNTS * count * _painted(strips)[..., None]
    votes *= known + 1e-3
    best = np.take_along_axis(strips, votes.argmax(axis=0)[None, ..., None], axis=0)[0]
    alike = np.exp(-((np.abs(strips - best).mean(axis=-1) / ALIKE) ** 2)) * (known + 1e-3)
    return np.asarray(
        (strips * alike[..., None]).sum(axis=0) / alike.sum(axis=0)[..., None], dtype=np.float32
    )


def _painted(strips: Floats) -> Floats:
    """How far the middle of every strip (n, h, w, 3) shows its point's own paint, 0 to 1, (n, h).

    A point is one colour from foot to tip, and few stacks reach half-way: so its paint is known there, even
    if checkers hide the feet of most points.
    """
    _, height, width, _ = strips.shape
    middle = strips[:, :, width // 2 - 1 : width // 2 + 1].mean(axis=2)
    low, high = (round(share / REACH * height) for share in HALF_WAY)
    paint = np.median(middle[:, low:high].reshape(-1, 3), axis=0)
    painted = np.exp(-((np.abs(middle - paint).mean(axis=-1) / PAINT_VARIES) ** 2))
    painted[:, high:] = 0.0
    return np.asarray(painted, dtype=np.float32)


def learn_background(picture: Picture, view: View, layout: Layout) -> Picture:
    """The empty board, square-on, from a picture with checkers on it; see `square_on` for the shape."""
    felt = square_on(picture, view)
    strips = point_strips(picture, view, layout)
    for kind in (0, 1):
        agreed = most_agreed(strips[kind == KIND])
        for index in np.flatnonzero(kind == KIND):
            _paste(felt, agreed, layout, int(index) % 12, top=bool(index < 12))
    if layout.bar:
        left = round((layout.aspect * (layout.bar_centre - layout.bar / 2) + MARGIN) * ROWS)
        right = round((layout.aspect * (layout.bar_centre + layout.bar / 2) + MARGIN) * ROWS)
        rows = slice(round(MARGIN * ROWS), round((1 + MARGIN) * ROWS))
        felt[rows, left:right] = np.median(felt[rows, left:right], axis=0)
    return np.clip(felt, 0, 255).astype(np.uint8)


def _paste(felt: Floats, strip: Floats, layout: Layout, column: int, top: bool) -> None:
    left = round((layout.column(column) - layout.pitch / 2 + MARGIN) * ROWS)
    right = round((layout.column(column) + layout.pitch / 2 + MARGIN) * ROWS)
    first, last = round(MARGIN * ROWS), round((MARGIN + REACH) * ROWS)
    patch = cv2.resize(strip, (right - left, last - first), interpolation=cv2.INTER_LINEAR)
    if top:
        felt[first:last, left:right] = patch
    else:
        bottom = round((1 + MARGIN) * ROWS)
        felt[bottom - (last - first) : bottom, left:right] = patch[::-1]


def expect(background: Picture, samples: SampleMap) -> Expected:
    """The background seen at every sample of a reader."""
    across = samples.board.shape[2]
    places: Array = (samples.board + MARGIN) * ROWS - 0.5
    flat = places.reshape(STRIPS * ALONG, across, 2).astype(np.float32)
    kernel = np.ones((5, 5), np.uint8)

    def seen(image: Picture) -> Floats:
        at = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(at, dtype=np.float32).reshape(STRIPS, ALONG, across, 3)

    low, high = cv2.erode(background, kernel), cv2.dilate(background, kernel)
    return Expected(seen(background), seen(np.asarray(low)), seen(np.asarray(high)))
