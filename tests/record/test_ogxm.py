"""OGXM files, judged by the codec itself: it replays every ply and says where that fails."""

from __future__ import annotations

import json
from typing import Any

import ogxm
import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from tabletop.backgammon import Dice, Player, Position, Side, legal_plays, variant
from tabletop.backgammon.notation.writing import as_written
from tabletop.backgammon.transcript import Doubled, GameTranscript, Transcript, Turn
from tabletop.record import ogxm as record_ogxm
from tabletop.record.ogxm import OgxmRefused, ogxm_bytes
from tests.transcripts import SESSIONS, disturbed, random_transcript, session_transcript

START = variant("standard").start_position
_PLACES = "0123456789abcdefghijklmnop"
_SEATS = {0: Player.LIGHT, 1: Player.DARK}


def read_back(transcript: Transcript) -> dict[str, Any]:
    """The file as the codec sees it."""
    document: dict[str, Any] = ogxm.binary_to_json(ogxm_bytes(transcript))
    return document


def board_of(ogid: str, checkers: int) -> Position:
    """The board of an OGID: a character a checker, black's before white's."""
    dark, light = ogid.split(":")[:2]
    counts = [[text.count(place) for place in _PLACES] for text in (light, dark)]
    counts[1].reverse()
    sides = [Side(tuple(n[1:25]), bar=n[25], off=checkers - sum(n)) for n in counts]
    return Position(*sides)


def turns_of(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [ply for ply in game["plies"] if "d1" in ply]


@pytest.mark.shared
@pytest.mark.parametrize("session", SESSIONS)
def test_the_recorded_matches_replay_with_their_illegal_plays(session: str) -> None:
    transcript = session_transcript(session)
    document = read_back(transcript)
    assert document["replay_complete"]
    turns = [action for action in transcript.games[0].actions if isinstance(action, Turn)]
    plies = turns_of(document["games"][0])
    assert [bool(ply.get("illegal")) for ply in plies] == [not turn.is_legal for turn in turns]
    for turn, ply in zip(turns, plies, strict=True):
        assert Dice(ply["d1"], ply["d2"]) == turn.dice
        assert board_of(ply["ogid_after"], 15) == as_written(turn.after, 15)
    broken = [note["value"] for note in document["annotations"] if note["key"] == "x-tabletop-violation"]
    assert broken == [turn.violation for turn in turns if not turn.is_legal]


@settings(deadline=None, max_examples=15, phases=[Phase.explicit, Phase.generate])
@example(seed=186808, game="hypergammon", mistakes=0.0, length=1)
@given(
    seed=st.integers(0, 10**6),
    game=st.sampled_from(["standard", "nackgammon", "hypergammon", "longgammon", "dutch"]),
    mistakes=st.sampled_from([0.0, 0.1]),
    length=st.sampled_from([0, 1, 5]),
)
def test_matches_of_every_game_replay_to_the_same_score(
    seed: int, game: str, mistakes: float, length: int
) -> None:
    transcript = random_transcript(seed, game, length, mistakes)
    document = read_back(transcript)
    assert document["replay_complete"]
    assert (document["white_score"], document["black_score"]) == transcript.score
    for told, written in zip(transcript.games, document["games"], strict=True):
        assert told.result is not None
        assert (_SEATS[written["winner"]], written["points_won"]) == (told.result.player, told.result.points)
        # The codec calls the one game of a match to one point the Crawford game.
        assert written["is_crawford"] == (told.crawford or length == 1)
        turns = [action for action in told.actions if isinstance(action, Turn)]
        dice = [Dice(ply["d1"], ply["d2"]) for ply in turns_of(written)]
        assert dice == [turn.dice for turn in turns]
        if game != "dutch":
            legal = [not ply.get("illegal") for ply in turns_of(written)]
            assert all(turn.is_legal for turn, kept in zip(turns, legal, strict=True) if kept)


@settings(deadline=None, max_examples=40, phases=[Phase.generate])
@given(chance=st.randoms(use_true_random=False))
def test_no_board_that_stood_is_ever_refused(chance: Any) -> None:
    after = START
    for _ in range(chance.randint(1, 40)):
        after = disturbed(chance, after)
    stood = Turn(Player.LIGHT, Dice(6, 1), None, "24/17", START, after, "wrong_distance")
    game = GameTranscript(0, 0, False, START, (stood, Doubled(Player.DARK, 2)))
    document = read_back(Transcript("Lena", "Dirk", 3, "standard", (game,)))
    notes = {note["key"]: note["value"] for note in document["annotations"]}
    assert notes["x-tabletop-waiting-double"] == "2"
    board = json.loads(notes["x-tabletop-board"]) if "x-tabletop-board" in notes else None
    whole = as_written(after, 15) == after and all(after.of(player).total == 15 for player in Player)
    assert whole or Position.from_dict(board) == after


def test_a_closed_out_player_does_not_roll() -> None:
    light = Side.from_dict({"6": 2, "5": 2, "4": 2, "3": 2, "2": 2, "1": 2, "8": 3})
    start = Position(light, Side.from_dict({"bar": 1, "6": 14}))
    board = start
    turns = []
    for _ in range(2):
        plays = legal_plays(board, Player.LIGHT, Dice(2, 1), variant("standard"))
        play = next(iter(plays))
        after = next(position for position in plays.positions if plays.play_to(position) == play)
        turns.append(Turn(Player.LIGHT, Dice(2, 1), play, str(play), board, after))
        board = after
    game = GameTranscript(0, 0, False, start, tuple(turns))
    document = read_back(Transcript("Lena", "Dirk", 3, "standard", (game,)))
    assert document["replay_complete"]
    assert len(turns_of(document["games"][0])) == 2
    assert not any(ply.get("illegal") for ply in document["games"][0]["plies"])


def test_a_refusal_of_the_codec_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = {"match_length": 3, "games": [{"winner": 255, "plies": [{"color": 0, "action_id": 22}] * 2}]}
    monkeypatch.setattr(record_ogxm, "ogxm_document", lambda transcript: spoilt)
    with pytest.raises(OgxmRefused, match="written as OGXM"):
        ogxm_bytes(Transcript("Lena", "Dirk", 3, "standard"))
