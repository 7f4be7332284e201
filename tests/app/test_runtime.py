"""The whole table in its own time: painted camera, reader, tower protocol, panel, and the referee."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from tabletop.app.auto import evening
from tabletop.app.config import Config
from tabletop.app.eyes import Eyes
from tabletop.app.lockstep import LockStep
from tabletop.app.runtime import Published, Runtime
from tabletop.app.virtual_room import SMALL_SCENE, VirtualRoom, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.backgammon import Match, MatchRules, Player, variant
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.virtual.players import Habits
from tabletop.devices.virtual.table import Place
from tabletop.present.lamps import Colour
from tabletop.referee import Button, Phase, State, Violation
from tabletop.referee.effects import Effect, TurnClosed, VerdictGiven
from tabletop.referee.verdicts import Illegal, Legal

GAME = variant("standard")


@dataclass
class Bench:
    """A room in which a test plays both players."""

    fps: float = 30.0
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        clock = SimulatedClock(50.0)
        self.room: VirtualRoom = furnish(clock, GAME, fps=self.fps, scene=SMALL_SCENE)
        watch = Watch(self.room.calibration, Quick())
        state = State.new(GAME, Match.start(MatchRules(length=5)))
        self.runtime = Runtime(state, Eyes(watch), (self._hear,))
        self.step = LockStep(self.room, self.runtime, clock)

    def _hear(self, published: Published) -> None:
        self.effects += published.told.effects

    @property
    def state(self) -> State:
        return self.runtime.state

    def roll(self, left: int, right: int) -> None:
        self.room.tower.throw(left, right)
        self.step.run(1.8)

    def lift(self) -> None:
        for pocket in ("left", "right"):
            self.room.tower.lift(pocket)
        self.step.run(1.0)

    def carry(self, player: Player, *moves: tuple[Place, Place]) -> float:
        """A hand comes, carries its own checkers, and leaves; returns when it left."""
        self.room.table.reach(player, moves[0][0])
        self.step.run(0.2)
        for start, end in moves:
            self.room.table.pick_up(player, start)
            self.step.run(0.1)
            self.room.table.put_down(player, end)
            self.step.run(0.1)
        self.room.table.withdraw(player)
        return self.step.now

    def verdicts(self) -> list[VerdictGiven]:
        return [effect for effect in self.effects if isinstance(effect, VerdictGiven)]

    def violations(self) -> list[Violation]:
        return [one.verdict.violation for one in self.verdicts() if isinstance(one.verdict, Illegal)]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.step.run(4.0)
    bench.roll(3, 1)
    return bench


def test_the_board_is_seen_the_opening_rolled_and_light_begins(bench: Bench) -> None:
    assert bench.state.phase is Phase.MOVING
    assert bench.state.turn is not None
    assert bench.state.turn.player is Player.LIGHT


def test_within_a_quarter_of_a_second_of_the_hands_leaving_the_play_is_judged(bench: Bench) -> None:
    left = bench.carry(Player.LIGHT, (8, 5), (6, 5))
    bench.step.run(1.0)
    given = bench.verdicts()
    assert [type(one.verdict) for one in given] == [Legal]
    assert given[0].at - left <= 0.17, "in the table's own time; computing comes on top"


def test_a_wrong_play_lights_the_lamps_until_it_is_mended(bench: Bench) -> None:
    bench.carry(Player.LIGHT, (13, 8))
    bench.step.run(1.0)
    assert len(bench.violations()) == 1
    assert bench.room.panel.lamps.light is Colour.RED
    assert bench.room.display.image.getbbox() is not None
    bench.carry(Player.LIGHT, (8, 13), (8, 5), (6, 5))
    bench.step.run(1.0)
    assert isinstance(bench.verdicts()[-1].verdict, Legal)
    assert bench.room.panel.lamps.light is not Colour.RED


def test_nobody_is_accused_of_a_hit_half_made_while_the_hand_is_away_for_a_moment(bench: Bench) -> None:
    bench.carry(Player.LIGHT, (13, 10), (6, 5))
    bench.step.run(1.0)
    bench.lift()
    bench.roll(6, 4)
    bench.carry(Player.DARK, (1, 7), (1, 5))  # the blot on 5 is hit, but nobody has taken it off yet
    bench.step.run(0.3)
    assert bench.violations() == [], "he may be about to take it off"
    table = bench.room.table
    table.reach(Player.DARK, 5)
    bench.step.run(0.2)
    table.pick_up(Player.LIGHT, 5, by=Player.DARK)
    bench.step.run(0.1)
    table.put_down(Player.DARK, "bar")
    table.withdraw(Player.DARK)
    bench.step.run(1.0)
    assert bench.violations() == []
    assert isinstance(bench.verdicts()[-1].verdict, Legal)


def test_a_hit_checker_that_stays_on_its_point_is_named_after_a_long_quiet(bench: Bench) -> None:
    bench.carry(Player.LIGHT, (13, 10), (6, 5))
    bench.step.run(1.0)
    bench.lift()
    bench.roll(6, 4)
    bench.carry(Player.DARK, (1, 7), (1, 5))
    bench.step.run(1.5)
    assert bench.violations() == [Violation.HIT_NOT_ON_BAR]


def lights_turn_played(bench: Bench, *moves: tuple[Place, Place]) -> None:
    bench.carry(Player.LIGHT, *moves)
    bench.step.run(1.0)
    bench.lift()


def test_a_play_made_before_its_roll_is_told_is_his_who_threw(bench: Bench) -> None:
    lights_turn_played(bench, (8, 5), (6, 5))
    bench.room.tower.throw(6, 4)
    bench.step.run(0.2)
    bench.carry(Player.DARK, (1, 11))
    bench.step.run(0.2)
    assert bench.runtime.rolls == 1, "the dice still fall"
    bench.step.run(2.0)
    assert bench.violations() == []
    assert [type(one.verdict) for one in bench.verdicts()] == [Legal, Legal]
    assert [one.player for one in bench.verdicts()] == [Player.LIGHT, Player.DARK]
    assert [closed.seen for closed in bench.effects if isinstance(closed, TurnClosed)] == [True]


def test_nobody_is_accused_of_what_is_half_made_when_his_roll_is_told(bench: Bench) -> None:
    lights_turn_played(bench, (13, 10), (6, 5))
    bench.room.tower.throw(6, 4)
    bench.step.run(0.3)
    bench.carry(Player.DARK, (1, 7), (1, 5))  # the blot on 5 is hit, but nobody has taken it off yet
    while bench.runtime.rolls == 1:
        bench.step.run(0.1)
    assert bench.violations() == [], "he may be about to take it off"
    bench.step.run(1.5)
    assert bench.violations() == [Violation.HIT_NOT_ON_BAR]
    assert [one.player for one in bench.verdicts()] == [Player.LIGHT, Player.DARK]


def test_who_moves_and_has_not_thrown_is_told(bench: Bench) -> None:
    lights_turn_played(bench, (8, 5), (6, 5))
    bench.carry(Player.DARK, (1, 11))
    bench.step.run(1.0)
    assert bench.violations() == [Violation.MOVED_BEFORE_ROLL]


def test_a_double_is_offered_and_taken_by_buttons(bench: Bench) -> None:
    bench.carry(Player.LIGHT, (8, 5), (6, 5))
    bench.step.run(1.0)
    bench.lift()
    bench.room.table.press(Player.DARK, Button.DOUBLE)
    bench.step.run(0.5)
    assert bench.state.phase is Phase.OFFERED
    bench.room.table.press(Player.LIGHT, Button.TAKE)
    bench.step.run(0.5)
    assert bench.state.cube.value == 2
    assert bench.state.cube.owner is Player.LIGHT


def test_without_a_hand_a_still_board_is_told_twice_and_no_more(bench: Bench) -> None:
    bench.carry(Player.LIGHT, (8, 5), (6, 5))
    bench.step.run(1.0)
    number = bench.runtime.number
    bench.step.run(5.0)
    assert bench.runtime.number == number


@pytest.mark.parametrize("reaches", [0.0, 1.0])
def test_two_players_by_themselves_are_recorded_as_they_played(reaches: float) -> None:
    one = evening(Config(), Habits(errors=0.3, pace=0.6, reaches=reaches), games=1, seed=3)
    for now in one.step.follow(one.players.evening()):
        if now > 80.0:
            break
    report = one.audit.report()
    assert report["turns"] >= 8
    assert report["errors"] >= 2
    assert report["false_accusations"] == []
    assert [line for line in report["record_differs"] if line.startswith("turn")] == []
