"""The deity's turn: its stages, the principal and why, the three Esbirros, (+), the Powers, the closing."""

from collections.abc import Mapping
from typing import Any

from tracker.web.presenters.cast import power_name
from tracker.web.presenters.raid_scene import SOMBRA, Scene
from tracker.web.presenters.raid_turn import passing

STAGES = ("extract", "powers", "closing")
GLYPHS = 6  # signs drawn for Esbirros, in the order the table met them
CHIPS = (1, 2, 3, 4, 5)


def stages(scene: Scene) -> list[dict[str, Any]]:
    """Wake · Extract 3 · Powers · Closing: done, now, to come."""
    _ = scene.words.gettext
    here = STAGES.index(scene.stage) + 1
    names = (_("Wake"), _("Extract 3"), _("Powers"), _("Closing"))
    return [
        {"name": name, "state": "done" if n < here else "now" if n == here else "next"}
        for n, name in enumerate(names)
    ]


def principal(scene: Scene) -> dict[str, Any] | None:
    """Whom the Powers call «principal», with the reason; ``ask`` where the table must decide."""
    fixed = scene.deity.get("principal")
    if not fixed:
        return None
    person = scene.person(fixed["participant"])
    return {
        "ask": fixed["participant"] is None,
        "name": person["name"] if person else None,
        "seat": person["seat"] if person else None,
        "out": bool(person and person["out"]),
        "why": principal_why(scene, fixed),
        "among": scene.pick([p for p in scene.living if p["id"] in fixed["among"]]),
    }


def principal_why(scene: Scene, fixed: Mapping[str, Any]) -> str:
    """The reason as it was when the principal was fixed; figures only while they are still those."""
    _ = scene.words.gettext
    person = scene.person(fixed["participant"])
    others = scene.words.join([scene.name(p) for p in fixed["among"] if p != fixed["participant"]])
    match fixed["because"]:
        case "only":
            return _("The only one standing.")
        case "reptantes":
            return _("More Reptantes than the others.")
        case "resistance":
            return _("As many Reptantes as %(names)s; more resistance.", names=others)
        case "draw" if others:
            return _("Drawn by lot: tied with %(names)s.", names=others)
        case "ask":
            names = scene.words.join([scene.name(p) for p in fixed["among"]])
            return _("%(names)s are tied and resistance isn’t counted: you decide.", names=names)
        case "chosen" if person:
            return _("Chosen by the table.")
        case _:
            return ""


def plus(scene: Scene) -> dict[str, Any]:
    """(+) with its parts, always both."""
    words, parts = scene.words, scene.deity["plus"]
    sombras = sum(1 for label in scene.deity["extracted"] if is_sombra(label))
    return {
        "total": int(parts["total"]),
        "shown": words.signed(int(parts["total"])) if parts["total"] else "+0",
        "parts": [
            (words.ngettext("added deck", "added decks", int(parts["decks"])), f"+{parts['decks']}"),
            (words.ngettext("%(n)s Sombra", "%(n)s Sombras", sombras), f"+{parts['sombras']}"),
        ],
        "one": words.ngettext("%(n)s Sombra", "%(n)s Sombras", 1),
        "many": words.ngettext("%(n)s Sombra", "%(n)s Sombras", 2, n="{n}"),
        "so_far": scene.stage == "extract",
        "decks": int(parts["decks"]),
        "three": int(scene.options.get("sombra3_bonus") or 0),
    }


def matches(scene: Scene) -> str:
    """How many of what a Power revealed count; Sombras are wild (D-26)."""
    revealed = scene.memory.get("revealed")
    if not revealed:
        return ""
    n, wanted = int(revealed["matches"]), str(revealed["wanted"])
    name = label_shown(scene, wanted)
    return scene.words.ngettext(
        "%(n)s of them counts as %(name)s.", "%(n)s of them count as %(name)s.", n, name=name
    )


def is_sombra(label: object) -> bool:
    return str(label or "").strip().casefold() == SOMBRA


def label_shown(scene: Scene, label: object) -> str:
    """An Esbirro's label as this language writes it."""
    return scene.words._("Sombra") if is_sombra(label) else str(label or "")


def labels(scene: Scene) -> list[dict[str, Any]]:
    """The Esbirros this table has met, each with its sign; Sombra is not among them."""
    return [
        {"label": label, "glyph": f"glyph-{n % GLYPHS + 1}"}
        for n, label in enumerate(scene.memory.get("labels", ()))
    ]


def glyph(scene: Scene, label: object) -> str:
    if is_sombra(label):
        return "glyph-sombra"
    return next((one["glyph"] for one in labels(scene) if one["label"] == label), "glyph-1")


def queue(scene: Scene) -> list[dict[str, Any]]:
    """The Powers in order; the first pending one is open."""
    items = scene.deity["powers"]
    now = next((item["id"] for item in items if item["status"] == "pending"), None)
    return [power(scene, item, place, item["id"] == now) for place, item in enumerate(items, start=1)]


def power(scene: Scene, item: Mapping[str, Any], place: int, now: bool) -> dict[str, Any]:
    """One item of the queue as a row."""
    return {
        "id": item["id"],
        "n": place,
        "name": power_name(item, scene.words, place),
        "kind": item["kind"],
        "status": item["status"],
        "state": {"resolved": "done"}.get(item["status"], item["status"])
        if item["status"] != "pending"
        else "",
        "sign": {"resolved": "check", "annulled": "cross", "skipped": "dash"}.get(item["status"], ""),
        "now": now,
        "detail": _detail(scene, item),
        "coinciding": item["kind"] == "coinciding",
        "more_label": scene.words._("More about %(name)s", name=power_name(item, scene.words, place)),
    }


def _detail(scene: Scene, item: Mapping[str, Any]) -> str:
    _ = scene.words.gettext
    done = (scene.memory.get("done") or {}).get(item["id"]) or {}
    match item["status"]:
        case "annulled" if done.get("by"):
            return _("Annulled by %(name)s · the only one this turn", name=scene.name(done["by"]))
        case "annulled":
            return _("Annulled · the only one this turn")
        case "skipped":
            return _("Skipped")
        case "resolved" if item["kind"] == "sombra" and not done.get("amount"):
            return _("No Power of its own: it raises the (+)")
        case "resolved" if done.get("amount"):
            return _resolved(scene, done)
        case "resolved":
            return _("Resolved without damage")
        case _ if item["kind"] == "coinciding":
            return _("Comes last. Coste X: it can’t be annulled.")
        case _:
            return _("Pending")


def _resolved(scene: Scene, done: Mapping[str, Any]) -> str:
    """«3(+) → 5 Ataque a todos»."""
    _ = scene.words.gettext
    amount, printed = done["amount"], done.get("printed")
    kind = kind_name(scene, str(done.get("kind") or ""))
    sum_ = f"{printed}(+) → {amount}" if printed and printed != amount else str(amount)
    target = done.get("target", "all")
    to = _("to all") if target in ("all", None) else _("to %(name)s", name=scene.name(target))
    return " ".join(part for part in (sum_, kind, to) if part)


def kind_name(scene: Scene, kind: str) -> str:
    _ = scene.words.gettext
    return {"attack": _("Attack"), "tactical": _("Tactical")}.get(kind, "")


def targets(scene: Scene) -> list[tuple[str, str]]:
    """Whom a Power may hit: all, the principal, one person."""
    _ = scene.words.gettext
    choices = [("all", _("To all"))]
    chosen = scene.person(scene.cast.principal)
    if chosen is not None and not chosen["out"]:
        choices.append(("principal", _("Principal (%(name)s)", name=chosen["name"])))
    return choices + [(p["id"], p["name"]) for p in scene.living]


def card(scene: Scene) -> dict[str, Any] | None:
    """The open Power: what is preset from the last time, who would take what, the words of its button."""
    now = next((item for item in queue(scene) if item["now"]), None)
    if now is None:
        return None
    _ = scene.words.gettext
    raw = scene.power(now["id"]) or {}
    kept = (scene.memory.get("printed") or {}).get(memory_key(raw)) or {}
    printed, kind, target = kept.get("printed"), kept.get("kind") or "attack", kept.get("target") or "all"
    if target not in dict(targets(scene)):
        target = "all"
    bonus = int(scene.deity["plus"]["total"])
    return {
        **now,
        "printed": printed,
        "preset": str(printed) if printed in CHIPS else "other" if printed else None,
        "kind_chosen": kind,
        "target": target,
        "targets": targets(scene),
        "chips": CHIPS,
        "plus": bonus,
        "plus_shown": f"+{bonus}",
        "people": [
            {
                "id": p["id"],
                "name": p["name"],
                "seat": p["seat"],
                "shield": p["shielded"],
                "takes": _takes(scene, p, printed, bonus, target),
            }
            for p in scene.living
        ],
        "principal": scene.cast.principal or "",
        "counted": scene.counted,
        "say": {
            "ask": _("Choose the number"),
            "all": _("{sum} to all"),
            "one": _("{sum} to {name}"),
            "shielded": _("{name} has the shield: no damage"),
            "none": _("No target: resolved"),
        },
        "label": sum_label(scene, printed, bonus, target),
    }


def _takes(scene: Scene, person: Mapping[str, Any], printed: int | None, bonus: int, target: str) -> str:
    """«−6», 0 behind the shield, a dash for whom it doesn't reach."""
    hit = scene.cast.principal if target == "principal" else target
    if hit not in ("all", person["id"]):
        return "–"
    return scene.words.signed(-(printed + bonus)) if printed and not person["shielded"] else "0"


def memory_key(item: Mapping[str, Any]) -> str:
    """Under which label the table remembers a Power's printed number: ``A``, ``A×2``."""
    esbirro = str(item.get("esbirro") or "")
    return f"{esbirro}×{item['size']}" if esbirro and item["kind"] == "coinciding" else esbirro


def sum_label(scene: Scene, printed: int | None, bonus: int, target: str) -> str:
    """«4 + 2 = 6 a todos»: the primary button, with its working shown."""
    _ = scene.words.gettext
    if not printed:
        return _("Choose the number")
    total = f"{printed} + {bonus} = {printed + bonus}" if bonus else str(printed)
    if target == "all":
        return _("{sum} to all").format(sum=total)
    return _("{sum} to {name}").format(sum=total, name=target_name(scene, target))


def target_name(scene: Scene, target: str) -> str:
    return scene.name(scene.cast.principal if target == "principal" else target)


def closing(scene: Scene) -> dict[str, Any]:
    """Esbirros to the Vertedero, stays Awake or not, and who comes."""
    _ = scene.words.gettext
    lying = [label_shown(scene, label) for label in scene.deity["extracted"] if str(label)]
    count = len(scene.deity["extracted"])
    return {
        "discarded": bool(scene.deity["extracted_to_discard"]),
        "discard": scene.words.ngettext(
            "%(n)s Esbirro to the Vertedero", "%(n)s Esbirros to the Vertedero", count
        ),
        "which": scene.words.join(lying) if lying else "",
        "stays_awake": bool(scene.deity["stays_awake"]),
        **passing(scene),
    }
