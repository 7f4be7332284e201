"""Where ``tabletop play --keep-matches`` keeps what should outlive the evening: the match files.

On a Pi the card may be read-only on purpose, so that pulling the plug does it no harm. Then there is a folder
in memory to fall back to: the match is refereed all the same, and everybody is told that nothing of it lasts
longer than the power. An overlay over the card takes what is written and forgets it too; it is told by
its kind of file system.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tabletop.errors import TabletopError

FORGETFUL = frozenset({"tmpfs", "ramfs", "overlay", "aufs"})
"""File systems whose content is gone with the power."""

_MOUNTS = Path("/proc/self/mountinfo")


class NoStateFolderError(TabletopError):
    """Not even a folder in memory can be written to."""


@dataclass(frozen=True, slots=True)
class StateFolder:
    """A folder that can be written to, and whether it is still there tomorrow."""

    path: Path
    lasting: bool
    why_not: str = ""
    """When it is not lasting: one sentence that says why and what to do."""


def state_folder(environment: Mapping[str, str], home: Path, mounts: Path = _MOUNTS) -> StateFolder:
    """The first folder that can be written to: what systemd names (``STATE_DIRECTORY``), else the user's own
    (``XDG_STATE_HOME``, under ``home``), else one in memory. It is made when it is not there. Raises
    `NoStateFolderError`; ``mounts`` is proc_pid_mountinfo(5)."""
    refusal = ""
    for folder in _lasting(environment, home):
        refusal = _refusal(folder)
        if not refusal:
            kind = file_system(folder, mounts)
            if kind in FORGETFUL:
                return StateFolder(folder, False, f"{folder} is on {kind}, which forgets it without power")
            return StateFolder(folder, True)
    for folder in _fleeting(environment):
        if not _refusal(folder):
            why = f"{refusal}; what is recorded goes to {folder} and is gone without power"
            return StateFolder(folder, False, why)
    raise NoStateFolderError(
        f"{refusal}, nor to any folder in memory: set STATE_DIRECTORY to one that can be"
    )


def next_evening(kept: StateFolder) -> Path:
    """The folder for the match files of this evening: ``matches/1``, or the first number after the last one.
    It is not made yet."""
    matches = kept.path / "matches"
    numbers = (int(there.name) for there in matches.glob("*") if there.name.isdecimal())
    return matches / str(max(numbers, default=0) + 1)


def file_system(folder: Path, mounts: Path = _MOUNTS) -> str:
    """The kind of file system that ``folder`` is on (``ext4``, ``tmpfs``, …); empty when unknown."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    inside = folder.resolve()
    nearest, kind = Path(), ""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split()
        if len(fields) < 5 or not after:
            continue
        mounted = Path(fields[4].replace("\\040", " "))
        # a later line covers an earlier one of the same place
        if inside.is_relative_to(mounted) and len(mounted.parts) >= len(nearest.parts):
            nearest, kind = mounted, after.split()[0]
    return kind


def _lasting(environment: Mapping[str, str], home: Path) -> Iterator[Path]:
    named = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if named:
        yield Path(named)
    else:
        yield Path(environment.get("XDG_STATE_HOME") or home / ".local" / "state") / "tabletop"


def _fleeting(environment: Mapping[str, str]) -> Iterator[Path]:
    named = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if named:
        yield Path(named)
    if environment.get("XDG_RUNTIME_DIR"):
        yield Path(environment["XDG_RUNTIME_DIR"]) / "tabletop"
    try:
        yield Path(tempfile.mkdtemp(prefix="tabletop-"))
    except OSError:
        return


def _refusal(folder: Path) -> str:
    """Why nothing can be written to ``folder``, or the empty string. Asked by writing: permissions do not
    tell of a read-only file system or a full one."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o750)
        handle, probe = tempfile.mkstemp(prefix=".probe-", dir=folder)
        try:
            os.write(handle, b"probe")
        finally:
            os.close(handle)
            Path(probe).unlink()
    except OSError as error:
        return f"{folder}: cannot be written to ({error.strerror})"
    return ""
