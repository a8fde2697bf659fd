"""What every answer carries, how often one may ask, and the secret behind the cookies."""

import re
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.http.conftest import Phone, told
from tracker.config import BadSettingError, Settings, secret
from tracker.factory import create_app
from tracker.rules.kernel import Refusal
from tracker.web.limits import Limits
from tracker.web.security import answers_to

Another = Callable[[], Phone]


def test_every_answer_is_guarded(phone: Phone, table: dict[str, Any]) -> None:
    for path in ("/", phone.at, f"{phone.at}/log", "/nowhere", "/healthz", f"{phone.at}/qr/seat.svg"):
        answer = phone.get(path, json=False)
        assert answer.status_code == (404 if path == "/nowhere" else 200)
        headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"


def test_a_page_holds_neither_inline_script_nor_style(phone: Phone, table: dict[str, Any]) -> None:
    for path in ("/", phone.at, f"{phone.at}/log", f"{phone.at}/share"):
        answer = phone.get(path, json=False)
        assert answer.status_code == 200
        page = answer.text
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<script>" not in page


def test_style_and_scripts_are_bundled_and_kept_for_good(phone: Phone) -> None:
    page = phone.get("/", json=False).text
    addresses = [part.split('"')[0] for part in page.replace('src="', 'href="').split('href="')[1:]]
    bundles = [a for a in addresses if re.search(r"/(site|early)\.[0-9a-f]{12}\.(css|js)$", a)]
    assert len(bundles) == 3
    for address in bundles:
        plain = phone.get(address)
        packed = phone.get(address, headers={"Accept-Encoding": "gzip"})
        assert "immutable" in plain.headers["Cache-Control"]
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.data) < len(plain.data)
        again = phone.get(address, headers={"If-None-Match": plain.headers["ETag"]})
        assert again.status_code == 304


# --- Limits ---------------------------------------------------------------------------------------


class Hands:
    """A clock one turns by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_50_commands_a_second_are_never_too_many() -> None:
    now = Hands()
    limits = Limits(now)
    for _ in range(60 * 50):
        now.at += 1 / 50
        limits.commands.check("d")


def test_a_flood_is_told_when_to_come_back() -> None:
    now = Hands()
    limits = Limits(now)

    def flood() -> None:
        for _ in range(10_000):
            limits.commands.check("d")

    with pytest.raises(Refusal) as refused:
        flood()
    assert refused.value.code == "slow_down"
    now.at += refused.value.facts["retry_after"]
    limits.commands.check("d")
    limits.commands.check("another")


def test_120_openings_a_minute_are_never_too_many() -> None:
    now = Hands()
    limits = Limits(now)
    for _ in range(600):
        now.at += 0.5
        limits.openings.check("192.0.2.1")


def test_wrong_codes_run_out_at_the_eleventh(phone: Phone, table: dict[str, Any], another: Another) -> None:
    guessing = another()
    for _ in range(10):
        assert told(guessing.post("/join", {"code": "ZZZZ0000"})) == (404, "no_such_table")
    answer = guessing.get("/j/ZZZZ0000")
    assert told(answer) == (429, "slow_down")
    assert int(answer.headers["Retry-After"]) >= 1
    assert phone.do("rename-table", title="y seguimos")["title"] == "y seguimos"


def test_a_flood_of_commands_is_stopped(phone: Phone, playing: dict[str, Any]) -> None:
    statuses = {phone.try_("no-such").status_code for _ in range(900)}
    assert statuses == {404, 429}


# --- Settings -------------------------------------------------------------------------------------


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new")
    first = secret(settings)
    assert secret(settings) == first
    assert len(first) >= 48
    assert stat.S_IMODE((tmp_path / "new" / "secret").stat().st_mode) == 0o600
    assert list((tmp_path / "new").iterdir()) == [tmp_path / "new" / "secret"]
    assert secret(replace(settings, secret_key="configured")) == "configured"


def test_settings_come_from_the_environment() -> None:
    settings = Settings.from_environment(
        {
            "VIGILIA_HOST": "127.0.0.1",
            "VIGILIA_PORT": "9000",
            "VIGILIA_DATA": "/srv/vigilia",
            "VIGILIA_PUBLIC_URL": "https://mesa.example.org/juegos/",
            "VIGILIA_HOSTS": "mesa.local, OTRA.local",
            "VIGILIA_TRUSTED_PROXIES": "1",
        }
    )
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 9000, Path("/srv/vigilia"))
    assert settings.public_url == "https://mesa.example.org/juegos"
    assert settings.hosts == {"mesa.local", "otra.local"}
    assert settings.trusted_proxies == 1
    assert Settings.from_environment({}) == Settings()


@pytest.mark.parametrize(
    "environ",
    [
        {"VIGILIA_PORT": "http"},
        {"VIGILIA_PORT": "70000"},
        {"VIGILIA_TRUSTED_PROXIES": "-1"},
        {"VIGILIA_TRUSTED_PROXIES": "90"},
        {"VIGILIA_PUBLIC_URL": "mesa.example.org"},
        {"VIGILIA_PUBLIC_URL": "ftp://mesa.example.org"},
        {"VIGILIA_DATABASE_URL": "mesa.sqlite3"},
    ],
)
def test_a_setting_that_cant_be_is_named(environ: dict[str, str]) -> None:
    (name,) = environ
    with pytest.raises(BadSettingError, match=name):
        Settings.from_environment(environ)


def test_configured_names_are_answered(settings: Settings) -> None:
    app = create_app(
        replace(settings, hosts=frozenset({"mesa.local"}), public_url="https://mesa.example.org")
    )
    client = app.test_client()
    for host in ("mesa.local:8000", "MESA.local.", "mesa.example.org"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    assert client.get("/healthz", headers={"Host": "other.example.org"}).status_code == 400


@pytest.mark.parametrize("host", ["1.2.3", "1.2.3.4.5", "[1.2.3.4]x", "::1", "256.1.1.1", "localhost:x", "-"])
def test_hosts_that_only_look_like_one(host: str) -> None:
    assert not answers_to(host, frozenset())
