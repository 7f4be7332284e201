"""What is said at the table, in the players' language.

A sentence is not text but a meaning: a message of the list below, and what it is about. Text comes last, from
a catalogue of the language (``catalogues/``), so that the same evening can be told in four languages.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tabletop.backgammon import Dice, Player
from tabletop.referee import Violation


class Message(enum.Enum):
    """Everything there is to say; the value is the key in the catalogues."""

    LEGAL = "legal"
    DANCED = "danced"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in its player's own numbers: 25 the bar, 0 off, 26 the hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and what it is about."""

    message: Message
    about: tuple[tuple[str, Argument], ...] = ()
    """Names as in the catalogues' braces, and values."""


Argument: TypeAlias = (
    "int | str | Player | Dice | Violation | Place | tuple[Place, ...] | Sentence | tuple[Sentence, ...]"
)


def say(sentence: Sentence, language: str, names: Mapping[Player, str] | None = None) -> str:
    """``sentence`` as text in ``language`` (``en``, ``de``, ``fr``, ``es``).

    ``names`` are what the players are called, else the colours of their checkers. Raises `UnknownLanguage`.
    """
    raise NotImplementedError
