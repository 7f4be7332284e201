"""The naive generator people write first when it should be fast: one tuple of signed counts, sets, loops.

Ordinary backgammon only, and no two colours on a point. ``board[25]`` is the mover's bar, ``board[0]`` the
opponent's, 1 to 24 are the points: the mover's checkers positive, the opponent's negative.
"""

Board = tuple[int, ...]


def _moves(board: Board, number: int) -> list[Board]:
    made = []
    for start in (25,) if board[25] else range(24, number, -1):
        end = start - number
        if board[start] > 0 and board[end] >= -1:
            after = list(board)
            after[start] -= 1
            if after[end] == -1:
                after[end] = 0
                after[0] += 1
            after[end] += 1
            made.append(tuple(after))
    if any(count > 0 for count in board[7:]):
        return made
    for start in range(6, 0, -1):
        if board[start] > 0 and start <= number:
            if start == number or not made_higher(board, start):
                made.append((*board[:start], board[start] - 1, *board[start + 1 :]))
            break
    return made


def made_higher(board: Board, start: int) -> bool:
    """Whether the mover stands on a higher point of his home board."""
    return any(count > 0 for count in board[start + 1 : 7])


def results(board: Board, numbers: tuple[int, ...]) -> set[Board]:
    """Every board a legal play ends on; empty for a dance."""
    if len(numbers) == 4:
        boards, played = {board}, 0
        while played < 4 and (after := {made for one in boards for made in _moves(one, numbers[0])}):
            boards, played = after, played + 1
        return boards if played else set()
    high, low = (_moves(board, number) for number in numbers)
    both = {made for one in high for made in _moves(one, numbers[1])}
    both.update(made for one in low for made in _moves(one, numbers[0]))
    return both or set(high) or set(low)
