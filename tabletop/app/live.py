"""A live match: the workers at the edge, the inbox, and the one consumer that runs the referee.

`run` returns when nobody plays on: the match was ended by a signal, or by a failure of ours, which it raises
after everything has been put away. Then the session's folder is whole and the match files are written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tabletop.app.feed import Feed
from tabletop.app.inbox import Inbox
from tabletop.app.notify import Watchdog
from tabletop.app.outlets import DeviceNews, DisplayLine, Holder, PanelLine, VoiceLine
from tabletop.app.recording import KeeperThread
from tabletop.app.runtime import Listener, Published, Runtime
from tabletop.app.sight import Sight
from tabletop.app.timing import Timing
from tabletop.app.tower_line import Heard, TowerLine, wish
from tabletop.app.workers import Begin, Crashed, Told, Workers
from tabletop.backgammon import Match, MatchRules, Player, variant
from tabletop.devices.clock import Clock, WallClock
from tabletop.devices.ports import Camera, Display, Frame, Panel, Speaker, TowerPort
from tabletop.present.screen import Screen
from tabletop.present.sentences import Message, Sentence
from tabletop.present.shown import awaited
from tabletop.present.signals import Signal
from tabletop.referee import State
from tabletop.web.ports import NewMatch

TAKE_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Devices:
    """How to open what stands at the table."""

    camera: Callable[[], Camera]
    tower: Callable[[], TowerPort]
    panel: Callable[[], Panel]
    display: Callable[[], Display]
    speaker: Callable[[], Speaker]


@dataclass(slots=True, eq=False)
class Live:
    """One evening at one table."""

    runtime: Runtime
    devices: Devices
    feed: Feed
    language: str = "en"
    clock: Clock = field(default_factory=WallClock)
    keeper: KeeperThread | None = None
    watchdog: Watchdog | None = None
    news: Sequence[Callable[[DeviceNews], None]] = ()
    """Who is told when a device fails or answers again."""
    begun: Sequence[Callable[[NewMatch], None]] = ()
    """Who is told that another match begins, before its first event."""
    listeners: Sequence[Listener] = ()
    timing: Timing | None = None
    """The match clock; None where nobody plays against it."""
    inbox: Inbox[Told] = field(default_factory=Inbox, init=False)
    began: float = field(init=False)
    workers: Workers = field(init=False)
    tower: TowerLine = field(init=False)
    _shown: threading.Event = field(default_factory=threading.Event, init=False)
    _stop: threading.Event = field(default_factory=threading.Event, init=False)

    def __post_init__(self) -> None:
        self.began = self.clock.now()
        self.workers = Workers(self.inbox, self.clock.now, self.began)
        self.tower = TowerLine(self.devices.tower)

    @property
    def now(self) -> float:
        """Seconds since the session began."""
        return self.clock.now() - self.began

    def stop(self) -> None:
        """Nobody plays on; may be called from a signal handler or another thread."""
        self._stop.set()

    def begin(self, match: NewMatch) -> None:
        """Another match; returns when it has begun. From another thread."""
        wanted = Begin(match)
        self.inbox.put(wanted, self.clock.now())
        wanted.done.wait(5.0)

    def run(self) -> None:
        """Referee until stopped."""
        panel, display, voice = self._open_outlets()
        shows: list[Listener] = [panel.show, display.show, voice.show, self.feed.tell]
        keeps: list[Listener] = [self.keeper.hear] if self.keeper else []
        if self.timing is not None:
            keeps.append(self.timing.hear)
            self.timing.late = (partial(_late, panel, voice),)
            display.timed = self.timing.on
            self.feed.timed = self._timed
        self.runtime.listeners = (*self.listeners, *keeps, *shows, self._changed)
        if self.keeper is not None:
            self.keeper.start()
        self.workers.camera(self.devices.camera)
        self.workers.tower(self.tower)
        self.workers.panel(panel)
        self.workers.show([*([self.timing] if self.timing else []), display, voice], self._shown)
        try:
            self.tower.want(wish(self.runtime.state, self.runtime.rolls))
            while not self._stop.is_set():
                self._take()
        finally:
            self._put_away()

    def _open_outlets(self) -> tuple[PanelLine, DisplayLine, VoiceLine]:
        panel = PanelLine(Holder("panel", self.devices.panel, self._report), self.began)
        display = DisplayLine(Holder("display", self.devices.display, self._report), self.language)
        voice = VoiceLine(Holder("speaker", self.devices.speaker, self._report), self.language)
        return panel, display, voice

    def _report(self, news: DeviceNews) -> None:
        self.inbox.put(news, self.clock.now())

    def _changed(self, published: Published) -> None:
        self.tower.want(wish(published.told.state, self.runtime.rolls))
        self._shown.set()

    def _timed(self, screen: Screen) -> Screen:
        return self.timing.on(screen, self.now) if self.timing else screen

    # ---- the consumer

    def _take(self) -> None:
        match self.inbox.take(TAKE_SECONDS):
            case Frame() as frame:
                self._see(frame)
            case Heard() as heard:
                self.runtime.hear(heard)
            case DeviceNews() as news:
                for tell in self.news:
                    tell(news)
            case Begin() as wanted:
                self._begin(wanted)
            case Crashed(name=name, error=error):
                raise RuntimeError(f"the {name} thread ended") from error
            case None:
                self.runtime.wait(self.now)
        self.feed.look()

    def _see(self, frame: Frame) -> None:
        at = frame.at - self.began
        self.runtime.see(frame, at, self.now)
        eyes = self.runtime.eyes
        if eyes.fresh_at != at:
            return  # it did not count
        watch = eyes.watch
        if self.watchdog is not None:
            self.watchdog.frame_read(frame.number, frame.at, self.clock.now())
        if self.keeper is not None:
            self.keeper.frame(frame.picture, at)
        self.feed.sight(Sight(frame.picture, watch.calibration, watch.reading), at, moving=watch.moving)

    def _begin(self, wanted: Begin) -> None:
        """Another match: the one before ends as it stands, and all begins anew."""
        state, match = self.runtime.state, wanted.match
        self.runtime.end(self.now)
        for tell in self.begun:
            tell(match)
        if self.keeper is not None:
            self.keeper.begin(match, self.now)
        rules = MatchRules(length=match.length or None)
        fresh = State.new(variant(match.variant), Match.start(rules), state.profile)
        self.runtime.state = replace(fresh, trouble=state.trouble, tower=state.tower, unheard=state.unheard)
        self.runtime.shown, self.runtime.names = awaited(self.runtime.state), match.names
        if self.timing is not None:
            self.timing.begin(self.runtime.state.match)
        self.runtime.eyes.watch.forget()
        self.feed.begin(self.runtime.state, self.runtime.shown, match.names)
        self.tower.want(wish(self.runtime.state, self.runtime.rolls))
        wanted.done.set()

    def _put_away(self) -> None:
        """The end, in order: the last word, the threads, the folder."""
        self.runtime.end(self.now)
        self.workers.stop()
        if self.keeper is not None:
            self.keeper.close(self.now)


def _late(panel: PanelLine, voice: VoiceLine, player: Player) -> None:
    """A player's time has run out: it is heard; the display shows it by itself."""
    panel.sound(Signal.TIME)
    voice.tell(Sentence.of(Message.TIME_UP, player=player))
