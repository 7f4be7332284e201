"""Which pin of the Raspberry Pi does what on the panel, in the numbers of the chip (GPIO 17, not pin 11).

The defaults leave out what others need: 2 and 3 are the display's bus, 14 and 15 the serial console.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tabletop.backgammon import Player
from tabletop.referee import Button

FIRST: Final = 2
LAST: Final = 27
"""The pins of the 40-pin header that can be used."""

ButtonPins = tuple[tuple[Player, Button, int], ...]

_BUTTONS: Final[ButtonPins] = (
    (Player.LIGHT, Button.DOUBLE, 4),
    (Player.LIGHT, Button.TAKE, 9),
    (Player.LIGHT, Button.DROP, 19),
    (Player.LIGHT, Button.DONE, 18),
    (Player.LIGHT, Button.UNDO, 23),
    (Player.LIGHT, Button.RESIGN, 24),
    (Player.DARK, Button.DOUBLE, 25),
    (Player.DARK, Button.TAKE, 7),
    (Player.DARK, Button.DROP, 16),
    (Player.DARK, Button.DONE, 20),
    (Player.DARK, Button.UNDO, 21),
    (Player.DARK, Button.RESIGN, 26),
)


@dataclass(frozen=True, slots=True)
class Chain:
    """The 74HC595 shift registers that drive the lamps of the points, one after the other."""

    data: int = 10
    """SER of the first chip."""
    clock: int = 11
    """SRCLK of all."""
    latch: int = 8
    """RCLK of all."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The panel's wiring. A button connects its pin to ground; a lamp lights when its pin is high."""

    light_lamp: tuple[int, int, int] = (17, 27, 22)
    """Red, green, blue."""
    dark_lamp: tuple[int, int, int] = (5, 6, 13)
    buzzer: int | None = 12
    """An active buzzer; None: there is none."""
    chain: Chain | None = Chain()
    """None: no lamps beside the points."""
    buttons: ButtonPins = _BUTTONS

    def named(self) -> Iterator[tuple[str, int]]:
        """Every pin in use, and what it does."""
        for player, lamp in (("light", self.light_lamp), ("dark", self.dark_lamp)):
            for colour, pin in zip(("red", "green", "blue"), lamp, strict=True):
                yield f"{player} lamp, {colour}", pin
        if self.buzzer is not None:
            yield "buzzer", self.buzzer
        if self.chain is not None:
            yield "chain, data", self.chain.data
            yield "chain, clock", self.chain.clock
            yield "chain, latch", self.chain.latch
        for owner, button, pin in self.buttons:
            yield f"{owner.value} button, {button.value}", pin

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the wiring: a pin used twice, or one that there is not."""
        named = tuple(self.named())
        times = Counter(pin for _, pin in named)
        twice = [
            f"GPIO {pin} is used for {' and for '.join(what for what, at in named if at == pin)}"
            for pin, count in times.items()
            if count > 1
        ]
        absent = [
            f"{what}: there is no GPIO {pin}, only {FIRST} to {LAST}"
            for what, pin in named
            if not FIRST <= pin <= LAST
        ]
        return (*twice, *absent)
