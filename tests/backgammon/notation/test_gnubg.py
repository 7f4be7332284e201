"""GNU Backgammon loads what we write, without a complaint, and sees the same match."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from tabletop.backgammon import Dice, Player, Position, variant
from tabletop.backgammon.notation import (
    Dialect,
    Table,
    match_id,
    position_id,
    read_mat,
    read_sgf,
    write_mat,
    write_sgf,
    xgid,
)
from tabletop.backgammon.notation.writing import as_written
from tabletop.backgammon.transcript import GameTranscript, Transcript, Turn
from tests.backgammon.notation.test_position_codes import boards, tables
from tests.gnubg_loader import Loaded, gnubg_program, load_in_gnubg
from tests.transcripts import SESSIONS, disturbed, random_transcript, session_transcript

pytestmark = pytest.mark.gnubg
START = variant("standard").start_position
_SEAT = {"X": Player.LIGHT, "O": Player.DARK}
_WORDS = {"double": "Doubled", "take": "Took", "drop": "Dropped", "resign": "Resigned"}


def write_all(folder: Path, name: str, transcript: Transcript) -> list[Path]:
    """The match in all three forms that GNU Backgammon loads."""
    texts = {f"{name}-{dialect.value}.mat": write_mat(transcript, dialect) for dialect in Dialect}
    texts[f"{name}.sgf"] = write_sgf(transcript)
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    return [folder / file for file in texts]


def assert_same_match(transcript: Transcript, loaded: Loaded) -> None:
    """Names, score, every roll, every move or board, and the last board."""
    assert loaded.complaints == ()
    names = (loaded.info["X"]["name"], loaded.info["O"]["name"])
    assert names == (transcript.light_name, transcript.dark_name)
    assert loaded.info["match-length"] == transcript.match_length
    if transcript.match_length:  # for money it counts by its own Jacoby setting
        assert tuple(min(points, transcript.match_length) for points in loaded.score) == transcript.score
    assert len(loaded.games) == len(transcript.games)
    for game, theirs in zip(transcript.games, loaded.games, strict=True):
        assert_same_game(game, theirs, variant(transcript.variant).checkers)


def assert_same_game(game: GameTranscript, theirs: dict[str, Any], checkers: int) -> None:
    info = theirs["info"]
    assert (info["score-X"], info["score-O"]) == (game.light_score, game.dark_score)
    assert (info["winner"] and _SEAT[info["winner"]]) == (game.result and game.result.player)
    records = [record for record in theirs["game"] if "cube" not in record and "cube-owner" not in record]
    if records and records[0]["action"] == "set" and "dice" not in records[0]:
        assert records.pop(0)["board"] == code(as_written(game.start, checkers), None, checkers)
    board_was_set = False
    for action in game.actions:
        record = records.pop(0)
        if not isinstance(action, Turn):
            assert _WORDS[record["action"]] == type(action).__name__
            continue
        assert (_SEAT[record["player"]], Dice(*record["dice"])) == (action.player, action.dice)
        if record["action"] == "move":
            # The board it had before the play, and the moves: so the next board is checked as well.
            # After a board that was set, its list (not its board) may follow the moves on the wrong side.
            before = as_written(action.before, checkers)
            assert board_was_set or record["board"] == code(before, action.player, checkers)
            if action.play is not None:
                assert sorted(map(tuple, record["move"])) == sorted(
                    (min(move.start, 25), move.end) for move in action.play
                )
        elif records and records[0]["action"] == "set" and "dice" not in records[0]:
            board_was_set = True
            assert records.pop(0)["board"] == code(as_written(action.after, checkers), None, checkers)
        else:
            assert action.before == action.after
    assert all(record["action"] == "resign" for record in records)


def code(position: Position, on_roll: Player | None, checkers: int) -> str:
    """The code in its records: before a play the player's, of a board that was set always dark's."""
    return position_id(position, on_roll or Player.LIGHT, checkers)


@pytest.mark.shared
@pytest.mark.parametrize("session", SESSIONS)
def test_the_recorded_matches_load_with_their_errors(session: str, tmp_path: Path) -> None:
    transcript = session_transcript(session)
    paths = write_all(tmp_path, session, transcript)
    for loaded in load_in_gnubg(tmp_path, paths):
        assert_same_match(transcript, loaded)
        last = transcript.games[0].actions[-1]
        assert loaded.position_id == code(as_written(last.after, 15), last.player.opponent, 15)


@pytest.mark.parametrize("game", ["standard", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("length", [1, 3, 7])
def test_whole_matches_load_and_count_the_same(game: str, length: int, tmp_path: Path) -> None:
    transcripts = [random_transcript(seed, game, length) for seed in range(5)]
    paths = [path for n, match in enumerate(transcripts) for path in write_all(tmp_path, str(n), match)]
    for number, loaded in enumerate(load_in_gnubg(tmp_path, paths)):
        assert_same_match(transcripts[number // 3], loaded)


@pytest.mark.parametrize("game", ["standard", "nackgammon", "hypergammon", "longgammon", "dutch"])
def test_matches_full_of_errors_load_and_count_the_same(game: str, tmp_path: Path) -> None:
    transcripts = [random_transcript(seed, game, 5, mistakes=0.1) for seed in range(4)]
    paths = [path for n, match in enumerate(transcripts) for path in write_all(tmp_path, str(n), match)]
    for number, loaded in enumerate(load_in_gnubg(tmp_path, paths)):
        transcript = transcripts[number // 3]
        assert [line for line in loaded.complaints if "Crawford game" not in line] == []
        assert tuple(min(points, 5) for points in loaded.score) == transcript.score
        assert len(loaded.games) == len(transcript.games)


@settings(
    deadline=None,
    max_examples=6,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(chance=st.randoms(use_true_random=False))
def test_any_board_that_stood_loads_without_a_complaint(chance: Any, tmp_path: Path) -> None:
    paths: list[Path] = []
    for number in range(8):
        after = START
        for _ in range(chance.randint(1, 12)):
            after = disturbed(chance, after)
        stood = Turn(Player.DARK, Dice(6, 1), None, "24/17 6/off", START, after, "wrong_distance")
        games = (GameTranscript(0, 0, False, START, (stood,)),)
        paths += write_all(tmp_path, str(number), Transcript("Lena", "Dirk", 3, "standard", games))
    for loaded in load_in_gnubg(tmp_path, paths):
        assert loaded.complaints == ()


@pytest.mark.parametrize("seed", range(6))
def test_what_gnubg_exports_again_we_read_as_the_same_match(seed: int, tmp_path: Path) -> None:
    transcript = random_transcript(seed, length=5)
    path = tmp_path / "match.mat"
    path.write_text(write_mat(transcript), "utf-8")
    load_in_gnubg(tmp_path, [path], export=True)
    again = read_mat((tmp_path / "match.mat.exported").read_text("utf-8"))
    assert again.score == transcript.score
    # It orders the moves of a play in its own way; the boards say what was played.
    assert [boards_of(game) for game in again.games] == [boards_of(game) for game in transcript.games]
    assert [game.result for game in again.games] == [game.result for game in transcript.games]


@pytest.mark.parametrize("seed", range(3))
def test_what_gnubg_saves_as_sgf_we_read_as_the_same_match(seed: int, tmp_path: Path) -> None:
    transcript = random_transcript(seed, length=3)
    path = tmp_path / "match.sgf"
    path.write_text(write_sgf(transcript), "utf-8")
    commands = f"load match {path}\nsave match {tmp_path / 'again.sgf'}\n"
    subprocess.run(
        [gnubg_program(), "-t", "-q", "-r"], input=commands, text=True, capture_output=True, check=True
    )
    again = read_sgf((tmp_path / "again.sgf").read_text("utf-8"))
    assert again.score == transcript.score
    assert [boards_of(game) for game in again.games] == [boards_of(game) for game in transcript.games]


def boards_of(game: GameTranscript) -> list[object]:
    """The actions, each turn by what can be seen of it."""
    return [
        (action.player, action.dice, action.is_legal, action.before, action.after)
        if isinstance(action, Turn)
        else action
        for action in game.actions
    ]


@settings(
    deadline=None,
    max_examples=5,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(moments=st.lists(st.tuples(boards(), tables(resignations=False)), min_size=10, max_size=10))
def test_gnubg_makes_the_same_ids_of_an_xgid(moments: list[tuple[Position, Table]], tmp_path: Path) -> None:
    moments = [(board, table) for board, table in moments if plausible(board, table)]
    assume(moments)
    script = tmp_path / "ids.py"
    codes = [xgid(board, table) for board, table in moments]
    script.write_text(
        "import json\n"
        "gnubg.command('set confirm new off')\n"
        f"for code in {codes!r}:\n"
        "    gnubg.command('set xgid ' + code)\n"
        "    print('@@IDS ' + json.dumps([gnubg.positionid(), gnubg.matchid()]))\n"
    )
    run = subprocess.run(
        [gnubg_program(), "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        text=True,
        capture_output=True,
        check=True,
    )
    ids = [json.loads(line[6:]) for line in run.stdout.splitlines() if line.startswith("@@IDS ")]
    # Of an XGID it makes the player on roll its second one, which is dark's seat in a Match ID.
    assert ids == [
        [
            position_id(board, table.on_roll),
            match_id(table if table.on_roll is Player.DARK else swapped(table)),
        ]
        for board, table in moments
    ]


def plausible(board: Position, table: Table) -> bool:
    """Whether GNU Backgammon takes it: nobody has won, and nothing is offered or out of its range."""
    playing = all(any(board.of(player).points) or board.of(player).bar for player in Player)
    length = table.match_length
    scores = (table.light_score, table.dark_score)
    sound = length == 0 or max(scores) < length <= 64
    # Crawford is a game in which one player needs a point.
    crawford = not table.crawford or (length - 1 in scores and table.cube == 1)
    return playing and sound and crawford and not table.doubled and max(scores) < 64 and table.cube <= 64


def swapped(table: Table) -> Table:
    """The same moment with the seats changed."""
    owner = table.cube_owner and table.cube_owner.opponent
    return Table(
        on_roll=table.on_roll.opponent,
        dice=table.dice,
        cube=table.cube,
        cube_owner=owner,
        match_length=table.match_length,
        light_score=table.dark_score,
        dark_score=table.light_score,
        crawford=table.crawford,
        jacoby=table.jacoby,
    )
