"""Watches one board: frames in, the referee's events out.

A hand comes (`HandSeen`), the board lies quiet and is read (`BoardSeen`), the camera is knocked or the light
goes out (`CameraLost`) and things are well again (`CameraFound`). Nothing here knows what a legal play is,
and nothing asks the clock: every frame carries its time.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field

from tabletop.backgammon import Position
from tabletop.referee.effects import Effect, SetupChecked, TurnClosed
from tabletop.referee.events import BoardSeen, CameraFound, CameraLost, Event, HandSeen, Trouble
from tabletop.vision.calibration import Calibration
from tabletop.vision.drift import Drift, follow
from tabletop.vision.edge import Edge
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
STILL = 0.04
"""Checker diameters: a smaller movement is none; half of it may be an error of measurement."""
FAR = 0.5
"""Checker diameters of movement after which the same position must be read before play goes on."""
WELL_READ = 2
"""Spots at most that are unsure in a board that was read well."""
LOST_ITS_PLACE = 10
"""Spots that are unsure at once from which the board does not lie where it lay, unless it is seen to."""
BEYOND_DOUBT = 0.99
"""A reading surer than this need not be made again while nothing moves."""
HIDDEN = 20
"""Spots of 25 that are covered at once from which it is not a board that the camera sees."""
STRANGE = 0.25
"""Share of the felt that must look like felt in some light; below it something else is in front of the
camera."""


class Quiet(enum.IntEnum):
    """For how long the board, as it lies now, has been quiet when it was last read."""

    UNREAD = 0
    BRIEFLY = 1
    """Read as soon as the hand had left: what is said may be withdrawn in a moment."""
    LONG = 2


@dataclass(frozen=True, slots=True)
class Quick:
    """When a board may be read as soon as a hand has visibly left it."""

    seconds: float = 0.09
    """How long it must be quiet, with nobody reaching over the rails."""
    frames: int = 2
    """How many frames in a row must be like the one before."""


@dataclass(slots=True, eq=False)
class Watch:
    """Turns the frames of one calibrated camera into events. Feed every frame, in order, to `frame`."""

    calibration: Calibration
    quick: Quick | None = None
    """None waits for a long quiet before every reading: for films of few frames a second."""
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
    _read: Quiet = field(default=Quiet.UNREAD, init=False)
    """Whether the board as it lies now has been read."""
    _edge: Edge = field(init=False)
    _like: int = field(default=0, init=False)
    """Frames in a row that were like the one before."""
    _like_since: float = field(default=0.0, init=False)
    _at: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.reader = Reader(self.calibration)
        self._settle = Settle(self.calibration.view)
        self._edge = Edge(self.calibration.view)
        self._drift = Drift(self.calibration)

    @property
    def moving(self) -> bool:
        """Whether something moves, or has moved since the board was last read."""
        return self._read is Quiet.UNREAD

    def forget(self) -> None:
        """What was last read is of another match: read the board again."""
        self._read = Quiet.UNREAD

    @property
    def brief(self) -> bool:
        """Whether the last reading was of a board that had been quiet only briefly."""
        return self._read is Quiet.BRIEFLY

    def frame(self, picture: Picture, at: float) -> list[Event]:
        """The events of one frame, at ``at`` seconds; of another size than the calibration's it is none."""
        if picture.shape[1::-1] != self.calibration.view.size:
            return self.lose(at)
        self.picture = picture
        settled = self._settle.watch(picture, at)
        since, self._at = self._at, at
        if not self._settle.quiet:
            self._read = Quiet.UNREAD
            self._like = 0
            if self._moving:
                return []
            self._moving = True
            return [HandSeen(at=at)]
        if self._like == 0:
            self._like_since = since
        self._like += 1
        if settled and self._read is not Quiet.LONG:
            self._edge.bare(picture)
            return self._again(at) or self._look(at, Quiet.LONG)
        if self._read is Quiet.UNREAD and self._left(picture, at):
            return self._look(at, Quiet.BRIEFLY)
        return []

    def hurry(self, at: float) -> list[Event]:
        """Something was said that ends a turn: read the board now, if it lies still but is not settled
        yet."""
        if self._read is Quiet.LONG or not self._settle.quiet:
            return []
        return self._look(at, Quiet.LONG)

    def closely(self, at: float) -> BoardSeen | None:
        """The board that was last read, looked at closely; None where that was done already."""
        if self.picture is None or self.reading is None or not self.reading.glanced:
            return None
        self.reading = self.reader.read(self.picture)
        return BoardSeen(at=at, observation=self.reading.observation)

    def lose(self, at: float) -> list[Event]:
        """No picture can be had, or none that is new: nothing is known until the board is read again."""
        self._read = Quiet.UNREAD
        self._like = 0
        self._settle = Settle(self.calibration.view)
        if self._trouble is Trouble.LOST:
            return []
        self._trouble = Trouble.LOST
        return [CameraLost(at=at, trouble=Trouble.LOST)]

    def _again(self, at: float) -> list[Event]:
        """What was read when the hand had left, if that was beyond doubt: nothing has moved since."""
        if self._read is not Quiet.BRIEFLY or self._trouble is not None or self.reading is None:
            return []
        observation = self.reading.observation
        if observation.unsure or observation.confidence < BEYOND_DOUBT:
            return []
        self._read = Quiet.LONG
        return [BoardSeen(at=at, observation=observation)]

    def _left(self, picture: Picture, at: float) -> bool:
        """Whether the hand has visibly left, a moment ago."""
        quick = self.quick
        if quick is None or self._like < quick.frames or at - self._like_since < quick.seconds - 1e-6:
            return False
        return self._edge.clear(picture)

    def learn(self, effects: Iterable[Effect]) -> None:
        """What the referee has made known: closed turns and a right set-up tell what stood on the board."""
        for effect in effects:
            if isinstance(effect, TurnClosed) and effect.seen:
                self.confirm(effect.after)
            elif isinstance(effect, SetupChecked) and effect.ok:
                self.confirm(effect.position)

    def confirm(self, position: Position) -> None:
        """A turn has closed with ``position``: what was last read showed it, unless that was no board, or
        something has moved since."""
        if self.moving or self._trouble is not None:
            return
        self.reader.confirm(position)
        self._creep()

    def _creep(self) -> None:
        """Follow a camera that sinks or is nudged too little for anybody to notice."""
        picture, reading = self.picture, self.reading
        if picture is None or reading is None or self.moving or self._trouble is not None:
            return
        movement = self._drift.measure(picture)
        if movement is None or movement.agreement < AGREED:
            if _read_well(reading):
                self._drift = Drift(self.calibration, picture)
        elif STILL < movement.distance < FAR:
            self._follow(follow(self.calibration, movement), picture)

    def _look(self, at: float, quiet: Quiet) -> list[Event]:
        assert self.picture is not None  # noqa: S101 - `frame` came first
        self._moving = False
        self._read = quiet
        reading = self.reader.glance(self.picture)
        trouble, knocked = _trouble(reading), False
        if trouble is not Trouble.DARK and (trouble or self._far or reading.recounted >= MANY):
            reading, trouble, knocked = self._registered(self.picture, reading)
        if trouble is not None:
            events: list[Event] = [] if trouble is self._trouble else [CameraLost(at=at, trouble=trouble)]
            self._trouble = trouble
            return events
        lost: list[Event] = (
            [CameraLost(at=at, trouble=Trouble.MOVED)] if knocked and not self._trouble else []
        )
        found: list[Event] = [CameraFound(at=at)] if lost or self._trouble else []
        self._trouble = None
        self.reading = reading
        if self._drift.seen is None and _read_well(reading):
            self._drift = Drift(self.calibration, self.picture)
        return [*lost, *found, BoardSeen(at=at, observation=reading.observation)]

    def _registered(self, picture: Picture, reading: Reading) -> tuple[Reading, Trouble | None, bool]:
        """Much has changed at once: was the camera knocked? Then the calibration moves along with it.

        What is read then, what is wrong with the camera, and whether it was knocked far.
        """
        movement = self._drift.measure(picture)
        if movement is None or movement.agreement < AGREED:
            self._far = (self._far or _lost_its_place(reading)) and not self._recognised(reading)
            return reading, _trouble(reading) or (Trouble.MOVED if self._far else None), False
        if movement.distance < STILL:
            self._far = self._far and _trouble(reading) is not None
            return reading, _trouble(reading), False
        followed = follow(self.calibration, movement)
        self.reader.follow(followed)
        again = self.reader.read(picture)
        far = movement.distance > FAR
        if self._recognised(again) or (not far and _read_well(again)):
            self._far = False
            self._follow(followed, picture)
            return again, _trouble(again), far
        self.reader.follow(self.calibration)
        reading = self.reader.read(picture)
        self._far = self._far or far or _lost_its_place(reading)
        return reading, _trouble(reading) or (Trouble.MOVED if self._far else None), False

    def _recognised(self, reading: Reading) -> bool:
        """Whether it is the very board that was last read."""
        before = self.reading
        same = before is not None and reading.observation.position == before.observation.position
        return same and _trouble(reading) is None

    def _follow(self, followed: Calibration, picture: Picture) -> None:
        """From now on the board lies where ``picture`` shows it."""
        self.calibration = followed
        self.reader.follow(followed)
        self._settle = Settle(followed.view)
        self._edge = Edge(followed.view)
        self._drift = Drift(followed, picture)


def _read_well(reading: Reading) -> bool:
    return len(reading.observation.unsure) <= WELL_READ and _trouble(reading) is None


def _lost_its_place(reading: Reading) -> bool:
    return len(reading.observation.unsure) >= LOST_ITS_PLACE


def _trouble(reading: Reading) -> Trouble | None:
    if float(reading.light.gain.mean()) < DARK:
        return Trouble.DARK
    nothing = reading.light.agreement < STRANGE or len(reading.covered) >= HIDDEN
    return Trouble.LOST if nothing else None
