"""A match in .mat, .sgf and match.json: what is written is what is read."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tabletop.backgammon import Dice, NotationError, Play, Player, Position, Side, legal_plays, variant
from tabletop.backgammon.notation import (
    Dialect,
    match_from_json,
    match_to_json,
    read_mat,
    read_sgf,
    write_mat,
    write_sgf,
)
from tabletop.backgammon.transcript import (
    Action,
    Doubled,
    GameTranscript,
    Resigned,
    Took,
    Transcript,
    Turn,
    WinKind,
    Won,
)
from tests.transcripts import SESSIONS, assert_roundtrip, disturbed, random_transcript, session_transcript

START = variant("standard").start_position
GAMES = ("standard", "nackgammon", "hypergammon", "longgammon", "dutch")
SAMPLE = """; [Event "Club night"]
; [EventDate "2026.11.20"]
 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1)                             41: 13/9 24/23
  2) 31: 8/5 6/5                  Doubles => 2
  3)  Takes                      64: 24/14
                                 Wins 2 points
"""


def write_json(transcript: Transcript) -> str:
    return json.dumps(match_to_json(transcript))


def read_json(text: str) -> Transcript:
    return match_from_json(json.loads(text))


NOTATIONS: dict[str, tuple[Any, Any]] = {
    "mat-literal": (write_mat, read_mat),
    "mat-snowie": (partial(write_mat, dialect=Dialect.SNOWIE), read_mat),
    "sgf": (write_sgf, read_sgf),
    "json": (write_json, read_json),
}
every_notation = pytest.mark.parametrize("notation", NOTATIONS)


def turn(player: Player, dice: Dice, text: str, before: Position, after: Position, broke: str) -> Turn:
    return Turn(player, dice, None, text, before, after, broke)


def legal(player: Player, dice: Dice, before: Position, number: int = 0) -> Turn:
    plays = legal_plays(before, player, dice, variant("standard"))
    after = sorted(plays.positions, key=str)[number]
    play = plays.play_to(after)
    assert play is not None
    return Turn(player, dice, play, str(play), before, after)


def game_of(*actions: Action) -> Transcript:
    return Transcript("Lena", "Dirk", 3, "standard", (GameTranscript(0, 0, False, START, actions),))


@pytest.mark.shared
@every_notation
@pytest.mark.parametrize("session", SESSIONS)
def test_the_recorded_matches_with_their_errors_survive(session: str, notation: str) -> None:
    transcript = session_transcript(session)
    assert any(not action.is_legal for action in transcript.games[0].actions if isinstance(action, Turn))
    assert_roundtrip(*NOTATIONS[notation], transcript)


@every_notation
@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=4, phases=[Phase.generate])
@given(seed=st.integers(0, 10**6), mistakes=st.sampled_from([0.0, 0.1]), length=st.sampled_from([0, 1, 3, 5]))
def test_matches_of_every_game_survive_with_and_without_errors(
    notation: str, game: str, seed: int, mistakes: float, length: int
) -> None:
    assert_roundtrip(*NOTATIONS[notation], random_transcript(seed, game, length, mistakes))


@every_notation
@settings(deadline=None, max_examples=50, phases=[Phase.generate])
@given(chance=st.randoms(use_true_random=False))
def test_no_board_that_stood_is_ever_refused(notation: str, chance: Any) -> None:
    after = START
    for _ in range(chance.randint(1, 40)):
        after = disturbed(chance, after)
    if after in legal_plays(START, Player.LIGHT, Dice(6, 1), variant("standard")).positions:
        return
    stood = turn(Player.LIGHT, Dice(6, 1), "24/17", START, after, "wrong_distance")
    assert_roundtrip(*NOTATIONS[notation], game_of(stood))


@every_notation
def test_two_colours_on_a_point_and_a_checker_under_the_table_are_remembered(notation: str) -> None:
    dark = Side.from_dict({"24": 1, "13": 5, "8": 3, "6": 4, "19": 1})
    stood = turn(Player.DARK, Dice(4, 2), "dropped one", START, Position(START.light, dark), "blocked_point")
    assert_roundtrip(*NOTATIONS[notation], game_of(stood))


@every_notation
def test_a_board_put_right_between_two_turns_is_remembered(notation: str) -> None:
    first = legal(Player.LIGHT, Dice(3, 1), START)
    found = disturbed(random.Random(1), first.after)
    assert_roundtrip(*NOTATIONS[notation], game_of(first, legal(Player.DARK, Dice(6, 5), found)))


@every_notation
def test_a_wrong_set_up_that_stood_is_where_the_game_began(notation: str) -> None:
    light = Side.from_dict({"24": 2, "13": 5, "8": 4, "6": 4})
    start = Position(light, START.dark)
    actions = (legal(Player.DARK, Dice(6, 1), start),)
    assert_roundtrip(
        *NOTATIONS[notation],
        Transcript("Lena", "Dirk", 5, "standard", (GameTranscript(0, 0, False, start, actions),)),
    )


@every_notation
def test_a_closed_out_player_who_does_not_roll_leaves_his_cell_empty(notation: str) -> None:
    light = Side.from_dict({"6": 2, "5": 2, "4": 2, "3": 2, "2": 2, "1": 2, "8": 3})
    dark = Side.from_dict({"bar": 1, "6": 14})
    start = Position(light, dark)
    first = legal(Player.LIGHT, Dice(2, 1), start)
    second = legal(Player.LIGHT, Dice(2, 1), first.after)
    dance = Turn(Player.DARK, Dice(6, 5), Play(), str(Play()), second.after, second.after)
    game = GameTranscript(0, 0, False, start, (first, second, dance))
    assert_roundtrip(*NOTATIONS[notation], Transcript("Lena", "Dirk", 5, "standard", (game,)))


@every_notation
def test_a_resignation_is_a_win_before_the_game_is_over(notation: str) -> None:
    first = legal(Player.LIGHT, Dice(3, 1), START)
    actions = (first, Doubled(Player.DARK, 2), Took(Player.LIGHT), Resigned(Player.LIGHT, 4))
    won = Won(Player.DARK, 4, WinKind.GAMMON)
    game = GameTranscript(0, 0, False, START, actions, won)
    transcript = Transcript("Lena", "Dirk", 7, "standard", (game,))
    assert transcript.score == (0, 4)
    assert_roundtrip(*NOTATIONS[notation], transcript)


@every_notation
def test_a_match_has_a_name_a_day_and_a_place(notation: str) -> None:
    transcript = replace(
        game_of(), event="Club night", played_on=date(2026, 11, 20), place="Café \\ [back room]"
    )
    assert_roundtrip(*NOTATIONS[notation], transcript)


@every_notation
@pytest.mark.parametrize("name", ["O'Neill; Rory: the (3rd)", "Schröder, 1800", "  two   blanks ", "x" * 30])
def test_names_do_not_break_the_columns(notation: str, name: str) -> None:
    first = legal(Player.LIGHT, Dice(3, 1), START)
    light = Side.from_dict({"24": 2, "13": 5, "8": 2, "6": 6})
    second = turn(Player.DARK, Dice(5, 5), "opp:8/6", first.after, Position(light, START.dark), "wrong")
    transcript = replace(game_of(first, second, Doubled(Player.LIGHT, 2)), light_name=name, dark_name=name)
    write, read = NOTATIONS[notation]
    assert read(write(transcript)).games == transcript.games
    assert read(write(transcript)).light_name.split() == name.split()


def test_the_mat_file_looks_as_every_program_writes_it() -> None:
    first = turn(Player.DARK, Dice(4, 1), "13/9 24/22", START, START, "wrong_distance")
    dark = Side.from_dict({"24": 1, "22": 1, "13": 4, "9": 1, "8": 3, "6": 5})
    first = replace(first, after=Position(START.light, dark))
    transcript = game_of(first, Doubled(Player.LIGHT, 2), Took(Player.DARK))
    body = write_mat(transcript).split(" 3 point match")[1]
    assert body == (
        "\n\n Game 1\n Lena : 0                       Dirk : 0\n"
        "  1)                             41: 13/9 24/22\n"
        "  2)  Doubles => 2                Takes\n\n"
    )
    snowie = write_mat(transcript, Dialect.SNOWIE)
    assert (
        "41: Illegal play (3;0;0;0;1;Lena;Dirk;0;0;0;1;0;"
        "0;-1;0;-1;0;0;5;0;3;0;0;0;-4;5;0;0;-1;-3;0;-5;0;0;0;0;2;0;0;0;)\n" in snowie
    )
    for text in (write_mat(transcript), snowie):
        assert "; game 1 turn 1: 13/9 24/22 stood, breaking wrong_distance\n" in text


def test_a_mat_file_of_another_program_is_read() -> None:
    transcript = read_mat(SAMPLE)
    game = transcript.games[0]
    assert (transcript.light_name, transcript.dark_name, transcript.match_length) == ("Alice", "Bob", 3)
    assert (transcript.event, transcript.played_on) == ("Club night", date(2026, 11, 20))
    assert [type(action).__name__ for action in game.actions] == [
        *("Turn", "Turn", "Doubled", "Took", "Turn", "Resigned")
    ]
    assert game.result == Won(Player.DARK, 2, WinKind.SINGLE)
    assert transcript.score == (0, 2)
    last = game.actions[4]
    assert isinstance(last, Turn)
    assert last.is_legal
    assert last.after.dark == Side.from_dict({"23": 1, "14": 1, "13": 4, "9": 1, "8": 3, "6": 5})


def test_rolls_without_moves_as_other_programs_write_them() -> None:
    text = SAMPLE.split("  1)")[0] + "  1) 61: 13/7 8/7                ???\n"
    with pytest.raises(NotationError, match="line 7"):
        read_mat(text)
    text = SAMPLE.split("  1)")[0] + "  1) 61: 13/7 8/7                31: ???\n"
    assert len(read_mat(text).games[0].actions) == 1


def test_a_play_that_no_hand_can_make_is_reported_with_its_line() -> None:
    for play in ("20/14", "24/18 24/18 24/18", "24/12", "13/15/12x"):
        text = SAMPLE.replace("8/5 6/5", play)
        with pytest.raises(NotationError, match="line 8"):
            read_mat(text)


def test_an_illegal_play_of_another_program_is_illegal_without_a_name() -> None:
    action = read_mat(SAMPLE.replace("8/5 6/5", "8/5 6/4")).games[0].actions[1]
    assert isinstance(action, Turn)
    assert (action.is_legal, action.violation) == (False, "unnamed")


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "(;GM[1])", "(;FF[4]GM[6];W[71ab])", "(;FF[4]GM[6];W[31hefe]", "(;GM[6];W[31h?fe])"],
)
def test_what_is_no_match_file_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_sgf(text)
    with pytest.raises(NotationError):
        read_mat(text)


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda document: document.update(format="chess"), "chess"),
        (lambda document: document.update(version=99), "99"),
        (lambda document: document.update(match_length="three"), "match"),
        (lambda document: document["games"][0].pop("score"), "game 1"),
        (lambda document: document["games"][0]["actions"][0].update(action="juggle"), "game 1, action 1"),
        (lambda document: document["games"][0]["actions"][0].update(dice=[7, 1]), "game 1, action 1"),
        (lambda document: document["games"][0]["actions"][0]["after"].pop("light"), "game 1, action 1"),
        (lambda document: document["games"][0]["actions"][0].pop("player"), "game 1, action 1"),
    ],
)
def test_a_spoilt_json_match_is_refused_with_the_place(spoil: Any, where: str) -> None:
    document = match_to_json(game_of(legal(Player.LIGHT, Dice(3, 1), START)))
    spoil(document)
    with pytest.raises(NotationError, match=where):
        match_from_json(document)


def test_json_ignores_keys_it_does_not_know() -> None:
    transcript = game_of(legal(Player.LIGHT, Dice(3, 1), START))
    document = match_to_json(transcript)
    document["clock"] = {"light": 12}
    document["games"][0]["actions"][0]["seconds"] = 31
    assert match_from_json(document) == transcript


def test_the_score_of_a_match_stops_at_its_length_and_money_has_none() -> None:
    game = GameTranscript(2, 1, False, START, (), Won(Player.LIGHT, 4, WinKind.GAMMON))
    assert Transcript("Lena", "Dirk", 5, "standard", (game,)).score == (5, 1)
    assert Transcript("Lena", "Dirk", 0, "standard", (game,)).score == (6, 1)
    assert Transcript("Lena", "Dirk", 5, "standard").score == (0, 0)
