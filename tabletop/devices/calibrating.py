"""Calibrates a virtual tower the way a person would a real one: nothing, then a white card, then a black card on both
pockets, asked for over the tower's own protocol."""

from __future__ import annotations

from typing import Final

from tabletop.devices.errors import DeviceError
from tabletop.devices.simulated_tower import SimulatedTower
from tabletop.tower import messages as m
from tabletop.tower.happenings import Answered
from tabletop.tower.link import Link, Phase

WHITE_CARD: Final = 0.95
BLACK_CARD: Final = 0.06
_STEP_MS: Final = 10
_AVERAGE_MS: Final = 6000
"""The tower averages over about a second; six of them leave nothing of what lay there before."""


class LockStep:
    """Runs a link against a virtual tower in the tower's own time."""

    def __init__(self, tower: SimulatedTower, link: Link | None = None) -> None:
        self.tower = tower
        self.link = link or Link()
        self.link.opened(self.now)

    @property
    def now(self) -> float:
        """Seconds of the tower's time."""
        return self.tower.cycles / 16e6

    def run(self, milliseconds: float) -> None:
        """Let time pass for both."""
        end = self.tower.cycles + milliseconds * 16_000
        while self.tower.cycles < end:
            data = self.link.outgoing()
            if data:
                self.tower.write(data)
            self.tower.run(min(_STEP_MS, (end - self.tower.cycles) / 16_000))
            self.link.receive(self.tower.read(), self.now)
            self.link.tick(self.now)

    def ask(self, request: m.Message) -> m.Message:
        """A request and its reply. Raises `DeviceError` when there is none."""
        self.link.ask(request, self.now)
        for _ in range(300):
            self.run(_STEP_MS)
            for happening in self.link.happenings():
                if isinstance(happening, Answered) and happening.reply is not None:
                    return happening.reply
        raise DeviceError(f"the simulated tower did not answer {request}")


def calibrate(tower: SimulatedTower, uid: int = 0x7AB1E709) -> None:
    """Give a blank virtual tower an identity and a calibration. Raises `DeviceError` when it refuses."""
    pair = LockStep(tower)
    pair.run(4000)
    if pair.link.phase is not Phase.UP:
        raise DeviceError("the simulated tower does not answer")
    _must(pair, m.Set(m.Key.UID, uid))
    pair.run(1000)
    for step, card in ((m.Step.EMPTY, -1.0), (m.Step.WHITE, WHITE_CARD), (m.Step.BLACK, BLACK_CARD)):
        tower.command(f"card {card}")
        pair.run(_AVERAGE_MS)
        _must(pair, m.Calibrate(step))
    tower.command("card -1")
    _must(pair, m.Calibrate(m.Step.SAVE))
    pair.run(_AVERAGE_MS)


def _must(pair: LockStep, request: m.Message) -> None:
    reply = pair.ask(request)
    if not isinstance(reply, m.Ok):
        raise DeviceError(f"the simulated tower refused {request}: {reply}")
