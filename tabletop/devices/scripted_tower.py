"""A dice tower that exists only in Python: it speaks the tower's protocol and throws the dice it was told to.
It has no optics; what it is for is everything that comes after the dice lie still. Fast, and the same every
time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from tabletop.devices.errors import PortLostError
from tabletop.tower import messages as m
from tabletop.tower.codec import Codec, EventId, ForeignHello, Frame, FrameId, encode

FALL_MS: Final = 300
"""After a beam; then the dice have arrived, and are read until the readings agree."""
SETTLE_MS: Final = 1200
NUDGE_MS: Final = 700
BOOT_MS: Final = 800
_POCKETS: Final = {"left": m.Pockets.LEFT, "right": m.Pockets.RIGHT}
_BOTH: Final = m.Pockets.LEFT | m.Pockets.RIGHT


class ScriptedTower:
    """A `VirtualTower`. Its memory survives `power` and `reboot`, as the real one's does."""

    def __init__(
        self, rolls: Iterable[tuple[int, int]] = (), *, uid: int = 0x5C81B7ED, auto_ms: int | None = None
    ) -> None:
        """``rolls``: thrown by `throw_next`, or by itself ``auto_ms`` after the tower was armed."""
        self.rolls = deque(rolls)
        self.uid = uid
        self._auto_ms = auto_ms
        self._journal: list[m.LoggedRoll] = []
        self._boot = 0
        self._now = 0.0
        self._plugged = self._powered = True
        self._out = bytearray()
        self._trouble: dict[str, tuple[m.Message, int]] = {}
        self._in_pockets: dict[str, int] = {}
        self._start(m.Reset.POWER)

    def _start(self, why: m.Reset) -> None:
        self._boot += 1
        self._reset = why
        self._started = self._now
        self._beat_at = self._now + m.HEARTBEAT_MS
        self._codec = Codec()
        self._events: deque[m.Message] = deque()
        self._event_number = 1
        self._told_at: float | None = None
        self._token = 0
        self._mode = m.Mode.TURN
        self._state = m.State.TESTING
        self._falls_until = 0.0
        self._settles_at: float | None = None
        self._auto_at: float | None = None
        self._beams_passed: set[str] = set()
        self._lifted = False
        self._last_answer: tuple[FrameId, m.Message, m.Message] | None = None
        self._say(self._hello(), None)

    # ---- TowerPort

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        if not self._plugged:
            raise PortLostError("the scripted cable is pulled")
        data = bytes(self._out)
        self._out.clear()
        return data

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        if not self._plugged:
            raise PortLostError("the scripted cable is pulled")
        if not self._powered:
            return
        self._codec.receive(data)
        for frame in self._codec.frames():
            if not isinstance(frame, ForeignHello):
                self._take(frame)

    def close(self) -> None:
        """See `TowerPort.close`."""
        self._plugged = False

    # ---- VirtualTower

    def run(self, milliseconds: float) -> None:
        """See `VirtualTower.run`."""
        self._now += milliseconds
        if not self._powered:
            return
        if self._state is m.State.TESTING and self._now - self._started >= BOOT_MS:
            self._become(m.State.VOID if self._in_pockets else m.State.IDLE)
        if self._auto_at is not None and self._now >= self._auto_at:
            self._auto()
        if self._state is m.State.TUMBLING and self._now >= self._falls_until:
            self._become(m.State.SETTLING)
        if self._settles_at is not None and self._now >= self._settles_at:
            self._settle()
        if self._now >= self._beat_at:
            self._beat_at += m.HEARTBEAT_MS
            health = m.Health.NONE
            self._say(
                m.Heartbeat(int(self._now - self._started), self._boot, self._state, health, 5000, 0), None
            )
        self._tell()

    def throw(self, left: int | None, right: int | None) -> None:
        """See `VirtualTower.throw`."""
        for pocket, face in (("left", left), ("right", right)):
            if face is not None:
                self._in_pockets[pocket] = face
                self._beams_passed.add(pocket)
        if self._state in (m.State.IDLE, m.State.ARMED, m.State.SETTLING):
            self._become(m.State.TUMBLING)
        if self._state is m.State.TUMBLING:
            self._falls_until = self._now + FALL_MS
            self._settles_at = self._now + SETTLE_MS

    def throw_next(self) -> tuple[int, int]:
        """Throw the next roll of the script and return it. Raises `IndexError` when there is none left."""
        roll = self.rolls.popleft()
        self.throw(*roll)
        return roll

    def lift(self, pocket: str) -> None:
        """See `VirtualTower.lift`."""
        if self._in_pockets.pop(pocket, None) is None or not self._powered:
            return
        if self._state is m.State.HELD and not self._lifted:
            self._lifted = True
            self._happen(m.Lifted(_POCKETS[pocket]))
        if not self._in_pockets and self._state in (m.State.HELD, m.State.VOID):
            self._become(m.State.IDLE)

    def place(self, pocket: str, face: int) -> None:
        """See `VirtualTower.place`."""
        self._in_pockets[pocket] = face
        if self._state in (m.State.IDLE, m.State.ARMED):
            self._void(m.Placed(_POCKETS[pocket]))

    def bump(self, pocket: str, face: int) -> None:
        """See `VirtualTower.bump`."""
        if pocket in self._in_pockets and self._in_pockets[pocket] != face:
            self._in_pockets[pocket] = face
            if self._state is m.State.HELD:
                self._happen(m.Disturbed(_POCKETS[pocket]))

    def cock(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.cock`."""
        self._trouble[pocket] = (m.Cocked(_POCKETS[pocket], 3), nudges)

    def jam(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.jam`."""
        self._trouble[pocket] = (m.Missing(_POCKETS[pocket]), nudges)

    def reboot(self) -> None:
        """See `VirtualTower.reboot`."""
        if self._powered:
            self._start(m.Reset.EXTERNAL)

    def power(self, on: bool) -> None:
        """See `VirtualTower.power`."""
        if on and not self._powered:
            self._powered = True
            self._start(m.Reset.POWER)
        self._powered = on

    def unplug(self) -> None:
        """See `VirtualTower.unplug`."""
        self._plugged = False
        self._out.clear()

    def plug(self) -> None:
        """See `VirtualTower.plug`."""
        self._plugged = True
        self._codec = Codec()

    # ---- what the tower does

    def _auto(self) -> None:
        if self._state is m.State.HELD:
            for pocket in tuple(self._in_pockets):
                self.lift(pocket)
            self._auto_at = None
        elif self.rolls:
            self.throw_next()
            self._auto_at = None

    def _settle(self) -> None:
        self._settles_at = None
        if self._mode is m.Mode.OPENING and self._beams_passed != set(_POCKETS):
            return  # the other die comes in its own time
        for pocket, (trouble, nudges) in tuple(self._trouble.items()):
            if pocket in self._beams_passed:
                del self._trouble[pocket]
                if nudges == 0:
                    self._void(trouble)
                    return
                self._settles_at = self._now + NUDGE_MS * nudges
                return
        missing = [_POCKETS[p] for p in _POCKETS if p not in self._in_pockets]
        if missing:
            self._void(m.Missing(sum(missing, m.Pockets.NONE)))
        else:
            self._report()

    def _report(self) -> None:
        left, right = self._in_pockets["left"], self._in_pockets["right"]
        number = len(self._journal) + 1
        flags = m.RollFlags.NONE if self._token else m.RollFlags.UNARMED
        if self._mode is m.Mode.OPENING:
            flags |= m.RollFlags.OPENING
        self._journal.append(
            m.LoggedRoll(number, left, right, self._token, self._boot, flags | m.RollFlags.REPLAY)
        )
        self._happen(m.Roll(number, left, right, 7 - left, 7 - right, 10, self._token, SETTLE_MS, flags))
        self._disarm()
        self._lifted = False
        self._become(m.State.HELD)
        self._auto_at = None if self._auto_ms is None else self._now + self._auto_ms

    def _void(self, event: m.Message) -> None:
        self._happen(event)
        self._disarm()
        self._become(m.State.VOID if self._in_pockets else m.State.IDLE)

    def _disarm(self) -> None:
        self._token = 0
        self._mode = m.Mode.TURN
        self._beams_passed = set()

    def _become(self, state: m.State) -> None:
        self._state = state
        self._say(self._status(), None)

    # ---- what the tower says

    def _hello(self) -> m.Hello:
        return m.Hello(m.VERSION, m.TABLE, 100, self.uid, self._boot, self._reset, 0xCA1B, len(self._journal))

    def _status(self) -> m.Status:
        present = sum((_POCKETS[p] for p in self._in_pockets), m.Pockets.NONE)
        left, right = (self._in_pockets.get(p, 0) for p in ("left", "right"))
        return m.Status(self._state, m.Pockets.NONE, m.Pockets(present), left, right)

    def _say(self, message: m.Message, id: FrameId) -> None:  # noqa: A002
        if self._plugged:
            self._out += encode(message, id)

    def _happen(self, event: m.Message) -> None:
        self._events.append(event)

    def _tell(self) -> None:
        due = self._told_at is None or self._now - self._told_at >= m.EVENT_FIRST_RETRY_MS
        if self._events and due:
            self._told_at = self._now
            self._say(self._events[0], EventId(self._boot, self._event_number))

    def _take(self, frame: Frame) -> None:
        if isinstance(frame.message, m.Received):
            if self._events and frame.id == EventId(self._boot, self._event_number):
                self._events.popleft()
                self._event_number += 1
                self._told_at = None
            return
        if self._last_answer is not None and self._last_answer[:2] == (frame.id, frame.message):
            self._say(self._last_answer[2], frame.id)
            return
        answer = self._answer(frame.message)
        self._last_answer = None if isinstance(frame.message, m.Greet) else (frame.id, frame.message, answer)
        self._say(answer, frame.id)

    def _answer(self, request: m.Message) -> m.Message:
        match request:
            case m.Greet(lowest, highest):
                return self._hello() if lowest <= m.VERSION <= highest else m.Refused(m.Reason.VERSION)
            case m.Arm(token, mode):
                return self._arm(token, mode)
            case m.Disarm():
                if self._state is m.State.ARMED:
                    self._disarm()
                    self._become(m.State.IDLE)
                return m.Ok()
            case m.AskStatus():
                return self._status()
            case m.AskRoll(back):
                return self._journal[-1 - back] if back < len(self._journal) else m.Refused(m.Reason.NONE)
            case m.SelfTest():
                return m.SelfTestResult(0, 0, 0, m.Pockets.NONE, 3000, 3000, 5000)
            case m.Nudge():
                return m.Ok()
            case _:
                return m.Refused(m.Reason.UNKNOWN)

    def _arm(self, token: int, mode: m.Mode) -> m.Message:
        if self._state not in (m.State.IDLE, m.State.ARMED):
            return m.Refused(m.Reason.BUSY)
        self._token, self._mode = token, mode
        self._become(m.State.ARMED)
        self._auto_at = None if self._auto_ms is None else self._now + self._auto_ms
        return m.Ok()
