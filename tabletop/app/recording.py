"""Keeps what was seen and heard as a session: a folder that `tabletop replay` replays to the same match.

The film has so many frames a second, whatever the camera did meanwhile: where none came, the last one stands
longer. Every event is written down when it happens, so that the folder is whole at every moment but for the
film, whose index is written at its end.
"""

from __future__ import annotations

import json
import queue
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2

from tabletop.app.config import MatchSection
from tabletop.app.runtime import Published
from tabletop.app.writing import OutputError, check_folder
from tabletop.backgammon import Player
from tabletop.present.words import written_name
from tabletop.referee import CameraLost, Trouble
from tabletop.vision.calibration import Calibration
from tabletop.vision.sampling import Picture
from tabletop.web.ports import NewMatch

FPS: Final = 10.0
QUALITY: Final = 93
GAP: Final = 0.5
"""Seconds without a frame that are told; a shorter gap does not make a board look quiet."""
LONGEST_GAP: Final = 600.0
"""Seconds without a frame that the film makes up for; a laptop may have slept for longer."""


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What ``session.toml`` says."""

    variant: str
    match_length: int
    light_name: str
    dark_name: str
    light_home: str

    def followed_by(self, match: NewMatch) -> SessionHead:
        """What the session of the next match at this table says."""
        light, dark = (written_name(player, match.names) for player in Player)
        return SessionHead(match.variant, match.length, light, dark, self.light_home)


def head_of(match: MatchSection, calibration: Calibration) -> SessionHead:
    """What a session of this match says of itself."""
    light, dark = (written_name(player, match.names) for player in Player)
    return SessionHead(match.variant, match.length, light, dark, calibration.light_home)


@dataclass(slots=True, eq=False)
class Gaps:
    """Notices when the camera gives no pictures, which a film that stands still does not tell."""

    _last: float = field(default=0.0, init=False)

    def lost(self, published: Published) -> dict[str, object] | None:
        """The line for ``events.jsonl`` when the camera is said to be lost."""
        event = published.told.event
        if not isinstance(event, CameraLost) or event.trouble is not Trouble.LOST:
            return None
        return _camera("lost", event.at, self._last)

    def frame(self, at: float) -> dict[str, object] | None:
        """The line for ``events.jsonl`` when a frame comes after none had come for long."""
        since, self._last = self._last, at
        return _camera("ok", at, since) if at - since > GAP else None


def _camera(state: str, at: float, since: float) -> dict[str, object]:
    times = {"t": round(at, 3), "source": "camera", "type": "camera", "state": state}
    return times | {"since": round(since, 3)}


@dataclass(slots=True, eq=False)
class Keeper:
    """Writes one session. Raises `OutputError` where the folder cannot be written. For one thread."""

    folder: Path
    head: SessionHead
    fps: float = FPS
    began: float = field(default=0.0, init=False)
    """When this match began, in seconds of the evening; the session's own time begins there."""
    _matches: int = field(default=1, init=False)
    _lines: int = field(default=0, init=False)
    """Of ``events.jsonl``, so far."""
    _film: cv2.VideoWriter | None = field(default=None, init=False)
    _frames: int = field(default=0, init=False)
    _last: Picture | None = field(default=None, init=False)
    _gaps: Gaps = field(default_factory=Gaps, init=False)

    def open(self, start: Picture | None = None, empty: Picture | None = None) -> None:
        """Begin the folder: what is played, and the pictures that the calibration was made from."""
        check_folder("--keep-session", self.folder)
        if (self.folder / "session.toml").exists():
            raise OutputError(f"--keep-session {self.folder}: holds a session already; name another folder")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "events.jsonl").write_text("", "utf-8")
            for name, picture in (("start.jpg", start), ("empty.jpg", empty)):
                if picture is not None:
                    _, content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
                    (self.folder / name).write_bytes(content.tobytes())
            (self.folder / "session.toml").write_text(_toml(self.head, self.fps), "utf-8")
        except OSError as error:
            raise OutputError(f"--keep-session {self.folder}: cannot be written: {error.strerror}") from error

    def see(self, picture: Picture, at: float) -> None:
        """A frame that counts, ``at`` (seconds since the session began); to be called for every one."""
        told = self._gaps.frame(at)
        if told is not None:
            self.line(told)
        self.frame(picture, at)

    def frame(self, picture: Picture, at: float) -> None:
        """Put on the film what the camera saw ``at``."""
        if self._last is None:
            self._last = picture
        self._fill(at - self.began)
        self._last = picture

    def hear(self, published: Published) -> None:
        """A step of the match: what the tower or a button said, or that the camera is lost."""
        for line in lines_of(published, self._gaps):
            self.line(line)

    def line(self, line: dict[str, Any]) -> None:
        """Write one line of ``events.jsonl``; its times are those of the evening."""
        times = {key: max(0.0, round(line[key] - self.began, 3)) for key in ("t", "since") if key in line}
        self._lines += 1
        with (self.folder / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line | times) + "\n")

    def begin(self, match: NewMatch, at: float) -> None:
        """Another match begins ``at``. Its session goes to a folder in the first one's (``match-2``, …),
        unless nothing has happened in this one yet: then it is the other's from the start."""
        self.head = self.head.followed_by(match)
        if not self._lines:
            (self.folder / "session.toml").write_text(_toml(self.head, self.fps), "utf-8")
            return
        self.close(at)
        self._matches += 1
        evening = self.folder if self._matches == 2 else self.folder.parent
        before, self.folder = self.folder, evening / f"match-{self._matches}"
        self.began, self._lines, self._frames, self._last = at, 0, 0, None
        self.open()
        for name in ("start.jpg", "empty.jpg"):
            if (before / name).exists():
                shutil.copy(before / name, self.folder / name)

    def close(self, at: float) -> None:
        """End the film."""
        if self._last is not None:
            self._fill(at - self.began + 1.0 / self.fps)
        if self._film is not None:
            self._film.release()
            self._film = None

    def _fill(self, until: float) -> None:
        """Frames up to a time of the session, of the last picture."""
        assert self._last is not None  # noqa: S101 - `frame` has set it
        wanted = min(int(until * self.fps + 1e-6) + 1, self._frames + int(LONGEST_GAP * self.fps))
        if self._film is None:
            size = (self._last.shape[1], self._last.shape[0])
            codec = cv2.VideoWriter.fourcc(*"mp4v")
            self._film = cv2.VideoWriter(str(self.folder / "camera.mp4"), codec, self.fps, size)
            if not self._film.isOpened():
                raise OutputError(f"--keep-session {self.folder}: the film cannot be written there")
        while self._frames < wanted:
            self._film.write(self._last)
            self._frames += 1


def lines_of(published: Published, gaps: Gaps) -> Iterator[dict[str, object]]:
    """What ``events.jsonl`` says of a step of the match."""
    lost = gaps.lost(published)
    if lost is not None:
        yield lost
    if published.heard is not None and published.heard.line is not None:
        yield published.heard.line


def _toml(head: SessionHead, fps: float) -> str:
    return (
        f"variant = {json.dumps(head.variant)}\n"
        f"match_length = {head.match_length}\n"
        f"light_name = {json.dumps(head.light_name, ensure_ascii=False)}\n"
        f"dark_name = {json.dumps(head.dark_name, ensure_ascii=False)}\n"
        f"fps = {fps:g}\n\n[board]\nlight_home = {json.dumps(head.light_home)}\n"
    )


WAITING: Final = 30
"""Frames and events that may wait for a slow disk."""


@dataclass(frozen=True, slots=True)
class _Begins:
    """Another match."""

    match: NewMatch
    at: float


_Job: TypeAlias = "tuple[Picture, float] | dict[str, object] | _Begins"


@dataclass(slots=True, eq=False)
class KeeperThread:
    """Keeps a session without holding the referee up: when the disk is slow, frames are left out, events not.

    What goes wrong on the disk is told once, by ``report``, and nothing more is kept.
    """

    keeper: Keeper
    _jobs: queue.Queue[_Job | float] = field(default_factory=lambda: queue.Queue(maxsize=WAITING), init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _due: float = field(default=0.0, init=False)
    _gaps: Gaps = field(default_factory=Gaps, init=False)
    failed: str | None = field(default=None, init=False)
    """Why nothing is kept any more."""

    def start(self) -> None:
        """Begin to work."""
        self._thread = threading.Thread(target=self._work, name="keeping", daemon=True)
        self._thread.start()

    def frame(self, picture: Picture, at: float) -> None:
        """See `Keeper.see`; frames that the film has no room for are passed over."""
        told = self._gaps.frame(at)
        if told is not None:
            self._jobs.put(told)
        if at < self._due or self._jobs.full():
            return
        self._due = max(self._due + 1.0 / self.keeper.fps, at - 1.0 / self.keeper.fps)
        self._jobs.put((picture, at))

    def hear(self, published: Published) -> None:
        """See `Keeper.hear`."""
        for line in lines_of(published, self._gaps):
            self._jobs.put(line)

    def begin(self, match: NewMatch, at: float) -> None:
        """See `Keeper.begin`."""
        self._jobs.put(_Begins(match, at))

    def close(self, at: float) -> None:
        """End the film and wait until all is on the disk."""
        self._jobs.put(at)
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if isinstance(job, float):
                    self.keeper.close(job)
                    return
                if self.failed is None:
                    self._keep(job)
            except (OSError, OutputError) as error:
                self.failed = str(error)
                if isinstance(job, float):
                    return

    def _keep(self, job: _Job) -> None:
        if isinstance(job, _Begins):
            self.keeper.begin(job.match, job.at)
        elif isinstance(job, dict):
            self.keeper.line(job)
        else:
            self.keeper.frame(*job)
