"""One suite for every virtual tower: the scripted one, the firmware compiled for this computer, and the
chip's own binary in simavr. Whoever passes it can stand in for the wooden one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.devices.calibrating import calibrate
from tabletop.devices.errors import DeviceError, PortLostError
from tabletop.devices.lock_step import LockStep
from tabletop.devices.ports import VirtualTower
from tabletop.devices.rude_port import Rudeness, RudePort
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.simulated_tower import SimulatedTower, host_command, simavr_command
from tabletop.tower import messages as m
from tabletop.tower.happenings import (
    DiceDisturbed,
    DiceLifted,
    Happening,
    Rolled,
    Spoilt,
    StateChanged,
    ThrowAgain,
    ThrowSpoilt,
    TowerFound,
    TowerLost,
)

COMMANDS = {"host": host_command, "simavr": simavr_command}


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The memory of a calibrated tower; the sensors are those of seed 1."""
    image = tmp_path_factory.mktemp("tower") / "calibrated.eeprom"
    try:
        with SimulatedTower(host_command(), seed=1) as tower:
            calibrate(tower)
            tower.power(on=False)
            tower.command(f"save {image}")
    except DeviceError as error:
        pytest.skip(str(error))
    return image


@pytest.fixture(params=["scripted", "host", "simavr"])
def tower(request: pytest.FixtureRequest) -> Iterator[VirtualTower]:
    if request.param == "scripted":
        yield ScriptedTower()
        return
    try:
        command = COMMANDS[request.param]()
    except DeviceError as error:
        pytest.skip(str(error))
    with SimulatedTower(command, seed=1, memory=request.getfixturevalue("memory")) as simulated:
        yield simulated


@pytest.fixture
def pair(tower: VirtualTower) -> LockStep:
    pair = LockStep(tower)
    pair.run(3000)
    pair.link.arm(1, pair.now)
    pair.run(1000)
    assert pair.link.status is not None
    assert pair.link.status.state is m.State.ARMED
    return pair


def of(kind: type, log: object) -> list[Happening]:
    return [happening for happening in log if isinstance(happening, kind)]


def dice(log: object) -> list[tuple[int, int]]:
    return [(roll.left, roll.right) for roll in of(Rolled, log)]


def clear(pair: LockStep) -> None:
    pair.tower.lift("left")
    pair.tower.lift("right")
    pair.run(1500)


def test_a_roll_is_read_and_latched_until_the_dice_are_lifted(pair: LockStep) -> None:
    pair.tower.throw(2, 5)
    assert dice(pair.run(4000)) == [(2, 5)]
    pair.tower.lift("left")
    (lifted,) = of(DiceLifted, pair.run(2000))
    assert lifted.pockets is m.Pockets.LEFT
    assert len(of(Rolled, pair.log)) == 1


def falls(log: object) -> list[Happening]:
    return [change for change in of(StateChanged, log) if change.state is m.State.TUMBLING]


def test_the_fall_of_the_dice_is_told_once_and_before_their_roll(pair: LockStep) -> None:
    pair.tower.throw(2, 5)
    pair.run(4000)
    (fall,) = falls(pair.log)
    (roll,) = of(Rolled, pair.log)
    assert 0.3 < roll.at - fall.at < 2.5


def test_of_one_die_each_in_their_own_time_the_fall_of_both_is_told(pair: LockStep) -> None:
    pair.link.arm(2, pair.now, m.Mode.OPENING)
    pair.run(1000)
    pair.tower.throw(6, None)
    pair.run(4000)
    pair.tower.throw(None, 1)
    pair.run(4000)
    assert len(falls(pair.log)) == 2
    assert dice(pair.log) == [(6, 1)]


def test_bumping_a_reported_die_changes_nothing_but_is_told(pair: LockStep) -> None:
    pair.tower.throw(2, 5)
    pair.run(4000)
    pair.tower.bump("right", 6)
    log = pair.run(3000)
    assert [bump.pockets for bump in of(DiceDisturbed, log)] == [m.Pockets.RIGHT]
    assert not of(Rolled, log)


def test_a_cocked_die_voids_the_throw(pair: LockStep) -> None:
    pair.tower.cock("left")
    pair.tower.throw(2, 5)
    (spoilt,) = of(ThrowSpoilt, pair.run(12_000))
    assert (spoilt.why, spoilt.pockets) == (Spoilt.COCKED, m.Pockets.LEFT)
    clear(pair)
    pair.run(1000)
    pair.tower.throw(6, 6)
    pair.run(4000)
    assert dice(pair.log) == [(6, 6)]


def test_a_cocked_die_that_a_nudge_frees_counts(pair: LockStep) -> None:
    pair.tower.cock("left", 1)
    pair.tower.throw(2, 5)
    assert dice(pair.run(9000)) == [(2, 5)]


def test_a_jammed_die_is_missing(pair: LockStep) -> None:
    pair.tower.jam("right")
    pair.tower.throw(2, 5)
    (spoilt,) = of(ThrowSpoilt, pair.run(20_000))
    assert (spoilt.why, spoilt.pockets) == (Spoilt.MISSING, m.Pockets.RIGHT)


def test_one_die_alone_is_no_roll(pair: LockStep) -> None:
    pair.tower.throw(3, None)
    (spoilt,) = of(ThrowSpoilt, pair.run(8000))
    assert (spoilt.why, spoilt.pockets) == (Spoilt.MISSING, m.Pockets.RIGHT)


def test_a_die_put_there_by_hand_is_no_roll(pair: LockStep) -> None:
    pair.tower.place("left", 6)
    (spoilt,) = of(ThrowSpoilt, pair.run(4000))
    assert (spoilt.why, spoilt.pockets) == (Spoilt.PLACED, m.Pockets.LEFT)


def test_dice_that_lie_there_when_the_tower_starts_are_no_throw(pair: LockStep) -> None:
    pair.tower.power(on=False)
    for pocket in ("left", "right"):
        pair.tower.place(pocket, 3)
    pair.tower.power(on=True)
    log = pair.run(6000)
    assert not of(Rolled, log)
    assert not of(ThrowSpoilt, log)
    assert len(of(ThrowAgain, log)) == 1  # the turn is still waiting for its roll


def test_a_throw_nobody_asked_for_is_told_as_such(pair: LockStep) -> None:
    pair.link.disarm(pair.now)
    pair.run(500)
    pair.tower.throw(4, 4)
    (roll,) = of(Rolled, pair.run(4000))
    assert (roll.left, roll.right, roll.armed) == (4, 4, False)


def test_in_the_opening_each_die_comes_in_its_own_time(pair: LockStep) -> None:
    pair.link.arm(2, pair.now, m.Mode.OPENING)
    pair.run(1000)
    pair.tower.throw(5, None)
    assert not of(Rolled, pair.run(10_000))
    pair.tower.throw(None, 2)
    (roll,) = of(Rolled, pair.run(4000))
    assert (roll.left, roll.right, roll.mode) == (5, 2, m.Mode.OPENING)


def test_a_pulled_cable_is_noticed_and_a_roll_of_the_meantime_is_told_once(pair: LockStep) -> None:
    pair.tower.unplug()
    with pytest.raises(PortLostError):
        pair.tower.read()
    with pytest.raises(PortLostError):
        pair.tower.write(b"$")
    pair.run(100)
    pair.tower.throw(1, 6)
    pair.run(5000)
    assert of(TowerLost, pair.log)
    pair.tower.plug()
    pair.run(6000)
    assert dice(pair.log) == [(1, 6)]
    assert len(of(TowerFound, pair.log)) == 2


def test_a_restart_in_the_middle_of_a_throw_asks_for_the_dice_again(pair: LockStep) -> None:
    pair.tower.throw(1, 6)
    pair.run(600)
    pair.tower.reboot()
    pair.run(6000)
    assert not of(Rolled, pair.log)
    clear(pair)
    pair.run(1500)
    pair.tower.throw(3, 2)
    pair.run(4000)
    assert dice(pair.log) == [(3, 2)]


def test_power_lost_after_the_roll_was_saved_does_not_lose_the_roll(pair: LockStep) -> None:
    pair.tower.unplug()
    pair.tower.throw(1, 6)
    pair.run(5000)
    pair.tower.power(on=False)
    pair.tower.power(on=True)
    pair.tower.plug()
    pair.run(6000)
    (roll,) = of(Rolled, pair.log)
    assert (roll.left, roll.right, roll.replayed) == (1, 6, True)


def test_over_a_line_that_drops_repeats_and_garbles_every_roll_arrives_once(tower: VirtualTower) -> None:
    pair = LockStep(tower, port=RudePort(tower, Rudeness(drop=0.1, repeat=0.1, garble=0.1), seed=8))
    pair.run(6000)
    thrown = [(1, 6), (3, 3), (5, 2)]
    for token, roll in enumerate(thrown, start=1):
        pair.link.arm(token, pair.now)
        pair.run(3000)
        tower.throw(*roll)
        pair.run(7000)
        clear(pair)
        pair.run(2500)
    assert dice(pair.log) == thrown
