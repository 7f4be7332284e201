"""What `tabletop play` makes of what is attached, when nobody has said what stands at the table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.app import looking_around, playing
from tabletop.app.cli import main
from tabletop.app.config import Config, MatchSection, load_config
from tabletop.app.looking_around import NoTableError, Surroundings, look_around
from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.clock import WallClock
from tabletop.devices.errors import CameraStalled, DeviceError
from tabletop.devices.ports import Camera, Frame, TowerPort
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.usb_camera import UsbCamera
from tabletop.devices.virtual.timed_tower import Cable, TimedTower
from tabletop.errors import TabletopError
from tests.devices.worlds import FPS, SIZE, FakeCapture, World

WEBCAM = CameraChoice(CameraKind.USB, "/dev/video0", (0, 0))
OTHER = replace(WEBCAM, device="/dev/video2")
BOARD_SIZE = (960, 720)


class Room:
    """What is attached, and what was done with it."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.closed: list[str] = []

    def camera(self, choice: CameraChoice) -> Camera:
        self.opened.append(choice.device)
        return Watched(self, choice)

    def tower(self, line: str) -> TowerPort:
        self.opened.append(line)
        return Cable(TimedTower(ScriptedTower(), WallClock()))


class Watched(UsbCamera):
    """A webcam that tells when it is given back, and gives the size it is asked for."""

    def __init__(self, room: Room, choice: CameraChoice) -> None:
        super().__init__(FakeCapture(World()), choice.device, FPS)
        self._room, self._choice = room, choice

    def grab(self, timeout: float) -> Frame:
        frame = super().grab(timeout)
        width, height = self._choice.size
        return (
            replace(frame, picture=frame.picture[:1, :1].repeat(height, 0).repeat(width, 1))
            if width
            else frame
        )

    def close(self) -> None:
        self._room.closed.append(self._choice.device)
        super().close()


def refusing(error: TabletopError) -> Callable[[object], Camera]:
    def refuse(_: object) -> Camera:
        raise error

    return refuse


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def around(room: Room, tmp_path: Path) -> Surroundings:
    """One webcam, no tower, no calibration."""
    return Surroundings(
        cameras=lambda: (WEBCAM,),
        open_camera=room.camera,
        towers=tuple,
        tower_user=lambda _: None,
        open_tower=room.tower,
        board=tmp_path / "board.toml",
        camera_seconds=2.0,
        tower_seconds=4.0,
    )


# ---- which table it is


def test_without_a_camera_the_table_is_the_virtual_one_and_no_line_is_opened(
    around: Surroundings, room: Room
) -> None:
    found = look_around(replace(around, cameras=tuple, towers=lambda: ("/dev/ttyUSB0",)))
    assert found.at(Config()) == Config()
    assert "no camera is attached" in found.remark
    assert "virtual table" in found.remark
    assert room.opened == []


def test_a_camera_without_a_calibration_is_told_what_to_do(around: Surroundings, room: Room) -> None:
    with pytest.raises(NoTableError) as error:
        look_around(replace(around, towers=lambda: ("/dev/ttyUSB0",)))
    told = str(error.value)
    width, height = SIZE
    assert f"/dev/video0 ({width}x{height})" in told
    assert f"tabletop snap --camera usb --device /dev/video0 --size {width}x{height}" in told
    assert "tabletop calibrate --image start.jpg" in told
    assert "tabletop play --virtual" in told
    assert "\n" not in told
    assert room.opened == room.closed == ["/dev/video0"]


def test_a_camera_a_calibration_and_a_tower_are_a_real_table(
    around: Surroundings, room: Room, calibration: Path
) -> None:
    found = look_around(replace(around, board=calibration, towers=lambda: ("/dev/ttyUSB0",)))
    config = found.at(Config(match=MatchSection(length=7)))
    assert not config.virtual
    assert config.camera_choice().device == "/dev/video0"
    assert config.camera.size == BOARD_SIZE
    assert config.camera.board == calibration
    assert config.tower.path == "/dev/ttyUSB0"
    assert config.panel.kind == config.display.kind == "none"
    assert config.match.length == 7
    assert room.closed == ["/dev/video0"], "it is opened again by the match"
    assert "dice tower at /dev/ttyUSB0" in found.remark


def test_what_was_found_can_be_written_down_as_a_configuration(
    around: Surroundings, calibration: Path, tmp_path: Path
) -> None:
    config = look_around(replace(around, board=calibration)).at(Config())
    written = tmp_path / "tabletop.toml"
    written.write_text(
        f'[camera]\nkind = "usb"\ndevice = "/dev/video0"\nboard = "{calibration}"\nsize = [960, 720]\n'
        '[tower]\nport = "usb"\n[panel]\nkind = "none"\n[display]\nkind = "none"\n'
    )
    assert load_config(written) == config


def test_a_real_table_waits_for_its_tower(around: Surroundings, calibration: Path) -> None:
    found = look_around(replace(around, board=calibration))
    assert found.at(Config()).tower.path == "usb"
    assert "plug it in" in found.remark


def test_the_cameras_settings_beside_the_calibration_are_kept(
    around: Surroundings, calibration: Path, tmp_path: Path
) -> None:
    for name in ("board.toml", "board.png"):
        (tmp_path / name).write_bytes(calibration.with_name(name).read_bytes())
    (tmp_path / "camera.toml").write_text('kind = "usb"\n[values]\n"exposure" = 120.0\n')
    choice = look_around(around).at(Config()).camera_choice()
    assert choice.lock is not None
    assert choice.lock.values == (("exposure", 120.0),)


def test_a_calibration_that_is_none_is_told_with_its_path(around: Surroundings) -> None:
    around.board.write_text("[[board")
    with pytest.raises(TabletopError, match=str(around.board)):
        look_around(around)


def test_a_calibration_without_a_camera_waits_for_one(around: Surroundings, calibration: Path) -> None:
    found = look_around(replace(around, cameras=tuple, board=calibration))
    assert found.table is None
    assert f"{calibration} waits for one" in found.remark


# ---- those who do not behave


def test_a_camera_without_pictures_is_no_camera(around: Surroundings) -> None:
    found = look_around(replace(around, open_camera=refusing(CameraStalled("no picture for 5 s: its cable"))))
    assert found.table is None
    assert "no picture for 5 s" in found.remark


def test_the_first_camera_that_gives_pictures_is_taken(
    around: Surroundings, room: Room, calibration: Path
) -> None:
    def only_the_other(choice: CameraChoice) -> Camera:
        if choice.device != OTHER.device:
            raise DeviceError("/dev/video0 cannot be opened: is it a camera?")
        return room.camera(choice)

    cameras = lambda: (WEBCAM, OTHER)  # noqa: E731
    found = look_around(replace(around, cameras=cameras, open_camera=only_the_other, board=calibration))
    assert found.at(Config()).camera.device == OTHER.device


def test_no_camera_that_fits_the_calibration_is_not_passed_over(
    around: Surroundings, calibration: Path
) -> None:
    """Who has calibrated a board does not want to find himself at the virtual one."""
    error = DeviceError("/dev/video0 gives 640x480, not 960x720: calibrate again")
    with pytest.raises(NoTableError, match="gives 640x480") as told:
        look_around(replace(around, open_camera=refusing(error), board=calibration))
    assert "--virtual" in str(told.value)


@pytest.fixture
def for_ever() -> Iterator[Callable[[object], Camera]]:
    """A driver that hangs, until the test is over."""
    over = threading.Event()

    def hang(_: object) -> Camera:
        over.wait(60)
        raise DeviceError("too late")

    yield hang
    over.set()


def test_a_camera_that_hangs_holds_nobody_up(
    around: Surroundings, for_ever: Callable[[object], Camera]
) -> None:
    began = time.monotonic()
    found = look_around(replace(around, open_camera=for_ever, camera_seconds=0.2))
    assert time.monotonic() - began < 5
    assert found.table is None
    assert "does not answer within 0.2 s" in found.remark


def test_a_line_that_is_another_programs_is_not_touched(
    around: Surroundings, room: Room, calibration: Path
) -> None:
    lines = ("/dev/ttyUSB0", "/dev/ttyUSB1")
    busy = replace(
        around, board=calibration, towers=lambda: lines, tower_user={"/dev/ttyUSB0": "minicom"}.get
    )
    assert look_around(busy).at(Config()).tower.path == "/dev/ttyUSB1"
    assert "/dev/ttyUSB0" not in room.opened


def test_a_line_at_which_no_tower_answers_is_given_back(around: Surroundings, calibration: Path) -> None:
    closed = []

    class Silent:
        def read(self) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            pass

        def close(self) -> None:
            closed.append(True)

    deaf = replace(
        around,
        board=calibration,
        towers=lambda: ("/dev/ttyUSB0",),
        open_tower=lambda _: Silent(),
        tower_seconds=0.3,
    )
    assert look_around(deaf).at(Config()).tower.path == "usb"
    assert closed == [True]


# ---- when it is not looked for


@pytest.mark.parametrize("asked", [{"virtual": True}, {"auto": True}, {"config": Path("table.toml")}])
def test_nobody_looks_around_where_the_table_was_named(asked: dict[str, object]) -> None:
    assert not playing.Options(**asked).unsaid  # type: ignore[arg-type]
    assert playing.Options().unsaid


def test_virtual_keeps_the_match_of_a_configuration_and_none_of_its_devices(
    tmp_path: Path, calibration: Path
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        f'[match]\nlength = 7\n[camera]\nkind = "usb"\nboard = "{calibration}"\n'
        '[tower]\nport = "/dev/ttyUSB0"\n[panel]\nkind = "gpio"\n'
    )
    config = playing.configured(playing.Options(path, virtual=True))
    assert config == Config(match=MatchSection(length=7))


def test_a_camera_without_a_calibration_ends_play_with_one_line_and_status_2(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(looking_around, "Surroundings", lambda: around)
    with pytest.raises(SystemExit) as end:
        main(["play"])
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert told.count("\n") == 1
    assert told.startswith("tabletop: camera /dev/video0")
