"""Lamps, a display and a voice that fail at moments decided by a seed, around ones that do not: wires come
loose while people play."""

from __future__ import annotations

import random

from PIL import Image

from tabletop.devices.errors import DisplayGone, PanelGone, SpeakerGone
from tabletop.devices.ports import Display, Panel, Press, Speaker
from tabletop.present.lamps import Lamps
from tabletop.present.signals import Signal


class Temper:
    """Decides what fails: each call with a chance, and then those after it until it is over."""

    def __init__(self, chance: float = 0.0, seed: int = 1, lasting: int = 3) -> None:
        """``chance`` (0 to 1) that a call fails; ``lasting``: how many calls fail in a row."""
        self._chance = chance
        self._random = random.Random(seed)  # noqa: S311 (to be repeatable)
        self._lasting = lasting
        self._left = 0

    def fail(self, calls: int) -> None:
        """Fail the next calls, whatever the chance."""
        self._left = calls

    def fails(self) -> bool:
        """Whether this call fails."""
        if self._left == 0 and self._random.random() < self._chance:
            self._left = self._lasting
        if self._left == 0:
            return False
        self._left -= 1
        return True


class RudePanel:
    """A `Panel` around another one."""

    def __init__(self, panel: Panel, temper: Temper) -> None:
        self._panel = panel
        self.temper = temper

    def light(self, lamps: Lamps) -> None:
        """See `Panel.light`."""
        self._check()
        self._panel.light(lamps)

    def buzz(self, signal: Signal) -> None:
        """See `Panel.buzz`."""
        self._check()
        self._panel.buzz(signal)

    def presses(self, timeout: float) -> list[Press]:
        """See `Panel.presses`."""
        self._check()
        return self._panel.presses(timeout)

    def _check(self) -> None:
        if self.temper.fails():
            raise PanelGone("a wire of the panel came loose: try tabletop panel test")

    def close(self) -> None:
        """See `Panel.close`."""
        self._panel.close()


class RudeDisplay:
    """A `Display` around another one."""

    def __init__(self, display: Display, temper: Temper) -> None:
        self._display = display
        self.temper = temper

    @property
    def size(self) -> tuple[int, int]:
        """See `Display.size`."""
        return self._display.size

    def show(self, image: Image.Image) -> None:
        """See `Display.show`."""
        if self.temper.fails():
            raise DisplayGone("a wire of the display came loose: look after its four wires")
        self._display.show(image)

    def close(self) -> None:
        """See `Display.close`."""
        self._display.close()


class RudeSpeaker:
    """A `Speaker` around another one."""

    def __init__(self, speaker: Speaker, temper: Temper) -> None:
        self._speaker = speaker
        self.temper = temper

    def say(self, text: str, language: str) -> None:
        """See `Speaker.say`."""
        if self.temper.fails():
            raise SpeakerGone("the voice has no sound card any more: aplay -l")
        self._speaker.say(text, language)

    def close(self) -> None:
        """See `Speaker.close`."""
        self._speaker.close()
