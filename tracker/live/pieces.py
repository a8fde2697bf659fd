"""The pieces a screen is sent in: fragments, and inside them parts that can be sent by themselves."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tracker.live.frames import partial

# How a template's output marks a part; no text that people write may hold these characters.
BEGIN, NAMED, END = "\x02", "\x03", "\x04"
_PART: Final = re.compile(f"{BEGIN}([^{NAMED}]*){NAMED}([^{END}]*){END}")
_MARKS: Final = re.compile(f"{BEGIN}[^{NAMED}]*{NAMED}|{END}")


def marked(name: str, html: str) -> str:
    """``html`` (one element with id ``name``) as a part of the fragment around it."""
    return f"{BEGIN}{name}{NAMED}{html}{END}"


@dataclass(frozen=True, slots=True)
class Piece:
    """One element's html, and the revision at which it last changed apart from its parts."""

    html: str
    changed: int
    frame: str = ""
    parts: Mapping[str, "Piece"] = field(default_factory=dict)

    @classmethod
    def of(cls, output: str, revision: int, before: "Piece | None" = None) -> "Piece":
        """A fragment as its template put it out at ``revision``; ``before``: the same one earlier."""
        frame = _PART.sub(rf"{BEGIN}\1{END}", output)
        old = before.parts if before else {}
        parts = {}
        for name, html in _PART.findall(output):
            was = old.get(name)
            parts[name] = was if was and was.html == html else cls(html, revision)
        same = before is not None and before.frame == frame
        changed = before.changed if before is not None and same else revision
        return cls(_MARKS.sub("", output), changed, frame, parts)

    def since(self, name: str, revision: int) -> list[str]:
        """What somebody lacks who has seen ``revision``: the whole, some parts, or nothing."""
        if self.changed > revision:
            return [partial(name, self.html)]
        return [partial(part, one.html) for part, one in self.parts.items() if one.changed > revision]
