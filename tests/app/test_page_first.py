"""``tabletop play`` shows its page before there is a table, and says so."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass, field

import httpx
import pytest
from rich.console import Console

from tabletop import __version__
from tabletop.app import playing, refereeing
from tabletop.app.awaited_hands import AwaitedHands
from tabletop.app.cli import COMMANDS, main
from tabletop.present.sentences import Message
from tabletop.web.ports import Refused
from tests.web.tables import RefereedTable

HEAVY = ("cv2", "tabletop.vision", "tabletop.devices.virtual", "tabletop.devices.factory", "calibration")


@dataclass
class Visitor:
    """Opens the page while the table is being set up."""

    answers: list[httpx.Response] = field(default_factory=list)

    def visit(self, evening: refereeing.Evening, _: Console, aside: Console) -> None:
        address = str(aside.file.getvalue()).split()[0]  # type: ignore[attr-defined]
        with httpx.Client(base_url=address, timeout=60) as browser:
            self.answers = [
                browser.get("/"),
                browser.get("/api/table"),
                browser.get("/api/view?language=de"),
                browser.post("/api/hands/throw?language=de", json={}),
            ]


def test_the_page_is_up_before_the_table_is_and_says_that_it_is_being_set_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor, aside = Visitor(), Console(file=io.StringIO())
    monkeypatch.setenv("TABLETOP_PORT", "0")
    monkeypatch.setattr(refereeing, "referee", visitor.visit)
    playing.run(playing.Options(virtual=True), Console(file=io.StringIO()), aside)
    page, table, view, thrown = visitor.answers
    assert page.status_code == 200
    assert table.json()["virtual"]
    assert view.json()["sentence"] == "Der Tisch wird aufgebaut: einen Augenblick, bitte."
    assert view.json()["match"]["length"] == 5
    assert (view.json()["table"], view.json()["camera"]["ok"]) == (None, True)
    assert (thrown.status_code, thrown.json()["detail"]) == (409, view.json()["sentence"])


def test_what_brings_the_page_up_loads_no_eyes_and_no_painter() -> None:
    program = "import sys, tabletop.app.cli, tabletop.app.play_cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    names = loaded.stdout.split()
    assert "tabletop.web.server" in names
    assert [name for name in names if name.startswith(HEAVY)] == []


def test_hands_that_have_come_do_what_is_asked_of_them() -> None:
    hands = AwaitedHands()
    with pytest.raises(Refused) as refused:
        hands.throw()
    assert refused.value.sentence.message is Message.BEING_SET_UP
    table = RefereedTable(((3, 1),))
    hands.come(table)
    hands.throw()
    assert table.latest().table is not None
    assert table.latest().table.dice == (3, 1)  # type: ignore[union-attr]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_found_and_says_what_it_does(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"Usage: tabletop {command}" in capsys.readouterr().out


def test_a_command_that_is_mistyped_is_answered_with_the_one_that_was_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Did you mean 'doctor'?" in refusal(capsys, "dcotor")


@pytest.mark.parametrize("alone", [("--watch",), ("--games", "3"), ("--errors", "0.5")])
def test_what_is_asked_of_two_programs_is_refused_where_people_play(
    capsys: pytest.CaptureFixture[str], alone: tuple[str, ...]
) -> None:
    assert "give --auto as well" in refusal(capsys, "play", "--virtual", *alone)


def test_a_value_that_is_wrong_is_told_in_the_words_of_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = refusal(capsys, "read", "board.jpg", "--light-home", "top")
    assert "'--light-home': 'top' is not one of 'bottom-right'" in told
    assert "greater than or equal to 1" in refusal(capsys, "play", "--games", "0")


@pytest.mark.parametrize("group", ["tower", "panel"])
def test_a_command_with_others_in_it_shows_them_and_says_nothing_else(
    capsys: pytest.CaptureFixture[str], group: str
) -> None:
    assert refusal(capsys, group) == ""


def test_the_program_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"Tabletop {__version__}\n")
