"""Pages packed for the way: of html, a fifth goes over the air."""

import gzip
from typing import Final

from flask import Flask, Response, request

WORTH: Final = 600  # bytes; less than that fits one packet anyway
LEVEL: Final = 6


def init(app: Flask) -> None:
    """Packs what ``app`` answers in html, for who can unpack it.

    Left as it is: what may not be changed on its way (``no-transform``). So says whatever holds a
    code, for beside a text that somebody else chose the size of a packed page would betray it.
    """

    @app.after_request
    def packed(response: Response) -> Response:
        if response.mimetype != "text/html" or response.is_streamed or response.cache_control.no_transform:
            return response
        response.vary.add("Accept-Encoding")
        body = response.get_data()
        if len(body) >= WORTH and "gzip" in request.headers.get("Accept-Encoding", ""):
            response.set_data(gzip.compress(body, LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response
