"""One listener at the feed, however many pages are open: it waits for the next view and wakes all of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import CapacityLimiter, to_thread

from tabletop.web.ports import Feed, View

PATIENCE = 0.5
"""Seconds for which the feed is asked to wait; also how long a stopped service may take to notice."""


class Broadcast:
    """Hands every new view to everybody who waits for one."""

    def __init__(self, feed: Feed, ending: threading.Event) -> None:
        """``ending`` is set when the service is to stop: nobody may go on waiting then."""
        self._feed = feed
        self._ending = ending
        self._view: View | None = None
        self._news = asyncio.Condition()

    @property
    def latest(self) -> View:
        """What is to be seen now."""
        return self._feed.latest()

    async def after(self, number: int, timeout: float) -> View | None:
        """The latest view once its number differs from ``number``; None when ``timeout`` seconds pass first,
        or the service is to stop.

        It differs downwards when the session began anew: then everything is to be shown again.
        """
        try:
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(lambda: self.over or self._is_news(number))
                return self._view if self._is_news(number) else None
        except TimeoutError:
            return None

    @property
    def over(self) -> bool:
        """Whether the service is to stop."""
        return self._ending.is_set()

    def _is_news(self, number: int) -> bool:
        return self._view is not None and self._view.number != number

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen at the feed for as long as this lasts."""
        self._news = asyncio.Condition()  # a service that is started again has another event loop
        listening = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self) -> None:
        own_thread = CapacityLimiter(1)
        number = -1
        while True:
            view = await to_thread.run_sync(
                self._feed.wait, number, PATIENCE, limiter=own_thread, abandon_on_cancel=True
            )
            if view.number != number or self.over:
                number = view.number
                async with self._news:
                    self._view = view
                    self._news.notify_all()
