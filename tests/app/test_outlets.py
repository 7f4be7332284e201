"""Lamps, display and voice may fail; the referee does not notice, and the players are told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.app.outlets import DeviceNews, DisplayLine, Holder, PanelLine
from tabletop.app.replay import Told
from tabletop.app.runtime import Published
from tabletop.backgammon import Match, MatchRules, Player, variant
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.virtual.painter import Scene
from tabletop.devices.virtual.panel import VirtualDisplay, VirtualPanel
from tabletop.devices.virtual.table import Table
from tabletop.present.lamps import Colour, Lamps
from tabletop.present.screen import Screen
from tabletop.present.shown import Shown
from tabletop.present.signals import Signal
from tabletop.referee import Button, ButtonPressed, HandSeen, State

RED, GREEN = Lamps(light=Colour.RED), Lamps(light=Colour.GREEN)


def step(shown: Shown) -> Published:
    state = State.new(variant("standard"), Match.start(MatchRules()))
    return Published(1, Told(HandSeen(at=0.0), (), state), shown)


@pytest.fixture
def table() -> Table:
    return Table(Scene(), SimulatedClock(10.0), position=variant("standard").start_position)


def test_a_panel_that_breaks_is_told_once_and_lit_again_when_it_answers(table: Table) -> None:
    news: list[DeviceNews] = []
    panel = VirtualPanel(table)
    line = PanelLine(Holder("panel", panel.open, news.append), began=10.0)
    line.show(step(Shown(lamps=RED)))
    line.step(0.0)
    assert panel.lamps == RED
    panel.broken = True
    for tick in range(1, 30):
        line.show(step(Shown(lamps=GREEN)))
        line.step(tick / 10)
    assert [(one.device, one.ok) for one in news] == [("panel", False)]
    assert "cable" in news[0].sentence
    panel.broken = False
    for tick in range(30, 45):
        line.step(tick / 10)
    assert panel.lamps == GREEN
    assert [one.ok for one in news] == [False, True]


def test_a_button_is_heard_with_the_time_of_the_press(table: Table) -> None:
    line = PanelLine(Holder("panel", VirtualPanel(table).open, lambda _: None), began=4.0)
    table.press(Player.DARK, Button.DOUBLE)
    heard = line.step(7.0)
    assert [one.event for one in heard] == [ButtonPressed(at=6.0, player=Player.DARK, button=Button.DOUBLE)]
    assert heard[0].line == {
        "t": 6.0,
        "source": "panel",
        "type": "button",
        "player": "dark",
        "button": "double",
    }


def test_more_signals_than_can_be_sounded_are_forgotten(table: Table) -> None:
    panel = VirtualPanel(table)
    line = PanelLine(Holder("panel", panel.open, lambda _: None), began=0.0)
    for _ in range(50):
        line.show(step(Shown(signal=Signal.ERROR)))
    line.step(0.0)
    assert len(panel.signals) == 4


def test_a_display_shows_what_is_to_be_seen_when_it_answers_again() -> None:
    news: list[DeviceNews] = []
    display = VirtualDisplay()
    line = DisplayLine(Holder("display", display.open, news.append))
    line.show(step(Shown(screen=Screen(score=(1, 0)))))
    line.step(0.0)
    assert display.image.getbbox() is not None
    display.broken = True
    line.show(step(Shown(screen=Screen(score=(5, 0)))))
    line.step(0.5)
    assert display.image.getbbox() is None, "it was given up"
    display.broken = False
    line.step(0.6)
    assert display.image.getbbox() is None, "it is not tried again within a second"
    line.step(1.6)
    assert display.image.getbbox() is not None
    assert [one.ok for one in news] == [False, True]
    assert replace(news[0], sentence="") == DeviceNews("display", ok=False)
