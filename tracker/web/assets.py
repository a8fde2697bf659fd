"""The style sheets and scripts, each kind in one file, named by its content and kept by browsers for good."""

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, url_for

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
    def of(cls, name: str, content_type: str, files: Iterable[Path]) -> "Bundle":
        body = b"\n".join(file.read_bytes().rstrip() for file in files) + b"\n"
        return cls(name, content_type, body, gzip.compress(body, 9, mtime=0), _tag(body))

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


def _tag(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def gather(static: Path) -> dict[str, Bundle]:
    """The bundles of a ``static`` folder: ``site.css`` (tokens, base, then the blocks), ``vendor.js``
    (htmx, then what extends it) and ``site.js`` (our own behaviours).
    """
    css, vendor = static / "css", static / "vendor"
    first = [css / "tokens.css", css / "base.css"]
    others = [file for file in sorted(css.glob("*.css")) if file not in first]
    sheets = [*first, *others, *sorted((css / "blocks").glob("*.css"))]
    htmx = vendor / "htmx.min.js"
    script = "text/javascript; charset=utf-8"
    made = (
        Bundle.of("site.css", "text/css; charset=utf-8", (file for file in sheets if file.exists())),
        Bundle.of("vendor.js", script, [htmx, *(f for f in sorted(vendor.glob("*.js")) if f != htmx)]),
        Bundle.of("site.js", script, sorted((static / "js").glob("*.js"))),
    )
    return {bundle.name: bundle for bundle in made}


def init(app: Flask, static: Path) -> None:
    """Serves the bundles and gives templates ``asset(name)``, the address of a bundle or a static file."""
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

    @app.after_request
    def kept_for_good(response: Response) -> Response:
        """A file asked for by its content's tag never changes under that address."""
        if request.endpoint == "static" and response.status_code == 200 and "v" in request.args:
            response.headers["Cache-Control"] = FOREVER
        return response
