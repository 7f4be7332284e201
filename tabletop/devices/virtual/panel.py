"""The virtual panel and the virtual display: they remember what they were last told to show, and can be
broken off and put back on demand."""

from __future__ import annotations

from typing import Final

from PIL import Image

from tabletop.devices.errors import DeviceError, DisplayGone, PanelGone
from tabletop.devices.ports import Press
from tabletop.devices.virtual.table import Table
from tabletop.present.lamps import Lamps
from tabletop.present.signals import Signal

KEPT: Final = 32
"""Signals that are remembered."""


class VirtualPanel:
    """A `Panel` whose buttons are those of a virtual table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._closed = False
        self.broken = False
        """Whether it fails: its wires are off."""
        self.lamps = Lamps()
        """What the lamps show."""
        self.signals: tuple[Signal, ...] = ()
        """What the buzzer last sounded, oldest first."""

    def open(self) -> VirtualPanel:
        """Put its cable in (again)."""
        self._closed = False
        self._must_work()
        return self

    def light(self, lamps: Lamps) -> None:
        """See `Panel.light`."""
        self._must_work()
        self.lamps = lamps

    def buzz(self, signal: Signal) -> None:
        """See `Panel.buzz`."""
        self._must_work()
        self.signals = (*self.signals, signal)[-KEPT:]

    def presses(self, timeout: float) -> list[Press]:
        """See `Panel.presses`."""
        self._must_work()
        return self._table.presses(timeout)

    def close(self) -> None:
        """See `Panel.close`."""
        self._closed = True
        self.lamps = Lamps()

    def _must_work(self) -> None:
        if self.broken or self._closed:
            raise PanelGone("the panel does not answer: is its cable plugged in?")


class VirtualDisplay:
    """A `Display` that keeps its picture."""

    def __init__(self, size: tuple[int, int] = (128, 64)) -> None:
        self._size = size
        self._closed = False
        self.broken = False
        """Whether it fails: its wires are off."""
        self.image = Image.new("1", size)
        """What it shows."""

    def open(self) -> VirtualDisplay:
        """Put its cable in (again)."""
        self._closed = False
        self._must_work()
        return self

    @property
    def size(self) -> tuple[int, int]:
        """See `Display.size`."""
        return self._size

    def show(self, image: Image.Image) -> None:
        """See `Display.show`."""
        self._must_work()
        if image.mode != "1" or image.size != self._size:
            raise DeviceError(
                f"the display shows pictures of mode 1 and {self._size}, not {image.mode}, {image.size}"
            )
        self.image = image.copy()

    def close(self) -> None:
        """See `Display.close`."""
        self._closed = True
        self.image = Image.new("1", self._size)

    def _must_work(self) -> None:
        if self.broken or self._closed:
            raise DisplayGone("the display does not answer: are its four wires plugged in?")
