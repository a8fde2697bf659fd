"""Ids and the codes people type: eight characters that survive being read aloud."""

import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O (read as 1, 1, 0), no U
LENGTH = 8
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_BETWEEN = re.compile(r"[\s\-–—_.·]+")


def new_id() -> str:
    """An opaque table id: 96 bits, fit for an address."""
    return secrets.token_hex(12)


def new_code() -> str:
    """A join code: 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normalised(typed: str) -> str | None:
    """The code somebody meant (case, spaces, dashes don't matter; O is 0, I and L are 1).

    None where it cannot be one.
    """
    code = _BETWEEN.sub("", typed[:64]).upper().translate(_READ_AS)
    return code if len(code) == LENGTH and all(c in ALPHABET for c in code) else None
