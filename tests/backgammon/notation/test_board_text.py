"""The drawn board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop.backgammon import Dice, Player, Position, Side, variant
from tabletop.backgammon.notation import Table, board_text

START = variant("standard").start_position


def test_the_starting_position_as_light_sees_it() -> None:
    table = Table(Player.LIGHT, Dice(3, 1), cube=2, cube_owner=Player.DARK, match_length=7, dark_score=4)
    assert board_text(START, table).splitlines() == [
        " 13 14 15 16 17 18      19 20 21 22 23 24",
        "+------------------+---+------------------+",
        "| O           X    |   | X              O |  X dark: 0 off",
        "| O           X    |   | X              O |  4 of 7",
        "| O           X    |   | X                |  cube 2",
        "| O                |   | X                |",
        "| O                |   | X                |",
        "|                  |BAR|                  |",
        "| X                |   | O                |",
        "| X                |   | O                |  rolled 31",
        "| X           O    |   | O                |",
        "| X           O    |   | O              X |  0 of 7",
        "| X           O    |   | O              X |  O light: 0 off",
        "+------------------+---+------------------+",
        " 12 11 10  9  8  7       6  5  4  3  2  1",
    ]


def test_tall_stacks_end_in_their_number_and_two_colours_are_both_drawn() -> None:
    light = Side.from_dict({"6": 7, "1": 1, "13": 3, "bar": 2, "off": 2})
    dark = Side.from_dict({"24": 2, "12": 4, "8": 1, "off": 6, "hand": 2})
    lines = board_text(Position(light, dark)).splitlines()
    six_point = [line[25] for line in lines[8:13]]
    ace_point = [line[40] for line in lines[8:13]]
    midpoint = [line[2] for line in lines[2:7]]
    assert six_point == ["7", "O", "O", "O", "O"]
    assert ace_point == [" ", " ", "X", "X", "O"]
    assert midpoint == ["O", "3", "X", "4", " "]
    assert [line[21] for line in lines[8:13]] == [" ", " ", " ", "O", "O"]
    assert lines[2].endswith("X dark: 6 off, 2 in hand")


@given(st.data())
def test_every_checker_is_drawn_or_counted(data: st.DataObject) -> None:
    counts = st.lists(st.sampled_from([0, 0, 1, 2, 5, 6, 9]), min_size=24, max_size=24).filter(
        lambda n: sum(n) < 100
    )
    light = Side(tuple(data.draw(counts)), bar=data.draw(st.integers(0, 9)))
    text = board_text(Position(light, Side()))
    rows = [line[1:42] for line in text.splitlines()[2:13]]
    alone = sum(row.count("O") for row in rows)
    # A stack above five is four checkers and its number.
    numbers = [int(character) for row in rows for character in row if character.isdecimal()]
    assert alone - 4 * len(numbers) + sum(numbers) == light.total
