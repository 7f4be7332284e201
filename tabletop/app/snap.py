"""``tabletop snap``: a picture of the board from the camera that will referee, and the camera's settings.

The picture is what `tabletop calibrate` learns from; the settings go into a file of their own, so that the
camera keeps to them from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import cv2
import typer

from tabletop.app.writing import OutputError, check_file
from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.errors import DeviceError
from tabletop.devices.factory import open_adjustable_camera
from tabletop.devices.locking import save_lock
from tabletop.devices.ports import AdjustableCamera

_SETTLING: Final = 15.0
_PICTURE: Final = 4.0

Opener = Callable[[CameraChoice], AdjustableCamera]


def snap(
    out: Annotated[Path, typer.Option(help="where to write the picture (.jpg or .png)")] = Path("start.jpg"),
    camera: Annotated[CameraKind, typer.Option(help="which kind of camera")] = CameraKind.PICAMERA2,
    device: Annotated[str, typer.Option(help="its number, or its path")] = "",
    size: Annotated[str, typer.Option(help="pixels, as WIDTHxHEIGHT")] = "1152x648",
    lock: Annotated[Path | None, typer.Option(help="also write what the camera was set to (.toml)")] = None,
) -> None:
    """Take a picture of the board, for `calibrate`, and keep what the camera was set to."""
    check_file("--out", out, (".jpg", ".jpeg", ".png"))
    if lock is not None:
        check_file("--lock", lock, (".toml",))
    choice = CameraChoice(camera, device, _size(size))
    for words in take(choice, out, lock, open_adjustable_camera):
        typer.echo(words)


def take(choice: CameraChoice, out: Path, lock: Path | None, opener: Opener) -> list[str]:
    """Let the camera settle, lock it, take the picture and write both. Raises `TabletopError`."""
    if choice.kind is CameraKind.FILM:
        raise DeviceError("a film is no camera to be set: give --camera picamera2 or usb")
    camera = opener(choice)
    try:
        found = camera.measure(_SETTLING)
        camera.lock(found)
        picture = camera.grab(_PICTURE).picture
    finally:
        camera.close()
    out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(out), picture):
        raise OutputError(f"--out {out}: cannot be written")
    told = [f"written to {out}, {picture.shape[1]}x{picture.shape[0]}"]
    if lock is not None:
        lock.parent.mkdir(parents=True, exist_ok=True)
        save_lock(lock, choice.kind, found)
        told.append(f"what the camera was set to: {lock}")
    return told


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise DeviceError(f"--size {text}: give pixels as WIDTHxHEIGHT, for instance 1152x648")
    return int(width), int(height)
