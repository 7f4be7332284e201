"""``tabletop play`` shows its page before there is a table, and says so."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass, field

import httpx
import pytest
from rich.console import Console

from tabletop.app import playing, refereeing
from tabletop.app.awaited_hands import AwaitedHands
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
