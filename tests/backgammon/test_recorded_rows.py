"""3,000 rolls with every board GNU Backgammon reaches, among them boards with fewer than 15 checkers."""

import gzip
import json
import os
from pathlib import Path

import pytest

from tabletop.backgammon import Dice, Player, Position, Side, legal_plays, variant

CHECKOUT = Path(__file__).parents[2]
ROWS = Path(os.environ.get("TABLETOP_SHARED", CHECKOUT.parent / "shared")) / "data" / "legal_plays.jsonl.gz"


def _side(counts: list[int], off: int) -> Side:
    return Side(tuple(counts[:24]), bar=counts[24], off=off)


@pytest.mark.shared
@pytest.mark.skipif(not ROWS.exists(), reason=f"{ROWS} is missing")
@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize("complete", [True, False], ids=["the rest is off", "off left out"])
def test_same_positions_as_gnu_backgammon(player, complete):
    game = variant("standard")
    with gzip.open(ROWS, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(rows) == 3000
    for row in rows:
        roller, other = (_side(row[k], complete * (15 - sum(row[k]))) for k in ("roller", "other"))
        position = Position(roller, other) if player is Player.LIGHT else Position(other, roller)
        found = {
            tuple((*after.of(p).points, after.of(p).bar) for p in (player, player.opponent))
            for after in legal_plays(position, player, Dice(*row["dice"]), game).positions
        }
        assert found == {(tuple(mine), tuple(his)) for mine, his in row["plays"]}, row["position"]
