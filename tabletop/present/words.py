"""What the referee says, in a sentence a player understands.

A sentence names the rule, the points in the player's own numbers, and what to do. What could have been
played is said only where nobody is helped by it: by a tutor at any time, by anybody once the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletop.backgammon import BAR, HAND, OFF, Dice, Player
from tabletop.referee import (
    Ambiguous,
    Illegal,
    Legal,
    Role,
    Unfinished,
    Unreadable,
    Verdict,
    Violation,
)
from tabletop.referee.effects import Difference
from tabletop.referee.profiles import Correction, Profile

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def sentence(verdict: Verdict, dice: Dice | None, role: Role, turn_over: bool = False) -> str:
    """A verdict in one or two sentences; ``dice`` is None where somebody moved without a roll.

    Legal plays are named only to `Role.TUTOR`, or when ``turn_over``.
    """
    match verdict:
        case Legal(play=play):
            return (
                f"Legal: {play}." if len(play) else f"No legal play with {_roll(dice)}: the roll is danced."
            )
        case Unfinished(lifted=None):
            return "Not finished yet."
        case Unfinished(lifted=point):
            return f"Not finished yet: the checker from {_place(point or OFF)} is still in the fingers."
        case Ambiguous(places=places):
            return f"Unclear: {_places(places)}. Please straighten the checkers there."
        case Unreadable(places=places):
            return f"The board is covered at {_places(places)}."
        case Illegal():
            return _accusation(verdict, dice, role, turn_over)


def _accusation(verdict: Illegal, dice: Dice | None, role: Role, turn_over: bool) -> str:
    why = _REASONS[verdict.violation](verdict, dice)
    rule = f" ({verdict.rule}.)"
    if role is not Role.TUTOR and not turn_over:
        return f"Illegal: {why}.{rule}"
    if verdict.nearest is None:
        return f"Illegal: {why}.{rule}"
    return f"Illegal: {why}. Nearest legal play: {verdict.nearest}.{rule}"


def claim(profile: Profile) -> str:
    """Who may have an error mended, and until when, under ``profile``."""
    return {
        Correction.EITHER_MAY_CLAIM: "Either player may have it corrected before the next throw.",
        Correction.MUST_CORRECT: "It must be corrected before the next throw.",
        Correction.OPPONENT_MAY_CONDONE: "The opponent may accept it by throwing, or have it corrected.",
    }[profile.correction]


def setup_sentence(ok: bool, differences: Iterable[Difference]) -> str:
    """What is wrong with the set-up, place by place."""
    if ok:
        return "The board is set up."
    wrong = [
        f"{d.player.value} has {d.found} on {_place(d.place)} instead of {d.wanted}" for d in differences
    ]
    return f"Wrong set-up: {'; '.join(wrong)}. ({Violation.WRONG_SETUP.rule}.)"


def _roll(dice: Dice | None) -> str:
    return f"{dice.high}-{dice.low}" if dice else "no roll"


def _place(place: int) -> str:
    names = {BAR: "the bar", OFF: "the tray", HAND: "the hand"}
    return names.get(place, f"the {place}-point")


def _places(places: Iterable[int]) -> str:
    return ", ".join(dict.fromkeys(map(_place, places)))


def _run(verdict: Illegal) -> str:
    """The move concerned, as notation: ``13/9``."""
    short = {BAR: "bar", OFF: "off", HAND: "hand"}
    return "/".join(short.get(place, str(place)) for place in verdict.places[:2])


def _wrong_distance(verdict: Illegal, dice: Dice | None) -> str:
    pips = min(verdict.places[0], BAR) - min(verdict.places[1], BAR)
    return f"{_run(verdict)} is {pips} pips, the roll was {_roll(dice)} and does not give that"


def _too_many(verdict: Illegal, dice: Dice | None) -> str:
    most = _NUMBERS[len(dice.numbers)] if dice else "none"
    return f"{verdict.done} takes more than the {most} numbers of {_roll(dice)}; {_run(verdict)} is too far"


def _hit_not_on_bar(verdict: Illegal, _: Dice | None) -> str:
    return f"the checker hit on {_place(verdict.places[0])} is not on the bar"


def _left(verdict: Illegal, dice: Dice | None) -> str:
    done = f"only {verdict.done} was played" if verdict.done else "nothing was played"
    return f"{done}, more of {_roll(dice)} can be"


def _simple(text: str) -> Callable[[Illegal, Dice | None], str]:
    def say(verdict: Illegal, dice: Dice | None) -> str:
        return text.format(
            run=_run(verdict),
            done=verdict.done,
            at=_place(verdict.places[-1]) if verdict.places else "the board",
            start=_place(verdict.places[0]) if verdict.places else "the board",
            roll=_roll(dice),
        )

    return say


_REASONS: dict[Violation, Callable[[Illegal, Dice | None], str]] = {
    Violation.WRONG_DISTANCE: _wrong_distance,
    Violation.TOO_MANY_MOVES: _too_many,
    Violation.HIT_NOT_ON_BAR: _hit_not_on_bar,
    Violation.MUST_PLAY_BOTH: _left,
    Violation.MUST_PLAY_MORE: _left,
    Violation.MUST_PLAY_LARGER: _simple(
        "{done} plays the smaller number of {roll}; the larger can be played"
    ),
    Violation.BLOCKED_POINT: _simple("{run} ends on a closed point: two or more opposing checkers hold {at}"),
    Violation.BAR_FIRST: _simple("{run} was moved while a checker waits on the bar"),
    Violation.WRONG_DIRECTION: _simple("{run} goes backwards"),
    Violation.BEARING_OFF_EARLY: _simple("a checker was borne off from {start} before all are home"),
    Violation.BEAR_OFF_HIGHER: _simple("a checker was borne off from {start} with a higher one to move"),
    Violation.NO_LEGAL_PLAY: _simple("nothing can be played with {roll}, and {done} was"),
    Violation.OPPONENTS_CHECKER: _simple("an opposing checker was moved, from {start} to {at}"),
    Violation.HIT_TOO_EARLY: _simple("{at} was hit before a checker of one's own was home"),
    Violation.MUST_ENTER_FIRST: _simple("a checker has to enter before anything else"),
    Violation.CHECKERS_MISSING: _simple("a checker is missing from {start}"),
    Violation.CHECKERS_EXTRA: _simple("there is a checker too many on {start}"),
    Violation.MOVED_BEFORE_ROLL: _simple("{done} was moved before the roll"),
    Violation.WRONG_SETUP: _simple("the board is set up wrongly"),
}


def players_name(player: Player, light_name: str = "", dark_name: str = "") -> str:
    """What a player is called: his name, or the colour of his checkers."""
    return (light_name if player is Player.LIGHT else dark_name) or player.value.capitalize()
