"""One suite each for every panel, every display and every voice."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tabletop.app.virtual_room import SCENE
from tabletop.backgammon import Player, variant
from tabletop.devices.absent import NoDisplay, NoPanel, NoSpeaker
from tabletop.devices.choices import (
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.clock import WallClock
from tabletop.devices.errors import DeviceError, DisplayGone, PanelGone, SpeakerGone
from tabletop.devices.espeak import open_espeak
from tabletop.devices.factory import open_display, open_panel, open_speaker
from tabletop.devices.gpio_panel import open_gpio_panel
from tabletop.devices.oled import open_oled
from tabletop.devices.pins import Pins
from tabletop.devices.ports import Display, Panel, Speaker
from tabletop.devices.rude_panel import RudeDisplay, RudePanel, RudeSpeaker, Temper
from tabletop.devices.virtual.glass import Glass
from tabletop.devices.virtual.panel import VirtualDisplay, VirtualPanel
from tabletop.devices.virtual.table import Table
from tabletop.present.lamps import Colour, Lamps
from tabletop.present.screen import Screen, draw
from tabletop.present.signals import Signal
from tabletop.referee import Button

gpiozero_mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed")
ALL_RED = Lamps(Colour.RED, Colour.RED, (Colour.RED,) * 26)


@dataclass
class PanelBench:
    """A panel; how one of its buttons is pressed; how it fails. None where that cannot be."""

    panel: Panel
    press: Callable[[Player, Button], None] | None = None
    fail: Callable[[], None] | None = None


def gpio() -> PanelBench:
    factory = gpiozero_mock.MockFactory()
    pins = Pins()
    panel = open_gpio_panel(pins, factory)
    at = {(player, button): pin for player, button, pin in pins.buttons}

    def press(player: Player, button: Button) -> None:
        pin = factory.pin(at[player, button])
        pin.drive_low()
        pin.drive_high()

    def fail() -> None:
        def write(_: Any) -> None:
            raise OSError("GPIO chip gone")

        for pin in pins.light_lamp:
            factory.pin(pin)._set_state = write

    return PanelBench(panel, press, fail)


def rude() -> PanelBench:
    inner = gpio()
    panel = RudePanel(inner.panel, Temper())
    return PanelBench(panel, inner.press, lambda: panel.temper.fail(3))


def virtual() -> PanelBench:
    table = Table(SCENE, WallClock(), position=variant("standard").start_position)
    panel = VirtualPanel(table)
    return PanelBench(panel, table.press, lambda: setattr(panel, "broken", True))


def real_panel() -> PanelBench:
    try:
        return PanelBench(open_panel(PanelChoice(PanelKind.GPIO)))
    except DeviceError as error:
        pytest.skip(str(error))


@pytest.fixture(
    params=[
        lambda: PanelBench(NoPanel()),
        gpio,
        rude,
        virtual,
        pytest.param(real_panel, marks=pytest.mark.hardware),
    ],
    ids=["none", "gpio", "rude", "virtual", "real"],
)
def bench(request: pytest.FixtureRequest) -> Iterator[PanelBench]:
    bench = request.param()
    yield bench
    bench.panel.close()


@pytest.fixture(params=[gpio, rude, virtual], ids=["gpio", "rude", "virtual"])
def wired(request: pytest.FixtureRequest) -> Iterator[PanelBench]:
    """A panel whose buttons are pressed and whose wires come loose in the test."""
    bench = request.param()
    yield bench
    bench.panel.close()


def test_every_lamp_and_every_signal_can_be_shown(bench: PanelBench) -> None:
    for colour in Colour:
        bench.panel.light(Lamps(colour, colour, (colour,) * 26))
    for signal in Signal:
        began = time.monotonic()
        bench.panel.buzz(signal)
        assert time.monotonic() - began < 0.1


def test_without_a_press_the_panel_waits_as_long_as_it_is_told(bench: PanelBench) -> None:
    began = time.monotonic()
    assert bench.panel.presses(0.1) == []
    assert 0.08 < time.monotonic() - began < 1.0


def test_presses_come_in_order_with_their_times(wired: PanelBench) -> None:
    assert wired.press is not None
    before = time.monotonic()
    wired.press(Player.LIGHT, Button.DOUBLE)
    wired.press(Player.DARK, Button.TAKE)
    pressed = wired.panel.presses(1.0)
    pressed += wired.panel.presses(0.1) if len(pressed) < 2 else []
    assert [(press.player, press.button) for press in pressed] == [
        (Player.LIGHT, Button.DOUBLE),
        (Player.DARK, Button.TAKE),
    ]
    assert before <= pressed[0].at <= pressed[1].at <= time.monotonic()
    assert wired.panel.presses(0.0) == []


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("player", Player)
def test_each_player_has_every_button(wired: PanelBench, player: Player, button: Button) -> None:
    assert wired.press is not None
    wired.press(player, button)
    assert [(press.player, press.button) for press in wired.panel.presses(1.0)] == [(player, button)]


def test_a_panel_that_fails_says_so_and_can_be_closed(wired: PanelBench) -> None:
    assert wired.fail is not None
    wired.panel.light(Lamps())
    wired.fail()
    with pytest.raises(PanelGone):
        wired.panel.light(ALL_RED)


def test_a_closed_panel_says_that_it_is_closed(bench: PanelBench) -> None:
    bench.panel.close()
    bench.panel.close()
    with pytest.raises(PanelGone):
        bench.panel.light(Lamps())
    with pytest.raises(PanelGone):
        bench.panel.buzz(Signal.ERROR)
    with pytest.raises(PanelGone):
        bench.panel.presses(0.0)


# ---- displays


@dataclass
class DisplayBench:
    """A display; what can be seen on it; how it fails."""

    display: Display
    seen: Callable[[], Image.Image] | None = None
    fail: Callable[[], None] | None = None


def _oled(kind: DisplayKind, first_column: int) -> DisplayBench:
    glass = Glass(first_column=first_column)
    display = open_oled(DisplayChoice(kind), glass)
    return DisplayBench(display, glass.image, lambda: setattr(glass, "unplugged", True))


def ssd1306() -> DisplayBench:
    return _oled(DisplayKind.SSD1306, 0)


def sh1106() -> DisplayBench:
    return _oled(DisplayKind.SH1106, 2)


def rude_display() -> DisplayBench:
    inner = ssd1306()
    display = RudeDisplay(inner.display, Temper())
    return DisplayBench(display, inner.seen, lambda: display.temper.fail(3))


def virtual_display() -> DisplayBench:
    display = VirtualDisplay()
    return DisplayBench(display, lambda: display.image, lambda: setattr(display, "broken", True))


def luma_dummy() -> DisplayBench:
    from luma.core.device import dummy

    from tabletop.devices.oled import OledDisplay

    device = dummy(width=128, height=64, mode="1")
    return DisplayBench(OledDisplay(device, "the dummy"), lambda: device.image.convert("1"))


def real_display() -> DisplayBench:
    try:
        return DisplayBench(open_display(DisplayChoice(DisplayKind.SSD1306)))
    except DeviceError as error:
        pytest.skip(str(error))


@pytest.fixture(
    params=[
        lambda: DisplayBench(NoDisplay()),
        ssd1306,
        sh1106,
        rude_display,
        virtual_display,
        luma_dummy,
        pytest.param(real_display, marks=pytest.mark.hardware),
    ],
    ids=["none", "ssd1306", "sh1106", "rude", "virtual", "luma-dummy", "real"],
)
def screen(request: pytest.FixtureRequest) -> Iterator[DisplayBench]:
    bench = request.param()
    yield bench
    bench.display.close()


@pytest.fixture(
    params=[ssd1306, sh1106, rude_display, virtual_display], ids=["ssd1306", "sh1106", "rude", "virtual"]
)
def wired_screen(request: pytest.FixtureRequest) -> Iterator[DisplayBench]:
    bench = request.param()
    yield bench
    bench.display.close()


def test_what_is_shown_is_on_the_glass_pixel_by_pixel(screen: DisplayBench) -> None:
    for score in ((0, 0), (12, 7)):
        picture = draw(Screen(score=score, length=15, on_roll=Player.DARK), screen.display.size)
        screen.display.show(picture)
        if screen.seen is not None:
            assert screen.seen().tobytes() == picture.tobytes()


def test_a_picture_that_does_not_fit_is_refused(screen: DisplayBench) -> None:
    with pytest.raises(DeviceError):
        screen.display.show(Image.new("1", (64, 32)))
    with pytest.raises(DeviceError):
        screen.display.show(Image.new("RGB", screen.display.size))


def test_a_display_that_fails_says_so_and_can_be_closed(wired_screen: DisplayBench) -> None:
    assert wired_screen.fail is not None
    picture = draw(Screen(), wired_screen.display.size)
    wired_screen.fail()
    with pytest.raises(DisplayGone):
        wired_screen.display.show(picture)


def test_a_closed_display_says_that_it_is_closed(screen: DisplayBench) -> None:
    size = screen.display.size
    screen.display.close()
    screen.display.close()
    with pytest.raises(DisplayGone):
        screen.display.show(draw(Screen(), size))


# ---- voices


def _program(folder: Path, script: str) -> str:
    path = folder / "espeak-ng"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def silent_voice(_: Path) -> Speaker:
    return NoSpeaker()


def espeak(folder: Path) -> Speaker:
    """A program that writes down what it is told, slowly."""
    return open_espeak(program=_program(folder, f'echo "$@" >> {folder}/said; exec sleep 20'))


def rude_voice(_: Path) -> Speaker:
    return RudeSpeaker(NoSpeaker(), Temper())


@pytest.mark.parametrize("voice", [silent_voice, espeak, rude_voice])
def test_a_voice_returns_at_once_and_stops_when_it_is_closed(
    voice: Callable[[Path], Speaker], tmp_path: Path
) -> None:
    speaker = voice(tmp_path)
    began = time.monotonic()
    speaker.say("Illegal.", "en")
    speaker.say("13 nach 8", "de")
    speaker.close()
    speaker.close()
    assert time.monotonic() - began < 3
    with pytest.raises(SpeakerGone):
        speaker.say("too late", "en")


def test_what_is_said_goes_to_the_program_as_one_argument_in_its_language(tmp_path: Path) -> None:
    speaker = open_espeak(
        program=_program(
            tmp_path, f"printf '%s\\n' \"$@\" > {tmp_path}/new; mv {tmp_path}/new {tmp_path}/said"
        )
    )
    speaker.say("-13 vers 8; rm -rf", "fr")
    deadline = time.monotonic() + 5
    while not (tmp_path / "said").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (tmp_path / "said").read_text().splitlines() == [
        "-v", "fr-fr", "-s", "160", "--", "-13 vers 8; rm -rf",
    ]  # fmt: skip
    speaker.close()


def test_a_voice_that_failed_says_so_the_next_time(tmp_path: Path) -> None:
    speaker = open_espeak(program=_program(tmp_path, "exit 1"))
    speaker.say("one", "en")
    time.sleep(0.3)
    with pytest.raises(SpeakerGone, match="sound card"):
        speaker.say("two", "en")


def test_a_rude_voice_fails_by_its_seed() -> None:
    def failures(seed: int) -> list[bool]:
        speaker = RudeSpeaker(NoSpeaker(), Temper(chance=0.3, seed=seed))
        failed = []
        for _ in range(50):
            try:
                speaker.say("hello", "en")
                failed.append(False)
            except SpeakerGone:
                failed.append(True)
        return failed

    assert failures(1) == failures(1) != failures(2)
    assert 5 < sum(failures(1)) < 45


def test_the_factory_gives_what_was_chosen() -> None:
    assert isinstance(open_panel(PanelChoice()), NoPanel)
    assert isinstance(open_display(DisplayChoice()), NoDisplay)
    assert isinstance(open_speaker(SpeakerChoice()), NoSpeaker)
    with pytest.raises(DeviceError, match="sudo apt install espeak-ng"):
        open_espeak(program="a-voice-that-nobody-has")
    assert SpeakerKind("espeak") is SpeakerKind.ESPEAK
