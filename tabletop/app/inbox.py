"""The one inbox: what the edge has to say, in the order in which it happened.

Frames do not queue: there is one slot, and a newer frame throws the older one out. Everything else waits its
turn; a worker that would overfill the inbox is held up, so that nothing here grows for ever.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Final, Generic, TypeVar

from tabletop.devices.ports import Frame

T = TypeVar("T")

ROOM: Final = 1000
"""Things that may wait."""


class Inbox(Generic[T]):
    """For many putters and one taker."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._waiting: deque[tuple[float, T]] = deque()
        self._frame: Frame | None = None
        self._changed = threading.Condition()
        self.dropped = 0
        """Frames that a newer one threw out."""

    def put(self, thing: T, at: float) -> None:
        """Something happened ``at`` (monotonic seconds). Waits while the inbox is full."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) < self._room)
            self._waiting.append((at, thing))
            self._changed.notify_all()

    def put_frame(self, frame: Frame) -> None:
        """The newest frame."""
        with self._changed:
            self.dropped += self._frame is not None
            self._frame = frame
            self._changed.notify_all()

    def take(self, timeout: float) -> T | Frame | None:
        """The earliest of what there is; None when nothing came in ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._frame is not None, timeout)
            frame = self._frame
            if frame is not None and (not self._waiting or frame.at <= self._waiting[0][0]):
                self._frame = None
                return frame
            if not self._waiting:
                return None
            _, thing = self._waiting.popleft()
            self._changed.notify_all()
            return thing
