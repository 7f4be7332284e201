"""A recorded match, from the film to the record."""

from __future__ import annotations

import pytest

from scripts.score.boards import SHARED
from scripts.score.sessions import score_session
from tabletop.record.session import load_session

GREEN = SHARED / "sessions" / "dev-green-overhead"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(
        not (GREEN / "truth.json").exists(), reason="no recorded sessions beside the checkout"
    ),
]


def test_a_recorded_match_is_read_and_nobody_accused_falsely() -> None:
    score = score_session(load_session(GREEN), "corners given")
    assert score.turns, "the session has turns"
    assert score.false == 0, score.failures
    assert score.positions_right >= 0.95 * score.positions, score.failures
    assert score.turns_right >= 0.95 * score.turns, score.failures
