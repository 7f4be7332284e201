"""Bad input: one line that names the culprit, exit status 2, and nothing written."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.app.cli import main
from tests.app.demo import SESSION, tabletop

SIZE = (720, 960, 3)
CORNERS = "151,88 807,82 828,652 142,656"


def refused(capsys: pytest.CaptureFixture[str], folder: Path, culprit: str, *arguments: str | Path) -> str:
    """Run a command that must fail: its one line names ``culprit``. Nothing may change in ``folder``."""
    before = contents(folder)
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    assert end.value.code == 2, told
    assert told.err.count("\n") == 1, told.err
    assert told.err.startswith("tabletop: ")
    assert culprit in told.err
    assert contents(folder) == before
    return told.err


def contents(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths} | {
        str(path): b"" for path in folder.rglob("*") if path.is_dir()
    }


def black() -> np.ndarray:
    return np.zeros(SIZE, np.uint8)


def noise() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, SIZE).astype(np.uint8)


def a_picture(folder: Path, picture: np.ndarray, name: str = "picture.png") -> Path:
    assert cv2.imwrite(str(folder / name), picture)
    return folder / name


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A copy of the demo session, to be spoilt."""
    copy = tmp_path / "session"
    shutil.copytree(SESSION, copy)
    return copy


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A calibration of the demo's board."""
    path = tmp_path_factory.mktemp("board") / "board.toml"
    with pytest.raises(SystemExit) as end:
        main(["calibrate", "--image", str(SESSION / "start.jpg"), "--light-home", "bottom-right",
              "--corners", CORNERS, "--out", str(path)])  # fmt: skip
    assert end.value.code == 0
    return path


def test_the_program_itself_ends_with_status_2_and_one_line(tmp_path: Path) -> None:
    ran = tabletop("replay", tmp_path / "nowhere")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "nowhere" in ran.err


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (("--frob",), "--frob"),
        (("replay", str(SESSION), "--frob"), "--frob"),
        (("frob",), "frob"),
        (("replay",), "session"),
        (("read", str(SESSION / "start.jpg"), "--light-home", "middle"), "middle"),
        (("read", str(SESSION / "start.jpg")), "--light-home"),
        (("read", str(SESSION / "start.jpg"), "--light-home", "top-left", "--checkers", "16"), "--checkers"),
        (("replay", str(SESSION), "--speed", "0"), "--speed"),
        (("replay", str(SESSION), "--mat-dialect", "klingon"), "klingon"),
        (("replay", str(SESSION), "--profile", "pub"), "pub"),
    ],
)
def test_what_does_not_exist_cannot_be_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], culprit: str
) -> None:
    refused(capsys, tmp_path, culprit, *arguments)


@pytest.mark.parametrize(
    ("corners", "complaint"),
    [
        ("151,88 807,82 828,652 1420,656", "outside"),
        ("807,82 151,88 142,656 828,652", "clockwise"),
        ("151,88 828,652 807,82 142,656", "clockwise"),
        ("151,88 807,82 828,652", "four corners"),
        ("the four of them", "the four of them"),
        ("151,88 807,82 828,652 nan,656", "nan"),
        ("151,88 807,82 828,652 142", "x,y"),
        ("400,300 420,300 420,315 400,315", "small"),
    ],
)
@pytest.mark.parametrize("command", ["calibrate", "read"])
def test_corners_are_four_clockwise_and_in_the_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, corners: str, complaint: str
) -> None:
    given = ("--light-home", "bottom-right", "--corners", corners)
    start = str(SESSION / "start.jpg")
    if command == "calibrate":
        line = refused(
            capsys, tmp_path, complaint, "calibrate", "--image", start, *given, "--out", tmp_path / "b.toml"
        )
    else:
        line = refused(capsys, tmp_path, complaint, "read", start, *given)
    assert "corner" in line or "board" in line


@pytest.mark.parametrize("content", [b"", b"not a picture", (SESSION / "start.jpg").read_bytes()[:300]])
def test_what_is_not_a_picture_is_not_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "start.jpg"
    path.write_bytes(content)
    refused(capsys, tmp_path, "start.jpg", "read", path, "--light-home", "bottom-right")
    refused(capsys, tmp_path, "start.jpg", "calibrate", "--image", path, "--light-home", "bottom-right",
            "--out", tmp_path / "board.toml")  # fmt: skip


def test_a_picture_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(capsys, tmp_path, "gone.jpg", "read", tmp_path / "gone.jpg", "--light-home", "bottom-right")
    refused(capsys, tmp_path, "gone.jpg", "calibrate", "--image", SESSION / "start.jpg", "--empty",
            tmp_path / "gone.jpg", "--light-home", "bottom-right", "--out", tmp_path / "b.toml")  # fmt: skip
    refused(capsys, tmp_path, str(tmp_path), "read", tmp_path, "--light-home", "bottom-right")


@pytest.mark.parametrize("picture", [black(), noise()], ids=["black", "noise"])
@pytest.mark.parametrize("corners", [(), ("--corners", CORNERS)], ids=["searched", "given"])
def test_a_picture_without_a_board_cannot_be_calibrated_from(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: np.ndarray, corners: tuple[str, ...]
) -> None:
    path = a_picture(tmp_path, picture)
    refused(capsys, tmp_path, "", "calibrate", "--image", path, "--light-home", "bottom-right", *corners,
            "--out", tmp_path / "board.toml")  # fmt: skip


@pytest.mark.parametrize("picture", [black(), noise()], ids=["black", "noise"])
@pytest.mark.parametrize("how", ["searched", "given", "calibrated"])
def test_no_board_is_ever_read_surely_from_a_picture_without_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path, picture: np.ndarray, how: str
) -> None:
    given = {
        "searched": ("--light-home", "bottom-right"),
        "given": ("--light-home", "bottom-right", "--corners", CORNERS),
        "calibrated": ("--board", str(board)),
    }[how]
    with pytest.raises(SystemExit) as end:
        main(["read", str(a_picture(tmp_path, picture)), *given, "--json"])
    told = capsys.readouterr()
    if end.value.code == 0:
        assert json.loads(told.out)["confidence"] < 0.5
    else:
        assert (end.value.code, told.out, told.err.count("\n")) == (2, "", 1)


def test_a_calibration_for_another_picture_size_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    small = a_picture(tmp_path, np.zeros((480, 640, 3), np.uint8))
    assert "960x720" in refused(capsys, tmp_path, "640x480", "read", small, "--board", board)


@pytest.mark.parametrize(
    ("spoil", "culprit"),
    [
        (lambda text: text.replace("version = 1", "version = 99"), "99"),
        (lambda text: text[: len(text) // 2], "board.toml"),
        (lambda text: text[: text.index("[layout]")], "layout"),
        (lambda text: text.replace("bottom-right", "in the middle"), "light_home"),
        (lambda _: "", "board.toml"),
        (lambda _: "\x00\x01 = [", "board.toml"),
    ],
)
def test_a_calibration_that_is_cut_or_of_another_version_is_refused(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    board: Path,
    spoil: Callable[[str], str],
    culprit: str,
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(spoil(board.read_text("utf-8")), "utf-8")
    shutil.copy(board.with_suffix(".png"), path.with_suffix(".png"))
    refused(capsys, tmp_path, culprit, "read", SESSION / "start.jpg", "--board", path)
    refused(capsys, tmp_path, culprit, "replay", SESSION, "--board", path, "--out", tmp_path / "out")


def test_a_calibration_needs_the_picture_beside_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    path = tmp_path / "board.toml"
    shutil.copy(board, path)
    refused(capsys, tmp_path, "board.png", "read", SESSION / "start.jpg", "--board", path)
    path.with_suffix(".png").write_bytes(b"no picture")
    refused(capsys, tmp_path, "board.png", "read", SESSION / "start.jpg", "--board", path)
    refused(capsys, tmp_path, "gone.toml", "read", SESSION / "start.jpg", "--board", tmp_path / "gone.toml")


@pytest.mark.parametrize("content", ["", "[]", '{"light": {"30": 2}, "dark": {}}', '{"light": {}', "{}"])
def test_a_position_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str
) -> None:
    path = tmp_path / "position.json"
    path.write_text(content, "utf-8")
    refused(capsys, tmp_path, "position.json", "calibrate", "--image", SESSION / "start.jpg", "--light-home",
            "bottom-right", "--position", path, "--out", tmp_path / "board.toml")  # fmt: skip


def cut(lines: list[str]) -> list[str]:
    return [*lines[:2], lines[2][: len(lines[2]) // 2]]


def with_dice(dice: str) -> Callable[[list[str]], list[str]]:
    event = f'{{"t": 99.0, "source": "tower", "type": "roll", "seq": 50, "dice": {dice}}}'
    return lambda lines: [*lines, event]


def back_in_time(lines: list[str]) -> list[str]:
    return [*lines, '{"t": 1.0, "type": "lifted"}']


def strange_button(lines: list[str]) -> list[str]:
    return [*lines, '{"t": 99.0, "type": "button", "player": "light", "button": "sulk"}']


@pytest.mark.parametrize(
    ("spoil", "culprit"),
    [
        (cut, "line 3"),
        (with_dice("[7, 1]"), "7"),
        (with_dice("[0, 1]"), "0"),
        (with_dice("[6]"), "[6]"),
        (with_dice('"six"'), "six"),
        (with_dice("[true, 2]"), "line 13"),
        (back_in_time, "line 13"),
        (strange_button, "sulk"),
        (lambda lines: [*lines, "[]"], "line 13"),
        (lambda lines: [*lines, '{"type": "lifted"}'], "line 13"),
        (lambda lines: [*lines, '{"t": 99}'], "line 13"),
        (lambda lines: [*lines, '{"t": NaN, "type": "lifted"}'], "line 13"),
    ],
)
def test_a_bad_event_is_named_by_its_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    session: Path,
    spoil: Callable[[list[str]], list[str]],
    culprit: str,
) -> None:
    path = session / "events.jsonl"
    path.write_text("\n".join(spoil(path.read_text("utf-8").splitlines())), "utf-8")
    line = refused(capsys, tmp_path, culprit, "replay", session, "--out", tmp_path / "out")
    assert "events.jsonl" in line


@pytest.mark.parametrize(
    ("old", "new", "culprit"),
    [
        ('"standard"', '"whist"', "whist"),
        ('"bottom-right"', '"the kitchen"', "the kitchen"),
        ("match_length = 5", "match_length = -5", "match_length"),
        ("match_length = 5", 'match_length = "five"', "five"),
        ("fps = 5", "fps = -5", "fps"),
        ("fps = 5", "fps = nan", "fps"),
        ("[board]", "[board", "session.toml"),
        ("[board]", "[table]", "light_home"),
    ],
)
def test_a_bad_value_in_session_toml_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, session: Path, old: str, new: str, culprit: str
) -> None:
    path = session / "session.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    line = refused(capsys, tmp_path, culprit, "replay", session, "--out", tmp_path / "out")
    assert "session.toml" in line


@pytest.mark.parametrize("name", ["session.toml", "camera.mp4", "events.jsonl"])
def test_a_session_without_one_of_its_files_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, session: Path, name: str
) -> None:
    (session / name).unlink()
    refused(capsys, tmp_path, name, "replay", session, "--out", tmp_path / "out")


def test_an_empty_folder_and_a_file_are_no_sessions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    refused(capsys, tmp_path, "session.toml", "replay", tmp_path / "empty")
    (tmp_path / "a.mp4").write_bytes(b"")
    refused(capsys, tmp_path, "a.mp4", "replay", tmp_path / "a.mp4")


@pytest.mark.parametrize("content", [b"", b"not a film", (SESSION / "camera.mp4").read_bytes()[:5000]])
def test_a_film_that_is_none_is_refused_in_one_line(tmp_path: Path, session: Path, content: bytes) -> None:
    (session / "camera.mp4").write_bytes(content)
    before = contents(tmp_path)
    ran = tabletop("replay", session, "--out", tmp_path / "out", "--overlay", tmp_path / "seen.mp4")
    assert ran.status == 2, ran
    assert ran.err.count("\n") == 1, ran.err  # the decoder keeps its own complaints to itself
    assert "camera.mp4" in ran.err
    assert contents(tmp_path) == before


@pytest.mark.parametrize("text", ['{"corners": [[1, 2], [3, 4], [5, 6]]}', "[1, 2]", '{"corners": [[1,'])
def test_corners_of_a_session_are_four(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, session: Path, text: str
) -> None:
    (session / "corners.json").write_text(text, "utf-8")
    refused(capsys, tmp_path, "corners.json", "replay", session, "--out", tmp_path / "out")


def test_a_session_without_a_board_in_its_start_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, session: Path
) -> None:
    a_picture(session, black(), "start.jpg")
    a_picture(session, black(), "empty.jpg")
    refused(capsys, tmp_path, "", "replay", session, "--out", tmp_path / "out")


def test_match_files_go_into_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", "utf-8")
    refused(capsys, tmp_path, "--out", "replay", SESSION, "--out", file)
    refused(capsys, tmp_path, "--out", "replay", SESSION, "--out", file / "deeper")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    refused(capsys, tmp_path, "--out", "replay", SESSION, "--out", closed / "out")
    refused(capsys, tmp_path, "--out", "calibrate", "--image", SESSION / "start.jpg", "--light-home",
            "bottom-right", "--out", closed / "board.toml")  # fmt: skip


@pytest.mark.parametrize("out", ["file/board.toml", "."])
def test_a_calibration_goes_where_it_can_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, out: str
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    refused(capsys, tmp_path, "--out", "calibrate", "--image", SESSION / "start.jpg", "--light-home",
            "bottom-right", "--out", tmp_path / out)  # fmt: skip


def test_an_overlay_has_a_name_that_says_what_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    refused(capsys, tmp_path, ".png", "read", SESSION / "start.jpg", "--board", board, "--overlay",
            tmp_path / "seen.txt")  # fmt: skip
    refused(capsys, tmp_path, ".mp4", "replay", SESSION, "--overlay", tmp_path / "seen.png")


def test_a_session_that_was_kept_is_not_written_over(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    refused(capsys, session, "name another folder", "play", "--virtual", "--keep-session", session)


def test_a_session_cannot_be_kept_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "friday").write_text("poker")
    refused(capsys, tmp_path, "is a file", "play", "--virtual", "--keep-session", tmp_path / "friday")


def test_a_port_in_use_is_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("TABLETOP_PORT", str(port))
        refused(capsys, tmp_path, str(port), "play", "--virtual", "--out", tmp_path / "match")
