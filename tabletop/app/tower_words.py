"""What the command line says about the dice tower, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from tabletop.tower import happenings as h
from tabletop.tower import messages as m
from tabletop.tower.fairness import Fairness, Test

PLACES: Final = ("centre", "north-east", "north-west", "south-west", "south-east", "west", "north")
RESETS: Final = {
    m.Reset.POWER: "switched on",
    m.Reset.EXTERNAL: "reset",
    m.Reset.BROWNOUT: "restarted after its supply dipped",
    m.Reset.WATCHDOG: "restarted by its watchdog",
}
STATES: Final = {
    m.State.TESTING: "tests itself",
    m.State.IDLE: "ready",
    m.State.ARMED: "waits for the roll",
    m.State.TUMBLING: "the dice fall",
    m.State.SETTLING: "the dice settle",
    m.State.SAVING: "writes its memory",
    m.State.HELD: "the dice lie there",
    m.State.VOID: "waits until both pockets are empty",
    m.State.BLOCKED: "cannot count rolls: not calibrated, or a part is faulty",
}


def introduction(hello: m.Hello) -> str:
    """One line about the tower."""
    calibration = "calibrated" if hello.calibration else "NOT CALIBRATED: run `tabletop tower calibrate`"
    return (
        f"dice tower {hello.uid:08X}, firmware {hello.firmware / 100:.2f}, {calibration}, "
        f"{hello.last_roll} rolls so far; {RESETS[hello.reset]}, boot {hello.boot}"
    )


def pockets(which: m.Pockets) -> str:
    """ "left", "right" or "left and right"."""
    return " and ".join(pocket.name.lower() for pocket in m.Pockets if pocket & which and pocket.name)


def channel(number: int) -> str:
    """Where a sensor sits."""
    side, place = divmod(number, len(PLACES))
    return f"{'left' if side == 0 else 'right'} pocket, {PLACES[place]}"


def sentence(happening: h.Happening) -> str | None:
    """One happening; None for what nobody needs to see."""
    match happening:
        case h.Rolled(left=left, right=right, mode=mode, armed=armed, replayed=replayed):
            opening = " (opening: light, dark)" if mode is m.Mode.OPENING else ""
            notes = ("" if armed else ", not asked for") + (", from its memory" if replayed else "")
            return f"ROLL {left} {right}{opening}{notes}"
        case h.ThrowSpoilt(why=why, pockets=which):
            return f"no roll: {why.value} ({pockets(which)}); both dice again"
        case h.ThrowAgain():
            return "dice lie there, but no roll is known: lift them and throw again"
        case h.DiceLifted(pockets=which, seen=seen):
            return f"{pockets(which)} die lifted" + ("" if seen else " while nobody watched")
        case h.DiceDisturbed(pockets=which):
            return f"{pockets(which)} die disturbed; the roll stands as reported"
        case h.TowerFaulty(fault=fault, argument=argument):
            return f"FAULT: {fault_words(fault, argument)}"
        case h.TowerFound():
            return "the tower answers"
        case h.TowerLost(reason=reason):
            return f"the tower is lost: {reason}"
        case h.TowerUnfit(reason=reason):
            return f"the tower cannot be used: {reason}"
        case h.StateChanged(state=state):
            return STATES[state]
        case _:
            return None


def fault_words(fault: m.Fault, argument: int) -> str:
    """A fault and what to do about it."""
    match fault:
        case m.Fault.LED_RAIL:
            return f"the infrared LEDs get no current ({argument} mV): check the LED switch and its resistor"
        case m.Fault.REFERENCE:
            return f"the reading multiplexer is off ({argument} mV, not 3000): check its wires and its load"
        case m.Fault.DEAD:
            return f"no signal from the sensor {channel(argument)}: check its two wires"
        case m.Fault.STUCK:
            return f"the sensor {channel(argument)} sees white where nothing is: clean the glass, calibrate"
        case m.Fault.AMBIENT:
            return f"too much light falls on the sensor {channel(argument)}: move the lamp, or the tower"
        case m.Fault.BEAM:
            return f"the {pockets(m.Pockets(argument))} light barrier is broken: a stuck die? a loose wire?"
        case m.Fault.MEMORY:
            return "its memory lost the calibration or could not store a roll: run `tabletop tower calibrate`"
        case m.Fault.SUPPLY:
            return f"the supply is too low ({argument} mV): use a shorter cable or a better port"


def findings(result: m.SelfTestResult, *, calibrated: bool) -> list[str]:
    """Everything the self-test found, each with what to do."""
    found = [] if calibrated else ["it is not calibrated: run `tabletop tower calibrate`"]
    for value, wanted, fault in (
        (result.led_rail_mv, 3000, m.Fault.LED_RAIL),
        (result.reference_mv, 3000, m.Fault.REFERENCE),
    ):
        if abs(value - wanted) > 300:
            found.append(fault_words(fault, value))
    if result.supply_mv < 4500:
        found.append(fault_words(m.Fault.SUPPLY, result.supply_mv))
    for bits, fault in (
        (result.dead, m.Fault.DEAD),
        (result.stuck, m.Fault.STUCK),
        (result.dazzled, m.Fault.AMBIENT),
    ):
        found += [fault_words(fault, number) for number in range(14) if bits >> number & 1]
    if result.beams:
        found.append(fault_words(m.Fault.BEAM, int(result.beams)))
    return found


def logged(roll: m.LoggedRoll) -> str:
    """A roll of the tower's journal."""
    flags = roll.flags & ~m.RollFlags.REPLAY
    notes = " ".join(flag.name.lower() for flag in m.RollFlags if flag & flags and flag.name)
    place = f"boot {roll.boot}  turn {roll.token:08X}"
    return f"roll {roll.number}: {roll.left} {roll.right}  {place}  {notes}".rstrip()


def logged_json(roll: m.LoggedRoll) -> str:
    """The same as JSON, in the shape `fairness` reads."""
    return json.dumps(
        {
            "type": "roll",
            "seq": roll.number,
            "dice": [roll.left, roll.right],
            "boot": roll.boot,
            "token": roll.token,
        }
    )


def fairness(result: Fairness, needed: int) -> Iterator[str]:
    """The tests in words."""
    yield f"{result.rolls} rolls"
    for name, test in (("left die", result.left), ("right die", result.right), ("both dice", result.both)):
        counts = " ".join(f"{count:5d}" for count in test.counts)
        yield f"{name:10} {counts}   {_verdict(test)}"
    yield f"{'pairs':10} {'':35}   {_verdict(result.pairs)}"
    yield (
        f"These {2 * result.rolls} dice would show a face that comes up one point too often (17.7 % instead "
        f"of 16.7 %) {result.both.power:.0%} of the time; for 80 % it takes about {round(needed, -2):,} dice."
    )


def _verdict(test: Test) -> str:
    if not test.enough:
        return f"too few for a test (at least {5 * len(test.counts)} are needed)"
    words = (
        "SUSPICIOUS: fair dice do this less than once in twenty times"
        if test.suspicious
        else "as fair dice do"
    )
    return f"chi-square {test.statistic:6.2f}, {test.freedom} d.f., p = {test.p:.3f}: {words}"


def fairness_json(result: Fairness) -> str:
    """The tests as one JSON object."""

    def plain(test: Test) -> dict[str, object]:
        return {
            "counts": list(test.counts),
            "chi_square": round(test.statistic, 4),
            "degrees_of_freedom": test.freedom,
            "p": round(test.p, 6),
            "suspicious": test.suspicious and test.enough,
            "enough": test.enough,
        }

    tests = {name: plain(getattr(result, name)) for name in ("left", "right", "both", "pairs")}
    return json.dumps({"rolls": result.rolls, **tests, "power_one_point": round(result.both.power, 4)})
