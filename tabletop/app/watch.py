"""Watches one board: frames in, the referee's events out.

A hand comes (`HandSeen`), the board lies quiet and is read (`BoardSeen`), the camera is knocked or the light
goes out (`CameraLost`) and things are well again (`CameraFound`). Nothing here knows what a legal play is,
and nothing asks the clock: every frame carries its time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.backgammon import Position
from tabletop.referee.events import BoardSeen, CameraFound, CameraLost, Event, HandSeen, Trouble
from tabletop.vision.calibration import Calibration
from tabletop.vision.drift import Drift, follow
from tabletop.vision.reader import Reader, Reading
from tabletop.vision.sampling import Picture
from tabletop.vision.settle import Settle

DARK = 0.12
"""A board that sends less than this share of the light it sent at calibration cannot be read."""
MANY = 7
"""Strips that change at once from which a knocked camera is suspected: a play changes four points, with hits
six."""
AGREED = 0.5
"""Share of the marks that must have moved alike."""
STILL = 0.02
"""Checker diameters: a smaller movement is none."""
FAR = 0.25
"""Checker diameters of movement after which the same position must be read before play goes on."""
STRANGE = 0.25
"""Share of the felt that must look like felt in some light; below it something else is in front of the
camera."""


@dataclass(slots=True, eq=False)
class Watch:
    """Turns the frames of one calibrated camera into events. Feed every frame, in order, to `frame`."""

    calibration: Calibration
    reader: Reader = field(init=False)
    reading: Reading | None = field(default=None, init=False)
    """What was last read."""
    picture: Picture | None = field(default=None, init=False)
    """The last frame."""
    _settle: Settle = field(init=False)
    _drift: Drift = field(init=False)
    _far: bool = field(default=False, init=False)
    """The camera was knocked so far that the position must be recognised before anything is said."""
    _trouble: Trouble | None = field(default=None, init=False)
    _moving: bool = field(default=False, init=False)
    _read: bool = field(default=False, init=False)
    """Whether the board as it lies now has been read."""

    def __post_init__(self) -> None:
        self.reader = Reader(self.calibration)
        self._settle = Settle(self.calibration.view)
        self._drift = Drift(self.calibration)

    def frame(self, picture: Picture, at: float) -> list[Event]:
        """The events of one frame, at ``at`` seconds."""
        self.picture = picture
        settled = self._settle.watch(picture, at)
        if not self._settle.quiet:
            self._read = False
            if self._moving:
                return []
            self._moving = True
            return [HandSeen(at=at)]
        if not settled or self._read:
            return []
        return self._look(at)

    def hurry(self, at: float) -> list[Event]:
        """Something was said that ends a turn: read the board now, if it lies still but is not settled
        yet."""
        if self._read or not self._settle.quiet:
            return []
        return self._look(at)

    def confirm(self, position: Position) -> None:
        """A turn has closed with ``position``: what was last read showed it."""
        self.reader.confirm(position)

    def _look(self, at: float) -> list[Event]:
        assert self.picture is not None  # noqa: S101 - `frame` came first
        self._moving = False
        self._read = True
        reading = self.reader.read(self.picture)
        trouble = _trouble(reading)
        if trouble is not Trouble.DARK and (trouble or reading.recounted >= MANY):
            reading, trouble = self._registered(self.picture, reading)
        if trouble is not None:
            events: list[Event] = [] if trouble is self._trouble else [CameraLost(at=at, trouble=trouble)]
            self._trouble = trouble
            return events
        found: list[Event] = [] if self._trouble is None else [CameraFound(at=at)]
        self._trouble = None
        self.reading = reading
        return [*found, BoardSeen(at=at, observation=reading.observation)]

    def _registered(self, picture: Picture, reading: Reading) -> tuple[Reading, Trouble | None]:
        """Much has changed at once: was the camera knocked? Then the calibration moves along with it."""
        movement = self._drift.measure(picture)
        if movement is None or movement.agreement < AGREED:
            return reading, _trouble(reading)
        if movement.distance < STILL:
            self._far = False if not _trouble(reading) else self._far
            return reading, _trouble(reading)
        followed = follow(self.calibration, movement)
        before = self.reading.observation.position if self.reading else None
        self.reader.follow(followed)
        again = self.reader.read(picture)
        self._far = self._far or movement.distance > FAR
        if self._far and again.observation.position != before:
            self.reader.follow(self.calibration)
            return reading, Trouble.MOVED
        self._far = False
        self.calibration = followed
        self._settle = Settle(followed.view)
        self._drift = Drift(followed)
        return again, _trouble(again)


def _trouble(reading: Reading) -> Trouble | None:
    if float(reading.light.gain.mean()) < DARK:
        return Trouble.DARK
    return Trouble.LOST if reading.light.agreement < STRANGE else None
