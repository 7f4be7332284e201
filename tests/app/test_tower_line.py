"""The line to the dice tower: every roll once, whatever happens to the cable."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.app.tower_line import Heard, TowerLine, Wish
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.errors import DeviceError
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.virtual.timed_tower import Cable, TimedTower
from tabletop.referee import DiceLifted, DiceSettled, OpeningRolled, TowerFound, TowerLost
from tabletop.tower.messages import Mode


@dataclass
class Bench:
    clock: SimulatedClock = field(default_factory=SimulatedClock)
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tower = TimedTower(ScriptedTower(), self.clock)
        self.line = TowerLine(lambda: Cable(self.tower))

    def run(self, seconds: float) -> list[Heard]:
        new: list[Heard] = []
        for _ in range(round(seconds / 0.02)):
            self.clock.sleep(0.02)
            new += self.line.step(self.clock.now())
        self.heard += new
        return new

    def events(self, kind: type) -> list[object]:
        return [one.event for one in self.heard if isinstance(one.event, kind)]


def test_the_opening_is_heard_as_one_die_each() -> None:
    bench = Bench()
    bench.line.want(Wish(Mode.OPENING, 0))
    bench.run(4.0)
    bench.tower.throw(6, 1)
    bench.run(2.0)
    opening = bench.events(OpeningRolled)
    assert [(roll.light, roll.dark) for roll in opening] == [(6, 1)]
    assert bench.heard[-1].line == {
        "t": bench.heard[-1].line["t"], "source": "tower", "type": "roll", "seq": 1, "opening": True,
        "dice": [6, 1],
    }  # fmt: skip


def test_two_dice_thrown_before_the_tower_was_asked_for_the_opening_are_the_opening() -> None:
    bench = Bench()
    bench.run(4.0)
    bench.line.want(Wish(Mode.OPENING, 0))
    bench.tower.throw(6, 1)
    bench.run(2.0)
    assert len(bench.events(OpeningRolled)) == 1
    assert not bench.events(DiceSettled)


def test_a_wish_that_has_not_heard_of_the_latest_roll_is_not_taken_for_the_next() -> None:
    bench = Bench()
    bench.line.want(Wish(Mode.TURN, 0))
    bench.run(4.0)
    bench.tower.throw(3, 1)
    bench.run(2.0)
    bench.line.want(Wish(Mode.OPENING, 0))
    bench.tower.lift("left")
    bench.tower.lift("right")
    bench.run(2.0)
    assert bench.line.link.wanted is None
    bench.line.want(Wish(Mode.TURN, 1))
    bench.run(1.0)
    assert bench.line.link.wanted is not None
    assert bench.line.link.wanted.mode is Mode.TURN


def test_a_roll_thrown_while_the_cable_was_out_is_heard_once_when_it_is_in_again() -> None:
    bench = Bench()
    bench.line.want(Wish(Mode.TURN, 0))
    bench.run(4.0)
    bench.tower.throw(5, 2)
    bench.tower.unplug()
    bench.run(4.0)
    assert len(bench.events(TowerLost)) == 1
    assert not bench.events(DiceSettled)
    bench.tower.plug()
    bench.run(6.0)
    assert [roll.dice.numbers for roll in bench.events(DiceSettled)] == [(5, 2)]
    assert bench.events(TowerFound)


def test_a_tower_that_is_not_there_yet_is_missed_once_and_then_found() -> None:
    bench = Bench()
    there = []

    def open_it() -> Cable:
        if not there:
            raise DeviceError("no dice tower at any USB cable: plug it in")
        return Cable(bench.tower)

    bench.line = TowerLine(open_it)
    bench.run(5.0)
    assert len(bench.events(TowerLost)) == 1
    assert bench.heard[0].reason == "no dice tower at any USB cable: plug it in"
    there.append(True)
    bench.run(5.0)
    assert len(bench.events(TowerFound)) == 1
    assert len(bench.events(TowerLost)) == 1


def test_a_tower_that_restarts_mid_match_loses_no_roll_and_invents_none() -> None:
    bench = Bench()
    for number in range(6):
        bench.line.want(Wish(Mode.TURN, number))
        bench.run(3.0)
        bench.tower.throw(1 + number, 6 - number)
        bench.run(2.0)
        bench.tower.reboot()
        bench.run(1.0)
        bench.tower.lift("left")
        bench.tower.lift("right")
        bench.run(1.0)
    rolls = [set(roll.dice.numbers) for roll in bench.events(DiceSettled)]
    assert rolls == [{1 + number, 6 - number} for number in range(6)]
    assert not bench.events(DiceLifted), "nobody saw them lifted: a restarted tower does not know whose"


def test_a_game_that_ends_while_the_next_roll_was_waited_for_has_the_tower_armed_for_an_opening() -> None:
    bench = Bench()
    bench.line.want(Wish(Mode.TURN, 0))
    bench.run(4.0)
    bench.line.want(Wish(Mode.OPENING, 0))  # a double was dropped
    bench.run(1.0)
    bench.tower.throw(2, None)
    bench.run(2.0)
    assert not bench.events(OpeningRolled), "each throws one die, in his own time"
    bench.tower.throw(None, 5)
    bench.run(2.0)
    assert [(roll.light, roll.dark) for roll in bench.events(OpeningRolled)] == [(2, 5)]
