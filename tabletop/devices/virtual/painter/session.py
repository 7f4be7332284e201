"""A filmed match in a folder: what a camera, a dice tower and the buttons would have left behind.

A `Script` says which rolls fall and what the players do on the board, mistakes and corrections included;
`shoot` films it and writes the folder of a recorded session, with the truth beside it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.backgammon import Player, Position, variant
from tabletop.devices.virtual.painter.film import Frame, Reel
from tabletop.devices.virtual.painter.geometry import Layout, view_of
from tabletop.devices.virtual.painter.paint import paint_placement
from tabletop.devices.virtual.painter.placement import Placement
from tabletop.devices.virtual.painter.scene import Scene
from tabletop.errors import TabletopError


class FilmError(TabletopError):
    """A film that could not be written."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A board that a player leaves standing, and what it is."""

    position: Position
    status: str = "legal"
    """``legal``, ``partial`` (on the way to a legal play) or ``illegal``."""
    played: str | None = None
    violation: str | None = None
    violation_also: tuple[str, ...] = ()
    correction: bool = False
    seconds: float = 2.4
    """How long it stands at least."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and what was done with it; no attempts: nothing could be played, and nothing was."""

    player: Player
    dice: tuple[int, int]
    attempts: tuple[Attempt, ...] = ()
    play: str | None = None
    """The play as it stands in the end, in notation."""
    cocked: int = 0
    """Throws before this one that did not count."""
    double: str | None = None
    """``take`` or ``drop``: before the roll the player doubled, and this was the answer."""

    @property
    def standing(self) -> str:
        """Whether the last board of the turn was right."""
        fine = not self.attempts or self.attempts[-1].status == "legal"
        return "legal" if fine else "condoned_error"


@dataclass(frozen=True, slots=True)
class Script:
    """A match, or the beginning of one."""

    scene: Scene
    opening: tuple[int, int]
    """Light's die and dark's die; the first turn plays them."""
    turns: tuple[Turn, ...]
    name: str = "painted"
    variant: str = "standard"
    match_length: int = 5
    light_name: str = "Light"
    dark_name: str = "Dark"
    fps: int = 5
    set_up: Position | None = None
    """How the board was set up; None: as the rules say."""
    incidents: dict[int, Callable[[Scene], Scene]] = field(default_factory=dict)
    """What changes in the room just before the roll of turn n."""
    lifts_dice: bool = False
    """Whether the tower reports that the dice were lifted."""


class _Shooting:
    """One session being filmed."""

    def __init__(self, script: Script, rng: np.random.Generator, camera: Callable[[Frame], object]) -> None:
        self.script, self.camera = script, camera
        self.start = script.set_up or variant(script.variant).start_position
        self.reel = Reel(script.scene, self.start, rng, script.fps)
        self.set_up = self.reel.placement
        self.rng = rng
        self.events: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []
        self.rolls = 0

    def run(self) -> None:
        self._wait(3.2)
        for number, turn in enumerate(self.script.turns, start=1):
            if number in self.script.incidents:
                self.reel.change(self.script.incidents[number])
                self._wait(1.0)
            self._turn(number, turn)
        self._wait(1.6)

    def _wait(self, seconds: float) -> None:
        for frame in self.reel.hold(seconds):
            self.camera(frame)

    def _tower(self, **event: Any) -> None:
        self.events.append({"t": round(self.reel.now + 0.02, 2), "source": "tower", **event})

    def _button(self, player: Player, button: str) -> None:
        t = round(self.reel.now + 0.02, 2)
        press = {"source": "panel", "type": "button", "player": player.value, "button": button}
        self.events.append({"t": t, **press})

    def _roll(self, number: int, turn: Turn) -> None:
        for _ in range(turn.cocked):
            self._tower(type="cocked")
            self._wait(1.8)
        self.rolls += 1
        if number == 1:
            self._tower(type="roll", seq=self.rolls, opening=True, dice=list(self.script.opening))
        else:
            self._tower(type="roll", seq=self.rolls, dice=list(turn.dice))

    def _turn(self, number: int, turn: Turn) -> None:
        if turn.double is not None:
            self._button(turn.player, "double")
            self._wait(1.8)
            self._button(turn.player.opponent, turn.double)
            self._wait(0.8)
        before, rolled = self.reel.position, self.reel.now
        self._roll(number, turn)
        self._wait(float(self.rng.uniform(1.2, 2.4)))
        tried = [self._attempt(turn, attempt) for attempt in turn.attempts]
        attempts = [record for record in tried if record is not None]
        if self.script.lifts_dice:
            self._tower(type="lifted")
            self._wait(0.4)
        record: dict[str, Any] = {
            "n": number,
            "player": turn.player.value,
            "dice": list(turn.dice),
            "t_roll": rolled,
        }
        record |= {"before": before.to_dict(), "after": self.reel.position.to_dict(), "final_play": turn.play}
        record |= {"legal": turn.standing == "legal", "standing": turn.standing, "attempts": attempts}
        if turn.double is not None:
            record["cube"] = {"double": turn.player.value, "response": turn.double}
        self.turns.append(record)

    def _attempt(self, turn: Turn, attempt: Attempt) -> dict[str, Any] | None:
        """Plays an attempt; its record, or None where an arm lay on the board all the time."""
        began = self.reel.now
        for frame in self.reel.play(turn.player, attempt.position):
            self.camera(frame)
        self._wait(attempt.seconds)
        quiet = self.reel.quiet[-1] if self.reel.quiet else None
        if quiet is None or quiet.start < began:
            return None
        record: dict[str, Any] = {
            "position": attempt.position.to_dict(),
            "status": attempt.status,
            "t_stable": [quiet.start, quiet.end],
        }
        if attempt.violation is not None:
            record |= {"violation": attempt.violation, "violation_also": list(attempt.violation_also)}
        if attempt.played is not None:
            record["played"] = attempt.played
        return record | ({"correction": True} if attempt.correction else {})

    def truth(self) -> dict[str, Any]:
        script = self.script
        quiet = [q for q in self.reel.quiet if q.end - q.start >= 0.8]
        ends = {q.start: q.end for q in self.reel.quiet}
        # A board stands on after its attempt was noted, until the next hand comes.
        for attempt in itertools.chain.from_iterable(turn["attempts"] for turn in self.turns):
            attempt["t_stable"][1] = ends[attempt["t_stable"][0]]
        return {
            "session": script.name,
            "variant": script.variant,
            "fps": script.fps,
            "frames": round(self.reel.now * script.fps),
            "setup": {
                "ok": self.start == variant(script.variant).start_position,
                "position": self.start.to_dict(),
            },
            "opening": [list(script.opening)],
            "opener": script.turns[0].player.value if script.turns else None,
            "turns": self.turns,
            "stable": [{"t": [q.start, q.end], "position": q.position.to_dict()} for q in quiet],
            "result": {"finished": False},
        }


def _session_toml(script: Script) -> str:
    scene = script.scene
    lines = [
        f'variant = "{script.variant}"',
        f"match_length = {script.match_length}",
        f"light_name = {json.dumps(script.light_name)}",
        f"dark_name = {json.dumps(script.dark_name)}",
        f"fps = {script.fps}",
        "",
        "[board]",
        f'light_home = "{scene.light_home.value}"',
        f'tray = "{scene.board.tray.value}"',
        f"checkers_per_row = {scene.stacking.row}",
        f'second_layer = "{scene.stacking.second_layer.value}"',
    ]
    return "\n".join(lines) + "\n"


def _corners(scene: Scene) -> dict[str, Any]:
    corners = view_of(scene.camera).project(Layout(scene.board, scene.light_home).corners())
    return {"order": "TL,TR,BR,BL", "corners": [[round(float(v), 2) for v in c] for c in corners]}


def _write_picture(path: Path, scene: Scene, placement: Placement, rng: np.random.Generator) -> None:
    if not cv2.imwrite(
        str(path), paint_placement(scene, placement, rng).image, [cv2.IMWRITE_JPEG_QUALITY, 93]
    ):
        raise FilmError(f"{path} could not be written: is there room, and may you write there?")


def shoot(script: Script, folder: Path, rng: np.random.Generator) -> None:
    """Films a script and writes the session's folder, which is made if need be.

    Writes session.toml, camera.mp4, events.jsonl, start.jpg, empty.jpg, corners.json and truth.json. Raises
    `FilmError` where the film cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scene = replace(script.scene, sensor=replace(script.scene.sensor, jpeg_quality=None))
    script = replace(script, scene=scene)
    size = (scene.camera.width, scene.camera.height)
    path = folder / "camera.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), script.fps, size)
    if not writer.isOpened():
        raise FilmError(f"{path} could not be opened for writing: may you write there?")
    shooting = _Shooting(script, rng, lambda frame: writer.write(frame.image))
    try:
        shooting.run()
    finally:
        writer.release()
    events = "".join(json.dumps(event) + "\n" for event in shooting.events)
    (folder / "events.jsonl").write_text(events, "utf-8")
    (folder / "session.toml").write_text(_session_toml(script), "utf-8")
    (folder / "corners.json").write_text(json.dumps(_corners(scene), indent=1), "utf-8")
    (folder / "truth.json").write_text(json.dumps(shooting.truth(), indent=1), "utf-8")
    _write_picture(folder / "start.jpg", scene, shooting.set_up, rng)
    _write_picture(folder / "empty.jpg", scene, Placement(), rng)
