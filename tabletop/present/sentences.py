"""What is said at the table, in the players' language.

A sentence is not text but a meaning: a message of the list below, and what it is about. Text comes last, from
a catalogue of the language (``catalogues/``), so that the same evening can be told in four languages.

>>> from tabletop.backgammon import Dice
>>> say(Sentence(Message.DANCED, (("dice", Dice(6, 1)),)), "de")
'Kein regelgerechter Zug mit 6-1: der Wurf verfällt.'
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from tabletop.backgammon import Dice, Player
from tabletop.present.catalogue import Catalogue, catalogue
from tabletop.referee import Violation


class Message(enum.Enum):
    """Everything there is to say; the value is the key in the catalogues."""

    LEGAL = "legal"
    DANCED = "danced"
    UNFINISHED = "unfinished"
    IN_THE_FINGERS = "in_the_fingers"
    UNCLEAR = "unclear"
    COVERED = "covered"
    ILLEGAL = "illegal"
    ILLEGAL_NEAREST = "illegal_nearest"
    WHY_WRONG_DISTANCE = "why_wrong_distance"
    WHY_BLOCKED_POINT = "why_blocked_point"
    WHY_BAR_FIRST = "why_bar_first"
    WHY_WRONG_DIRECTION = "why_wrong_direction"
    WHY_BEARING_OFF_EARLY = "why_bearing_off_early"
    WHY_BEAR_OFF_HIGHER = "why_bear_off_higher"
    WHY_TOO_FEW = "why_too_few"
    WHY_NOTHING_PLAYED = "why_nothing_played"
    WHY_MUST_PLAY_LARGER = "why_must_play_larger"
    WHY_TOO_MANY_MOVES = "why_too_many_moves"
    WHY_NO_LEGAL_PLAY = "why_no_legal_play"
    WHY_OPPONENTS_CHECKER = "why_opponents_checker"
    WHY_HIT_NOT_ON_BAR = "why_hit_not_on_bar"
    WHY_HIT_TOO_EARLY = "why_hit_too_early"
    WHY_MUST_ENTER_FIRST = "why_must_enter_first"
    WHY_CHECKERS_MISSING = "why_checkers_missing"
    WHY_CHECKERS_EXTRA = "why_checkers_extra"
    WHY_MOVED_BEFORE_ROLL = "why_moved_before_roll"
    WHY_WRONG_SETUP = "why_wrong_setup"
    CLAIM_EITHER = "claim_either"
    CLAIM_MUST = "claim_must"
    CLAIM_CONDONE = "claim_condone"
    SETUP_RIGHT = "setup_right"
    SETUP_WRONG = "setup_wrong"
    SETUP_DIFFERENCE = "setup_difference"
    TIED = "tied"
    STARTS = "starts"
    ROLLED = "rolled"
    COCKED = "cocked"
    PREMATURE = "premature"
    HELD = "held"
    PLAYED = "played"
    PASSED = "passed"
    STANDS = "stands"
    NOTHING_STANDS = "nothing_stands"
    NOT_SEEN = "not_seen"
    CAMERA_MOVED = "camera_moved"
    CAMERA_DARK = "camera_dark"
    CAMERA_LOST = "camera_lost"
    CAMERA_FOUND = "camera_found"
    TOWER_LOST = "tower_lost"
    TOWER_FOUND = "tower_found"
    DOUBLES = "doubles"
    TAKES = "takes"
    DROPS = "drops"
    RESIGNS_SINGLE = "resigns_single"
    RESIGNS_GAMMON = "resigns_gammon"
    RESIGNS_BACKGAMMON = "resigns_backgammon"
    WITHDRAWN = "withdrawn"
    UNDONE = "undone"
    WINS = "wins"
    WINS_GAMMON = "wins_gammon"
    WINS_BACKGAMMON = "wins_backgammon"
    WINS_MATCH = "wins_match"
    TIME_UP = "time_up"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NO_GAME = "no_game"
    NOT_HIS_PLAY = "not_his_play"
    NO_ROLL_PLAYED = "no_roll_played"
    NO_CUBE = "no_cube"
    NO_DOUBLE_CRAWFORD = "no_double_crawford"
    NO_DOUBLE_OPENING = "no_double_opening"
    NOT_HIS_CUBE = "not_his_cube"
    CUBE_DEAD = "cube_dead"
    NOT_BEFORE_HIS_THROW = "not_before_his_throw"
    NOTHING_OFFERED = "nothing_offered"
    ANSWER_FIRST = "answer_first"
    HAND_FULL = "hand_full"
    HAND_EMPTY = "hand_empty"
    NO_CHECKER = "no_checker"
    NO_TOWER = "no_tower"
    DICE_LIE = "dice_lie"
    NO_DICE = "no_dice"
    CLOCK_NEEDS_LENGTH = "clock_needs_length"
    BEING_SET_UP = "being_set_up"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in its player's own numbers: 25 the bar, 0 off, 26 the hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and what it is about."""

    message: Message
    about: tuple[tuple[str, Argument], ...] = ()
    """Names as in the catalogues' braces, and values."""

    @classmethod
    def of(cls, message: Message, **about: Argument) -> Sentence:
        """The sentence of ``message`` about these things."""
        return cls(message, tuple(about.items()))


_Word: TypeAlias = "int | str | Player | Dice | Violation | Place | Sentence | None"
Argument: TypeAlias = "_Word | tuple[Place, ...] | tuple[Sentence, ...]"
"""What a sentence can be about. A violation stands for its rule, None for dice that were not thrown."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the players are called. Who has no name is called by the colour of his checkers, in the language
    of whoever speaks."""

    light: str = ""
    dark: str = ""

    def of(self, player: Player) -> str:
        """The name of ``player``; empty where he has none."""
        return self.light if player is Player.LIGHT else self.dark


NAMELESS: Final = Names()


def say(sentence: Sentence, language: str, names: Names = NAMELESS) -> str:
    """``sentence`` as text in ``language`` (``en``, ``de``, ``fr``, ``es``). Raises `UnknownLanguage`."""
    text = _said(sentence, catalogue(language), names)
    return text[:1].upper() + text[1:]


def aloud(sentence: Sentence, language: str, names: Names = NAMELESS) -> str:
    """The same to be read aloud: without the rule in brackets, and with plays a voice can read.

    ``13/7* 8/7`` becomes "13 to 7, hitting 8 to 7". Raises `UnknownLanguage`.
    """
    words = catalogue(language).speech
    called = Names(*(re.sub(r"[()*/\s]+", " ", name).strip() for name in (names.light, names.dark)))
    text = re.sub(r" \([^()]*[^()\d][^()]*\)", "", say(sentence, language, called))
    text = re.sub(r"(?<=\d)-(?=\d)", " ", text)
    text = re.sub(r"\((\d)\)", lambda found: words["times"].format(n=found[1]), text)
    text = re.sub(r"(?<=[\w*])/(?=\w)", words["to"], text)
    return re.sub(r"\*", words["hit"], text)


def _said(sentence: Sentence, words: Catalogue, names: Names) -> str:
    about = {name: _Told(value, words, names) for name, value in sentence.about}
    return words.sentences[sentence.message.value].format(**about)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a sentence is about, as the catalogue's braces ask for it."""

    value: Argument
    words: Catalogue
    names: Names

    def __format__(self, form: str) -> str:
        match self.value:
            case None:
                return self.words.nobody
            case int(number):
                return self.words.count(number, form) if form else str(number)
            case Player() as player:
                return self.names.of(player) or self.words.players[player.value]
            case Dice(high=high, low=low):
                return f"{high}-{low}"
            case Violation() as violation:
                return self.words.rules[violation.value]
            case Place(number):
                return self.words.place(number, form or "name")
            case tuple() as several:
                told = (format(_Told(one, self.words, self.names), form) for one in several)
                between = "; " if any(isinstance(one, Sentence) for one in several) else ", "
                return between.join(dict.fromkeys(told))
            case Sentence() as inner:
                return _said(inner, self.words, self.names)
            case text:
                return str(text)
