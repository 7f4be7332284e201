"""A port that misbehaves on request: it loses frames, says them twice, garbles their bytes, or is slow.
What it does is decided by a seed, so a failure has a number and can be repeated."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tabletop.devices.ports import TowerPort


@dataclass(frozen=True, slots=True)
class Rudeness:
    """How likely each piece of bad manners is, for every line in either direction (0 to 1)."""

    drop: float = 0.0
    repeat: float = 0.0
    garble: float = 0.0


class RudePort:
    """A `TowerPort` around another one."""

    def __init__(self, port: TowerPort, rudeness: Rudeness, seed: int) -> None:
        self._port = port
        self._rudeness = rudeness
        self._random = random.Random(seed)  # noqa: S311 (to be repeatable)
        self._unfinished = b""

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        *lines, self._unfinished = (self._unfinished + self._port.read()).split(b"\n")
        return b"".join(self._mistreat(line + b"\n") for line in lines)

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        rude = b"".join(self._mistreat(line) for line in data.splitlines(keepends=True))
        if rude:
            self._port.write(rude)

    def close(self) -> None:
        """See `TowerPort.close`."""
        self._port.close()

    def _mistreat(self, line: bytes) -> bytes:
        if self._random.random() < self._rudeness.drop:
            return b""
        if self._random.random() < self._rudeness.garble:
            line = self._garbled(line)
        return line * 2 if self._random.random() < self._rudeness.repeat else line

    def _garbled(self, line: bytes) -> bytes:
        damaged = bytearray(line)
        for _ in range(self._random.randint(1, 4)):
            at = self._random.randrange(len(damaged))
            damaged[at] = self._random.randrange(256)
        return bytes(damaged)
