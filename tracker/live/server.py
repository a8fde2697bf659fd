"""The server that holds many open streams: gevent's, tuned for small answers and quick restarts."""

import contextlib
import socket
from collections.abc import Callable
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

GRACE = 2.0  # seconds that answers under way get when the server stops
UNHEARD = 20_000  # milliseconds after which a phone that acknowledges nothing is gone


class Handler(WSGIHandler):  # type: ignore[misc]  # gevent brings no types
    """One connection: nothing waits for more to send, and a phone that vanished is noticed."""

    def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
        super().__init__(sock, address, server, rfile)
        with contextlib.suppress(OSError):
            # Without this a small message waits some 40 ms for the acknowledgement of the one before.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)

    def handle_one_response(self) -> None:
        self.server.answering += 1
        try:
            super().handle_one_response()
        finally:
            self.server.answering -= 1


class Server(WSGIServer):  # type: ignore[misc]
    """Serves ``app``; ``close_streams`` is what ends them when it stops."""

    def __init__(self, address: tuple[str, int], app: Any, close_streams: Callable[[], None]) -> None:
        super().__init__(address, app, log=None, handler_class=Handler)
        self.answering = 0
        self._close_streams = close_streams

    def stop(self, timeout: float | None = None) -> None:
        """Takes nobody in any more, ends the streams at once, lets answers under way finish."""
        self.close()
        self._close_streams()
        with contextlib.suppress(gevent.Timeout), gevent.Timeout(GRACE if timeout is None else timeout):
            while self.answering:
                gevent.sleep(0.01)
        super().stop(timeout=0)
