"""How long all legal positions of a roll take, against a naive generator and OpenSpiel."""

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

from scripts.bench import signed
from scripts.bench.table import Table, measured, measured_in_turn
from tabletop.backgammon import Dice, Player, Position, Side, legal_plays, variant
from tests.backgammon import naive
from tests.backgammon.boards import played_positions

CHECKOUT = Path(__file__).parents[2]
ROWS = Path(os.environ.get("TABLETOP_SHARED", CHECKOUT.parent / "shared")) / "data" / "legal_plays.jsonl.gz"
GAME = variant("standard")
Turn = tuple[Position, Player, Dice]


def table() -> Table:
    """All distinct legal positions, as hashable objects, of each of 3,000 rolls."""
    turns, source = _turns()
    signed_boards = [(_signed(position, player), dice.numbers) for position, player, dice in turns]
    boards = [(naive.board_of(position, player), dice.numbers, GAME) for position, player, dice in turns]
    rivals = {
        "naive, one signed tuple a board": (lambda b: signed.results(*b), signed_boards),
        "naive, the one of the proofs": (lambda b: naive.results(*b), boards),
        "tabletop, light on roll": (_ours, [_as(Player.LIGHT, *turn) for turn in turns]),
        "tabletop, dark on roll": (_ours, [_as(Player.DARK, *turn) for turn in turns]),
    }
    for board, turn in zip(signed_boards, turns, strict=True):
        if len(signed.results(*board)) != len(_ours(turn)):
            raise AssertionError(f"the signed generator finds another number of positions: {turn}")
    title = f"All legal positions of a roll: {len(turns):,} rolls, {source}"
    return Table(title, measured_in_turn(rivals, rounds=7), _against_open_spiel())


def _as(roller: Player, position: Position, player: Player, dice: Dice) -> Turn:
    """The same turn with ``roller`` in the seat of ``player``."""
    return (position if roller is player else Position(position.dark, position.light)), roller, dice


def _ours(turn: Turn) -> frozenset[Position]:
    return legal_plays(*turn, GAME).positions


def _signed(position: Position, player: Player) -> signed.Board:
    own, other = position.of(player), position.of(player.opponent)
    return (other.bar, *(own.on(n) - other.on(25 - n) for n in range(1, 25)), own.bar)


def _turns() -> tuple[list[Turn], str]:
    if not ROWS.exists():
        return played_positions(random.Random("bench"), GAME, 3000), "from games played at random"
    with gzip.open(ROWS, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        (Position(_side(r["roller"]), _side(r["other"])), Player.LIGHT, Dice(*r["dice"])) for r in rows
    ], ROWS.name


def _side(counts: list[int]) -> Side:
    return Side(tuple(counts[:24]), bar=counts[24], off=max(0, 15 - sum(counts)))


def _against_open_spiel() -> list[str]:
    """OpenSpiel plays from its own states only: its own games, on which both are measured."""
    try:
        import pyspiel
    except ImportError:
        return ["OpenSpiel is not installed (pip install open_spiel); its row is left out."]
    states = _open_spiel_states(pyspiel, 600)
    turns = [_turn_of(state) for state in states]
    for state, turn in zip(states, turns, strict=True):
        theirs, ours = len(_open_spiel_results(state)), len(_ours(turn))
        if theirs != max(ours, 1):  # a dance is one more action there
            raise AssertionError(f"OpenSpiel finds {theirs} positions, we {ours}: {turn}")
    ours, theirs = measured("", _ours, turns), measured("", _open_spiel_results, states)
    return [
        f"OpenSpiel, all distinct results from Python, {len(turns)} rolls of its own games: median "
        f"{theirs.median:.1f} µs, p99 {theirs.p99:.1f} µs; tabletop on the same {ours.median:.1f} µs and "
        f"{ours.p99:.1f} µs: {theirs.median / ours.median:.1f} × faster."
    ]


def _open_spiel_states(pyspiel: Any, count: int) -> list[Any]:
    """States in which a player is to begin a roll."""
    rng, states = random.Random("open spiel"), []
    game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    while len(states) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(states) < count:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                if not state.is_terminal():
                    states.append(state.clone())
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    return states


def _open_spiel_results(state: Any) -> set[str]:
    """Boards after each action, the second half of a double included."""
    player, found = state.current_player(), set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if not after.is_terminal() and after.current_player() == player:
            found |= _open_spiel_results(after)
        else:
            found.add(str(after).split("Turn:")[0] + str(after).split("Bar:")[-1])
    return found


def _turn_of(state: Any) -> Turn:
    """The same roll in our words. Its X, player 0, is our light and runs up its 24 points, O down."""
    told = dict(line.split(":", 1) for line in str(state).splitlines() if ":" in line)
    x = tuple(state.board(0, 24 - n) for n in range(1, 25))
    o = tuple(state.board(1, n - 1) for n in range(1, 25))
    bars, scores = (
        told["Bar"],
        [int(part.split(":")[1]) for part in str(state).split("Scores,")[1].split(",")],
    )
    position = Position(Side(x, bars.count("x"), scores[0]), Side(o, bars.count("o"), scores[1]))
    player = Player.LIGHT if state.current_player() == 0 else Player.DARK
    return position, player, Dice(*map(int, told["Dice"].strip()))
