"""Server-sent events as bytes: the text of a message, of a comment, of a fragment inside one."""

from typing import Final

COMMENT: Final = b":\n\n"


def message(data: str, *, id: int | None = None, event: str | None = None) -> bytes:
    """One message; unnamed without ``event``, and every line of ``data`` a line of its own."""
    lines = []
    if event is not None:
        lines.append(f"event: {event}")
    if id is not None:
        lines.append(f"id: {id}")
    lines += [f"data: {line}" for line in data.splitlines()] or ["data:"]
    return ("\n".join(lines) + "\n\n").encode()


def partial(target: str, html: str) -> str:
    """A fragment that finds its own place in the page: it replaces the element with id ``target``."""
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{html.strip()}</hx-partial>'
