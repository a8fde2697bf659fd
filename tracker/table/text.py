"""What people may write: trimmed, composed, and free of characters that hide or turn the others."""

import unicodedata

_JOINERS = "\u200c\u200d"  # between letters of some scripts and inside emoji; nowhere else
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def cleaned(text: str) -> str | None:
    """``text`` trimmed and in NFC; None where it holds control or direction-changing characters."""
    text = text.strip()
    if text.isascii():
        return text if text.isprintable() else None
    text = unicodedata.normalize("NFC", text)
    for place, char in enumerate(text):
        if unicodedata.category(char) in _REFUSED and not (
            char in _JOINERS and 0 < place < len(text) - 1 and text[place - 1] not in _JOINERS
        ):
            return None
    return text
