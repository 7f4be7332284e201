"""A roll told live by the tower and the same roll replayed from a session are the same to the referee."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest

from tabletop.app.tower_events import referee_event, session_line
from tabletop.backgammon import Dice
from tabletop.devices.lock_step import LockStep
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.record.session import event_from, load_events
from tabletop.referee import events
from tabletop.tower import happenings as tower
from tabletop.tower import messages as m
from tabletop.tower.codec import encode

SHARED = Path(os.environ.get("TABLETOP_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))
NAMES = ("dev-green-overhead", "dev-brown-oblique", "dev-blue-lamp")


def at_zero(event: events.Event) -> events.Event:
    return dataclasses.replace(event, at=0.0)


def live(told: tuple[events.Event, ...]) -> list[tower.Happening]:
    """The same evening at a live tower."""
    pair = LockStep(ScriptedTower())
    pair.run(3000)
    for token, event in enumerate(told, start=1):
        if not isinstance(event, events.OpeningRolled | events.DiceSettled | events.DiceCocked):
            continue
        opening = isinstance(event, events.OpeningRolled)
        pair.link.arm(token, pair.now, m.Mode.OPENING if opening else m.Mode.TURN)
        pair.run(800)
        match event:
            case events.OpeningRolled(light=light, dark=dark):
                pair.tower.throw(light, None)
                pair.run(4000)
                pair.tower.throw(None, dark)
            case events.DiceSettled(dice=dice):
                pair.tower.throw(dice.low, dice.high)
            case events.DiceCocked():
                pair.tower.cock("left")
                pair.tower.throw(1, 2)
        pair.run(3000)
        pair.tower.lift("left")
        pair.tower.lift("right")
        pair.run(1000)
    return pair.log


@pytest.mark.shared
@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_session_and_the_live_tower_tell_the_referee_the_same(name: str) -> None:
    path = SHARED / "sessions" / name / "events.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    dice_events = (events.OpeningRolled, events.DiceSettled, events.DiceCocked)
    recorded = [at_zero(event) for event in load_events(path) if isinstance(event, dice_events)]
    heard = [event for event in map(referee_event, live(load_events(path))) if isinstance(event, dice_events)]
    assert recorded
    assert [at_zero(event) for event in heard] == recorded


def test_what_is_written_into_the_session_is_read_back_as_what_was_told_live() -> None:
    opening = events.OpeningRolled(at=0, light=3, dark=1)
    roll = events.DiceSettled(at=0, dice=Dice(6, 4))
    log = live((opening, events.DiceCocked(at=0), roll))
    lines = [line for line in map(session_line, log) if line is not None]
    told = [event for happening in log if session_line(happening) and (event := referee_event(happening))]
    assert [event_from(line) for line in lines] == [dataclasses.replace(e, at=round(e.at, 3)) for e in told]
    kinds = [type(event) for event in told if not isinstance(event, events.DiceLifted | events.TowerFound)]
    fall = events.DiceThrown
    one_die_each = [fall, fall, events.OpeningRolled]
    assert kinds == [*one_die_each, fall, events.DiceCocked, fall, events.DiceSettled]
    assert sum(isinstance(event, events.DiceLifted) for event in told) == 2


def test_a_tower_that_says_twice_that_the_dice_fall_has_one_throw() -> None:
    pair = LockStep(ScriptedTower())
    pair.run(3000)
    pair.link.happenings()
    fall = m.Status(m.State.TUMBLING, m.Pockets.LEFT, m.Pockets.NONE, 0, 0)
    for at in (3.0, 3.1):
        pair.link.receive(encode(fall, None), at)
    assert list(map(referee_event, pair.link.happenings())) == [events.DiceThrown(at=3.0)]


def test_every_happening_that_voids_a_throw_is_a_cocked_roll_to_the_referee() -> None:
    for why in tower.Spoilt:
        assert referee_event(tower.ThrowSpoilt(1.0, why, m.Pockets.LEFT)) == events.DiceCocked(at=1.0)
    assert referee_event(tower.ThrowAgain(1.0)) == events.DiceCocked(at=1.0)


def test_a_lifting_nobody_saw_does_not_end_the_turn() -> None:
    assert referee_event(tower.DiceLifted(1.0, m.Pockets.LEFT, seen=False)) is None


def test_a_tower_that_is_lost_or_broken_is_lost_to_the_referee() -> None:
    for happening in (
        tower.TowerLost(2.0, "?"),
        tower.TowerUnfit(2.0, "?"),
        tower.TowerFaulty(2.0, m.Fault.DEAD, 1),
    ):
        assert referee_event(happening) == events.TowerLost(at=2.0)
