"""The bundled match, refereed: what was played, what was wrong, what stood, and the files that come of it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from calibration.headless import calibrate_headless
from tabletop.app import replaying
from tabletop.app.replay import Told, calibrate_session, replay
from tabletop.app.terminal import Terminal
from tabletop.app.terminal_board import HEIGHT, WIDTH, draw
from tabletop.backgammon import Position, variant
from tabletop.backgammon.notation import match_from_json
from tabletop.devices.film import load_picture
from tabletop.record.session import load_session
from tabletop.vision.calibration import Calibration, load_calibration
from tabletop.vision.reader import Reader
from tests.app.demo import SESSION
from tests.gnubg_loader import load_in_gnubg

Line = dict[str, Any]


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return calibrate_session(load_session(SESSION))


@pytest.fixture(scope="module")
def told(calibration: Calibration) -> list[Told]:
    return [step.told for step in replay(load_session(SESSION), calibration) if step.told is not None]


@pytest.fixture(scope="module")
def lines(told: list[Told]) -> list[Line]:
    return [line for one in told for line in one.lines()]


@pytest.fixture(scope="module")
def truth() -> Line:
    loaded: Line = json.loads((SESSION / "truth.json").read_text("utf-8"))
    return loaded


def test_every_turn_is_recorded_as_it_was_played(lines: list[Line], truth: Line) -> None:
    turns = [line for line in lines if line["event"] == "turn"]
    assert len(turns) == len(truth["turns"])
    for seen, true in zip(turns, truth["turns"], strict=True):
        assert seen["after"] == Position.from_dict(true["after"]).to_dict()
        assert (seen["player"], sorted(seen["dice"])) == (true["player"], sorted(true["dice"]))
        assert (seen["standing"] == "legal") == true["legal"]
        if true["legal"]:
            assert seen["play"] == true["final_play"]


def test_a_wrong_play_is_flagged_while_it_lies_there_and_nothing_else_is(
    lines: list[Line], truth: Line
) -> None:
    wrong = [
        (turn["n"], attempt)
        for turn in truth["turns"]
        for attempt in turn["attempts"]
        if attempt["status"] == "illegal"
    ]
    flagged = [line for line in lines if line["event"] == "verdict" and line["status"] == "illegal"]
    assert [line["turn"] for line in flagged] == [turn for turn, _ in wrong]
    for line, (_, attempt) in zip(flagged, wrong, strict=True):
        assert line["violation"] == attempt["violation"]
        assert attempt["t_stable"][0] <= line["t"] <= attempt["t_stable"][1]


def test_every_board_that_lay_still_is_read_as_it_was(lines: list[Line], truth: Line) -> None:
    for line in (line for line in lines if line["event"] == "position"):
        there = [s for s in truth["stable"] if s["t"][0] - 0.2 <= line["t"] <= s["t"][1] + 0.2]
        assert line["position"] in [Position.from_dict(stable["position"]).to_dict() for stable in there]


@pytest.mark.gnubg
@pytest.mark.parametrize("dialect", ["literal", "snowie"])
def test_gnu_backgammon_takes_the_match_files_without_a_complaint(tmp_path: Path, dialect: str) -> None:
    out = tmp_path / "match"
    replaying.run(
        SESSION, replaying.Options(out=out, mat_dialect=dialect), Console(quiet=True), Console(quiet=True)
    )
    for loaded in load_in_gnubg(tmp_path, [out / "match.mat", out / "match.sgf"]):
        assert loaded.complaints == ()
        assert loaded.score == (0, 0)
        assert len(loaded.games) == 1


def test_the_match_in_json_is_the_match_refereed(tmp_path: Path, truth: Line) -> None:
    out = tmp_path / "match"
    replaying.run(SESSION, replaying.Options(out=out), Console(quiet=True), Console(quiet=True))
    match = match_from_json(json.loads((out / "match.json").read_text("utf-8")))
    turns = [action for action in match.games[0].actions if hasattr(action, "after")]
    assert [turn.after for turn in turns] == [Position.from_dict(turn["after"]) for turn in truth["turns"]]
    assert (match.light_name, match.dark_name) == ("Ivory", "Ebony")


def test_a_calibration_is_kept_whole(tmp_path: Path, calibration: Calibration) -> None:
    path = tmp_path / "board.toml"
    calibration.save(path)
    kept = load_calibration(path)
    assert (kept.view, kept.layout, kept.light_home) == (
        calibration.view,
        calibration.layout,
        calibration.light_home,
    )
    assert (kept.light, kept.dark, kept.checkers) == (
        calibration.light,
        calibration.dark,
        calibration.checkers,
    )
    assert np.array_equal(kept.background, calibration.background)
    picture = load_picture(SESSION / "start.jpg")
    assert Reader(kept).read(picture).observation.position == variant("standard").start_position
    assert sorted(p.name for p in tmp_path.iterdir()) == ["board.png", "board.toml"]


def test_a_set_up_error_is_named_and_calibrated_all_the_same() -> None:
    """The picture shows the start, and something else was said to be in it."""
    start = variant("standard").start_position.to_dict()
    start["light"] |= {"6": 4, "5": 1}
    corners = np.array(load_session(SESSION).corners, dtype=float)
    result = calibrate_headless(
        load_picture(SESSION / "start.jpg"), "bottom-right", Position.from_dict(start), corners
    )
    assert result.passed
    assert [wrong.point for wrong in result.misplaced] == [5, 6]
    assert "5-point should hold 1 light and holds nothing" in str(result.misplaced[0])


def shown(told: list[Told], **options: Any) -> str:
    console = Console(record=True, width=80, height=30, file=io.StringIO(), **options)
    with Terminal(load_session(SESSION), console, 76.0) as screen:
        for one in told:
            screen.tick(one.event.at)
            screen.tell(one)
    return console.export_text()


def test_a_terminal_shows_board_names_cube_and_what_stands(told: list[Told]) -> None:
    text = shown(told, force_terminal=True)
    last = text[text.rindex("╭") :]
    assert len(last.splitlines()) <= 30
    assert max(map(len, last.splitlines())) <= 80
    for word in ("X Ebony", "O Ivory", "cube  2", "0 of 5", "wrong distance"):
        assert word in last


def test_without_a_terminal_a_sentence_is_a_line(told: list[Told]) -> None:
    text = shown(told, force_terminal=False)
    assert "╭" not in text
    assert "cocked: both dice again" in text
    sentences = text.splitlines()
    assert all(sentence.split()[1] == "s" for sentence in sentences)
    assert sum("Illegal" in sentence for sentence in sentences) == 2


@pytest.mark.parametrize("coloured", [True, False])
def test_a_drawn_board_shows_every_checker(coloured: bool) -> None:
    text = draw(variant("standard").start_position, coloured=coloured).plain
    rows = text.splitlines()
    assert len(rows) == HEIGHT
    assert max(map(len, rows)) <= WIDTH
    assert (text.count("O"), text.count("X")) == (15, 15)


def test_a_high_stack_two_colours_and_the_bar_are_drawn() -> None:
    board = {"light": {"6": 9, "4": 1, "bar": 2}, "dark": {"21": 1, "bar": 1, "1": 13}}
    text = draw(Position.from_dict(board), coloured=False).plain
    assert " 9 " in text
    assert "13 " in text.splitlines()[6]
    assert text.count("O") == 4 + 1 + 2
    assert text.count("X") == 1 + 1 + 4


def test_places_pointed_out_are_lit_in_lights_numbers() -> None:
    lit = draw(variant("standard").start_position, {8: "on red", 0: "on red"})
    styled = {lit.plain[span.start : span.end].strip() for span in lit.spans if span.style == "on red"}
    assert styled == {"8", "bar"}
