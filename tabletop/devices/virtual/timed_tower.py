"""A virtual tower that lives by a clock: however long nobody asked, its time has passed when somebody does.
Hands and program may reach for it from different threads; one at a time gets it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from tabletop.devices.clock import Clock
from tabletop.devices.errors import PortLostError
from tabletop.devices.ports import TowerPort, VirtualTower

P = ParamSpec("P")
R = TypeVar("R")

STEP_MS: Final = 20.0
"""A tower is run in steps of at most so much."""
LONGEST_MS: Final = 2000.0
"""After a longer pause (a laptop that slept) the tower has not lived through all of it."""


class TimedTower:
    """A `VirtualTower` around another one that is run in lock-step."""

    def __init__(self, tower: VirtualTower, clock: Clock) -> None:
        self._tower = tower
        self._clock = clock
        self._lived = clock.now()
        self._lock = threading.RLock()

    # ---- TowerPort

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        return self._done(self._tower.read)

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        self._done(self._tower.write, data)

    def close(self) -> None:
        """See `TowerPort.close`."""
        with self._lock:
            self._tower.close()

    # ---- VirtualTower

    def run(self, milliseconds: float) -> None:
        """See `VirtualTower.run`."""
        self._clock.sleep(milliseconds / 1000)
        with self._lock:
            self._live()

    def throw(self, left: int | None, right: int | None) -> None:
        """See `VirtualTower.throw`."""
        self._done(self._tower.throw, left, right)

    def lift(self, pocket: str) -> None:
        """See `VirtualTower.lift`."""
        self._done(self._tower.lift, pocket)

    def place(self, pocket: str, face: int) -> None:
        """See `VirtualTower.place`."""
        self._done(self._tower.place, pocket, face)

    def bump(self, pocket: str, face: int) -> None:
        """See `VirtualTower.bump`."""
        self._done(self._tower.bump, pocket, face)

    def cock(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.cock`."""
        self._done(self._tower.cock, pocket, nudges)

    def jam(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.jam`."""
        self._done(self._tower.jam, pocket, nudges)

    def reboot(self) -> None:
        """See `VirtualTower.reboot`."""
        self._done(self._tower.reboot)

    def power(self, on: bool) -> None:
        """See `VirtualTower.power`."""
        self._done(self._tower.power, on)

    def unplug(self) -> None:
        """See `VirtualTower.unplug`."""
        self._done(self._tower.unplug)

    def plug(self) -> None:
        """See `VirtualTower.plug`."""
        self._done(self._tower.plug)

    def _done(self, act: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        with self._lock:
            self._live()
            return act(*args, **named)

    def _live(self) -> None:
        now = self._clock.now()
        due = min((now - self._lived) * 1000, LONGEST_MS)
        self._lived = now
        while due > 0:
            self._tower.run(min(STEP_MS, due))
            due -= STEP_MS


class Cable:
    """The `TowerPort` of a virtual tower that goes on living when its port is closed."""

    def __init__(self, tower: TowerPort) -> None:
        self._tower = tower
        self._closed = False

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        self._must_be_open()
        return self._tower.read()

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        self._must_be_open()
        self._tower.write(data)

    def close(self) -> None:
        """See `TowerPort.close`."""
        self._closed = True

    def _must_be_open(self) -> None:
        if self._closed:
            raise PortLostError("the virtual tower's port was closed")
