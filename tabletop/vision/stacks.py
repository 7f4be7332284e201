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
from tabletop.vision.sampling import ACROSS, ALONG, PER_DIAMETER

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
FIRST, LAST = 6, 68
"""Samples along a strip between which the centre of a face may lie."""


@dataclass(frozen=True, slots=True)
class Row:
    """The best row of ``len(centres)`` faces on a strip."""

    score: float
    """Log-odds against an empty strip."""
    centres: tuple[tuple[int, int], ...]
    """(along, across), samples."""


def best_rows(evidence: Floats, gap_cost: float = GAP_COST) -> list[list[Row]]:
    """For every strip of ``evidence`` (strips, ALONG, ACROSS) the best row of 0, 1, … MOST faces.

    On the bar, where checkers stand anywhere, ``gap_cost`` is 0.
    """
    means = disc_means(evidence)[:, :, ACROSS // 2 - SIDEWAYS : ACROSS // 2 + SIDEWAYS] * FACE_WEIGHT
    face = means.max(axis=2)
    aside = means.argmax(axis=2) + ACROSS // 2 - SIDEWAYS
    strips = len(face)
    worst = np.float32(-1e6)
    totals = np.full((MOST + 1, strips, ALONG), worst)
    before = np.zeros((MOST + 1, strips, ALONG), dtype=np.int64)
    late = np.maximum(0, np.arange(ALONG) - CLOSEST) * gap_cost
    totals[1, :, FIRST:LAST] = (face - late)[:, FIRST:LAST]
    for count in range(2, MOST + 1):
        for along in range(FIRST + CLOSEST, LAST):
            reach = slice(FIRST, along - CLOSEST + 1)
            gaps = np.maximum(0, along - np.arange(ALONG)[reach] - LOOSE) * gap_cost
            options = totals[count - 1, :, reach] - gaps
            pick = options.argmax(axis=1)
            before[count, :, along] = pick + FIRST
            totals[count, :, along] = options[np.arange(strips), pick] + face[:, along]
    return [_rows(totals[:, strip], before[:, strip], aside[strip]) for strip in range(strips)]


def _rows(totals: Floats, before: NDArray[np.int64], aside: NDArray[np.int64]) -> list[Row]:
    rows = [Row(0.0, ())]
    for count in range(1, MOST + 1):
        along = int(totals[count].argmax())
        score = float(totals[count, along]) - count * FACE_COST
        centres = [(along, int(aside[along]))]
        for left in range(count, 1, -1):
            along = int(before[left, along])
            centres.append((along, int(aside[along])))
        rows.append(Row(score, tuple(reversed(centres))))
    return rows


def face_pixels(samples: Floats, strip: int, centre: tuple[int, int], radius: int = 4) -> Floats:
    """The samples of a face in (STRIPS, ALONG, ACROSS, 3) strips, as (n, 3)."""
    along, across = centre
    half = min(radius, PER_DIAMETER // 2 - 1)
    patch = samples[strip, max(0, along - half) : along + half + 1, max(0, across - half) : across + half + 1]
    return np.asarray(patch.reshape(-1, 3), dtype=np.float32)
