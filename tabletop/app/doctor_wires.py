"""The doctor's look at what hangs on wires: the dice tower, the panel's pins, the display, the voice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tabletop.app import tower_words
from tabletop.app.findings import Finding, absent, ill, told, well
from tabletop.app.tower_session import open_tower
from tabletop.devices.attached import tower_lines, used_by
from tabletop.devices.choices import (
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.factory import open_display, open_panel, open_speaker
from tabletop.errors import TabletopError
from tabletop.tower import messages as m


def attached_tower() -> str | None:
    """The line of a tower that nobody has configured: the first at a USB chip as dice towers have."""
    return next(iter(tower_lines()), None)


def tower(port: str | None) -> Iterator[Finding]:
    """Whether a dice tower answers, and what it finds wrong with itself."""
    if port is None:
        yield ill(
            "tower",
            "none is attached by USB",
            "plug it in; where its USB chip is not one that Arduinos have, name its path"
            " (/dev/serial/by-id/…) in the configuration: [tower] port",
        )
        return
    program = used_by(port)
    if program is not None:
        yield ill("tower", f"{port} is in use by {program}", "close it, and look again")
        return
    try:
        with open_tower(port) as session:
            hello = session.find()
            result = session.demand(m.SelfTest())
    except TabletopError as error:
        yield told("tower", error)
        return
    introduced = f"{port}: {tower_words.introduction(hello)}"
    if not isinstance(result, m.SelfTestResult):
        yield ill("tower", introduced, "write its firmware again (make flash)")
        return
    faults = tower_words.findings(result, calibrated=hello.calibration != 0)
    for fault in faults:
        yield ill("tower", fault, "run tabletop tower selftest, and look at hardware/README.md")
    if not faults:
        yield well("tower", introduced)


def gpio(choice: PanelChoice) -> Finding:
    """Whether the panel's pins can be used."""
    if choice.kind is PanelKind.NONE:
        return absent("GPIO", "no real lamps and buttons are configured")
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return ill(
            "GPIO",
            "no lamps and buttons: this computer has no pins",
            "only a Raspberry Pi has them; a match can be refereed without lamps and buttons",
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        remedy = "join their group (sudo adduser $USER gpio) and log in again"
        return ill("GPIO", f"no permission to use {chips[0]}", remedy)
    try:
        open_panel(choice).close()
    except TabletopError as error:
        return told("GPIO", error)
    return well("GPIO", f"all {sum(1 for _ in choice.pins.named())} pins of the panel can be used")


def i2c(choice: DisplayChoice) -> Finding:
    """Whether the display answers."""
    if choice.kind is DisplayKind.NONE:
        return absent("I²C", "no real display is configured")
    bus = Path(f"/dev/i2c-{choice.bus}")
    if not bus.exists():
        return ill(
            "I²C",
            f"no display: this computer has no {bus}",
            "on a Raspberry Pi: sudo raspi-config, Interface Options, I2C; a match can be refereed without a"
            " display",
        )
    if not os.access(bus, os.R_OK | os.W_OK):
        return ill(
            "I²C", f"no permission to use {bus}", "join its group (sudo adduser $USER i2c), log in again"
        )
    try:
        open_display(choice).close()
    except TabletopError as error:
        return told("I²C", error)
    return well("I²C", f"a display answers on {bus} at 0x{choice.address:02X}")


def voice(choice: SpeakerChoice) -> Finding:
    """Whether something can be said aloud."""
    if choice.kind is SpeakerKind.NONE:
        return absent("voice", "nothing is read aloud; [speaker] in the configuration changes that")
    try:
        open_speaker(choice).close()
    except TabletopError as error:
        return told("voice", error)
    return well("voice", "espeak-ng is installed")
