"""The page's own files: every word in four languages, nothing from elsewhere, nothing its policy forbids."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletop.backgammon import variant_names
from tabletop.present.lamps import Colour
from tabletop.referee import Button, Phase
from tabletop.web import server
from tabletop.web.language import LANGUAGES

STATIC = Path(server.__file__).parent / "static"
SCRIPTS = sorted((STATIC / "js").glob("*.js"))


def words(language: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((STATIC / "words" / f"{language}.json").read_text("utf-8"))
    return found


def used() -> set[str]:
    """Keys that the page asks for by name; those put together are in `composed`."""
    page = (STATIC / "index.html").read_text("utf-8")
    keys = set(re.findall(r'data-(?:word|label)="([^"]+)"', page))
    for script in SCRIPTS:
        keys |= set(re.findall(r'\bsay\("([^"]+)"', script.read_text("utf-8")))
    return keys


def composed() -> set[str]:
    keys = {f"button.{button.value}" for button in Button} | {f"game.{key}" for key in variant_names()}
    keys |= {f"phase.{phase.value}" for phase in Phase}
    keys |= {f"player-lamp.{colour.value}" for colour in Colour}
    keys |= {f"lamp.{colour.value}" for colour in Colour if colour is not Colour.OFF}
    for player in ("light", "dark"):
        keys |= {player, f"checkers.{player}", f"checker.{player}", f"tray.{player}"}
    return keys | {"camera.ill", "tower.ill"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language(language: str) -> None:
    there = words(language)
    assert used() | composed() <= set(there)
    assert set(there) <= used() | composed() | {"bar", "board"}, "words that nobody uses"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_has_the_same_gaps_in_every_language(language: str) -> None:
    def gaps(message: object) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", json.dumps(message)))

    english = words("en")
    for key, message in words(language).items():
        assert gaps(message) == gaps(english[key]), key


def test_nothing_is_fetched_from_elsewhere() -> None:
    for file in [*SCRIPTS, *STATIC.glob("*.css"), *STATIC.glob("*.html")]:
        found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", file.read_text("utf-8"))
        assert [link for link in found if "www.w3.org" not in link] == [], file.name


def test_the_page_needs_no_exception_from_its_policy() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script(?![^>]*\ssrc=)", page)
    for script in SCRIPTS:
        assert not re.search(r"\beval\(|new Function|innerHTML|insertAdjacentHTML", script.read_text("utf-8"))
