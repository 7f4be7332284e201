"""Bytes from the dice tower become messages, messages become bytes. A frame is one line that a person can
read: ``$ROL,3.17,41,6,1,1,6,8,0000002A,1180,0*5C0E``. A frame that is damaged in any way is dropped and
counted, never repaired: whoever sent it will say it again."""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tabletop.tower.errors import OurProtocolError
from tabletop.tower.fields import Kind, Spec, read_field, write_field
from tabletop.tower.messages import FRAME_LIMIT, SPECS, Hello, Message

_BY_LETTERS: Final[Mapping[str, type]] = {spec.letters: message for message, spec in SPECS.items()}
_END: Final = b"\r"


@dataclass(frozen=True, slots=True)
class EventId:
    """The name of an event: in which boot of the tower it happened, and its running number there."""

    boot: int
    number: int


FrameId = int | EventId | None
"""The number of a request and its reply, the name of an event, or none for a notice."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A message and what it is an answer to, or is to be acknowledged as."""

    message: Message
    id: FrameId


@dataclass(frozen=True, slots=True)
class ForeignHello:
    """A tower introduced itself in a version of the protocol whose other fields are not known here."""

    protocol: int


def crc(body: bytes) -> int:
    """CRC-16, polynomial 0x1021, initial value 0xFFFF."""
    return binascii.crc_hqx(body, 0xFFFF)


def encode(message: Message, id: FrameId) -> bytes:  # noqa: A002 (the protocol's word)
    """The frame of a message, CR LF included.

    Raises `OurProtocolError` for a value that does not fit its field."""
    spec = SPECS[type(message)]
    if not any(_fits(kind, id) for kind in spec.kinds):
        raise OurProtocolError(f"{type(message).__name__} cannot carry the id {id!r}")
    try:
        fields = [write_field(kind, getattr(message, name)) for name, kind in spec.fields]
    except (ValueError, AttributeError) as error:
        raise OurProtocolError(f"{message!r} cannot be sent: {error}") from error
    body = ",".join([spec.letters, _write_id(id), *fields]).encode("ascii")
    return b"$%b*%04X\r\n" % (body, crc(body))


def decode(line: bytes) -> Frame | ForeignHello | None:
    """What stands between ``$`` and CR, understood; None when it is damaged or not of this protocol."""
    body, star, check = line.rpartition(b"*")
    if not star or len(check) != 4 or b"%04X" % crc(body) != check:
        return None
    try:
        letters, id_text, *fields = body.decode("ascii").split(",")
        return _understand(letters, id_text, fields)
    except (ValueError, KeyError):  # UnicodeDecodeError is a ValueError
        return None


def _understand(letters: str, id_text: str, fields: list[str]) -> Frame | ForeignHello | None:
    message = _BY_LETTERS[letters]
    spec: Spec = SPECS[message]
    frame_id = _read_id(id_text)
    if not any(_fits(kind, frame_id) for kind in spec.kinds):
        return None
    try:
        values = [read_field(kind, text) for (_, kind), text in zip(spec.fields, fields, strict=True)]
    except (ValueError, KeyError):
        # Whatever later versions add to it, a hello begins with the version it is written in.
        return ForeignHello(int(fields[0])) if message is Hello and fields and fields[0].isdigit() else None
    return Frame(message(*values), frame_id)


def _fits(kind: Kind, id: FrameId) -> bool:  # noqa: A002
    if kind is Kind.NOTICE:
        return id is None
    if kind in (Kind.EVENT, Kind.ACKNOWLEDGEMENT):
        return isinstance(id, EventId)
    return isinstance(id, int) and 0 <= id <= 0xFF


def _write_id(id: FrameId) -> str:  # noqa: A002
    if id is None:
        return "-"
    return f"{id.boot}.{id.number}" if isinstance(id, EventId) else str(id)


def _read_id(text: str) -> FrameId:
    if text == "-":
        return None
    parts = [_small(part) for part in text.split(".")]
    if len(parts) == 1:
        return parts[0]
    boot, number = parts
    return EventId(boot, number)


def _small(text: str) -> int:
    value = int(text)
    if str(value) != text or value > 0xFFFF:
        raise ValueError(text)
    return value


class Codec:
    """Collects bytes as they come, in pieces of any size, and gives out the sound frames in them."""

    def __init__(self) -> None:
        self._buffer = b""
        self.damaged = 0
        """Frames dropped so far because they were damaged, unfinished or unknown."""

    def receive(self, data: bytes) -> None:
        """More bytes have arrived."""
        self._buffer += data

    def frames(self) -> Iterator[Frame | ForeignHello]:
        """The sound frames among what has arrived; each is given out once."""
        *lines, rest = self._buffer.split(_END)
        self._buffer = self._unfinished(rest)
        for line in lines:
            start = line.rfind(b"$")  # a frame that was cut off by the next one is lost
            if start < 0:
                continue
            self.damaged += line.count(b"$") - 1
            text = line[start + 1 :]
            frame = decode(text) if len(text) + 3 <= FRAME_LIMIT else None
            if frame is None:
                self.damaged += 1
            else:
                yield frame

    def _unfinished(self, rest: bytes) -> bytes:
        start = rest.rfind(b"$")
        if start < 0:
            return b""
        if len(rest) - start > FRAME_LIMIT:
            self.damaged += 1
            return b""
        return rest[start:]
