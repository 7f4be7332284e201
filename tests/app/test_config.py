"""A configuration: everything that is wrong is told at once, with its key and with what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.app.cli import main
from tabletop.app.config import Config, ConfigError, load_config
from tabletop.devices.choices import DisplayKind, PanelKind
from tests.app.demo import SESSION


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
        "[match] length": "a whole number from 0 to 99",
        "[match] variant": "dutch",
        "[match] lenght": "length",
        "[camera] kind": "one of virtual, picamera2, usb, film",
        "[camera] fps": "a number from 5 to 120",
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


def test_a_whole_table_is_understood(tmp_path: Path, calibration: Path) -> None:
    for name in ("board.toml", "board.png"):
        (tmp_path / name).write_bytes(calibration.with_name(name).read_bytes())
    (tmp_path / "camera.toml").write_text('kind = "usb"\n[values]\nfocus = 30\n')
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
            lock = "camera.toml"
            size = [960, 720]
            fps = 25
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
    assert config.camera_choice().size == (960, 720)
    assert config.camera_choice().lock is not None


def test_a_film_lies_beside_its_configuration(tmp_path: Path, calibration: Path) -> None:
    (tmp_path / "film.mp4").touch()
    text = f'[camera]\nkind = "film"\ndevice = "film.mp4"\nboard = "{calibration}"\n[tower]\nport = "usb"\n'
    assert load_config(written(tmp_path, text)).camera.device == str(tmp_path / "film.mp4")


# ---- what is wrong


def test_what_is_wrong_between_two_keys_is_told_with_the_rest(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, '[match]\nlength = 0\n[camera]\nfps = 1\n[clock]\npreset = "us"\n'))
    assert "[camera] fps: 1 is not" in told
    assert "[clock] preset: is set by the length" in told
    told = refusal(written(tmp_path, '[camera]\nkind = "usb"\nfps = 1\n[tower]\nport = "com3"\n'))
    assert "[camera] board: is missing" in told
    assert told.count("[tower] port") == 1, "its own fault is told, not what follows from it"


def test_files_that_are_named_are_looked_into(tmp_path: Path, calibration: Path) -> None:
    (tmp_path / "lock.toml").write_text('kind = "usb"\n[values]\nfocus = 30\n')
    (tmp_path / "picture.toml").write_bytes((SESSION / "start.jpg").read_bytes())
    told = refusal(
        written(
            tmp_path,
            '[camera]\nkind = "film"\ndevice = "no.mp4"\nboard = "picture.toml"\nlock = "lock.toml"\n'
            '[tower]\nport = "usb"\n',
        )
    )
    assert "[camera] device: there is no film or session" in told
    assert "[camera] board: " in told
    assert "picture.toml: is not a calibration" in told
    assert "[camera] lock: " in told
    assert "was made for usb, not for film" in told
    size = f'[camera]\nkind = "usb"\nboard = "{calibration}"\nsize = [1280, 720]\n[tower]\nport = "usb"\n'
    assert "calibrated at [960, 720], not at [1280, 720]" in refusal(written(tmp_path, size))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("match = 5", "[match]: is a section: write [match] in a line of its own"),
        ("[[match]]\nlength = 3", "[match]: is a section"),
        ("[match]\nlength = true", "[match] length: true is not a whole number from 0 to 99"),
        ("[match]\nlength = 3.5", "[match] length: 3.5 is not a whole number"),
        ('[match]\nlength = "3"', "[match] length: '3' is not a whole number"),
        ("[match]\nlight = 5", "[match] light: 5 is not a line of text in quotes of at most 40 characters"),
        ('[match]\nlight = "a\\nb"', "[match] light: 'a\\nb' is not a line of text"),
        ('[match]\nlanguage = "kl"', "[match] language: 'kl' is not one of de, en, es, fr"),
        ("[camera]\nsize = [960]", "[camera] size: "),
        ("[camera]\nsize = [10, 720]", "[camera] size: 10 is not a whole number from 160 to 4096"),
        ("[camera]\nboard = 3", "[camera] board: 3 is not the path of a file, in quotes"),
        ("[display]\naddress = 0x99", "[display] address: 153 is not a whole number from 3 to 119"),
        ('[display]\nupside_down = "maybe"', "[display] upside_down: 'maybe' is not true or false"),
        ("[page]\nport = 80000", "[page] port: 80000 is not a whole number from 0 to 65535"),
        ("[trust]\nstale = -1", "[trust] stale: -1 is not a number above 0 and up to 60"),
        ("[trust]\nlost = nan", "[trust] lost: nan is not a number above 0 and up to 60"),
        ('[clock]\npreset = "blitz"', "[clock] preset: 'blitz' is not one of ukbgf"),
    ],
)
def test_a_fault_names_its_key_what_stands_there_and_what_may(tmp_path: Path, text: str, words: str) -> None:
    assert words in refusal(written(tmp_path, text + "\n"))


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    assert "is a folder" in refusal(tmp_path)


def test_every_key_is_explained_in_the_documentation() -> None:
    """As a line of the example: `key = …`, below its section."""
    text = Path("docs/live.md").read_text("utf-8")
    example = text[text.index("```toml") : text.index("```", text.index("```toml") + 3)]
    for section, field in Config.model_fields.items():
        assert f"\n[{section}]\n" in example, section
        keys = example.partition(f"[{section}]\n")[2].partition("\n[")[0].splitlines()
        named = {line.partition("=")[0].strip(" #") for line in keys if "=" in line}
        assert named == set(type(field.default).model_fields), section


def test_the_example_of_the_documentation_is_understood(tmp_path: Path) -> None:
    """It may be copied as it stands."""
    text = Path("docs/live.md").read_text("utf-8")
    example = text.partition("```toml\n")[2].partition("```")[0]
    assert load_config(written(tmp_path, example)).virtual


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
