"""A camera that is not believed blindly. Cameras hand out pictures from before they were asked, and some hang
by sending the last picture for ever: a referee who judged those would judge the past. Here such pictures are
thrown away, and when nothing else comes the camera counts as stalled."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop.devices.errors import CameraStalled
from tabletop.devices.ports import Camera, Frame

_GRID: Final = 8
"""Every eighth pixel of every eighth row is compared: thousands, each with the sensor's own noise."""
_FLAT: Final = 3
"""A picture whose brightness spans no more than this has no noise to compare: a lid on the lens. It is passed
on, for whoever looks whether it is dark."""


class FreshCamera:
    """A `Camera` around another one, which lets through only frames that are new."""

    def __init__(
        self, camera: Camera, oldest: float = 0.5, now: Callable[[], float] = time.monotonic
    ) -> None:
        """``oldest``: seconds after its exposure in which a frame is believed."""
        self._camera = camera
        self._oldest = oldest
        self._now = now
        self._last: Frame | None = None
        self._print = 0

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`; a frame that is too old, or the last one once more, counts as none."""
        deadline = self._now() + timeout
        why = "no new picture"
        while (left := deadline - self._now()) > 0:
            frame = self._camera.grab(left)
            refused = self._refused(frame)
            if refused is None:
                return frame
            why = refused
        raise CameraStalled(f"{why} for {timeout:g} s: look after the camera and its cable")

    def _refused(self, frame: Frame) -> str | None:
        """Why this frame is not believed; None when it is."""
        age = self._now() - frame.at
        if age > self._oldest:
            return f"the camera only has pictures that are {age:.1f} s old,"
        last, fingerprint = self._last, _fingerprint(frame.picture)
        same = fingerprint != 0 and fingerprint == self._print
        self._print = fingerprint
        if last is not None and (frame.number <= last.number or frame.at <= last.at):
            return "the camera repeats itself"
        if same:
            return "the camera sends the same picture again and again"
        self._last = frame
        return None

    def close(self) -> None:
        """See `Camera.close`."""
        self._camera.close()


def _fingerprint(picture: NDArray[np.uint8]) -> int:
    """A number that differs when the picture differs; 0 for a picture without any noise."""
    sample = np.ascontiguousarray(picture[::_GRID, ::_GRID])
    if int(sample.max()) - int(sample.min()) <= _FLAT:
        return 0
    return zlib.crc32(sample.tobytes()) | 1 << 32
