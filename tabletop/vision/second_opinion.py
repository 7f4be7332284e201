"""A second opinion on the counts of some strips: rows of faces, found by colour alone.

The network counts; beside it stands an older way that knows nothing but the colours: the best row of
discs on a strip. The two err in different ways. Where they agree both are believed more; where two colours
stand on one point the faces say whose is whose; and on the bar, where checkers stand anywhere on one even
ground, rows of faces have a say of their own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.counting import KINDS, Counts
from tabletop.vision.evidence import Evidence, disc_means
from tabletop.vision.sampling import ACROSS, ALONG, BAR_MIDDLE, PER_DIAMETER
from tabletop.vision.stacks import FIRST, LAST, SIDEWAYS, bar_scores, best_rows, row_scores

Floats = NDArray[np.float32]

BORDER = 9
"""Samples from the border between the bar's two strips within which a face shows in both."""
ONE_COLOUR = np.log(0.9)
"""A point on which the network is surer than this of one side's count holds that side alone."""
PLAINLY_EMPTY = np.log(0.98)
"""A point that the network is surer than this is empty may be empty beyond all doubt."""
EMPTY = np.log(0.5)
"""A point that is emptier than this has no colours to tell apart."""
PLAINLY = 1.2
"""Evidence, nats a sample, from which a face is of one side and not of the other."""
ONCE = 0.5
"""Probability that two faces on either side of that border are one checker's; the row of all decides."""
FACES = slice(ACROSS // 2 - SIDEWAYS, ACROSS // 2 + SIDEWAYS)
"""Where across a strip the centre of a face may lie."""
FACES_WEIGHT = 0.15
"""How far the evidence of rows of faces is believed beside the network's."""
ROW = 4
"""Checkers from which some may stand on others: most people begin a second layer after five."""
MOST_AGAINST = -7.0
"""The most, in nats, that it says against a count."""
BARE = 0.15
"""Strangeness up to which a place is felt and nothing else."""
HALFWAY = ALONG // 2
SHOWN = 0.8
"""Evidence, nats a sample, from which a face is there."""
LEAST = -16.0
"""Log-probability under which nothing is ever held: nothing is that sure of anything."""
NONE = np.full(KINDS, LEAST, dtype=np.float32)
"""Certainly no checker."""
NONE[0] = 0.0


def agree(strips: NDArray[np.intp], evidence: Evidence, counts: Counts) -> None:
    """Where rows of faces tell the same count as the network, both are believed more.

    That is what makes an accusation safe. A second layer that lies exactly on the first escapes both, so a
    row of ROW or more says nothing against still more. ``counts`` is changed.
    """
    points = np.flatnonzero(strips < BAR_MIDDLE)
    if not len(points):
        return
    light, dark = evidence.light[points], evidence.dark[points]
    both = row_scores(np.concatenate([light - np.maximum(dark, 0.0), dark - np.maximum(light, 0.0)]))
    scores = _padded(both).reshape(2, len(points), KINDS)
    logs = np.stack([counts.light[points], counts.dark[points]])
    told = scores.argmax(axis=2)
    same = (told == logs.argmax(axis=2)).all(axis=0)
    bare = disc_means(evidence.strange[points])[:, FIRST:LAST, FACES].max(axis=(1, 2)) < BARE
    # No faces are no proof where something of neither's colour stands, nor where the network has doubts.
    same &= told.any(axis=0) | (bare & (logs[:, :, 0] > PLAINLY_EMPTY).all(axis=0))
    against = np.maximum((scores - scores.max(axis=2, keepdims=True)) * FACES_WEIGHT, MOST_AGAINST)
    still_more = (told[:, :, None] >= ROW) & (np.arange(KINDS) >= told[:, :, None])
    logs = np.where(same[:, None], logs + np.where(still_more, 0.0, against), logs)
    counts.light[points], counts.dark[points] = _normalised(logs)


def _padded(scores: Floats) -> Floats:
    """Row scores as far as the network counts: longer rows do not fit on a strip."""
    out = np.full((len(scores), KINDS), -1e6, dtype=np.float32)
    out[:, : scores.shape[1]] = scores
    return out


def _normalised(logs: Floats) -> Floats:
    shifted = logs - logs.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)


def tell_colours_apart(strips: NDArray[np.intp], evidence: Evidence, counts: Counts) -> None:
    """Two colours on a point: the network says how many checkers stand there, their faces say whose they are.

    No legal game shows this, an illegal play that hit nothing does. Only faces plainly of one side count;
    ``counts`` is changed.
    """
    doubted = np.maximum(counts.light[:, 1:].max(axis=1), counts.dark[:, 1:].max(axis=1)) < ONE_COLOUR
    doubted &= counts.both[:, 0] < EMPTY
    if not (doubted & (strips < BAR_MIDDLE)).any():
        return
    apart = evidence.light - evidence.dark
    leaning = disc_means(apart)[:, :, FACES]
    there = disc_means(np.maximum(evidence.light, evidence.dark))[:, :, FACES] > SHOWN
    light, dark = (np.any(there & (side > PLAINLY), axis=(1, 2)) for side in (leaning, -leaning))
    mixed = np.flatnonzero(light & dark & doubted & (strips < BAR_MIDDLE))
    for place in mixed:
        total = int(counts.both[place].argmax())
        rows = best_rows(np.maximum(evidence.light, evidence.dark)[place : place + 1])[0]
        if not 2 <= total < len(rows):
            continue
        faces = [leaning[place, along, across - FACES.start] for along, across in rows[total].centres]
        if min(abs(face) for face in faces) < PLAINLY:
            continue
        lights = sum(face > 0 for face in faces)
        if 0 < lights < total:
            sure = float(counts.both[place, total])
            doubt = np.log(max(1.0 - np.exp(sure), 1e-6) / (KINDS - 1))
            counts.light[place], counts.dark[place] = doubt, doubt
            counts.light[place, lights], counts.dark[place, total - lights] = sure, sure


def count_bar(strips: NDArray[np.intp], evidence: Evidence, counts: Counts, length: float) -> None:
    """The bar's own strips, both of them or neither; ``counts`` is changed: the middle then holds all.

    ``length``: of the bar, in checker diameters; 0 for a board without one.
    """
    places = np.flatnonzero(strips >= BAR_MIDDLE)
    if not len(places):
        return
    middle, ends = places
    if not length:  # the middle of the felt lies there
        for logs in (counts.light, counts.dark):
            logs[places] = NONE
        counts.covered[places] = 0.0
        return
    light, dark = evidence.light[places], evidence.dark[places]
    for one, other, logs in ((light, dark, counts.light), (dark, light, counts.dark)):
        values = one - np.maximum(other, 0.0)  # against the felt, and against the other side's checkers
        scores = _padded(bar_scores(_whole_bar(values, length)[None]))[0]
        total = _together(logs[middle], _counted_once(values, logs, places))
        logs[middle] = _normalised(total + np.maximum((scores - scores.max()) * FACES_WEIGHT, MOST_AGAINST))
        logs[ends] = NONE


def _whole_bar(values: Floats, length: float) -> Floats:
    """One strip from rail to rail, (samples, ACROSS), of the bar's middle and ends (2, ALONG, ACROSS)."""
    middle, ends = values
    beyond = max(0, round(length * PER_DIAMETER / 2 - HALFWAY))
    if beyond == 0:
        reach = round(length * PER_DIAMETER / 2)
        return np.asarray(middle[HALFWAY - reach : HALFWAY + reach])
    beyond = min(beyond, HALFWAY)
    return np.concatenate([ends[:beyond], middle, ends[ALONG - beyond :]])


def _together(one: Floats, other: Floats) -> Floats:
    """The log-probabilities (KINDS,) of the sum of two counts."""
    sums = np.convolve(np.exp(one), np.exp(other))[:KINDS]
    return np.asarray(np.log(np.maximum(sums, np.exp(LEAST))), dtype=np.float32)


def _counted_once(evidence: Floats, logs: Floats, pair: NDArray[np.intp]) -> Floats:
    """The counts of the bar's ends, (KINDS,), without those of its middle.

    A checker on the border between the bar's two strips shows in both: it is likely one too many.
    ``evidence`` (2, ALONG, ACROSS) of one colour in the bar's middle and ends; ``logs`` (strips, KINDS).
    """
    middle, ends = pair
    counted: Floats = logs[ends]
    if not (logs[middle].argmax() and counted.argmax()):
        return counted
    faces = disc_means(evidence).max(axis=2)
    borders = (
        (slice(0, BORDER), slice(HALFWAY - BORDER, HALFWAY)),
        (slice(-BORDER, None), slice(HALFWAY, HALFWAY + BORDER)),
    )
    for at_end, border in borders:
        if faces[0, at_end].max() > SHOWN and faces[1, border].max() > SHOWN:
            fewer = np.append(counted[1:], LEAST)
            counted = _normalised(np.logaddexp(fewer + np.log(ONCE), counted + np.log(1.0 - ONCE)))
    return counted
