"""Where things are kept, and what is said when they will not last."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tabletop.app.playing import Options, where_matches_go
from tabletop.app.state_folder import NoStateFolderError, StateFolder, file_system, next_evening, state_folder

CARD = """\
22 1 179:2 / / rw shared:1 - ext4 /dev/mmcblk0p2 rw
23 22 0:21 / /run rw shared:2 - tmpfs tmpfs rw
24 22 179:3 / /var/lib/tabletop rw shared:3 - ext4 /dev/mmcblk0p3 rw
"""
OVERLAY = "22 1 0:30 / / rw shared:1 - overlay overlay rw\n"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(CARD)
    return mounts


@pytest.fixture
def full_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "not there"))


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A file system that cannot be written to, not even by root."""
    folder = tmp_path / "card"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a read-only file system needs root to mount it")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_the_folder_that_systemd_made_is_taken(tmp_path: Path, card: Path) -> None:
    folder = tmp_path / "state"
    kept = state_folder({"STATE_DIRECTORY": str(folder)}, tmp_path, card)
    assert (kept.path, kept.lasting, kept.why_not) == (folder, True, "")
    assert list(folder.iterdir()) == []


def test_without_systemd_it_is_the_users_own(tmp_path: Path, card: Path) -> None:
    assert state_folder({}, tmp_path, card).path == tmp_path / ".local" / "state" / "tabletop"
    other = {"XDG_STATE_HOME": str(tmp_path / "xdg")}
    assert state_folder(other, tmp_path, card).path == tmp_path / "xdg" / "tabletop"


def test_a_read_only_card_is_played_on_in_memory_and_said_so(
    tmp_path: Path, card: Path, read_only: Path
) -> None:
    memory = tmp_path / "run"
    named = {"STATE_DIRECTORY": str(read_only / "tabletop"), "RUNTIME_DIRECTORY": str(memory)}
    kept = state_folder(named, tmp_path, card)
    assert (kept.path, kept.lasting) == (memory, False)
    assert str(read_only) in kept.why_not
    assert "Read-only file system" in kept.why_not


def test_a_state_folder_that_is_a_file_is_played_on_in_memory(tmp_path: Path, card: Path) -> None:
    (tmp_path / "state").write_text("")
    named = {"STATE_DIRECTORY": str(tmp_path / "state"), "RUNTIME_DIRECTORY": str(tmp_path / "run")}
    kept = state_folder(named, tmp_path, card)
    assert (kept.path, kept.lasting) == (tmp_path / "run", False)


def test_an_overlay_can_be_written_to_and_does_not_last(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(OVERLAY)
    kept = state_folder({"STATE_DIRECTORY": str(tmp_path / "state")}, tmp_path, mounts)
    assert (kept.path, kept.lasting) == (tmp_path / "state", False)
    assert "overlay" in kept.why_not


def test_a_partition_of_its_own_under_an_overlay_lasts(card: Path) -> None:
    card.write_text(OVERLAY + CARD.splitlines()[2] + "\n")
    assert file_system(Path("/var/lib/tabletop/sessions"), card) == "ext4"
    assert file_system(Path("/var/lib"), card) == "overlay"
    assert file_system(Path("/var/lib/tabletop-2"), card) == "overlay"


def test_what_is_mounted_later_covers_what_was_there(card: Path) -> None:
    card.write_text(CARD + "25 24 0:40 / /var/lib/tabletop rw - tmpfs tmpfs rw\n")
    assert file_system(Path("/var/lib/tabletop"), card) == "tmpfs"


@pytest.mark.usefixtures("full_memory")
def test_nowhere_at_all_is_one_clear_line(tmp_path: Path, card: Path) -> None:
    (tmp_path / "state").write_text("")
    with pytest.raises(NoStateFolderError, match="state: cannot be written to") as raised:
        state_folder({"STATE_DIRECTORY": str(tmp_path / "state")}, tmp_path, card)
    assert "\n" not in str(raised.value)


def test_every_evening_has_a_folder_of_its_own(tmp_path: Path) -> None:
    kept = StateFolder(tmp_path, lasting=True)
    assert next_evening(kept) == tmp_path / "matches" / "1"
    for name in ("1", "9", "10", "notes"):
        (tmp_path / "matches" / name).mkdir(parents=True)
    assert next_evening(kept) == tmp_path / "matches" / "11"


@pytest.mark.parametrize(("kind", "told"), [("ext4", False), ("overlay", True)])
def test_a_match_is_written_to_the_state_folder_and_where_it_will_not_last_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, told: bool
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(CARD if kind == "ext4" else OVERLAY)
    monkeypatch.setattr(state_folder, "__defaults__", (mounts,))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    aside = Console(file=StringIO(), width=300)
    out = where_matches_go(Options(keep_matches=True), aside)
    assert out == tmp_path / "state" / "matches" / "1"
    said = aside.file.getvalue()  # type: ignore[attr-defined]
    line = f"not kept for long: {tmp_path}/state is on overlay, which forgets it without power\n"
    assert said == (line if told else "")


def test_the_folder_that_was_named_goes_before_the_systems(tmp_path: Path) -> None:
    named = tmp_path / "match"
    assert where_matches_go(Options(out=named, keep_matches=True), Console(file=StringIO())) == named
    assert where_matches_go(Options(), Console(file=StringIO())) is None
