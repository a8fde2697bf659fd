"""A device at a table: what it is called there, what it may do, and which links it can pass on."""

from dataclasses import dataclass

from flask import g, request

from tracker.live.screens import Audience
from tracker.rules.kernel import Refusal
from tracker.table.house import held
from tracker.table.model import Role, Table
from tracker.web.addresses import Asked, Reach, machine_addresses, reach
from tracker.web.services import here, me, words


@dataclass(frozen=True, slots=True)
class Place:
    """Where the asking device sits. device: its id at this table; role: as it came in."""

    table: Table
    device: str
    role: Role

    @property
    def mine(self) -> tuple[str, ...]:
        """The people whose chairs this device holds, by seat."""
        return held_by(self.table, self.device)

    @property
    def audience(self) -> Audience:
        return audience(self.table, self.device, self.role, words().language, request.script_root)


@dataclass(frozen=True, slots=True)
class Links:
    """A table's addresses; seat is None for who may not pass it on."""

    table: str
    seat: str | None
    watch: str
    reach: Reach


def place(table_id: str) -> Place:
    """Where the asking device sits at this table. Raises ``no_such_table``, ``not_at_this_table``."""
    services, device = here(), me()
    table = services.tables.get(table_id)
    role = device.tables.get(table_id)
    if role is None:
        raise Refusal("not_at_this_table")
    g.place = Place(table, services.identities.device(device.uid, table_id), role)
    return g.place  # type: ignore[no-any-return]  # flask.g is a bag


def held_by(table: Table, device: str) -> tuple[str, ...]:
    """The people whose chairs a device holds, by seat."""
    if not table.chairs:
        return ()
    return held(table.chairs, table.game.view(table.state)).get(device, ())


def audience(table: Table, device: str, role: Role, language: str, prefix: str) -> Audience:
    """For whom a device's screen is rendered: the table says who is host, not the cookie."""
    is_host = role == "seat" and table.host == device
    return Audience("host" if is_host else role, language, prefix)


def reached(chosen: str | None = None) -> Reach:
    """Which address leads a phone here, as this request and the settings tell."""
    settings = here().settings
    return reach(
        asked(),
        public_url=settings.public_url,
        bound=settings.host,
        chosen=chosen,
        machine=machine_addresses(),
    )


def asked() -> Asked:
    """How the request came. Behind a trusted proxy the port is the one that it has open."""
    port = request.environ.get("SERVER_PORT", "")
    if here().settings.trusted_proxies:
        port = request.host.rpartition("]")[2].rpartition(":")[2]
    default = 443 if request.scheme == "https" else 80
    return Asked(request.scheme, request.host, request.script_root, int(port) if port.isdigit() else default)


def links(of: Place) -> Links:
    """What to pass on to others at this table."""
    table, found = of.table, reached(of.table.address)
    return Links(
        table=f"{found.base}/t/{table.id}",
        seat=None if of.role == "watcher" else f"{found.base}/j/{table.seat_code}",
        watch=f"{found.base}/w/{table.watch_code}",
        reach=found,
    )
