"""The catalogues: every sentence in every language, about the same things."""

from __future__ import annotations

import string
import tomllib
from importlib import resources

import pytest

from tabletop.backgammon import BAR, Dice, Player
from tabletop.present.catalogue import catalogue, languages
from tabletop.present.errors import UnknownLanguage
from tabletop.present.lettering import width, writable
from tabletop.present.sentences import Message, Names, Place, Sentence, aloud, say
from tabletop.present.verdicts import verdict_sentence
from tabletop.referee import Illegal, Violation
from tabletop.referee.violations import RULES

PAGES = {
    language: tomllib.loads(
        (resources.files("tabletop.present") / "catalogues" / f"{language}.toml").read_text("utf-8")
    )
    for language in ("en", "de", "fr", "es")
}
OTHERS = [language for language in PAGES if language != "en"]


def keys(page: object, path: str = "") -> set[str]:
    if not isinstance(page, dict):
        return {path}
    return {key for name, inner in page.items() for key in keys(inner, f"{path}/{name}")}


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_there_are_four_languages() -> None:
    assert set(languages()) == set(PAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_of_one_language_is_in_every_other(language: str) -> None:
    assert keys(PAGES[language]) == keys(PAGES["en"])


@pytest.mark.parametrize("language", PAGES)
def test_there_is_a_sentence_for_every_message_and_none_too_many(language: str) -> None:
    assert set(PAGES[language]["sentences"]) == {message.value for message in Message}
    assert set(PAGES[language]["rules"]) == {violation.value for violation in Violation}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("message", Message)
def test_a_sentence_is_about_the_same_things_in_every_language(language: str, message: Message) -> None:
    text, english = (PAGES[page]["sentences"][message.value] for page in (language, "en"))
    assert braces(text) == braces(english)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    same = {
        message
        for message, text in PAGES[language]["sentences"].items()
        if text == PAGES["en"]["sentences"][message] and any(c.isalpha() for c in _bare(text))
    }
    assert not same


def _bare(text: str) -> str:
    return "".join(literal for literal, _, _, _ in string.Formatter().parse(text))


def test_the_english_rules_are_the_referees() -> None:
    assert PAGES["en"]["rules"] == {violation.value: rule for violation, rule in RULES.items()}


@pytest.mark.parametrize("language", PAGES)
def test_the_display_has_letters_for_all_its_words_and_room_for_them(language: str) -> None:
    for key, words in PAGES[language]["screen"].items():
        assert writable(words), words
        lines = words.split(" ") if key not in ("take_or_drop",) else [words]
        assert all(width(line) <= 128 for line in lines)
    for key in ("legal", "illegal", "unclear", "mend_set_up"):  # between two triangles, in large letters
        assert width(PAGES[language]["screen"][key], 2) <= 100, key
    assert width(PAGES[language]["screen"]["more"], 2) <= 86  # beside two small dice
    assert width(PAGES[language]["screen"]["not_now"]) <= 60  # between two clocks


def test_an_unknown_language_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match="'nl'; there are: de, en, es, fr"):
        say(Sentence(Message.COCKED), "nl")


@pytest.mark.parametrize("language", PAGES)
@pytest.mark.parametrize("violation", Violation)
def test_every_accusation_can_be_said_with_its_points_and_its_rule(
    language: str, violation: Violation
) -> None:
    verdict = Illegal(None, violation, (BAR, 20), "bar/20", (), (), None, 1.0)  # type: ignore[arg-type]
    words = say(verdict_sentence(verdict, Dice(3, 1), plays_named=False), language)
    assert PAGES[language]["rules"][violation.value] in words
    assert "{" not in words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Unclear: the 8-point, the bar. Please straighten the checkers there."),
        ("de", "Unklar: Punkt 8, die Bar. Bitte die Steine dort zurechtrücken."),
        ("fr", "Pas clair : la flèche 8, la barre. Merci d'y redresser les pions."),
        ("es", "No está claro: la casilla 8, la barra. Por favor, enderecen ahí las fichas."),
    ],
)
def test_places_are_named_in_the_players_language(language: str, words: str) -> None:
    about = (("places", (Place(8), Place(BAR))),)
    assert say(Sentence(Message.UNCLEAR, about), language) == words


def test_players_are_called_by_their_names_where_they_have_one() -> None:
    doubles = Sentence.of(Message.DOUBLES, player=Player.LIGHT, value=4, opponent=Player.DARK)
    assert say(doubles, "en", Names("Ada")) == "Ada doubles to 4: Dark takes or drops."


@pytest.mark.parametrize(("points", "words"), [(1, "Dark wins 1 point."), (2, "Dark wins 2 points.")])
def test_one_point_is_not_one_points(points: int, words: str) -> None:
    assert say(Sentence.of(Message.WINS, player=Player.DARK, points=points), "en") == words


def test_what_is_read_aloud_has_no_notation_and_no_rule_in_brackets() -> None:
    stands = Sentence.of(
        Message.STANDS,
        player=Player.LIGHT,
        dice=Dice(6, 4),
        play="13/7*(2) bar/21",
        rule=Violation.WRONG_DISTANCE,
    )
    words = aloud(stands, "en")
    assert words == "Light, 6 4: 13 to 7, hitting, 2 times bar to 21 is not legal and stands."
    for language in PAGES:
        assert not set("/*()") & set(aloud(stands, language))
        assert catalogue(language).rules["wrong_distance"] not in aloud(stands, language)
