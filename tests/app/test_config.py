"""A configuration: everything that is wrong is told at once, with its key and with what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.app.cli import main
from tabletop.app.config import Config, ConfigError, load_config
from tabletop.devices.choices import DisplayKind, PanelKind


def written(folder: Path, text: str) -> Path:
    path = folder / "tabletop.toml"
    path.write_text(text, "utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as error:
        load_config(path)
    return str(error.value)


def test_an_empty_file_is_a_virtual_table(tmp_path: Path) -> None:
    assert load_config(written(tmp_path, "")) == Config()
    assert Config().virtual


def test_every_fault_is_told_at_once_with_file_key_and_what_is_allowed(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        colour = "red"
        [match]
        length = -3
        variant = "chess"
        lenght = 5
        [camera]
        kind = "webcam"
        fps = "fast"
        [tower]
        port = "com3"
        """,
    )
    told = refusal(path)
    assert told.startswith(f"{path}: ")
    for key, allowed in {
        "[colour]": "match, camera, tower",
        "[match] length": "greater than or equal to 0",
        "[match] variant": "dutch",
        "[match] lenght": "length",
        "[camera] kind": "'picamera2'",
        "[camera] fps": "valid number",
        "[tower] port": "virtual:simavr",
    }.items():
        fault = next(part for part in told.split("; ") if key in part)
        assert allowed in told[told.index(fault) :], key
    assert told.count("; ") >= 6


def test_a_real_camera_needs_its_calibration_and_a_real_tower(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, '[camera]\nkind = "usb"\n'))
    assert "[camera] board" in told
    assert "[tower] port" in told


def test_a_calibration_that_is_not_there_is_told_with_its_path(tmp_path: Path) -> None:
    text = '[camera]\nkind = "usb"\nboard = "kitchen.toml"\n[tower]\nport = "/dev/ttyUSB0"\n'
    assert str(tmp_path / "kitchen.toml") in refusal(written(tmp_path, text))


def test_a_whole_table_is_understood(tmp_path: Path) -> None:
    (tmp_path / "board.toml").touch()
    config = load_config(
        written(
            tmp_path,
            """
            [match]
            variant = "dutch"
            length = 0
            profile = "ukbgf"
            light = "Ivory"
            language = "de"
            [camera]
            kind = "usb"
            device = "/dev/video0"
            board = "board.toml"
            size = [1280, 960]
            [tower]
            port = "serial:/dev/ttyUSB0"
            [panel]
            kind = "gpio"
            [display]
            kind = "sh1106"
            address = 0x3D
            [page]
            port = 0
            """,
        )
    )
    assert config.camera.board == tmp_path / "board.toml"
    assert config.tower.path == "/dev/ttyUSB0"
    assert config.rules.length is None
    assert config.display_choice().kind is DisplayKind.SH1106
    assert config.display_choice().address == 0x3D
    assert config.panel_choice().kind is PanelKind.GPIO
    assert config.camera_choice().size == (1280, 960)


@pytest.mark.parametrize("text", ["[match\n", "\x00", "length = "])
def test_what_is_no_toml_is_told_in_one_line(tmp_path: Path, text: str) -> None:
    assert "TOML" in refusal(written(tmp_path, text))


def test_a_bad_configuration_ends_with_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, '[match]\nlength = "long"\nprofile = "mine"\n')
    with pytest.raises(SystemExit) as end:
        main(["play", "--config", str(path), "--out", str(tmp_path / "out")])
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert told.count("\n") == 1
    assert "[match] length" in told
    assert "[match] profile" in told
    assert not (tmp_path / "out").exists()


def test_a_port_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_PORT", "eighty")
    with pytest.raises(SystemExit) as end:
        main(["play"])
    assert end.value.code == 2
    assert "TABLETOP_PORT=eighty" in capsys.readouterr().err
