"""Installing on a Raspberry Pi: the script says what it would do, refuses in one line, and is sound shell."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PI = CHECKOUT / "scripts" / "pi"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A machine whose tools are told what to answer: put scripts here."""
    folder = tmp_path / "tools"
    folder.mkdir()
    answer(folder, "apt-get", "exit 1")
    answer(folder, "dpkg", "echo arm64")
    answer(folder, "dpkg-query", "exit 1")
    answer(folder, "apt-cache", "exit 0")
    answer(folder, "systemctl", "exit 1")
    answer(folder, "getent", "exit 2")
    return folder


def answer(tools: Path, name: str, script: str) -> None:
    (tools / name).write_text(f"#!/bin/sh\n{script}\n")
    (tools / name).chmod(0o755)


@pytest.fixture
def install(tools: Path) -> Run:
    def run(*options: str) -> subprocess.CompletedProcess[str]:
        path = f"{tools}:{os.environ['PATH']}"
        command = ["sh", str(PI / "install.sh"), *options]
        return subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, timeout=60)

    return run


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_a_dry_run_tells_every_step_and_does_none(install: Run) -> None:
    there = [place.exists() for place in map(Path, ("/opt/tabletop", "/etc/tabletop", "/var/lib/tabletop"))]
    done = install("--dry-run")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert all(line.startswith("install-pi: ") for line in lines)
    assert lines[-1] == "install-pi: a dry run: nothing was changed"
    would = [line.removeprefix("install-pi: would: ") for line in lines if ": would: " in line]
    for beginning in (
        "env DEBIAN_FRONTEND=noninteractive apt-get install",
        "useradd --system",
        "systemctl enable",
    ):
        assert any(step.startswith(beginning) for step in would), beginning
    for package in ("python3-picamera2", "python3-opencv", "python3-lgpio", "espeak-ng", "avahi-daemon"):
        assert package in done.stdout
    for group in ("video", "gpio", "i2c", "dialout", "audio"):
        assert f"usermod -aG {group} tabletop" in would
    for file in PI.iterdir():
        if file.name not in ("install.sh", "pi.mk"):
            assert any(str(file) in step for step in would), file.name
    assert there == [
        place.exists() for place in map(Path, ("/opt/tabletop", "/etc/tabletop", "/var/lib/tabletop"))
    ]


def test_packages_that_only_raspberry_pi_os_has_are_named_and_not_asked_for_elsewhere(
    tools: Path, install: Run
) -> None:
    answer(tools, "apt-cache", 'case "$*" in *picamera2*|*lgpio*) exit 100;; esac')
    done = install("--dry-run")
    (step,) = [line for line in done.stdout.splitlines() if "apt-get install" in line]
    assert "python3-opencv" in step
    assert "picamera2" not in step
    assert "not in this system's archive: python3-picamera2 python3-lgpio" in done.stdout


def test_packages_that_are_there_are_left_alone(tools: Path, install: Run) -> None:
    answer(tools, "dpkg-query", "echo 'install ok installed'")
    assert "apt-get" not in install("--dry-run").stdout


def test_a_32_bit_system_is_refused_with_what_to_do(tools: Path, install: Run) -> None:
    answer(tools, "dpkg", "echo armhf")
    assert "needs a 64-bit system, this one is armhf" in refusal(install("--dry-run"))


def test_a_machine_without_systemd_is_refused(tools: Path, install: Run, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    for tool in ("sh", "dirname", "id", "grep", "tr", "cat"):
        (bare / tool).symlink_to(shutil.which(tool) or pytest.fail(tool))
    for tool in ("apt-get", "dpkg"):
        (bare / tool).symlink_to(tools / tool)
    done = subprocess.run(
        [str(bare / "sh"), str(PI / "install.sh"), "--dry-run"],
        env={"PATH": str(bare)},
        capture_output=True,
        text=True,
    )
    assert "needs systemd" in refusal(done)


def test_the_page_is_not_opened_to_the_network_before_it_has_a_sign_in(install: Run) -> None:
    assert "no sign-in yet" in refusal(install("--dry-run", "--open-page"))


@pytest.mark.parametrize("name", ["Table One", "-table", "tisch.local", "x" * 64, "a\nb", ""])
def test_a_machine_gets_no_impossible_name(install: Run, name: str) -> None:
    done = install("--dry-run", "--hostname", name)
    assert done.returncode == 2
    assert "--hostname" in done.stderr


def test_the_machine_is_named_only_when_asked(install: Run) -> None:
    assert "would: name this machine" not in install("--dry-run").stdout
    assert "would: name this machine tabletop-7" in install("--dry-run", "--hostname", "tabletop-7").stdout


def test_uninstalling_keeps_the_records_and_the_configuration(install: Run) -> None:
    done = install("--dry-run", "--uninstall")
    assert done.returncode == 0, done.stderr
    removed = [line for line in done.stdout.splitlines() if "would: rm" in line]
    assert any("/opt/tabletop" in line for line in removed)
    assert not any("/var/lib/tabletop" in line or "/etc/tabletop" in line for line in removed)


def test_an_unknown_option_is_refused_with_those_there_are(install: Run) -> None:
    assert "--dry-run, --hostname NAME, --open-page and --uninstall" in refusal(install("--fast"))


def test_the_scripts_are_sound_shell() -> None:
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is not installed: apt-get install shellcheck")
    scripts = [str(path) for path in PI.glob("*.sh")]
    done = subprocess.run([shellcheck, "--shell=sh", *scripts], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "request_", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /any HTTP/1.0\n\n", b"\x00\xff\r\n\r\n", b""]
)
def test_the_door_answers_every_caller_with_the_notice_and_hangs_up(request_: bytes) -> None:
    ours, theirs = socket.socketpair()
    command = ["sh", str(PI / "door.sh"), str(PI / "door.html")]
    with ours, subprocess.Popen(command, stdin=theirs, stdout=theirs) as door:
        theirs.close()
        ours.settimeout(10)
        ours.sendall(request_)
        ours.shutdown(socket.SHUT_WR)
        said = b"".join(iter(lambda: ours.recv(65536), b""))
        assert door.wait(10) == 0
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert f"Content-Length: {len(body)}".encode() in head.split(b"\r\n")
    assert body == (PI / "door.html").read_bytes()
    assert b"no sign-in" in body


def test_the_door_does_not_listen_to_an_endless_request() -> None:
    command = ["sh", str(PI / "door.sh"), str(PI / "door.html")]
    done = subprocess.run(command, input=b"X-A: b\r\n" * 5000, capture_output=True, timeout=20)
    assert done.stdout == b""


def test_the_table_is_listed_among_the_web_pages_of_the_network() -> None:
    group = ElementTree.parse(PI / "tabletop.avahi").getroot()  # noqa: S314 (our own file)
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == "80"
