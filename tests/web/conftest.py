"""A table for each test, and the page's service around it: by itself, or listening on a port."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from fastapi.testclient import TestClient

from tabletop.web.ports import Feed, Hands
from tabletop.web.server import make_app
from tabletop.web.serving import Service
from tests.web.tables import RefereedTable

ROLLS = ((3, 1), (6, 5), (2, 2), (4, 3))


@pytest.fixture
def table() -> RefereedTable:
    return RefereedTable(ROLLS)


@pytest.fixture
def client(table: RefereedTable) -> Iterator[TestClient]:
    with TestClient(make_app(table, table), base_url="http://127.0.0.1:8000") as client:
        yield client


@contextmanager
def running(service: Service) -> Iterator[Service]:
    """The page is served inside, and no longer outside."""
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    patience = time.monotonic() + 60
    while not service.started and time.monotonic() < patience:
        time.sleep(0.01)
    try:
        yield service
    finally:
        service.stop()
        thread.join(timeout=60)
        assert not thread.is_alive(), "the service does not stop"


@pytest.fixture
def serve() -> Iterator[Callable[[Feed, Hands | None], Service]]:
    """Serve a page on a free port until the test is over."""
    with ExitStack() as stack:
        yield lambda feed, hands: stack.enter_context(running(Service(make_app(feed, hands), port=0)))
