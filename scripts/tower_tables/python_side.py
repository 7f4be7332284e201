"""Turns the message table into `tabletop/tower/messages.py`."""

from __future__ import annotations

from tables import Message, Protocol, Words

BASIC = {
    "u8": ("int", "UINT8"),
    "u16": ("int", "UINT16"),
    "u32": ("int", "UINT32"),
    "x16": ("int", "HEX16"),
    "x32": ("int", "HEX32"),
}


def _kind(field_type: str) -> tuple[str, str]:
    if field_type in BASIC:
        return BASIC[field_type]
    return (field_type, field_type)


def _words(words: Words) -> list[str]:
    lines = [f"class {words.name}(Enum):", f'    """{words.doc}"""', ""]
    for value, doc in words.values:
        lines += [f'    {value} = "{value}"', f'    """{doc[0].upper() + doc[1:]}."""']
    return [*lines, "", ""]


def _flags(flags: Words) -> list[str]:
    lines = [f"class {flags.name}(IntFlag):", f'    """{flags.doc}"""', "", "    NONE = 0"]
    for index, (value, doc) in enumerate(flags.values):
        lines += [f"    {value} = {1 << index}", f'    """{doc[0].upper() + doc[1:]}."""']
    return [*lines, "", ""]


def _message(message: Message) -> list[str]:
    lines = ["@dataclass(frozen=True, slots=True)", f"class {message.name}:"]
    lines += [f'    """{line}' if i == 0 else f"    {line}" for i, line in enumerate(_wrap(message.doc))]
    lines[-1] += '"""'
    lines += [""] if message.fields else []
    for field in message.fields:
        lines.append(f"    {field.name}: {_kind(field.type)[0]}")
        if field.doc:
            lines.append(f'    """{field.doc[0].upper() + field.doc[1:]}."""')
    return [*lines, "", ""]


def _wrap(text: str, width: int = 100) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) + 1 > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def messages_module(protocol: Protocol) -> str:
    """The generated module: words, flags, one frozen dataclass per message, and the table for the codec."""
    lines = [
        '"""What the dice tower and its host say to each other, one frozen dataclass a message.',
        "",
        "Made from firmware/tables/messages.toml by `make tables`; do not edit. The meaning in prose stands",
        'in docs/protocol.md, made from the same table."""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "from dataclasses import dataclass",
        "from enum import Enum, IntFlag",
        "from typing import Final",
        "",
        "from tabletop.tower.fields import HEX16, HEX32, UINT8, UINT16, UINT32, FieldKind, Kind, Spec",
        "",
    ]
    for key, value in protocol.settings.items():
        lines.append(f"{key.upper()}: Final = {value}")
    lines += [
        f"TABLE: Final = 0x{protocol.check:04X}",
        '"""Check sum of the message table this side was built from."""',
        "",
        "",
    ]
    for words in protocol.words:
        lines += _words(words)
    for flags in protocol.flags:
        lines += _flags(flags)
    for message in protocol.messages:
        lines += _message(message)
    names = [m.name for m in protocol.messages]
    lines += ["Message = ("] + [f"    {'| ' if i else ''}{name}" for i, name in enumerate(names)] + [")", ""]
    lines += ["SPECS: Final[Mapping[type, Spec]] = {"]
    for message in protocol.messages:
        kinds = [f"Kind.{message.kind.upper()}"] + ([f"Kind.{message.also.upper()}"] if message.also else [])
        fields = "".join(f'("{f.name}", {_kind(f.type)[1]}), ' for f in message.fields).rstrip()
        lines.append(f'    {message.name}: Spec("{message.type}", ({", ".join(kinds)},), ({fields})),')
    lines += ["}", '"""How each message is written: its letters, its kinds, its fields in order."""', ""]
    return "\n".join(lines).replace("FieldKind, ", "")
