"""How a board is learnt: from a picture in which the place of every checker is known.

The starting position is the best calibration sheet there is: thirty checkers whose place, colour and size
are known, and nobody has to print anything. Step 1 puts the points on the felt (`find_layout`). Step 2
takes the empty board from a picture of it, or from what the points of a kind agree on. Step 3 learns the
two colours at the checkers next to the rail, whose place is surest, then lets the rows of checkers settle
and learns again. Step 4 measures the checkers' diameter where they stand out against the felt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import Position
from tabletop.vision.background import expect, find_layout, learn_background, smooth, square_on
from tabletop.vision.calibration import Calibration, CalibrationError
from tabletop.vision.colours import ColourModel, learn_colours
from tabletop.vision.counting import counter
from tabletop.vision.evidence import Evidence, Felt, strangeness, weigh
from tabletop.vision.features import board_scale, features
from tabletop.vision.geometry import Array, Layout, View, view_from_corners
from tabletop.vision.sampling import ACROSS, BEYOND, PER_DIAMETER, Picture, sample_map
from tabletop.vision.stacks import MOST, best_rows, face_pixels

Floats = NDArray[np.float32]
Counts = Sequence[tuple[int, int]]
"""(light, dark) checkers on light's points 1 to 24."""


WIDEST = 70
"""Percentile of the widths seen that is taken for the diameter."""
SMALLEST = 0.8
"""Diameter of the smallest checkers people play with, in points."""
LEAST_FACES = 2
"""Faces of a side that its colour can be learnt from."""
COMPACT, SPREAD = 30.0, 2.5
"""A side's faces lie within so many grey levels of their middle, or so many times as far as most do."""
ABOUT_AS_BRIGHT = 0.15
"""Share of their brightness by which two colours of checkers must differ for it to tell them apart."""
BRIGHTNESS = np.array([0.0722, 0.7152, 0.2126], dtype=np.float32)
"""Brightness of blue, green, red to the eye (ITU-R BT.709): which side is called light."""


def counts_of(position: Position) -> list[tuple[int, int]]:
    """(light, dark) checkers on light's 1-point to 24-point."""
    return [(position.light.on(point), position.dark.on(25 - point)) for point in range(1, 25)]


def calibrate_known(
    picture: Picture,
    corners: Array,
    light_home: str,
    position: Position,
    empty: Picture | None = None,
) -> Calibration:
    """A calibration from a picture (H, W, 3, blue-green-red) of a known ``position``.

    ``corners`` (4, 2): the playing surface's TL, TR, BR, BL in pixels. ``empty``: a picture of the same
    board by the same camera without checkers, if there is one. Raises `CalibrationError` or
    `GeometryError` when board or checkers cannot be made out.
    """
    view = view_from_corners(corners, (picture.shape[1], picture.shape[0]))
    soft = smooth(picture)
    if empty is not None and empty.shape != picture.shape:
        raise CalibrationError("the picture of the empty board has another size than that of the start")
    bare = soft if empty is None else smooth(empty)
    layout = find_layout(bare, view)
    counts = counts_of(position)
    background = _background(bare, view, layout, empty is not None)
    for _ in range(2):
        calibration = _learn_sides(soft, view, layout, light_home, counts, background)
        layout = measure_diameter(soft, calibration, counts)
    calibration = _learn_sides(soft, view, layout, light_home, counts, background)
    return replace(calibration, checkers=max(position.light.total, position.dark.total))


def _background(picture: Picture, view: View, layout: Layout, is_empty: bool) -> Picture:
    if is_empty:
        return np.clip(square_on(picture, view), 0, 255).astype(np.uint8)
    return learn_background(picture, view, layout)


def _learn_sides(
    picture: Picture, view: View, layout: Layout, light_home: str, counts: Counts, background: Picture
) -> Calibration:
    samples_at = sample_map(view, layout, light_home)
    samples = samples_at.sample(picture).astype(np.float32)
    first = round((0.55 + BEYOND) * PER_DIAMETER)
    models = [
        learn_colours(_faces(samples, ((s, [(first, ACROSS // 2)]) for s, n in enumerate(counts) if n[side])))
        for side in (0, 1)
    ]
    expected = expect(background, samples_at)
    for _ in range(2):
        evidence = weigh(samples.astype(np.uint8), Felt.expected(expected), models[0], models[1])
        rows = [best_rows(evidence.light[:24]), best_rows(evidence.dark[:24])]
        models = [
            learn_colours(
                _faces(samples, ((s, rows[side][s][min(n[side], 6)].centres) for s, n in enumerate(counts)))
            )
            for side in (0, 1)
        ]
    return Calibration(view, layout, light_home, models[0], models[1], background)


def _faces(samples: Floats, places: Iterable[tuple[int, Sequence[tuple[int, int]]]]) -> Floats:
    faces = [face_pixels(samples, strip, centre) for strip, centres in places for centre in centres]
    if not faces:
        raise CalibrationError("the known position has no checker of one side on the points")
    return np.concatenate(faces)


def measure_diameter(picture: Picture, calibration: Calibration, counts: Counts) -> Layout:
    """The layout with the checkers' diameter as seen: the width over which faces differ from the felt."""
    layout = calibration.layout
    samples = calibration.samples.sample(picture)
    evidence = weigh(samples, Felt.expected(calibration.expected), calibration.light, calibration.dark)
    widths = []
    for side, values in ((0, evidence.light), (1, evidence.dark)):
        for strip, row in enumerate(best_rows(values[:24])):
            if not counts[strip][side]:
                continue
            for along, _ in row[min(counts[strip][side], 6)].centres:
                across = values[strip, along - 1 : along + 2].mean(axis=0)
                widths.append(float(np.count_nonzero(across > 0)))
    if not widths:
        return layout
    # Rims, highlights and felt of a checker's colour all make a width too small, hardly anything too large.
    seen = float(np.percentile(widths, WIDEST)) / PER_DIAMETER * layout.diameter
    diameter = float(np.clip(seen, SMALLEST * layout.pitch, layout.pitch))
    return replace(layout, diameter=diameter, thickness=0.25 * diameter)


def calibrate_snapshot(picture: Picture, corners: Array, light_home: str, checkers: int = 15) -> Calibration:
    """A calibration from one picture of an unknown position, the colours found by themselves.

    The counting network finds faces without being told colours; their colours fall into two groups, of which
    the brighter is light. Raises `CalibrationError` where there are not two colours of checkers.
    """
    view = view_from_corners(corners, (picture.shape[1], picture.shape[0]))
    soft = smooth(picture)
    layout = find_layout(soft, view)
    background = learn_background(soft, view, layout)
    calibration, counts = _snapshot(picture, view, layout, light_home, background, None)
    layout = measure_diameter(picture, calibration, counts)
    models = (calibration.light, calibration.dark)
    calibration, _ = _snapshot(picture, view, layout, light_home, background, models)
    return replace(calibration, checkers=checkers)


def _snapshot(
    picture: Picture,
    view: View,
    layout: Layout,
    light_home: str,
    background: Picture,
    models: tuple[ColourModel, ColourModel] | None,
) -> tuple[Calibration, Counts]:
    """One round: faces without colours unless there are ``models``, then colours from faces, twice."""
    samples_at = sample_map(view, layout, light_home)
    expected = expect(background, samples_at)
    samples = samples_at.sample(picture)
    values = samples.astype(np.float32)
    scale = board_scale(expected)
    bar = np.zeros(24, dtype=np.float32)
    points = expected.of(np.arange(24))
    if models is None:
        blind = counter().count(features(samples[:24], points, None, scale, bar))
        rows = best_rows((strangeness(values[:24], points) - 0.3) * 4.0)
        faces = [
            _Face.seen(values, strip, centre)
            for strip in range(24)
            for centre in rows[strip][min(int(blind.both[strip].argmax()), MOST)].centres
        ]
        models = _two_colours(faces)
    known: list[tuple[int, int]] = []
    for _ in range(2):
        evidence = weigh(samples[:24], Felt.expected(points), *models)
        counts = counter().count(features(samples[:24], points, evidence, scale, bar))
        light, dark = counts.light.argmax(axis=1), counts.dark.argmax(axis=1)
        known = list(zip(light.tolist(), dark.tolist(), strict=True))
        models = _relearn(values, evidence, known, models)
    return Calibration(view, layout, light_home, *models, background), known


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A checker's face as it may be one."""

    pixels: Floats
    """(n, 3)."""
    colour: Floats
    """Their median, (3,)."""

    @classmethod
    def seen(cls, samples: Floats, strip: int, centre: tuple[int, int]) -> _Face:
        pixels = face_pixels(samples, strip, centre)
        return cls(pixels, np.median(pixels, axis=0).astype(np.float32))


def _relearn(
    samples: Floats, evidence: Evidence, counts: Counts, models: tuple[ColourModel, ColourModel]
) -> tuple[ColourModel, ColourModel]:
    """The colours of the faces that were counted; of too few faces of a side nothing is learnt."""
    sides: list[list[_Face]] = []
    for side, values in ((0, evidence.light), (1, evidence.dark)):
        rows = best_rows(values)
        centres = [(s, rows[s][min(n[side], 6)].centres) for s, n in enumerate(counts) if not n[1 - side]]
        sides.append([_Face.seen(samples, s, centre) for s, row in centres for centre in row])
    if any(len(faces) < LEAST_FACES for faces in sides):
        return models
    return _learn_apart(sides[0], sides[1])


def _two_colours(faces: Sequence[_Face]) -> tuple[ColourModel, ColourModel]:
    """The two colours of checkers at ``faces``, the brighter first."""
    if len(faces) < 2 * LEAST_FACES:
        raise CalibrationError(
            "hardly any checkers can be made out: check the corners, or calibrate at the start"
        )
    colours = np.array([face.colour for face in faces], dtype=np.float32)
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    start = np.zeros((len(colours), 1), dtype=np.int32)
    _, labels, _ = cv2.kmeans(colours, 2, start, criteria, 10, cv2.KMEANS_PP_CENTERS)
    one, other = (
        [face for face, label in zip(faces, np.asarray(labels)[:, 0], strict=True) if label == side]
        for side in (0, 1)
    )
    return _learn_apart(one, other) if _brighter(one, other) else _learn_apart(other, one)


def _middle(faces: Sequence[_Face]) -> Floats:
    return np.median([face.colour for face in faces], axis=0).astype(np.float32)


def _brighter(one: Sequence[_Face], other: Sequence[_Face]) -> bool:
    """Whether ``one`` is light's. Of two colours about as bright the greener: the eye sees green best."""
    middles = _middle(one), _middle(other)
    first, second = (float(middle @ BRIGHTNESS) for middle in middles)
    if abs(first - second) < ABOUT_AS_BRIGHT * (first + second) / 2.0:
        return bool(middles[0][1] > middles[1][1])
    return first > second


def _learn_apart(light: Sequence[_Face], dark: Sequence[_Face]) -> tuple[ColourModel, ColourModel]:
    """The colours of two sides, from those faces of either that are like most of it and not like the other.

    Among faces that nobody vouches for there are points, dice and the other side's checkers; what has learnt
    them once finds ever more of them.
    """
    middles = _middle(light), _middle(dark)
    learnt = []
    for side, faces in enumerate((light, dark)):
        own, others = (
            np.array([float(np.linalg.norm(face.colour - middle)) for face in faces])
            for middle in (middles[side], middles[1 - side])
        )
        usual = max(COMPACT, SPREAD * float(np.median(own)))
        kept = [
            face.pixels for face, near, far in zip(faces, own, others, strict=True) if near < min(usual, far)
        ]
        learnt.append(learn_colours(np.concatenate(kept)))
    return learnt[0], learnt[1]
