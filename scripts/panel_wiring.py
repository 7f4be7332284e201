"""Turns the panel's pin table (tabletop/devices/panel_pins.toml) into two WireViz descriptions: the header of
the Pi with its parts, and the chain of lamps. `python scripts/panel_wiring.py [--check]`; with --check
nothing is written, and the exit status is 1 when a drawing is stale."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tabletop" / "devices" / "panel_pins.toml"
BANNER = "# Made from tabletop/devices/panel_pins.toml by `make tables`. Do not edit.\n"

HEADER_PIN = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""GPIO number -> pin of the 40-pin header."""

PLAYERS = ("light", "dark")
COLOURS = ("red", "green", "blue")
BUTTONS = ("double", "take", "drop", "done", "undo", "resign")
WIRES = ("WH", "BN", "GN", "YE", "GY", "PK", "BU", "VT", "OG", "TQ")

Wire = tuple[str, str, str]
"""From which label of the first part, to which of the second, in which colour."""


def load() -> dict[str, Any]:
    """The table, checked: no pin twice, only pins of the header, every lamp of the chain once."""
    table = tomllib.loads(TABLE.read_text())
    twice = [pin for pin, times in Counter(pins(table).values()).items() if times > 1]
    if twice:
        raise SystemExit(f"panel_pins.toml: used twice: GPIO {', '.join(map(str, twice))}")
    for what, pin in pins(table).items():
        if pin not in HEADER_PIN:
            raise SystemExit(f"panel_pins.toml: {what}: there is no GPIO {pin} on the header")
    lamps = [lamp for lamp in table["points"]["outputs"] if lamp]
    if sorted(lamps) != sorted([*map(str, range(1, 25)), "bar"]):
        raise SystemExit("panel_pins.toml: points.outputs must name bar and 1 to 24, each once")
    if len(table["points"]["outputs"]) != 8 * table["points"]["chips"]:
        raise SystemExit("panel_pins.toml: points.outputs must have eight outputs for every chip")
    return table


def pins(table: dict[str, Any]) -> dict[str, int]:
    """What each GPIO is for -> its number."""
    named = {"buzzer": table["buzzer"]["pin"]}
    for player in PLAYERS:
        named |= {f"{player} lamp, {colour}": table["lamps"][player][colour] for colour in COLOURS}
        named |= {f"{player} button, {button}": table["buttons"][player][button] for button in BUTTONS}
    named |= {f"points, {line}": table["points"][line] for line in ("data", "clock", "latch")}
    named |= {f"display, {line}": table["display"][line] for line in ("data", "clock")}
    return named


def label(pin: int) -> str:
    """How a GPIO is named in the drawing."""
    return f"GPIO{pin} (pin {HEADER_PIN[pin]})"


class Drawing:
    """A WireViz description in the making."""

    def __init__(self) -> None:
        self.parts: dict[str, tuple[str, str, list[str]]] = {}
        self.bundles: list[tuple[str, str, str, list[Wire]]] = []

    def part(self, name: str, kind: str, what: str) -> None:
        """A part whose labels come with its wires."""
        self.parts[name] = (kind, what, [])

    def wires(self, name: str, start: str, end: str, wires: list[Wire]) -> None:
        """A bundle of wires between two parts."""
        self.bundles.append((name, start, end, wires))
        for one, other, _ in wires:
            for part, at in ((start, one), (end, other)):
                if at not in self.parts[part][2]:
                    self.parts[part][2].append(at)

    def text(self) -> str:
        """The YAML that WireViz reads."""
        lines = [BANNER, "connectors:"]
        for name, (kind, what, labels) in self.parts.items():
            lines += [f"  {name}:", f'    type: "{kind}"', f'    subtype: "{what}"']
            lines += [f"    pinlabels: [{', '.join(quoted(at) for at in labels)}]"]
        lines += ["cables:"]
        for name, _, _, wires in self.bundles:
            lines += [f"  W_{name}:", "    category: bundle", "    gauge: 0.14 mm2"]
            lines += [f"    colors: [{', '.join(colour for _, _, colour in wires)}]"]
        lines += ["connections:"]
        for name, start, end, wires in self.bundles:
            lines += ["  -", f"    - {start}: [{', '.join(quoted(one) for one, _, _ in wires)}]"]
            lines += [f"    - W_{name}: [{', '.join(str(n + 1) for n in range(len(wires)))}]"]
            lines += [f"    - {end}: [{', '.join(quoted(other) for _, other, _ in wires)}]"]
        return "\n".join([*lines, ""])


def quoted(text: str) -> str:
    """A word of YAML."""
    return f'"{text}"'


def panel(table: dict[str, Any]) -> str:
    """The header with the driver, the lamps, the buzzer, the buttons and the display."""
    current, drawing = table["current"], Drawing()
    drawing.part("pi", "Raspberry Pi 3, 4 or 5", "40-pin header")
    drawing.part("driver", "ULN2803A", "sinks lamps and buzzer; COM to 5V")
    resistors = ", ".join(f"{current[f'{colour}_ohm']} ohm at {colour}" for colour in COLOURS)
    for player in PLAYERS:
        drawing.part(f"{player}_lamp", "RGB LED 10 mm, common anode", resistors)
    drawing.part("buzzer", "active buzzer 5 V", f"at most {current['buzzer_ma']} mA")
    for player in PLAYERS:
        drawing.part(f"{player}_buttons", "6 push-buttons", "each from its pin to GND")
    drawing.part("display", "SH1106 or SSD1306, I2C", f"address 0x{table['display']['address']:02X}")
    inputs = [table["lamps"][player][colour] for player in PLAYERS for colour in COLOURS]
    inputs.append(table["buzzer"]["pin"])
    drawing.wires(
        "driver", "pi", "driver", [(label(pin), f"IN{n + 1}", WIRES[n]) for n, pin in enumerate(inputs)]
    )
    drawing.wires("supply", "pi", "driver", [("5V (pin 2)", "COM", "RD"), ("GND (pin 6)", "GND", "BK")])
    for index, player in enumerate(PLAYERS):
        wires = [(f"OUT{3 * index + n + 1}", colour, WIRES[n]) for n, colour in enumerate(COLOURS)]
        drawing.wires(f"{player}_lamp", "driver", f"{player}_lamp", [*wires, ("COM", "anode 5V", "RD")])
    drawing.wires("buzzer", "driver", "buzzer", [("OUT7", "minus", "BK"), ("COM", "plus 5V", "RD")])
    for player, ground in zip(PLAYERS, ("GND (pin 9)", "GND (pin 39)"), strict=True):
        buttons = table["buttons"][player]
        wires = [(label(buttons[name]), name, WIRES[n]) for n, name in enumerate(BUTTONS)]
        drawing.wires(f"{player}_buttons", "pi", f"{player}_buttons", [*wires, (ground, "GND", "BK")])
    bus = table["display"]
    wires = [(label(bus["data"]), "SDA", "BU"), (label(bus["clock"]), "SCL", "YE")]
    supply = [("3V3 (pin 1)", "VCC", "RD"), ("GND (pin 14)", "GND", "BK")]
    drawing.wires("display", "pi", "display", [*wires, *supply])
    return drawing.text()


def points(table: dict[str, Any]) -> str:
    """The chain of chips and the lamps on it."""
    chain, current, drawing = table["points"], table["current"], Drawing()
    drawing.part("pi", "Raspberry Pi 3, 4 or 5", "40-pin header")
    for chip in range(1, chain["chips"] + 1):
        drawing.part(f"chip{chip}", "74HC595", "OE to GND, SRCLR to 3V3, 100 nF")
    for chip in range(1, chain["chips"] + 1):
        drawing.part(f"lamps{chip}", "LEDs 5 mm, red or amber", f"{current['point_ohm']} ohm each, to GND")
    lines = [(label(chain["data"]), "SER", "BU")]
    shared = [("clock", "SRCLK", "YE"), ("latch", "RCLK", "GN")]
    supply = [("3V3 (pin 17)", "VCC", "RD"), ("GND (pin 20)", "GND", "BK")]
    lines += [(label(chain[name]), at, colour) for name, at, colour in shared]
    drawing.wires("chip1", "pi", "chip1", [*lines, *supply])
    for chip in range(2, chain["chips"] + 1):
        through = [(at, at, colour) for _, at, colour in shared] + [
            ("VCC", "VCC", "RD"),
            ("GND", "GND", "BK"),
        ]
        drawing.wires(f"chip{chip}", f"chip{chip - 1}", f"chip{chip}", [("QH'", "SER", "BU"), *through])
    for chip in range(1, chain["chips"] + 1):
        mine = chain["outputs"][8 * chip - 8 : 8 * chip]
        wires = [
            (f"Q{'ABCDEFGH'[n]}", lamp if lamp == "bar" else f"point {lamp}", WIRES[n])
            for n, lamp in enumerate(mine)
            if lamp
        ]
        drawing.wires(f"lamps{chip}", f"chip{chip}", f"lamps{chip}", [*wires, ("GND", "GND", "BK")])
    return drawing.text()


def everything() -> dict[str, str]:
    """Path from the checkout -> text."""
    table = load()
    return {"hardware/wiring/panel.yml": panel(table), "hardware/wiring/points.yml": points(table)}


def main() -> int:
    """Write the files, or compare them."""
    stale = [
        name
        for name, text in everything().items()
        if not (ROOT / name).exists() or (ROOT / name).read_text() != text
    ]
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"stale: {name} (run `make tables`)")
        return 1 if stale else 0
    for name in stale:
        (ROOT / name).write_text(everything()[name])
    print("panel: " + (", ".join(stale) if stale else "everything is up to date"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
