"""A whole game at the virtual table, played in a real browser: the painted camera sees every board, the tower
tells every roll, and every verdict is on the page, the lamps and the display before the next throw."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from PIL import ImageChops

from tabletop.app.eyes import Eyes, Trust
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands, on_table
from tabletop.app.live import Devices, Live
from tabletop.app.runtime import Runtime
from tabletop.app.virtual_room import SMALL_SCENE, VirtualRoom, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.backgammon import Match, MatchRules, Player, variant
from tabletop.devices.absent import NoSpeaker
from tabletop.devices.clock import WallClock
from tabletop.present.lamps import Colour
from tabletop.present.screen import draw
from tabletop.present.shown import nothing
from tabletop.referee import State
from tabletop.web.server import make_app
from tabletop.web.serving import Service
from tests.web import whole_game
from tests.web.chromium import Visit, chromium
from tests.web.conftest import running

pytestmark = pytest.mark.browser

BUSY = Trust(stale=5.0, lost=20.0)
"""A computer that runs tests has other things to do."""
FPS = 6.0


@dataclass(slots=True, eq=False)
class RiggedHands(TableHands):
    """Hands whose dice fall as they are told to."""

    rolls: Iterator[tuple[int, int]] = field(default_factory=lambda: iter(whole_game.ROLLS))

    def throw(self) -> None:
        self._do(lambda: self.table.throw(*next(self.rolls)))


@contextmanager
def served_room() -> Iterator[tuple[VirtualRoom, Feed, Service]]:
    """A match at a virtual table and its page, as in ``tabletop play``, with the dice of `whole_game`."""
    clock, game = WallClock(), variant("standard")
    room = furnish(clock, game, fps=FPS, scene=SMALL_SCENE)
    state = State.new(game, Match.start(MatchRules(length=5)))
    feed = Feed(state, nothing(), table=lambda: on_table(room.table.look()))
    devices = Devices(
        camera=room.camera.open,
        tower=room.cable,
        panel=room.panel.open,
        display=room.display.open,
        speaker=NoSpeaker,
    )
    live = Live(Runtime(state, Eyes(Watch(room.calibration, Quick()), BUSY)), devices, feed, clock=clock)
    hands = RiggedHands(room.table, lambda: game, live.begin, feed.look)
    refereeing = threading.Thread(target=live.run, daemon=True)
    with running(Service(make_app(feed, hands), port=0)) as service:
        refereeing.start()
        try:
            yield room, feed, service
        finally:
            live.stop()
            refereeing.join(timeout=60)


def test_every_verdict_of_a_whole_game_is_shown_everywhere_before_the_next_throw() -> None:
    verdicts: list[str] = []
    with served_room() as (room, feed, service), chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        visit = Visit(context, service.address)

        def checked(look: str, player: str, red: set[int]) -> None:
            verdicts.append(look)
            lamps = room.panel.lamps
            assert lamps.of(Player(player)) is {"illegal": Colour.RED, "legal": Colour.GREEN}[look]
            assert {number for number, lamp in enumerate(lamps.points) if lamp is Colour.RED} == red
            wanted = draw(feed.latest().shown.screen)
            visit.waits_until(lambda: ImageChops.difference(room.display.image, wanted).getbbox() is None)
            visit.waits_until(lambda: feed.latest().picture > 0)

        visit.waits_for_text("#turn", "The opening throw")
        whole_game.play(visit, checked)
        assert visit.complaints == []
    assert verdicts.count("illegal") == 4
    assert verdicts.count("legal") == 11
