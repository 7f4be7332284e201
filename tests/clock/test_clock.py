"""The match clock, turn by turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.backgammon import Dice, Match, MatchRules, Player
from tabletop.clock.clock import Clock, TimeRanOut, follow
from tabletop.clock.errors import ClockError
from tabletop.clock.settings import Delay, Settings, preset, preset_names
from tabletop.referee import (
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    Event,
    OpeningRolled,
    State,
    TowerFound,
    TowerLost,
    Trouble,
    advance,
    profile,
)
from tests.present.looks import GAME, see

LIGHT, DARK = Player.LIGHT, Player.DARK
SIMPLE, BRONSTEIN = preset("us"), preset("unified-bronstein")
FIVE = Match.start(MatchRules(length=5))
RESERVE = 600.0


def at(time: float, event: Event) -> Event:
    return replace(event, at=time)


class Played:
    """A match against the clock, event by event."""

    def __init__(self, settings: Settings = SIMPLE, rules: str = "official") -> None:
        self.clock = Clock.start(settings, FIVE)
        self.state = State.new(GAME, FIVE, profile(rules))
        self.told: list[TimeRanOut] = []

    def then(self, *events: Event) -> Played:
        for event in events:
            self.state, _ = advance(self.state, event)
            self.clock, told = follow(self.clock, self.state, event.at)
            self.told += told
        return self

    def wait(self, until: float) -> Played:
        self.clock, told = follow(self.clock, self.state, until)
        self.told += told
        return self

    def left(self, time: float) -> tuple[float, float]:
        left = self.clock.left(time)
        return left.light, left.dark


OPENING = OpeningRolled(at=10.0, light=3, dark=1)
PLAYED = see("8/5", "6/5")
DONE = DiceLifted(at=0.0)


def lights_turn_ends(at_time: float) -> tuple[Event, ...]:
    return at(at_time - 1, PLAYED), at(at_time, DONE)


def test_nobodys_time_runs_before_the_opening_roll() -> None:
    game = Played().then(at(1.0, see()))
    assert game.left(500.0) == (RESERVE, RESERVE)
    assert game.clock.left(500.0).running is None


def test_the_starters_time_runs_from_the_opening_roll() -> None:
    game = Played().then(at(1.0, see()), OPENING)
    assert game.clock.left(10.0).running is LIGHT
    assert game.left(22.0) == (RESERVE, RESERVE)
    assert game.left(32.0) == (RESERVE - 10, RESERVE)


def test_lifting_the_dice_starts_the_opponents_time() -> None:
    game = Played().then(at(1.0, see()), OPENING, *lights_turn_ends(30.0))
    assert game.left(30.0) == (RESERVE - 8, RESERVE)
    assert game.clock.left(31.0).running is DARK
    assert game.left(52.0) == (RESERVE - 8, RESERVE - 10)


def test_a_turn_within_the_delay_costs_nothing() -> None:
    for settings in (SIMPLE, BRONSTEIN):
        game = Played(settings).then(at(1.0, see()), OPENING, *lights_turn_ends(20.0))
        assert game.left(20.0) == (RESERVE, RESERVE)


def test_a_bronstein_delay_is_given_back_when_the_turn_ends() -> None:
    game = Played(BRONSTEIN).then(at(1.0, see()), OPENING)
    assert game.left(40.0) == (RESERVE - 30, RESERVE)
    game.then(*lights_turn_ends(40.0))
    assert game.left(40.0) == (RESERVE - 18, RESERVE)


def test_both_kinds_of_delay_cost_the_same_in_the_end() -> None:
    ends = [
        Played(kind).then(at(1.0, see()), OPENING, *lights_turn_ends(55.5)) for kind in (SIMPLE, BRONSTEIN)
    ]
    assert ends[0].left(55.5) == ends[1].left(55.5)


def test_without_a_delay_every_second_counts() -> None:
    game = Played(preset("unified-standard")).then(at(1.0, see()), OPENING, *lights_turn_ends(20.0))
    assert game.left(20.0) == (6 * 5 * 60 - 10, 6 * 5 * 60)


def test_the_roll_is_part_of_the_turn_and_gets_no_delay_of_its_own() -> None:
    game = Played().then(at(1.0, see()), OPENING, *lights_turn_ends(20.0))
    game.then(DiceSettled(at=30.0, dice=Dice(6, 4)))
    assert game.left(42.0) == (RESERVE, RESERVE - 10)


def test_a_cocked_roll_stops_no_clock() -> None:
    game = Played().then(at(1.0, see()), OPENING, *lights_turn_ends(20.0), DiceCocked(at=25.0))
    assert game.left(42.0) == (RESERVE, RESERVE - 10)


@pytest.mark.parametrize(
    ("lost", "found"),
    [
        (CameraLost(at=15.0, trouble=Trouble.LOST), CameraFound(at=115.0)),
        (TowerLost(at=15.0), TowerFound(at=115.0)),
    ],
)
def test_what_fails_at_the_table_costs_nobody_time(lost: Event, found: Event) -> None:
    game = Played().then(at(1.0, see()), OPENING, lost)
    assert game.clock.left(100.0).running is None
    game.then(found)
    assert game.left(122.0) == (RESERVE, RESERVE)  # 5 s of the delay were used before, 7 s after
    assert game.left(127.0) == (RESERVE - 5, RESERVE)


def test_who_is_doubled_answers_in_his_own_time_with_a_delay_of_his_own() -> None:
    game = Played().then(at(1.0, see()), OPENING, *lights_turn_ends(20.0))
    game.then(ButtonPressed(at=40.0, player=DARK, button=Button.DOUBLE))
    assert game.clock.left(40.0).running is LIGHT
    game.then(ButtonPressed(at=60.0, player=LIGHT, button=Button.TAKE))
    assert game.left(60.0) == (RESERVE - 8, RESERVE - 8)
    assert (game.clock.left(60.0).running, game.clock.left(60.0).delay) == (DARK, 12)


def test_an_error_that_must_be_corrected_is_corrected_in_the_time_of_who_made_it() -> None:
    wrong = at(18.0, see("8/5", "13/8")), at(20.0, DONE)
    assert Played(rules="wbgt").then(at(1.0, see()), OPENING, *wrong).clock.left(21.0).running is LIGHT
    assert Played(rules="official").then(at(1.0, see()), OPENING, *wrong).clock.left(21.0).running is DARK


def test_nobodys_time_runs_between_games() -> None:
    game = Played().then(at(1.0, see()), OPENING)
    game.then(
        ButtonPressed(at=12.0, player=LIGHT, button=Button.RESIGN),
        ButtonPressed(at=14.0, player=DARK, button=Button.TAKE),
    )
    assert game.clock.left(900.0).running is None
    assert game.left(900.0) == (RESERVE, RESERVE)


@pytest.mark.parametrize(("settings", "when"), [(SIMPLE, 10 + 12 + RESERVE), (BRONSTEIN, 10 + RESERVE)])
def test_a_clock_that_runs_out_is_told_once_with_the_moment(settings: Settings, when: float) -> None:
    game = Played(settings).then(at(1.0, see()), OPENING)
    assert game.clock.runs_out_at() == when
    game.wait(when - 0.1)
    assert game.told == []
    game.wait(when + 1).wait(when + 2)
    (told,) = game.told
    assert (told.at, told.player) == (pytest.approx(when), LIGHT)
    assert game.clock.left(when + 2).light < 0


def test_a_bronstein_delay_does_not_bring_back_a_clock_that_has_run_out() -> None:
    game = Played(BRONSTEIN).then(at(1.0, see()), OPENING, *lights_turn_ends(10 + RESERVE + 5))
    assert game.clock.left(700.0).light == -5
    assert len(game.told) == 1


def test_asking_often_changes_nothing() -> None:
    often = Played().then(at(1.0, see()), OPENING)
    for tenth in range(101, 400):
        often.wait(tenth / 10)
    seldom = Played().then(at(1.0, see()), OPENING)
    assert often.left(50.0) == pytest.approx(seldom.left(50.0))


# ---- settings


@pytest.mark.parametrize(
    ("key", "score", "minutes"),
    [("us", (0, 0), 14), ("us", (3, 2), 9), ("us-doubles", (3, 2), 11.25), ("unified-standard", (0, 1), 39)],
)
def test_a_clock_is_set_by_the_points_still_to_play(key: str, score: tuple[int, int], minutes: float) -> None:
    match = replace(Match.start(MatchRules(length=7)), light=score[0], dark=score[1])
    assert preset(key).reserve(match) == 60 * minutes


def test_money_play_has_no_clock() -> None:
    with pytest.raises(ClockError, match="length of the match"):
        Clock.start(SIMPLE, Match.start(MatchRules()))


def test_every_preset_names_its_source_and_an_unknown_one_is_told() -> None:
    for name in preset_names():
        assert preset(name).source
        assert (preset(name).delay_seconds == 0) == (preset(name).delay is Delay.NONE)
    with pytest.raises(ClockError, match="ukbgf"):
        preset("fischer")
