"""A whole game in a real browser, judged by the real referee; the board is seen without a camera."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop.backgammon import Player
from tabletop.web.ports import Feed, Hands
from tabletop.web.serving import Service
from tests.web import whole_game
from tests.web.chromium import Visit, chromium
from tests.web.tables import RefereedTable

pytestmark = pytest.mark.browser


def test_a_whole_game_is_played_in_the_browser(serve: Callable[[Feed, Hands | None], Service]) -> None:
    table = RefereedTable(whole_game.ROLLS)
    seen: list[str] = []

    def checked(look: str, player: str, lamps: set[int]) -> None:
        seen.append(look)
        shown = table.latest().shown
        assert shown.lamps.of(Player(player)).value == {"illegal": "red", "legal": "green"}[look]
        assert {lamp for lamp, colour in enumerate(shown.lamps.points) if colour.value == "red"} == lamps

    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        visit = Visit(context, serve(table, table).address)
        whole_game.play(visit, checked)
        assert visit.complaints == []
    assert seen.count("illegal") == 4
