"""Whatever was played legally, from whatever board, is never called illegal."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.backgammon import Dice, Player, Position, Side, legal_plays, variant
from tabletop.referee import Illegal, Legal, Observation, judge
from tabletop.referee.ledger import by_place

GAME = variant("standard")


@st.composite
def sides(draw: st.DrawFn) -> Side:
    places = draw(st.lists(st.integers(0, 25), min_size=15, max_size=15))
    return Side(
        tuple(places.count(point) for point in range(1, 25)), bar=places.count(25), off=places.count(0)
    )


@settings(max_examples=60, deadline=None)
@given(light=sides(), dark=sides(), one=st.integers(1, 6), other=st.integers(1, 6), data=st.data())
def test_a_legal_play_or_one_on_its_way_is_never_illegal(
    light: Side, dark: Side, one: int, other: int, data: st.DataObject
) -> None:
    board, dice = Position(light, dark), Dice(one, other)
    legal = legal_plays(board, Player.LIGHT, dice, GAME)
    ends = sorted(legal.positions, key=by_place) or [board]
    ways = sorted(legal.prefixes, key=by_place)
    seen = data.draw(st.sampled_from(ends + ways))
    verdict = judge(board, Player.LIGHT, dice, Observation.certain(seen), GAME)
    assert not isinstance(verdict, Illegal)
    assert isinstance(verdict, Legal) == (seen in ends)
