"""One listener at the feed, and every page is woken."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

from tabletop.web.broadcast import Broadcast


class Silent:
    """A feed on which nothing happens."""

    def __init__(self, view: object) -> None:
        self.view = view

    def latest(self) -> object:
        return self.view

    def wait(self, number: int, timeout: float) -> object:
        return self.view


class Seven:
    number = 7


def test_a_service_that_is_started_again_wakes_those_who_wait() -> None:
    broadcast = Broadcast(cast("Any", Silent(Seven())), threading.Event())

    async def evening() -> list[object]:
        async with broadcast.running():
            waiting = [asyncio.create_task(broadcast.after(6, 5.0)) for _ in range(3)]
            nothing = [asyncio.create_task(broadcast.after(7, 0.05)) for _ in range(3)]
            return list(await asyncio.gather(*waiting, *nothing))

    for _ in range(2):
        views = asyncio.run(evening())
        assert [getattr(view, "number", None) for view in views] == [7, 7, 7, None, None, None]
