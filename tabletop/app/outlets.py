"""What is shown and sounded, by devices that may fail: lamps, display, buzzer, voice.

None of them can stop the referee. A device that fails is given up, told about once, opened again every second
until it answers, and then shows what is to be seen by that time.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from tabletop.app.runtime import Published
from tabletop.app.tower_line import Heard
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import Display, Panel, Press, Speaker
from tabletop.present.lamps import Lamps
from tabletop.present.screen import Screen, draw
from tabletop.present.sentences import NAMELESS, Names, Sentence, aloud
from tabletop.present.signals import Signal
from tabletop.referee import ButtonPressed

RETRY_SECONDS: Final = 1.0
SIGNALS_KEPT: Final = 4


class Closing(Protocol):
    """A device that is given back."""

    def close(self) -> None:
        """Give it back."""
        ...


D = TypeVar("D", bound=Closing)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class DeviceNews:
    """A device that is shown things on failed, or answers again."""

    device: str
    ok: bool
    sentence: str = ""
    """What happened and what to do."""


@dataclass(slots=True, eq=False)
class Holder(Generic[D]):
    """Holds on to one device."""

    name: str
    open: Callable[[], D]
    report: Callable[[DeviceNews], None]
    _device: D | None = field(default=None, init=False)
    _failed_at: float | None = field(default=None, init=False)

    @property
    def failed(self) -> bool:
        """Whether it has failed and not been mended."""
        return self._failed_at is not None

    def use(self, act: Callable[[D], R], now: float) -> R | None:
        """Do something with the device; None when that cannot be done now."""
        if self._device is None and self._failed_at is not None and now - self._failed_at < RETRY_SECONDS:
            return None
        try:
            if self._device is None:
                self._device = self.open()
            done = act(self._device)
        except DeviceError as error:
            self._give_up(error, now)
            return None
        if self._failed_at is not None:
            self._failed_at = None
            self.report(DeviceNews(self.name, ok=True))
        return done

    def close(self) -> None:
        """Give the device back."""
        device, self._device = self._device, None
        if device is not None:
            with contextlib.suppress(DeviceError):
                device.close()

    def _give_up(self, error: DeviceError, now: float) -> None:
        first, self._failed_at = self._failed_at is None, now
        self.close()
        if first:
            self.report(DeviceNews(self.name, ok=False, sentence=str(error)))


@dataclass(slots=True, eq=False)
class PanelLine:
    """Lamps, buzzer and buttons. `show` may be called from another thread than `step`."""

    holder: Holder[Panel]
    began: float
    """Monotonic time at which the session began."""
    _lamps: Lamps | None = field(default=None, init=False)
    _lit: Lamps | None = field(default=None, init=False)
    _signals: deque[Signal] = field(default_factory=lambda: deque(maxlen=SIGNALS_KEPT), init=False)

    def show(self, published: Published) -> None:
        """What lamps and buzzer are to tell from now on."""
        self._lamps = published.shown.lamps
        if published.shown.signal is not None:
            self._signals.append(published.shown.signal)

    def sound(self, signal: Signal) -> None:
        """Something to be heard that the referee did not say."""
        self._signals.append(signal)

    def step(self, now: float, timeout: float = 0.0) -> list[Heard]:
        """Show what there is to be shown, then wait at most ``timeout`` for a button."""
        lamps = self._lamps
        if self.holder.failed:
            self._lit = None  # whatever it showed, it shows it no longer
        if lamps is not None and lamps != self._lit:
            self.holder.use(lambda panel: panel.light(lamps), now)
            self._lit = None if self.holder.failed else lamps
        while self._signals and not self.holder.failed:
            signal = self._signals.popleft()
            self.holder.use(lambda panel, signal=signal: panel.buzz(signal), now)  # type: ignore[misc]
        presses = self.holder.use(lambda panel: panel.presses(timeout), now)
        return [self._heard(press) for press in presses or ()]

    def _heard(self, press: Press) -> Heard:
        at = press.at - self.began
        event = ButtonPressed(at=at, player=press.player, button=press.button)
        line = {"t": round(at, 3), "source": "panel", "type": "button", "player": press.player.value}
        return Heard(event, line | {"button": press.button.value})


def untimed(screen: Screen, now: float) -> Screen:  # noqa: ARG001
    """The display without clocks."""
    return screen


@dataclass(slots=True, eq=False)
class DisplayLine:
    """The small display. `show` may be called from another thread than `step`."""

    holder: Holder[Display]
    language: str = "en"
    timed: Callable[[Screen, float], Screen] = untimed
    """Puts the clocks on the display, where somebody plays against them."""
    _wanted: Screen | None = field(default=None, init=False)
    _shown: Screen | None = field(default=None, init=False)

    def show(self, published: Published) -> None:
        """What the display is to say from now on."""
        self._wanted = published.shown.screen

    def step(self, now: float) -> None:
        """Show it, if it does not show it yet."""
        if self._wanted is None:
            return
        wanted = self.timed(self._wanted, now)
        if wanted == self._shown and not self.holder.failed:
            return
        self.holder.use(lambda display: display.show(draw(wanted, display.size, self.language)), now)
        self._shown = None if self.holder.failed else wanted


@dataclass(slots=True, eq=False)
class VoiceLine:
    """Somebody who reads aloud what is said; only the latest, when it says several things at once."""

    holder: Holder[Speaker]
    language: str = "en"
    _names: Names = NAMELESS
    _wanted: Sentence | None = field(default=None, init=False)

    def show(self, published: Published) -> None:
        """What is to be said."""
        self._names = published.names
        if published.shown.said:
            self._wanted = published.shown.said[-1]

    def tell(self, sentence: Sentence) -> None:
        """Something to be said that the referee did not say."""
        self._wanted = sentence

    def step(self, now: float) -> None:
        """Say it."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            text = aloud(wanted, self.language, self._names)
            self.holder.use(lambda speaker: speaker.say(text, self.language), now)
