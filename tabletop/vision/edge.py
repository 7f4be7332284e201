"""Does an arm reach over the edge of the board?

A hand over the board hangs on an arm, and the arm comes in over a rail. So the rails are watched: while they
look as they did when the board last lay quiet for long, nobody reaches over them. That tells within a few
frames that a hand has left, where a still picture alone could also be a hand held still.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.geometry import View
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

OUT: Final = (0.015, 0.035, 0.055)
"""Board heights outside the playing surface at which samples are taken: on the rails."""
ALONG: Final = 120
"""Samples along each side."""


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """When a rail counts as changed."""

    change: float = 18.0
    """Grey levels by which a sample must differ."""
    share: float = 0.006
    """Share of the samples that may differ with nobody there. An arm covers three times as much."""


@dataclass(slots=True)
class Edge:
    """Watches the rails of one board."""

    view: View
    settings: EdgeSettings = field(default_factory=EdgeSettings)
    _net: tuple[Floats, Floats] = field(init=False, repr=False)
    _bare: NDArray[np.uint8] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        low = min(OUT)
        x = np.linspace(-low, self.view.aspect + low, ALONG)
        y = np.linspace(-low, 1.0 + low, ALONG)
        sides = []
        for out in OUT:
            sides += [np.stack([x, np.full(ALONG, v)], axis=-1) for v in (-out, 1.0 + out)]
            sides += [np.stack([np.full(ALONG, v), y], axis=-1) for v in (-out, self.view.aspect + out)]
        places = self.view.at_height(np.concatenate(sides)[None], 0.0).astype(np.float32)
        self._net = (np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1]))

    def bare(self, frame: Picture) -> None:
        """The board has long been quiet: this is how its rails look with nobody there."""
        self._bare = self._sampled(frame)

    def clear(self, frame: Picture) -> bool:
        """Whether the rails look as they do with nobody there; False as long as that is not known."""
        if self._bare is None:
            return False
        apart = cv2.absdiff(self._sampled(frame), self._bare)
        changed = cv2.threshold(apart, self.settings.change, 1, cv2.THRESH_BINARY)[1]
        return cv2.countNonZero(np.asarray(changed).reshape(-1, 1)) <= self.settings.share * changed.size

    def _sampled(self, frame: Picture) -> NDArray[np.uint8]:
        seen = cv2.remap(frame, *self._net, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, dtype=np.uint8)
