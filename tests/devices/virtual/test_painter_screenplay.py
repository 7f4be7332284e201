"""Made-up matches keep the rules, except where they say that they do not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tabletop.backgammon import Dice, legal_plays, variant
from tabletop.devices.virtual.painter import Habits, Scene, random_script
from tabletop.devices.virtual.painter.session import Script, Turn

STANDARD = variant("standard")
CLUMSY = Habits(errors=0.5, pauses=0.5, cocked=0.2)


def scripts(habits: Habits) -> list[Script]:
    return [random_script(Scene(), np.random.default_rng(seed), 30, habits) for seed in range(12)]


def boards_before(script: Script) -> list[tuple[Turn, object]]:
    boards = itertools.accumulate(
        script.turns,
        lambda board, turn: turn.attempts[-1].position if turn.attempts else board,
        initial=STANDARD.start_position,
    )
    return list(zip(script.turns, boards, strict=False))


def test_what_is_called_legal_is_legal_and_what_is_called_illegal_is_not() -> None:
    seen = set()
    for turn, before in itertools.chain.from_iterable(map(boards_before, scripts(CLUMSY))):
        legal = legal_plays(before, turn.player, Dice(*turn.dice), STANDARD)
        assert bool(turn.attempts) is bool(legal)
        for attempt in turn.attempts:
            seen.add(attempt.status)
            assert (attempt.status == "legal") is (attempt.position in legal.positions)
            assert (attempt.status == "partial") is legal.begins(attempt.position)
    assert seen == {"legal", "partial", "illegal"}


def test_every_kind_of_mistake_is_made_and_some_stand() -> None:
    turns = [turn for script in scripts(CLUMSY) for turn in script.turns]
    violations = {attempt.violation for turn in turns for attempt in turn.attempts}
    assert violations >= {"wrong_distance", "too_many_moves", "must_play_both", "opponents_checker"}
    assert {turn.standing for turn in turns} == {"legal", "condoned_error"}
    assert any(attempt.correction for turn in turns for attempt in turn.attempts)


def test_players_without_faults_make_none() -> None:
    turns = [turn for script in scripts(Habits(errors=0.0)) for turn in script.turns]
    assert {turn.standing for turn in turns} == {"legal"}


def test_the_winner_of_the_opening_roll_plays_both_numbers_first() -> None:
    for script in scripts(Habits()):
        light, dark = script.opening
        assert light != dark
        assert script.turns[0].dice == (light, dark)
        assert (script.turns[0].player.value == "light") is (light > dark)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_makes_up_the_same_match(seed: int) -> None:
    one, other = (random_script(Scene(), np.random.default_rng(seed), 15) for _ in range(2))
    assert one == other
