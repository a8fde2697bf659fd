"""The real clock and the real dice."""

import secrets
import time
from collections.abc import Sequence


class SystemClock:
    """The time of this machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000


class SystemChance:
    """The operating system's generator."""

    def pick(self, among: Sequence[str], /) -> str:
        return secrets.choice(among)
