"""What a glance tells.

Most of what happens at a table is plain: a checker has left this point, two stand on that one. A few samples
of a strip, a sixth of all, show it to a small network; where that is all but certain nobody need look closer
to nod. It is never certain of the bar, where checkers stand anywhere, nor of anything it has seldom met.
To object takes more: the reader then looks closely (``reader.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.calibration import Calibration
from tabletop.vision.counting import KINDS, Counts, Network, glancer, plainly, told
from tabletop.vision.evidence import CAP, Felt, weigh
from tabletop.vision.features import LUMA, board_scale
from tabletop.vision.sampling import BAR_MIDDLE, Picture

Floats = NDArray[np.float32]

_NONE = np.empty((0, KINDS), dtype=np.float32)
NOTHING = Counts(_NONE, _NONE, _NONE, np.empty(0, dtype=np.float32))
CHANNELS = 5
"""Brightness, the felt's brightness, strangeness, light's colours, dark's: see ``features.py``."""


@dataclass(slots=True, eq=False)
class Glancer:
    """Counts the checkers of strips of one calibrated board, from the samples of a glance alone."""

    calibration: Calibration
    network: Network = field(default_factory=glancer)
    _felt: Felt = field(init=False)
    _scale: tuple[float, float] = field(init=False)
    _luma: Floats = field(init=False)
    """How bright the felt of every strip is, in the board's own grey scale."""

    def __post_init__(self) -> None:
        expected = self.calibration.expected.at_a_glance()
        self._felt = Felt.expected(expected)
        mean, spread = self._scale = board_scale(self.calibration.expected)
        self._luma = (expected.mean @ LUMA - mean) / spread

    def count(self, even: Picture, strips: NDArray[np.intp]) -> tuple[NDArray[np.bool_], Counts]:
        """Which of ``strips`` a glance suffices for, (strips,), and the counts of those.

        ``even``: what `SampleMap.glance` saw of all strips, evened to the light of the calibration.
        """
        points = strips[strips < BAR_MIDDLE]
        if not len(points):
            return np.zeros(len(strips), dtype=bool), NOTHING
        counts = told(self.network(self._features(even[points], points)))
        plain = plainly(counts)
        enough = np.zeros(len(strips), dtype=bool)
        enough[strips < BAR_MIDDLE] = plain
        return enough, counts if plain.all() else counts.of(plain)

    def _features(self, even: Picture, points: NDArray[np.intp]) -> Floats:
        """(strips, CHANNELS, along, across)."""
        mean, spread = self._scale
        evidence = weigh(even, self._felt.of(points), self.calibration.light, self.calibration.dark)
        out = np.empty((len(points), CHANNELS, *even.shape[1:3]), dtype=np.float32)
        out[:, 0] = (even @ LUMA - mean) / spread
        out[:, 1] = self._luma[points]
        out[:, 2] = evidence.strange
        out[:, 3] = evidence.light / CAP
        out[:, 4] = evidence.dark / CAP
        return out
