"""The threads at the edge: each waits for one device and puts what it hears into the inbox.

They are started here and nowhere else. A device that is lost is opened again every second. A thread that ends
by an error of ours tells the consumer, who ends the match in order: no table goes on half deaf.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tabletop.app.inbox import Inbox
from tabletop.app.outlets import DeviceNews, PanelLine
from tabletop.app.tower_line import Heard, TowerLine
from tabletop.devices.errors import CameraGone, CameraStalled, DeviceError
from tabletop.devices.ports import Camera
from tabletop.web.ports import NewMatch

GRAB_SECONDS: Final = 0.5
RETRY_SECONDS: Final = 1.0
TOWER_SECONDS: Final = 0.02
PANEL_SECONDS: Final = 0.02
SHOW_SECONDS: Final = 0.1
GOODBYE_SECONDS: Final = 3.0
"""That long a thread may take to end."""


@dataclass(frozen=True, slots=True)
class Crashed:
    """A thread of ours ended by an error."""

    name: str
    error: BaseException


@dataclass(frozen=True, slots=True, eq=False)
class Begin:
    """Another match is to begin."""

    match: NewMatch
    done: threading.Event = field(default_factory=threading.Event)


Told = Heard | DeviceNews | Begin | Crashed


class Showing(Protocol):
    """Something that is shown now and then."""

    def step(self, now: float) -> object:
        """Show what there is to be shown."""
        ...


@dataclass(slots=True, eq=False)
class Workers:
    """All threads of one table."""

    inbox: Inbox[Told]
    now: Callable[[], float]
    """Monotonic seconds."""
    began: float
    """When the session began, on the same scale."""
    _threads: list[threading.Thread] = field(default_factory=list, init=False)
    _over: threading.Event = field(default_factory=threading.Event, init=False)

    def watch(self, name: str, work: Callable[[], None]) -> None:
        """Do ``work`` in a thread of its own. What it raises ends the match."""

        def run() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - told to the consumer, who raises it
                self.inbox.put(Crashed(name, error), self.now())

        thread = threading.Thread(target=run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def camera(self, open_it: Callable[[], Camera]) -> None:
        """Put every new frame into the inbox."""
        self.watch("camera", lambda: self._camera(open_it))

    def tower(self, line: TowerLine) -> None:
        """Keep the line to the tower."""
        self.watch("tower", lambda: self._tower(line))

    def panel(self, line: PanelLine) -> None:
        """Light lamps, and listen for buttons."""
        self.watch("panel", lambda: self._panel(line))

    def show(self, lines: Sequence[Showing], changed: threading.Event) -> None:
        """Show things that take their time: the display, the voice."""
        self.watch("show", lambda: self._show(lines, changed))

    def stop(self) -> None:
        """Let all threads end, and wait a little for them."""
        self._over.set()
        for thread in self._threads:
            thread.join(GOODBYE_SECONDS)

    # ---- what they do

    def _session(self) -> float:
        return self.now() - self.began

    def _camera(self, open_it: Callable[[], Camera]) -> None:
        camera: Camera | None = None
        told = False
        while not self._over.is_set():
            try:
                camera = camera or open_it()
                self.inbox.put_frame(camera.grab(GRAB_SECONDS))
                if told:
                    told = False
                    self.inbox.put(DeviceNews("camera", ok=True), self.now())
            except CameraStalled:
                continue  # the eyes count the seconds
            except DeviceError as error:
                if not told:
                    told = True
                    self.inbox.put(DeviceNews("camera", ok=False, sentence=str(error)), self.now())
                if isinstance(error, CameraGone) and camera is not None:
                    with contextlib.suppress(DeviceError):
                        camera.close()
                camera = None
                self._over.wait(RETRY_SECONDS)
        if camera is not None:
            with contextlib.suppress(DeviceError):
                camera.close()

    def _tower(self, line: TowerLine) -> None:
        while not self._over.wait(TOWER_SECONDS):
            for heard in line.step(self._session()):
                self.inbox.put(heard, self.began + heard.event.at)
        line.close()

    def _panel(self, line: PanelLine) -> None:
        while not self._over.is_set():
            for heard in line.step(self._session(), PANEL_SECONDS):
                self.inbox.put(heard, self.began + heard.event.at)
            if line.holder.failed:
                self._over.wait(PANEL_SECONDS)
        line.holder.close()

    def _show(self, lines: Sequence[Showing], changed: threading.Event) -> None:
        while not self._over.is_set():
            changed.wait(SHOW_SECONDS * 5)
            changed.clear()
            for line in lines:
                line.step(self._session())
