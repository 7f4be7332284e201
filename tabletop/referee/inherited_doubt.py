"""A doubt that a turn begins with, and whether it matters.

Where it was not quite clear how a turn ended, the next one begins from a board that may be another: one
checker more on a tall stack, say. Its player is not to suffer for that, but his error is one all the same if
it would be one from every board that may have stood there. So it is remembered what else each place may have
held, and an accusation must hold from all of these boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from tabletop.backgammon import POINTS, Player, Position
from tabletop.referee.ledger import differing_spots, on_board
from tabletop.referee.observation import BAR_SPOT, Observation, Spot

Content = tuple[int, int, int]
"""A spot (0 the bar, 1 to 24 light's points), light's checkers on it and dark's."""
Doubts = tuple[Content, ...]
"""What else some spots may hold."""

PLAUSIBLE = 8.0
"""Nats by which a content may be less likely than the one that is believed and still count as a doubt."""
MOST_BOARDS = 48
"""From more boards than that nobody is judged: then the picture was no good."""


def doubts_of(board: Position, seen: Observation) -> Doubts | None:
    """What the spots of ``board`` may hold instead, as ``seen`` shows it; None where one is covered."""
    found: list[Content] = []
    for number, spot in enumerate(seen.spots):
        if spot.covered:
            return None
        content = _content(board, number)
        least = spot.log_likelihood(*content) - PLAUSIBLE
        found += [
            (number, light, dark)
            for light, dark, told in spot.likelihoods
            if told >= least and (light, dark) != content
        ]
    return tuple(found)


def two_colours(board: Position) -> Doubts:
    """What points may hold instead that both colours seem to share. No game leads there: either a play stands
    that was wrong, or one of the two is a deception."""
    found: list[Content] = []
    for spot in range(1, POINTS + 1):
        light, dark = _content(board, spot)
        if light and dark:
            found += [(spot, light, 0), (spot, 0, dark)]
    return tuple(found)


def untouched(doubts: Doubts, before: Position, after: Position) -> Doubts:
    """Those of ``doubts`` on whose spots a turn has changed nothing."""
    changed = differing_spots(before, after)
    return tuple(doubt for doubt in doubts if doubt[0] not in changed)


def renewed(old: Doubts, new: Doubts) -> Doubts:
    """``old`` doubts and ``new`` ones; of a place that is doubted again only what the last picture says."""
    again = {spot for spot, _, _ in new}
    return (*(doubt for doubt in old if doubt[0] not in again), *new)


def boards_instead(board: Position, doubts: Doubts) -> Iterator[Position] | None:
    """Every other board that may have stood there; None where there are too many of them."""
    contents: dict[int, list[tuple[int, int]]] = {}
    for spot, light, dark in doubts:
        contents.setdefault(spot, [_content(board, spot)]).append((light, dark))
    many = 1
    for choices in contents.values():
        many *= len(choices)
    if many > MOST_BOARDS:
        return None
    boards = (
        _with(board, dict(zip(contents, choice, strict=True))) for choice in product(*contents.values())
    )
    return (one for one in boards if one != board)


def without_news(seen: Observation, before: Position, doubts: Doubts) -> Observation:
    """``seen`` as it is worth beside ``doubts``: a place that looks as ``before`` tells nothing new."""
    spots, unsure = list(seen.spots), set(seen.unsure)
    for spot in {doubt[0] for doubt in doubts}:
        if _content(seen.position, spot) == _content(before, spot):
            spots[spot] = Spot((), 0.0)
            unsure.add(spot)
    return replace(seen, spots=tuple(spots), unsure=tuple(sorted(unsure)))


def _content(board: Position, spot: int) -> tuple[int, int]:
    if spot == BAR_SPOT:
        return board.light.bar, board.dark.bar
    return board.light.on(spot), board.dark.on(POINTS + 1 - spot)


def _with(board: Position, contents: dict[int, tuple[int, int]]) -> Position:
    """``board`` with other contents; the checkers that are fewer were borne off, and the other way round."""
    for player in Player:
        side = board.of(player)
        points, bar = list(side.points), side.bar
        for spot, (light, dark) in contents.items():
            count = light if player is Player.LIGHT else dark
            if spot == BAR_SPOT:
                bar = count
            else:
                points[(spot if player is Player.LIGHT else POINTS + 1 - spot) - 1] = count
        fewer = on_board(side) - (sum(points) + bar)
        board = board.with_side(player, side.but(points=tuple(points), bar=bar, off=max(0, side.off + fewer)))
    return board
