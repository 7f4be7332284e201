"""What the program tells systemd: that the table is ready, what it is doing, and that it still sees.

A service manager can only help a program that hangs if it can tell that it hangs. Here the sign of life is
not that a loop goes round but that the board is being looked at: systemd is told so when a frame that has
just been exposed has just been read, and at no other time. A camera that stalls, a picture that comes twice
and a frame that waited too long all leave it untold, and after ``WatchdogSec`` of that it starts the program
afresh.

The protocol is one datagram of ``NAME=value`` lines to a Unix socket (sd_notify(3)); outside systemd there is
no such socket, and nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

OLDEST_FRAME = 1.0
"""Seconds between the exposure of a frame and its having been read beyond which it proves nothing: the
reading takes milliseconds, and a game at the table does not outrun a second."""

_EARLIEST = -0.1  # seconds: a camera's clock and ours are the same, but not read at the same moment
_SHARE = 4  # so many signs of life fit into the manager's patience: one that gets lost does no harm


@dataclass(frozen=True, slots=True)
class ServiceManager:
    """Whoever started us and wants to know how we are; nobody, when ``address`` is None."""

    address: str | None = None
    """The path of a Unix datagram socket; a leading ``@`` stands for the kernel's own name space."""
    patience: float | None = None
    """Seconds without a sign of life after which the program is killed; None: it is not watched."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], process: int) -> ServiceManager:
        """The manager that the ``environment`` of the process with this number names (sd_notify(3),
        sd_watchdog_enabled(3)); what was meant for another process is left alone."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        patience = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(process)) == str(process)
        watched = ours and patience.isdecimal() and int(patience) > 0
        return cls(address, int(patience) / 1e6 if watched else None)

    def ready(self) -> bool:
        """The page answers and the referee listens. Returns whether anybody was told, as all of these do."""
        return self._tell("READY=1")

    def status(self, sentence: str) -> bool:
        """One line for ``systemctl status``."""
        return self._tell("STATUS=" + " ".join(sentence.split()))

    def stopping(self) -> bool:
        """The program was asked to end and is putting things away."""
        return self._tell("STOPPING=1")

    def alive(self) -> bool:
        """A sign of life; for `Watchdog` alone to give."""
        return self._tell("WATCHDOG=1")

    def _tell(self, line: str) -> bool:
        """A manager that cannot be reached must not stop a match: the watchdog is there for that case."""
        if self.address is None:
            return False
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line_out:
            line_out.setblocking(False)
            try:
                line_out.sendto(line.encode(), address)
            except OSError:
                return False
        return True


def service_manager() -> ServiceManager:
    """The manager of this process."""
    return ServiceManager.from_environment(os.environ, os.getpid())


class Watchdog:
    """Gives the service manager its signs of life, one for a frame that was freshly read, and not more often
    than is of use. It is fed by whoever reads frames, and by one thread only."""

    def __init__(self, manager: ServiceManager, oldest: float = OLDEST_FRAME) -> None:
        self._manager = manager
        self._oldest = oldest
        self._number: int | None = None
        self._exposed = float("-inf")
        self._told = float("-inf")

    def frame_read(self, number: int, exposed: float, now: float) -> bool:
        """A frame has been read: its ``number``, when it was ``exposed`` and what time it is ``now``, both in
        seconds of `time.monotonic`. Returns whether it was fresh: newer than all before, and not old."""
        newer = (self._number is None or number > self._number) and exposed > self._exposed
        if not newer or not _EARLIEST <= now - exposed <= self._oldest:
            return False
        self._number, self._exposed = number, exposed
        patience = self._manager.patience
        if patience is not None and now - self._told >= patience / _SHARE and self._manager.alive():
            self._told = now
        return True
