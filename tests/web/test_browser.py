"""The page in a real browser: by tap, by keys alone, on a telephone, when its line breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tabletop.present.sentences import Message, Names, Sentence
from tabletop.web.ports import Feed, Hands, Health, NewMatch, Refused, View
from tabletop.web.server import make_app
from tabletop.web.serving import Service
from tests.web.chromium import Visit, chromium
from tests.web.conftest import running
from tests.web.tables import RefereedTable

pytestmark = pytest.mark.browser

Serve = Callable[[Feed, Hands | None], Service]
ROLLS = ((3, 1), (6, 5), (2, 2), (4, 3))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def table() -> RefereedTable:
    return RefereedTable(ROLLS)


def labelled(visit: Visit, cell: str) -> str:
    return visit.page.locator(f'.cell[data-cell="{cell}"]').get_attribute("aria-label") or ""


def test_a_turn_can_be_played_by_keys_alone(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    press = visit.page.keyboard.press
    press("t")
    visit.waits_for_text("#turn", "Light plays 3-1")
    visit.page.locator('.cell[data-cell="6"]').focus()
    for key in ("8", "Enter", "5", "Enter"):  # by number
        press(key)
    visit.waits_for('.checker.light[data-cell="5"]')
    for key in ("ArrowLeft", "Enter", "ArrowRight", "Enter"):  # by arrows, 6/5
        press(key)
    assert labelled(visit, "5") == "Point 5: 2 light checkers"
    visit.page.wait_for_timeout(1200)
    press("l")
    visit.waits_for(".verdict.legal")
    assert visit.complaints == []


def test_escape_puts_a_checker_back(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.page.locator('.cell[data-cell="6"]').focus()
    visit.page.keyboard.press("Enter")
    visit.waits_for("#board.holding")
    visit.page.keyboard.press("ArrowUp")
    visit.page.keyboard.press("Escape")
    visit.waits_for("#board:not(.holding)")
    assert labelled(visit, "6") == "Point 6: 5 light checkers"


def test_escape_puts_a_checker_back_also_when_the_focus_has_left_the_board(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.page.locator('.cell[data-cell="6"]').focus()
    visit.page.keyboard.press("Enter")
    visit.waits_for("#board.holding")
    visit.page.reload()  # the hand is still full
    visit.waits_for("#board.holding")
    visit.page.keyboard.press("Escape")
    visit.waits_for("#board:not(.holding)")
    assert labelled(visit, "6") == "Point 6: 5 light checkers"


def test_of_a_camera_that_is_lost_nothing_is_said_to_be_read(browser: Browser, serve: Serve) -> None:
    class Blind(RefereedTable):
        lost = False

        def latest(self) -> View:
            return replace(super().latest(), camera=Health(ok=not self.lost))

    table = Blind(ROLLS)
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.waits_for_text("#reading", "without doubt")
    table.lost = True
    table.throw()
    visit.waits_for("#camera.stale")
    assert visit.text("#reading") == ""
    assert visit.text("#camera-health") == "The camera cannot be trusted now"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_rules_of_accessibility_are_kept(
    browser: Browser,
    table: RefereedTable,
    serve: Serve,
    scheme: Literal["light", "dark"],
    size: tuple[int, int],
) -> None:
    """Those that a program can check: axe-core, where it is installed."""
    rules = Path("node_modules/axe-core/axe.min.js")
    if not rules.exists():
        pytest.skip("axe-core is not installed: npm install --no-save axe-core")
    width, height = size
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
    visit = Visit(context, serve(table, table).address)
    for prepare in (
        lambda: visit.waits_for_text("#said-now", "set up"),
        lambda: visit.click("#throw"),
        lambda: visit.drag("light", 13, 11),
        lambda: visit.waits_for(".verdict.illegal"),
        lambda: (visit.click("#side-dark .press.take"), visit.waits_for_text("#hint", "Nothing is offered")),
        lambda: visit.click("#open-help"),
        lambda: (visit.page.keyboard.press("Escape"), visit.click("#open-new-match")),
    ):
        prepare()
        visit.page.evaluate(rules.read_text("utf-8"))
        found = visit.page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes[0].html]))")
        assert found == []


def test_on_a_telephone_checkers_are_tapped_and_nothing_is_cut_off(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    visit = Visit(context, serve(table, table).address)
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for language in ("de", "fr", "es", "en"):
        page.locator("#language").select_option(language)
        page.wait_for_selector(f"html[lang={language}]")
        cut = "[...document.querySelectorAll('button')].filter(b => b.scrollWidth > b.clientWidth).length"
        assert page.evaluate(cut) == 0, f"a button's word is cut off ({language})"
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("#throw").tap()
    visit.waits_for_text("#turn", "Light plays 3-1")
    page.touchscreen.tap(*visit.middle('.checker.light[data-cell="13"] >> nth=-1'))
    visit.waits_for("#board.holding")
    page.touchscreen.tap(*visit.middle('.cell[data-cell="11"]'))
    visit.waits_for_text("#said-now", "13/11 is 2 pips")
    assert visit.lit("red") == {11, 13}
    small = "[...document.querySelectorAll('main button')].filter(b => b.offsetHeight < 24).length"
    assert page.evaluate(small) == 0


def test_the_browsers_language_is_spoken_and_can_be_changed(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    visit = Visit(browser.new_context(locale="fr-CH"), serve(table, table).address)
    assert visit.text("#throw span") == "Lancer"
    assert labelled(visit, "6") == "Flèche 6: 5 pions clairs"
    visit.page.locator("#language").select_option("de")
    visit.waits_for_text("#throw", "Würfeln")
    visit.waits_for_text("#said-now", "Das Brett ist aufgestellt")


def test_a_lost_line_is_told_and_taken_up_again(browser: Browser, table: RefereedTable) -> None:
    app = make_app(table, table)
    first = Service(app, port=0)
    with running(first):
        visit = Visit(browser.new_context(), first.address)
        visit.page.locator("#lost").wait_for(state="hidden")
    visit.waits_for("#lost")
    table.throw()
    with running(Service(app, port=first.port)):
        visit.page.locator("#lost").wait_for(state="hidden")
        visit.waits_for_text("#turn", "Light plays 3-1")


def test_what_hands_cannot_do_is_told(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.click("#lift")
    visit.waits_for_text("#refused", "throw them first")
    visit.page.locator("#language").select_option("de")
    visit.waits_for_text("#throw", "Würfeln")
    visit.click("#lift")
    visit.waits_for_text("#refused", "Im Turm liegen keine Würfel: erst werfen.")


def test_a_button_that_means_nothing_says_why_and_leaves_the_verdict(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.click("#throw")
    visit.drag("light", 13, 11)
    visit.waits_for(".verdict.illegal")
    visit.click("#side-dark .press.done")
    visit.waits_for_text("#hint", "Light is playing this roll")
    assert "13/11 is 2 pips" in visit.text("#said-now")
    visit.drag("light", 11, 13)
    visit.waits_for(".verdict:not(.illegal)")
    visit.page.wait_for_function("!document.getElementById('hint').textContent")


def test_a_button_that_means_nothing_once_more_is_seen_and_told_again_without_a_flood(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.click("#side-dark .press.take")
    visit.waits_for_text("#hint", "Nothing is offered.")
    visit.page.evaluate("""
        window.told = [];
        window.flashes = 0;
        const line = document.getElementById("hint");
        new MutationObserver(() => told.push(line.textContent)).observe(line, { childList: true });
        const animate = line.animate.bind(line);
        line.animate = (...how) => { flashes += 1; return animate(...how); };
    """)
    for _ in range(9):
        visit.page.keyboard.press("a")
    visit.waits_for_text("#hint", "Nothing is offered. (10 times)")
    told = visit.page.evaluate("told")
    assert visit.page.evaluate("flashes") > len(told)
    assert told[-1] == "Nothing is offered. (10 times)"
    log = visit.page.locator("#log li", has_text="Nothing is offered.")
    assert log.count() == 1


TELEPHONE = {"width": 390, "height": 844}


def test_on_a_telephone_the_board_stays_where_it_is_when_an_error_is_shown(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    context = browser.new_context(viewport=TELEPHONE, reduced_motion="reduce")
    visit = Visit(context, serve(table, table).address)
    visit.click("#throw")
    visit.waits_for_text("#turn", "Light plays 3-1")
    before = visit.middle("#board")
    visit.drag("light", 13, 11)
    visit.waits_for(".verdict.illegal")
    assert visit.middle("#board") == before


def test_on_a_telephone_the_focus_goes_down_the_page(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    visit = Visit(browser.new_context(viewport=TELEPHONE), serve(table, table).address)
    where = """() => {
        const focused = document.activeElement;
        return focused === document.body ? null : focused.getBoundingClientRect().top + scrollY;
    }"""
    visit.page.keyboard.press("Tab")  # the way to the board lies over everything else
    tops = []
    visit.page.keyboard.press("Tab")
    while (top := visit.page.evaluate(where)) is not None:
        tops.append(top)
        visit.page.keyboard.press("Tab")
    assert len(tops) > 20
    assert tops == sorted(tops)


def test_the_sheet_of_a_new_match_knows_who_has_played(
    browser: Browser, table: RefereedTable, serve: Serve
) -> None:
    table.start(NewMatch("standard", 5, Names("Ada")))
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.click("#open-new-match")
    assert visit.page.locator("[name=light_name]").input_value() == "Ada"
    assert visit.page.locator("[name=dark_name]").input_value() == ""


def test_a_new_match_is_begun_from_its_sheet(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    page = visit.page
    page.keyboard.press("n")
    page.locator("[name=variant]").select_option("nackgammon")
    page.locator("[name=length]").fill("3")
    page.locator("[name=light_name]").fill("Ada")
    page.locator("[name=dark_name]").fill("Bo")
    page.keyboard.press("Enter")
    visit.waits_for_text("#match", "Nackgammon · Match to 3")
    visit.waits_for_text("#side-light .name", "Ada")
    assert visit.count("light", 23) == 2
    page.locator("#new-match").wait_for(state="hidden")
    page.keyboard.press("t")  # the sheet is closed: letters press buttons again
    visit.waits_for("#tray .die")


def test_when_the_match_is_over_the_next_one_is_a_press_away(browser: Browser, serve: Serve) -> None:
    table = RefereedTable(ROLLS, length=1)
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.click("#throw")
    visit.waits_for_text("#turn", "Light plays 3-1")
    visit.click("#side-light .press.resign")
    visit.click("#side-dark .press.take.asked")
    visit.waits_for_text("#turn", "The match is over")
    visit.click("#open-new-match.next")
    visit.click("#new-match .next")
    visit.waits_for_text("#match", "Match to 5")
    assert visit.text("#side-dark .score") == "0"


def test_what_a_sheet_asks_in_vain_is_told_on_the_sheet(
    browser: Browser, table: RefereedTable, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: NewMatch) -> None:
        raise Refused(Sentence(Message.CLOCK_NEEDS_LENGTH))

    monkeypatch.setattr(table, "start", refuse)
    visit = Visit(browser.new_context(), serve(table, table).address)
    visit.page.keyboard.press("n")
    visit.click("#new-match .next")
    visit.waits_for_text("dialog[open] #refused", "play to a number of points")


def test_every_control_has_a_name(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, table).address)
    nameless = """[...document.querySelectorAll(
            'button, select, input, [role=gridcell], img, [role=group], section')]
        .filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.alt
            || e.textContent.trim() || e.closest('label')?.textContent.trim()))
        .map(e => e.outerHTML.slice(0, 80))"""
    assert visit.page.evaluate(nameless) == []
    assert visit.page.locator('[role=gridcell][tabindex="0"]').count() == 1


def test_at_a_real_table_the_page_only_shows(browser: Browser, table: RefereedTable, serve: Serve) -> None:
    visit = Visit(browser.new_context(), serve(table, None).address)
    assert visit.page.locator("#throw, #lift, .press, #set-up").filter(visible=True).count() == 0
    visit.drag("light", 13, 13)
    assert visit.complaints == []
