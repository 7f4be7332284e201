"""Keeping count of the checkers the camera does not look at.

The camera sees the points and the bar. Whether a checker that is not there was borne off, is still in hand
or fell under the table follows from the board before: the player on roll may bear off or enter, his
opponent may not, so an opposing checker that is gone is simply gone, and the board has fourteen.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.backgammon import BAR, HAND, OFF, POINTS, Move, Player, Position, Side
from tabletop.referee.observation import BAR_SPOT


def on_board(side: Side) -> int:
    """Checkers of one side that a camera can see: on the points and on the bar."""
    return sum(side.points) + side.bar


def _own(before: Side, seen: Side, checkers: int) -> Side:
    """The mover's side: checkers come from the hand and go off."""
    came = on_board(seen) - on_board(before)
    entered = max(0, min(came, before.hand))
    came -= entered
    found = max(0, min(came, checkers - before.total))
    return seen.but(hand=before.hand - entered, off=max(0, before.off - (came - found)))


def _opposing(before: Side, seen: Side, checkers: int) -> Side:
    """The other side: nothing of it is borne off in this turn; what is gone is gone."""
    came = max(0, on_board(seen) - on_board(before) - max(0, checkers - before.total))
    from_hand = min(came, before.hand)
    return seen.but(hand=before.hand - from_hand, off=max(0, before.off - (came - from_hand)))


def accounted(before: Position, player: Player, seen: Position, checkers: int) -> Position:
    """``seen`` with the checkers nobody looks at as ``before`` has them when ``player`` was on roll.

    ``checkers`` is how many each side has in this game. Only points and bar of ``seen`` are read.
    """
    other = player.opponent
    own = _own(before.of(player), seen.of(player), checkers)
    opposing = _opposing(before.of(other), seen.of(other), checkers)
    return seen.with_side(player, own).with_side(other, opposing)


def side_of(places: Sequence[int]) -> Side:
    """The side with these counts on its 27 places (the inverse of `Side.places`)."""
    return Side(tuple(places[1 : POINTS + 1]), bar=places[BAR], off=places[OFF], hand=places[HAND])


def put(side: Side, place: int, change: int) -> Side:
    """``side`` with ``change`` checkers more on one of its 27 places (fewer if negative)."""
    places = list(side.places)
    places[place] += change
    return side_of(places)


def moved(position: Position, player: Player, move: Move) -> Position:
    """The board after one legal move."""
    own = put(put(position.of(player), move.start, -1), move.end, +1)
    position = position.with_side(player, own)
    if not move.hits:
        return position
    hit = put(put(position.of(player.opponent), 25 - move.end, -1), BAR, +1)
    return position.with_side(player.opponent, hit)


def differing_spots(one: Position, other: Position) -> tuple[int, ...]:
    """The spots (0 the bar, 1 to 24 light's points) on which two boards do not look the same."""
    spots = [BAR_SPOT] if (one.light.bar, one.dark.bar) != (other.light.bar, other.dark.bar) else []
    for point in range(1, POINTS + 1):
        mirrored = POINTS + 1 - point
        if one.light.on(point) != other.light.on(point) or one.dark.on(mirrored) != other.dark.on(mirrored):
            spots.append(point)
    return tuple(spots)


def point_of(player: Player, spot: int) -> int:
    """A spot in ``player``'s own numbers; the bar is 25."""
    if spot == BAR_SPOT:
        return BAR
    return spot if player is Player.LIGHT else POINTS + 1 - spot


def by_place(board: Position) -> tuple[bytes, bytes]:
    """A fixed order of boards, for choices that must not depend on chance."""
    return board.light.places, board.dark.places


def distance(one: Position, other: Position) -> int:
    """How far apart two boards are: checkers that stand elsewhere, counted at both places."""
    return sum(
        abs(count - other_count)
        for player in Player
        for count, other_count in zip(one.of(player).places, other.of(player).places, strict=True)
    )
