"""A verdict as a sentence: the rule, the points in the player's own numbers, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabletop.backgammon import BAR, HAND, OFF, Dice
from tabletop.present.sentences import Message, Place, Sentence
from tabletop.referee import Ambiguous, Illegal, Legal, Unfinished, Unreadable, Verdict, Violation
from tabletop.referee.effects import Difference
from tabletop.referee.profiles import Correction


def verdict_sentence(verdict: Verdict, dice: Dice | None, plays_named: bool) -> Sentence:
    """A verdict as a sentence; ``dice`` is None where somebody moved without a roll.

    The legal play nearest to an illegal one is named only when ``plays_named``.
    """
    match verdict:
        case Legal(play=play) if play:
            return Sentence.of(Message.LEGAL, play=str(play))
        case Legal():
            return Sentence.of(Message.DANCED, dice=dice)
        case Unfinished(lifted=None):
            return Sentence.of(Message.UNFINISHED)
        case Unfinished(lifted=point):
            return Sentence.of(Message.IN_THE_FINGERS, place=Place(point or OFF))
        case Ambiguous(places=places):
            return Sentence.of(Message.UNCLEAR, places=_places(places))
        case Unreadable(places=places):
            return Sentence.of(Message.COVERED, places=_places(places))
        case Illegal(nearest=nearest, violation=rule):
            why = _why(verdict, dice)
            if not plays_named or nearest is None:
                return Sentence.of(Message.ILLEGAL, why=why, rule=rule)
            return Sentence.of(Message.ILLEGAL_NEAREST, why=why, play=str(nearest), rule=rule)


def setup_told(ok: bool, differences: Iterable[Difference]) -> Sentence:
    """What is wrong with the set-up, place by place."""
    if ok:
        return Sentence.of(Message.SETUP_RIGHT)
    wrong = tuple(
        Sentence.of(
            Message.SETUP_DIFFERENCE, player=d.player, found=d.found, place=Place(d.place), wanted=d.wanted
        )
        for d in differences
    )
    return Sentence.of(Message.SETUP_WRONG, differences=wrong, rule=Violation.WRONG_SETUP)


CLAIMS = {
    Correction.EITHER_MAY_CLAIM: Message.CLAIM_EITHER,
    Correction.MUST_CORRECT: Message.CLAIM_MUST,
    Correction.OPPONENT_MAY_CONDONE: Message.CLAIM_CONDONE,
}
"""Who may have an error mended, and until when."""


def _places(places: Iterable[int]) -> tuple[Place, ...]:
    return tuple(Place(place) for place in dict.fromkeys(places))


def _why(verdict: Illegal, dice: Dice | None) -> Sentence:
    say = _REASONS.get(verdict.violation)
    if say is not None:
        return say(verdict, dice)
    places = verdict.places or (OFF,)
    return Sentence.of(
        Message[f"WHY_{verdict.violation.name}"],
        run=_run(verdict),
        done=verdict.done,
        start=Place(places[0]),
        end=Place(places[-1]),
        dice=dice,
    )


def _run(verdict: Illegal) -> str:
    """The move concerned, as notation: ``13/9``."""
    short = {BAR: "bar", OFF: "off", HAND: "hand"}
    return "/".join(short.get(place, str(place)) for place in verdict.places[:2])


def _wrong_distance(verdict: Illegal, dice: Dice | None) -> Sentence:
    pips = min(verdict.places[0], BAR) - min(verdict.places[1], BAR)
    return Sentence.of(Message.WHY_WRONG_DISTANCE, run=_run(verdict), pips=pips, dice=dice)


def _too_many(verdict: Illegal, dice: Dice | None) -> Sentence:
    most = len(dice.numbers) if dice else 1
    return Sentence.of(Message.WHY_TOO_MANY_MOVES, done=verdict.done, run=_run(verdict), most=most, dice=dice)


def _too_few(verdict: Illegal, dice: Dice | None) -> Sentence:
    if not verdict.done:
        return Sentence.of(Message.WHY_NOTHING_PLAYED, dice=dice)
    return Sentence.of(Message.WHY_TOO_FEW, done=verdict.done, dice=dice)


_REASONS: dict[Violation, Callable[[Illegal, Dice | None], Sentence]] = {
    Violation.WRONG_DISTANCE: _wrong_distance,
    Violation.TOO_MANY_MOVES: _too_many,
    Violation.MUST_PLAY_BOTH: _too_few,
    Violation.MUST_PLAY_MORE: _too_few,
}
"""Those that need more than the move and its ends; the others have a message of their own name."""
