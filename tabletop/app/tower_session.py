"""A tower that can be talked to from the command line: a port, a link over it, and a clock. Real towers run
by the clock on the wall; virtual ones by their own, so that nobody has to wait for them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tabletop.devices.calibrating import calibrate
from tabletop.devices.clock import Clock, WallClock
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import TowerPort, VirtualTower
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.serial_port import open_serial
from tabletop.devices.simulated_tower import SimulatedTower, host_command, simavr_command
from tabletop.tower import messages as m
from tabletop.tower.errors import TowerError
from tabletop.tower.happenings import Answered, Happening, TowerUnfit
from tabletop.tower.link import Link, Phase

FIND_SECONDS: Final = 12.0
ANSWER_SECONDS: Final = 3.0
_STEP: Final = 0.01


class TowerClock:
    """The time of a virtual tower, which passes only while somebody waits."""

    def __init__(self, tower: VirtualTower) -> None:
        self._tower = tower
        self._now = 0.0

    def now(self) -> float:
        """See `Clock.now`."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        self._tower.run(seconds * 1000)
        self._now += seconds


class TowerSession:
    """One conversation with one tower."""

    def __init__(self, port: TowerPort, clock: Clock) -> None:
        self.port = port
        self.clock = clock
        self.link = Link()
        self._answers: list[Answered] = []
        self.link.opened(clock.now())

    @property
    def hands(self) -> VirtualTower | None:
        """The hands that can move a virtual tower's dice; None for a real tower, which needs real ones."""
        return self.port if isinstance(self.port, ScriptedTower | SimulatedTower) else None

    @property
    def script(self) -> list[tuple[int, int]]:
        """The rolls a scripted tower was given."""
        return list(self.port.rolls) if isinstance(self.port, ScriptedTower) else []

    def step(self, seconds: float = _STEP) -> list[Happening]:
        """Let a moment pass; returns what happened in it. Raises `PortLostError` when the cable is pulled."""
        self.clock.sleep(seconds)
        now = self.clock.now()
        self.link.receive(self.port.read(), now)
        self.link.tick(now)
        if data := self.link.outgoing():
            self.port.write(data)
        happened = list(self.link.happenings())
        self._answers += [h for h in happened if isinstance(h, Answered)]
        return [h for h in happened if not isinstance(h, Answered)]

    def watch(self, seconds: float) -> Iterator[Happening]:
        """What happens in the next seconds."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            yield from self.step()

    def find(self, seconds: float = FIND_SECONDS) -> m.Hello:
        """Wait until the tower answers. Raises `TowerError` when it does not, or cannot be used."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            for happening in self.step():
                if isinstance(happening, TowerUnfit):
                    raise TowerError(happening.reason)
            if self.link.phase is Phase.UP and self.link.hello is not None and self.link.status is not None:
                return self.link.hello
        raise TowerError("no dice tower answers on this port: is it the right one? See /dev/serial/by-id")

    def ask(self, request: m.Message) -> m.Message:
        """A request and its reply. Raises `TowerError` when there is none."""
        self._answers.clear()
        self.link.ask(request, self.clock.now())
        end = self.clock.now() + ANSWER_SECONDS
        while self.clock.now() < end:
            self.step()
            for answer in self._answers:
                if answer.request == request and answer.reply is not None:
                    return answer.reply
        raise TowerError("the dice tower does not answer: unplug it, plug it in again and try once more")

    def demand(self, request: m.Message) -> m.Message:
        """Like `ask`, but a refusal is an error that says why."""
        reply = self.ask(request)
        if isinstance(reply, m.Refused):
            raise TowerError(REFUSALS.get(reply.reason, f"the dice tower refused: {reply.reason.name}"))
        return reply


REFUSALS: Final = {
    m.Reason.UNCALIBRATED: "the dice tower is not calibrated: run `tabletop tower calibrate`",
    m.Reason.FAULT: "a part of the dice tower is faulty: run `tabletop tower selftest`",
    m.Reason.BUSY: "a die lies in the dice tower or is falling: empty both pockets and try again",
    m.Reason.LOCKED: "this tower has its identity already, and it cannot be changed",
    m.Reason.UNKNOWN: "the tower's firmware does not know this request: write it again with `make flash`",
}


@contextmanager
def open_tower(address: str, *, seed: int = 1, blank: bool = False) -> Iterator[TowerSession]:
    """A session with the tower at ``address``: a path, serial:PATH, scripted:3-1,6-6, host: or simavr:

    ``blank``: a simulated tower with empty memory; otherwise it has been calibrated. Raises `TabletopError`.
    """
    kind, colon, rest = address.partition(":")
    if not colon or kind == "serial":
        port: TowerPort = open_serial(rest if colon else address)
        clock: Clock = WallClock()
    elif kind == "scripted":
        port = ScriptedTower(_script(rest))
        clock = TowerClock(port)
    elif kind in ("host", "simavr"):
        port = SimulatedTower(host_command() if kind == "host" else simavr_command(), seed=seed)
        if not blank:
            calibrate(port)
        clock = TowerClock(port)
    else:
        raise DeviceError(
            f"{address!r} is no tower: give a path, or serial:PATH, scripted:3-1,6-6, host: or simavr:"
        )
    try:
        yield TowerSession(port, clock)
    finally:
        port.close()


def _script(text: str) -> list[tuple[int, int]]:
    rolls = []
    for word in filter(None, text.split(",")):
        left, dash, right = word.partition("-")
        if not dash or {left, right} - set("123456"):
            raise DeviceError(f"{word!r} is no roll: write the script like scripted:3-1,6-6")
        rolls.append((int(left), int(right)))
    return rolls


def random_rolls(count: int, seed: int) -> list[tuple[int, int]]:
    """Rolls of fair dice."""
    dice = random.Random(seed)  # noqa: S311 (to be repeatable)
    return [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(count)]
