"""Plays as they are written."""

import random

import pytest

from tabletop.backgammon import (
    BAR,
    HAND,
    OFF,
    Dice,
    IllegalPlay,
    InvalidPosition,
    Move,
    NotationError,
    Play,
    Player,
    legal_plays,
    variant,
    variant_names,
)
from tests.backgammon.boards import board, played_positions, random_dice, random_position


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), "(no play)"),
        ((Move(8, 5), Move(6, 5)), "8/5 6/5"),
        ((Move(6, 5), Move(8, 5)), "8/5 6/5"),
        ((Move(24, 18), Move(18, 13)), "24/13"),
        ((Move(24, 18, True), Move(18, 13)), "24/18*/13"),
        ((Move(24, 18), Move(18, 13, True)), "24/13*"),
        ((Move(24, 18, True), Move(18, 13, True)), "24/18*/13*"),
        ((Move(BAR, 22), Move(BAR, 22)), "bar/22(2)"),
        ((Move(6, OFF), Move(5, OFF)), "6/off 5/off"),
        ((Move(HAND, 20), Move(HAND, 23)), "hand/20 hand/23"),
        ((Move(24, 23), Move(13, 10)), "24/23 13/10"),
        ((Move(8, 4, True), Move(8, 4), Move(6, 2), Move(6, 2)), "8/4*(2) 6/2(2)"),
    ],
)
def test_a_play_has_one_notation_whatever_the_order_of_its_moves(moves, text):
    assert str(Play(moves)) == text


def test_a_repeated_hit_is_read_as_one_hit():
    assert Play.parse("8/4*(2)") == Play((Move(8, 4, True), Move(8, 4)))


@pytest.mark.parametrize("text", ["", "(no play)", "  (No Play) "])
def test_a_dance_is_a_play_without_moves(text):
    assert Play.parse(text) == Play()


@pytest.mark.parametrize("text", ["13", "13/", "13/27", "5/8", "off/3", "13/x", "13/7(9)", "13-7", "8/8"])
def test_what_is_not_notation_is_refused_with_the_word(text):
    with pytest.raises(NotationError, match=r"^'"):
        Play.parse(text)


def test_a_play_needs_a_checker_where_it_starts():
    with pytest.raises(InvalidPosition, match="light has no checker on 13"):
        Play.parse("13/7").on(board("8:1"), Player.LIGHT)


@pytest.mark.parametrize("name", variant_names())
def test_every_legal_play_leads_where_it_says_and_is_read_back(name):
    game, rng = variant(name), random.Random(name)
    turns = played_positions(rng, game, 60)
    turns += [(random_position(rng, game), Player.DARK, random_dice(rng)) for _ in range(60)]
    for position, player, dice in turns:
        legal = legal_plays(position, player, dice, game)
        assert {play.on(position, player) for play in legal} == legal.positions
        assert len(list(legal)) == len(legal) == len(legal.positions)
        for play in legal:
            assert [abs(min(m.start, BAR) - m.end) <= dice.high for m in play] == [True] * legal.most
            assert str(Play.parse(str(play))) == str(play)
            assert legal.play_to(play.on(position, player)) == play
            assert play in legal


@pytest.mark.parametrize("name", variant_names())
def test_every_board_on_the_way_begins_a_legal_play(name):
    game, rng = variant(name), random.Random(f"ways of {name}")
    for position, player, dice in played_positions(rng, game, 80):
        legal = legal_plays(position, player, dice, game)
        passed = set()
        for play in legal:
            passed |= {Play(play.moves[:n]).on(position, player) for n in range(len(play))}
        assert passed <= legal.prefixes
        assert legal.begins(position) == bool(legal)
        for board_on_the_way in legal.prefixes:
            assert legal.begins(board_on_the_way)
            assert any(legal.with_number(n, board_on_the_way) for n in dice.numbers)


def test_written_plays_become_single_moves_of_the_roll():
    position = board("24:1 8:1", "7:1")
    legal = legal_plays(position, Player.LIGHT, Dice(6, 5), variant("standard"))
    assert legal.parse("24/18*/13").moves == (Move(24, 18, True), Move(18, 13))
    with pytest.raises(IllegalPlay, match="legal are"):
        legal.parse("24/17")
    with pytest.raises(IllegalPlay, match="no checker on 13"):
        legal.parse("13/7 8/3")
    with pytest.raises(IllegalPlay):
        legal.parse("(no play)")
