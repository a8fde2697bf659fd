"""The server that holds many open streams: gevent's, tuned for small answers and quick restarts."""

import contextlib
import errno
import socket
from collections.abc import Callable
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

GRACE = 2.0  # seconds that answers under way get when the server stops
UNHEARD = 20_000  # milliseconds after which a phone that acknowledges nothing is gone
AHEAD = 32 * 1024  # bytes of a stream that may wait for a slow phone; what comes later is news by then


class Handler(WSGIHandler):  # type: ignore[misc]  # gevent brings no types
    """One connection: nothing waits for more to send, and a phone that vanished is noticed."""

    ignored_socket_errors = (
        *WSGIHandler.ignored_socket_errors,
        errno.ETIMEDOUT,
        errno.EHOSTUNREACH,
        errno.ENETUNREACH,
    )

    def __init__(self, sock: Any, address: Any, server: Any, rfile: Any = None) -> None:
        super().__init__(sock, address, server, rfile)
        # Without this a small message waits some 40 ms for the acknowledgement of the one before.
        self._set(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        if any(name == "Content-Type" and kind.startswith("text/event-stream") for name, kind in headers):
            self._set(socket.SOL_SOCKET, socket.SO_SNDBUF, AHEAD)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                self._set(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
        return super().start_response(status, headers, exc_info)

    def handle_one_response(self) -> None:
        self.server.answering += 1
        try:
            super().handle_one_response()
        finally:
            self.server.answering -= 1

    def _set(self, level: int, option: int, value: int) -> None:
        with contextlib.suppress(OSError):
            self.socket.setsockopt(level, option, value)


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
