"""Which device is asking: a signed cookie with its own number and the tables it came to by a link."""

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from flask import Response, request
from itsdangerous import BadData, URLSafeSerializer

from tracker.config import Settings
from tracker.table.model import Role

COOKIE: Final = "vigilia"
YEAR: Final = 365 * 24 * 3600
REMEMBERED: Final = 40  # tables per device: what fits into one cookie

_SHORT: Final[Mapping[Role, str]] = {"seat": "s", "watcher": "w"}
_LONG: Final[Mapping[str, Role]] = {"s": "seat", "w": "watcher", "a": "seat"}
_ANSWERED: Final = "a"  # a seat that has said whose it is


@dataclass(frozen=True, slots=True)
class Identity:
    """One device. tables: id → role, the latest one it came to last.

    answered: the tables where it has said whose it is, be it nobody's.
    """

    uid: str
    tables: Mapping[str, Role] = field(default_factory=lambda: MappingProxyType({}))
    answered: frozenset[str] = frozenset()

    def came(self, table: str, role: Role) -> "Identity":
        """The same device once it has followed a link; a link never lowers a role."""
        if self.tables.get(table) == "seat":
            role = "seat"
        others = [(known, its) for known, its in self.tables.items() if known != table]
        return replace(self, tables=MappingProxyType(dict([*others, (table, role)][-REMEMBERED:])))

    def answers(self, table: str) -> "Identity":
        """The same device once it has said whose it is there."""
        return replace(self, answered=self.answered | {table})


class Identities:
    """Reads and writes the cookie, and tells each table a name for the device that it can't trace."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret, salt="device", signer_kwargs={"digest_method": hashlib.sha256}
        )
        self._key = hashlib.sha256(b"table device\0" + secret.encode()).digest()
        self.read = lru_cache(maxsize=8192)(self._read)
        self.device = lru_cache(maxsize=8192)(self._device)

    def _read(self, cookie: str) -> Identity | None:
        """Whose cookie this is; None where it isn't one of ours."""
        try:
            uid, tables = self._serializer.loads(cookie)
            return Identity(
                uid,
                MappingProxyType({table: _LONG[role] for table, role in tables}),
                frozenset(table for table, role in tables if role == _ANSWERED),
            )
        except (BadData, ValueError, TypeError, KeyError):
            return None

    def write(self, identity: Identity) -> str:
        tables = [
            [table, _ANSWERED if role == "seat" and table in identity.answered else _SHORT[role]]
            for table, role in identity.tables.items()
        ]
        return str(self._serializer.dumps([identity.uid, tables]))

    def _device(self, uid: str, table: str) -> str:
        """The device's id at one table: the same each time, and another one at every table."""
        digest = hmac.digest(self._key, f"{uid}\0{table}".encode(), "sha256")
        return "d" + b32encode(digest).decode().lower()[:12]


def newcomer() -> Identity:
    """A device that was never here."""
    return Identity(secrets.token_urlsafe(12))


def asking(identities: Identities) -> Identity:
    """Who sent this request; a newcomer where it brings no cookie of ours."""
    cookie = request.cookies.get(COOKIE)
    return (identities.read(cookie) if cookie else None) or newcomer()


def remember(response: Response, name: str, value: str, settings: Settings, *, script: bool = False) -> None:
    """Sets a cookie for a year, for this app's own prefix; ``script``: page scripts may read it."""
    own_https = settings.public_url is not None and settings.public_url.startswith("https:")
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path=(request.script_root or "") + "/",
        secure=request.is_secure or (own_https and request.host.lower() == (settings.public_host or "")),
        httponly=not script,
        samesite="Lax",
    )
