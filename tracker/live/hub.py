"""Who is listening to which table, told by revision number when something happened there."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

BEAT: Final = 5.0  # seconds between two signs of life


class Listener:
    """One open stream. It is only ever woken; what there is to tell it looks up itself, so a slow
    one passes over old revisions and never misses the newest.
    """

    __slots__ = ("_beat_at", "_woken", "closed", "device")

    def __init__(self, device: str) -> None:
        self.device = device
        self.closed = False
        self._woken = threading.Event()
        self._beat_at = time.monotonic() + BEAT

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        self.closed = True
        self._woken.set()

    def wait(self) -> bool:
        """Sleeps until there is news or a sign of life is due; whether it is the latter."""
        self._woken.wait(max(0.0, self._beat_at - time.monotonic()))
        self._woken.clear()
        now = time.monotonic()
        if now < self._beat_at:
            return False
        self._beat_at = now + BEAT
        return True


class Hub:
    """The listeners of this process, by table."""

    def __init__(self) -> None:
        self._tables: dict[str, set[Listener]] = {}
        self._lock = threading.Lock()
        self._closed = False

    def announce(self, table: str, revision: int) -> None:  # noqa: ARG002  what other processes will need
        """``table`` has reached ``revision``: everybody who listens there looks."""
        for listener in tuple(self._tables.get(table, ())):
            listener.wake()

    @contextmanager
    def listen(self, table: str, device: str) -> Iterator[Listener]:
        """A listener for as long as the stream lasts; its coming and going wakes the others."""
        listener = Listener(device)
        with self._lock:
            self._tables.setdefault(table, set()).add(listener)
            if self._closed:
                listener.close()
        self.announce(table, 0)
        try:
            yield listener
        finally:
            with self._lock:
                listeners = self._tables.get(table, set())
                listeners.discard(listener)
                if not listeners:
                    self._tables.pop(table, None)
            self.announce(table, 0)

    def online(self, table: str) -> frozenset[str]:
        """The devices with an open stream at ``table``."""
        return frozenset(listener.device for listener in tuple(self._tables.get(table, ())))

    def close(self) -> None:
        """Ends every stream, for a server that stops."""
        with self._lock:
            self._closed = True
            listeners = [listener for table in self._tables.values() for listener in table]
        for listener in listeners:
            listener.close()


def stream(listener: Listener, news: Callable[[], bytes], beat: Callable[[], bytes]) -> Iterator[bytes]:
    """What goes down one stream: ``news()`` at once and whenever woken, ``beat()`` every five seconds.

    Both look at the table as it is then; empty bytes are not sent.
    """
    first = news()
    if first:
        yield first
    while True:
        due = listener.wait()
        if listener.closed:
            return
        chunk = news()
        if due:
            chunk += beat()
        if chunk:
            yield chunk
