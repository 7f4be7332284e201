"""Reads a quiet board.

First a glance: a few samples of every strip tell in what light the board lies, and which strips look
different from what they looked like when their content was last settled by a closed turn. Only those are
looked at closely and counted anew; the rest still hold what they held. Then the two sides are weighed as
wholes: fifteen checkers each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import POINTS, Position, Side
from tabletop.referee.observation import BAR_SPOT, Observation, Spot
from tabletop.vision.background import Expected
from tabletop.vision.calibration import Calibration
from tabletop.vision.colours import ColourModel
from tabletop.vision.conservation import likeliest
from tabletop.vision.counting import KINDS, Counter, Counts, counter
from tabletop.vision.evidence import weigh
from tabletop.vision.features import board_scale, features
from tabletop.vision.light import Light, LightMeter
from tabletop.vision.sampling import ACROSS, BAR_MIDDLE, GLANCE, STRIPS, Picture
from tabletop.vision.second_opinion import LEAST, agree, count_bar, tell_colours_apart

Floats = NDArray[np.float32]

BAR_FLAG = np.array([0.0] * 24 + [1.0, 1.0], dtype=np.float32)
COVERED = 0.5
"""Probability from which a strip counts as covered."""
UNSURE = 0.98
"""A spot whose count is less probable than this is named unsure."""
TRUST = 0.9998
"""A strip that looks as it did when its content was settled still holds it, with this probability."""
PLAIN_TRUST = 0.99999
"""The same where a checker more or less could not go unseen."""
CONTRAST = 30.0
"""Grey levels by which checkers must differ from their felt for that."""
ROW = 4
"""From so many checkers on one more may lie exactly upon another."""
LISTED = 12
"""Contents of a spot that are told with their likelihood; all others share the floor."""
BELIEVED = np.log(0.5)
DISPUTED = -3.0
"""A closed turn's content that the strip itself gives less than this (log-probability) is not learnt."""
PATCH = (3, 3)
"""Samples of a glance, across and along, over which a change is averaged: about a quarter of a checker."""
CHANGED = (1.5, 2.0)
"""A strip is counted anew where a patch differs, in some colour, by more than so many grey levels and so many
times what patches differ by anyhow: a dark checker that has left a dark point shows by hardly more."""
MIDDLE = slice(ACROSS // 4 - 1, ACROSS // 4 + 1)
"""The samples across a glance at a strip that show no neighbour's checkers and hardly their shadows."""
OWN = slice(ACROSS // 4 - 2, ACROSS // 4 + 2)
"""Those on which a checker of the strip lies: all count where checkers do not stand out from their felt."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One picture, read."""

    observation: Observation
    light: Light
    covered: tuple[int, ...]
    """Spots that something hides; 0 is the bar."""
    recounted: int
    """Strips that the network had to look at."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """What is held of every strip: natural logs of the probability of every count, (STRIPS, KINDS)."""

    light: Floats
    dark: Floats
    covered: NDArray[np.bool_]
    """(STRIPS,)."""
    spots: tuple[Spot, ...]
    """The same as spots, the bar first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Memory:
    """What the board looked like when a turn closed, and what stood there."""

    glance: Picture
    held: _Held
    disputed: NDArray[np.bool_]
    """Strips that are counted anew every time, (STRIPS,)."""


@dataclass(slots=True, eq=False)
class Reader:
    """Reads the pictures of one calibrated camera. Not to be shared by threads."""

    calibration: Calibration
    network: Counter = field(default_factory=counter)
    _scale: tuple[float, float] = field(init=False)
    _meter: LightMeter = field(init=False)
    _stands_out: tuple[NDArray[np.bool_], NDArray[np.bool_]] = field(init=False)
    """The strips on whose felt light's, and dark's, checkers cannot be overlooked."""
    _memory: _Memory | None = field(default=None, init=False)
    _last: tuple[Picture, _Held] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._scale = board_scale(self.calibration.expected)
        self._meter = LightMeter(self.calibration.expected, self.calibration.samples)
        colours = (self.calibration.light, self.calibration.dark)
        light, dark = (_stands_out(colour, self.calibration.expected) for colour in colours)
        self._stands_out = light, dark

    def read(self, picture: Picture) -> Reading:
        """What stands on the board in ``picture`` (H, W, 3), blue-green-red, of the calibration's size."""
        glance = self.calibration.samples.glance(picture)
        light = self._meter.measure(glance)
        even = light.even_glance(glance)
        strips = self._changed(even)
        held = self._look_closely(picture, light, strips) if len(strips) else self._remembered()
        self._last = (even, held)
        return self._reading(held, light, len(strips))

    def confirm(self, position: Position) -> None:
        """The last picture read showed ``position``, says a closed turn: take it as the new reference.

        Where the reader itself saw something else it learns nothing: one misjudged turn must not teach it to
        see wrongly from then on.
        """
        if self._last is None:
            return
        even, held = self._last
        light, dark = (
            _settled(counts, stands_out)
            for counts, stands_out in zip(_counts(position), self._stands_out, strict=True)
        )
        believed = (held.light * (light > BELIEVED)).sum(axis=1)
        believed += (held.dark * (dark > BELIEVED)).sum(axis=1)
        disputed = believed < DISPUTED
        nowhere = np.zeros(STRIPS, dtype=bool)
        self._memory = _Memory(even, _held(light, dark, nowhere), disputed)

    def follow(self, calibration: Calibration) -> None:
        """The camera was nudged: go on with ``calibration``, knowing all that is known of the board."""
        self.calibration = calibration
        self._meter = LightMeter(calibration.expected, calibration.samples)

    def _changed(self, even: Picture) -> NDArray[np.intp]:
        """The strips to be looked at closely."""
        if self._memory is None:
            return np.arange(STRIPS)
        _, along, across, colours = even.shape
        shape = (STRIPS * along, across, colours)
        apart = cv2.absdiff(even.reshape(shape), self._memory.glance.reshape(shape))
        patches = np.asarray(cv2.blur(apart, PATCH)).reshape(even.shape)[:, 1:-1].max(axis=3)
        most = np.where(
            np.logical_and(*self._stands_out),
            patches[:, :, MIDDLE].max(axis=(1, 2)),
            patches[:, :, OWN].max(axis=(1, 2)),
        )
        least, times = CHANGED
        usual = float(np.median(patches[:, :, OWN]))
        return np.flatnonzero((most > least + times * usual) | self._memory.disputed)

    def _remembered(self) -> _Held:
        assert self._memory is not None  # noqa: S101 - without memory every strip has changed
        return self._memory.held

    def _look_closely(self, picture: Picture, light: Light, strips: NDArray[np.intp]) -> _Held:
        """What is held when ``strips`` have been counted anew."""
        samples = self.calibration.samples.sample(picture, strips)
        counts = self._count(light.even(samples, strips), strips)
        covered = counts.covered > COVERED
        counts.light[covered] = counts.dark[covered] = -np.log(KINDS)
        if self._memory is None:
            return _held(counts.light, counts.dark, covered)
        before = self._memory.held
        by_light, by_dark, hidden = before.light.copy(), before.dark.copy(), before.covered.copy()
        by_light[strips], by_dark[strips], hidden[strips] = counts.light, counts.dark, covered
        return _held(by_light, by_dark, hidden, before.spots, strips)

    def _count(self, even: Picture, strips: NDArray[np.intp]) -> Counts:
        calibration, expected = self.calibration, self.calibration.expected.of(strips)
        evidence = weigh(even, expected, calibration.light, calibration.dark)
        shown = features(even, expected, evidence, self._scale, BAR_FLAG[strips])
        counts = self.network.count(shown)
        agree(strips, evidence, counts)
        tell_colours_apart(strips, evidence, counts)
        count_bar(strips, evidence, counts, is_there=bool(calibration.layout.bar))
        return counts

    def _reading(self, held: _Held, light: Light, recounted: int) -> Reading:
        checkers = self.calibration.checkers
        one = likeliest(_by_spot(held.light), checkers, home=tuple(range(1, 7)))
        other = likeliest(_by_spot(held.dark), checkers, home=tuple(range(19, 25)))
        sides = []
        for counts, points in ((one.counts, one.counts[1:]), (other.counts, other.counts[:0:-1])):
            sides.append(Side(points, bar=counts[0], off=max(0, checkers - sum(counts))))
        hidden = tuple(spot for spot, content in enumerate(held.spots) if content.covered)
        unsure = tuple(
            spot
            for spot in range(POINTS + 1)
            if min(one.sure[spot], other.sure[spot]) < UNSURE or spot in hidden
        )
        confidence = one.probability * other.probability
        observation = Observation(held.spots, Position(*sides), confidence, unsure)
        return Reading(observation, light, hidden, recounted)


def _counts(position: Position) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Light's and dark's checkers on every strip, (STRIPS,) each; those on the bar all in its middle."""
    light, dark = position.light, position.dark
    return np.array([*light.points, light.bar, 0]), np.array([*dark.points[::-1], dark.bar, 0])


def _stands_out(colour: ColourModel, expected: Expected) -> NDArray[np.bool_]:
    """The strips, (STRIPS,), on whose felt checkers of this colour cannot be overlooked."""
    felt = expected.mean[GLANCE][:, :, OWN]
    return np.asarray(np.abs(felt - colour.mean).max(axis=-1).min(axis=(1, 2)) > CONTRAST)


def _settled(counts: NDArray[np.intp], stands_out: NDArray[np.bool_]) -> Floats:
    """What is known of every strip once a turn has closed with these ``counts``, (STRIPS, KINDS)."""
    trust = np.where(stands_out & (counts < ROW), PLAIN_TRUST, TRUST)[:, None]
    out = np.repeat(np.log((1.0 - trust) / (KINDS - 1)), KINDS, axis=1).astype(np.float32)
    out[np.arange(STRIPS), counts] = np.log(trust[:, 0])
    return out


def _by_spot(strips: Floats) -> NDArray[np.float64]:
    """From strips to spots, (25, KINDS): the bar first, its two strips added up."""
    floored = np.maximum(strips.astype(np.float64), LEAST)
    middle, ends = np.exp(floored[BAR_MIDDLE]), np.exp(floored[BAR_MIDDLE + 1])
    bar = np.log(np.maximum(np.convolve(middle, ends)[:KINDS], np.exp(LEAST)))
    spots = np.concatenate([bar[None], floored[:POINTS]])
    return np.asarray(spots - np.log(np.exp(spots).sum(axis=1, keepdims=True)))


def _held(
    light: Floats,
    dark: Floats,
    covered: NDArray[np.bool_],
    known: tuple[Spot, ...] = (),
    strips: NDArray[np.intp] | None = None,
) -> _Held:
    """What is held of all strips; where only ``strips`` are new the other spots are those ``known``."""
    spots = list(known) or [Spot((), 0.0)] * (POINTS + 1)
    new = {BAR_SPOT if strip >= BAR_MIDDLE else strip + 1 for strip in _all(strips)}
    chosen = sorted(new)
    by_light, by_dark = _by_spot(light)[chosen], _by_spot(dark)[chosen]
    hidden = [bool(covered[BAR_MIDDLE:].any() if spot == BAR_SPOT else covered[spot - 1]) for spot in chosen]
    for spot, content in zip(chosen, _contents(by_light, by_dark, hidden), strict=True):
        spots[spot] = content
    return _Held(light, dark, covered, tuple(spots))


def _all(strips: NDArray[np.intp] | None) -> list[int]:
    return list(range(STRIPS)) if strips is None else strips.tolist()


def _contents(light: NDArray[np.float64], dark: NDArray[np.float64], hidden: list[bool]) -> list[Spot]:
    """The likeliest contents of some spots, from the counts of either side, (spots, KINDS) each."""
    joint = (light[:, :, None] + dark[:, None, :]).reshape(len(light), -1)
    top = np.argpartition(joint, -LISTED, axis=1)[:, -LISTED:]
    values = np.take_along_axis(joint, top, axis=1)
    order = np.argsort(-values, axis=1, kind="stable")
    tops, logs = (np.take_along_axis(row, order, axis=1).tolist() for row in (top, values))
    spots = []
    for contents, row, covered in zip(tops, logs, hidden, strict=True):
        listed = tuple((i // KINDS, i % KINDS, value) for i, value in zip(contents, row, strict=True))
        # What is covered may be anything: a content that is not listed is as likely as those that are.
        spots.append(Spot(listed, row[-1] if covered else min(2 * LEAST, row[-1]), covered=covered))
    return spots
