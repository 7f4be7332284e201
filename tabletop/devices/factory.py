"""From what a table is said to have to devices that are open: one function for each port."""

from __future__ import annotations

from pathlib import Path

from tabletop.devices.absent import NoDisplay, NoPanel, NoSpeaker
from tabletop.devices.attached import open_usb_tower
from tabletop.devices.choices import (
    ANY_USB,
    CameraChoice,
    CameraKind,
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.espeak import open_espeak
from tabletop.devices.film import Film
from tabletop.devices.film_camera import FilmCamera
from tabletop.devices.fresh_camera import FreshCamera
from tabletop.devices.gpio_panel import open_gpio_panel
from tabletop.devices.oled import open_oled
from tabletop.devices.pi_camera import open_pi_camera
from tabletop.devices.ports import AdjustableCamera, Camera, Display, Panel, Speaker, TowerPort
from tabletop.devices.serial_port import open_serial
from tabletop.devices.usb_camera import open_usb_camera
from tabletop.record.session import load_session


def open_camera(choice: CameraChoice) -> Camera:
    """The camera of ``choice``, locked as calibrated; real ones let only fresh frames through.

    Raises `DeviceError` (a film that is none: `CameraError`) saying what to do.
    """
    if choice.kind is CameraKind.FILM:
        return _film(Path(choice.device))
    camera = open_adjustable_camera(choice)
    try:
        if choice.lock is not None:
            camera.lock(choice.lock)
    except BaseException:
        camera.close()
        raise
    return FreshCamera(camera, choice.oldest)


def open_adjustable_camera(choice: CameraChoice) -> AdjustableCamera:
    """A real camera that finds its exposure by itself, to be measured and locked. Raises `DeviceError`."""
    if choice.kind is CameraKind.PICAMERA2:
        return open_pi_camera(choice.device, choice.size, choice.small, choice.fps)
    return open_usb_camera(choice.device, choice.size, choice.fps)


def _film(path: Path) -> FilmCamera:
    if path.is_dir():
        session = load_session(path)
        return FilmCamera(Film(session.film, session.fps).frames(), str(session.film))
    return FilmCamera(Film(path).frames(), str(path))


def open_tower_line(line: str) -> TowerPort:
    """The line to a real dice tower: a path, or "usb" for whatever USB cable it is at. Raises `DeviceError`
    saying what to do."""
    return open_usb_tower() if line == ANY_USB else open_serial(line)


def open_panel(choice: PanelChoice) -> Panel:
    """The lamps and buttons of ``choice``. Raises `DeviceError` saying what to do."""
    return NoPanel() if choice.kind is PanelKind.NONE else open_gpio_panel(choice.pins)


def open_display(choice: DisplayChoice) -> Display:
    """The display of ``choice``. Raises `DeviceError` saying what to do."""
    return NoDisplay() if choice.kind is DisplayKind.NONE else open_oled(choice)


def open_speaker(choice: SpeakerChoice) -> Speaker:
    """The voice of ``choice``. Raises `DeviceError` saying what to do."""
    return NoSpeaker() if choice.kind is SpeakerKind.NONE else open_espeak(choice.words_a_minute)
