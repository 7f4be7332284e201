"""``tabletop panel test``: every lamp, every sound, the display and every button, one after the other, so
that a wire in the wrong place is found before a match."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from tabletop.app.config import load_config
from tabletop.backgammon import POINTS, Dice, Player
from tabletop.devices.choices import DisplayChoice, DisplayKind, PanelChoice, PanelKind
from tabletop.devices.factory import open_display, open_panel
from tabletop.devices.ports import Display, Panel
from tabletop.errors import TabletopError
from tabletop.present.lamps import DARK, Colour, Lamps
from tabletop.present.screen import Look, Request, Screen, draw
from tabletop.present.signals import Signal

panel_app = typer.Typer(no_args_is_help=True, add_completion=False)

_SCREENS: Final = (
    Screen(score=(3, 5), length=7, cube=2, owner=Player.LIGHT, on_roll=Player.LIGHT, dice=Dice(6, 1)),
    Screen(score=(3, 5), length=7, look=Look.ILLEGAL, about=Player.DARK, places=(13, 8), dice=Dice(3, 1)),
    Screen(score=(3, 5), length=7, request=Request.ANSWER_DOUBLE, asked=Player.DARK, offered=4),
)


@panel_app.callback()
def panel() -> None:
    """The panel's lamps, buzzer, display and buttons: test."""


@panel_app.command("test")
def try_all(
    config: Annotated[
        Path | None,
        typer.Option(
            help="the table's configuration; left out: lamps and buttons at the GPIO pins, a display SSD1306"
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0, help="how long each lamp, sound and picture is shown")
    ] = 0.4,
    buttons: Annotated[
        float,
        typer.Option(min=0, help="seconds in which every button is to be pressed; 0 leaves the buttons out"),
    ] = 60,
) -> None:
    """Light every lamp, sound every signal, fill the display, and wait for every button."""
    wanted = load_config(config) if config else None
    panel_choice = wanted.panel_choice() if wanted else PanelChoice(PanelKind.GPIO)
    display_choice = wanted.display_choice() if wanted else DisplayChoice(DisplayKind.SSD1306)
    failed = 0
    try:
        display = open_display(display_choice)
        failed += _tried("display", show_screens(display, seconds))
        display.close()
    except TabletopError as error:
        typer.echo(f"display: {error}")
        failed += 1
    try:
        panel = open_panel(panel_choice)
    except TabletopError as error:
        typer.echo(f"panel: {error}")
        raise typer.Exit(1) from error
    try:
        failed += _tried("lamps", show_lamps(panel, seconds))
        failed += _tried("buzzer", sound(panel, seconds))
        if buttons and panel_choice.kind is PanelKind.GPIO:
            failed += _tried("buttons", await_buttons(panel, panel_choice, buttons))
    finally:
        panel.close()
    if failed:
        raise typer.Exit(1)


def _tried(part: str, steps: Iterator[str]) -> int:
    """Go through the steps, telling each; 1 when the part failed."""
    try:
        for words in steps:
            typer.echo(f"{part}: {words}")
    except TabletopError as error:
        typer.echo(f"{part}: {error}")
        return 1
    return 0


def show_screens(display: Display, seconds: float) -> Iterator[str]:
    """All pixels, then three things the display says in a match."""
    blank = draw(Screen(cube=None), display.size)
    for words, lit in (("every pixel lit", 1), ("every pixel dark", 0)):
        yield words
        display.show(blank.point([lit] * 256))
        time.sleep(seconds)
    for screen in _SCREENS:
        yield "as in a match"
        display.show(draw(screen, display.size))
        time.sleep(seconds)


def show_lamps(panel: Panel, seconds: float) -> Iterator[str]:
    """Each player's lamp in each colour, then the lamp of every place by itself."""
    for player in Player:
        for colour in Colour:
            if colour is not Colour.OFF:
                yield f"{player.value}'s lamp {colour.value}"
                light = player is Player.LIGHT
                panel.light(replace(Lamps(), light=colour) if light else replace(Lamps(), dark=colour))
                time.sleep(seconds)
    for place in range(POINTS + 1):
        yield f"light's {place}-point" if place else "the bar"
        points = list(DARK)
        points[place] = Colour.RED
        panel.light(Lamps(points=tuple(points)))
        time.sleep(seconds)
    panel.light(Lamps())


def sound(panel: Panel, seconds: float) -> Iterator[str]:
    """Every signal once."""
    for signal in Signal:
        yield signal.value
        panel.buzz(signal)
        time.sleep(max(seconds, 1.0) if seconds else 0.0)


def await_buttons(panel: Panel, choice: PanelChoice, seconds: float) -> Iterator[str]:
    """Wait until every button was pressed once. Raises `PanelTestError` naming those that were not."""
    missing = {(player, button) for player, button, _ in choice.pins.buttons}
    pin = {(player, button): number for player, button, number in choice.pins.buttons}
    yield f"press each of the {len(missing)} once, within {seconds:g} s"
    deadline = time.monotonic() + seconds
    while missing and (left := deadline - time.monotonic()) > 0:
        for press in panel.presses(min(left, 0.5)):
            missing.discard((press.player, press.button))
            yield f"{press.player.value} {press.button.value}; {len(missing)} to go"
    if missing:
        names = sorted(f"{p.value} {b.value} (GPIO {pin[p, b]})" for p, b in missing)
        raise PanelTestError(f"not pressed, or not connected: {', '.join(names)}")


class PanelTestError(TabletopError):
    """Something on the panel does not do what it should."""
