"""What time it is, and how to wait: the one place that asks the computer's clock.

Times are seconds of a clock that only goes forward, whatever happens to the date. A simulated clock goes
forward only while somebody waits, so that an hour at a virtual table takes as long as the computing does.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and how to wait."""

    def now(self) -> float:
        """Seconds, only forward."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        ...


class WallClock:
    """The real time, from a clock that no change of date and hour can move."""

    def now(self) -> float:
        """See `Clock.now`."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        time.sleep(max(0.0, seconds))


class SimulatedClock:
    """Time that passes only while somebody waits. For one thread."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """See `Clock.now`."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        self._now += max(0.0, seconds)
