"""Calibrates a virtual tower the way a person would a real one: nothing, then a white card, then a
black card on both pockets, asked for over the tower's own protocol."""

from __future__ import annotations

from typing import Final

from tabletop.devices.errors import DeviceError
from tabletop.devices.lock_step import LockStep
from tabletop.devices.simulated_tower import SimulatedTower
from tabletop.tower import messages as m
from tabletop.tower.link import Phase

WHITE_CARD: Final = 0.95
BLACK_CARD: Final = 0.06
_AVERAGE_MS: Final = 10_000
"""The tower averages over about two seconds; ten seconds leave nothing of what lay there before."""


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
