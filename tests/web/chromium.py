"""A real browser for the tests, where there is one: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PATIENCE = 90_000.0
"""Milliseconds that anything may take on a busy machine."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; skips the test where it is missing."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=options, timeout=PATIENCE)
        yield browser
        browser.close()


class Visit:
    """A page that is being looked at, and everything it complained of."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(address)
        self.page.wait_for_selector(".checker")

    def _note(self, message) -> None:  # type: ignore[no-untyped-def]
        """Whatever breaks the policy of the page's contents is told on the console."""
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    # ---- hands

    def drag(self, player: str, origin: int | str, target: int | str) -> None:
        """The uppermost of a player's checkers goes from one place to another, by mouse."""
        cells = self._cell(origin, player), self._cell(target, player)
        before = self.count(player, origin)
        start = self.middle(f'.checker.{player}[data-cell="{cells[0]}"] >> nth=-1')
        end = self.middle(f'.cell[data-cell="{cells[1]}"]')
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        self.page.mouse.move(*end, steps=2)
        self.page.mouse.up()
        if cells[0] != cells[1]:
            assert self.count(player, origin) == before - 1, f"{origin}/{target} did not happen"

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def count(self, player: str, place: int | str) -> int:
        return self.page.locator(f'.checker.{player}[data-cell="{self._cell(place, player)}"]').count()

    def click(self, selector: str) -> None:
        self.page.locator(selector).click()

    @staticmethod
    def _cell(place: int | str, player: str) -> str:
        return str(place) if isinstance(place, int) else f"{place}-{player}"

    # ---- what is to be seen

    def waits_for(self, selector: str) -> None:
        self.page.locator(selector).first.wait_for(state="visible")

    def waits_for_text(self, selector: str, text: str) -> None:
        self.page.locator(selector, has_text=text).first.wait_for()

    def waits_till_gone(self, selector: str) -> None:
        self.page.locator(selector).first.wait_for(state="detached")

    def waits_until(self, true: Callable[[], bool]) -> None:
        """For something that is not on the page."""
        patience = time.monotonic() + PATIENCE / 1000
        while not true() and time.monotonic() < patience:
            self.page.wait_for_timeout(50)
        assert true()

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def lit(self, colour: str) -> set[int]:
        """The lamps of that colour: 0 the bar, 1 to 24 light's points, 25 the tray."""
        lamps = self.page.evaluate("[...document.querySelectorAll('.rim .lamp')].map(l => l.classList[1])")
        return {lamp for lamp, shown in enumerate(lamps) if shown == colour}
