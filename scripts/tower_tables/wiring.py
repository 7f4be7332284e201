"""Turns the pin table into two WireViz descriptions: the Nano with its boards, and the sensors of both
pockets."""

from __future__ import annotations

BANNER = "# Made from firmware/tables/pins.toml by `make tables`. Do not edit.\n"
COLOURS = [  # of the sensors, in order
    "WH",
    "BN",
    "GN",
    "YE",
    "GY",
    "PK",
    "BU",
    "RD",
    "BK",
    "VT",
    "OG",
    "TQ",
    "BG",
    "LB",
]

COLOUR_OF = {
    "5V": "RD", "GND": "BK", "D2": "BU", "D3": "TQ", "D4": "WH", "D5": "BN", "D6": "GN", "D7": "YE",
    "D8": "OG", "D9": "GY", "D10": "PK", "A0": "VT",
}  # fmt: skip

BOARDS = {
    "nano": ("Arduino Nano", "ATmega328P, 5 V, 16 MHz", []),
    "mux_light": (
        "CD74HC4067 breakout",
        "lights: one LED at a time",
        ["S0", "S1", "S2", "S3", "EN", "SIG", "VCC", "GND"],
    ),
    "mux_read": (
        "CD74HC4067 breakout",
        "reads: the same channel",
        ["S0", "S1", "S2", "S3", "EN", "SIG", "VCC", "GND"],
    ),
    "led_switch": (
        "2N7000 + IRLML6402",
        "inverter and high-side switch, 220 ohm in series",
        ["GATE", "5V", "GND", "OUT"],
    ),
    "load": ("resistor 15 kohm", "load of the phototransistors", ["SIGNAL", "GND"]),
    "beam_left": (
        "TSAL6200 + TEFT4300",
        "left chute; 150 ohm for the LED, 10 kohm OUT to GND",
        ["5V", "GND", "OUT"],
    ),
    "beam_right": (
        "TSAL6200 + TEFT4300",
        "right chute; 150 ohm for the LED, 10 kohm OUT to GND",
        ["5V", "GND", "OUT"],
    ),
    "motor_driver": ("AO3400 + 1N5819", "switches the vibration motor", ["GATE", "5V", "GND"]),
    "status_lamp": ("LED 3 mm", "status, 470 ohm", ["ANODE", "CATHODE"]),
}


def _connector(name: str, labels: list[str]) -> list[str]:
    type_, subtype, _ = BOARDS[name]
    return [
        f"  {name}:",
        f'    type: "{type_}"',
        f'    subtype: "{subtype}"',
        f"    pinlabels: [{', '.join(labels)}]",
    ]


def _targets(pin: dict) -> list[tuple[str, str]]:
    """Where a pin's wire goes; an address line goes to both multiplexers, the sense pin to the load too."""
    if pin["name"] == "sense":
        return [("mux_read", "SIG"), ("load", "SIGNAL")]
    if "to" not in pin:
        return []
    board, label = pin["to"]
    return [("mux_light", label), ("mux_read", label)] if board == "mux" else [(board, label)]


def wireviz(pins: dict) -> str:
    """The Nano, its boards, and every wire between them."""
    used = [pin for pin in pins["pin"] if _targets(pin)]
    labels = [pin["label"] for pin in used] + ["5V", "GND"]
    wires: dict[str, list[tuple[str, str]]] = {}
    for pin in used:
        for board, label in _targets(pin):
            wires.setdefault(board, []).append((pin["label"], label))
    for board, (_, _, board_labels) in BOARDS.items():
        wires.setdefault(board, [])
        for supply in ("5V", "GND"):
            if supply in board_labels or (supply == "5V" and "VCC" in board_labels):
                wires[board].append((supply, "VCC" if supply == "5V" and "VCC" in board_labels else supply))
        if "EN" in board_labels:
            wires[board].append(("GND", "EN"))
        if "CATHODE" in board_labels:
            wires[board].append(("GND", "CATHODE"))
    lines = [BANNER, "connectors:", *_connector("nano", labels)]
    for board, (_, _, board_labels) in BOARDS.items():
        if board_labels:
            lines += _connector(board, board_labels)
    lines += ["cables:"]
    for board in wires:
        if wires[board]:
            colours = ", ".join(COLOUR_OF[wire] for wire, _ in wires[board])
            lines += [
                f"  W_{board}:",
                "    category: bundle",
                "    gauge: 0.14 mm2",
                f"    colors: [{colours}]",
            ]
    lines += ["  W_light:", "    category: bundle", "    gauge: 0.14 mm2", "    colors: [RD]"]
    lines += ["connections:"]
    for board in wires:
        if not wires[board]:
            continue
        ends = list(zip(*wires[board], strict=True))
        numbers = ", ".join(str(i + 1) for i in range(len(wires[board])))
        lines += [
            "  -",
            f"    - nano: [{', '.join(ends[0])}]",
            f"    - W_{board}: [{numbers}]",
            f"    - {board}: [{', '.join(ends[1])}]",
        ]
    lines += ["  -", "    - led_switch: [OUT]", "    - W_light: [1]", "    - mux_light: [SIG]", ""]
    return "\n".join(lines)


def sensors(pins: dict, sensing: dict) -> str:
    """The fourteen sensors and the two test channels on the channels of the multiplexers."""
    places = list(sensing["sensors"]["places"])
    channels = pins["channels"]
    numbers = list(range(16))
    lines = [BANNER, "connectors:"]
    for name, what in (("mux_light", "channels: LED anodes"), ("mux_read", "channels: emitters")):
        lines += [f"  {name}:", '    type: "CD74HC4067 breakout"', f'    subtype: "{what}"']
        lines += [f"    pinlabels: [{', '.join(f'C{n}' for n in numbers)}]"]
    for side in ("left", "right"):
        lines += [
            f"  {side}_pocket:",
            '    type: "7 x QRE1113"',
            '    subtype: "LED cathodes to GND, collectors to 5V"',
        ]
        labels = [f"{place} {pin}" for place in places for pin in ("anode", "emitter")]
        lines += [f"    pinlabels: [{', '.join(labels)}]"]
    lines += [
        "  test_channels:",
        '    type: "resistors"',
        '    subtype: "C14: 10 kohm from light to read; C15: 10 kohm to 5V"',
    ]
    lines += ["    pinlabels: [light 14, read 14, read 15]", "cables:"]
    for side in ("left", "right"):
        for what in ("light", "read"):
            colours = ", ".join(COLOURS[: len(places)])
            lines += [
                f"  W_{side}_{what}:",
                "    category: bundle",
                "    gauge: 0.08 mm2",
                f"    colors: [{colours}]",
            ]
    lines += ["  W_test_light:", "    category: bundle", "    gauge: 0.08 mm2", "    colors: [WH]"]
    lines += [
        "  W_test_read:",
        "    category: bundle",
        "    gauge: 0.08 mm2",
        "    colors: [WH, BN]",
        "connections:",
    ]
    for side in ("left", "right"):
        for what, pin in (("light", "anode"), ("read", "emitter")):
            wires = ", ".join(str(i + 1) for i in range(len(places)))
            lines += [
                "  -",
                f"    - mux_{what}: [{', '.join(f'C{n}' for n in channels[side])}]",
                f"    - W_{side}_{what}: [{wires}]",
                f"    - {side}_pocket: [{', '.join(f'{place} {pin}' for place in places)}]",
            ]
    rail, reference = channels["led_rail"], channels["reference"]
    lines += [
        "  -",
        f"    - mux_light: [C{rail}]",
        "    - W_test_light: [1]",
        "    - test_channels: [light 14]",
    ]
    lines += ["  -", f"    - mux_read: [C{rail}, C{reference}]", "    - W_test_read: [1, 2]"]
    return "\n".join([*lines, "    - test_channels: [read 14, read 15]", ""])
