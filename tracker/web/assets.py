"""Style sheets and scripts, each kind in one lean file, named by its content, kept by browsers for good."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

import zopfli.gzip
from flask import Flask, Response, request, url_for

from tracker.web import lean

UNQUOTED: Final = " !$'()*+,/:;=?@"  # in the data of an address between double quotes
FOREVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Bundle:
    """Several files as one. tag: the first letters of its content's hash."""

    name: str
    content_type: str
    body: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, name: str, content_type: str, texts: Iterable[str]) -> "Bundle":
        body = "".join(f"{text.rstrip()}\n" for text in texts).encode()
        return cls(name, content_type, body, _packed(body), _tag(body))

    @property
    def path(self) -> str:
        """Under ``static``, beside its sources: what they point to («../fonts/…») is where they say."""
        stem, _, kind = self.name.partition(".")
        return f"{kind}/{stem}.{self.tag}.{kind}"

    def served(self) -> Response:
        """The whole, packed for who can unpack it."""
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(self.packed if packed else self.body, content_type=self.content_type)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOREVER
        response.set_etag(self.tag + ("-gz" if packed else ""))
        response.make_conditional(request)
        return response


@cache
def _packed(body: bytes) -> bytes:
    """Gzip as small as it gets: done once, sent to every phone."""
    return bytes(zopfli.gzip.compress(body))  # type: ignore[no-untyped-call]  # it brings no types


def _tag(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _others(folder: Path, known: Iterable[Path] = ()) -> list[Path]:
    """The style sheets and scripts of a folder by name, without those that have their own place."""
    return sorted({*folder.glob("*.css"), *folder.glob("*.js")} - {*known})


def _read(files: Iterable[Path]) -> list[str]:
    return [file.read_text("utf-8") for file in files if file.exists()]


def gather(static: Path) -> dict[str, Bundle]:
    """The bundles of a ``static`` folder: ``site.css`` (tokens, base, blocks, eyes), ``early.js`` (what
    must stand before the first paint), ``site.js`` (htmx as others wrote it, then our own behaviours),
    ``lying.css`` (for a phone in the middle of the table, which early.js fetches when one lies there).
    """
    css, js, vendor = static / "css", static / "js", static / "vendor"
    first, early, htmx = [css / "tokens.css", css / "base.css"], js / "early.js", vendor / "htmx.min.js"
    lying = css / "lying.css"
    sheets = [*first, *_others(css / "blocks"), *_others(css, [*first, lying])]
    scripts = _others(js, [early])
    theirs = _read([htmx, *_others(vendor, [htmx])])
    script = "text/javascript; charset=utf-8"
    made = (
        Bundle.of("site.css", "text/css; charset=utf-8", map(lean.sheet, _read(sheets))),
        Bundle.of("lying.css", "text/css; charset=utf-8", map(lean.sheet, _read([lying]))),
        Bundle.of("early.js", script, map(lean.script, _read([early]))),
        Bundle.of("site.js", script, [*theirs, *map(lean.script, _read(scripts))]),
    )
    return {bundle.name: bundle for bundle in made}


def init(app: Flask, static: Path) -> None:
    """Serves the bundles and gives templates the addresses of bundles, files and small pictures."""
    bundles = gather(static)
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    for one in bundles.values():
        app.add_url_rule(f"/static/{one.path}", endpoint=f"bundle-{one.name}", view_func=one.served)

    @cache
    def tag(name: str) -> str:
        return _tag((static / name).read_bytes())

    @app.template_global()
    def asset(name: str) -> str:
        if name in bundles:
            return url_for(f"bundle-{name}")
        return url_for("static", filename=name, v=tag(name))

    @app.template_global()
    @cache
    def drawn(name: str) -> str:
        """A small picture as an address that holds it: a request's headers would weigh more."""
        return f"data:image/svg+xml,{quote((static / name).read_text('utf-8'), safe=UNQUOTED)}"

    @app.after_request
    def kept_for_good(response: Response) -> Response:
        """A file asked for by its content's tag never changes under that address."""
        if request.endpoint == "static" and response.status_code == 200:
            if "v" in request.args:
                response.headers["Cache-Control"] = FOREVER
            for said_already in ("Content-Disposition", "Last-Modified"):  # by its address, by its ETag
                response.headers.pop(said_already, None)
        return response
