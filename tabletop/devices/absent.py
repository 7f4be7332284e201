"""A table without a panel, a display or a voice: the same ports, and nothing behind them."""

from __future__ import annotations

import threading

from PIL import Image

from tabletop.devices.errors import DeviceError, DisplayGone, PanelGone, SpeakerGone
from tabletop.devices.ports import Press
from tabletop.present.lamps import Lamps
from tabletop.present.signals import Signal


class NoPanel:
    """A `Panel` without lamps and buttons."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def light(self, lamps: Lamps) -> None:  # noqa: ARG002
        """See `Panel.light`."""
        self._check()

    def buzz(self, signal: Signal) -> None:  # noqa: ARG002
        """See `Panel.buzz`."""
        self._check()

    def presses(self, timeout: float) -> list[Press]:
        """See `Panel.presses`."""
        self._check()
        self._closed.wait(timeout)
        return []

    def _check(self) -> None:
        if self._closed.is_set():
            raise PanelGone("the panel was closed: open it again")

    def close(self) -> None:
        """See `Panel.close`."""
        self._closed.set()


class NoDisplay:
    """A `Display` that nobody sees."""

    def __init__(self, size: tuple[int, int] = (128, 64)) -> None:
        self._size = size
        self._closed = False

    @property
    def size(self) -> tuple[int, int]:
        """See `Display.size`."""
        return self._size

    def show(self, image: Image.Image) -> None:
        """See `Display.show`."""
        if self._closed:
            raise DisplayGone("the display was closed: open it again")
        if image.size != self._size or image.mode != "1":
            raise DeviceError(f"the picture is {image.size} of mode {image.mode}, not {self._size} of mode 1")

    def close(self) -> None:
        """See `Display.close`."""
        self._closed = True


class NoSpeaker:
    """A `Speaker` without a voice."""

    def __init__(self) -> None:
        self._closed = False

    def say(self, text: str, language: str) -> None:  # noqa: ARG002
        """See `Speaker.say`."""
        if self._closed:
            raise SpeakerGone("the voice was closed: open it again")

    def close(self) -> None:
        """See `Speaker.close`."""
        self._closed = True
