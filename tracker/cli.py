"""``vigilia serve``: the server, and on the terminal the address and QR with which phones come in."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tracker.config import BadSettingError, Settings
from tracker.web.words import Words


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    said = _said(os.environ)
    wanted = _parser(said).parse_args(arguments)
    try:
        return serve(_settings(wanted, os.environ))
    except BadSettingError as error:
        print(f"vigilia: {said._(error.message, **error.facts)}", file=sys.stderr)
        return 2


def serve(settings: Settings) -> int:
    """Serves until it is told to stop (Ctrl-C, SIGTERM)."""
    from gevent import monkey

    # Before anything else is imported that opens sockets or starts threads.
    monkey.patch_all()

    import signal

    import gevent
    from gevent.event import Event

    from tracker.factory import create_app
    from tracker.live.server import Server
    from tracker.web.services import KEY

    try:
        app = create_app(settings)
    except OSError as error:
        print(f"vigilia: {settings.data}: {error.strerror or error}", file=sys.stderr)
        return 1
    hub = app.extensions[KEY].hub
    server = Server((settings.host, settings.port), app, hub.close)
    try:
        server.start()
    except OSError as error:
        print(f"vigilia: {settings.host}:{settings.port}: {error.strerror or error}", file=sys.stderr)
        return 1
    _greet(replace(settings, port=server.server_port), os.environ)

    stopped = Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(sign, stopped.set)
    stopped.wait()
    server.stop()
    return 0


def _said(environ: Mapping[str, str]) -> Words:
    """The terminal's language."""
    spoken = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "es")
    return Words("en" if spoken.lower().startswith("en") else "es")


def _parser(said: Words) -> argparse.ArgumentParser:
    _ = said._
    parser = argparse.ArgumentParser(
        prog="vigilia", description=_("A shared board for card tables, live on every phone.")
    )
    commands = parser.add_subparsers(required=True, metavar="serve")
    serves = _("start the server; prints the phones’ address and its QR")
    served = commands.add_parser("serve", help=serves, description=serves)
    served.add_argument("--host", help=_("what to listen on (0.0.0.0: everything)"))
    served.add_argument("--port", type=int, help=_("8000; 0 takes a free one"))
    served.add_argument("--data", type=Path, metavar="DIR", help=_("folder of the database and the secret"))
    served.add_argument(
        "--public-url",
        metavar="URL",
        help=_("the address that phones use, when it isn’t this machine’s own"),
    )
    return parser


def _settings(wanted: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    """What the environment says, the command line on top. Raises BadSettingError."""
    settings = Settings.from_environment(environ)
    if wanted.public_url:
        settings = replace(settings, public_url=wanted.public_url.rstrip("/"))
    given = {name: getattr(wanted, name) for name in ("host", "port", "data")}
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def _greet(settings: Settings, environ: Mapping[str, str]) -> None:
    """Where phones come in: the address, its QR, and the address on this machine."""
    from tracker.web.addresses import Asked, machine_addresses, reach
    from tracker.web.share import code

    said = _said(environ)
    here = f"http://localhost:{settings.port}"
    found = reach(
        Asked("http", f"localhost:{settings.port}", "", settings.port),
        public_url=settings.public_url,
        bound=settings.host,
        chosen=None,
        machine=machine_addresses(),
    )
    print()
    if found.why is None:
        code(found.base).print_ascii(invert=sys.stdout.isatty())
        print("  " + said._("Phones on the same network open %(address)s", address=found.base))
    elif found.why == "only_this_machine":
        print(
            "  "
            + said._("Only this machine can come in: the server listens on %(host)s.", host=settings.host)
        )
    else:
        print("  " + said._("This machine is in no network: connect it to a Wi-Fi, or open a hotspot."))
    print("  " + said._("On this machine: %(address)s", address=here))
    print("  " + said._("To stop: Ctrl-C"))
    print(flush=True)
