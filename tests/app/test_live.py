"""A live match with its threads: it begins, hears, ends when told to, and leaves everything whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from scripts.proof_live import FAULTS, inject, terminate
from tabletop.app.eyes import Eyes
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands, on_table
from tabletop.app.live import Devices, Live
from tabletop.app.recording import Keeper, KeeperThread, SessionHead
from tabletop.app.runtime import Runtime
from tabletop.app.virtual_room import SMALL_SCENE, VirtualRoom, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.backgammon import BackgammonError, Match, MatchRules, Player, variant
from tabletop.devices.absent import NoSpeaker
from tabletop.devices.clock import WallClock
from tabletop.devices.virtual.camera import Misbehaviour
from tabletop.present.sentences import Names
from tabletop.present.shown import nothing
from tabletop.record.session import load_session
from tabletop.referee import Phase, State, Trouble
from tabletop.web.ports import NewMatch

GAME = variant("standard")
PATIENCE = 60.0
"""Seconds: a busy computer is no reason to fail."""


class Evening:
    """A live match in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        clock = WallClock()
        self.room: VirtualRoom = furnish(clock, GAME, fps=12.0, scene=SMALL_SCENE)
        state = State.new(GAME, Match.start(MatchRules(length=5)))
        room = self.room
        self.feed = Feed(state, nothing(), table=lambda: on_table(room.table.look()))
        devices = Devices(room.camera.open, room.cable, room.panel.open, room.display.open, NoSpeaker)
        keeper = Keeper(folder / "session", SessionHead("standard", 5, "A", "B", "bottom-right"))
        keeper.open(room.start, room.empty)
        runtime = Runtime(state, Eyes(Watch(room.calibration, Quick())))
        self.live = Live(runtime, devices, self.feed, clock=clock, keeper=KeeperThread(keeper))
        self.hands = TableHands(room.table, lambda: runtime.state.variant, self.live.begin)
        self.errors: list[BaseException] = []
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.live.run()
        except BaseException as error:  # noqa: BLE001 - shown by the test
            self.errors.append(error)

    @property
    def state(self) -> State:
        return self.feed.latest().state

    def until(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not happened() and time.monotonic() < end:
            time.sleep(0.02)
        assert happened()

    def end(self) -> None:
        self.live.stop()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        assert self.errors == []


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    table = Evening(tmp_path)
    yield table
    table.live.stop()
    table.thread.join(PATIENCE)


def test_a_match_begins_a_roll_is_heard_and_the_end_leaves_a_whole_session(
    table: Evening, tmp_path: Path
) -> None:
    table.until(lambda: table.state.phase is Phase.OPENING)
    while table.state.phase is Phase.OPENING:
        table.hands.throw()
        table.until(lambda: table.live.runtime.rolls > 0)
        time.sleep(0.3)
        if table.state.phase is Phase.OPENING:
            table.hands.lift()
    table.until(lambda: table.state.turn is not None)
    assert table.feed.picture() is not None
    assert table.feed.screen().startswith(b"\x89PNG")
    table.end()
    session = load_session(tmp_path / "session")
    assert session.events
    film = cv2.VideoCapture(str(session.film))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) > 1
    film.release()


def test_a_camera_that_is_pulled_out_is_told_and_found_again(table: Evening) -> None:
    table.until(lambda: table.state.phase is Phase.OPENING)
    table.room.camera.misbehave(Misbehaviour.GONE)
    table.until(lambda: table.state.trouble is Trouble.LOST)
    assert not table.feed.latest().camera.ok
    table.room.camera.misbehave(None)
    table.until(lambda: table.state.trouble is None)
    table.end()


def test_another_match_begins_with_a_fresh_board(table: Evening) -> None:
    table.until(lambda: table.state.phase is Phase.OPENING)
    table.hands.move(Player.LIGHT, Player.LIGHT, 6, 1)
    table.hands.start(NewMatch("hypergammon", 3, Names("Ann", "Bob")))
    assert table.state.variant.key == "hypergammon"
    assert table.feed.latest().names.light == "Ann"
    with pytest.raises(BackgammonError, match="no game is called"):
        table.hands.start(NewMatch("chess", 3))
    table.end()


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_fault_costs_no_roll_and_brings_no_false_verdict(fault: str) -> None:
    told = inject(fault, 2, seed=2)
    assert told["times"] == 2
    for key in (
        "read_while_blind", "not_told_in_time", "rolls_lost_or_invented", "turns_recorded_wrongly",
        "turns_missing", "false_accusations",
    ):  # fmt: skip
        assert not told[key], (key, told[key])


def test_a_program_that_is_asked_to_end_leaves_a_whole_session() -> None:
    told = terminate(1, seed=4)
    assert told["wrong"] == []
