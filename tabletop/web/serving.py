"""The page on a port of this machine. It is bound to the loopback address: nobody else can reach it."""

from __future__ import annotations

import socket
import threading

import uvicorn
from fastapi import FastAPI

from tabletop.errors import TabletopError

HOST = "127.0.0.1"
"""Loopback only, until there is a password."""
PORT = 8000
LEAVING = 1
"""Seconds that open streams are given when the service stops."""


class PortTaken(TabletopError):
    """Another program listens there already, or the port is not allowed."""


class Service:
    """A page being served. The port is taken at once, so that a taken one is found out before anything runs;
    `run` serves until `stop` is called, and both may be called from any thread."""

    def __init__(self, app: FastAPI, port: int = PORT) -> None:
        """``port`` 0: any free one. Raises `PortTaken`."""
        self._socket = _bound(port)
        self._ending: threading.Event = app.state.ending
        self.port = int(self._socket.getsockname()[1])
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=LEAVING,
            proxy_headers=False,
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}/"

    @property
    def started(self) -> bool:
        """Whether the page can be fetched already."""
        return self._server.started

    def run(self) -> None:
        """Serve until stopped; blocks."""
        self._ending.clear()
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._socket.close()

    def stop(self) -> None:
        """Let `run` come to its end; open streams end first, so that nothing has to be broken off."""
        self._ending.set()
        self._server.should_exit = True


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise PortTaken(
            f"port {port} of {HOST}: {why}; is a table open there? TABLETOP_PORT=8001 takes another port"
        ) from error
    return listening
