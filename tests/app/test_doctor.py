"""``tabletop doctor``: what it finds, what it advises, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.app import cli, doctor_eyes, doctor_machine, doctor_wires
from tabletop.app.doctor import Patient, examine, summary
from tabletop.app.findings import Finding, Health, ill, poor, well
from tabletop.devices.choices import (
    CameraChoice,
    CameraKind,
    DisplayChoice,
    PanelChoice,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.errors import CameraStalled, DeviceError
from tabletop.devices.film import load_picture
from tabletop.devices.film_camera import FilmCamera
from tabletop.devices.ports import Camera, Frame

BOARD = load_picture(Path("demo/session/start.jpg"))
SMALL = cv2.resize(BOARD, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
CHOICE = CameraChoice(CameraKind.USB, "/dev/video0", (1152, 864), fps=30)


def healths(findings: Sequence[Finding]) -> dict[str, Health]:
    return {finding.part: finding.health for finding in findings}


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    return int(ended.value.code or 0)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with nothing attached, whatever this one has."""
    monkeypatch.setattr(doctor_eyes, "attached", lambda: None)
    monkeypatch.setattr(doctor_wires, "attached_tower", lambda: None)


@pytest.mark.usefixtures("bare")
def test_without_any_device_it_says_what_is_missing_and_what_to_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("doctor") == 1
    told = " ".join(capsys.readouterr().out.split())
    for part in ("camera", "focus", "light", "tower", "GPIO", "I²C", "disk", "clock"):
        assert part in told
    assert "plug a webcam in" in told
    assert "/dev/serial/by-id" in told
    assert "cannot be refereed yet, see above: camera, tower." in told
    assert "tabletop play --virtual" in told


@pytest.mark.usefixtures("bare")
def test_for_other_programs_it_is_a_json_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("doctor", "--json") == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"part": "camera", "health": "ill"}.items() <= lines[0].items()
    assert all(line["remedy"] for line in lines if line["health"] in ("ill", "poor"))


def test_a_virtual_table_is_well_without_devices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[match]\nlength = 3\n")
    assert run("doctor", "--config", str(config)) == 0
    assert "paints its own pictures" in capsys.readouterr().out


def test_a_bad_configuration_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[camera]\nkind = 'telescope'\n")
    assert run("doctor", "--config", str(config)) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_every_part_is_looked_at_even_when_all_fail() -> None:
    patient = Patient(
        camera=CameraChoice(CameraKind.USB, "/dev/video-that-is-not-there"),
        tower="/dev/tower-that-is-not-there",
        board=Path("/nowhere/board.toml"),
        speaker=SpeakerChoice(SpeakerKind.NONE),
        panel=PanelChoice(),
        display=DisplayChoice(),
    )
    found = healths(list(examine(patient)))
    assert [part for part, health in found.items() if health is Health.ILL] == [
        "camera",
        "calibration",
        "tower",
    ]
    assert found["disk"] is not Health.ILL


@pytest.mark.usefixtures("bare")
def test_lamps_and_a_display_that_nobody_asked_for_are_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(part: str) -> Finding:
        return ill(part, "there are no pins", "use another computer")

    monkeypatch.setattr(doctor_wires, "gpio", lambda _: missing("GPIO"))
    monkeypatch.setattr(doctor_wires, "i2c", lambda _: missing("I²C"))
    found = {finding.part: finding for finding in examine(Patient.attached())}
    assert found["GPIO"].health is found["I²C"].health is Health.ABSENT
    assert found["GPIO"].remedy
    asked = healths(list(examine(Patient(None, None))))
    assert asked["GPIO"] is asked["I²C"] is Health.ILL


def test_a_camera_without_a_calibration_is_not_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor_eyes, "attached", lambda: replace(CHOICE, device="/dev/no-video"))
    monkeypatch.setattr(doctor_wires, "attached_tower", lambda: None)
    (finding,) = (f for f in examine(Patient.attached()) if f.part == "calibration")
    assert finding.health is Health.ILL
    assert "tabletop calibrate" in finding.remedy


def test_when_all_is_well_it_says_so() -> None:
    good, better = well("camera", "there"), poor("disk", "nearly full", "buy a larger one")
    assert summary([good]) == "All that is needed is there: tabletop play"
    assert "poor" in summary([good, better])


# ---- camera, focus, light


class Noisy:
    """A sensor in front of an unmoving scene."""

    def __init__(self, scene: np.ndarray, noise: float = 2.0, swing: float = 0.0) -> None:
        self._noise = np.random.default_rng(1)
        self._scene, self._spread, self._swing = scene.astype(np.float32), noise, swing

    def frames(self, count: int = 12) -> list[Frame]:
        made = []
        for number in range(count):
            level = 1.0 + (self._swing / 2 if number % 2 else -self._swing / 2)
            noise = self._noise.normal(0.0, self._spread, self._scene.shape)
            picture = np.clip(self._scene * level + noise, 0, 255).astype(np.uint8)
            made.append(Frame(picture, number / 30, number))
        return made


def test_a_sharp_picture_is_sharp_and_a_blurred_one_is_not() -> None:
    (sharp,) = Noisy(BOARD).frames(1)
    (soft,) = Noisy(cv2.GaussianBlur(BOARD, (0, 0), 4.0)).frames(1)
    assert doctor_eyes.sharpness(sharp).health is Health.WELL
    assert doctor_eyes.sharpness(soft).health is Health.POOR


def test_sharpness_is_judged_alike_at_every_size() -> None:
    for scale in (0.75, 1.5):
        large = cv2.resize(BOARD, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        assert doctor_eyes.sharpness(Noisy(large).frames(1)[0]).health is Health.WELL


@pytest.mark.parametrize(
    ("room", "health", "words"),
    [
        (Noisy(SMALL), Health.WELL, "bright enough"),
        (Noisy(SMALL * 0.1), Health.ILL, "too dark"),
        (Noisy(SMALL * 0.9, noise=15.0), Health.POOR, "noisy"),
        (Noisy(SMALL * 0.9, swing=0.1), Health.POOR, "goes up and down"),
        (Noisy(np.where(np.arange(SMALL.shape[1])[:, None] < 60, 255, SMALL)), Health.POOR, "blown out"),
    ],
)
def test_light_is_judged_by_its_strength_evenness_and_steadiness(
    room: Noisy, health: Health, words: str
) -> None:
    finding = doctor_eyes.light(room.frames())
    assert (finding.health, words in finding.found) == (health, True)
    assert bool(finding.remedy) == (health is not Health.WELL)


def test_a_camera_is_looked_through_and_given_back() -> None:
    closed = []

    class Watched(FilmCamera):
        def close(self) -> None:
            closed.append(True)
            super().close()

    frames = Noisy(BOARD).frames(4)
    film = Watched((n / 30, frames[n % 4].picture) for n in range(100_000))
    found = healths(list(doctor_eyes.look_through(CHOICE, lambda _: film)))
    assert found["focus"] is Health.WELL
    assert closed == [True]


@pytest.mark.parametrize("error", [DeviceError("it is on fire: put it out"), CameraStalled("nothing: wait")])
def test_a_camera_that_fails_is_told_with_its_own_advice(error: DeviceError) -> None:
    def fail(_: CameraChoice) -> Camera:
        raise error

    camera, *rest = doctor_eyes.look_through(CHOICE, fail)
    assert f"{camera.found}: {camera.remedy}" == str(error)
    assert {finding.health for finding in rest} == {Health.ABSENT}


# ---- wires and machine


def test_a_tower_that_answers_is_introduced() -> None:
    (finding,) = doctor_wires.tower("scripted:3-1")
    assert finding.health is Health.WELL


def test_a_line_that_another_program_uses_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_wires, "used_by", lambda _: "minicom")
    monkeypatch.setattr(doctor_wires, "open_tower", lambda _: pytest.fail("it was opened"))
    (finding,) = doctor_wires.tower("/dev/ttyUSB0")
    assert finding.health is Health.ILL
    assert "minicom" in finding.found


def test_a_disk_that_takes_nothing_is_told() -> None:
    assert doctor_machine.disk(Path("/proc")).health is Health.ILL
    assert doctor_machine.disk(Path("a-folder-that-comes-later/and-another")).health is not Health.ILL


def test_a_clock_before_the_program_was_installed_is_wrong() -> None:
    assert doctor_machine.clock(datetime(1999, 12, 31, tzinfo=UTC)).health is Health.POOR
    assert "1999-12-31" in doctor_machine.clock(datetime(1999, 12, 31, tzinfo=UTC)).found
