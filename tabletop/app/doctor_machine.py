"""The doctor's look at the computer itself: room and speed of its disk, and the clock on its wall."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tabletop.app.findings import Finding, ill, poor, well

_NEEDED: Final = 200e6
"""Bytes without which not even one evening's record and pictures fit."""
_COMFORTABLE: Final = 2e9
_SLOW: Final = 0.5
"""Seconds for one small record to be safely on the disk."""
_SYNCHRONIZED: Final = Path("/run/systemd/timesync/synchronized")


def disk(folder: Path) -> Finding:
    """Whether the record can be kept in ``folder``, or the nearest that exists above it."""
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    try:
        spent = _written(there)
    except OSError as error:
        remedy = f"make {there} writable for this user, or keep the record elsewhere"
        return ill("disk", f"nothing can be written to {there} ({error.strerror})", remedy)
    free = shutil.disk_usage(there).free
    room = f"{free / 1e9:.1f} GB free in {there}"
    if free < _NEEDED:
        return ill("disk", room, "delete old sessions, or use a larger card")
    if free < _COMFORTABLE:
        return poor("disk", room, "delete old sessions before a long evening")
    if spent > _SLOW:
        return poor("disk", f"{room}, but slow: {spent:.1f} s for one record", "use a faster card")
    return well("disk", f"{room}, a record is safe in {1000 * spent:.0f} ms")


def _written(folder: Path) -> float:
    """Seconds until a small file is safely on the disk. Raises `OSError`."""
    began = time.monotonic()
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".tabletop-doctor-") as file:
        file.write(b"x" * 4096)
        file.flush()
        os.fsync(file.fileno())
    return time.monotonic() - began


def clock(now: datetime | None = None) -> Finding:
    """Whether the time of day is right. Matches are timed without it; their dates are not."""
    now = now or datetime.now(UTC)
    written = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    if now < written:
        return poor("clock", f"{shown}, which is before this program was installed", _SET_IT)
    if _SYNCHRONIZED.parent.exists() and not _SYNCHRONIZED.exists():
        return poor(
            "clock", f"{shown}, not compared with any time server since the computer started", _SET_IT
        )
    return well("clock", shown)


_SET_IT: Final = (
    "connect the computer to the network once, or set it: sudo date -s 'YYYY-MM-DD HH:MM'; the match clock"
    " and the order of events do not depend on it"
)
