"""Two people at the virtual table: they see their dice before anybody tells them, and some do not wait."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.backgammon import Position, variant
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.virtual.painter.scene import Scene
from tabletop.devices.virtual.players import Display, Habits, Players
from tabletop.devices.virtual.table import Table, TableSnapshot
from tabletop.devices.virtual.timed_tower import TimedTower

GAME = variant("standard")


def watched(players: Players, clock: SimulatedClock) -> Iterator[TableSnapshot]:
    """The table at every moment at which somebody does something."""
    for seconds in players.evening():
        yield players.table.look()
        clock.sleep(seconds)


def two(habits: Habits, rolls: int) -> tuple[Players, SimulatedClock]:
    """Players whose display says that so many rolls have been taken."""
    clock = SimulatedClock(0.0)
    tower = TimedTower(ScriptedTower(), clock)
    table = Table(Scene(), clock, tower, position=GAME.start_position, seed=4)
    return Players(table, GAME, habits, games=1, seed=4, display=lambda: Display(rolls)), clock


def test_who_never_waits_plays_a_roll_that_is_not_told_yet() -> None:
    players, clock = two(Habits(errors=0.0, reaches=1.0), rolls=0)
    assert any(moment.hands for moment in watched(players, clock))


def test_who_always_waits_does_not_touch_a_checker_before_his_roll_is_told() -> None:
    players, clock = two(Habits(errors=0.0, reaches=0.0), rolls=0)
    for number, moment in enumerate(watched(players, clock)):
        assert not moment.hands
        if number > 200:
            break


def test_a_roll_that_was_played_and_never_taken_is_put_back_and_thrown_again() -> None:
    players, clock = two(Habits(errors=0.0, reaches=1.0), rolls=0)
    boards: list[Position] = []
    rolls: list[tuple[int, int] | None] = []
    for moment in watched(players, clock):
        if not moment.hands and moment.position not in boards[-1:]:
            boards.append(moment.position)
        if moment.dice not in rolls[-1:]:
            rolls.append(moment.dice)
        if len(boards) >= 3:
            break
    assert boards[0] == boards[2] == GAME.start_position
    assert boards[1] != GAME.start_position
    assert players.turns == []
