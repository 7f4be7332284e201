"""Reads a quiet board.

First a glance: a few samples of every strip tell in what light the board lies, and which strips look
different from what they looked like when their content was last settled by a closed turn. The rest still hold
what they held. What has changed is looked at closely and counted anew; who only wants to nod may make do with
the glance where that is plain. Then the two sides are weighed as wholes: fifteen checkers each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import Position
from tabletop.referee.observation import Observation
from tabletop.vision.calibration import Calibration
from tabletop.vision.counting import Counter, Counts, counter
from tabletop.vision.evidence import Felt, weigh
from tabletop.vision.features import board_scale, features
from tabletop.vision.glancing import Glancer
from tabletop.vision.holding import Held
from tabletop.vision.light import Light, LightMeter
from tabletop.vision.memory import Memorist, Memory
from tabletop.vision.sampling import STRIPS, Picture
from tabletop.vision.second_opinion import agree, count_bar, tell_colours_apart

BAR_FLAG = np.array([0.0] * 24 + [1.0, 1.0], dtype=np.float32)
ALL = np.arange(STRIPS)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One picture, read."""

    observation: Observation
    light: Light
    covered: tuple[int, ...]
    """Spots that something hides; 0 is the bar."""
    recounted: int
    """Strips that were counted anew."""
    glanced: bool = False
    """Some of them were not looked at closely."""


@dataclass(frozen=True, slots=True, eq=False)
class _Glance:
    """A picture, glanced at."""

    even: Picture
    """The samples of a glance in the light of the calibration."""
    light: Light
    changed: NDArray[np.intp]
    """The strips that look different."""


@dataclass(slots=True, eq=False)
class Reader:
    """Reads the pictures of one calibrated camera. Not to be shared by threads."""

    calibration: Calibration
    network: Counter = field(default_factory=counter)
    _scale: tuple[float, float] = field(init=False)
    _felt: Felt = field(init=False)
    _meter: LightMeter = field(init=False)
    _glancer: Glancer = field(init=False)
    _memorist: Memorist = field(init=False)
    _memory: Memory | None = field(default=None, init=False)
    _last: tuple[Picture, Held] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        one = self.calibration
        self._scale = board_scale(one.expected)
        self._felt = Felt.expected(one.expected)
        self._meter = LightMeter(one.expected, one.samples)
        self._glancer = Glancer(one)
        self._memorist = Memorist.of(one.expected, one.light, one.dark, one.checkers)

    def read(self, picture: Picture) -> Reading:
        """What stands on the board in ``picture`` (H, W, 3), blue-green-red, of the calibration's size."""
        seen, memory = self._glance(picture), self._memory
        if memory is None:
            counts = self._closely(picture, seen, ALL)
            return self._told(seen, Held.counted(counts, self.calibration.checkers))
        return self._told(seen, self._looked(memory.held, picture, seen, seen.changed))

    def glance(self, picture: Picture) -> Reading:
        """The same for who only wants to nod: where a glance leaves no doubt nothing is looked at closely."""
        memory = self._memory
        if memory is None:
            return self.read(picture)
        seen, held = self._glance(picture), memory.held
        plain, counts = self._glancer.count(seen.even, seen.changed)
        if plain.any():
            held = held.but(seen.changed[plain], counts, self.calibration.checkers)
        held = self._looked(held, picture, seen, seen.changed[~plain])
        if held.observation.unsure:
            return self.read(picture)
        return self._told(seen, held, glanced=bool(plain.any()))

    def confirm(self, position: Position) -> None:
        """The last picture read showed ``position``, says a closed turn: take it as the new reference."""
        if self._last is not None:
            self._memory = self._memorist.settle(*self._last, position)

    def follow(self, calibration: Calibration) -> None:
        """The camera was nudged: go on with ``calibration``, knowing all that is known of the board."""
        self.calibration = calibration
        self._meter = LightMeter(calibration.expected, calibration.samples)
        self._glancer = Glancer(calibration)

    def _glance(self, picture: Picture) -> _Glance:
        glance = self.calibration.samples.glance(picture)
        light = self._meter.measure(glance)
        even = light.even_glance(glance)
        return _Glance(even, light, ALL if self._memory is None else self._memory.changed(even))

    def _closely(self, picture: Picture, seen: _Glance, strips: NDArray[np.intp]) -> Counts:
        """What ``strips`` hold, looked at closely."""
        calibration, expected = self.calibration, self.calibration.expected.of(strips)
        even = seen.light.even(calibration.samples.sample(picture, strips), strips)
        evidence = weigh(even, self._felt.of(strips), calibration.light, calibration.dark)
        shown = features(even, expected, evidence, self._scale, BAR_FLAG[strips])
        counts = self.network.count(shown)
        agree(strips, evidence, counts)
        tell_colours_apart(strips, evidence, counts)
        count_bar(
            strips, evidence, counts, 1.0 / calibration.layout.diameter if calibration.layout.bar else 0.0
        )
        return counts

    def _looked(self, held: Held, picture: Picture, seen: _Glance, strips: NDArray[np.intp]) -> Held:
        """What is ``held`` when ``strips`` have been looked at closely."""
        if not len(strips):
            return held
        counts = self._closely(picture, seen, strips)
        if self._memory is not None:
            self._memory.compare(seen.even, strips, counts)
        return held.but(strips, counts, self.calibration.checkers)

    def _told(self, seen: _Glance, held: Held, glanced: bool = False) -> Reading:
        self._last = (seen.even, held)
        return Reading(held.observation, seen.light, held.covered, len(seen.changed), glanced)
