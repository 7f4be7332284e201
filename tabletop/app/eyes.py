"""Which pictures may be believed: between the camera and the watch.

A referee must not judge yesterday's picture. So a frame counts only if it is newer than the last one, if it
is not old already, and if it differs from the last one in at least one bit: a sensor is never quite still,
a camera that hangs is. What does not count is not looked at, and when nothing has counted for a while the
camera is lost, until a new picture comes. The first picture may take longer: nothing is lost that has not
been found.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tabletop.app.trust import Trust
from tabletop.app.watch import Watch
from tabletop.devices.ports import Frame
from tabletop.referee.events import Event


@dataclass(slots=True, eq=False)
class Eyes:
    """Looks at the frames of one camera. All times are seconds since the session began."""

    watch: Watch
    trust: Trust = field(default_factory=Trust)
    refused: int = 0
    """Frames that did not count."""
    _last: Frame | None = field(default=None, init=False)
    _counted_at: float | None = field(default=None, init=False)
    _lost: bool = field(default=False, init=False)

    @property
    def fresh_at(self) -> float | None:
        """When the last frame that counted was exposed."""
        return self._counted_at

    def see(self, frame: Frame, at: float, now: float) -> list[Event]:
        """The events of a frame that was exposed ``at`` and is looked at ``now``."""
        if not self._counts(frame, at, now):
            self.refused += 1
            return self.wait(now)
        self._last = frame
        self._counted_at = at
        self._lost = False
        return self.watch.frame(frame.picture, at)

    def wait(self, now: float) -> list[Event]:
        """No frame that counts has come; to be called at least ten times a second."""
        if self._counted_at is None:
            self._counted_at = now
        patience = self.trust.first if self._last is None else self.trust.lost
        if self._lost or now - self._counted_at < patience:
            return []
        self._lost = True
        return self.watch.lose(now)

    def hurry(self, at: float) -> list[Event]:
        """Something was said that ends a turn: read the board now if that can be believed."""
        if self._lost or self._counted_at is None or at - self._counted_at > self.trust.stale:
            return []
        return self.watch.hurry(at)

    def _counts(self, frame: Frame, at: float, now: float) -> bool:
        if now - at > self.trust.stale:
            return False
        last = self._last
        if last is None:
            return True
        return frame.number > last.number and not _same(frame, last)


def _same(one: Frame, other: Frame) -> bool:
    """Whether two pictures are the same to the last bit; a sparse comparison settles nearly all."""
    if one.picture is other.picture:
        return True
    if one.picture.shape != other.picture.shape:
        return False
    sparse = (slice(None, None, 16), slice(None, None, 16))
    if not np.array_equal(one.picture[sparse], other.picture[sparse]):
        return False
    return bool(np.array_equal(one.picture, other.picture))
