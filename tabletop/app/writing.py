"""Whether a file can be written, asked before the work is done and not after it."""

from __future__ import annotations

import os
from pathlib import Path

from tabletop.errors import TabletopError


class OutputError(TabletopError):
    """A file or folder that cannot be written where it was asked for."""


def check_file(option: str, path: Path, endings: tuple[str, ...] = ()) -> None:
    """Raise `OutputError` unless ``path`` can be written and ends in one of ``endings``, if any are given."""
    if endings and path.suffix.lower() not in endings:
        raise OutputError(f"{option} {path}: give a name that ends in {' or '.join(endings)}")
    if path.is_dir():
        raise OutputError(f"{option} {path}: is a folder; name a file in it")
    check_folder(option, path.parent)


def make_room(path: Path) -> None:
    """Make the folder that ``path`` goes into; raises `OutputError` where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def check_folder(option: str, path: Path) -> None:
    """Raise `OutputError` unless ``path`` is, or can become, a folder that files can be written to."""
    if path.exists() and not path.is_dir():
        raise OutputError(f"{option} {path}: is a file, not a folder")
    there = path
    while not there.exists() and there != there.parent:
        there = there.parent
    _check_parent(option, path, there)


def _check_parent(option: str, path: Path, folder: Path) -> None:
    if not folder.is_dir():
        kind = "is not a folder" if folder.exists() else "there is no such folder"
        raise OutputError(f"{option} {path}: cannot be written, {folder} {kind}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"{option} {path}: cannot be written, nothing may be written to {folder}")
