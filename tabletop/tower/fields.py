"""How a single value is written in a frame: decimal numbers without leading zeros, hexadecimal numbers with
all their digits, words of a closed set. What is written in any other way is refused, so that a damaged frame
has few chances to look like a sound one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntFlag, auto
from typing import Any


class Kind(Enum):
    """What a message is for; it decides who answers it and how it is numbered."""

    REQUEST = auto()
    REPLY = auto()
    EVENT = auto()
    ACKNOWLEDGEMENT = auto()
    NOTICE = auto()


@dataclass(frozen=True, slots=True)
class Number:
    """A number from 0 to ``most``; ``digits`` hexadecimal digits when that is not 0."""

    most: int
    digits: int = 0

    def write(self, value: int) -> str:
        """The text of ``value``. Raises `ValueError` when it does not fit."""
        if not 0 <= value <= self.most:
            raise ValueError(f"{value} does not fit into 0 to {self.most}")
        return f"{value:0{self.digits}X}" if self.digits else str(value)

    def read(self, text: str) -> int:
        """The value of ``text``. Raises `ValueError` for anything `write` would not have written."""
        value = int(text, 16 if self.digits else 10)
        if self.write(value) != text:
            raise ValueError(f"{text!r} is not written as this protocol writes numbers")
        return value


UINT8 = Number(0xFF)
UINT16 = Number(0xFFFF)
UINT32 = Number(0xFFFFFFFF)
HEX16 = Number(0xFFFF, 4)
HEX32 = Number(0xFFFFFFFF, 8)

FieldKind = Number | type[Enum]


@dataclass(frozen=True, slots=True)
class Spec:
    """How a message is written."""

    letters: str
    kinds: tuple[Kind, ...]
    fields: tuple[tuple[str, FieldKind], ...]


def write_field(kind: FieldKind, value: Any) -> str:
    """The text of one field."""
    if isinstance(kind, Number):
        return kind.write(value)
    return UINT8.write(int(value)) if issubclass(kind, IntFlag) else str(value.name)


def read_field(kind: FieldKind, text: str) -> Any:
    """The value of one field. Raises `ValueError`, or `KeyError` for a word that is not in the set."""
    if isinstance(kind, Number):
        return kind.read(text)
    if not issubclass(kind, IntFlag):
        return kind[text]
    number = UINT8.read(text)
    if number & ~sum(kind):
        raise ValueError(f"{kind.__name__} has no flag in {number}")
    return kind(number)
