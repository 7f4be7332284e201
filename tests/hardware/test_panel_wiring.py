"""The panel's pin table: nothing twice, no pin overloaded, the drawings as the table says."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from typing import Any

import pytest

from tests.hardware.solids import CHECKOUT

TABLE = tomllib.loads((CHECKOUT / "tabletop" / "devices" / "panel_pins.toml").read_text())
CURRENT = TABLE["current"]
COLOURS = ("red", "green", "blue")
IDENTITY, CONSOLE = {0, 1}, {14, 15}


def lamp_pins() -> list[int]:
    return [TABLE["lamps"][player][colour] for player in ("light", "dark") for colour in COLOURS]


def button_pins() -> list[int]:
    return [pin for player in ("light", "dark") for pin in TABLE["buttons"][player].values()]


def chain_pins() -> list[int]:
    return [TABLE["points"][line] for line in ("data", "clock", "latch")]


def all_pins() -> list[int]:
    bus = [TABLE["display"]["data"], TABLE["display"]["clock"]]
    return [*lamp_pins(), *button_pins(), *chain_pins(), *bus, TABLE["buzzer"]["pin"]]


def driven() -> float:
    """Milliamperes that a pin gives to the driver's input."""
    return 1000 * (CURRENT["gpio_v"] - CURRENT["driver_input_v"]) / CURRENT["driver_input_ohm"]


def lit(colour: str) -> float:
    """Milliamperes through one colour of a lamp."""
    left = CURRENT["lamp_supply_v"] - CURRENT[f"{colour}_v"] - CURRENT["driver_output_v"]
    return 1000 * left / CURRENT[f"{colour}_ohm"]


def point() -> float:
    """Milliamperes through the lamp of a point."""
    return 1000 * (CURRENT["point_supply_v"] - CURRENT["point_v"]) / CURRENT["point_ohm"]


def test_no_pin_has_two_uses_and_none_is_somebody_elses() -> None:
    pins = all_pins()
    assert len(pins) == len(set(pins))
    assert not set(pins) & (IDENTITY | CONSOLE)
    assert all(2 <= pin <= 27 for pin in pins)


def test_both_players_have_the_same_buttons_and_every_one_the_game_knows() -> None:
    light, dark = TABLE["buttons"]["light"], TABLE["buttons"]["dark"]
    assert list(light) == list(dark) == ["double", "take", "drop", "done", "undo", "resign"]


def test_every_point_and_the_bar_has_one_lamp_on_the_chain() -> None:
    lamps = [lamp for lamp in TABLE["points"]["outputs"] if lamp]
    assert sorted(lamps) == sorted([*map(str, range(1, 25)), "bar"])
    assert len(TABLE["points"]["outputs"]) == 8 * TABLE["points"]["chips"]


def test_no_pin_gives_more_than_it_may() -> None:
    pressed = 1000 * CURRENT["gpio_v"] / CURRENT["pull_up_ohm"]
    assert max(driven(), pressed) <= CURRENT["pin_limit_ma"]


def test_all_pins_together_stay_under_the_limit_with_everything_on_and_every_button_pressed() -> None:
    lamps = (len(lamp_pins()) + 1) * driven()
    pressed = len(button_pins()) * 1000 * CURRENT["gpio_v"] / CURRENT["pull_up_ohm"]
    chain = len(chain_pins()) * TABLE["points"]["chips"] * CURRENT["logic_input_ma"]
    assert lamps + pressed + chain <= CURRENT["all_pins_limit_ma"] / 2  # and half of it to spare


@pytest.mark.parametrize("colour", COLOURS)
def test_a_lamp_is_bright_and_neither_it_nor_its_driver_is_overloaded(colour: str) -> None:
    assert 5 <= lit(colour) <= min(CURRENT["lamp_current_ma"], CURRENT["driver_output_limit_ma"])
    assert CURRENT["buzzer_ma"] <= CURRENT["driver_output_limit_ma"]


def test_no_chip_of_the_chain_is_overloaded_with_all_lamps_on() -> None:
    assert 2 <= point() <= CURRENT["chain_output_limit_ma"]
    assert 8 * point() <= CURRENT["chain_chip_limit_ma"]


def test_the_figures_in_the_text_are_those_of_the_table() -> None:
    text = (CHECKOUT / "hardware" / "table.md").read_text()
    pressed = 1000 * CURRENT["gpio_v"] / CURRENT["pull_up_ohm"]
    everything = 7 * driven() + 12 * pressed
    for figure in (driven(), pressed, everything, *map(lit, COLOURS), point(), 25 * point()):
        assert f"{figure:.1f} mA" in text


def test_the_drawings_are_made_from_the_table() -> None:
    command = [sys.executable, "scripts/panel_wiring.py", "--check"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_wire_of_the_table_is_in_a_drawing() -> None:
    drawings = "".join(
        (CHECKOUT / "hardware" / "wiring" / f"{name}.yml").read_text() for name in ("panel", "points")
    )
    for pin in all_pins():
        assert f"GPIO{pin} (pin " in drawings


def test_the_program_drives_the_pins_of_the_table() -> None:
    pins: Any = pytest.importorskip("tabletop.devices.pins").Pins()
    assert (*pins.light_lamp, *pins.dark_lamp) == tuple(lamp_pins())
    assert pins.buzzer == TABLE["buzzer"]["pin"]
    assert [pins.chain.data, pins.chain.clock, pins.chain.latch] == chain_pins()
    for player, button, pin in pins.buttons:
        assert TABLE["buttons"][player.value][button.value] == pin
    assert len(pins.buttons) == len(button_pins())
