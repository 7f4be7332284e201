"""A session, told again: its film and its dice go through the very pipeline a live match goes through."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tabletop.app.watch import Watch
from tabletop.backgammon import variant
from tabletop.devices.film import Film, load_picture
from tabletop.errors import TabletopError
from tabletop.present.lines import Line, line, position_line
from tabletop.record.session import Session
from tabletop.referee import BoardSeen, Event, Match, Profile, SessionEnded, State, advance
from tabletop.referee.effects import Effect, SetupChecked, TurnClosed
from tabletop.vision.calibration import Calibration
from tabletop.vision.sampling import Picture
from tabletop.vision.solve import calibrate_known


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
            yield position_line(self.event)
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
    if corners is None:
        raise ReplayError(f"{session.folder}: has no corners.json and no --board was given")
    start = variant("standard").start_position
    return calibrate_known(picture, corners, session.light_home, start, load_picture(empty) if empty else None)


def _first(session: Session) -> Picture:
    for _, picture in Film(session.film, session.fps).frames():
        return picture
    raise ReplayError(f"{session.film}: is empty")


def replay(
    session: Session, calibration: Calibration, rules: Profile | None = None, realtime: bool = False
) -> Iterator[tuple[float, Picture, Told | None]]:
    """Every frame of the session's film with what the referee was told and what he said, in order.

    A frame in which nothing happened comes with None. With ``realtime`` frames come when they were filmed.
    """
    watch = Watch(calibration)
    state = State.new(variant(session.variant), Match(length=session.match_length), rules)
    waiting = list(session.events)
    began = time.monotonic()
    at, picture = 0.0, None
    for at, picture in Film(session.film, session.fps).frames():
        if picture.shape[1::-1] != calibration.view.size:
            raise ReplayError(
                f"{session.film}: is {picture.shape[1]}x{picture.shape[0]}, the calibration {calibration.view.size[0]}x{calibration.view.size[1]}; calibrate again"
            )
        if realtime:
            time.sleep(max(0.0, at - (time.monotonic() - began)))
        due = []
        while waiting and waiting[0].at < at:
            event = waiting.pop(0)
            due += [*watch.hurry(event.at), event]
        quiet = True
        for event in (*due, *watch.frame(picture, at)):
            state, effects = advance(state, event)
            _learn(watch, effects)
            quiet = False
            yield at, picture, Told(event, effects, state)
        if quiet:
            yield at, picture, None
    for event in (*waiting, SessionEnded(at=max(at, waiting[-1].at if waiting else at))):
        state, effects = advance(state, event)
        assert picture is not None  # noqa: S101 - a film has a frame, or `frames` has raised
        yield at, picture, Told(event, effects, state)


def _learn(watch: Watch, effects: tuple[Effect, ...]) -> None:
    for effect in effects:
        if isinstance(effect, TurnClosed) and effect.seen:
            watch.confirm(effect.after)
        elif isinstance(effect, SetupChecked) and effect.ok:
            watch.confirm(effect.position)
