"""The firmware itself as a virtual tower: a program that runs it against a simulated world of dice, light
and noise, behind a pseudo-terminal. Two programs can: the firmware's core compiled for this computer, and
the chip's own binary in simavr. Both are built by `make simulators` and obey the same commands
(firmware/sim/control.c)."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final

from tabletop.devices.errors import DeviceError, PortLostError
from tabletop.devices.serial_port import SerialPort, open_serial

CYCLES_PER_MS: Final = 16_000
BUILD: Final = Path(__file__).resolve().parents[2] / "build" / "firmware"
_PATIENCE_SECONDS: Final = 5.0


def host_command() -> list[str]:
    """The firmware's core compiled for this computer. Raises `DeviceError` when it has not been built."""
    return [_built("tower-host")]


def simavr_command() -> list[str]:
    """The chip's binary in simavr: program, and the ELF it runs. Raises `DeviceError`."""
    return [_built("tower-simavr"), _built("tower-sim.elf")]


def _built(name: str) -> str:
    path = BUILD / name
    if not path.exists():
        raise DeviceError(f"{path} has not been built: run `make simulators`")
    return str(path)


class SimulatedTower:
    """A `VirtualTower` run by one of the two programs. In lock-step (the default) time passes only in `run`,
    and two runs with the same seed give the same bytes; with ``realtime`` it passes by itself."""

    def __init__(
        self,
        command: list[str],
        *,
        seed: int = 1,
        realtime: bool = False,
        memory: Path | None = None,
        power: bool = True,
    ) -> None:
        """``memory``: a 1 KB image of the tower's EEPROM to start with (None: blank)."""
        self._folder = tempfile.TemporaryDirectory(prefix="tabletop-tower-")
        self.path = str(Path(self._folder.name) / "tower")
        program, *elf = command
        arguments = [program, self.path, str(seed), *elf, *(["--realtime"] if realtime else [])]
        self._program = subprocess.Popen(  # noqa: S603 (a program of this project)
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._realtime = realtime
        self._answers = b""
        self._received = bytearray()
        self._bytes_in = self._bytes_out = 0
        self.cycles = 0
        """Time since the start, in cycles of 16 MHz, as of the last `run`."""
        self._port: SerialPort | None = None
        self._line()  # "ready"
        if memory is not None:
            self.command(f"load {memory}")
        if power:
            self.power(on=True)
        self._port = open_serial(self.path)

    # ---- TowerPort

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        if self._port is None:
            raise PortLostError("the simulated cable is pulled")
        if self._realtime:
            return self._port.read()
        data = bytes(self._received)
        self._received.clear()
        return data

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        if self._port is None:
            raise PortLostError("the simulated cable is pulled")
        self._port.write(data)
        self._bytes_in += len(data)

    def close(self) -> None:
        """End the program."""
        if self._port is not None:
            self._port.close()
            self._port = None
        if self._program.poll() is None:
            with contextlib.suppress(OSError, DeviceError):
                self.command("quit")
            try:
                self._program.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self._program.kill()
                self._program.wait()
        for pipe in (self._program.stdin, self._program.stdout, self._program.stderr):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()

    def __enter__(self) -> SimulatedTower:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    # ---- VirtualTower

    def run(self, milliseconds: float) -> None:
        """See `VirtualTower.run`."""
        if self._realtime:
            time.sleep(milliseconds / 1000)
            return
        self.run_cycles(round(milliseconds * CYCLES_PER_MS))

    def run_cycles(self, cycles: int) -> None:
        """Let so many cycles of the chip's clock pass, and take in what it sent."""
        answer = self.command(f"run {cycles} {self._bytes_in}")
        self.cycles, sent = (int(part) for part in answer.split())
        # The kernel hands the bytes over a little later: read exactly as many as were sent.
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while self._port is not None and self._bytes_out < sent:
            data = self._port.read()
            self._received += data
            self._bytes_out += len(data)
            if not data:
                if time.monotonic() > deadline:
                    raise DeviceError(
                        f"the simulated tower said it sent {sent} bytes, {self._bytes_out} arrived"
                    )
                time.sleep(0.0002)

    def throw(self, left: int | None, right: int | None) -> None:
        """See `VirtualTower.throw`."""
        for pocket, face in (("left", left), ("right", right)):
            if face is not None:
                self.command(f"throw {pocket} {face}")

    def lift(self, pocket: str) -> None:
        """See `VirtualTower.lift`."""
        self.command(f"lift {pocket}")

    def place(self, pocket: str, face: int) -> None:
        """See `VirtualTower.place`."""
        self.command(f"place {pocket} {face}")

    def bump(self, pocket: str, face: int) -> None:
        """See `VirtualTower.bump`."""
        self.command(f"bump {pocket} {face}")

    def cock(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.cock`."""
        self.command(f"cock {pocket} {nudges}")

    def jam(self, pocket: str, nudges: int = 0) -> None:
        """See `VirtualTower.jam`."""
        self.command(f"jam {pocket} {nudges}")

    def reboot(self) -> None:
        """See `VirtualTower.reboot`."""
        self.command("reset")

    def power(self, on: bool) -> None:
        """See `VirtualTower.power`."""
        self.command("power on" if on else "power off")

    def unplug(self) -> None:
        """See `VirtualTower.unplug`."""
        self.command("unplug")
        if self._port is not None:
            self._port.close()
        self._port = None
        self._received.clear()

    def plug(self) -> None:
        """See `VirtualTower.plug`."""
        if self._port is not None:
            return
        self.command("plug")
        self._bytes_in = self._bytes_out = 0
        self._port = open_serial(self.path)

    # ---- the control channel

    def command(self, line: str) -> str:
        """Give one command of firmware/sim/control.c and return what follows ``ok``. Raises `DeviceError`."""
        if self._program.stdin is None:
            raise DeviceError("the simulated tower has ended")
        try:
            self._program.stdin.write(f"{line}\n".encode())
        except OSError as error:
            raise DeviceError(f"the simulated tower has died: {self._last_words()}") from error
        verdict, _, rest = self._line().partition(" ")
        if verdict != "ok":
            raise DeviceError(f"the simulated tower refused {line!r}: {rest}")
        return rest

    def _line(self) -> str:
        if self._program.stdout is None:
            raise DeviceError("the simulated tower has ended")
        while b"\n" not in self._answers:
            data = self._program.stdout.read(4096)
            if not data:
                raise DeviceError(f"the simulated tower has died: {self._last_words()}")
            self._answers += data
        line, _, self._answers = self._answers.partition(b"\n")
        return line.decode()

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._program.wait(_PATIENCE_SECONDS)
        return self._program.stderr.read().decode().strip() if self._program.stderr else ""
