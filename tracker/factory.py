"""create_app(): the one place that joins the parts."""

from pathlib import Path
from typing import Any

import jinja2
import msgspec
from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from tracker.config import Settings, secret
from tracker.live.hub import Hub
from tracker.live.screens import Screens
from tracker.live.states import States
from tracker.storage import connect
from tracker.table.model import Table
from tracker.table.registry import GAMES
from tracker.table.service import Tables
from tracker.table.world import SystemChance, SystemClock
from tracker.web import assets, errors, htmx, packing, security
from tracker.web.document import said_of
from tracker.web.health import health
from tracker.web.home import home
from tracker.web.identity import Identities
from tracker.web.limits import Limits
from tracker.web.live import live
from tracker.web.log import log
from tracker.web.preferences import preferences
from tracker.web.screen import Painter
from tracker.web.services import KEY, Services, languages, words
from tracker.web.share import share
from tracker.web.sheets import sheets
from tracker.web.tables import hidden_key, page, tables
from tracker.web.taste import AUTO, taste

PACKAGE = Path(__file__).parent


def create_app(settings: Settings | None = None) -> Flask:
    """The whole app, ready for a WSGI server; without ``settings`` as the environment says."""
    settings = settings or Settings.from_environment()
    settings.data.mkdir(parents=True, exist_ok=True)
    app = Flask(__name__, template_folder=_beside("templates"), static_folder=_beside("static"))
    app.jinja_env.undefined = jinja2.StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

    kept = connect(app, settings.database, GAMES)
    hub, spoken = Hub(), languages(strict=settings.strict_words)
    painter = Painter(app, spoken)

    def tell(table: Table, language: str) -> str:
        return msgspec.json.encode(said_of(table, spoken[language])).decode()

    app.extensions[KEY] = Services(
        settings=settings,
        tables=Tables(kept, SystemClock(), SystemChance(), hub.announce, GAMES),
        hub=hub,
        screens=Screens(painter.pieces),
        states=States(tell),
        painter=painter,
        identities=Identities(secret(settings)),
        limits=Limits(),
        languages=spoken,
        reachable=kept.reachable,
    )

    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # how Flask wants middleware put around it
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
        )
    htmx.init(app)
    security.protect(app, settings)
    assets.init(app, Path(_beside("static")))
    packing.init(app)
    errors.init(app, page)
    app.context_processor(_for_every_page)
    for area in (home, tables, live, log, share, sheets, preferences, health):
        app.register_blueprint(area)
    return app


def _for_every_page() -> dict[str, Any]:
    """What templates may use everywhere."""
    said, theme = words(), taste().theme
    return {
        "_": said.gettext,
        "ngettext": said.ngettext,
        "language": said.language,
        "theme": "" if theme == AUTO else theme,
        "base": request.script_root,
        "key": hidden_key,
    }


def _beside(name: str) -> str:
    """A folder that lies beside the package in a checkout and inside it when installed."""
    inside = PACKAGE / name
    return str(inside if inside.is_dir() else PACKAGE.parent / name)
