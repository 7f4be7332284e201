"""The codec: what is written can be read, in pieces of any size; what is damaged is not taken for anything
else."""

from __future__ import annotations

import dataclasses
from enum import Enum, IntFlag

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.tower import messages as m
from tabletop.tower.codec import Codec, EventId, ForeignHello, Frame, crc, decode, encode
from tabletop.tower.errors import OurProtocolError
from tabletop.tower.fields import FieldKind, Kind, Number


def values(kind: FieldKind) -> st.SearchStrategy:
    if isinstance(kind, Number):
        return st.integers(0, kind.most)
    if issubclass(kind, IntFlag):
        return st.integers(0, sum(kind)).map(kind)
    assert issubclass(kind, Enum)
    return st.sampled_from(list(kind))


def ids(kind: Kind) -> st.SearchStrategy:
    if kind is Kind.NOTICE:
        return st.none()
    if kind in (Kind.REQUEST, Kind.REPLY):
        return st.integers(0, 255)
    return st.builds(EventId, st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    message = draw(st.sampled_from(list(m.SPECS)))
    spec = m.SPECS[message]
    return Frame(
        message(*(draw(values(kind)) for _, kind in spec.fields)),
        draw(ids(draw(st.sampled_from(spec.kinds)))),
    )


def all_frames(codec: Codec, data: bytes) -> list[Frame | ForeignHello]:
    codec.receive(data)
    return list(codec.frames())


@settings(deadline=None)
@given(frames())
def test_every_message_comes_back_as_it_was_sent(frame: Frame) -> None:
    data = encode(frame.message, frame.id)
    assert len(data) <= m.FRAME_LIMIT
    assert all_frames(Codec(), data) == [frame]


@settings(deadline=None, max_examples=40)
@given(st.lists(frames(), max_size=5), st.data())
def test_a_stream_cut_anywhere_gives_the_same_frames(sent: list[Frame], data: st.DataObject) -> None:
    stream = b"".join(encode(frame.message, frame.id) for frame in sent)
    codec, heard = Codec(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        heard += all_frames(codec, stream[:size])
        stream = stream[size:]
    assert heard == sent
    assert codec.damaged == 0


@settings(deadline=None)
@given(frames(), st.binary(max_size=300))
def test_rubbish_before_a_frame_does_not_hide_it(frame: Frame, rubbish: bytes) -> None:
    assert all_frames(Codec(), rubbish + encode(frame.message, frame.id))[-1:] == [frame]


@settings(deadline=None)
@given(frames(), st.data())
def test_a_frame_with_one_damaged_byte_is_dropped(frame: Frame, data: st.DataObject) -> None:
    whole = encode(frame.message, frame.id)[:-2]
    at = data.draw(st.integers(1, len(whole) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    assert all_frames(Codec(), whole[:at] + bytes([other]) + whole[at + 1 :] + b"\r\n") == []


@settings(deadline=None, max_examples=40)
@given(st.binary(max_size=2000))
def test_rubbish_is_never_an_error(rubbish: bytes) -> None:
    codec = Codec()
    for byte in rubbish:
        all_frames(codec, bytes([byte]))


def test_the_crc_is_the_one_of_the_document() -> None:
    assert crc(b"123456789") == 0x29B1


def test_a_number_with_a_leading_zero_or_a_sign_is_refused() -> None:
    for text in ("07", "+7", " 7", "7_0", "٧", ""):
        body = f"RLQ,1,{text}".encode()
        assert decode(b"%b*%04X" % (body, crc(body))) is None


def test_lower_case_hexadecimal_is_refused() -> None:
    body = b"ARM,1,0000beef,TURN"
    assert decode(b"%b*%04X" % (body, crc(body))) is None


def test_an_endless_line_does_not_fill_the_memory() -> None:
    codec = Codec()
    for _ in range(100):
        assert all_frames(codec, b"$" + b"A" * 1000) == []
    assert codec.damaged >= 99


def test_the_hello_of_a_later_version_is_told_by_its_version() -> None:
    body = b"HEL,3,9,FFFF,nobody,knows,these"
    assert decode(b"%b*%04X" % (body, crc(body))) == ForeignHello(9)


def test_a_value_that_does_not_fit_cannot_be_sent() -> None:
    with pytest.raises(OurProtocolError, match="Arm"):
        encode(m.Arm(2**32, m.Mode.TURN), 1)
    with pytest.raises(OurProtocolError, match="id"):
        encode(m.AskStatus(), EventId(1, 1))


def test_every_field_of_every_message_stands_in_its_table() -> None:
    for message, spec in m.SPECS.items():
        assert [field.name for field in dataclasses.fields(message)] == [name for name, _ in spec.fields]
