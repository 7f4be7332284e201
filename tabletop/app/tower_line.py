"""The line to the dice tower, kept alive: pulled cables, restarts and lost bytes are the link's affair, what
reaches the referee are rolls, each once.

The link is told which roll is wanted; it sees to it that the tower is armed with it. A wish names how many
rolls had been heard when it was made, so that a wish that has not yet heard of the latest roll is not taken
for the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from tabletop.app.tower_events import referee_event, session_line
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import TowerPort
from tabletop.referee import Event, Phase, State, TowerLost
from tabletop.tower import happenings as h
from tabletop.tower import messages as m
from tabletop.tower.link import Link
from tabletop.tower.link import Phase as LinkPhase

RETRY_SECONDS: Final = 1.0
"""Between two tries to open a port that is not there."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The roll the referee waits for."""

    mode: m.Mode
    heard: int
    """Rolls that had been heard when it was wished for."""


def wish(state: State, heard: int) -> Wish | None:
    """What roll is wanted now; None once the match is over."""
    match state.phase:
        case Phase.MATCH_OVER:
            return None
        case Phase.SETTING_UP | Phase.OPENING:
            return Wish(m.Mode.OPENING, heard)
        case _:
            return Wish(m.Mode.TURN, heard)


@dataclass(frozen=True, slots=True)
class Heard:
    """Something the tower or a button said."""

    event: Event
    line: dict[str, object] | None = None
    """The same for ``events.jsonl``; None where a session does not record it."""
    reason: str | None = None
    """Why, where something is lost."""


@dataclass(slots=True, eq=False)
class TowerLine:
    """One tower. Its owner calls `step` often; `want` may be called from another thread."""

    open: Callable[[], TowerPort]
    """Opens the port. Raises `DeviceError` while that cannot be done."""
    link: Link = field(default_factory=Link)
    rolls: int = field(default=0, init=False)
    """Rolls told so far."""
    _port: TowerPort | None = field(default=None, init=False)
    _met: bool = field(default=False, init=False)
    """It has been opened once, or it has been said that it is not there: what comes then the link tells."""
    _tried_at: float | None = field(default=None, init=False)
    _wish: Wish | None = field(default=None, init=False)
    _armed: Wish | None = field(default=None, init=False)
    _tokens: int = field(default=0, init=False)

    def want(self, wished: Wish | None) -> None:
        """From now on this roll is waited for."""
        self._wish = wished

    def step(self, now: float) -> list[Heard]:
        """Exchange what there is to exchange; ``now`` in seconds since the session began."""
        missed = []
        try:
            self._exchange(now)
        except DeviceError as error:
            missed = self._missed(now, error)
            if self.link.phase is not LinkPhase.CLOSED:
                self.link.closed(now, str(error))
            self._give_up_port()
        return missed + self._told()

    def close(self) -> None:
        """Give the port back."""
        self._give_up_port()

    def _missed(self, now: float, error: DeviceError) -> list[Heard]:
        """A tower that has not been there from the beginning is lost, too; that is said once."""
        if self._met:
            return []
        self._met = True
        return [Heard(TowerLost(at=now), None, str(error))]

    def _exchange(self, now: float) -> None:
        if self._port is None:
            if self._tried_at is not None and now - self._tried_at < RETRY_SECONDS:
                return
            self._tried_at = now
            port = self.open()
            port.read()
            self._port = port
            self._met = True
            self.link.opened(now)
        self._arm(now)
        self.link.receive(self._port.read(), now)
        self.link.tick(now)
        data = self.link.outgoing()
        if data:
            self._port.write(data)

    def _arm(self, now: float) -> None:
        wished = self._wish
        if wished == self._armed:
            return
        if wished is None:
            self.link.disarm(now)
        elif wished.heard < self.rolls:
            return  # it has not heard of the latest roll yet
        else:
            self._tokens += 1  # a new one also where only the mode is another: the tower must be armed anew
            self.link.arm(self._tokens, now, wished.mode)
        self._armed = wished

    def _told(self) -> list[Heard]:
        told = []
        for happening in self.link.happenings():
            if isinstance(happening, h.Rolled):
                happening = self._as_wished(happening)
                self.rolls += 1
            event = referee_event(happening)
            if event is not None:
                reason = getattr(happening, "reason", None)
                told.append(Heard(event, session_line(happening), reason))
        return told

    def _as_wished(self, roll: h.Rolled) -> h.Rolled:
        """Two dice thrown before the tower could be told that this is the opening: it is."""
        wished = self._wish
        opening = wished is not None and wished.mode is m.Mode.OPENING and wished.heard == self.rolls
        return replace(roll, mode=m.Mode.OPENING) if opening else roll

    def _give_up_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
