"""The match files that other programs read, written beside each other, whole or not at all.

A file appears under its name only when it is complete and on the disk: it is written under another name in
the same directory and then renamed. All the files are made before the first one is renamed, so a match
that cannot be written leaves a directory as it was.
"""

from __future__ import annotations

import enum
import json
import os
import tempfile
from collections.abc import Collection
from pathlib import Path

from tabletop.backgammon.notation import Dialect, match_to_json, write_mat, write_sgf
from tabletop.backgammon.transcript import Transcript
from tabletop.errors import TabletopError
from tabletop.record.ogxm import ogxm_bytes


class ExportFormat(enum.Enum):
    """The kinds of match files; the value is the ending of the file's name."""

    MAT = "mat"
    SGF = "sgf"
    OGXM = "ogxm"
    JSON = "json"


class ExportFailed(TabletopError):
    """A match file could not be written to the disk."""


def export(transcript: Transcript, kind: ExportFormat, mat_dialect: Dialect = Dialect.LITERAL) -> bytes:
    """``transcript`` as the content of a file of that kind.

    Raises `tabletop.record.ogxm.OgxmRefused` if the OGXM codec does not take the match.
    """
    match kind:
        case ExportFormat.MAT:
            return write_mat(transcript, mat_dialect).encode("utf-8")
        case ExportFormat.SGF:
            return write_sgf(transcript).encode("utf-8")
        case ExportFormat.OGXM:
            return ogxm_bytes(transcript)
        case ExportFormat.JSON:
            text = json.dumps(match_to_json(transcript), indent=1, ensure_ascii=False)
            return f"{text}\n".encode()


def write_exports(
    transcript: Transcript,
    directory: Path,
    mat_dialect: Dialect = Dialect.LITERAL,
    kinds: Collection[ExportFormat] = tuple(ExportFormat),
) -> tuple[Path, ...]:
    """Write ``match.mat``, ``match.sgf``, ``match.ogxm`` and ``match.json`` into ``directory``.

    The directory is made if it is missing; files of the same names are replaced. Returns the paths.
    Raises `ExportFailed` if the disk refuses and `tabletop.record.ogxm.OgxmRefused`; in both cases no file
    is left half-written.
    """
    contents = {directory / f"match.{kind.value}": export(transcript, kind, mat_dialect) for kind in kinds}
    waiting: dict[Path, Path] = {}
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for path, content in contents.items():
            waiting[path] = _written_aside(path, content)
        for path, aside in waiting.items():
            aside.replace(path)
    except OSError as error:
        raise ExportFailed(f"cannot write the match files to {directory}: {error.strerror}") from error
    finally:
        for aside in waiting.values():
            aside.unlink(missing_ok=True)
    return tuple(contents)


def _written_aside(path: Path, content: bytes) -> Path:
    """A new file beside ``path`` with ``content``, safe on the disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # a match file is for everybody, a temporary one for its owner alone
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)
