"""The rules once more, written to be believed: no cleverness, no code shared with the game.

A board is two tuples of 27 counts, the mover's and the opponent's, each by place: 0 off, 1 to 24 the points,
25 the bar, 26 the hand.
"""

from tabletop.backgammon import Player, Position, Side, Variant

Board = tuple[tuple[int, ...], tuple[int, ...]]


def board_of(position: Position, player: Player) -> Board:
    def counts(side: Side) -> tuple[int, ...]:
        return (side.off, *side.points, side.bar, side.hand)

    return counts(position.of(player)), counts(position.of(player.opponent))


def after_one(board: Board, number: int, variant: Variant) -> set[Board]:
    me, other = board
    if me[25]:
        starts = [25]
    else:
        starts = [place for place in range(1, 25) if me[place]]
        if me[26] and variant.entering.value == "one-first":
            starts = [26, *starts] if starts else [26]
    may_hit = variant.hitting_needs.value == "nothing" or any(me[0:7])
    made = set()
    for start in starts:
        end = min(start, 25) - number
        mine, his = list(me), list(other)
        mine[start] -= 1
        if end > 0:
            met = his[25 - end]
            if met > 1 or (met == 1 and not may_hit):
                continue
            mine[end] += 1
            his[25] += met
            his[25 - end] -= met
        else:
            if any(me[7:]) or (end < 0 and any(me[start + 1 : 7])):
                continue
            mine[0] += 1
        made.add((tuple(mine), tuple(his)))
    return made


def results(board: Board, numbers: tuple[int, ...], variant: Variant) -> set[Board]:
    """Every board a legal play ends on; empty for a dance. The larger number comes first in ``numbers``."""
    ends: dict[int, set[Board]] = {}
    for order in {numbers, numbers[::-1]}:
        boards, played = {board}, 0
        while played < len(order):
            boards = {after for before in boards for after in after_one(before, order[played], variant)}
            played += 1
            if boards and (played > 1 or len(set(numbers)) == 1):
                ends.setdefault(played, set()).update(boards)
    if ends:
        return ends[max(ends)]
    return after_one(board, numbers[0], variant) or after_one(board, numbers[-1], variant)
