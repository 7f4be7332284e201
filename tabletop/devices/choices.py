"""Which devices stand at a table, as values: what a configuration says, before anything is opened."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

from tabletop.devices.pins import Pins
from tabletop.devices.ports import Lock


class CameraKind(enum.Enum):
    """What the pictures come from."""

    PICAMERA2 = "picamera2"
    """A Raspberry Pi camera, through libcamera."""
    USB = "usb"
    """A webcam."""
    FILM = "film"
    """A film in a file, or the folder of a session, as if it happened now."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera, and how it is to be used."""

    kind: CameraKind
    device: str = ""
    """picamera2: the number of the camera (0). usb: a number or a path (0, /dev/video2). film: a path."""
    size: tuple[int, int] = (1152, 648)
    """Pixels of the pictures: (width, height)."""
    small: tuple[int, int] = (320, 180)
    """Pixels of the small picture beside each (picamera2 only)."""
    fps: float = 30.0
    lock: Lock | None = None
    """Exposure, white balance and focus from the calibration; None: the camera finds them by itself."""
    oldest: float = 0.5
    """Seconds after which a frame is too old to be believed."""


class PanelKind(enum.Enum):
    """Where the lamps and buttons are."""

    NONE = "none"
    GPIO = "gpio"


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A panel, and where it is wired."""

    kind: PanelKind = PanelKind.NONE
    pins: Pins = field(default_factory=Pins)


class DisplayKind(enum.Enum):
    """What drives the small display."""

    NONE = "none"
    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


@dataclass(frozen=True, slots=True)
class DisplayChoice:
    """A display on the I²C bus."""

    kind: DisplayKind = DisplayKind.NONE
    bus: int = 1
    """The number in /dev/i2c-1."""
    address: int = 0x3C
    upside_down: bool = False


class SpeakerKind(enum.Enum):
    """Who reads aloud."""

    NONE = "none"
    ESPEAK = "espeak"


@dataclass(frozen=True, slots=True)
class SpeakerChoice:
    """A voice."""

    kind: SpeakerKind = SpeakerKind.NONE
    words_a_minute: int = 160


VIRTUAL_TOWERS: Final = ("scripted", "host", "simavr")
"""The virtual dice towers: in Python, the firmware compiled for this computer, the chip's own binary."""
ANY_USB: Final = "usb"
"""A dice tower that is looked for whenever it is to be opened."""
