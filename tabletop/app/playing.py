"""``tabletop play``: a live match, at a real table or at the virtual one, with its page in the browser.

The page comes first. Whoever opens it is told that the table is being set up, while the rest of the program
is loaded and the table put in order (`tabletop.app.refereeing`), which takes longer the more the computer has
to do. So only what the page needs is imported here.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from tabletop.app.awaited_hands import AwaitedHands
from tabletop.app.config import Config, ConfigError, load_config
from tabletop.app.feed import Feed
from tabletop.app.state_folder import next_evening, state_folder
from tabletop.app.writing import OutputError, check_folder
from tabletop.backgammon import Match
from tabletop.present.shown import awaited
from tabletop.referee import State
from tabletop.web.server import make_app
from tabletop.web.serving import Service

if TYPE_CHECKING:
    from tabletop.app.looking_around import Surroundings


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
        config = _found(config, around, aside)
    state = State.new(config.game, Match.start(config.rules), config.error_rules)
    feed = Feed(state, awaited(state), config.match.names, config.match.language)
    hands = AwaitedHands() if config.virtual else None
    service = Service(make_app(feed, hands), config.page.port)
    with _served(service):
        kind = "a virtual table" if config.virtual else "the board"
        aside.print(f"{service.address} shows {kind}; Ctrl-C ends the match", highlight=False, soft_wrap=True)
        from tabletop.app.refereeing import Evening, referee

        referee(Evening(options, config, state, feed, hands, out), console, aside)


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


def _found(config: Config, around: Surroundings | None, aside: Console) -> Config:
    """``config`` at the table that is found here."""
    from tabletop.app.looking_around import Surroundings, look_around

    with aside.status("looking for a camera and a dice tower"):
        found = look_around(around or Surroundings())
    aside.print(found.remark, highlight=False, markup=False, soft_wrap=True)
    return found.at(config)


def _check_empty(folder: Path) -> None:
    """Raise `OutputError` unless a session can be kept there, without another one being lost."""
    check_folder("--keep-session", folder)
    if (folder / "session.toml").exists():
        raise OutputError(f"--keep-session {folder}: there is a session in it already; name another folder")


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
