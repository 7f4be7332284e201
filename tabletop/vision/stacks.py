"""How many checkers explain a strip, by colour evidence alone.

Checkers on a point stand in a row from the rail, never closer than they are wide, seldom with much of a gap.
Over all rows of n faces of one colour, the best sum of evidence is found exactly by dynamic programming,
for every n at once. This is what calibration uses to find the colours of a board it has never met; the
reader proper (``reader.py``) starts from the same evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.evidence import disc_means
from tabletop.vision.sampling import ACROSS, PER_DIAMETER

Floats = NDArray[np.float32]

MOST = 8
"""Faces that fit between rail and the other row."""
CLOSEST = 9
"""Samples between two centres at least: nine tenths of a diameter."""
LOOSE = 12
"""Samples between two centres from which a gap is unusual."""
GAP_COST = 0.6
"""Nats for every sample of an unusual gap."""
FACE_COST = 1.0
"""Nats for every face: two explanations being equal, the simpler one holds."""
FACE_WEIGHT = 14.0
"""Independent observations that a face is worth: its 78 samples see the same light and the same paint."""
SIDEWAYS = 4
"""Samples from the middle of a strip up to which the centre of a face may lie."""
IMPOSSIBLE = np.float32(-1e6)
FIRST, LAST = 6, 68
"""Samples along a strip between which the centre of a face may lie."""
HALF = 4
"""Samples from either end of a bar between which it may."""


@dataclass(frozen=True, slots=True)
class Row:
    """The best row of ``len(centres)`` faces on a strip."""

    score: float
    """Log-odds against an empty strip."""
    centres: tuple[tuple[int, int], ...]
    """(along, across), samples."""


def row_scores(evidence: Floats, gap_cost: float = GAP_COST) -> Floats:
    """Log-odds, against an empty strip, of the best row of 0, 1, … MOST faces, (strips, MOST + 1).

    ``evidence`` (strips, ALONG, ACROSS).
    """
    return _scores(_totals(_faces(evidence).max(axis=2), gap_cost, FIRST, LAST))


def bar_scores(evidence: Floats) -> Floats:
    """The same for whole bars, (bars, samples, ACROSS) from rail to rail: checkers stand anywhere there."""
    return _scores(_totals(_faces(evidence).max(axis=2), 0.0, HALF, evidence.shape[1] - HALF))


def _scores(totals: Floats) -> Floats:
    best = totals.max(axis=2) - FACE_COST * np.arange(1, MOST + 1, dtype=np.float32)[:, None]
    return np.concatenate([np.zeros((totals.shape[1], 1), dtype=np.float32), best.T], axis=1)


def best_rows(evidence: Floats, gap_cost: float = GAP_COST) -> list[list[Row]]:
    """For every strip of ``evidence`` (strips, ALONG, ACROSS) the best row of 0, 1, … MOST faces."""
    faces = _faces(evidence)
    totals = _totals(faces.max(axis=2), gap_cost, FIRST, LAST)
    aside = faces.argmax(axis=2) + ACROSS // 2 - SIDEWAYS
    return [_rows(totals[:, strip], aside[strip], gap_cost) for strip in range(len(evidence))]


def _faces(evidence: Floats) -> Floats:
    """What a face would be worth wherever its centre may lie, (strips, ALONG, 2 SIDEWAYS)."""
    return disc_means(evidence)[:, :, ACROSS // 2 - SIDEWAYS : ACROSS // 2 + SIDEWAYS] * FACE_WEIGHT


def _totals(face: Floats, gap_cost: float, first: int, last: int) -> Floats:
    """Best sum of n + 1 faces of which the last lies at every place, (MOST, strips, samples).

    ``face`` (strips, samples); no face lies before the ``first`` place, nor at the ``last`` or beyond. A gap
    of up to LOOSE costs nothing; beyond, every sample costs the same, so the best place before is a running
    maximum.
    """
    places = np.arange(face.shape[1], dtype=np.float32)
    allowed = np.full(face.shape[1], IMPOSSIBLE, dtype=np.float32)
    allowed[first:last] = 0.0
    face = face + allowed
    totals = np.empty((MOST, *face.shape), dtype=np.float32)
    totals[0] = face - np.maximum(0, places - CLOSEST) * gap_cost
    slope = (places * gap_cost).astype(np.float32)
    for count in range(1, MOST):
        left = totals[count - 1]
        before = np.full(face.shape, IMPOSSIBLE, dtype=np.float32)
        before[:, LOOSE:] = np.maximum.accumulate(left + slope, axis=1)[:, :-LOOSE] - slope[:-LOOSE]
        for gap in range(CLOSEST, LOOSE):
            np.maximum(before[:, gap:], left[:, :-gap], out=before[:, gap:])
        totals[count] = face + before
    return totals


def _rows(totals: Floats, aside: NDArray[np.int64], gap_cost: float) -> list[Row]:
    """The rows behind ``totals`` (MOST, ALONG), the last face first and then those before it."""
    rows = [Row(0.0, ())]
    for count in range(1, MOST + 1):
        along = int(totals[count - 1].argmax())
        score = float(totals[count - 1, along]) - count * FACE_COST
        centres = [(along, int(aside[along]))]
        for left in range(count - 1, 0, -1):
            reach = np.arange(max(1, along - CLOSEST + 1))
            gaps = np.maximum(0, along - reach - LOOSE) * gap_cost
            along = int((totals[left - 1, : len(reach)] - gaps).argmax())
            centres.append((along, int(aside[along])))
        rows.append(Row(score, tuple(reversed(centres))))
    return rows


def face_pixels(samples: Floats, strip: int, centre: tuple[int, int], radius: int = 4) -> Floats:
    """The samples of a face in (STRIPS, ALONG, ACROSS, 3) strips, as (n, 3)."""
    along, across = centre
    half = min(radius, PER_DIAMETER // 2 - 1)
    patch = samples[strip, max(0, along - half) : along + half + 1, max(0, across - half) : across + half + 1]
    return np.asarray(patch.reshape(-1, 3), dtype=np.float32)
