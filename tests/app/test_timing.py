"""The match clock at the table, and that it is out of the way when nobody plays against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.app.config import ConfigError, load_config
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands
from tabletop.app.outlets import DisplayLine, Holder
from tabletop.app.replay import Told
from tabletop.app.runtime import Published
from tabletop.app.timing import Timing
from tabletop.app.virtual_room import SMALL_SCENE
from tabletop.backgammon import Match, MatchRules, Player
from tabletop.clock.settings import preset
from tabletop.devices.absent import NoDisplay
from tabletop.devices.clock import WallClock
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.virtual.table import Table
from tabletop.devices.virtual.timed_tower import TimedTower
from tabletop.present.screen import Clocks, Request, draw
from tabletop.present.shown import nothing, show
from tabletop.referee import State, advance
from tabletop.web.ports import NewMatch, Refused
from tests.present.looks import GAME, LIFTED, OPENED, see

FIVE = Match.start(MatchRules(length=5))
LIGHT, DARK = Player.LIGHT, Player.DARK


def steps() -> list[Published]:
    """An opening roll at 3 s, and the dice lifted at 4 s."""
    state, shown, made = State.new(GAME, FIVE), nothing(), []
    for number, event in enumerate((*OPENED, see("8/5", "6/5"), LIFTED), start=1):
        state, effects = advance(state, event)
        shown = show(state, effects, shown)
        made.append(Published(number, Told(event, effects, state), shown))
    return made


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[clock]\npreset = "fischer"', r"\[clock\] preset: 'fischer' is not one of .*ukbgf"),
        ('[match]\nlength = 0\n[clock]\npreset = "us"', r"\[clock\] preset: is set by the length"),
    ],
)
def test_a_clock_that_cannot_be_set_is_told_before_the_match(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "table.toml").write_text(text)
    with pytest.raises(ConfigError, match=fault):
        load_config(tmp_path / "table.toml")


def test_the_clock_follows_the_referee_and_rounds_up() -> None:
    timing = Timing(preset("us"), FIVE)
    for step in steps()[:2]:
        timing.hear(step)
    assert timing.clocks(15.0) == Clocks(600, 600, LIGHT)
    assert timing.clocks(15.2) == Clocks(600, 600, LIGHT)
    assert timing.clocks(16.2) == Clocks(599, 600, LIGHT)


def test_each_player_is_late_once() -> None:
    late: list[Player] = []
    timing = Timing(preset("us"), FIVE, late=[late.append])
    for step in steps():
        timing.hear(step)
    for now in (600.0, 620.0, 700.0, 900.0):
        timing.step(now)
    assert late == [DARK]
    assert timing.on(nothing().screen, 900.0).request is Request.TIME
    timing.begin(FIVE)
    assert timing.clocks(900.0) == Clocks(600, 600, None)


def test_the_display_shows_the_seconds_pass_only_against_the_clock() -> None:
    shown = []

    class Seen(NoDisplay):
        def show(self, image: object) -> None:
            shown.append(image)

    display = DisplayLine(Holder("display", Seen, lambda _: None))
    display.show(steps()[1])
    for now in range(20, 25):
        display.step(float(now))
    assert len(shown) == 1
    timing = Timing(preset("us"), FIVE)
    for step in steps()[:2]:
        timing.hear(step)
    display.timed = timing.on
    for now in range(20, 25):
        display.step(float(now))
    assert len(shown) == 6
    assert shown[-1] == draw(timing.on(steps()[1].shown.screen, 24.0))


def test_the_page_is_told_of_every_second_against_the_clock() -> None:
    timing, now = Timing(preset("us"), FIVE), [15.0]
    for step in steps()[:2]:
        timing.hear(step)
    feed = Feed(step.told.state, step.shown)
    feed.timed = lambda screen: timing.on(screen, now[0])
    feed.look()
    first = feed.latest()
    assert first.shown.screen.clocks == Clocks(600, 600, LIGHT)
    feed.look()
    assert feed.latest() is first, "nothing has changed"
    now[0] = 16.2
    feed.look()
    assert feed.latest().number > first.number
    assert feed.latest().shown.screen.clocks == Clocks(599, 600, LIGHT)


def test_no_money_game_is_begun_against_the_clock() -> None:
    def never(_: NewMatch) -> None:
        raise AssertionError("it was begun")

    clock = WallClock()
    table = Table(SMALL_SCENE, clock, TimedTower(ScriptedTower(), clock), position=GAME.start_position)
    before = table.look()
    hands = TableHands(table, lambda: GAME, never, timed=True)
    with pytest.raises(Refused, match="number of points"):
        hands.start(NewMatch("standard", 0))
    assert table.look() == before
