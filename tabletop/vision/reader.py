"""Reads a quiet board.

A picture is sampled in strips, the change of light is divided out, and only the strips that look different
from what they looked like when their content was last settled by a closed turn are counted anew; the
rest still hold what they held. Then the two sides are weighed as wholes: fifteen checkers each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import POINTS, Position, Side
from tabletop.referee.observation import BAR_SPOT, Observation, Spot
from tabletop.vision.calibration import Calibration
from tabletop.vision.conservation import LikeliestSide, likeliest
from tabletop.vision.counting import KINDS, Counter, Counts, counter
from tabletop.vision.evidence import Evidence, disc_means, weigh
from tabletop.vision.features import board_scale, features
from tabletop.vision.light import Light, LightMeter
from tabletop.vision.sampling import ACROSS, ALONG, BAR_MIDDLE, STRIPS, Picture
from tabletop.vision.stacks import SIDEWAYS, best_rows

Floats = NDArray[np.float32]

BAR_FLAG = np.array([0.0] * 24 + [1.0, 1.0], dtype=np.float32)
COVERED = 0.5
"""Probability from which a strip counts as covered."""
UNSURE = 0.98
"""A spot whose count is less probable than this is named unsure."""
TRUST = 0.9998
"""A strip that looks as it did when its content was settled still holds it, with this probability."""
LISTED = 12
"""Contents of a spot that are told with their likelihood; all others share the floor."""
BELIEVED = np.log(0.5)
DISPUTED = -3.0
"""A closed turn's content that the strip itself gives less than this (log-probability) is not learnt."""
CHANGED = 16.0
"""Grey levels by which a sample must differ to count as changed."""
OWN = slice(ACROSS // 2 - 5, ACROSS // 2 + 5)
"""The samples across a strip that are its own, not its neighbours'."""
CHANGED_SHARE = 0.006
"""Share of a strip's samples that must have changed for it to be counted anew."""
BORDER = 9
"""Samples from the border between the bar's two strips within which a face shows in both."""
ONE_COLOUR = np.log(0.9)
"""A point on which the network is surer than this of one side's count holds that side alone."""
PLAINLY = 1.2
"""Evidence, nats a sample, from which a face is of one side and not of the other."""
FACES = slice(ACROSS // 2 - SIDEWAYS, ACROSS // 2 + SIDEWAYS)
"""Where across a strip the centre of a face may lie."""
FACES_WEIGHT = 0.15
"""How far the evidence of rows of faces is believed beside the network's."""
ROW = 4
"""Checkers from which some may stand on others: most people begin a second layer after five."""
MOST_AGAINST = -7.0
"""The most, in nats, that it says against a count."""
HALFWAY = ALONG // 2
SHOWN = 0.8
"""Evidence, nats a sample, from which a face is there."""
LEAST = -16.0
"""Log-probability under which nothing is ever held: the network is not that sure of anything."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One picture, read."""

    observation: Observation
    light: Light
    covered: tuple[int, ...]
    """Spots that something hides; 0 is the bar."""
    recounted: int
    """Strips that the network had to look at."""


@dataclass(slots=True, eq=False)
class _Memory:
    samples: Picture
    light: Floats
    dark: Floats
    """Log-probability of every count on every strip, (STRIPS, KINDS)."""
    disputed: NDArray[np.bool_]
    """Strips that are counted anew every time, (STRIPS,)."""


@dataclass(slots=True, eq=False)
class Reader:
    """Reads the pictures of one calibrated camera. Not to be shared by threads."""

    calibration: Calibration
    network: Counter = field(default_factory=counter)
    _scale: tuple[float, float] = field(init=False)
    _meter: LightMeter = field(init=False)
    _memory: _Memory | None = field(default=None, init=False)
    _last: tuple[Picture, Floats, Floats] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._scale = board_scale(self.calibration.expected)
        self._meter = LightMeter(self.calibration.expected, self.calibration.samples)

    def read(self, picture: Picture) -> Reading:
        """What stands on the board in ``picture`` (H, W, 3), blue-green-red, of the calibration's size."""
        calibration = self.calibration
        samples = calibration.samples.sample(picture)
        light = self._meter.measure(samples)
        even = light.even(samples)
        strips = self._changed(even)
        counts = self._count(even, strips)
        return self._weigh(even, light, strips, counts)

    def confirm(self, position: Position) -> None:
        """The last picture read showed ``position``, says a closed turn: take it as the new reference.

        Where the reader itself saw something else it learns nothing: one misjudged turn must not teach it to
        see wrongly from then on.
        """
        if self._last is None:
            return
        even, log_light, log_dark = self._last
        light, dark = (_settled(side, player) for player, side in enumerate((position.light, position.dark)))
        believed = (log_light * (light > BELIEVED)).sum(axis=1) + (log_dark * (dark > BELIEVED)).sum(axis=1)
        disputed = believed < DISPUTED
        light[disputed], dark[disputed] = log_light[disputed], log_dark[disputed]
        self._memory = _Memory(even, light, dark, disputed)

    def follow(self, calibration: Calibration) -> None:
        """The camera was nudged: go on with ``calibration``, knowing all that is known of the board."""
        self.calibration = calibration
        self._meter = LightMeter(calibration.expected, calibration.samples)

    def _changed(self, even: Picture) -> NDArray[np.intp]:
        if self._memory is None:
            return np.arange(STRIPS)
        apart = np.asarray(cv2.absdiff(even.reshape(-1, 3), self._memory.samples.reshape(-1, 3)))
        far = (apart > CHANGED).any(axis=1).reshape(STRIPS, ALONG, ACROSS)[:, :, OWN].reshape(STRIPS, -1)
        share = np.count_nonzero(far, axis=1) / far.shape[1]
        return np.flatnonzero((share > CHANGED_SHARE) | self._memory.disputed)

    def _count(self, even: Picture, strips: NDArray[np.intp]) -> Counts:
        calibration, expected = self.calibration, self.calibration.expected.of(strips)
        evidence = weigh(even[strips], expected, calibration.light, calibration.dark)
        shown = features(even[strips], expected, evidence, self._scale, BAR_FLAG[strips])
        counts = self.network.count(shown)
        _agree(strips, evidence, counts)
        _tell_colours_apart(strips, evidence, counts)
        self._count_bar(strips, evidence, counts)
        return counts

    def _count_bar(self, strips: NDArray[np.intp], evidence: Evidence, counts: Counts) -> None:
        """On the bar checkers stand anywhere, on one even ground: there rows of faces have a say too."""
        places = np.flatnonzero(strips >= BAR_MIDDLE)
        if not len(places):
            return
        if not self.calibration.layout.bar:  # a board without a bar has the middle of its felt there
            for logs in (counts.light, counts.dark):
                logs[places] = LEAST
                logs[places, 0] = 0.0
            counts.covered[places] = 0.0
            return
        light, dark = evidence.light[places], evidence.dark[places]
        for one, other, logs in ((light, dark, counts.light), (dark, light, counts.dark)):
            values = one - np.maximum(other, 0.0)  # against the felt, and against the other side's checkers
            rows = best_rows(values, gap_cost=0.0)
            for place, row in zip(places, rows, strict=True):
                scores = np.array([one.score for one in row] + [-1e6])[:KINDS]
                logs[place] += np.maximum((scores - scores.max()) * FACES_WEIGHT, MOST_AGAINST)
                logs[place] -= np.logaddexp.reduce(logs[place])
            if len(places) == 2:
                _counted_once(values, logs, places)

    def _weigh(self, even: Picture, light: Light, strips: NDArray[np.intp], counts: Counts) -> Reading:
        memory = self._memory
        empty = np.zeros((STRIPS, KINDS), dtype=np.float32)
        log_light = empty.copy() if memory is None else memory.light.copy()
        log_dark = empty.copy() if memory is None else memory.dark.copy()
        log_light[strips], log_dark[strips] = counts.light, counts.dark
        covered = [int(strip) for strip, share in zip(strips, counts.covered, strict=True) if share > COVERED]
        for strip in covered:
            log_light[strip] = log_dark[strip] = -np.log(KINDS)
        self._last = (even, log_light, log_dark)
        by_light, by_dark = _spots(log_light), _spots(log_dark)
        one = likeliest(by_light, self.calibration.checkers, home=tuple(range(1, 7)))
        other = likeliest(by_dark, self.calibration.checkers, home=tuple(range(19, 25)))
        hidden = tuple(sorted({BAR_SPOT if strip >= BAR_MIDDLE else strip + 1 for strip in covered}))
        return Reading(
            _observe(by_light, by_dark, one, other, hidden, self.calibration.checkers),
            light,
            hidden,
            len(strips),
        )


def _agree(strips: NDArray[np.intp], evidence: Evidence, counts: Counts) -> None:
    """Where rows of faces, found by colour alone, tell the same count as the network, both are believed more.

    The two err in different ways: that is what makes an accusation safe. A second layer that lies exactly
    on the first escapes both, so a row of ROW or more says nothing against still more. ``counts`` is changed.
    """
    points = np.flatnonzero(strips < BAR_MIDDLE)
    if not len(points):
        return
    light, dark = evidence.light[points], evidence.dark[points]
    rows = (best_rows(light - np.maximum(dark, 0.0)), best_rows(dark - np.maximum(light, 0.0)))
    for place, by_light, by_dark in zip(points, *rows, strict=True):
        scores = [np.array([row.score for row in side] + [-1e6])[:KINDS] for side in (by_light, by_dark)]
        logs = (counts.light[place], counts.dark[place])
        told = [int(score.argmax()) for score in scores]
        if told != [int(log.argmax()) for log in logs] or not any(told):
            continue  # an empty point proves nothing where felt and checkers are of one colour
        for score, log in zip(scores, logs, strict=True):
            against = np.maximum((score - score.max()) * FACES_WEIGHT, MOST_AGAINST)
            if int(score.argmax()) >= ROW:
                against[int(score.argmax()) :] = 0.0
            log += against
            log -= np.logaddexp.reduce(log)


def _tell_colours_apart(strips: NDArray[np.intp], evidence: Evidence, counts: Counts) -> None:
    """Two colours on a point: the network says how many checkers stand there, their faces say whose they are.

    No legal game shows this, an illegal play that hit nothing does. Only faces plainly of one side count;
    ``counts`` is changed.
    """
    apart = evidence.light - evidence.dark
    leaning = disc_means(apart)[:, :, FACES]
    there = disc_means(np.maximum(evidence.light, evidence.dark))[:, :, FACES] > SHOWN
    light, dark = (np.any(there & (side > PLAINLY), axis=(1, 2)) for side in (leaning, -leaning))
    doubted = np.maximum(counts.light[:, 1:].max(axis=1), counts.dark[:, 1:].max(axis=1)) < ONE_COLOUR
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


def _counted_once(evidence: Floats, logs: Floats, pair: NDArray[np.intp]) -> None:
    """A checker on the border between the bar's two strips shows in both: take it out of the second.

    ``evidence`` (2, ALONG, ACROSS) of one colour in the bar's middle and ends; ``logs`` (strips, KINDS) is
    changed.
    """
    middle, ends = pair
    if not (logs[middle].argmax() and logs[ends].argmax()):
        return
    faces = disc_means(evidence).max(axis=2)
    borders = (
        (slice(0, BORDER), slice(HALFWAY - BORDER, HALFWAY)),
        (slice(-BORDER, None), slice(HALFWAY, HALFWAY + BORDER)),
    )
    for at_end, border in borders:
        if faces[0, at_end].max() > SHOWN and faces[1, border].max() > SHOWN:
            logs[ends, :-1] = logs[ends, 1:]
            logs[ends, -1] = LEAST
            logs[ends] -= np.logaddexp.reduce(logs[ends])


def _settled(side: Side, player: int) -> Floats:
    """What is known of every strip once a turn has closed, (STRIPS, KINDS)."""
    points = side.points if player == 0 else side.points[::-1]
    out = np.full((STRIPS, KINDS), np.log((1.0 - TRUST) / (KINDS - 1)), dtype=np.float32)
    for strip, count in enumerate([*points, side.bar, 0]):
        out[strip, min(count, KINDS - 1)] = np.log(TRUST)
    return out


def _spots(strips: Floats) -> NDArray[np.float64]:
    """From strips to spots, (25, KINDS): the bar first, its two strips added up."""
    floored = np.maximum(strips.astype(np.float64), LEAST)
    middle, ends = np.exp(floored[BAR_MIDDLE]), np.exp(floored[BAR_MIDDLE + 1])
    bar = np.log(np.maximum(np.convolve(middle, ends)[:KINDS], np.exp(LEAST)))
    spots = np.concatenate([bar[None], floored[:POINTS]])
    return np.asarray(spots - np.logaddexp.reduce(spots, axis=1, keepdims=True))


def _observe(
    light: NDArray[np.float64],
    dark: NDArray[np.float64],
    one: LikeliestSide,
    other: LikeliestSide,
    hidden: Sequence[int],
    checkers: int,
) -> Observation:
    spots = _joint(light, dark, hidden)
    sides = []
    for side, counts in enumerate((one.counts, other.counts)):
        points = counts[1:] if side == 0 else counts[:0:-1]
        sides.append(Side(points, bar=counts[0], off=max(0, checkers - sum(counts))))
    unsure = tuple(
        spot for spot in range(POINTS + 1) if min(one.sure[spot], other.sure[spot]) < UNSURE or spot in hidden
    )
    return Observation(spots, Position(*sides), one.probability * other.probability, unsure)


def _joint(light: NDArray[np.float64], dark: NDArray[np.float64], hidden: Sequence[int]) -> tuple[Spot, ...]:
    """The likeliest contents of every spot, from the counts of either side, (25, KINDS) each."""
    joint = (light[:, :, None] + dark[:, None, :]).reshape(len(light), -1)
    order = np.argsort(-joint, axis=1)[:, :LISTED]
    values = np.take_along_axis(joint, order, axis=1).tolist()
    spots = []
    for spot, (contents, logs) in enumerate(zip(order.tolist(), values, strict=True)):
        listed = tuple((i // KINDS, i % KINDS, value) for i, value in zip(contents, logs, strict=True))
        # What is covered may be anything: a content that is not listed is as likely as those that are.
        floor = logs[-1] if spot in hidden else min(2 * LEAST, logs[-1])
        spots.append(Spot(listed, floor, covered=spot in hidden))
    return tuple(spots)
