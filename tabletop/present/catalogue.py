"""The words of a language, from its page in ``catalogues/``."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from tabletop.backgammon import BAR, HAND, OFF
from tabletop.present.errors import UnknownLanguage

_SPECIAL = {BAR: "bar", OFF: "off", HAND: "hand"}


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Everything that can be said, in one language."""

    language: str
    """What the language calls itself."""
    nobody: str
    """Instead of dice that were not thrown."""
    players: Mapping[str, str]
    places: Mapping[str, Mapping[str, str]]
    """Form (name, at, from) by kind of place."""
    counts: Mapping[str, list[str]]
    speech: Mapping[str, str]
    screen: Mapping[str, str]
    """The few large words of the display."""
    rules: Mapping[str, str]
    """By violation."""
    sentences: Mapping[str, str]
    """By message."""

    def place(self, number: int, form: str) -> str:
        """A place in its player's own numbers, in the form a sentence needs."""
        return self.places[form][_SPECIAL.get(number, "point")].format(n=number)

    def count(self, number: int, what: str) -> str:
        """So many of something: "1 pip", "5 pips"; ``words`` are the numbers one to four as words."""
        if what == "words":
            return self.counts["words"][number - 1]
        one, many = self.counts[what]
        return (one if abs(number) == 1 else many).format(n=number)


def languages() -> tuple[str, ...]:
    """The languages there are, by the names `catalogue` takes."""
    folder = resources.files("tabletop.present") / "catalogues"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@functools.cache
def catalogue(language: str) -> Catalogue:
    """The words of ``language``; raises `UnknownLanguage` with those there are."""
    if language not in languages():
        raise UnknownLanguage(f"no language is called {language!r}; there are: {', '.join(languages())}")
    page = resources.files("tabletop.present") / "catalogues" / f"{language}.toml"
    return Catalogue(**tomllib.loads(page.read_text("utf-8")))
