"""Turns the message table into `docs/protocol.md`."""

# ruff: noqa: E501 (the rows of a Markdown table are one line each)

from __future__ import annotations

from tables import Protocol

TYPES = {
    "u8": "0–255",
    "u16": "0–65535",
    "u32": "0–4294967295",
    "x16": "4 hex digits",
    "x32": "8 hex digits",
}

HEAD = """# The dice tower's protocol

<!-- Made from firmware/tables/messages.toml by `make tables`. Do not edit. -->

Version {version}, table `{table:04X}`. {baud} baud, 8 data bits, no parity, 1 stop bit. A person with a terminal
can read it; a stranger can implement it from this page.

## Frames
`$` TYPE `,` id (`,` field)* `*` CRC CR LF: printable ASCII, at most {frame_limit} bytes. The CRC is four upper-case
hexadecimal digits, CRC-16 with polynomial 0x1021 and initial value 0xFFFF over everything between `$` and `*`
(Python: `binascii.crc_hqx(body, 0xFFFF)`; avr-libc: `_crc_xmodem_update`). A frame that is damaged, too
long or unfinished is dropped and counted; `$` always begins a new one.

Decimal fields carry no sign and no leading zeros. Hexadecimal fields carry all their digits, in upper case.

| kind | id | who says it | repeated? |
|---|---|---|---|
| request | number 0–255, chosen by the host | host | after {host_timeout_ms} ms without an answer, at most {host_tries} times in all |
| reply | the number of the request | tower | told again when the request comes again |
| event | `boot.n`: the tower's boot counter and a running number | tower | after {event_first_retry_ms} ms, then ever slower up to every {event_last_retry_ms} ms, until acknowledged |
| acknowledgement | the id of the event | host | whenever the event is heard, also a second time |
| notice | `-` | tower | never |

One request and one event are outstanding at a time. A request that changes something is safe to repeat with the same
number: the tower answers a repeated number from memory and does nothing twice. The host drops an event whose id it has
already had. Every {heartbeat_ms} ms the tower sends a heartbeat; after {silence_ms} ms without a valid frame the host
treats the tower as lost.

## A roll
1. The host arms the tower with a token that names the turn.
2. The dice fall, settle and are read. That they fall is told by `STA` with `TUMBLING`: the turn before is over from
   then on, though nobody can say yet what was rolled.
3. The roll is written to the tower's memory, then sent as `ROL` until acknowledged, and latched: whatever happens to
   the dice afterwards is `DST` or `LFT`, never a second `ROL`.
4. The host acknowledges. When a die is lifted the tower says `LFT`: the turn is over. When both pockets are empty
   it is ready to be armed again.

After a broken connection or a restart of the tower the host says `HI`, then `RLQ,0`. A journalled roll is taken, once,
only when its token is the pending turn's and its number is above the last one taken. Otherwise the dice are thrown again.
A roll number that jumps by more than one tells the host that it missed rolls.
"""


def protocol_document(protocol: Protocol) -> str:
    """The whole page."""
    lines = [HEAD.format(table=protocol.check, **protocol.settings)]
    for title, who in (
        ("Host to tower", ("request", "acknowledgement")),
        ("Tower to host", ("reply", "event", "notice")),
    ):
        lines.append(f"## {title}")
        for message in protocol.messages:
            if message.kind not in who:
                continue
            kind = f"{message.kind} or {message.also}" if message.also else message.kind
            example = ",".join([message.type, "id", *(f.name for f in message.fields)])
            lines += [
                f"### {message.type}: {message.name}",
                f"*{kind}* · `${example}*CRC`",
                "",
                message.doc,
                "",
            ]
            described = [f for f in message.fields if f.doc]
            if described:
                lines += ["| field | values | meaning |", "|---|---|---|"]
                lines += [
                    f"| {f.name} | {TYPES.get(f.type, f'[{f.type}](#{f.type.lower()})')} | {f.doc} |"
                    for f in described
                ]
                lines.append("")
    lines.append("## Words")
    for words in protocol.words:
        lines += [f"### {words.name}", words.doc, "", "| word | meaning |", "|---|---|"]
        lines += [f"| `{value}` | {doc} |" for value, doc in words.values] + [""]
    lines.append("## Flags")
    for flags in protocol.flags:
        lines += [f"### {flags.name}", flags.doc, "", "| value | name | meaning |", "|---|---|---|"]
        lines += [f"| {1 << i} | {value} | {doc} |" for i, (value, doc) in enumerate(flags.values)] + [""]
    return "\n".join(lines).rstrip() + "\n"
