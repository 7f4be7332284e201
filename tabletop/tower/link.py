"""The host's end of the line to the dice tower, as a pure machine: bytes and the time go in, bytes and
happenings come out. It knows no port and no clock, so a broken cable can be rehearsed a thousand times.

Theory of operation
-------------------
*Greeting.* After the port was opened the tower is asked who it is. Opening the port of a Nano restarts it,
so for a moment nothing is said unless the tower is heard first. A tower of another version, or another tower
than the one this match began with, is refused.

*Recovering.* If a roll is pending, the tower's journal is asked for its last roll. It is taken, once, when
its token is the pending turn's and its number is above the last one taken; otherwise the tower is armed
again with the same token, and the dice are thrown again. A roll is never invented and never told twice.

*Up.* Events are acknowledged every time they are heard and told once. One request is outstanding at a time;
it is repeated with the same number until it is answered or the tries are used up. Silence of three seconds,
an unanswered request or a lost port mean that the tower is lost; a new boot number means that it restarted,
and it is greeted again.

*Arming.* The link keeps wanting what it was last told to want: while a token is pending and the tower is
not armed with it, it is asked again every half second. So a cocked die or a restart needs no care from the
referee.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto
from typing import Final

from tabletop.tower import messages as m
from tabletop.tower import sentences
from tabletop.tower.codec import Codec, EventId, ForeignHello, Frame, encode
from tabletop.tower.errors import OurProtocolError
from tabletop.tower.happenings import (
    Answered,
    DiceDisturbed,
    Happening,
    Spoilt,
    StateChanged,
    ThrowSpoilt,
    TowerFaulty,
    TowerFound,
    TowerLost,
    TowerUnfit,
)
from tabletop.tower.requests import Requests
from tabletop.tower.rolls import RollBook, Wanted, adds_up, under_way

BOOT_SECONDS: Final = 2.5
"""A Nano restarts when its port is opened; its bootloader listens for about two seconds."""
GREET_SECONDS: Final = 0.5
ARM_SECONDS: Final = 0.5
SILENCE_SECONDS: Final = m.SILENCE_MS / 1000
NOBODY_SECONDS: Final = 8.0
"""After so long without a sound frame the port is probably not the tower's."""


class Phase(Enum):
    """How far the link has come."""

    CLOSED = auto()
    """There is no port."""
    GREETING = auto()
    """Waiting to hear who is there."""
    UP = auto()
    """The tower answers and is the right one."""
    REFUSED = auto()
    """Somebody answers who cannot be used."""


class Link:
    """One line to one tower. All times are seconds of any one clock that only goes forward."""

    def __init__(
        self, *, uid: int | None = None, last_roll: int | None = None, wanted: Wanted | None = None
    ) -> None:
        """``uid``: only this tower will do (None: the first that answers). ``last_roll``: the number of the
        last roll taken before, when a match is resumed; ``wanted``: the roll that was pending then."""
        self.phase = Phase.CLOSED
        self.hello: m.Hello | None = None
        self.status: m.Status | None = None
        self.uid = uid
        self._book = RollBook(last_roll, wanted)
        self._codec = Codec()
        self._requests = Requests()
        self._out: deque[bytes] = deque()
        self._happenings: deque[Happening] = deque()
        self._heard_at = self._opened_at = self._greeted_at = self._armed_at = 0.0
        self._last_event: EventId | None = None
        self._armed_with: int | None = None
        self._recovered = True
        self._said_nobody = False

    @property
    def wanted(self) -> Wanted | None:
        """The roll that is waited for."""
        return self._book.wanted

    @property
    def last_roll(self) -> int | None:
        """The number of the last roll taken; None before the first meeting."""
        return self._book.last_roll

    # ---- what the owner of the port calls

    def opened(self, now: float) -> None:
        """The port has been opened."""
        self._codec = Codec()
        self._requests.forget()
        self._out.clear()
        self.phase = Phase.GREETING
        self._said_nobody = False
        self._opened_at = self._heard_at = now
        self._greeted_at = now + BOOT_SECONDS - GREET_SECONDS

    def closed(self, now: float, reason: str) -> None:
        """The port is gone."""
        self._lose(now, reason)
        self.phase = Phase.CLOSED

    def receive(self, data: bytes, now: float) -> None:
        """These bytes have arrived."""
        if self.phase is Phase.CLOSED:
            return
        self._codec.receive(data)
        for frame in self._codec.frames():
            if isinstance(frame, ForeignHello):
                self._refuse(now, sentences.other_version(frame.protocol))
            elif self.phase is not Phase.REFUSED or isinstance(frame.message, m.Hello):
                self._take(frame, now)

    def tick(self, now: float) -> None:
        """Time has passed; to be called at least every tenth of a second."""
        if self.phase is Phase.UP:
            self._tick_up(now)
        elif self.phase is Phase.GREETING and now - self._greeted_at >= GREET_SECONDS:
            self._greet(now)
        if self.phase is Phase.GREETING and not self._said_nobody and now - self._heard_at > NOBODY_SECONDS:
            self._said_nobody = True
            self._happen(TowerUnfit(now, sentences.NOBODY))

    def outgoing(self) -> bytes:
        """The bytes to send now; they are given out once."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def happenings(self) -> tuple[Happening, ...]:
        """What has happened since the last call."""
        happened = tuple(self._happenings)
        self._happenings.clear()
        return happened

    # ---- what the referee asks for

    def arm(self, token: int, now: float, mode: m.Mode = m.Mode.TURN) -> None:
        """Wait for the roll of the turn that ``token`` names, 1 to 2**32 - 1, until it comes.

        Raises `OurProtocolError` for a token out of range."""
        if not 0 < token <= 0xFFFFFFFF:
            raise OurProtocolError(f"a turn's token is 1 to 4294967295, not {token}")
        self._book.wanted = Wanted(token, mode)
        self._armed_at = now - ARM_SECONDS
        self.tick(now)

    def disarm(self, now: float) -> None:
        """No roll is wanted any more."""
        self._book.wanted = None
        if self._armed_with is not None:
            self._armed_with = None
            self._ask(m.Disarm(), now)

    def ask(self, request: m.Message, now: float) -> None:
        """Make any other request; the reply comes as `Answered`. Raises `OurProtocolError` when not up."""
        if self.phase is not Phase.UP:
            raise OurProtocolError("the dice tower is not connected: nothing can be asked of it")
        self._requests.add(request, asked=True)
        self._send_request(now)

    # ---- greeting

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._requests.forget()
        self._requests.add(m.Greet(m.VERSION, m.VERSION))
        self._send_request(now)

    def _hello(self, hello: m.Hello, now: float) -> None:
        if hello.protocol != m.VERSION:
            self._refuse(now, sentences.other_version(hello.protocol))
        elif hello.table != m.TABLE:
            self._refuse(now, sentences.other_table(hello.table))
        elif self.uid is not None and hello.uid != self.uid:
            self._refuse(now, sentences.other_tower(hello.uid, self.uid))
        else:
            self._welcome(hello, now)

    def _welcome(self, hello: m.Hello, now: float) -> None:
        was_up = self.phase is Phase.UP
        if was_up and self.hello is not None and self.hello.boot == hello.boot:
            return
        if was_up:
            self._lose(now, "it restarted")
        self.hello = hello
        self.phase = Phase.UP
        self.uid = hello.uid
        self._armed_with = None
        self._happen(TowerFound(now, hello))
        self._recovered = not self._book.meet(hello)
        if not self._recovered:
            self._ask(m.AskRoll(0), now)
        self._ask(m.AskStatus(), now)

    def _refuse(self, now: float, reason: str) -> None:
        if self.phase is not Phase.REFUSED:
            self._lose(now, reason)
            self.phase = Phase.REFUSED
            self._happen(TowerUnfit(now, reason))

    def _lose(self, now: float, reason: str) -> None:
        for request in self._requests.forget():
            self._happen(Answered(now, request, None))
        self._out.clear()
        if self.phase is Phase.UP:
            self._happen(TowerLost(now, reason))
            self.phase = Phase.GREETING
            self._opened_at = self._greeted_at = now
        self._armed_with = None

    # ---- while it is up

    def _tick_up(self, now: float) -> None:
        if now - self._heard_at > SILENCE_SECONDS:
            self._lose(now, f"it has been silent for {SILENCE_SECONDS:.0f} seconds")
        elif self._requests.overdue(now) and self._requests.exhausted:
            self._lose(now, "it does not answer")
        elif self._requests.overdue(now):
            self._out.append(self._requests.again(now))
        elif (
            self.wanted is not None
            and self._armed_with != self.wanted.token
            and self._recovered
            and self._requests.idle
            and now - self._armed_at >= ARM_SECONDS
        ):
            self._armed_at = now
            self._ask(m.Arm(self.wanted.token, self.wanted.mode), now)

    def _ask(self, request: m.Message, now: float) -> None:
        self._requests.add(request)
        self._send_request(now)

    def _send_request(self, now: float) -> None:
        frame = self._requests.next(now)
        if frame is not None:
            self._out.append(frame)

    def _take(self, frame: Frame, now: float) -> None:
        self._heard_at = now
        message = frame.message
        if isinstance(message, m.Hello):
            self._requests.answered(frame.id if isinstance(frame.id, int) else None, m.Greet)
            self._hello(message, now)
        elif isinstance(frame.id, EventId):
            self._event(frame.id, message, now)
        elif isinstance(frame.id, int):
            self._reply(frame.id, message, now)
        elif self.phase is Phase.GREETING:
            if now - self._greeted_at >= GREET_SECONDS or self._requests.idle:
                self._greet(now)  # it is awake already
        elif isinstance(message, m.Heartbeat):
            self._check_boot(message.boot, now)
        elif isinstance(message, m.Status):
            self._status(message, now)
        self._send_request(now)

    def _check_boot(self, boot: int, now: float) -> None:
        """It restarted, and its hello was not heard."""
        if self.hello is not None and boot != self.hello.boot:
            self._lose(now, "it restarted")
            self._greet(now)

    def _status(self, status: m.Status, now: float) -> None:
        if self.status is None or status.state is not self.status.state:
            self._happen(StateChanged(now, status.state))
        self.status = status
        if status.state is not m.State.ARMED and not under_way(status.state):
            self._armed_with = None
        self._happen(self._book.look(status, now))

    # ---- replies

    def _reply(self, number: int, reply: m.Message, now: float) -> None:
        answered = self._requests.answered(number)
        if answered is None:
            return  # the answer to a repetition, or to what nobody waits for any more
        if answered.asked:
            self._happen(Answered(now, answered.request, reply))
            return
        match answered.request, reply:
            case m.Greet(), m.Refused(m.Reason.VERSION):
                self._refuse(now, sentences.REFUSES_VERSION)
            case m.AskRoll(), m.LoggedRoll():
                self._recovered = True
                self._happen(self._book.replayed(reply, now))
            case m.AskRoll(), m.Refused(m.Reason.BUSY):
                self._ask(m.AskRoll(0), now)
            case m.AskRoll(), m.Refused():
                self._recovered = True
            case m.Arm(token=token), m.Ok():
                self._book.in_hand()
                if self.wanted is not None and self.wanted.token == token:
                    self._armed_with = token
            case m.Arm(), m.Refused():
                self._ask(m.AskStatus(), now)
            case m.AskStatus(), m.Status():
                self._status(reply, now)

    # ---- events

    def _event(self, id: EventId, event: m.Message, now: float) -> None:  # noqa: A002
        if self.hello is None or self.phase is not Phase.UP:
            self._greet(now)  # it will say it again
            return
        if id.boot != self.hello.boot:
            self._check_boot(id.boot, now)
            return
        if isinstance(event, m.Roll) and not adds_up(event):
            return
        self._out.append(encode(m.Received(), id))
        if self._last_event is not None and not _later(id, self._last_event):
            return
        self._last_event = id
        self._tell(event, id.boot, now)

    def _tell(self, event: m.Message, boot: int, now: float) -> None:
        match event:
            case m.Roll():
                self._armed_with = None
                self._happen(self._book.live(event, boot, now))
            case m.Cocked():
                self._spoil(ThrowSpoilt(now, Spoilt.COCKED, event.pockets))
            case m.Missing():
                self._spoil(ThrowSpoilt(now, Spoilt.MISSING, event.pockets))
            case m.Placed():
                self._spoil(ThrowSpoilt(now, Spoilt.PLACED, event.pockets))
            case m.Lifted():
                self._happen(self._book.lifted(event, now))
            case m.Disturbed():
                self._happen(DiceDisturbed(now, event.pockets))
            case m.Faulty():
                self._armed_with = None
                self._happen(TowerFaulty(now, event.fault, event.argument))

    def _spoil(self, throw: ThrowSpoilt) -> None:
        self._armed_with = None
        self._book.in_hand()
        self._happen(throw)

    def _happen(self, happening: Happening | None) -> None:
        if happening is not None:
            self._happenings.append(happening)


def _later(id: EventId, last: EventId) -> bool:  # noqa: A002
    return id.boot != last.boot or 0 < (id.number - last.number) % 0x10000 < 0x8000
