"""The link over a scripted tower: a roll is told exactly once or asked for again, whatever happens to the
line."""

from __future__ import annotations

import pytest

from tabletop.devices.lock_step import LockStep
from tabletop.devices.rude_port import Rudeness, RudePort
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.tower import messages as m
from tabletop.tower.codec import EventId, crc, encode
from tabletop.tower.errors import OurProtocolError
from tabletop.tower.happenings import (
    Answered,
    DiceLifted,
    Happening,
    RollDropped,
    Rolled,
    Spoilt,
    ThrowAgain,
    ThrowSpoilt,
    TowerFound,
    TowerLost,
    TowerUnfit,
)
from tabletop.tower.link import Link, Phase


def of(kind: type, log: object) -> list[Happening]:
    return [happening for happening in log if isinstance(happening, kind)]


def dice(log: object) -> list[tuple[int, int]]:
    return [(roll.left, roll.right) for roll in of(Rolled, log)]


def up(tower: ScriptedTower | None = None, link: Link | None = None) -> LockStep:
    pair = LockStep(tower or ScriptedTower(), link)
    pair.run(4000)
    assert pair.link.phase is Phase.UP
    return pair


def hello(
    protocol: int = m.VERSION, table: int = m.TABLE, uid: int = 1, boot: int = 1, last_roll: int = 0
) -> bytes:
    return encode(m.Hello(protocol, table, 100, uid, boot, m.Reset.POWER, 1, last_roll), None)


def roll_frame(number: int, token: int, *, event: int = 1, left: int = 3, right: int = 1) -> bytes:
    roll = m.Roll(number, left, right, 7 - left, 7 - right, 5, token, 900, m.RollFlags.NONE)
    return encode(roll, EventId(1, event))


def test_an_armed_roll_is_told_once_with_its_token() -> None:
    pair = up()
    pair.link.arm(77, pair.now)
    pair.run(300)
    pair.tower.throw(4, 2)
    log = pair.run(3000)
    assert [(r.left, r.right, r.token) for r in of(Rolled, log)] == [(4, 2, 77)]


def test_an_event_that_is_repeated_is_acknowledged_again_but_told_once() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    link.arm(5, 0.2)
    link.outgoing()
    for now in (1.0, 1.3, 1.9):
        link.receive(roll_frame(1, 5), now)
        assert b"$ACK,1.1*" in link.outgoing()
    assert len(of(Rolled, link.happenings())) == 1


def test_a_roll_number_told_before_is_not_told_again_under_another_event() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    link.receive(roll_frame(1, 0), 1.0)
    link.receive(roll_frame(1, 0, event=2), 1.1)
    assert len(of(Rolled, link.happenings())) == 1


def test_a_repeated_report_of_a_cocked_die_is_told_once() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    for now in (1.0, 1.3):
        link.receive(encode(m.Cocked(m.Pockets.LEFT, 3), EventId(1, 1)), now)
    assert len(of(ThrowSpoilt, link.happenings())) == 1


def test_empty_pockets_before_the_report_of_the_lifting_are_no_unseen_lifting() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    link.receive(roll_frame(1, 0), 1.0)
    link.receive(encode(m.Status(m.State.IDLE, m.Pockets.NONE, m.Pockets.NONE, 0, 0), None), 2.0)
    link.receive(encode(m.Lifted(m.Pockets.LEFT), EventId(1, 2)), 2.3)
    assert [lifted.seen for lifted in of(DiceLifted, link.happenings())] == [True]


def test_a_roll_for_another_turn_is_dropped() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    link.arm(6, 0.2)
    link.receive(roll_frame(1, 5), 1.0)
    log = link.happenings()
    assert not of(Rolled, log)
    assert len(of(RollDropped, log)) == 1


def test_a_roll_whose_top_and_bottom_do_not_make_seven_is_not_believed() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.1)
    link.outgoing()
    roll = m.Roll(1, 3, 1, 5, 6, 5, 0, 900, m.RollFlags.UNARMED)
    link.receive(encode(roll, EventId(1, 1)), 1.0)
    assert not of(Rolled, link.happenings())
    assert b"ACK" not in link.outgoing()


def test_an_unarmed_roll_is_told_as_such() -> None:
    pair = up()
    pair.tower.throw(6, 6)
    (roll,) = of(Rolled, pair.run(3000))
    assert not roll.armed


def test_the_opening_waits_for_both_dice_however_long_the_second_takes() -> None:
    pair = up()
    pair.link.arm(9, pair.now, m.Mode.OPENING)
    pair.run(300)
    pair.tower.throw(5, None)
    assert not of(Rolled, pair.run(20_000))
    pair.tower.throw(None, 2)
    (roll,) = of(Rolled, pair.run(3000))
    assert (roll.left, roll.right, roll.mode) == (5, 2, m.Mode.OPENING)


def test_after_a_cocked_die_the_same_turn_is_armed_again() -> None:
    pair = up()
    pair.link.arm(9, pair.now)
    pair.run(300)
    pair.tower.cock("left")
    pair.tower.throw(5, 2)
    (spoilt,) = of(ThrowSpoilt, pair.run(3000))
    assert (spoilt.why, spoilt.pockets) == (Spoilt.COCKED, m.Pockets.LEFT)
    pair.tower.lift("left")
    pair.tower.lift("right")
    pair.run(1500)
    pair.tower.throw(1, 1)
    (roll,) = of(Rolled, pair.run(3000))
    assert (roll.left, roll.right, roll.token) == (1, 1, 9)


def test_lifting_a_die_ends_the_turn_once() -> None:
    pair = up()
    pair.tower.throw(3, 4)
    pair.run(3000)
    pair.tower.lift("right")
    pair.run(500)
    pair.tower.lift("left")
    pair.run(500)
    assert [lifted.pockets for lifted in of(DiceLifted, pair.log)] == [m.Pockets.RIGHT]


def test_a_roll_that_fell_while_the_cable_was_out_is_told_once_afterwards() -> None:
    pair = up()
    pair.link.arm(9, pair.now)
    pair.run(300)
    pair.tower.unplug()
    pair.run(100)
    pair.tower.throw(5, 2)
    pair.run(5000)
    assert of(TowerLost, pair.log)
    assert not of(Rolled, pair.log)
    pair.tower.plug()
    pair.run(6000)
    assert dice(pair.log) == [(5, 2)]


def test_a_roll_journalled_before_a_restart_is_told_once_with_a_mark() -> None:
    pair = up()
    pair.link.arm(9, pair.now)
    pair.run(300)
    pair.tower.unplug()
    pair.tower.throw(5, 2)
    pair.run(3000)
    pair.tower.power(on=False)
    pair.tower.plug()
    pair.run(1000)
    pair.tower.power(on=True)
    pair.run(6000)
    (roll,) = of(Rolled, pair.log)
    assert (roll.left, roll.right, roll.replayed) == (5, 2, True)


def test_a_throw_lost_by_a_restart_is_asked_for_again() -> None:
    pair = up()
    pair.link.arm(9, pair.now)
    pair.run(300)
    pair.tower.throw(5, 2)
    pair.run(500)
    pair.tower.power(on=False)
    pair.run(200)
    pair.tower.power(on=True)
    pair.run(4000)
    assert len(of(ThrowAgain, pair.log)) == 1
    pair.tower.lift("left")
    pair.tower.lift("right")
    pair.run(1500)
    pair.tower.throw(1, 4)
    pair.run(3000)
    assert dice(pair.log) == [(1, 4)]


def test_dice_lifted_while_the_tower_was_away_are_reported_as_unseen() -> None:
    pair = up()
    pair.tower.throw(5, 2)
    pair.run(3000)
    pair.tower.power(on=False)
    pair.run(200)
    pair.tower.lift("left")
    pair.tower.lift("right")
    pair.tower.power(on=True)
    pair.run(4000)
    assert [lifted.seen for lifted in of(DiceLifted, pair.log)] == [False]


def test_silence_is_noticed_and_reported_once() -> None:
    pair = up()
    pair.tower.power(on=False)
    pair.run(10_000)
    (lost,) = of(TowerLost, pair.log)
    assert "silent" in lost.reason


def test_a_request_without_an_answer_is_repeated_a_bounded_number_of_times() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(), 0.0)
    link.receive(encode(m.Status(m.State.IDLE, m.Pockets.NONE, m.Pockets.NONE, 0, 0), 1), 0.0)
    link.outgoing()
    link.ask(m.SelfTest(), 0.1)
    sent, now = link.outgoing().count(b"$TST"), 0.1
    while link.phase is Phase.UP and now < 2.9:
        now += 0.05
        link.tick(now)
        sent += link.outgoing().count(b"$TST")
    assert sent == m.HOST_TRIES
    assert of(Answered, link.happenings()) == [Answered(now, m.SelfTest(), None)]


def test_a_tower_of_another_version_is_refused_with_what_to_do() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(protocol=m.VERSION + 1), 0.1)
    (unfit,) = of(TowerUnfit, link.happenings())
    assert f"version {m.VERSION + 1}" in unfit.reason
    assert "make flash" in unfit.reason
    body = b"HEL,-,9,from,the,future"
    link.opened(1)
    link.receive(b"$%b*%04X\r\n" % (body, crc(body)), 1.1)
    (unfit,) = of(TowerUnfit, link.happenings())
    assert "version 9" in unfit.reason


def test_a_tower_built_from_another_table_is_refused() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(table=m.TABLE ^ 1), 0.1)
    (unfit,) = of(TowerUnfit, link.happenings())
    assert "message table" in unfit.reason


def test_another_tower_in_the_middle_of_a_match_is_refused() -> None:
    link = Link()
    link.opened(0)
    link.receive(hello(uid=1), 0.1)
    link.closed(1, "pulled")
    link.opened(2)
    link.receive(hello(uid=2), 2.1)
    assert link.phase is Phase.REFUSED
    assert "another tower" in of(TowerUnfit, link.happenings())[0].reason


def test_a_port_that_says_nothing_is_told_to_be_the_wrong_one() -> None:
    link = Link()
    link.opened(0)
    for tenths in range(200):
        link.receive(b"NMEA? $GPGGA,1,2*77\r\n", tenths / 10)
        link.tick(tenths / 10)
    (unfit,) = of(TowerUnfit, link.happenings())
    assert "right port" in unfit.reason


def test_a_resumed_match_takes_the_pending_roll_from_the_journal() -> None:
    tower = ScriptedTower()
    first = up(tower)
    first.link.arm(9, first.now)
    first.run(300)
    tower.throw(6, 3)
    wanted, last_roll = first.link.wanted, first.link.last_roll
    tower.run(2000)  # the program has died: nobody listens
    tower.read()
    second = LockStep(tower, Link(last_roll=last_roll, wanted=wanted))
    second.run(5000)
    assert dice(second.log) == [(6, 3)]


def test_a_turn_needs_a_token_that_is_not_zero() -> None:
    pair = up()
    with pytest.raises(OurProtocolError):
        pair.link.arm(0, pair.now)
    with pytest.raises(OurProtocolError, match="not connected"):
        Link().ask(m.SelfTest(), 0)


@pytest.mark.parametrize("seed", range(12))
def test_over_a_rude_line_every_roll_arrives_exactly_once_and_in_order(seed: int) -> None:
    tower = ScriptedTower()
    pair = LockStep(tower, port=RudePort(tower, Rudeness(drop=0.15, repeat=0.15, garble=0.15), seed))
    pair.run(6000)
    thrown = []
    for turn in range(1, 9):
        pair.link.arm(turn, pair.now)
        pair.run(2500)
        roll = ((turn * 5 + seed) % 6 + 1, (turn * 7 + seed * 3) % 6 + 1)
        tower.throw(*roll)
        thrown.append(roll)
        pair.run(6000)
        tower.lift("left")
        tower.lift("right")
        pair.run(4000)
    assert dice(pair.log) == thrown
    assert of(TowerFound, pair.log)
