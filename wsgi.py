"""``app`` for any WSGI server that can hold many open streams, e.g. ``gunicorn -k gevent wsgi:app``."""

from tracker.factory import create_app

app = create_app()
