"""A session, told again: its film and its dice go through the very pipeline a live match goes through."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.headless import calibrate_headless
from tabletop.app.consulting import consult, read_first
from tabletop.app.trust import Trust
from tabletop.app.watch import Watch
from tabletop.backgammon import Match, MatchRules, variant
from tabletop.devices.film import Film, load_picture
from tabletop.errors import TabletopError
from tabletop.present.lines import Line, line, position_line
from tabletop.record.session import Session
from tabletop.referee import BoardSeen, Event, Profile, SessionEnded, State, advance
from tabletop.referee.effects import Effect
from tabletop.vision.calibration import Calibration
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture


class ReplayError(TabletopError):
    """A session that cannot be replayed as asked."""


@dataclass(frozen=True, slots=True)
class Told:
    """One step of a replay."""

    event: Event
    effects: tuple[Effect, ...]
    state: State

    def lines(self) -> Iterator[Line]:
        """The step as lines for other programs."""
        if isinstance(self.event, BoardSeen):
            yield position_line(self.event, self.state.whole(self.event.observation.position))
        for effect in self.effects:
            told = line(effect, self.state.profile.role)
            if told is not None:
                yield told


def calibrate_session(session: Session) -> Calibration:
    """A calibration from the session's own start: ``start.jpg``, or the film's first frame."""
    path = session.picture("start.jpg")
    picture = load_picture(path) if path else _first(session)
    empty = session.picture("empty.jpg")
    corners = None if session.corners is None else np.array(session.corners, dtype=float)
    start = variant("standard").start_position
    bare = load_picture(empty) if empty else None
    result = calibrate_headless(picture, session.light_home, start, corners, bare)
    if not result.passed:
        raise ReplayError(
            f"{session.folder}: the start reads {result.exact} of 25 places rightly; {result.advice}"
        )
    return result.calibration


def _first(session: Session) -> Picture:
    for _, picture in Film(session.film, session.fps).frames():
        return picture
    raise ReplayError(f"{session.film}: is empty")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A frame, and at most one thing the referee was told with it."""

    at: float
    picture: Picture
    reading: Reading | None
    """What was last read of the board."""
    told: Told | None


def replay(
    session: Session, calibration: Calibration, rules: Profile | None = None, speed: float | None = None
) -> Iterator[Step]:
    """Every frame of the session's film with what the referee was told and what he said, in order.

    With ``speed`` frames come when they were filmed, so many times as fast; without it as fast as they are
    read.
    """
    watch = Watch(calibration)
    match = Match.start(MatchRules(length=session.match_length or None))
    state = State.new(variant(session.variant), match, rules)
    waiting = deque(session.events)
    began = time.monotonic()
    at, picture = 0.0, None
    for at, picture in Film(session.film, session.fps).frames():
        _must_fit(session, picture, calibration)
        if speed is not None:
            time.sleep(max(0.0, at / speed - (time.monotonic() - began)))
        events: list[Event] = []
        while waiting and waiting[0].at < at:
            event = waiting.popleft()
            haste = not session.blind(event.at) and read_first(state, event)
            events += [*(watch.hurry(event.at) if haste else []), event]
        events += _looked(watch, session, picture, at)
        for seen in events:
            event, state, effects = consult(state, seen, watch.closely)
            watch.learn(effects)
            yield Step(at, picture, watch.reading, Told(event, effects, state))
        if not events:
            yield Step(at, picture, watch.reading, None)
    for event in (*waiting, SessionEnded(at=max(at, waiting[-1].at if waiting else at))):
        state, effects = advance(state, event)
        assert picture is not None  # noqa: S101 - a film has a frame, or `frames` has raised
        yield Step(at, picture, watch.reading, Told(event, effects, state))


def _looked(watch: Watch, session: Session, picture: Picture, at: float) -> list[Event]:
    """What a frame of the film tells; where the camera gave none, the film's is not looked at."""
    gap = next((gap for gap in session.gaps if gap.since < at < gap.until), None)
    if gap is None:
        return watch.frame(picture, at)
    return watch.lose(at) if at - gap.since >= Trust().lost else []


def _must_fit(session: Session, picture: Picture, calibration: Calibration) -> None:
    if picture.shape[1::-1] != calibration.view.size:
        film, made = (f"{w}x{h}" for w, h in (picture.shape[1::-1], calibration.view.size))
        raise ReplayError(f"{session.film}: is {film}, the calibration was made for {made}; calibrate again")
