"""Before anybody has said what stands at the table, the program looks around.

A camera that gives pictures and a calibration in this folder make a real table. A camera without a
calibration is told what to do. With no camera at all the table is the virtual one. The serial line of a dice
tower is greeted only where there is a board to be refereed; a tower that is not there yet is waited for.

Whoever does not answer is left alone after some seconds, so that a camera whose driver hangs holds nobody up.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from pydantic import BaseModel

from tabletop.app.config import CameraSection, Config, DisplaySection, PanelSection, TowerSection
from tabletop.app.tower_session import TowerSession
from tabletop.devices.attached import cameras, tower_lines, used_by
from tabletop.devices.choices import ANY_USB, CameraChoice, CameraKind
from tabletop.devices.clock import WallClock
from tabletop.devices.errors import DeviceError
from tabletop.devices.factory import open_camera
from tabletop.devices.ports import Camera, TowerPort
from tabletop.devices.serial_port import open_serial
from tabletop.errors import TabletopError
from tabletop.vision.calibration import load_calibration

BOARD: Final = Path("board.toml")
"""What `tabletop calibrate` writes unless it is told otherwise."""
LOCK: Final = "camera.toml"
"""What docs/devices.md has `tabletop snap --lock` write, beside the calibration."""
PICTURE_SECONDS: Final = 5.0
CAMERA_SECONDS: Final = 8.0
"""For a camera to be opened and to give its first picture."""
TOWER_SECONDS: Final = 6.0
"""For a tower to answer: opening its line restarts it, and it looks its sensors over first."""

T = TypeVar("T")


class NoTableError(TabletopError):
    """A camera is there, but no match can be refereed with it as things are."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What can be looked at. Tests bring their own."""

    cameras: Callable[[], Iterable[CameraChoice]] = cameras
    open_camera: Callable[[CameraChoice], Camera] = open_camera
    towers: Callable[[], Iterable[str]] = tower_lines
    tower_user: Callable[[str], str | None] = used_by
    open_tower: Callable[[str], TowerPort] = open_serial
    board: Path = BOARD
    """The calibration, if there is one."""
    camera_seconds: float = CAMERA_SECONDS
    tower_seconds: float = TOWER_SECONDS


@dataclass(frozen=True, slots=True)
class RealTable:
    """A camera over a calibrated board, and a line at which a dice tower is, or is waited for."""

    camera: CameraSection
    tower: TowerSection


@dataclass(frozen=True, slots=True)
class Found:
    """What was found."""

    remark: str
    """In one line."""
    table: RealTable | None = None
    """None: the virtual table."""

    def at(self, config: Config) -> Config:
        """``config`` at this table. Lamps and display are not looked for: pins do not tell what hangs on
        them."""
        if self.table is None:
            return config.as_virtual()
        devices: dict[str, BaseModel] = {
            "camera": self.table.camera,
            "tower": self.table.tower,
            "panel": PanelSection(kind="none"),
            "display": DisplaySection(kind="none"),
        }
        return config.model_copy(update=devices)


def look_around(around: Surroundings) -> Found:
    """The table that stands here. Raises `NoTableError` where there is a camera that cannot be used as it is,
    `CalibrationError` for a calibration that is none."""
    board = around.board if around.board.is_file() else None
    there = _within(around.camera_seconds, "the list of cameras", lambda: tuple(around.cameras()))
    if not there:
        waiting = f", {board} waits for one" if board else ""
        return Found(f"no camera is attached{waiting}: this is the virtual table")
    size = load_calibration(board).view.size if board else None
    sighted, refusals = _first_sighted(around, there, size)
    if sighted is not None and board is not None:
        return _real_table(around, sighted, board)
    if sighted is not None:
        raise NoTableError(f"{sighted} gives pictures, but there is no {around.board}: {_lesson(sighted)}")
    if board is not None:
        raise NoTableError(f"{board} is here, but no camera that fits it ({refusals}); {_VIRTUAL}")
    return Found(f"no camera gives pictures ({refusals}): this is the virtual table")


_VIRTUAL: Final = "to play at the virtual table: tabletop play --virtual"


def _real_table(around: Surroundings, sighted: Sighted, board: Path) -> Found:
    lock = board.with_name(LOCK)
    camera = CameraSection(
        kind=sighted.choice.kind.value,
        device=sighted.choice.device,
        board=board,
        lock=lock if lock.is_file() else None,
        size=sighted.size,
    )
    line = _answering(around)
    tower = f"a dice tower at {line}" if line else "no dice tower answers yet, plug it in"
    table = RealTable(camera, TowerSection(port=line or ANY_USB))
    return Found(f"{sighted} and {board}; {tower}", table)


def _lesson(sighted: Sighted) -> str:
    """How a camera gets its calibration."""
    choice, (width, height) = sighted.choice, sighted.size
    kind = "" if choice.kind is CameraKind.PICAMERA2 else f" --camera usb --device {choice.device}"
    snap = f"tabletop snap{kind} --size {width}x{height} --out start.jpg --lock {LOCK}"
    calibrate = f"tabletop calibrate --image start.jpg --light-home bottom-right --out {BOARD}"
    return f"set the checkers up, `{snap}`, `{calibrate}`; {_VIRTUAL}"


# ---- trying what is there


@dataclass(frozen=True, slots=True)
class Sighted:
    """A camera that gives pictures, and their (width, height)."""

    choice: CameraChoice
    size: tuple[int, int]

    def __str__(self) -> str:
        of_pi = self.choice.kind is CameraKind.PICAMERA2
        name = f"Raspberry Pi camera {self.choice.device}" if of_pi else f"camera {self.choice.device}"
        return f"{name} ({self.size[0]}x{self.size[1]})"


def _first_sighted(
    around: Surroundings, there: Iterable[CameraChoice], size: tuple[int, int] | None
) -> tuple[Sighted | None, str]:
    """The first camera that gives a picture, of ``size`` where that matters; or why none does."""
    refusals = []
    for choice in there:
        sized = replace(choice, size=size) if size else choice
        try:
            return _within(around.camera_seconds, choice.device, partial(_sight, around, sized)), ""
        except TabletopError as error:
            refusals.append(str(error))
    return None, "; ".join(refusals)


def _sight(around: Surroundings, choice: CameraChoice) -> Sighted:
    """Look through a camera once. Raises `TabletopError` where there is nothing to be seen."""
    camera = around.open_camera(choice)
    try:
        height, width = camera.grab(PICTURE_SECONDS).picture.shape[:2]
    finally:
        camera.close()
    return Sighted(choice, (width, height))


def _answering(around: Surroundings) -> str | None:
    """The line at which a dice tower answers. Lines that another program uses are not touched."""
    for line in around.towers():
        if around.tower_user(line) is not None:
            continue
        try:
            _within(around.tower_seconds + 1, line, partial(_greet, around, line))
        except TabletopError:
            continue
        return line
    return None


def _greet(around: Surroundings, line: str) -> None:
    port = around.open_tower(line)
    try:
        TowerSession(port, WallClock()).find(around.tower_seconds)
    finally:
        port.close()


def _within(seconds: float, name: str, act: Callable[[], T]) -> T:
    """What ``act`` gives or raises; `DeviceError` when it has not come to an end in time. It is left to
    itself then, and its thread keeps nobody from leaving."""
    answers: queue.SimpleQueue[Callable[[], T]] = queue.SimpleQueue()

    def run() -> None:
        try:
            result = act()
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            answers.put(partial(_raise, error))
        else:
            answers.put(lambda: result)

    threading.Thread(target=run, name=f"look at {name}", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise DeviceError(f"{name} does not answer within {seconds:g} s: plug it in again") from None
    return answer()


def _raise(error: BaseException) -> NoReturn:
    raise error
