"""A link and a virtual tower in the tower's own time: nothing waits for a clock, and the same seed gives
the same log. A cable that is pulled is noticed and reopened as the program would."""

from __future__ import annotations

from typing import Final

from tabletop.devices.errors import DeviceError, PortLostError
from tabletop.devices.ports import TowerPort, VirtualTower
from tabletop.tower import messages as m
from tabletop.tower.happenings import Answered, Happening
from tabletop.tower.link import Link, Phase

STEP_MS: Final = 10
_ANSWER_MS: Final = 3000


class LockStep:
    """Runs a link against a virtual tower."""

    def __init__(self, tower: VirtualTower, link: Link | None = None, port: TowerPort | None = None) -> None:
        """``port``: what lies between them, when it is not the tower itself (a `RudePort`)."""
        self.tower = tower
        self.port = port or tower
        self.link = link or Link()
        self.now = 0.0
        """Seconds since the start."""
        self.log: list[Happening] = []
        """Everything that has happened so far."""
        self.link.opened(self.now)

    def run(self, milliseconds: float) -> tuple[Happening, ...]:
        """Let time pass for both; returns what happened meanwhile."""
        before = len(self.log)
        end = self.now + milliseconds / 1000
        while self.now < end - 1e-9:
            step = min(STEP_MS / 1000, end - self.now)
            self.tower.run(step * 1000)
            self.now += step
            self._exchange()
            self.log += self.link.happenings()
        return tuple(self.log[before:])

    def _exchange(self) -> None:
        try:
            if self.link.phase is Phase.CLOSED:
                self.port.read()
                self.link.opened(self.now)
            self.link.receive(self.port.read(), self.now)
            self.link.tick(self.now)
            data = self.link.outgoing()
            if data:
                self.port.write(data)
        except PortLostError as error:
            if self.link.phase is not Phase.CLOSED:
                self.link.closed(self.now, str(error))

    def ask(self, request: m.Message) -> m.Message:
        """A request and its reply. Raises `DeviceError` when there is none."""
        self.link.ask(request, self.now)
        for _ in range(_ANSWER_MS // STEP_MS):
            for happening in self.run(STEP_MS):
                if isinstance(happening, Answered) and happening.reply is not None:
                    return happening.reply
        raise DeviceError(f"the virtual tower did not answer {request}")
