"""What a board looked like when its turn closed, and what stood there: only what looks different is new."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import Position
from tabletop.vision.background import Expected
from tabletop.vision.colours import ColourModel
from tabletop.vision.counting import KINDS
from tabletop.vision.holding import Held
from tabletop.vision.sampling import ACROSS, ALONG, BAR_MIDDLE, BEYOND, GLANCE, PER_DIAMETER, STRIPS, Picture

Floats = NDArray[np.float32]

TRUST = 0.9998
"""A strip that looks as it did when its content was settled still holds it, with this probability."""
PLAIN_TRUST = 0.99999
"""The same where a checker more or less could not go unseen."""
CONTRAST = 30.0
"""Grey levels by which checkers must differ from their felt for that."""
ROW = 4
"""From so many checkers on one more may lie exactly upon another."""
BELIEVED = np.log(0.5)
DISPUTED = -3.0
"""A closed turn's content that the strip itself gives less than this (log-probability) is not learnt."""
PATCH = (3, 3)
"""Samples of a glance, across and along, over which a change is averaged: about a quarter of a checker."""
CHANGED, TIMES = 1.5, 2.0
"""A strip is counted anew where a patch differs, in some colour, by more than so many grey levels and TIMES
what patches differ by anyhow: a dark checker that has left a dark point shows by hardly more."""
MIDDLE = slice(ACROSS // 4 - 1, ACROSS // 4 + 1)
"""The samples across a glance at a strip that show no neighbour's checkers and hardly their shadows."""
OWN = slice(ACROSS // 4 - 2, ACROSS // 4 + 2)
"""Those on which a checker of the strip lies: all count where checkers do not stand out from their felt."""
NOBODYS = 5.5
"""Diameters from the rail from which a strip shows the other row's checkers, unless its own reach there."""
NEXT = 0.75
"""Diameters of a strip beyond its checkers on which the next one would show, a little off the last or not."""


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """A board whose content is settled."""

    glance: Picture
    """The samples of a glance, in the light of the calibration."""
    held: Held
    disputed: NDArray[np.bool_]
    """Strips that are counted anew every time, (STRIPS,)."""
    where: NDArray[np.bool_]
    """The samples of a glance at which a checker that came or went would show, (along, STRIPS, across)."""

    def changed(self, even: Picture) -> NDArray[np.intp]:
        """The strips that look different in ``even``, another glance."""
        _, along, across, colours = even.shape
        apart = cv2.absdiff(even.reshape(STRIPS, -1), self.glance.reshape(STRIPS, -1))
        side_by_side = np.moveaxis(apart.reshape(STRIPS, along, -1), 0, 1)  # their edges do not count
        blurred = cv2.blur(np.ascontiguousarray(side_by_side).reshape(along, -1, colours), PATCH)
        blue, green, red = cv2.split(blurred)
        patches = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8).reshape(along, STRIPS, across)
        usual = _median(patches[1:-1, ::2, OWN])
        most = np.where(self.where, patches, 0).max(axis=0).max(axis=1)
        anew = (most > CHANGED + TIMES * usual) | self.disputed
        anew[BAR_MIDDLE:] = anew[BAR_MIDDLE:].any()  # the bar is one
        return np.flatnonzero(anew)


@dataclass(frozen=True, slots=True, eq=False)
class Memorist:
    """Makes memories of one calibrated board."""

    light: NDArray[np.bool_]
    """The strips on whose felt light's checkers cannot be overlooked, (STRIPS,)."""
    dark: NDArray[np.bool_]
    checkers: int

    @classmethod
    def of(cls, expected: Expected, light: ColourModel, dark: ColourModel, checkers: int) -> Memorist:
        """For a board whose felt, colours and number of checkers a side are known."""
        felt = expected.mean[GLANCE][:, :, OWN]
        return cls(_stands_out(felt, light), _stands_out(felt, dark), checkers)

    def settle(self, even: Picture, held: Held, position: Position) -> Memory:
        """A turn has closed with ``position``, on a board that looked like ``even`` and was held to be so.

        Where it was held to be something else nothing is learnt: one misjudged turn must not teach the reader
        to see wrongly from then on.
        """
        counts = _counts(position)
        known = np.stack([_settled(counts[0], self.light), _settled(counts[1], self.dark)])
        believed = (held.sides * (known > BELIEVED)).sum(axis=(0, 2))
        where = _where(self.light & self.dark, counts.sum(axis=0))
        return Memory(even, held.settled(known, counts, self.checkers), believed < DISPUTED, where)


def _stands_out(felt: Floats, colour: ColourModel) -> NDArray[np.bool_]:
    return np.asarray(np.abs(felt - colour.mean).max(axis=-1).min(axis=(1, 2)) > CONTRAST)


def _counts(position: Position) -> NDArray[np.intp]:
    """Light's and dark's checkers on every strip, (2, STRIPS); those on the bar all in its middle."""
    light, dark = position.light, position.dark
    return np.array([[*light.points, light.bar, 0], [*dark.points[::-1], dark.bar, 0]])


def _settled(counts: NDArray[np.intp], stands_out: NDArray[np.bool_]) -> Floats:
    """What is known of every strip once a turn has closed with these ``counts``, (STRIPS, KINDS)."""
    trust = np.where(stands_out & (counts < ROW), PLAIN_TRUST, TRUST)[:, None]
    out = np.repeat(np.log((1.0 - trust) / (KINDS - 1)), KINDS, axis=1).astype(np.float32)
    out[np.arange(STRIPS), counts] = np.log(trust[:, 0])
    return out


def _where(stand_out: NDArray[np.bool_], counts: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Where a checker that came or went would show, `Memory.where`.

    ``stand_out`` (STRIPS,): neither side's checkers can be overlooked; ``counts`` (STRIPS,) of both sides.
    """
    across = np.zeros((STRIPS, ACROSS // 2), dtype=bool)
    across[:, OWN] = True
    across[stand_out] = False
    across[:, MIDDLE] = True
    reach = np.maximum(counts + NEXT, NOBODYS)
    along = np.arange(ALONG)[GLANCE[1]] / PER_DIAMETER - BEYOND < reach[:, None]
    along[BAR_MIDDLE:] = True
    along[:, [0, -1]] = False
    return np.ascontiguousarray(along.T[:, :, None] & across[None])


def _median(values: NDArray[np.uint8]) -> int:
    """The median of many small numbers."""
    return int(np.searchsorted(np.bincount(values.ravel()).cumsum(), values.size // 2, side="right"))
