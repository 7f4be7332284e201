"""A live match while the page is up: the table is set up, the devices are connected, the referee sits down.

What the page shows and does is handed in (`tabletop.app.playing`); here the virtual table, the eyes and the
threads behind it come to it. When nobody plays on, the match files are written.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console

from tabletop.app.awaited_hands import AwaitedHands
from tabletop.app.config import VIRTUAL, Config
from tabletop.app.eyes import Eyes
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands, on_table
from tabletop.app.live import Devices, Live
from tabletop.app.notify import Watchdog, service_manager
from tabletop.app.outlets import DeviceNews
from tabletop.app.playing import Options
from tabletop.app.recording import Keeper, KeeperThread, head_of
from tabletop.app.replaying import printed
from tabletop.app.runtime import Published, Runtime
from tabletop.app.scribing import MatchFiles
from tabletop.app.timing import Timing
from tabletop.app.virtual_room import VirtualRoom, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.clock.settings import preset
from tabletop.devices.clock import Clock, WallClock
from tabletop.devices.factory import (
    open_camera,
    open_display,
    open_panel,
    open_speaker,
    open_tower_line,
)
from tabletop.devices.virtual.players import Habits, Players
from tabletop.present.sentences import say
from tabletop.present.shown import awaited, entries
from tabletop.referee import State
from tabletop.vision.calibration import Calibration, load_calibration
from tabletop.vision.sampling import Picture

HABITS_BEFORE_PEOPLE = Habits(pace=1.6, flits=0.0)
"""How the two play when somebody watches: slowly enough to be followed."""


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    """What is to be played, and the page that is up already."""

    options: Options
    config: Config
    state: State
    feed: Feed
    hands: AwaitedHands | None
    """None at a real table."""
    out: Path | None
    """Where the match files go."""


def referee(evening: Evening, console: Console, aside: Console) -> None:
    """Set the table up and referee until somebody ends it, with everything printed and written."""
    options, config = evening.options, evening.config
    clock = WallClock()
    with aside.status("setting the table up"):
        room = _room(config, clock, options.seed)
        calibration = room.calibration if room else load_calibration(_board(config))
        files = MatchFiles(config.match.variant, config.match.length, config.match.names, evening.out)
        live = _live(evening, clock, room, calibration)
    manager = service_manager()
    live.watchdog = Watchdog(manager)
    live.news = (_tell_news(options, aside),)
    live.begun = (files.begin,)
    live.listeners = (files.hear, tell(options, config, console))
    if room is not None and evening.hands is not None:
        _sit_down(evening.hands, room, live, evening.feed, timed=bool(config.clock.preset))
    with _until_signal(live):
        manager.ready()
        if options.auto and room is not None:
            _seat_players(live, room, evening)
        try:
            live.run()
        finally:
            manager.stopping()
    for line in files.written():
        aside.print(line, highlight=False, soft_wrap=True)


# ---- what stands at the table


def _room(config: Config, clock: Clock, seed: int) -> VirtualRoom | None:
    if not config.virtual:
        return None
    tower = config.tower.virtual or "scripted"
    return furnish(clock, config.game, tower=tower, seed=seed, fps=config.camera.fps)


def _board(config: Config) -> Path:
    assert config.camera.board is not None  # noqa: S101 - the configuration was checked for it
    return config.camera.board


def _devices(config: Config, room: VirtualRoom | None) -> Devices:
    return Devices(
        camera=room.camera.open if room else lambda: open_camera(config.camera_choice()),
        tower=room.cable if room and config.tower.virtual else lambda: open_tower_line(config.tower.path),
        panel=room.panel.open
        if room and config.panel.kind == VIRTUAL
        else lambda: open_panel(config.panel_choice()),
        display=room.display.open
        if room and config.display.kind == VIRTUAL
        else lambda: open_display(config.display_choice()),
        speaker=lambda: open_speaker(config.speaker_choice()),
    )


def _live(evening: Evening, clock: Clock, room: VirtualRoom | None, calibration: Calibration) -> Live:
    """The match, ready to be run."""
    config = evening.config
    eyes = Eyes(Watch(calibration, Quick()), config.trust.trust())
    live = Live(
        Runtime(evening.state, eyes, shown=awaited(evening.state), names=config.match.names),
        _devices(config, room),
        evening.feed,
        config.match.language,
        clock,
        _keeper(evening.options, config, calibration, room),
    )
    if config.clock.preset:
        live.timing = Timing(preset(config.clock.preset), evening.state.match)
    return live


def _sit_down(hands: AwaitedHands, room: VirtualRoom, live: Live, feed: Feed, *, timed: bool) -> None:
    """The table is there: the page shows it, and hands can do things at it."""
    feed.table = lambda: on_table(room.table.look())
    hands.come(TableHands(room.table, lambda: live.runtime.state.variant, live.begin, feed.look, timed))
    feed.look()


def _keeper(
    options: Options, config: Config, calibration: Calibration, room: VirtualRoom | None
) -> KeeperThread | None:
    if options.keep is None:
        return None
    keeper = Keeper(options.keep, head_of(config.match, calibration))
    pictures: tuple[Picture | None, Picture | None] = (room.start, room.empty) if room else (None, None)
    keeper.open(*pictures)
    return KeeperThread(keeper)


def _seat_players(live: Live, room: VirtualRoom, evening: Evening) -> None:
    """Two programs sit down and play, at the pace of people."""
    options = evening.options
    habits = Habits(errors=options.errors, pace=HABITS_BEFORE_PEOPLE.pace, flits=HABITS_BEFORE_PEOPLE.flits)
    players = Players(room.table, evening.config.game, habits, options.games, options.seed)

    def play() -> None:
        for seconds in players.evening():
            time.sleep(seconds)

    live.workers.watch("players", play)


# ---- what is told


def tell(options: Options, config: Config, console: Console) -> Callable[[Published], None]:
    """Who prints every step: what is said in the players' language, or lines for other programs."""

    def as_json(published: Published) -> None:
        for line in printed(published.told):
            print(line, flush=True)

    def in_words(published: Published) -> None:
        at = published.told.event.at
        for sentence, _ in entries(published.shown):
            words = say(sentence, config.match.language, published.names)
            clock = f"{int(at) // 60:3d}:{int(at) % 60:02d}"
            console.print(f"{clock}  {words}", highlight=False, markup=False, soft_wrap=True)

    return as_json if options.as_json else in_words


def _tell_news(options: Options, aside: Console) -> Callable[[DeviceNews], None]:
    def tell(news: DeviceNews) -> None:
        if options.as_json:
            state = "ok" if news.ok else "lost"
            line = {"event": "device", "device": news.device, "state": state, "message": news.sentence}
            print(json.dumps(line, ensure_ascii=False), flush=True)
        words = f"{news.device}: {news.sentence or 'answers again'}"
        aside.print(words, highlight=False, markup=False, soft_wrap=True)

    return tell


@contextmanager
def _until_signal(live: Live) -> Iterator[None]:
    """SIGTERM and Ctrl-C end the match in order."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        live.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
