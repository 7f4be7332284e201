"""Where the picture leaves a doubt, what stood there before the turn stands there still.

An error is told with the board that it left, and the game goes on from that board. A place that is read badly
and has nothing to do with the error must not put a checker there that nobody set down: the next player would
be held to it.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop.backgammon import POINTS, LegalPlays, Player, Position
from tabletop.referee.diagnosis import diagnose
from tabletop.referee.ledger import accounted
from tabletop.referee.observation import BAR_SPOT, Observation


def likelier_reading(
    legal: LegalPlays, reading: Position, seen: Observation, weight: Callable[[float], float]
) -> Position:
    """``reading`` with its unsure spots as they were before the turn, wherever that makes the likelier story.

    ``weight`` is the natural log of how often a story of a price is true. A legal board stays what it is, and
    none is made: whether one stands there is weighed elsewhere.
    """
    allowed = legal.positions | legal.prefixes | {legal.position}
    if reading in allowed:
        return reading

    def story(board: Position) -> float:
        return seen.log_likelihood(board) + weight(diagnose(legal, board).price)

    best, most = reading, story(reading)
    for spot in seen.unsure:
        board = _as_before(legal, best, spot)
        if board == best or board in allowed:
            continue
        told = story(board)
        if told > most:
            best, most = board, told
    return best


def _as_before(legal: LegalPlays, board: Position, spot: int) -> Position:
    """``board`` with ``spot`` (0 the bar, 1 to 24 light's points) as it was before the turn."""
    for player in Player:
        had, side = legal.position.of(player), board.of(player)
        if spot == BAR_SPOT:
            board = board.with_side(player, side.but(bar=had.bar))
            continue
        point = spot if player is Player.LIGHT else POINTS + 1 - spot
        points = list(side.points)
        points[point - 1] = had.on(point)
        board = board.with_side(player, side.but(points=tuple(points)))
    return accounted(legal.position, legal.player, board, legal.variant.checkers)
