"""Home: open a table, type a code, go back to a recent one."""

from typing import Any

from flask import Blueprint, Response, render_template, request

from tracker.rules.kernel import Refusal
from tracker.table.model import Role, Table
from tracker.web import memory
from tracker.web.asked import wants_json
from tracker.web.at_table import held_by
from tracker.web.document import answer
from tracker.web.presenters import house
from tracker.web.presenters.cast import default_name, person_name
from tracker.web.services import here, me, words
from tracker.web.taste import taste

home = Blueprint("home", __name__)
SHOWN = 8


@home.get("/")
def show() -> Response:
    """The page; for programs, this device's recent tables."""
    tables = recent()
    if wants_json():
        return answer({"tables": tables})
    liked = taste()
    context = {
        "at": request.script_root,
        "offer": offer(),
        "recent": tables,
        "code": "",
        "problem": "",
        "taste": house.taste(liked.language, liked.theme, words()),
    }
    return Response(render_template("home/show.html", s=context), content_type="text/html; charset=utf-8")


def offer() -> dict[str, Any]:
    """What «Incursión» opens: the raid of last time, or four people to rename."""
    kept, said = memory.kept(), words()
    names = [person_name(name, said) for name in kept["names"]] or [
        default_name(n, said) for n in range(1, 5)
    ]
    figures = {f"options.{name}": kept[name] for name in (*memory.FIGURES, "resistance_model")}
    note = said._("With the people of last time: %(names)s.", names=said.join(names)) if kept["names"] else ""
    return {"names": names, "options": figures, "note": note}


def recent() -> list[dict[str, Any]]:
    """The tables this device came to last, newest first."""
    found: list[dict[str, Any]] = []
    for table_id, role in reversed(list(me().tables.items())):
        try:
            found.append(_row(here().tables.get(table_id), role))
        except Refusal:  # it is gone
            continue
        if len(found) == SHOWN:
            break
    return found


def _row(table: Table, role: Role) -> dict[str, Any]:
    """One table as its row says it: what it is called, and how far it has come."""
    said, view = words(), table.game.view(table.state)
    names = said.join(person_name(person["name"], said) for person in view["participants"])
    deity = (view.get("deity") or {}).get("name")
    mine = held_by(table, here().identities.device(me().uid, table.id))
    how_far = {
        "setup": said._("in set-up"),
        "playing": said._("round %(n)s", n=view["round"]),
        "finished": said._("finished"),
    }
    return {
        "id": table.id,
        "game": table.game.name,
        "role": role,
        "status": view["status"],
        "round": view["round"],
        "title": table.title or deity or said._("Raid"),
        "note": " · ".join((how_far[view["status"]], names)),
        "seat": next((person["seat"] for person in view["participants"] if person["id"] in mine), None),
    }
