"""``tabletop play``: a live match, at a real table or at the virtual one, with its page in the browser."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console

from tabletop.app.config import VIRTUAL, Config, ConfigError, load_config
from tabletop.app.eyes import Eyes, Trust
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands, on_table
from tabletop.app.live import Devices, Live
from tabletop.app.looking_around import Surroundings, look_around
from tabletop.app.notify import Watchdog, service_manager
from tabletop.app.outlets import DeviceNews
from tabletop.app.recording import Keeper, KeeperThread, SessionHead
from tabletop.app.replaying import printed
from tabletop.app.runtime import Published, Runtime
from tabletop.app.scribing import MatchFiles
from tabletop.app.state_folder import next_evening, state_folder
from tabletop.app.timing import Timing
from tabletop.app.virtual_room import VirtualRoom, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.app.writing import OutputError, check_folder
from tabletop.backgammon import Match, Player, Variant
from tabletop.clock.settings import preset
from tabletop.devices.clock import WallClock
from tabletop.devices.factory import (
    open_camera,
    open_display,
    open_panel,
    open_speaker,
    open_tower_line,
)
from tabletop.devices.virtual.players import Habits, Players
from tabletop.present.sentences import say
from tabletop.present.shown import nothing
from tabletop.referee import State
from tabletop.vision.calibration import Calibration, load_calibration
from tabletop.vision.sampling import Picture
from tabletop.web.server import make_app
from tabletop.web.serving import Service

HABITS_BEFORE_PEOPLE = Habits(pace=1.6, flits=0.0)
"""How the two play when somebody watches: slowly enough to be followed."""


@dataclass(frozen=True, slots=True)
class Options:
    """What ``tabletop play`` was asked for."""

    config: Path | None = None
    out: Path | None = None
    keep: Path | None = None
    as_json: bool = False
    auto: bool = False
    watch: bool = False
    games: int = 1
    errors: float = 0.05
    seed: int = 1
    virtual: bool = False
    """The virtual table, whatever is configured or attached."""
    keep_matches: bool = False
    """The match files go where the system keeps such things."""

    @property
    def unsaid(self) -> bool:
        """Nobody has said what stands at the table."""
        return self.config is None and not self.virtual and not self.auto


def configured(options: Options) -> Config:
    """The configuration asked for; raises `ConfigError`, also for a port that is none."""
    config = load_config(options.config) if options.config else Config()
    config = config.as_virtual() if options.virtual else config
    port = os.environ.get("TABLETOP_PORT")
    if port is None:
        return config
    if not port.isdecimal() or int(port) > 65535:
        raise ConfigError(f"TABLETOP_PORT={port}: is no port; give a number from 0 to 65535")
    page = config.page.model_copy(update={"port": int(port)})
    return config.model_copy(update={"page": page})


def run(options: Options, console: Console, aside: Console, around: Surroundings | None = None) -> None:
    """Play until somebody ends it; prints, writes and raises as ``tabletop play`` does. ``around`` is what is
    looked at where nobody has said what stands at the table."""
    config = configured(options)
    out = where_matches_go(options, aside)
    if options.keep is not None:
        _check_empty(options.keep)
    if options.unsaid:
        config = _found(config, around or Surroundings(), aside)
    clock = WallClock()
    with aside.status("setting the table up"):
        room = _room(config, clock, options.seed)
        calibration = room.calibration if room else load_calibration(_board(config))
    state = State.new(config.game, Match.start(config.rules), config.error_rules)
    eyes = Eyes(Watch(calibration, Quick()), Trust(config.trust.stale, config.trust.lost))
    names = config.match.light, config.match.dark
    table = (lambda: on_table(room.table.look())) if room else None
    feed = Feed(state, nothing(), names, config.match.language, table)
    files = MatchFiles(config.match.variant, config.match.length, names, out)
    manager = service_manager()
    live = Live(
        Runtime(state, eyes),
        _devices(config, room),
        feed,
        config.match.language,
        clock,
        _keeper(options, config, calibration, room),
        Watchdog(manager),
    )
    live.news = (_tell_news(options, aside),)
    live.begun = (files.begin,)
    if config.clock.preset:
        live.timing = Timing(preset(config.clock.preset), state.match)
    live.listeners = (files.hear, _tell(options, config, console))
    hands = _hands(room, live, feed, config) if room else None
    service = Service(make_app(feed, hands), config.page.port)
    kind = "a virtual table" if room else "the board"
    aside.print(f"{service.address} shows {kind}; Ctrl-C ends the match", highlight=False, soft_wrap=True)
    with _served(service), _until_signal(live):
        manager.ready()
        if options.auto and room is not None:
            _seat_players(live, room, options, config.game)
        try:
            live.run()
        finally:
            manager.stopping()
    for line in files.written():
        aside.print(line, highlight=False, soft_wrap=True)


def where_matches_go(options: Options, aside: Console) -> Path | None:
    """Where the match files go; if they are gone without power, it is said."""
    if options.out is not None:
        check_folder("--out", options.out)
        return options.out
    if not options.keep_matches:
        return None
    kept = state_folder(os.environ, Path.home())
    if not kept.lasting:
        aside.print(f"not kept for long: {kept.why_not}", highlight=False, markup=False, soft_wrap=True)
    return next_evening(kept)


# ---- what stands at the table


def _found(config: Config, around: Surroundings, aside: Console) -> Config:
    """``config`` at the table that is found here."""
    with aside.status("looking for a camera and a dice tower"):
        found = look_around(around)
    aside.print(found.remark, highlight=False, markup=False, soft_wrap=True)
    return found.at(config)


def _room(config: Config, clock: WallClock, seed: int) -> VirtualRoom | None:
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


def _hands(room: VirtualRoom, live: Live, feed: Feed, config: Config) -> TableHands:
    timed = bool(config.clock.preset)
    return TableHands(room.table, lambda: live.runtime.state.variant, live.begin, feed.look, timed)


def _check_empty(folder: Path) -> None:
    """Raise `OutputError` unless a session can be kept there, without another one being lost."""
    check_folder("--keep-session", folder)
    if (folder / "session.toml").exists():
        raise OutputError(f"--keep-session {folder}: there is a session in it already; name another folder")


def _keeper(
    options: Options, config: Config, calibration: Calibration, room: VirtualRoom | None
) -> KeeperThread | None:
    if options.keep is None:
        return None
    keeper = Keeper(options.keep, head_of(config, calibration))
    pictures: tuple[Picture | None, Picture | None] = (room.start, room.empty) if room else (None, None)
    keeper.open(*pictures)
    return KeeperThread(keeper)


def head_of(config: Config, calibration: Calibration) -> SessionHead:
    """What a session of this match says of itself."""
    match = config.match
    return SessionHead(match.variant, match.length, match.light, match.dark, calibration.light_home)


def _seat_players(live: Live, room: VirtualRoom, options: Options, game: Variant) -> None:
    """Two programs sit down and play, at the pace of people."""
    habits = Habits(errors=options.errors, pace=HABITS_BEFORE_PEOPLE.pace, flits=HABITS_BEFORE_PEOPLE.flits)
    players = Players(room.table, game, habits, options.games, options.seed)

    def play() -> None:
        for seconds in players.evening():
            time.sleep(seconds)

    live.workers.watch("players", play)


# ---- what is told


def _tell(options: Options, config: Config, console: Console):  # type: ignore[no-untyped-def]
    names = {Player.LIGHT: config.match.light, Player.DARK: config.match.dark}

    def as_json(published: Published) -> None:
        for line in printed(published.told):
            print(line, flush=True)

    def in_words(published: Published) -> None:
        at = published.told.event.at
        for sentence in published.shown.said:
            words = say(sentence, config.match.language, names)
            clock = f"{int(at) // 60:3d}:{int(at) % 60:02d}"
            console.print(f"{clock}  {words}", highlight=False, markup=False, soft_wrap=True)

    return as_json if options.as_json else in_words


def _tell_news(options: Options, aside: Console):  # type: ignore[no-untyped-def]
    def tell(news: DeviceNews) -> None:
        if options.as_json:
            state = "ok" if news.ok else "lost"
            line = {"event": "device", "device": news.device, "state": state, "message": news.sentence}
            print(json.dumps(line, ensure_ascii=False), flush=True)
        words = f"{news.device}: {news.sentence or 'answers again'}"
        aside.print(words, highlight=False, markup=False, soft_wrap=True)

    return tell


# ---- beginning and end


@contextmanager
def _served(service: Service) -> Iterator[None]:
    """The page is up inside, and down outside."""
    thread = threading.Thread(target=service.run, name="page", daemon=True)
    thread.start()
    while thread.is_alive() and not service.started:
        time.sleep(0.01)
    try:
        yield
    finally:
        service.stop()
        thread.join(5.0)


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
