"""``tabletop panel test``: every lamp, sound, pixel and button gets its turn."""

from __future__ import annotations

import pytest
from PIL import Image

from tabletop.app import cli, panel_cli
from tabletop.backgammon import Player
from tabletop.devices.absent import NoPanel
from tabletop.devices.choices import DisplayChoice, DisplayKind, PanelChoice, PanelKind
from tabletop.devices.gpio_panel import open_gpio_panel
from tabletop.devices.oled import open_oled
from tabletop.devices.virtual.glass import Glass
from tabletop.present.lamps import Colour, Lamps
from tabletop.present.signals import Signal

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed")
CHOICE = PanelChoice(PanelKind.GPIO)


class Recording(NoPanel):
    def __init__(self) -> None:
        super().__init__()
        self.lit: list[Lamps] = []
        self.heard: list[Signal] = []

    def light(self, lamps: Lamps) -> None:
        self.lit.append(lamps)

    def buzz(self, signal: Signal) -> None:
        self.heard.append(signal)


def test_every_lamp_is_lit_by_itself_and_all_go_out() -> None:
    panel = Recording()
    words = list(panel_cli.show_lamps(panel, 0.0))
    single = [lamps.points.index(Colour.RED) for lamps in panel.lit if Colour.RED in lamps.points]
    assert single == list(range(25))
    for player in Player:
        assert {lamps.of(player) for lamps in panel.lit} == set(Colour)
    assert panel.lit[-1] == Lamps()
    assert len(words) == 2 * 5 + 25


def test_every_signal_is_heard_once() -> None:
    panel = Recording()
    list(panel_cli.sound(panel, 0.0))
    assert panel.heard == list(Signal)


def test_every_pixel_of_the_display_is_lit_and_put_out() -> None:
    glass = Glass()
    steps = panel_cli.show_screens(open_oled(DisplayChoice(DisplayKind.SSD1306), glass), 0.0)
    next(steps)
    next(steps)
    assert glass.image().tobytes() == Image.new("1", (128, 64), 1).tobytes()
    next(steps)
    assert glass.image().getbbox() is None
    assert len(list(steps)) == 2


def test_the_test_ends_when_every_button_was_pressed() -> None:
    factory = mock.MockFactory()
    panel = open_gpio_panel(CHOICE.pins, factory)
    for _, _, pin in CHOICE.pins.buttons:
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    words = list(panel_cli.await_buttons(panel, CHOICE, 5.0))
    assert words[-1].endswith("0 to go")
    panel.close()


def test_a_button_that_is_not_connected_is_named_with_its_pin() -> None:
    panel = open_gpio_panel(CHOICE.pins, mock.MockFactory())
    with pytest.raises(panel_cli.PanelTestError, match=r"dark done \(GPIO 20\)"):
        list(panel_cli.await_buttons(panel, CHOICE, 0.1))
    panel.close()


def test_without_a_panel_it_says_so_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "a-factory-that-is-not-there")
    with pytest.raises(SystemExit) as ended:
        cli.main(["panel", "test", "--seconds", "0", "--buttons", "0"])
    assert ended.value.code == 1
    assert "panel: the pins cannot be used" in capsys.readouterr().out
