"""The doctor's look at what hangs on wires: the dice tower, the panel's pins, the display, the voice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tabletop.app import tower_words
from tabletop.app.findings import Finding, absent, ill, told, well
from tabletop.app.tower_session import open_tower
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

_PORTS: Final = ("serial/by-id/*", "ttyUSB*", "ttyACM*")


def attached_tower() -> str | None:
    """The port of a tower that nobody has configured: the first serial line at a USB cable."""
    for pattern in _PORTS:
        found = sorted(Path("/dev").glob(pattern))
        if found:
            return str(found[0])
    return None


def tower(port: str | None) -> Iterator[Finding]:
    """Whether a dice tower answers, and what it finds wrong with itself."""
    if port is None:
        yield ill(
            "tower",
            "there is no serial line at a USB cable",
            "plug the dice tower in, and look for it in /dev/serial/by-id; or throw by hand, enter the rolls",
        )
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
        return absent("GPIO", "no panel is configured")
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return ill("GPIO", "this computer has no pins (no /dev/gpiochip0)", "use a Raspberry Pi, or no panel")
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
        return absent("I²C", "no display is configured")
    bus = Path(f"/dev/i2c-{choice.bus}")
    if not bus.exists():
        return ill("I²C", f"there is no bus {bus}", "switch it on: sudo raspi-config, Interface Options, I2C")
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
        return absent("voice", "none is configured")
    try:
        open_speaker(choice).close()
    except TabletopError as error:
        return told("voice", error)
    return well("voice", "espeak-ng is installed")
