"""``tabletop snap``: a picture for the calibration, and the camera's settings beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.app import cli
from tabletop.app.config import ConfigError, load_config
from tabletop.app.snap import take
from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.errors import DeviceError
from tabletop.devices.film import load_picture
from tabletop.devices.locking import load_lock, save_lock
from tabletop.devices.pi_camera import PiCamera
from tabletop.devices.ports import Lock
from tests.devices.worlds import FPS, SIZE, SMALL, FakePicamera2, World

PI = CameraChoice(CameraKind.PICAMERA2)


def test_the_picture_is_taken_with_what_is_kept(tmp_path: Path) -> None:
    library = FakePicamera2(World())
    out, kept = tmp_path / "new" / "start.png", tmp_path / "camera.toml"
    told = take(PI, out, kept, lambda _: PiCamera(library, SMALL, FPS))
    assert load_picture(out).shape == (SIZE[1], SIZE[0], 3)
    lock = load_lock(kept, CameraKind.PICAMERA2)
    assert dict(lock.values)["ExposureTime"] == library.controls["ExposureTime"]
    assert not library.controls["AeEnable"]
    assert library.closed
    assert len(told) == 2


def test_a_lock_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "camera.toml"
    lock = Lock((("ExposureTime", 8333.0), ("ColourGains.red", 1.6180339887)))
    save_lock(path, CameraKind.PICAMERA2, lock)
    assert load_lock(path, CameraKind.PICAMERA2) == lock
    with pytest.raises(DeviceError, match="was made for picamera2, not for usb"):
        load_lock(path, CameraKind.USB)


@pytest.mark.parametrize(
    "content", ["", "kind = 1", 'kind = "usb"\nvalues = 3', "][", 'kind = "usb"\n[values]\na = "b"']
)
def test_what_is_no_lock_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "camera.toml"
    path.write_text(content)
    with pytest.raises(DeviceError, match=r"is not what tabletop snap --lock writes"):
        load_lock(path, CameraKind.USB)
    with pytest.raises(DeviceError, match="no such file"):
        load_lock(tmp_path / "other.toml", CameraKind.USB)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "large"],
        ["--size", "0x0"],
        ["--out", "start.gif"],
        ["--camera", "film"],
        ["--camera", "usb", "--device", "/dev/video-that-is-not-there"],
        ["--lock", "camera.txt"],
    ],
)
def test_bad_input_is_told_in_one_line_and_nothing_is_written(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        cli.main(["snap", *arguments])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_configured_camera_keeps_to_its_lock(tmp_path: Path, calibration: Path) -> None:
    lock = Lock((("exposure", 120.0),))
    save_lock(tmp_path / "camera.toml", CameraKind.USB, lock)
    config = tmp_path / "table.toml"
    config.write_text(
        '[tower]\nport = "serial:/dev/ttyUSB0"\n'
        f'[camera]\nkind = "usb"\nboard = "{calibration}"\nlock = "camera.toml"\n'
    )
    assert load_config(config).camera_choice().lock == lock
    (tmp_path / "camera.toml").unlink()
    with pytest.raises(ConfigError, match=r"lock: .*no such file"):
        load_config(config)
