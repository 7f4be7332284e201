"""Is somebody moving over the board, or is it quiet?

People play with their hands, and a hand over the board is no moment to read it. A coarse net of samples over
the board is compared with the frame before: when hardly any changed, and no patch as large as a checker did,
for long enough, the board is quiet. A hand that rests on the board does not move either; but it reaches in
over a rail, and the rails look otherwise then. So a board whose rails are free may be believed sooner. Being
quiet is not yet being finished - that the referee decides - but only quiet boards are read.
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
PATCHES = (16, 12)
"""Patches of the net across and down, 6 by 6 samples each: a checker fills about half of one or more."""
AROUND = 0.06
"""Board heights around the surface that are watched too: there the hand comes in."""


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """When a board counts as quiet; ``SettleSettings(clear=0.15)`` for a live table at 30 frames a second."""

    change: float = 14.0
    """Grey levels by which a sample must change to count."""
    share: float = 0.004
    """Share of samples that may change in a quiet board: noise, a flicker of light."""
    patch: float = 0.3
    """Share of the samples of a patch, about a checker's size, that may change in a quiet board."""
    seconds: float = 0.6
    """How long it must be quiet: between two moves a hand is out of the picture for less."""
    clear: float = 0.6
    """The same while nothing reaches in over the rails, since the board was last quiet; 0.15 is enough where
    many frames a second tell a hand that comes back at once."""
    reaching: int = 8
    """Samples around the surface that look otherwise when something reaches in, a finger at least."""


@dataclass(slots=True)
class Settle:
    """Watches one board's frames; feed every frame, in order, to `watch`."""

    view: View
    settings: SettleSettings = field(default_factory=SettleSettings)
    motion: float = 0.0
    """Share of samples that changed with the last frame."""
    _net: tuple[Floats, Floats] = field(init=False, repr=False)
    _rails: NDArray[np.bool_] = field(init=False, repr=False)
    """The samples around the surface."""
    _before: NDArray[np.uint8] | None = field(default=None, init=False, repr=False)
    _free: NDArray[np.uint8] | None = field(default=None, init=False, repr=False)
    """The samples when the board last was quiet."""
    _quiet_since: float | None = field(default=None, init=False, repr=False)
    _last_at: float = field(default=0.0, init=False, repr=False)

    def __post_init__(self) -> None:
        rows, columns = NET
        x = np.linspace(-AROUND, self.view.aspect + AROUND, columns)
        y = np.linspace(-AROUND, 1.0 + AROUND, rows)
        places = self.view.at_height(np.stack(np.meshgrid(x, y), axis=-1), 0.0).astype(np.float32)
        self._net = (np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1]))
        within = (x >= 0.0) & (x <= self.view.aspect), (y >= 0.0) & (y <= 1.0)
        self._rails = ~(within[1][:, None] & within[0][None])

    def watch(self, frame: Picture, at: float) -> bool:
        """Take one frame (H, W, 3) of time ``at`` (seconds); True while the board is quiet."""
        net = cv2.remap(frame, *self._net, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        seen: NDArray[np.uint8] = np.asarray(net, dtype=np.uint8)
        before, self._before = self._before, seen
        since, self._last_at = self._last_at, at
        if before is None or before.shape != seen.shape:
            self._quiet_since = None
            return False
        changed = _changed(seen, before, self.settings.change)
        self.motion = cv2.countNonZero(changed.reshape(-1, 1)) / changed.size
        patches = cv2.resize(changed, PATCHES, interpolation=cv2.INTER_AREA)
        if self.motion > self.settings.share or float(patches.max()) > 255.0 * self.settings.patch:
            self._quiet_since = None
            return False
        if self._quiet_since is None:
            self._quiet_since = since
        long = self.settings.seconds if self._reaching(seen) else self.settings.clear
        settled = at - self._quiet_since >= long - 1e-6
        if settled:
            self._free = seen
        return settled

    def _reaching(self, seen: NDArray[np.uint8]) -> bool:
        """Whether the rails look otherwise than when the board last was quiet."""
        if self.settings.clear >= self.settings.seconds:
            return False
        if self._free is None:
            return True
        otherwise = _changed(seen, self._free, self.settings.change).max(axis=2) > 0
        return int(np.count_nonzero(otherwise & self._rails)) >= self.settings.reaching

    @property
    def quiet(self) -> bool:
        """Whether the last frame was like the one before it."""
        return self._quiet_since is not None


def _changed(seen: NDArray[np.uint8], before: NDArray[np.uint8], change: float) -> NDArray[np.uint8]:
    """255 where two nets differ by more than ``change`` grey levels, else 0, for every colour channel."""
    apart = cv2.absdiff(seen, before)
    return np.asarray(cv2.threshold(apart, change, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)
