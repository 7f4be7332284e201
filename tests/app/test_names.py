"""What the players are called: given at one place, used by everybody who speaks of them."""

from __future__ import annotations

import io
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.console import Console

from tabletop.app.config import Config
from tabletop.app.eyes import Eyes
from tabletop.app.feed import Feed
from tabletop.app.hands import TableHands, on_table
from tabletop.app.live import Devices, Live
from tabletop.app.outlets import Holder, VoiceLine
from tabletop.app.playing import Options
from tabletop.app.recording import Keeper, KeeperThread, SessionHead
from tabletop.app.refereeing import tell
from tabletop.app.replay import Told
from tabletop.app.runtime import Published, Runtime
from tabletop.app.scribing import MatchFiles
from tabletop.app.virtual_room import SMALL_SCENE, furnish
from tabletop.app.watch import Quick, Watch
from tabletop.backgammon import Match, MatchRules, Player, variant
from tabletop.devices.clock import WallClock
from tabletop.present.catalogue import languages
from tabletop.present.sentences import Message, Names, Sentence
from tabletop.present.shown import Shown, nothing
from tabletop.record.session import load_session
from tabletop.referee import HandSeen, State
from tabletop.web.ports import NewMatch

GAME = variant("standard")
PATIENCE = 60.0
ADA_AND_BO = Names("Ada", "Bo")


@dataclass(slots=True)
class Voice:
    """Remembers what it was to say."""

    said: list[str] = field(default_factory=list)

    def say(self, text: str, language: str) -> None:
        self.said.append(text)

    def close(self) -> None:
        pass


def step(sentence: Sentence, names: Names) -> Published:
    state = State.new(GAME, Match.start(MatchRules()))
    return Published(1, Told(HandSeen(at=0.0), (), state), Shown(said=(sentence,)), names=names)


@pytest.mark.parametrize("language", languages())
def test_voice_and_terminal_call_the_players_by_their_names_in_every_language(language: str) -> None:
    drops = Sentence.of(Message.DROPS, player=Player.DARK)
    voice, written = Voice(), io.StringIO()
    line = VoiceLine(Holder("speaker", lambda: voice, print), language)
    config = Config.model_validate({"match": {"language": language}})
    printed = tell(Options(), config, Console(file=written))
    for names in (Names("Ada", "Bo"), Names("Ada", "Zoë")):
        line.show(step(drops, names))
        line.step(0.0)
        printed(step(drops, names))
    assert ["Bo" in voice.said[0], "Zoë" in voice.said[1]] == [True, True]
    assert ["Bo" in told for told in written.getvalue().splitlines()] == [True, False]


def test_who_has_no_name_is_called_by_his_checkers_in_the_language_that_is_spoken() -> None:
    voice = Voice()
    line = VoiceLine(Holder("speaker", lambda: voice, print), "fr")
    line.show(step(Sentence.of(Message.DROPS, player=Player.DARK), Names("Ada")))
    line.step(0.0)
    assert voice.said[0].startswith("Foncé ")


def test_a_voice_reads_the_name_and_not_what_is_written_in_it() -> None:
    voice = Voice()
    line = VoiceLine(Holder("speaker", lambda: voice, print), "en")
    line.show(step(Sentence.of(Message.DROPS, player=Player.DARK), Names("", "Bo (GB) 1/2*")))
    line.step(0.0)
    assert voice.said == ["Bo GB 1 2 drops."]


def test_names_that_are_given_on_the_page_are_used_by_everything_that_speaks_of_the_players(
    tmp_path: Path,
) -> None:
    clock, voice, written = WallClock(), Voice(), io.StringIO()
    room = furnish(clock, GAME, fps=12.0, scene=SMALL_SCENE)
    state = State.new(GAME, Match.start(MatchRules(length=5)))
    feed = Feed(state, nothing(), table=lambda: on_table(room.table.look()))
    keeper = Keeper(tmp_path / "session", SessionHead("standard", 5, "Light", "Dark", "bottom-right"))
    keeper.open(room.start, room.empty)
    devices = Devices(room.camera.open, room.cable, room.panel.open, room.display.open, lambda: voice)
    runtime = Runtime(state, Eyes(Watch(room.calibration, Quick())))
    live = Live(runtime, devices, feed, clock=clock, keeper=KeeperThread(keeper))
    files = MatchFiles("standard", 5, Names(), tmp_path / "match")
    live.begun = (files.begin,)
    live.listeners = (files.hear, tell(Options(), Config(), Console(file=written)))
    hands = TableHands(room.table, lambda: GAME, live.begin, feed.look)
    evening = threading.Thread(target=live.run)
    evening.start()

    def throw_until_somebody_starts() -> None:
        """Both throw one die until they differ."""
        end, lifted = time.monotonic() + PATIENCE, 0
        while " starts." not in (said := written.getvalue()) and time.monotonic() < end:
            if live.runtime.state.turn is None and not room.table.look().dice:
                hands.throw()
            elif live.runtime.state.turn is None and said.count("again") > lifted:
                hands.lift()
                lifted = said.count("again")
            time.sleep(0.3)

    try:
        hands.start(NewMatch("standard", 3, ADA_AND_BO))
        throw_until_somebody_starts()
        first = written.getvalue()
        hands.start(NewMatch("standard", 1, Names("Ada", "Zoë")))
        assert feed.latest().names == Names("Ada", "Zoë")
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "session" / "match-2" / "camera.mp4").exists() and time.monotonic() < end:
            time.sleep(0.05)
    finally:
        live.stop()
        evening.join(PATIENCE)
    files.written()
    assert not evening.is_alive()
    starter = "Ada" if "Ada starts." in first else "Bo"
    assert f"{starter} starts." in first
    assert any(starter in said for said in voice.said)
    for name in ("match.mat", "match.sgf", "match.json"):
        text = (tmp_path / "match" / name).read_text("utf-8")
        assert "Ada" in text, name
        assert "Bo" in text, name
    heads = [load_session(tmp_path / "session"), load_session(tmp_path / "session" / "match-2")]
    assert [(head.light_name, head.dark_name, head.match_length) for head in heads] == [
        ("Ada", "Bo", 3),
        ("Ada", "Zoë", 1),
    ]
    assert (tmp_path / "session" / "match-2" / "start.jpg").exists()
