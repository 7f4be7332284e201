"""A match at the virtual table in the table's own time: nothing waits for a clock, one thread does it all,
and the same seed gives the same evening. What referees is the very runtime that referees live."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tabletop.app.outlets import DeviceNews, DisplayLine, Holder, PanelLine
from tabletop.app.runtime import Runtime
from tabletop.app.tower_line import TowerLine, wish
from tabletop.app.virtual_room import VirtualRoom
from tabletop.devices.clock import SimulatedClock
from tabletop.devices.errors import CameraGone, CameraStalled
from tabletop.vision.sampling import Picture

GRAB_SECONDS: Final = 0.25
STEP_SECONDS: Final = 0.1


@dataclass(slots=True, eq=False)
class LockStep:
    """Runs a runtime against a virtual room."""

    room: VirtualRoom
    runtime: Runtime
    clock: SimulatedClock
    news: Callable[[DeviceNews], None] = lambda _: None
    frames: Callable[[Picture, float], None] | None = None
    """Who is shown every frame that counted."""
    tower: TowerLine = field(init=False)
    panel: PanelLine = field(init=False)
    display: DisplayLine = field(init=False)
    began: float = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.clock.now()
        self.tower = TowerLine(self.room.cable)
        self.panel = PanelLine(Holder("panel", self.room.panel.open, self.news), self.began)
        self.display = DisplayLine(Holder("display", self.room.display.open, self.news))
        self.runtime.listeners = (*self.runtime.listeners, self.panel.show, self.display.show)

    @property
    def now(self) -> float:
        """Seconds since the session began."""
        return self.clock.now() - self.began

    def frame(self) -> None:
        """Let the camera take one frame, and everything else happen that happens meanwhile."""
        try:
            frame = self.room.camera.grab(GRAB_SECONDS)
            at = frame.at - self.began
            self.runtime.see(frame, at, self.now)
            if self.frames is not None and self.runtime.eyes.fresh_at == at:
                self.frames(frame.picture, at)
        except CameraStalled:
            self.runtime.wait(self.now)
        except CameraGone:
            self.clock.sleep(STEP_SECONDS)
            self.runtime.wait(self.now)
        self.tower.want(wish(self.runtime.state, self.runtime.rolls))
        for heard in (*self.tower.step(self.now), *self.panel.step(self.now)):
            self.runtime.hear(heard)
        self.display.step(self.now)

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        while self.now < end:
            self.frame()

    def follow(self, doings: Iterator[float]) -> Iterator[float]:
        """Let somebody do things at the table, who yields the seconds until he does the next; yields the time
        whenever a frame has been looked at."""
        due = self.now
        for seconds in doings:
            due += seconds
            while self.now < due:
                self.frame()
                yield self.now
