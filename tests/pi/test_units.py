"""What the service promises: the watchdog, where it may write, which devices it may open."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

PI = Path(__file__).resolve().parents[2] / "scripts" / "pi"
UNITS = sorted(path.name for path in PI.glob("*.s*") if path.suffix in (".service", ".socket"))
MOST_EXPOSURE = 2.0  # of 10, as systemd-analyze counts; devices and a network page cost 1.4


def settings(unit: str) -> dict[str, list[str]]:
    """Key -> its values in order, over all sections."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in (PI / unit).read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


def test_the_watchdog_outlives_a_reconnecting_camera_and_is_not_for_ever() -> None:
    unit = settings("tabletop.service")
    assert unit["Type"] == ["notify"]
    assert unit["NotifyAccess"] == ["main"]
    assert 10 <= int(unit["WatchdogSec"][0]) <= 120
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]  # never gives up


def test_a_mistake_in_the_configuration_is_told_once() -> None:
    assert settings("tabletop.service")["RestartPreventExitStatus"] == ["2"]


def test_the_service_starts_at_boot_as_a_user_without_any_right() -> None:
    unit = settings("tabletop.service")
    assert unit["WantedBy"] == ["multi-user.target"]
    assert unit["User"] == ["tabletop"]
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == [""]
    for hardening in (
        "NoNewPrivileges",
        "PrivateTmp",
        "ProtectHome",
        "RestrictNamespaces",
        "ProtectKernelModules",
    ):
        assert unit[hardening] == ["yes"], hardening


def test_only_what_is_kept_and_what_is_in_memory_can_be_written() -> None:
    unit = settings("tabletop.service")
    assert unit["ProtectSystem"] == ["strict"]
    assert unit["StateDirectory"] == unit["RuntimeDirectory"] == ["tabletop"]
    assert "ReadWritePaths" not in unit


def test_the_devices_are_cameras_pins_display_tower_and_loudspeaker() -> None:
    unit = settings("tabletop.service")
    assert unit["DevicePolicy"] == ["closed"]
    kinds = {"video4linux", "media", "dma_heap", "gpiochip", "i2c", "ttyUSB", "ttyACM", "alsa"}
    assert set(unit["DeviceAllow"]) == {f"char-{kind} rw" for kind in kinds}


def test_drivers_that_can_come_late_are_loaded_before_the_devices_are_allowed() -> None:
    """DeviceAllow= is looked up when the unit starts: a tower plugged in later needs its driver by then."""
    unit = settings("tabletop.service")
    for module in ("videodev", "mc", "i2c_dev", "usbserial", "cdc_acm", "snd"):
        assert f"modprobe@{module}.service" in unit["Wants"][0].split()
        assert any(f"modprobe@{module}.service" in after.split() for after in unit["After"])


def test_the_page_is_reached_from_this_machine_alone() -> None:
    unit = settings("tabletop.service")
    assert unit["IPAddressDeny"] == ["any"]
    assert unit["IPAddressAllow"] == ["localhost"]


def test_port_80_is_the_notice_or_the_page_and_never_both() -> None:
    door, page = settings("tabletop-door.socket"), settings("tabletop-page.socket")
    assert door["ListenStream"] == page["ListenStream"] == ["80"]
    assert door["Conflicts"] == ["tabletop-page.socket"]
    assert page["Conflicts"] == ["tabletop-door.socket"]
    assert settings("tabletop-door@.service")["PrivateNetwork"] == ["yes"]


def test_the_tower_is_found_under_one_name_and_left_alone_by_the_modem_manager() -> None:
    rules = (PI / "60-tabletop.rules").read_text()
    assert 'SYMLINK+="tabletop-tower"' in rules
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rules
    labels, jumps = set(re.findall(r'LABEL="(\w+)"', rules)), set(re.findall(r'GOTO="(\w+)"', rules))
    assert labels == jumps
    for chip in ('"1a86", ATTRS{idProduct}=="7523"', '"0403", ATTRS{idProduct}=="6001"'):
        assert chip in rules


@pytest.fixture(scope="module")
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not installed")
    return found


def test_systemd_finds_nothing_wrong_with_the_units(analyze: str, tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", (PI / unit).read_text())
        (tmp_path / unit).write_text(re.sub(r"(?m)^Documentation=.*\n", "", text))
    started = [str(tmp_path / unit) for unit in UNITS if "@" not in unit]
    done = subprocess.run([analyze, "verify", *started], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "tabletop" in line]
    assert ours == []


@pytest.mark.parametrize("unit", [name for name in UNITS if name.endswith(".service")])
def test_every_service_is_hardened(analyze: str, unit: str) -> None:
    threshold = f"--threshold={round(MOST_EXPOSURE * 10)}"
    command = [analyze, "security", "--offline=true", "--no-pager", threshold, str(PI / unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "--offline" in done.stderr:
        pytest.skip("this systemd cannot judge a unit that is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
