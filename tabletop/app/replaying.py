"""``tabletop replay``: a session in, lines or a live terminal board out, and the match files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tabletop.app.overlay_film import OverlayFilm
from tabletop.app.replay import Step, Told, calibrate_session, replay
from tabletop.app.terminal import Terminal
from tabletop.app.writing import check_file, check_folder
from tabletop.backgammon.notation import Dialect
from tabletop.backgammon.transcript import Transcript
from tabletop.devices.film import Film
from tabletop.record.exports import ExportFormat, write_exports
from tabletop.record.ogxm import OgxmRefused
from tabletop.record.scribe import Scribe
from tabletop.record.session import Session, load_session
from tabletop.referee import Profile, profile
from tabletop.vision.calibration import Calibration, load_calibration


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


def run(folder: Path, options: Options, console: Console, aside: Console) -> None:
    """Replay the session in ``folder``; prints, writes and raises as ``tabletop replay`` does.

    ``aside`` is where progress is shown, on a terminal only.
    """
    rules = profile(options.profile)
    if options.out is not None:
        check_folder("--out", options.out)
    if options.overlay is not None:
        check_file("--overlay", options.overlay, (".mp4",))
    session = load_session(folder)
    with aside.status("calibrating from the session's own start" if options.board is None else "loading"):
        calibration = load_calibration(options.board) if options.board else calibrate_session(session)
    scribe = Scribe(blank(session))
    for step in _shown(session, calibration, rules, options, console, aside):
        if step.told is not None:
            scribe.note(step.told.effects)
    if options.out is not None:
        paths = _written(scribe.transcript, options, console)
        if not options.as_json:
            console.print(f"written: {', '.join(map(str, paths))}", highlight=False, soft_wrap=True)


def _written(transcript: Transcript, options: Options, console: Console) -> tuple[Path, ...]:
    """The match files; where the OGXM codec refuses a match that went astray, all the others."""
    assert options.out is not None  # noqa: S101 - the caller has asked
    dialect = Dialect(options.mat_dialect)
    try:
        return write_exports(transcript, options.out, dialect)
    except OgxmRefused as refused:
        others = [kind for kind in ExportFormat if kind is not ExportFormat.OGXM]
        paths = write_exports(transcript, options.out, dialect, others)
        if not options.as_json:
            console.print(f"no match.ogxm: {refused}", highlight=False, soft_wrap=True)
        return paths


def _shown(
    session: Session,
    calibration: Calibration,
    rules: Profile,
    options: Options,
    console: Console,
    aside: Console,
) -> Iterator[Step]:
    """The steps of the replay, each passed on when it has been shown."""
    length = film_length(session)
    pace = options.speed if options.realtime else None
    quiet = console.is_terminal or not aside.is_terminal  # the board tells enough; lines and a bar would mix
    with ExitStack() as stack:
        film = None
        if options.overlay is not None:
            film = stack.enter_context(OverlayFilm(options.overlay, calibration, session.fps or 5.0))
        show = None if options.as_json else stack.enter_context(Terminal(session, console, length))
        bar = Progress(console=aside, transient=True, disable=quiet)
        task = stack.enter_context(bar).add_task("reading the film", total=length or None)
        for step in replay(session, calibration, rules, pace):
            bar.update(task, completed=step.at)
            if film is not None:
                film.add(step.picture, step.reading)
            if show is not None:
                show.tick(step.at)
            if step.told is not None:
                _tell(step.told, show)
            yield step


def _tell(told: Told, show: Terminal | None) -> None:
    if show is not None:
        show.tell(told)
        return
    for line in printed(told):
        print(line, flush=True)


def film_length(session: Session) -> float:
    """Seconds of the session's film; 0 where its file does not say."""
    return Film(session.film).length() / session.fps if session.fps else 0.0


def printed(told: Told) -> Iterator[str]:
    """The lines of one step, as JSON."""
    for line in told.lines():
        yield json.dumps(line, ensure_ascii=False)


def blank(session: Session) -> Transcript:
    """The head of the match record of a session."""
    return Transcript(session.light_name, session.dark_name, session.match_length, session.variant)
