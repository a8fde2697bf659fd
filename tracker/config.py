"""How this installation is set up: frozen settings, read once from the environment."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


def _(message: str) -> str:
    """Marks a message for the catalogues; who prints it says it in the reader's language."""
    return message


class BadSettingError(ValueError):
    """A setting can't be used; ``message``, filled with ``facts``, says which one and how to mend it."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message % facts)
        self.message, self.facts = message, facts


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside, each with its ``VIGILIA_…`` variable (contract §10).

    data: the folder of the database and the secret. database_url: "" means SQLite in that folder.
    public_url: without a trailing slash; None: links follow the request. hosts: more names this
    server answers to. trusted_proxies: how many proxies stand in front. secret_key: "" means made
    once and kept in the folder. strict_words: a missing translation is an error (tests).
    """

    host: str = "0.0.0.0"  # noqa: S104  phones must reach it
    port: int = 8000
    data: Path = Path("data")
    database_url: str = ""
    public_url: str | None = None
    hosts: frozenset[str] = field(default_factory=frozenset)
    trusted_proxies: int = 0
    secret_key: str = ""
    strict_words: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSettingError(
                _("VIGILIA_PORT is %(value)s: use a number from 0 to 65535"), value=self.port
            )
        if not 0 <= self.trusted_proxies <= 8:
            raise BadSettingError(
                _("VIGILIA_TRUSTED_PROXIES is %(value)s: use 0 to 8"), value=self.trusted_proxies
            )
        if self.database_url and "://" not in self.database_url:
            raise BadSettingError(
                _("VIGILIA_DATABASE_URL is no address: use one like sqlite:////srv/mesa.sqlite3")
            )
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
                raise BadSettingError(
                    _("VIGILIA_PUBLIC_URL is «%(value)s»: use an address like https://mesa.example.org"),
                    value=self.public_url,
                )

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """The settings that ``environ`` asks for. Raises BadSettingError."""
        unset = cls()
        return cls(
            host=environ.get("VIGILIA_HOST") or unset.host,
            port=_number(environ, "VIGILIA_PORT", unset.port),
            data=Path(environ.get("VIGILIA_DATA") or unset.data),
            database_url=environ.get("VIGILIA_DATABASE_URL", ""),
            public_url=(environ.get("VIGILIA_PUBLIC_URL") or "").strip().rstrip("/") or None,
            hosts=frozenset(_list(environ.get("VIGILIA_HOSTS", ""))),
            trusted_proxies=_number(environ, "VIGILIA_TRUSTED_PROXIES", unset.trusted_proxies),
            secret_key=environ.get("VIGILIA_SECRET_KEY", ""),
        )

    @property
    def database(self) -> str:
        """The address SQLAlchemy connects to."""
        return self.database_url or f"sqlite:///{self.data.absolute() / 'vigilia.sqlite3'}"

    @property
    def public_host(self) -> str | None:
        """The host name of the public address, lower-case; None without one."""
        return urlsplit(self.public_url).hostname if self.public_url else None


def secret(settings: Settings) -> str:
    """What signs the cookies: as configured, else made once and kept in the data folder, mode 0600."""
    if settings.secret_key:
        return settings.secret_key
    settings.data.mkdir(parents=True, exist_ok=True)
    path = settings.data / "secret"
    if not path.exists():
        # Written aside and linked into place: of two processes that start at once, one wins, whole.
        aside = settings.data / f"secret.{os.getpid()}"
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(aside, path)
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    kept = path.read_text().strip()
    if len(kept) < 32:
        raise BadSettingError(_("%(path)s holds no usable secret: delete it and start again"), path=path)
    return kept


def _number(environ: Mapping[str, str], name: str, unset: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return unset
    if not text.isascii() or not text.isdigit():
        raise BadSettingError(_("%(name)s is «%(value)s»: use a whole number"), name=name, value=text)
    return int(text)


def _list(text: str) -> list[str]:
    return [name.strip().lower() for name in text.replace(",", " ").split()]
