"""What a table has and what is played at it, from a TOML file.

Everything may be left out: without a camera in the file the table is the virtual one. Whatever is wrong in
the file is told at once, each fault with its key and with what is allowed there; a key that means nothing is
a fault too, for it was meant to mean something. The keys are listed in ``docs/live.md``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from tabletop.app.config_faults import in_words, key_of
from tabletop.app.trust import Trust
from tabletop.backgammon import MatchRules, Variant, variant, variant_names
from tabletop.clock.settings import preset_names
from tabletop.devices.choices import (
    ANY_USB,
    VIRTUAL_TOWERS,
    CameraChoice,
    CameraKind,
    DisplayChoice,
    DisplayKind,
    PanelChoice,
    PanelKind,
    SpeakerChoice,
    SpeakerKind,
)
from tabletop.devices.errors import DeviceError
from tabletop.devices.locking import load_lock
from tabletop.devices.pins import Pins
from tabletop.errors import TabletopError
from tabletop.present.catalogue import languages
from tabletop.present.sentences import Names
from tabletop.referee import Profile, profile, profile_names

VIRTUAL: Literal["virtual"] = "virtual"
Seconds = Annotated[float, Field(gt=0, le=60)]
Name = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Size = tuple[Annotated[int, Field(ge=160, le=4096)], Annotated[int, Field(ge=120, le=4096)]]


class ConfigError(TabletopError):
    """A configuration that cannot be used: every fault of it, one after the other."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class MatchSection(_Section):
    """``[match]``: what is played."""

    variant: str = "standard"
    length: int = Field(default=5, ge=0, le=99)
    """Points; 0 is a money game."""
    profile: str = "official"
    light: Name = ""
    """What light is called; empty: by his checkers, in whatever language."""
    dark: Name = ""
    language: str = "en"

    @property
    def names(self) -> Names:
        """What the players are called."""
        return Names(self.light, self.dark)

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
    board: Path | None = Field(default=None, strict=False)
    """The calibration, as `tabletop calibrate` wrote it. Needed by all but the virtual camera."""
    lock: Path | None = Field(default=None, strict=False)
    """Exposure, white balance and focus, as `tabletop snap --lock` wrote them; else the camera's own."""
    size: Size = Field(default=(960, 720), strict=False)
    fps: float = Field(default=30.0, ge=5, le=120)


class TowerSection(_Section):
    """``[tower]``: where the dice fall."""

    port: str = f"{VIRTUAL}:scripted"

    @field_validator("port")
    @classmethod
    def _known(cls, value: str) -> str:
        kind, colon, rest = value.partition(":")
        if kind == VIRTUAL and (not colon or rest in VIRTUAL_TOWERS):
            return value
        if value == ANY_USB or (kind == "serial" and rest) or value.startswith("/"):
            return value
        towers = ", ".join(f"virtual:{name}" for name in VIRTUAL_TOWERS)
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
    first: Seconds = Trust().first
    """Seconds that the camera may take to give its first frame."""

    def trust(self) -> Trust:
        """The same for the eyes."""
        return Trust(self.stale, self.lost, self.first)


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
    table = _table(path)
    faults: dict[str, str] = {}
    try:
        config = Config.model_validate(table)
    except ValidationError as error:
        for fault in error.errors():
            faults.setdefault(key_of(fault), in_words(fault, Config))
        config = _rest(table, faults)
    config = _beside(config, path.parent)
    for key, words in _across(config):
        faults.setdefault(key, f"{key}: {words}")
    if faults:
        raise ConfigError(f"{path}: {'; '.join(faults.values())}")
    return config


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise ConfigError(f"{path}: is a folder; name the file in it") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: is not a configuration in TOML: {error}") from error


def _rest(table: dict[str, Any], faulty: Container[str]) -> Config:
    """What is right in a configuration that is not: what is wrong between two of its keys is told as well."""
    right = {
        section: {key: value for key, value in keys.items() if f"[{section}] {key}" not in faulty}
        for section, keys in table.items()
        if isinstance(keys, dict) and f"[{section}]" not in faulty
    }
    return Config.model_validate(right)


def _beside(config: Config, folder: Path) -> Config:
    """A path in the file is meant from where the file is."""
    camera = config.camera
    named = {"board": camera.board, "lock": camera.lock}
    beside: dict[str, Any] = {key: folder / file for key, file in named.items() if file is not None}
    if camera.kind == CameraKind.FILM.value and camera.device:
        beside["device"] = str(folder / camera.device)
    return config.model_copy(update={"camera": camera.model_copy(update=beside)})


def _across(config: Config) -> Iterator[tuple[str, str]]:
    """What is wrong between one key and another, or in a file that is named: the key, and what it is."""
    camera = config.camera
    if not config.virtual:
        yield from _about_camera(camera)
        if config.tower.virtual is not None:
            yield "[tower] port", 'a real board needs a real dice tower; port = "usb" finds it'
    if config.clock.preset and not config.match.length:
        yield "[clock] preset", "is set by the length of the match; give [match] a length, or no clock"


def _about_camera(camera: CameraSection) -> Iterator[tuple[str, str]]:
    # Eyes are slow to load, and the virtual table's page need not wait for them.
    from tabletop.vision.calibration import CalibrationError, load_calibration

    kind = CameraKind(camera.kind)
    if kind is CameraKind.FILM and not Path(camera.device).exists():
        yield "[camera] device", f"there is no film or session {camera.device}"
    if camera.lock is not None:
        try:
            load_lock(camera.lock, kind)
        except DeviceError as error:
            yield "[camera] lock", str(error)
    if camera.board is None:
        yield "[camera] board", 'is missing; board = "board.toml" names what `tabletop calibrate` wrote'
        return
    try:
        size = load_calibration(camera.board).view.size
    except CalibrationError as error:
        yield "[camera] board", str(error)
        return
    if size != camera.size:
        yield "[camera] size", f"{camera.board} was calibrated at {list(size)}, not at {list(camera.size)}"
