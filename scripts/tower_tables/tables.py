"""Reads the dice tower's tables (pins, sensing, messages) and checks them before anything is made from
them: a wrong table is refused with the line of thought to follow, not turned into wrong C."""

from __future__ import annotations

import binascii
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "firmware" / "tables"

BASIC_TYPES = {"u8": "b", "u16": "h", "u32": "w", "x16": "x", "x32": "y"}
"""Field types of the message table and the letter that stands for them in the C specification."""


@dataclass(frozen=True)
class Words:
    """A closed set of words, or of flags, that a field can hold."""

    name: str
    doc: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True)
class Message:
    """One line of the message table."""

    name: str
    type: str
    kind: str
    also: str | None
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Protocol:
    """The whole message table."""

    settings: dict[str, int]
    words: tuple[Words, ...]
    flags: tuple[Words, ...]
    messages: tuple[Message, ...]

    def letter(self, field: Field) -> str:
        """The letter of a field's type in the C specification strings."""
        if field.type in BASIC_TYPES:
            return BASIC_TYPES[field.type]
        for index, words in enumerate(self.words):
            if words.name == field.type:
                return chr(ord("A") + index)
        if any(flags.name == field.type for flags in self.flags):
            return "f"
        raise SystemExit(f"messages.toml: field {field.name} has the unknown type {field.type}")

    @property
    def check(self) -> int:
        """CRC-16 over everything that both sides must agree on (not over the explanations)."""
        parts = [str(self.settings["version"])]
        parts += [f"{w.name}:{','.join(value for value, _ in w.values)}" for w in self.words + self.flags]
        parts += [
            f"{m.type}:{m.kind}:{m.also}:{','.join(f'{f.name}={f.type}' for f in m.fields)}"
            for m in self.messages
        ]
        return binascii.crc_hqx("\n".join(parts).encode(), 0xFFFF)


def load(name: str) -> dict:
    """One of the three TOML tables."""
    return tomllib.loads((TABLES / f"{name}.toml").read_text())


def protocol() -> Protocol:
    """The message table, checked."""
    raw = load("messages")

    def sets(key: str) -> tuple[Words, ...]:
        return tuple(
            Words(name, table["doc"], tuple((value, doc) for value, doc in table["values"]))
            for name, table in raw[key].items()
        )

    messages = tuple(
        Message(
            m["name"], m["type"], m["kind"], m.get("also"), m["doc"], tuple(Field(*f) for f in m["fields"])
        )
        for m in raw["message"]
    )
    result = Protocol(raw["protocol"], sets("words"), sets("flags"), messages)
    seen: set[str] = set()
    for message in messages:
        if message.type in seen or not 2 <= len(message.type) <= 3:
            raise SystemExit(f"messages.toml: {message.type} is there twice or is not 2 or 3 letters")
        seen.add(message.type)
        longest = 1 + len(message.type) + 12 + sum(1 + _width(result, f) for f in message.fields) + 5 + 2
        if longest > result.settings["frame_limit"]:
            raise SystemExit(f"messages.toml: {message.name} can be {longest} bytes long")
    return result


def _width(protocol: Protocol, field: Field) -> int:
    fixed = {"u8": 3, "u16": 5, "u32": 10, "x16": 4, "x32": 8}
    for words in protocol.words:
        if words.name == field.type:
            return max(len(value) for value, _ in words.values)
    return fixed.get(field.type, 3)


def pins() -> dict:
    """The pin table, checked: no pin twice, every channel once."""
    raw = load("pins")
    places = [(pin["port"], pin["bit"]) for pin in raw["pin"]]
    if len(places) != len(set(places)):
        raise SystemExit("pins.toml: a pin is used twice")
    channels = raw["channels"]
    used = [*channels["left"], *channels["right"], channels["led_rail"], channels["reference"]]
    if sorted(used) != list(range(16)):
        raise SystemExit("pins.toml: every one of the 16 channels must be used once")
    return raw
