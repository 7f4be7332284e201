"""The match files on the disk: all of them, whole, or none."""

from __future__ import annotations

import json
import os
from pathlib import Path

import ogxm
import pytest

from tabletop.backgammon.notation import Dialect, match_from_json, read_mat, read_sgf
from tabletop.record import exports
from tabletop.record.exports import ExportFailed, ExportFormat, write_exports
from tabletop.record.ogxm import OgxmRefused
from tests.transcripts import random_transcript

MATCH = random_transcript(7, length=3, mistakes=0.05)
NAMES = ["match.json", "match.mat", "match.ogxm", "match.sgf"]


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


@pytest.mark.parametrize("dialect", Dialect)
def test_four_files_tell_the_same_match(tmp_path: Path, dialect: Dialect) -> None:
    directory = tmp_path / "new" / "folder"
    paths = write_exports(MATCH, directory, mat_dialect=dialect)
    assert sorted(path.name for path in paths) == NAMES == sorted(contents(directory))
    assert read_mat((directory / "match.mat").read_text("utf-8")) == MATCH
    assert read_sgf((directory / "match.sgf").read_text("utf-8")) == MATCH
    assert match_from_json(json.loads((directory / "match.json").read_text("utf-8"))) == MATCH
    document = ogxm.binary_to_json((directory / "match.ogxm").read_bytes())
    assert (document["white_score"], document["black_score"]) == MATCH.score


def test_only_the_kinds_asked_for_are_written(tmp_path: Path) -> None:
    write_exports(MATCH, tmp_path, kinds=[ExportFormat.MAT])
    assert list(contents(tmp_path)) == ["match.mat"]


def test_everybody_may_read_the_files(tmp_path: Path) -> None:
    for path in write_exports(MATCH, tmp_path):
        assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("failing", range(1, 5))
def test_a_full_disk_leaves_the_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    write_exports(random_transcript(1, length=1), tmp_path)
    before = contents(tmp_path)
    calls = iter(range(1, 10))

    def full(handle: int) -> None:
        if next(calls) == failing:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportFailed, match="No space left"):
        write_exports(MATCH, tmp_path)
    assert contents(tmp_path) == before


def test_a_match_that_the_codec_refuses_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(transcript: object) -> bytes:
        raise OgxmRefused("no")

    monkeypatch.setattr(exports, "ogxm_bytes", refuse)
    with pytest.raises(OgxmRefused):
        write_exports(MATCH, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_file_in_the_place_of_the_directory_is_said(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("here already")
    with pytest.raises(ExportFailed, match="out"):
        write_exports(MATCH, tmp_path / "out")
