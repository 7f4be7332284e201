"""What is held of a board: how likely every count is on every strip, on every spot, and as a whole.

Strips are what is looked at; a spot is a point or the bar, which has two strips. The whole is weighed by the
fifteen checkers a side has (``conservation.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import POINTS, Position, Side
from tabletop.referee.observation import BAR_SPOT, Observation, Spot
from tabletop.vision.conservation import likeliest
from tabletop.vision.counting import KINDS, Counts
from tabletop.vision.sampling import BAR_ENDS, BAR_MIDDLE, STRIPS
from tabletop.vision.second_opinion import LEAST

Floats = NDArray[np.float32]

COVERED = 0.5
"""Probability from which a strip counts as covered."""
UNSURE = 0.98
"""A spot whose count is less probable than this is named unsure."""
HOMES = (slice(1, 7), slice(19, 25))
"""The spots of light's home board and of dark's."""
LISTED = 8
"""Contents of a spot that are told with their likelihood; all others share the floor."""
TALL, TALL_ON_BAR = 5, 2
"""From so many checkers on one more may lie exactly upon another unseen; on the bar, which is narrow, they
stand closer and on edge."""
ONE_MORE, TWO_MORE = -3.6, -6.6
"""Nats by which one more on such a stack is less likely at most, whatever the picture says, and two more."""
HIDDEN_SINCE = -12.0
"""The same for a checker that was in sight before, where what is seen now is sure: a stack seen as six, and
then as five, has lost one. Nobody hides a checker exactly upon another."""
AS_BEFORE = -2.5
"""Nats by which it is less likely that a strip holds what it held, since it does not look as it did: of those
whose content stays the same one in thirty looks different, of the others nearly all."""
SURELY = float(np.log(0.98))
"""A count is surely seen where the picture gives it this much by itself (log-probability)."""
SEEN = float(np.log(0.7))
"""So much is enough where the game confirms it: then as many checkers as stood there were in sight."""
NOTHING_KNOWN = np.float32(-np.log(KINDS))
_ALL = np.arange(STRIPS)
_TALL_FROM = np.where(_ALL < BAR_MIDDLE, TALL, TALL_ON_BAR)


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """What is held of every strip, and what follows from it."""

    sides: Floats
    """Natural logs of the probability of every count, (2, STRIPS, KINDS): light's, then dark's."""
    covered: tuple[int, ...]
    """Spots that something hides; 0 is the bar."""
    spots: tuple[Spot, ...]
    """What every spot may hold, the bar first."""
    observation: Observation
    """The same as a board."""
    in_sight: NDArray[np.intp]
    """Checkers of either side that were seen on every strip when it was last looked at, (2, STRIPS); 0 where
    some may have been hidden."""

    @classmethod
    def of(cls, sides: Floats, checkers: int) -> Held:
        """All strips, nothing of them covered; a side has so many ``checkers``."""
        none = np.zeros((2, STRIPS), dtype=np.intp)
        return _weighed(_modest(sides, _ALL, none), checkers, [Spot((), 0.0)] * (POINTS + 1), _ALL, (), none)

    @classmethod
    def counted(cls, counts: Counts, checkers: int) -> Held:
        """All strips, counted."""
        return cls.of(np.zeros((2, STRIPS, KINDS), dtype=np.float32), checkers).but(_ALL, counts, checkers)

    def but(self, strips: NDArray[np.intp], counts: Counts, checkers: int) -> Held:
        """The same with some strips counted anew."""
        sides, in_sight = self.sides.copy(), self.in_sight.copy()
        before = in_sight[:, strips]
        anew = _changed(np.stack([counts.light, counts.dark]), before)
        sides[:, strips] = _modest(anew, strips, before)
        in_sight[:, strips] = _told(anew, SEEN)
        hidden = strips[counts.covered > COVERED]
        sides[:, hidden] = NOTHING_KNOWN
        covered = set(self.covered) - set(_spots_of(strips)) | set(_spots_of(hidden))
        in_sight[:, hidden] = 0
        return _weighed(sides, checkers, list(self.spots), strips, tuple(sorted(covered)), in_sight)

    def settled(self, known: Floats, counts: NDArray[np.intp], checkers: int) -> Held:
        """What is held once it is ``known`` from elsewhere how many checkers every strip has, (2, STRIPS)."""
        in_sight = np.where(self.in_sight == counts, counts, 0)
        return replace(Held.of(known, checkers), in_sight=in_sight)


def _told(sides: Floats, least: float) -> NDArray[np.intp]:
    """The counts to which the log-probabilities (2, strips, KINDS) give more than ``least``; 0 elsewhere."""
    return np.where(sides.max(axis=2) > least, sides.argmax(axis=2), 0)


def _changed(sides: Floats, before: NDArray[np.intp]) -> Floats:
    """The same log-probabilities of strips that look different from when ``before`` was surely seen on them,
    where something else is surely seen now: two witnesses that it changed."""
    now = _told(sides, SURELY)
    side, strip = np.nonzero((before > 0) & (now > 0) & (now != before))
    out = sides.copy()
    out[side, strip, before[side, strip]] += AS_BEFORE
    return out


def _modest(sides: Floats, strips: NDArray[np.intp], in_sight: NDArray[np.intp]) -> Floats:
    """The log-probabilities (2, strips, KINDS) of counts, with the doubt that tall stacks deserve.

    ``in_sight`` (2, strips) is what could be seen of them before.
    """
    told = sides.argmax(axis=2)
    side, strip = np.nonzero((told >= _TALL_FROM[strips]) & (told < KINDS - 2))
    if not len(side):
        return sides
    told, out = told[side, strip], sides.copy()
    before = np.where(_told(sides, SURELY)[side, strip] > 0, in_sight[side, strip], 0)
    for more, least in ((1, ONE_MORE), (2, TWO_MORE)):
        floor = np.where(told + more <= before, HIDDEN_SINCE, least)
        out[side, strip, told + more] = np.maximum(
            out[side, strip, told + more], out[side, strip, told] + floor
        )
    return out


def _spots_of(strips: NDArray[np.intp]) -> list[int]:
    return sorted({BAR_SPOT if strip >= BAR_MIDDLE else strip + 1 for strip in strips.tolist()})


def _weighed(
    sides: Floats,
    checkers: int,
    spots: list[Spot],
    strips: NDArray[np.intp],
    covered: tuple[int, ...],
    in_sight: NDArray[np.intp],
) -> Held:
    """What is held of all strips; where ``strips`` are not concerned the ``spots`` are known."""
    by_spot = _by_spot(sides)
    new = _spots_of(strips)
    for number, spot in zip(new, _contents(by_spot[:, new], [n in covered for n in new]), strict=True):
        spots[number] = spot
    return Held(sides, covered, tuple(spots), _board(by_spot, checkers, tuple(spots), covered), in_sight)


def _by_spot(sides: Floats) -> NDArray[np.float64]:
    """From strips (2, STRIPS, KINDS) to spots (2, 25, KINDS): the bar first, its two strips added up."""
    chances = np.exp(np.maximum(sides.astype(np.float64), LEAST))
    spots = np.empty((2, POINTS + 1, KINDS))
    spots[:, 1:] = chances[:, :POINTS]
    for side in (0, 1):
        bar = np.convolve(chances[side, BAR_MIDDLE], chances[side, BAR_ENDS])[:KINDS]
        spots[side, BAR_SPOT] = np.maximum(bar, np.exp(LEAST))
    return np.asarray(np.log(spots / spots.sum(axis=2, keepdims=True)))


def _contents(by_spot: NDArray[np.float64], hidden: list[bool]) -> list[Spot]:
    """The likeliest contents of some spots, from the counts of either side, (2, spots, KINDS)."""
    light, dark = by_spot
    joint = (light[:, :, None] + dark[:, None, :]).reshape(len(light), -1)
    top = np.argpartition(joint, -LISTED, axis=1)[:, -LISTED:]
    rows = np.arange(len(joint))[:, None]
    values = joint[rows, top]
    order = np.argsort(-values, axis=1, kind="stable")
    tops, logs = top[rows, order].tolist(), values[rows, order].tolist()
    spots = []
    for contents, row, covered in zip(tops, logs, hidden, strict=True):
        listed = tuple((i // KINDS, i % KINDS, value) for i, value in zip(contents, row, strict=True))
        # What is covered may be anything: a content that is not listed is as likely as those that are.
        spots.append(Spot(listed, row[-1] if covered else min(2 * LEAST, row[-1]), covered=covered))
    return spots


def _board(
    by_spot: NDArray[np.float64], checkers: int, spots: tuple[Spot, ...], covered: tuple[int, ...]
) -> Observation:
    """The two sides weighed as wholes."""
    one, other = likeliest(by_spot, checkers, HOMES)
    sides = []
    for counts, points in ((one.counts, one.counts[1:]), (other.counts, other.counts[:0:-1])):
        sides.append(Side(points, bar=counts[0], off=max(0, checkers - sum(counts))))
    confidence = one.probability * other.probability
    unsure = set(covered)
    if confidence < UNSURE:  # no spot is less sure than the whole board
        sure = np.minimum(one.sure(), other.sure())
        unsure |= set(np.flatnonzero(sure < UNSURE).tolist())
    return Observation(spots, Position(*sides), confidence, tuple(sorted(unsure)))
