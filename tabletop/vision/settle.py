"""Is somebody moving over the board, or is it quiet?

People play with their hands, and a hand over the board is no moment to read it. A coarse net of samples over
the board is compared with the frame before: when hardly any changed, and for long enough, the board is
quiet. Being quiet is not yet being finished - that the referee decides - but only quiet boards are read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.geometry import View
from tabletop.vision.sampling import Picture

Floats = NDArray[np.float32]

NET = (72, 96)
"""Samples down and along the board, a margin around it included."""
AROUND = 0.06
"""Board heights around the surface that are watched too: there the hand comes in."""


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """When a board counts as quiet."""

    change: float = 14.0
    """Grey levels by which a sample must change to count."""
    share: float = 0.004
    """Share of samples that may change in a quiet board: noise, a flicker of light."""
    seconds: float = 0.6
    """How long it must be quiet: between two moves a hand is out of the picture for less."""


@dataclass(slots=True)
class Settle:
    """Watches one board's frames; feed every frame, in order, to `watch`."""

    view: View
    settings: SettleSettings = field(default_factory=SettleSettings)
    motion: float = 0.0
    """Share of samples that changed with the last frame."""
    _net: tuple[Floats, Floats] = field(init=False, repr=False)
    _before: NDArray[np.uint8] | None = field(default=None, init=False, repr=False)
    _quiet_since: float | None = field(default=None, init=False, repr=False)
    _last_at: float = field(default=0.0, init=False, repr=False)

    def __post_init__(self) -> None:
        rows, columns = NET
        x = np.linspace(-AROUND, self.view.aspect + AROUND, columns)
        y = np.linspace(-AROUND, 1.0 + AROUND, rows)
        places = self.view.at_height(np.stack(np.meshgrid(x, y), axis=-1), 0.0).astype(np.float32)
        self._net = (np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1]))

    def watch(self, frame: Picture, at: float) -> bool:
        """Take one frame (H, W, 3) of time ``at`` (seconds); True while the board is quiet."""
        seen = cv2.remap(frame, *self._net, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        before, self._before = self._before, np.asarray(seen)
        since, self._last_at = self._last_at, at
        if before is None or before.shape != seen.shape:
            self._quiet_since = None
            return False
        changed = cv2.threshold(cv2.absdiff(seen, before), self.settings.change, 1, cv2.THRESH_BINARY)[1]
        self.motion = cv2.countNonZero(np.asarray(changed).reshape(-1, 1)) / changed.size
        if self.motion > self.settings.share:
            self._quiet_since = None
            return False
        if self._quiet_since is None:
            self._quiet_since = since
        return at - self._quiet_since >= self.settings.seconds - 1e-6

    @property
    def quiet(self) -> bool:
        """Whether the last frame was like the one before it."""
        return self._quiet_since is not None
