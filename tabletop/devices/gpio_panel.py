"""The panel on a Raspberry Pi's pins, through gpiozero: two lamps of three colours, a lamp beside every point
through a chain of 74HC595 shift registers, a buzzer, and the players' buttons.

A pin factory may be given (gpiozero's mock pins, in the tests); otherwise gpiozero finds one, on a
Raspberry Pi that of lgpio.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import time
import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from tabletop.backgammon import POINTS, Player
from tabletop.devices.errors import DeviceError, PanelGone
from tabletop.devices.pins import Chain, Pins
from tabletop.devices.ports import Press
from tabletop.present.lamps import Colour, Lamps
from tabletop.present.signals import Signal
from tabletop.referee import Button

OUTPUTS: Final = 32
"""Of four chips; 25 are used: 0 the bar, 1 to 24 light's points."""
_BOUNCE: Final = 0.02
"""Seconds in which a button's contact may chatter."""

_PRIMARIES: Final = {
    Colour.OFF: (0, 0, 0),
    Colour.RED: (1, 0, 0),
    Colour.GREEN: (0, 1, 0),
    Colour.BLUE: (0, 0, 1),
    Colour.AMBER: (1, 1, 0),
    Colour.WHITE: (1, 1, 1),
}
_RHYTHMS: Final = {
    Signal.ERROR: (0.12, 0.08, 3),
    Signal.AGAIN: (0.08, 0.08, 2),
    Signal.ATTENTION: (0.3, 0.1, 1),
    Signal.TIME: (0.5, 0.2, 3),
    Signal.OVER: (0.08, 0.04, 5),
}
"""Seconds on, seconds off, and how often."""


class GpioPanel:
    """A `Panel`. Made by `open_gpio_panel`."""

    def __init__(self, devices: dict[str, Any], presses: queue.SimpleQueue[Press]) -> None:
        self._devices = devices
        self._presses = presses
        self._closed = False
        self._points: tuple[bool, ...] | None = None

    def light(self, lamps: Lamps) -> None:
        """See `Panel.light`."""
        with self._answering():
            self._devices["light"].color = _PRIMARIES[lamps.light]
            self._devices["dark"].color = _PRIMARIES[lamps.dark]
            points = tuple(colour is not Colour.OFF for colour in lamps.points[: POINTS + 1])
            if "chain" in self._devices and points != self._points:
                self._points = None
                self._devices["chain"].show(points)
                self._points = points

    def buzz(self, signal: Signal) -> None:
        """See `Panel.buzz`."""
        on, off, times = _RHYTHMS[signal]
        with self._answering():
            if "buzzer" in self._devices:
                self._devices["buzzer"].beep(on_time=on, off_time=off, n=times, background=True)

    def presses(self, timeout: float) -> list[Press]:
        """See `Panel.presses`."""
        with self._answering():
            pressed: list[Press] = []
            with contextlib.suppress(queue.Empty):
                pressed.append(self._presses.get(timeout=timeout))
                while True:
                    pressed.append(self._presses.get_nowait())
            return pressed

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        if self._closed:
            raise PanelGone("the panel was closed: open it again")
        try:
            yield
        except pin_errors() as error:
            raise PanelGone(f"the panel's pins do not answer ({error}): try tabletop panel test") from error

    def close(self) -> None:
        """See `Panel.close`."""
        if self._closed:
            return
        with contextlib.suppress(PanelGone):
            self.light(Lamps())
        self._closed = True
        for device in self._devices.values():
            with contextlib.suppress(*pin_errors()):
                device.close()


class LampChain:
    """Shift registers one after the other: a bit a lamp, the last lamp's first, shown all at once."""

    def __init__(self, data: Any, clock: Any, latch: Any) -> None:
        self._data, self._clock, self._latch = data, clock, latch

    def show(self, lit: tuple[bool, ...]) -> None:
        """Light these lamps: 0 is the first chip's QA, 8 the second's."""
        bits = (*lit, *(False,) * (OUTPUTS - len(lit)))
        for bit in reversed(bits):
            self._data.value = bit
            self._clock.on()
            self._clock.off()
        self._latch.on()
        self._latch.off()

    def close(self) -> None:
        """Give the pins back."""
        for line in (self._data, self._clock, self._latch):
            line.close()


def open_gpio_panel(pins: Pins, factory: Any = None) -> GpioPanel:
    """Take the pins and put all lamps out. Raises `DeviceError` saying what to do."""
    faults = pins.faults()
    if faults:
        raise DeviceError(f"the panel's pins are not right: {'; '.join(faults)}")
    try:
        import gpiozero
    except ImportError as error:
        raise DeviceError("gpiozero is missing: pip install 'tabletop[panel]', or make setup") from error
    devices: dict[str, Any] = {}
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero tells of every library it tries in vain
            for name, device in _made(gpiozero, pins, presses, factory):
                devices[name] = device  # noqa: PERF403 - those made before one that fails are kept, to be closed
        panel = GpioPanel(devices, presses)
        panel.light(Lamps())
    except pin_errors() as error:
        for device in devices.values():
            device.close()
        raise DeviceError(
            f"the pins cannot be used ({error}): is this a Raspberry Pi, is python3-lgpio installed,"
            " and does no other program use them?"
        ) from error
    return panel


def _made(
    gpiozero: Any, pins: Pins, presses: queue.SimpleQueue[Press], factory: Any
) -> Iterator[tuple[str, Any]]:
    """The devices one after the other, by name."""
    for name, lamp in (("light", pins.light_lamp), ("dark", pins.dark_lamp)):
        yield name, gpiozero.RGBLED(*lamp, pwm=False, pin_factory=factory)
    if pins.buzzer is not None:
        yield "buzzer", gpiozero.Buzzer(pins.buzzer, pin_factory=factory)
    if pins.chain is not None:
        yield "chain", _chain(gpiozero, pins.chain, factory)
    for player, button, pin in pins.buttons:
        # not gpiozero.Button: each of those keeps a thread to see whether it is being held
        made = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=_BOUNCE, pin_factory=factory)
        made.when_activated = partial(_press, presses, player, button)
        yield f"{player.value} {button.value}", made


def _chain(gpiozero: Any, chain: Chain, factory: Any) -> LampChain:
    lines = (chain.data, chain.clock, chain.latch)
    return LampChain(*(gpiozero.OutputDevice(pin, pin_factory=factory) for pin in lines))


def _press(presses: queue.SimpleQueue[Press], player: Player, button: Button) -> None:
    presses.put(Press(player, button, time.monotonic()))


def pin_errors() -> tuple[type[Exception], ...]:
    """What goes wrong with pins; lgpio's own error belongs to no family."""
    known: list[type[Exception]] = [OSError, RuntimeError, ValueError, AttributeError, ImportError, PanelGone]
    gpiozero, lgpio = sys.modules.get("gpiozero"), sys.modules.get("lgpio")
    if gpiozero is not None:
        known.append(gpiozero.GPIOZeroError)
    if lgpio is not None and isinstance(getattr(lgpio, "error", None), type):
        known.append(lgpio.error)
    return tuple(known)
