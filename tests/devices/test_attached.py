"""What hangs on a computer: only what can be a camera or a dice tower is named, and no line is touched that
is another program's."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tabletop.devices import attached
from tabletop.devices.attached import cameras, open_usb_tower, tower_lines, used_by
from tabletop.devices.choices import CameraKind
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import TowerPort
from tabletop.devices.scripted_tower import ScriptedTower


@dataclass
class Line:
    device: str
    vid: int | None
    pid: int | None


NANO = Line("/dev/ttyUSB1", 0x1A86, 0x7523)
UNO = Line("/dev/ttyACM0", 0x2341, 0x0043)
ZIGBEE = Line("/dev/ttyUSB0", 0x10C4, 0xEA60)
CONSOLE = Line("/dev/ttyS0", None, None)


@pytest.fixture
def without_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attached, "_pi_cameras", list)


def program(proc: Path, number: int, name: str, *files: Path) -> Path:
    """A program as /proc shows it."""
    folder = proc / str(number)
    (folder / "fd").mkdir(parents=True)
    (folder / "comm").write_text(f"{name}\n")
    for index, file in enumerate(files):
        (folder / "fd" / str(index)).symlink_to(file)
    return folder


@pytest.mark.usefixtures("without_picamera2")
def test_video_devices_are_tried_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("video10", "video2", "video-index", "v4l"):
        (tmp_path / name).touch()
    found = list(cameras(tmp_path))
    assert [choice.device for choice in found] == [str(tmp_path / "video2"), str(tmp_path / "video10")]
    assert {choice.kind for choice in found} == {CameraKind.USB}


def picamera2_that_knows(*names: str) -> ModuleType:
    """The library, as far as it is asked for its cameras."""
    library = ModuleType("picamera2")
    info = [{"Id": name, "Num": number} for number, name in enumerate(names)]
    library.Picamera2 = SimpleNamespace(global_camera_info=lambda: info)  # type: ignore[attr-defined]
    return library


def test_a_raspberry_pi_camera_is_tried_before_any_webcam(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam, ribbon = "/base/scb/pcie@7d500000/usb@0,0-1.3:1.0-046d:0825", "/base/soc/i2c0mux/i2c@1/imx708@1a"
    monkeypatch.setitem(sys.modules, "picamera2", picamera2_that_knows(webcam, ribbon))
    (tmp_path / "video0").touch()
    found = [(choice.kind, choice.device) for choice in cameras(tmp_path)]
    assert found == [(CameraKind.PICAMERA2, "1"), (CameraKind.USB, str(tmp_path / "video0"))]


def test_a_library_that_fails_has_no_cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", ModuleType("picamera2"))
    assert list(cameras(tmp_path)) == []


def test_only_lines_with_the_chip_of_a_dice_tower_are_named(tmp_path: Path) -> None:
    assert tower_lines(tmp_path, lambda: [ZIGBEE, NANO, CONSOLE, UNO]) == ("/dev/ttyACM0", "/dev/ttyUSB1")
    assert tower_lines(tmp_path, lambda: [ZIGBEE, CONSOLE]) == ()


def test_the_line_that_the_system_calls_the_dice_tower_comes_first_and_once(tmp_path: Path) -> None:
    line = tmp_path / "ttyUSB7"
    line.touch()
    (tmp_path / "tabletop-tower").symlink_to(line)
    found = tower_lines(tmp_path, lambda: [UNO, Line(str(line), 0x1A86, 0x7523)])
    assert found == (str(tmp_path / "tabletop-tower"), "/dev/ttyACM0")


def test_the_chips_are_those_of_the_rules_that_name_the_line() -> None:
    rules = Path("scripts/pi/60-tabletop.rules").read_text("utf-8")
    for maker, product in attached.TOWER_CHIPS:
        assert f'ATTRS{{idVendor}}=="{maker:04x}", ATTRS{{idProduct}}=="{product:04x}"' in rules
    assert f'"{attached.TOWER_NAME}"' in rules


def test_a_line_that_a_program_has_open_is_that_programs(tmp_path: Path) -> None:
    line = tmp_path / "ttyUSB0"
    line.touch()
    proc = tmp_path / "proc"
    program(proc, 41, "cat", tmp_path / "poem.txt")
    assert used_by(str(line), proc, tmp_path) is None
    program(proc, 42, "minicom", Path("/dev/null"), line)
    assert used_by(str(line), proc, tmp_path) == "minicom"


def test_it_is_found_out_by_whatever_name_the_line_is_called(tmp_path: Path) -> None:
    line, name = tmp_path / "ttyUSB0", tmp_path / "tabletop-tower"
    line.touch()
    name.symlink_to(line)
    program(tmp_path / "proc", 42, "minicom", line)
    assert used_by(str(name), tmp_path / "proc", tmp_path) == "minicom"


def test_a_program_that_really_runs_is_found_out(tmp_path: Path) -> None:
    """Ourselves, told that we are somebody else."""
    path = tmp_path / "ttyUSB0"
    with path.open("w"):
        assert used_by(str(path)) is None, "what we have open ourselves is ours"
        proc = tmp_path / "proc"
        proc.mkdir()
        (proc / "1").symlink_to(f"/proc/{os.getpid()}")
        assert used_by(str(path), proc, tmp_path)


@pytest.mark.parametrize(("running", "user"), [(True, "pppd"), (False, None)])
def test_a_lock_file_counts_while_its_program_runs(tmp_path: Path, running: bool, user: str | None) -> None:
    (tmp_path / "LCK..ttyUSB0").write_text("      4711\n")
    proc = tmp_path / "proc"
    proc.mkdir()
    if running:
        program(proc, 4711, "pppd")
    assert used_by("/dev/ttyUSB0", proc, tmp_path) == user


def test_a_lock_file_that_nobody_understands_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / "LCK..ttyUSB0").write_bytes(b"\xff\x00")
    assert used_by("/dev/ttyUSB0", tmp_path, tmp_path) is None


def test_a_tower_is_opened_at_the_first_line_that_is_free() -> None:
    opened = []

    def opener(line: str) -> TowerPort:
        opened.append(line)
        return ScriptedTower()

    open_usb_tower(lambda: ("a", "b", "c"), {"a": "minicom"}.get, opener)
    assert opened == ["b"]


def test_where_no_tower_can_be_opened_it_says_why() -> None:
    def never(line: str) -> TowerPort:
        raise AssertionError(f"{line} is another program's")

    with pytest.raises(DeviceError, match="plug it in"):
        open_usb_tower(tuple, lambda _: None, never)
    with pytest.raises(DeviceError, match="in use by minicom: close it"):
        open_usb_tower(lambda: ("a",), lambda _: "minicom", never)
