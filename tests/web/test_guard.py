"""Nobody drives the table but its own page: not another site in the same browser, not a rebound name."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tabletop.web.guard import MOST_BYTES
from tabletop.web.server import make_app
from tests.web.tables import RefereedTable

THROW = "/api/hands/throw"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:8123", "[::1]:8000"])
def test_the_page_answers_to_the_names_of_this_machine(client: TestClient, host: str) -> None:
    assert client.get("/api/view", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "", "[::1", "user@localhost@x"],
)
def test_a_foreign_name_that_points_here_is_refused(
    client: TestClient, host: str, table: RefereedTable
) -> None:
    for answer in (
        client.get("/", headers={"Host": host}),
        client.post(THROW, json={}, headers={"Host": host}),
    ):
        assert answer.status_code == 421
        assert "http://127.0.0.1/" in answer.json()["detail"]
    assert table.latest().table is not None
    assert table.latest().table.dice == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8000", "file://"]
)
def test_a_foreign_page_can_neither_throw_nor_look(
    client: TestClient, origin: str, table: RefereedTable
) -> None:
    assert client.post(THROW, json={}, headers={"Origin": origin}).status_code == 403
    assert client.get("/api/events", headers={"Origin": origin}).status_code == 403
    assert table.latest().table.dice == ()  # type: ignore[union-attr]


def test_its_own_page_may(client: TestClient) -> None:
    own = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert client.post(THROW, json={}, headers=own).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_picture_may_not_be_embedded_elsewhere(client: TestClient, site: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    assert client.get("/api/picture.jpg", headers=headers).status_code == 403


def test_a_link_to_the_page_may_be_followed(client: TestClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client.get("/", headers=headers).status_code == 200


def test_a_form_cannot_be_sent(client: TestClient, table: RefereedTable) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = client.post(THROW, content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415
    assert table.latest().table.dice == ()  # type: ignore[union-attr]


def test_there_is_no_cors(client: TestClient) -> None:
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = client.options(THROW, headers=asked)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_long_request_is_not_read_to_its_end(client: TestClient) -> None:
    long = b'{"player":"' + b"x" * MOST_BYTES + b'"}'
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/hands/press", content=long, headers=headers).status_code == 413

    def in_pieces():  # type: ignore[no-untyped-def]
        for _ in range(20):
            yield b" " * 1000

    assert client.post("/api/hands/press", content=in_pieces(), headers=headers).status_code == 413


def test_every_answer_says_what_a_browser_may_do_with_it(client: TestClient) -> None:
    for path in ("/", "/api/view", "/nowhere", "/static/js/main.js", "/api/picture.jpg"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["referrer-policy"] == "no-referrer"
    assert client.get("/", headers={"Host": "evil.example"}).headers["x-content-type-options"] == "nosniff"


def test_other_names_can_be_allowed(table: RefereedTable) -> None:
    app = make_app(table, hosts=("tabletop.local",))
    with TestClient(app, base_url="http://tabletop.local") as client:
        assert client.get("/api/view").status_code == 200
        assert client.get("/api/view", headers={"Host": "127.0.0.1"}).status_code == 421
