"""``tabletop replay``: a session in, lines or a live terminal board out, and the match files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.console import Console

from tabletop.app.replay import ReplayError, Told, calibrate_session, replay
from tabletop.app.terminal import Terminal
from tabletop.backgammon.notation import Dialect
from tabletop.backgammon.transcript import Transcript
from tabletop.record.exports import write_exports
from tabletop.record.scribe import Scribe
from tabletop.record.session import Session, load_session
from tabletop.referee import profile
from tabletop.vision.calibration import Calibration, load_calibration
from tabletop.vision.overlay import draw_overlay
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture


@dataclass(frozen=True, slots=True)
class Options:
    """What ``tabletop replay`` was asked for."""

    board: Path | None = None
    out: Path | None = None
    as_json: bool = False
    realtime: bool = False
    speed: float = 1.0
    mat_dialect: str = "literal"
    profile: str = "official"
    overlay: Path | None = None


@dataclass(slots=True)
class OverlayFilm:
    """A film of what was seen, written frame by frame."""

    path: Path
    calibration: Calibration
    fps: float
    _writer: cv2.VideoWriter | None = None

    def add(self, picture: Picture, reading: Reading | None) -> None:
        """One more frame."""
        if self._writer is None:
            size = (picture.shape[1], picture.shape[0])
            self._writer = cv2.VideoWriter(str(self.path), cv2.VideoWriter.fourcc(*"mp4v"), self.fps, size)
            if not self._writer.isOpened():
                raise ReplayError(f"{self.path}: cannot be written as a film; give a name that ends in .mp4")
        self._writer.write(draw_overlay(picture, self.calibration, reading))

    def close(self) -> None:
        """Finish the file."""
        if self._writer is not None:
            self._writer.release()


def run(folder: Path, options: Options, console: Console) -> None:
    """Replay the session in ``folder``; prints, writes and raises as ``tabletop replay`` does."""
    session = load_session(folder)
    rules = profile(options.profile)
    if options.out is not None and options.out.exists() and not options.out.is_dir():
        raise ReplayError(f"{options.out}: is not a folder; --out names the folder for the match files")
    calibration = load_calibration(options.board) if options.board else calibrate_session(session)
    scribe = Scribe(blank(session))
    pace = options.speed if options.realtime else None
    with ExitStack() as stack:
        film = None
        if options.overlay:
            film = OverlayFilm(options.overlay, calibration, session.fps or 5.0)
            stack.callback(film.close)
        show = stack.enter_context(Terminal(session, console)) if not options.as_json else None
        for step in replay(session, calibration, rules, pace):
            if film is not None:
                film.add(step.picture, step.reading)
            if step.told is None:
                continue
            scribe.note(step.told.effects)
            if show is not None:
                show.tell(step.told)
            else:
                for line in printed(step.told):
                    print(line, flush=True)
    if options.out is not None:
        paths = write_exports(scribe.transcript, options.out, Dialect(options.mat_dialect))
        if not options.as_json:
            console.print("written: " + ", ".join(str(path) for path in paths), highlight=False)


def printed(told: Told) -> Iterator[str]:
    """The lines of one step, as JSON."""
    for line in told.lines():
        yield json.dumps(line, ensure_ascii=False)


def blank(session: Session) -> Transcript:
    """The head of the match record of a session."""
    return Transcript(session.light_name, session.dark_name, session.match_length, session.variant)
