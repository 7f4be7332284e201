"""``tabletop doctor``: looks at everything a table needs, and says of each thing what it found and what to
do about it.

Without a configuration it looks for what is attached: a camera, a dice tower, a panel and a display. Exit
status 1 when something is missing or broken without which no match can be refereed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from tabletop.app import doctor_eyes, doctor_machine, doctor_wires
from tabletop.app.config import Config, load_config
from tabletop.app.findings import Finding, Health, absent, ill, optional, told, well
from tabletop.app.looking_around import BOARD
from tabletop.devices.choices import (
    ANY_USB,
    CameraChoice,
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
)
from tabletop.devices.factory import open_camera
from tabletop.vision.calibration import CalibrationError, load_calibration

_STYLES: Final = {Health.WELL: "green", Health.POOR: "yellow", Health.ILL: "bold red", Health.ABSENT: "dim"}


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at."""

    camera: CameraChoice | None
    tower: str | None
    board: Path | None = None
    """The calibration."""
    panel: PanelChoice = field(default_factory=lambda: PanelChoice(PanelKind.GPIO))
    display: DisplayChoice = field(default_factory=lambda: DisplayChoice(DisplayKind.SSD1306))
    speaker: SpeakerChoice = field(default_factory=SpeakerChoice)
    virtual_camera: bool = False
    virtual_tower: bool = False
    asked: bool = True
    """Panel and display were asked for; else they may be missing."""
    kept_in: Path = Path()
    """Where the record is kept."""

    @classmethod
    def attached(cls) -> Patient:
        """Whatever is attached to this computer, and the calibration that `tabletop play` would take."""
        board = BOARD if BOARD.is_file() else None
        camera = _sized(doctor_eyes.attached(), board)
        return cls(camera, doctor_wires.attached_tower(), board, asked=False)

    @classmethod
    def configured(cls, config: Config) -> Patient:
        """What a configuration asks for."""
        virtual_tower = config.tower.virtual is not None
        any_usb = config.tower.path == ANY_USB
        tower = doctor_wires.attached_tower() if any_usb else config.tower.path
        return cls(
            camera=None if config.virtual else config.camera_choice(),
            tower=None if virtual_tower else tower,
            board=config.camera.board,
            panel=config.panel_choice(),
            display=config.display_choice(),
            speaker=config.speaker_choice(),
            virtual_camera=config.virtual,
            virtual_tower=virtual_tower,
        )


def examine(patient: Patient) -> Iterator[Finding]:
    """One finding after the other, as they are made."""
    if patient.virtual_camera:
        yield absent("camera", "the virtual table paints its own pictures")
    else:
        yield from doctor_eyes.look_through(patient.camera, open_camera)
        yield _calibration(patient)
    if patient.virtual_tower:
        yield absent("tower", "the virtual table has its own")
    else:
        yield from doctor_wires.tower(patient.tower)
    wires = doctor_wires.gpio(patient.panel), doctor_wires.i2c(patient.display)
    yield from wires if patient.asked else map(optional, wires)
    yield doctor_wires.voice(patient.speaker)
    yield doctor_machine.disk(patient.kept_in)
    yield doctor_machine.clock()


def _sized(camera: CameraChoice | None, board: Path | None) -> CameraChoice | None:
    """The camera with pictures of the size that the board was calibrated in."""
    if camera is None or board is None:
        return camera
    try:
        return replace(camera, size=load_calibration(board).view.size)
    except CalibrationError:
        return camera  # told when the calibration is looked at


def _calibration(patient: Patient) -> Finding:
    """Whether there is a calibration, and whether it is of this camera's size."""
    if patient.board is None and patient.camera is None:
        return absent("calibration", "is made with a camera: tabletop snap, then tabletop calibrate")
    if patient.board is None:
        remedy = "set the checkers up, take a picture (tabletop snap) and learn from it (tabletop calibrate)"
        return ill("calibration", f"there is no {BOARD} in this folder", remedy)
    try:
        size = load_calibration(patient.board).view.size
    except CalibrationError as error:
        return told("calibration", error)
    if patient.camera is not None and size != patient.camera.size:
        made, has = (f"{w}x{h}" for w, h in (size, patient.camera.size))
        return ill("calibration", f"made for {made}, the camera is set to {has}", "calibrate again")
    return well("calibration", f"{patient.board}, for {size[0]}x{size[1]}")


def doctor(
    config: Annotated[
        Path | None, typer.Option(help="the table's configuration; left out: whatever is attached")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="for other programs: a JSON object a line")] = False,
) -> None:
    """Look at everything a table needs (camera, light, dice, lamps, display, disk, clock), say what to do.

    Exit status 1 where something is missing without which no real board can be refereed.
    """
    patient = Patient.configured(load_config(config)) if config else Patient.attached()
    findings = []
    for finding in examine(patient):
        findings.append(finding)
        if as_json:
            print(json.dumps(finding.to_dict(), ensure_ascii=False), flush=True)
    if not as_json:
        _show(findings)
    if any(finding.health is Health.ILL for finding in findings):
        raise typer.Exit(1)


def _show(findings: list[Finding]) -> None:
    table = Table.grid(padding=(0, 2))
    for finding in findings:
        style = _STYLES[finding.health]
        table.add_row(f"[{style}]{finding.health.value}", f"[bold]{finding.part}", _text(finding))
    console = Console(highlight=False)
    console.print(table)
    console.print(f"\n{_plain(summary(findings))}", soft_wrap=True)


def summary(findings: Sequence[Finding]) -> str:
    """All of it in a sentence."""
    missing = [finding.part for finding in findings if finding.health is Health.ILL]
    if missing:
        parts = ", ".join(missing)
        return (
            f"A real board cannot be refereed yet, see above: {parts}."
            " The virtual table needs none of it: tabletop play --virtual"
        )
    if any(finding.health is Health.POOR for finding in findings):
        return "All that is needed is there; what could be better is marked poor."
    return "All that is needed is there: tabletop play"


def _text(finding: Finding) -> str:
    remedy = f"\n[bold]→[/bold] {_plain(finding.remedy)}" if finding.remedy else ""
    return _plain(finding.found) + remedy


def _plain(text: str) -> str:
    """Square brackets are text here, not style."""
    return text.replace("[", "\\[")
