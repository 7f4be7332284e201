"""A film as a camera: its frames come when they were filmed, as if it happened now.

Whoever is too slow misses frames, as with a real camera; the film does not wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from tabletop.devices.errors import CameraGone, CameraStalled
from tabletop.devices.ports import Frame
from tabletop.errors import TabletopError
from tabletop.vision.sampling import Picture


class FilmCamera:
    """A `Camera` over pictures with their times. It begins with the first `grab`."""

    def __init__(
        self,
        frames: Iterable[tuple[float, Picture]],
        name: str = "the film",
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``frames``: (seconds since the film began, picture), in order; ``name`` is for what goes wrong."""
        self._frames: Iterator[tuple[float, Picture]] = iter(frames)
        self._name = name
        self._now = now
        self._sleep = sleep
        self._began: float | None = None
        self._next: tuple[float, Picture] | None = None
        self._number = -1
        self._closed = False

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`; raises `CameraGone` when the film is over."""
        if self._closed:
            raise CameraGone(f"{self._name} was closed: open it again")
        deadline = self._now() + timeout
        if self._next is None:
            self._next = self._following()
        if self._next is None:
            raise CameraGone(f"{self._name} is over")
        if self._began is None:
            self._began = self._now() - self._next[0]
        due = self._began + self._next[0]
        if due > deadline:
            self._sleep(max(0.0, deadline - self._now()))
            raise CameraStalled(f"{self._name}: no new picture in {timeout:g} s")
        self._sleep(max(0.0, due - self._now()))
        return self._latest()

    def _latest(self) -> Frame:
        """The last frame that is due; those before it are missed."""
        assert self._next is not None  # noqa: S101 - `grab` has looked
        assert self._began is not None  # noqa: S101
        at, picture = self._next
        self._number += 1
        self._next = self._following()
        while self._next is not None and self._began + self._next[0] <= self._now():
            at, picture = self._next
            self._number += 1
            self._next = self._following()
        return Frame(picture, self._began + at, self._number)

    def _following(self) -> tuple[float, Picture] | None:
        try:
            return next(self._frames, None)
        except TabletopError as error:
            raise CameraGone(str(error)) from error

    def close(self) -> None:
        """See `Camera.close`."""
        self._closed = True
