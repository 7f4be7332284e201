"""The ways in which a play can break the rules, and the rule behind each.

The numbers of the rules: *Backgammon* 2 to 8 as in the official text, *Dutch* for Dutch backgammon, *Player
error* 1 (set-up) and 2 (movement).
"""

from __future__ import annotations

import enum


class Violation(enum.Enum):
    """What a verdict names."""

    WRONG_DISTANCE = "wrong_distance"
    BLOCKED_POINT = "blocked_point"
    BAR_FIRST = "bar_first"
    WRONG_DIRECTION = "wrong_direction"
    BEARING_OFF_EARLY = "bearing_off_early"
    BEAR_OFF_HIGHER = "bear_off_higher"
    MUST_PLAY_BOTH = "must_play_both"
    MUST_PLAY_LARGER = "must_play_larger"
    MUST_PLAY_MORE = "must_play_more"
    TOO_MANY_MOVES = "too_many_moves"
    NO_LEGAL_PLAY = "no_legal_play"
    OPPONENTS_CHECKER = "opponents_checker"
    HIT_NOT_ON_BAR = "hit_not_on_bar"
    HIT_TOO_EARLY = "hit_too_early"
    MUST_ENTER_FIRST = "must_enter_first"
    CHECKERS_MISSING = "checkers_missing"
    CHECKERS_EXTRA = "checkers_extra"
    MOVED_BEFORE_ROLL = "moved_before_roll"
    WRONG_SETUP = "wrong_setup"

    @property
    def rule(self) -> str:
        """The rule this leans on."""
        return RULES[self]


RULES = {
    Violation.WRONG_DISTANCE: "Backgammon 4: a checker moves the number of a die",
    Violation.BLOCKED_POINT: "Backgammon 5: a point with two or more opposing checkers is closed",
    Violation.BAR_FIRST: "Backgammon 6: no other checker moves before every checker on the bar has entered",
    Violation.WRONG_DIRECTION: "Backgammon 1: checkers run from the 24-point to the 1-point",
    Violation.BEARING_OFF_EARLY: "Backgammon 8: no checker is borne off before all are home",
    Violation.BEAR_OFF_HIGHER: "Backgammon 8: a larger number bears off from the highest point only",
    Violation.MUST_PLAY_BOTH: "Backgammon 4: both numbers are played if any way exists",
    Violation.MUST_PLAY_LARGER: "Backgammon 4: of two numbers that cannot both be played, the larger",
    Violation.MUST_PLAY_MORE: "Backgammon 4: a double is four moves, as many as possible",
    Violation.TOO_MANY_MOVES: "Backgammon 4: each number is played once, a double four times",
    Violation.NO_LEGAL_PLAY: "Backgammon 4: who can play no number does not move",
    Violation.OPPONENTS_CHECKER: "Backgammon 1: each player moves his own checkers",
    Violation.HIT_NOT_ON_BAR: "Backgammon 5: a blot that is hit goes to the bar",
    Violation.HIT_TOO_EARLY: "Dutch: nobody hits before one of his checkers has reached his home board",
    Violation.MUST_ENTER_FIRST: "Dutch: nothing else moves before one checker has entered",
    Violation.CHECKERS_MISSING: "Backgammon 1: each player has his full number of checkers",
    Violation.CHECKERS_EXTRA: "Backgammon 1: each player has his full number of checkers",
    Violation.MOVED_BEFORE_ROLL: "Backgammon 4: a play follows its roll",
    Violation.WRONG_SETUP: "Player error 1: an error in the set-up is corrected before the second play",
}
