"""Between the throw and its report: the turn before is over, and what moves is the next player's doing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.backgammon import Dice, Match, MatchRules, Player, variant
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    Illegal,
    Legal,
    Observation,
    OpeningRolled,
    Phase,
    SessionEnded,
    State,
    TowerFound,
    TowerLost,
    Trouble,
    Violation,
    profile,
    replay,
)
from tabletop.referee.effects import (
    Effect,
    RollHeld,
    RollVoided,
    SetupChecked,
    Standing,
    TurnClosed,
    TurnStarted,
    VerdictGiven,
)
from tabletop.referee.falling import LONGEST
from tests.referee.blinking import Blinking, Habits
from tests.referee.scenario import board

GAME = variant("standard")
LIGHT, DARK = Player.LIGHT, Player.DARK
START = "light 24:2 13:5 8:3 6:5 | dark 24:2 13:5 8:3 6:5"
PLAYED = "light 24:2 13:5 8:2 6:4 5:2 | dark 24:2 13:5 8:3 6:5"  # light's 8/5 6/5 with 3-1
WRONG = "light 24:2 13:5 8:2 6:4 5:1 4:1 | dark 24:2 13:5 8:3 6:5"  # 8/4 6/5
ANSWERED = "light 24:2 13:5 8:2 6:4 5:2 | dark 24:1 14:1 13:5 8:3 6:5"  # and dark's 24/14 with 6-4
MISPLAYED = "light 24:2 13:5 8:2 6:4 5:2 | dark 24:1 15:1 13:5 8:3 6:5"  # 24/15 instead
AFTER_WRONG = "light 24:2 13:5 8:2 6:4 5:1 4:1 | dark 24:1 14:1 13:5 8:3 6:5"


def told(*events: Event, rules: str = "official") -> tuple[State, tuple[Effect, ...]]:
    first = State.resumed(GAME, Match.start(MatchRules()), board(START), LIGHT, profile(rules))
    return replay(first, events)


def opened(*events: Event) -> tuple[State, tuple[Effect, ...]]:
    return replay(State.new(GAME, Match.start(MatchRules())), events)


def closed(effects: tuple[Effect, ...]) -> list[tuple[str, Standing, bool]]:
    return [(e.play, e.standing, e.seen) for e in effects if isinstance(e, TurnClosed)]


def accused(effects: tuple[Effect, ...]) -> list[tuple[Player, Violation]]:
    return [
        (e.player, e.verdict.violation)
        for e in effects
        if isinstance(e, VerdictGiven) and isinstance(e.verdict, Illegal)
    ]


def roll(at: float, high: int, low: int) -> DiceSettled:
    return DiceSettled(at=at, dice=Dice(high, low))


def see(at: float, text: str) -> BoardSeen:
    return BoardSeen(at=at, observation=Observation.certain(board(text)))


def hand(at: float) -> HandSeen:
    return HandSeen(at=at)


LIGHTS_TURN = (roll(1, 3, 1), hand(2), see(3, PLAYED), DiceLifted(at=4))
FALL = DiceThrown(at=5)
REACHED = (FALL, hand(5.5), see(6, ANSWERED))


def test_a_play_begun_before_its_roll_is_told_leaves_the_turn_before_as_it_was_seen() -> None:
    state, effects = told(*LIGHTS_TURN, FALL, hand(5.5), roll(7, 6, 4))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert state.turn is not None
    assert (state.turn.before, state.turn.before_sure) == (board(PLAYED), 1.0)


def test_a_board_that_lay_still_before_its_roll_was_told_is_judged_at_once_when_it_is() -> None:
    state, effects = told(*LIGHTS_TURN, *REACHED, roll(7, 6, 4))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)
    assert str(state.turn.verdict.play) == "24/14"
    assert accused(effects) == []


def test_a_wrong_play_made_before_its_roll_is_told_is_called_wrong_when_it_is() -> None:
    _, effects = told(*LIGHTS_TURN, FALL, hand(5.5), see(6, MISPLAYED), roll(7, 6, 4))
    assert accused(effects) == [(DARK, Violation.WRONG_DISTANCE)]


def test_while_the_dice_fall_nothing_is_said_of_what_moves() -> None:
    _, before = told(*LIGHTS_TURN)
    _, effects = told(*LIGHTS_TURN, FALL, hand(5.5), see(6, MISPLAYED))
    assert effects == before


def test_an_error_that_was_seen_before_the_throw_stands_though_the_next_player_has_moved_already() -> None:
    wrong = (roll(1, 3, 1), see(3, WRONG), DiceLifted(at=4))
    _, effects = told(*wrong, FALL, hand(5.5), see(6, AFTER_WRONG), roll(7, 6, 4))
    assert closed(effects) == [("8/4 6/5", Standing.ILLEGAL, True)]
    assert {player for player, _ in accused(effects)} == {LIGHT}


def test_who_moves_without_having_thrown_has_moved_before_his_roll() -> None:
    _, effects = told(*LIGHTS_TURN, hand(5.5), see(6, ANSWERED))
    assert accused(effects) == [(DARK, Violation.MOVED_BEFORE_ROLL)]


def test_a_hand_over_the_board_when_the_dice_fall_leaves_both_plays_to_be_weighed_together() -> None:
    state, effects = told(roll(1, 3, 1), hand(4), FALL, see(6, ANSWERED), roll(7, 6, 4))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert accused(effects) == []
    assert state.turn is not None
    assert state.turn.before_sure < 1.0


def test_an_error_first_seen_after_the_throw_is_nobodys() -> None:
    _, effects = told(roll(1, 3, 1), hand(4), FALL, see(6, WRONG), roll(7, 6, 4))
    assert accused(effects) == []
    assert [seen for _, _, seen in closed(effects)] == [False]


def test_a_void_throw_ends_nothing_and_what_was_seen_since_is_judged() -> None:
    mended = (roll(1, 3, 1), see(3, WRONG), DiceLifted(at=4), FALL, hand(5.5), see(6, PLAYED))
    state, effects = told(*mended, DiceCocked(at=7))
    assert closed(effects) == []
    assert any(isinstance(effect, RollVoided) for effect in effects)
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_after_a_void_throw_who_has_played_it_has_moved_before_his_roll() -> None:
    _, effects = told(*LIGHTS_TURN, *REACHED, DiceCocked(at=7))
    assert accused(effects) == [(DARK, Violation.MOVED_BEFORE_ROLL)]


def test_a_hand_that_came_while_a_void_throw_fell_has_stirred_the_turn() -> None:
    state, _ = told(*LIGHTS_TURN, FALL, hand(5.5), DiceCocked(at=7))
    assert state.falling is None
    assert state.turn is not None
    assert state.turn.stirred


def test_a_roll_that_is_told_after_the_tower_was_lost_and_found_closes_the_turn_as_it_was_seen() -> None:
    away = (TowerLost(at=7), hand(8), see(9, ANSWERED), TowerFound(at=10))
    state, effects = told(*LIGHTS_TURN, *REACHED, *away, roll(11, 6, 4))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert accused(effects) == []
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


@pytest.mark.parametrize("found", [(), (TowerFound(at=5),)], ids=["away", "back again"])
def test_while_dice_may_have_fallen_unheard_nobody_has_moved_before_his_roll(found: tuple[Event]) -> None:
    state, effects = told(*LIGHTS_TURN, TowerLost(at=4.5), *found, hand(8), see(9, ANSWERED))
    assert accused(effects) == []
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_from_the_next_roll_that_is_told_who_moves_without_one_has_moved_before_it() -> None:
    away = (TowerLost(at=0.2), TowerFound(at=0.5))
    _, effects = told(*away, *LIGHTS_TURN, hand(5.5), see(6, ANSWERED))
    assert accused(effects) == [(DARK, Violation.MOVED_BEFORE_ROLL)]


def test_a_play_judged_before_the_tower_was_lost_is_not_blamed_for_what_moves_afterwards() -> None:
    wild = "light 24:2 13:5 8:2 6:4 5:2 | dark 24:1 25:1 13:5 8:3 6:5".replace("25:1", "bar:1")
    _, effects = told(*LIGHTS_TURN, TowerLost(at=4.5), hand(8), see(9, wild))
    assert accused(effects) == []


def test_dice_of_which_nothing_is_heard_for_long_have_ended_nothing() -> None:
    late = 5 + LONGEST + 1
    state, _ = told(*LIGHTS_TURN, FALL, hand(late))
    assert state.turn is not None
    assert state.turn.stirred
    _, effects = told(*LIGHTS_TURN, FALL, hand(late), see(late + 1, ANSWERED))
    assert accused(effects) == [(DARK, Violation.MOVED_BEFORE_ROLL)]


def test_the_first_of_two_dice_is_the_throw() -> None:
    second = DiceThrown(at=6.5)
    state, effects = told(*LIGHTS_TURN, *REACHED, second, roll(7, 6, 4))
    assert accused(effects) == []
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_a_camera_lost_while_the_dice_fall_leaves_the_turn_before_as_it_was_seen() -> None:
    lost = CameraLost(at=5.5, trouble=Trouble.LOST)
    state, effects = told(*LIGHTS_TURN, FALL, lost, roll(7, 6, 4), CameraFound(at=8), see(9, ANSWERED))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_no_verdict_comes_from_a_picture_of_before_the_camera_was_lost() -> None:
    lost = CameraLost(at=6.5, trouble=Trouble.LOST)
    state, effects = told(*LIGHTS_TURN, FALL, hand(5.5), see(6, MISPLAYED), lost, roll(7, 6, 4))
    assert accused(effects) == []
    assert state.turn is not None
    assert state.turn.stirred


@pytest.mark.parametrize("seen", [(), (see(6, ANSWERED),)], ids=["after the roll", "before it"])
def test_who_mends_his_error_after_the_throw_brings_no_accusation_on_the_other(seen: tuple[Event]) -> None:
    wrong = (roll(1, 3, 1), see(3, WRONG), DiceLifted(at=4))
    late = (hand(7.5), see(8, ANSWERED), DiceLifted(at=9), roll(10, 5, 2))
    _, effects = told(*wrong, FALL, hand(5.5), *seen, roll(7, 6, 4), *late)
    assert {player for player, _ in accused(effects)} == {LIGHT}
    assert [(standing, seen) for _, standing, seen in closed(effects)] == [
        (Standing.ILLEGAL, True),
        (Standing.LEGAL, False),
    ]


def test_taking_a_button_back_does_not_take_the_throw_back() -> None:
    doubles = ButtonPressed(at=4.5, player=DARK, button=Button.DOUBLE)
    undoes = ButtonPressed(at=5.2, player=DARK, button=Button.UNDO)
    state, effects = told(*LIGHTS_TURN, doubles, FALL, undoes, hand(5.5), see(6, ANSWERED), roll(7, 6, 4))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_when_play_ends_while_dice_fall_the_turn_stands_as_it_was_seen_before() -> None:
    _, effects = told(*LIGHTS_TURN, *REACHED, SessionEnded(at=7))
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]
    assert accused(effects) == []


# ---- the tower thrown while the other is still playing


@pytest.mark.parametrize("rules", ["us1990", "wbgt"])
def test_a_hand_that_comes_after_the_throw_does_not_make_it_premature(rules: str) -> None:
    unfinished = "light 24:2 13:5 8:2 6:5 5:1 | dark 24:2 13:5 8:3 6:5"
    playing = (roll(1, 3, 1), hand(2), see(3, unfinished))
    _, effects = told(*playing, FALL, hand(5.5), roll(7, 6, 4), rules=rules)
    assert not [e for e in effects if isinstance(e, RollVoided | RollHeld)]
    _, effects = told(*playing, hand(4), FALL, roll(7, 6, 4), rules=rules)
    assert [e for e in effects if isinstance(e, RollVoided | RollHeld)]


def test_who_was_done_before_the_roll_was_told_was_not_still_playing() -> None:
    _, effects = told(roll(1, 3, 1), hand(2), FALL, see(6, PLAYED), roll(7, 6, 4), rules="us1990")
    assert not [e for e in effects if isinstance(e, RollVoided | RollHeld)]
    assert closed(effects) == [("8/5 6/5", Standing.LEGAL, True)]


# ---- the opening

SET_UP = see(1, START)
OPENED = OpeningRolled(at=7, light=3, dark=1)


def test_a_play_begun_before_the_opening_roll_is_told_is_no_wrong_set_up() -> None:
    state, effects = opened(SET_UP, FALL, hand(5.5), see(6, PLAYED), OPENED)
    assert [e.ok for e in effects if isinstance(e, SetupChecked)] == [True]
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)
    assert str(state.turn.verdict.play) == "8/5 6/5"


def test_of_the_opening_one_die_each_the_second_is_the_throw() -> None:
    wrong = "light 24:2 13:5 8:3 7:1 6:4 | dark 24:2 13:5 8:3 6:5"
    state, effects = opened(SET_UP, FALL, hand(8), see(9, wrong), DiceThrown(at=20))
    assert [e.ok for e in effects if isinstance(e, SetupChecked)] == [True, False]
    assert state.falling is not None
    state, effects = opened(SET_UP, FALL, hand(8), DiceThrown(at=20), see(21, PLAYED), replace(OPENED, at=22))
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Legal)


def test_a_board_set_up_while_the_first_die_lies_there_is_told_at_once() -> None:
    state, effects = opened(FALL, hand(8), see(9, START))
    assert state.phase is Phase.OPENING
    assert [e.ok for e in effects if isinstance(e, SetupChecked)] == [True]


def test_after_equal_opening_dice_the_board_is_looked_at_as_it_lies() -> None:
    wrong = "light 24:2 13:5 8:3 7:1 6:4 | dark 24:2 13:5 8:3 6:5"
    tied = OpeningRolled(at=7, light=4, dark=4)
    _, effects = opened(SET_UP, FALL, hand(5.5), see(6, wrong), tied)
    assert [e.ok for e in effects if isinstance(e, SetupChecked)] == [True, False]
    assert not [e for e in effects if isinstance(e, TurnStarted)]


# ---- at length


@pytest.mark.parametrize("seed", range(6))
def test_whoever_reaches_before_his_roll_is_told_is_never_accused_of_it(seed: int) -> None:
    match = Blinking(seed, Habits(errors=0.0, hasty=0.6, falls=1.0))
    match.play(40)
    assert match.false == []
    assert match.wrongly_recorded() == []


@pytest.mark.parametrize("seed", range(6))
def test_errors_of_players_who_reach_early_are_not_laid_to_the_other(seed: int) -> None:
    match = Blinking(seed, Habits(errors=0.2, hasty=0.6, falls=0.8))
    match.play(40)
    assert match.false == []
    assert any(turn.seen for turn in match.closed)


def test_every_turn_is_seen_where_the_fall_of_the_dice_is_told_whoever_reaches_when() -> None:
    habits = Habits(errors=0.1, hasty=1.0, falls=1.0, blind=0.0, at_the_end=1.0)
    match = Blinking(3, habits)
    match.play(60)
    assert match.false == []
    assert match.wrongly_recorded() == []
    assert all(turn.seen for turn in match.closed)
    deaf = Blinking(3, replace(habits, falls=0.0))
    deaf.play(60)
    assert not all(turn.seen for turn in deaf.closed)
