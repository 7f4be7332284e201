"""Position ID, Match ID and XGID: known examples, round trips, and what each refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.backgammon import Dice, NotationError, Player, Position, Side, variant
from tabletop.backgammon.notation import (
    Resignation,
    Table,
    match_id,
    parse_match_id,
    parse_position_id,
    parse_xgid,
    position_id,
    xgid,
)
from tests.transcripts import assert_roundtrip

START = variant("standard").start_position
PLAYERS = st.sampled_from(Player)


@st.composite
def boards(draw: st.DrawFn, checkers: int = 15) -> Position:
    """Any board of ``checkers`` checkers a side with one colour a point."""
    owners = draw(st.lists(st.sampled_from(Player), min_size=24, max_size=24))
    sides = {}
    for player in Player:
        mine = [n for n, owner in enumerate(owners, start=1) if owner is player]
        own = [n if player is Player.LIGHT else 25 - n for n in mine]
        places = draw(st.lists(st.sampled_from([0, 25, *own]), min_size=checkers, max_size=checkers))
        points = tuple(places.count(n) for n in range(1, 25))
        sides[player] = Side(points, bar=places.count(25), off=places.count(0))
    return Position(sides[Player.LIGHT], sides[Player.DARK])


@st.composite
def tables(draw: st.DrawFn, resignations: bool) -> Table:
    """Any moment of a match that both codes can hold."""
    length = draw(st.integers(0, 99))
    dice = draw(st.none() | st.builds(Dice, st.integers(1, 6), st.integers(1, 6)))
    doubled = dice is None and draw(st.booleans())
    return Table(
        on_roll=draw(PLAYERS),
        dice=dice,
        cube=2 ** draw(st.integers(0, 10)),
        cube_owner=draw(st.none() | PLAYERS),
        doubled=doubled,
        resigned=draw(st.sampled_from(Resignation)) if resignations else Resignation.NONE,
        match_length=length,
        light_score=draw(st.integers(0, 99)),
        dark_score=draw(st.integers(0, 99)),
        crawford=length > 0 and draw(st.booleans()),
        jacoby=length == 0 and draw(st.booleans()),
    )


def test_the_starting_position_has_its_well_known_codes() -> None:
    assert position_id(START, Player.LIGHT) == "4HPwATDgc/ABMA"
    assert xgid(START, Table(Player.LIGHT)) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_a_position_id_tells_the_player_not_on_roll_first() -> None:
    # After an opening 31 played 8/5 6/5 GNU Backgammon 1.07 shows this code, the opponent on roll.
    made_five_point = START.with_side(
        Player.LIGHT, Side.from_dict({"24": 2, "13": 5, "8": 2, "6": 4, "5": 2})
    )
    assert position_id(made_five_point, Player.DARK) == "sGfwATDgc/ABMA"
    assert parse_position_id("sGfwATDgc/ABMA", Player.DARK) == made_five_point


def test_a_match_id_of_gnu_backgammon_is_understood() -> None:
    # GNU Backgammon 1.07, a new match to 3 points: its second player (dark here) on roll with a 63.
    assert parse_match_id("cAlvAAAAAAAE") == Table(Player.DARK, Dice(6, 3), match_length=3)
    assert match_id(Table(Player.DARK, Dice(6, 3), match_length=3)) == "cAlvAAAAAAAE"


@given(boards(), PLAYERS)
def test_every_board_survives_a_position_id(position: Position, on_roll: Player) -> None:
    assert_roundtrip(
        lambda board: position_id(board, on_roll), lambda text: parse_position_id(text, on_roll), position
    )


@given(boards(checkers=3), PLAYERS)
def test_three_checkers_a_side_survive_too(position: Position, on_roll: Player) -> None:
    assert parse_position_id(position_id(position, on_roll, 3), on_roll, 3) == position
    assert parse_xgid(xgid(position, Table(on_roll), 3), 3)[0] == position


@given(tables(resignations=True))
def test_every_moment_survives_a_match_id(table: Table) -> None:
    assert_roundtrip(match_id, parse_match_id, table)


@given(boards(), tables(resignations=False))
def test_board_and_moment_survive_an_xgid(position: Position, table: Table) -> None:
    assert_roundtrip(lambda pair: xgid(*pair), parse_xgid, (position, table))


def test_what_a_code_cannot_hold_is_refused_with_the_reason() -> None:
    two_colours = START.with_side(Player.DARK, Side.from_dict({"24": 2, "13": 5, "8": 3, "6": 4, "19": 1}))
    missing = START.with_side(Player.DARK, Side.from_dict({"24": 1, "13": 5, "8": 3, "6": 5}))
    in_hand = Position(Side(hand=15), Side(hand=15))
    for board, reason in ((two_colours, "6-point has two"), (missing, "dark has 14"), (in_hand, "hand")):
        with pytest.raises(NotationError, match=reason):
            position_id(board, Player.LIGHT)
        with pytest.raises(NotationError, match=reason):
            xgid(board, Table(Player.LIGHT))


@pytest.mark.parametrize(
    "text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMA==", "////////////8w", "4HPwATDgc/ABM!", "/////////////w"]
)
def test_what_is_no_position_id_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position_id(text, Player.LIGHT)


@pytest.mark.parametrize(
    "text", ["", "cAlvAAAAAAA", "cAlvAAAAAAAE=", "!AlvAAAAAAAE", "IAAAAAAAAAAA", "cAlwAAAAAAAE"]
)
def test_what_is_no_match_id_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_match_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "XGID=-b----E-C---eE---c-e----B-",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10",
        "XGID=B-b---E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----P-:0:0:1:00:0:0:0:0:10",
        "XGID=-?----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_xgid(text)


def test_no_cube_shows_three() -> None:
    with pytest.raises(NotationError, match="not 3"):
        Table(Player.LIGHT, cube=3)
