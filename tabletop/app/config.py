"""What a table has and what is played at it, from a TOML file.

Everything may be left out: without a camera in the file the table is the virtual one. Whatever is wrong in
the file is told at once, each fault with its key and with what is allowed there; a key that means nothing is
a fault too, for it was meant to mean something. The keys are listed in ``docs/live.md``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

from tabletop.app.eyes import Trust
from tabletop.app.virtual_room import TOWERS
from tabletop.backgammon import MatchRules, Variant, variant, variant_names
from tabletop.clock.settings import preset_names
from tabletop.devices.choices import (
    CameraChoice,
    CameraKind,
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.factory import ANY_USB
from tabletop.devices.locking import load_lock
from tabletop.devices.pins import Pins
from tabletop.errors import TabletopError
from tabletop.present.catalogue import languages
from tabletop.referee import Profile, profile, profile_names

VIRTUAL: Literal["virtual"] = "virtual"
Seconds = Annotated[float, Field(gt=0, le=60)]
Size = tuple[Annotated[int, Field(ge=160, le=4096)], Annotated[int, Field(ge=120, le=4096)]]


class ConfigError(TabletopError):
    """A configuration that cannot be used: every fault of it, one after the other."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class MatchSection(_Section):
    """``[match]``: what is played."""

    variant: str = "standard"
    length: int = Field(default=5, ge=0, le=99)
    """Points; 0 is a money game."""
    profile: str = "official"
    light: str = "Light"
    dark: str = "Dark"
    language: str = "en"

    @field_validator("variant", "profile", "language")
    @classmethod
    def _known(cls, value: str, info: Any) -> str:
        names = {"variant": variant_names(), "profile": profile_names(), "language": languages()}
        allowed = names[info.field_name]
        if value not in allowed:
            raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
        return value


class CameraSection(_Section):
    """``[camera]``: what sees the board."""

    kind: Literal["virtual", "picamera2", "usb", "film"] = VIRTUAL
    device: str = ""
    """picamera2 and usb: a number, or a path; film: the path of a film or session."""
    board: Path | None = None
    """The calibration, as `tabletop calibrate` wrote it. Needed by all but the virtual camera."""
    lock: Path | None = None
    """Exposure, white balance and focus, as `tabletop snap --lock` wrote them; else the camera's own."""
    size: Size = (960, 720)
    fps: float = Field(default=30.0, ge=5, le=120)


class TowerSection(_Section):
    """``[tower]``: where the dice fall."""

    port: str = f"{VIRTUAL}:scripted"

    @field_validator("port")
    @classmethod
    def _known(cls, value: str) -> str:
        kind, colon, rest = value.partition(":")
        if kind == VIRTUAL and (not colon or rest in TOWERS):
            return value
        if value == ANY_USB or (kind == "serial" and rest) or value.startswith("/"):
            return value
        towers = ", ".join(f"virtual:{name}" for name in TOWERS)
        raise ValueError(f"{value!r} is not one of serial:PATH, a path as /dev/ttyUSB0, {ANY_USB}, {towers}")

    @property
    def virtual(self) -> str | None:
        """The name of the virtual tower; None for a real one."""
        kind, _, rest = self.port.partition(":")
        return (rest or "scripted") if kind == VIRTUAL else None

    @property
    def path(self) -> str:
        """The path of the serial port; "usb" for whatever USB cable the tower is at."""
        return self.port.removeprefix("serial:")


class PanelSection(_Section):
    """``[panel]``: lamps, buzzer and buttons."""

    kind: Literal["virtual", "none", "gpio"] = VIRTUAL


class DisplaySection(_Section):
    """``[display]``: the small display."""

    kind: Literal["virtual", "none", "ssd1306", "sh1106"] = VIRTUAL
    bus: int = Field(default=1, ge=0, le=20)
    address: int = Field(default=0x3C, ge=0x03, le=0x77)
    upside_down: bool = False


class SpeakerSection(_Section):
    """``[speaker]``: who reads aloud what is said."""

    kind: Literal["none", "espeak"] = "none"
    words_a_minute: int = Field(default=160, ge=80, le=400)


class ClockSection(_Section):
    """``[clock]``: the match clock."""

    preset: str = ""
    """How it is set; empty: nobody plays against it."""

    @field_validator("preset")
    @classmethod
    def _known(cls, value: str) -> str:
        if value and value not in preset_names():
            raise ValueError(f"{value!r} is not one of {', '.join(preset_names())}")
        return value


class PageSection(_Section):
    """``[page]``: the page in the browser, on this machine only."""

    port: int = Field(default=8000, ge=0, le=65535)
    """0: any free one."""


class TrustSection(_Section):
    """``[trust]``: how long a camera is believed."""

    stale: Seconds = Trust().stale
    """Seconds after its exposure at which a frame is too old."""
    lost: Seconds = Trust().lost
    """Seconds without a new frame after which the camera is lost."""


class Config(_Section):
    """A whole configuration."""

    match: MatchSection = MatchSection()
    camera: CameraSection = CameraSection()
    tower: TowerSection = TowerSection()
    panel: PanelSection = PanelSection()
    display: DisplaySection = DisplaySection()
    speaker: SpeakerSection = SpeakerSection()
    clock: ClockSection = ClockSection()
    page: PageSection = PageSection()
    trust: TrustSection = TrustSection()

    @property
    def virtual(self) -> bool:
        """Whether the table is the virtual one."""
        return self.camera.kind == VIRTUAL

    @property
    def game(self) -> Variant:
        """What is played."""
        return variant(self.match.variant)

    @property
    def rules(self) -> MatchRules:
        """For what it is played."""
        return MatchRules(length=self.match.length or None)

    @property
    def error_rules(self) -> Profile:
        """Whose error rules hold."""
        return profile(self.match.profile)

    def as_virtual(self) -> Config:
        """The same match at the virtual table, whatever real devices it names."""
        tower = self.tower if self.tower.virtual else TowerSection()
        return self.model_copy(
            update={
                "camera": CameraSection(),
                "tower": tower,
                "panel": PanelSection(),
                "display": DisplaySection(),
            }
        )

    def camera_choice(self) -> CameraChoice:
        """The camera, for the factory. Only for real ones. Raises `DeviceError` for a lock that is none."""
        camera, kind = self.camera, CameraKind(self.camera.kind)
        lock = load_lock(camera.lock, kind) if camera.lock else None
        return CameraChoice(
            kind, camera.device, camera.size, fps=camera.fps, lock=lock, oldest=self.trust.stale
        )

    def panel_choice(self) -> PanelChoice:
        """The panel, for the factory; a virtual one at a real table is none."""
        kind = PanelKind.GPIO if self.panel.kind == "gpio" else PanelKind.NONE
        return PanelChoice(kind, Pins())

    def display_choice(self) -> DisplayChoice:
        """The display, for the factory."""
        display = self.display
        kind = DisplayKind.NONE if display.kind == VIRTUAL else DisplayKind(display.kind)
        return DisplayChoice(kind, display.bus, display.address, display.upside_down)

    def speaker_choice(self) -> SpeakerChoice:
        """The voice, for the factory."""
        return SpeakerChoice(SpeakerKind(self.speaker.kind), self.speaker.words_a_minute)


def load_config(path: Path) -> Config:
    """The configuration in ``path``. Raises `ConfigError` with everything that is wrong in it."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: is not a configuration in TOML: {error}") from error
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        faults = "; ".join(_fault(fault) for fault in error.errors())
        raise ConfigError(f"{path}: {faults}") from error
    faults = "; ".join(_across(config, path))
    if faults:
        raise ConfigError(f"{path}: {faults}")
    # a path in the file is meant from where the file is
    named = {"board": config.camera.board, "lock": config.camera.lock}
    beside = {key: path.parent / file for key, file in named.items() if file is not None}
    return config.model_copy(update={"camera": config.camera.model_copy(update=beside)})


def _across(config: Config, path: Path) -> list[str]:
    """What is wrong between one key and another."""
    faults = []
    if not config.virtual and config.camera.board is None:
        faults.append(
            '[camera] board: is missing; board = "board.toml" names what `tabletop calibrate` wrote'
        )
    elif config.camera.board is not None and not (path.parent / config.camera.board).is_file():
        faults.append(f"[camera] board: there is no file {path.parent / config.camera.board}")
    if not config.virtual and config.tower.virtual is not None:
        faults.append(
            '[tower] port: a real board needs a real dice tower; port = "serial:/dev/serial/by-id/…"'
        )
    if config.clock.preset and not config.match.length:
        faults.append("[clock] preset: is set by the length of the match; give [match] a length, or no clock")
    return faults


def _fault(fault: ErrorDetails) -> str:
    """One fault: its key, what is wrong, and what is allowed."""
    section, *keys = (str(part) for part in fault["loc"])
    where = f"[{section}] {'.'.join(keys)}".strip() if keys else f"[{section}]"
    if fault["type"] == "extra_forbidden":
        allowed = _keys(section if keys else None)
        return f"{where}: is not a key that means anything; there are {', '.join(allowed)}"
    message = fault["msg"].removeprefix("Value error, ")
    given = fault["input"]
    told = "" if repr(given) in message or isinstance(given, dict) else f", not {given!r}"
    return f"{where}: {message[:1].lower()}{message[1:]}{told}"


def _keys(section: str | None) -> tuple[str, ...]:
    if section is None:
        return tuple(Config.model_fields)
    default = Config.model_fields[section].default
    return tuple(type(default).model_fields) if isinstance(default, BaseModel) else ()
