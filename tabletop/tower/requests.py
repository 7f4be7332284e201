"""The requests of the host: one at a time, repeated with the same number until it is answered, a bounded
number of times. The rest wait their turn."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from tabletop.tower import messages as m
from tabletop.tower.codec import encode

TIMEOUT_SECONDS: Final = m.HOST_TIMEOUT_MS / 1000


@dataclass(frozen=True, slots=True)
class Request:
    """A request and who wants the answer."""

    request: m.Message
    asked: bool = False
    """Somebody outside the link waits for the answer."""


class Requests:
    """The queue, and the one that is outstanding."""

    def __init__(self) -> None:
        self._waiting: deque[Request] = deque()
        self._current: Request | None = None
        self._frame = b""
        self._number = 0
        self._tries = 0
        self._sent_at = 0.0

    @property
    def idle(self) -> bool:
        """Nothing is outstanding and nothing waits."""
        return self._current is None and not self._waiting

    @property
    def exhausted(self) -> bool:
        """The outstanding request has been sent as often as it may."""
        return self._tries >= m.HOST_TRIES

    def add(self, request: m.Message, *, asked: bool = False) -> None:
        """Queue a request."""
        self._waiting.append(Request(request, asked))

    def next(self, now: float) -> bytes | None:
        """The frame of the next request, when none is outstanding and one waits."""
        if self._current is not None or not self._waiting:
            return None
        self._current = self._waiting.popleft()
        self._number = (self._number + 1) % 0x100
        self._frame = encode(self._current.request, self._number)
        self._tries = 1
        self._sent_at = now
        return self._frame

    def overdue(self, now: float) -> bool:
        """The outstanding request should have been answered by now."""
        return self._current is not None and now - self._sent_at > TIMEOUT_SECONDS

    def again(self, now: float) -> bytes:
        """The outstanding request once more."""
        self._tries += 1
        self._sent_at = now
        return self._frame

    def answered(self, number: int | None, kind: type | None = None) -> Request | None:
        """The outstanding request, if this is its number (and it is of ``kind``). It is then done with."""
        current = self._current
        if current is None or number != self._number or (kind and not isinstance(current.request, kind)):
            return None
        self._current = None
        return current

    def forget(self) -> tuple[m.Message, ...]:
        """Drop everything; gives back the requests somebody outside waits for."""
        everything = [self._current, *self._waiting]
        self._current = None
        self._waiting.clear()
        return tuple(r.request for r in everything if r is not None and r.asked)
