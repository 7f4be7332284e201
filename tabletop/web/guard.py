"""The doorkeeper: who may talk to the page's service, and how much he may say.

The service has no password yet, so it must be sure that only its own page talks to it. A foreign page in the
same browser can send requests to a loopback address, and can make its own name point there (DNS rebinding).
Therefore every request has to name a host that is known, and one that tells where it comes from (``Origin``,
``Sec-Fetch-Site``) has to come from the service's own page. There is no CORS: nobody else may read an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletop.web.problems import problem

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""What a browser on this machine may call it."""
MOST_BYTES = 4096
"""Of a request's body: the longest that makes sense has some 300."""

TOO_LONG = 413, f"the request is longer than {MOST_BYTES} bytes"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Sent with every answer."""


class Guard:
    """ASGI middleware: refuses strangers with one clear line, and dresses every answer in `HEADERS`."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        """``hosts`` are the names, without ports, under which the service may be addressed."""
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request pass, or answer it with what is wrong."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await problem(*refused)(scope, receive, dressed)
            return
        await self._app(scope, _limited(receive), dressed)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the reason why this request is not answered; None when it is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return 421, f"this service does not answer to the name {host!r}; open {self._known()}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            return 403, f"requests from {origin!r} are not answered, only the service's own page may ask"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not _visits(headers):
            return 403, "requests from other sites are not answered, only the service's own page may ask"
        if _number(headers.get("content-length")) > MOST_BYTES:
            return TOO_LONG
        return None

    def _known(self) -> str:
        return " or ".join(f"http://{host}/" for host in sorted(self._hosts) if ":" not in host)


def _name(host: str) -> str:
    """The host without its port, in small letters; empty where it cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _visits(headers: Headers) -> bool:
    """Somebody follows a link to the page itself: that is a visit, not a request in his name."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 20 else 0


def _limited(receive: Receive) -> Receive:
    """``receive``, which refuses to go on once a body has gone on for too long."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BYTES:
            raise HTTPException(*TOO_LONG)
        return message

    return limited
