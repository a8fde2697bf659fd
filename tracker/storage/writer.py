"""One writer: all that wait at the same moment share a transaction, and its one fsync."""

import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import gevent
from gevent.event import AsyncResult
from gevent.hub import Hub
from gevent.monkey import get_original

J = TypeVar("J")

MOST_AT_ONCE = 256


class Job(Generic[J]):
    """Something on its way to the disk."""

    __slots__ = ("done", "fault", "what")

    def __init__(self, what: J) -> None:
        self.what = what
        self.fault: Exception | None = None
        self.done: AsyncResult[None] = AsyncResult()

    def wait(self) -> None:
        """Returns once it is durable; raises what went wrong."""
        self.done.get()


class Writer(Generic[J]):
    """Hands batches to ``write`` in a thread of gevent's pool, one batch at a time, in order.

    ``write`` leaves what went wrong in each job's ``fault``; what it raises is the fault of all.
    Works in any thread: each has its own queue, the disk is shared.
    """

    def __init__(self, write: Callable[[Sequence[Job[J]]], None]) -> None:
        self._write = write
        self._queues: weakref.WeakKeyDictionary[Hub, deque[Job[J]]] = weakref.WeakKeyDictionary()
        self._draining: weakref.WeakSet[Hub] = weakref.WeakSet()
        # A lock of the system even where gevent has put its own in its place: threads take it.
        self._disk = get_original("_thread", "allocate_lock")()

    def put(self, what: J) -> Job[J]:
        """Takes it in; comes back at once."""
        hub = gevent.get_hub()
        job = Job(what)
        self._queues.setdefault(hub, deque()).append(job)
        if hub not in self._draining:
            self._draining.add(hub)
            gevent.spawn(self._drain, hub)
        return job

    def _drain(self, hub: Hub) -> None:
        queue = self._queues[hub]
        try:
            while queue:
                batch = [queue.popleft() for _ in range(min(len(queue), MOST_AT_ONCE))]
                hub.threadpool.apply(self._written, (batch,))
                for job in batch:
                    if job.fault is None:
                        job.done.set(None)
                    else:
                        job.done.set_exception(job.fault)
        finally:
            self._draining.discard(hub)

    def _written(self, batch: Sequence[Job[J]]) -> None:
        with self._disk:
            try:
                self._write(batch)
            except Exception as fault:  # whatever it was, each waiter must hear of it
                for job in batch:
                    job.fault = fault
