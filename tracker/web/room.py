"""A table with its phones, as the asking one sees them: what the house's own sheets are made of."""

from flask import request

from tracker.web.at_table import Place, reached
from tracker.web.presenters.cast import Cast
from tracker.web.presenters.house import Room
from tracker.web.services import here, words
from tracker.web.taste import taste


def room(at: Place) -> Room:
    """What ``presenters.house`` needs to know."""
    services, table, liked, role = here(), at.table, taste(), at.audience.role
    return Room(
        table=table,
        cast=Cast.of(table, words()),
        at=f"{request.script_root}/t/{table.id}",
        role=role,
        me=at.device,
        devices=services.tables.devices(table.id),
        online=services.hub.online(table.id),
        language=liked.language,
        theme=liked.theme,
        choices=reached(table.address).choices if role == "host" else (),
        chosen=table.address,
    )
