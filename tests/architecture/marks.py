"""A language in which all words from the catalogues are ⟦marked⟧: what stands outside is hard-coded."""

import re
from collections.abc import Collection

import pytest

from tracker.web import addresses
from tracker.web.words import Words

FOR_EVER = float("inf")
WORD = re.compile(r"[^\W\d_]{2,}")

# Names: what a table typed, what the app and its languages call themselves; what a code looks like.
TYPED = {
    "Ana", "Bartolomé", "de", "las", "Casas", "Caro", "Dani", "Elena",
    "Véspera", "Umbral", "Garra", "Velo", "Filo", "Tizne",
}  # fmt: skip
NAMES = {"Vigilia", "Español", "English"}
CODES = re.compile(r"\b(?=[A-Z\d]*\d|K7QM|ZZZZ)[A-Z\d]{4,8}\b|\b[a-z]+://\S+")


def speak_in_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on everybody reads English between marks; the machine has two addresses to choose from."""

    def marks(words: Words, one: str, english: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"⟦{form}⟧" for form in english)

    monkeypatch.setattr(Words, "_forms", marks)
    monkeypatch.setattr(Words, "_and", lambda words, following: "⟦&⟧")
    monkeypatch.setattr(addresses, "_known", (FOR_EVER, ("192.0.2.7", "198.51.100.4")))


def unmarked(text: str, also: Collection[str] = ()) -> list[str]:
    """The words of ``text`` outside of every ⟦mark⟧."""
    outside, depth = "", 0
    for sign in text:
        if sign == "⟧":
            depth -= 1
        outside += sign if depth == 0 and sign != "⟧" else " "
        if sign == "⟦":
            depth += 1
        assert depth >= 0, f"a mark ends that never began: {text!r}"
    return [
        word
        for word in WORD.findall(CODES.sub(" ", outside.replace("⟦", " ")))
        if word not in TYPED | NAMES | {*also}
    ]
