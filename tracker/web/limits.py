"""How often one may ask: buckets that fill again by themselves, and ``slow_down`` for an empty one."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.rules.kernel import Refusal

REMEMBERED: Final = 20_000  # askers per bucket; whoever hasn't asked for longest is forgotten


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``burst`` at once, ``per_second`` in the long run."""

    burst: float
    per_second: float


class Limit:
    """One kind of asking, counted for each asker on its own."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._now = rate, now
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, asker: str, cost: float = 1.0) -> None:
        """Takes ``cost`` from the asker's bucket; 0 only looks. Raises ``slow_down`` when it's empty."""
        with self._lock:
            now = self._now()
            level, at = self._levels.get(asker, (self._rate.burst, now))
            level = min(self._rate.burst, level + (now - at) * self._rate.per_second)
            enough = level >= 1.0
            self._levels[asker] = (level - cost if enough else level, now)
            self._levels.move_to_end(asker)
            if len(self._levels) > REMEMBERED:
                self._levels.popitem(last=False)
        if not enough:
            raise Refusal("slow_down", retry_after=max(1, math.ceil((1.0 - level) / self._rate.per_second)))


class Limits:
    """The three kinds of asking that are limited, each well above what a table does."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.commands = Limit(Rate(burst=240, per_second=120), now)
        self.openings = Limit(Rate(burst=240, per_second=4), now)
        self.wrong_codes = Limit(Rate(burst=10, per_second=10 / 60), now)
