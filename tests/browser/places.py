"""Every place of the app, in the order an evening comes by: what must be done to get there, what opens there.

One list for all that looks at everything: axe, the words, the templates.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Step = tuple[str, dict[str, Any]]

FOUR = ("Ana", "Bartolomé de las Casas I", "Caro", "Dani")


@dataclass(frozen=True)
class Stop:
    """A moment of a table. steps: what leads there from the stop before. sheets: what opens over the page.

    pages: other addresses of this table. refused: a command that now earns a notice.
    """

    name: str
    steps: tuple[Step, ...] = ()
    sheets: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    refused: Step | None = None


@dataclass(frozen=True)
class Evening:
    """One table from its opening on."""

    stops: tuple[Stop, ...]
    names: tuple[str, ...] = FOUR
    options: Mapping[str, Any] = field(default_factory=lambda: {"resistance": 20})


def do(command: str, **fields: Any) -> Step:
    return command, fields


def passes(*turns: int) -> tuple[Step, ...]:
    return tuple(do("end-turn", turn=turn) for turn in turns)


def why(rule: str) -> str:
    return f"why?rule=raid/{rule}"


RAID = Evening(
    (
        Stop(
            "set-up",
            (do("set-reptantes", participant="p1", names=["Filo", "Tizne", ""]),),
            sheets=(
                "person",
                "person?participant=p1",
                "option?option=resistance",
                "deity?add=Umbral",
                "table",
                "who",
            ),
            pages=("log", "share", "share?tab=watch", "share?tab=host"),
        ),
        Stop(
            "the teams are locked",
            (do("lock-teams"),),
            sheets=("deity", "person?participant=p2"),
            refused=do("set-reptantes", participant="p1", names=["a"]),
        ),
        Stop("the deity is chosen", (do("choose-deity", name="Véspera"),)),
        Stop(
            "a turn",
            (do("start", first="p1"), do("take-seat", participant="p2")),
            sheets=(
                "keypad?target=deity",
                "keypad?target=deity&mode=altar",
                "keypad?target=p1",
                "person?participant=p1",
                "table",
                "who",
                why("altar-hand"),
            ),
            pages=("share?tab=host", "log", "sheet/keypad?target=p1"),
        ),
        Stop(
            "somebody falls and the deity, too",
            (do("damage", participant="p3", amount=23), do("damage-deity", amount=130, by="p1")),
            sheets=("person?participant=p3",),
        ),
        Stop(
            "somebody is out",
            (
                do("lose-reptante", participant="p3"),
                do("correct", target="deity", to=111),
                do("remove-participant", participant="p4", override=True),
                do("add-participant", name="Elena", override=True),
            ),
            sheets=("person?participant=p4", "person?participant=p3"),
        ),
        Stop(
            "the deity wakes",
            passes(1, 2, 3, 4),
            sheets=("extract", "principal", why("plus"), why("principal"), "table"),
            refused=do("damage-deity", amount=1),
        ),
        Stop(
            "its Powers",
            (do("extract", esbirros=["Garra", "sombra", "Garra"]),),
            sheets=(
                "power?power=w1",
                "power?power=w4",
                "reduce?power=w1&printed=4&kind=attack&target=all&plus=on",
                "reduce?power=w1",
                "reveal?power=w1",
                "add",
            ),
            pages=("log",),
        ),
        Stop("one reveals", (do("reveal", power="w1", esbirros=["Velo", "sombra"], wanted="Velo"),)),
        Stop(
            "some are done",
            (
                do("reshuffled"),
                do(
                    "damage-all",
                    power="w1",
                    amount=4,
                    printed=3,
                    kind="attack",
                    cause="deity",
                    reductions={"p1": 2},
                ),
                do("lose-reptante", participant="p1"),
                do("annul", power="w3", by="p2", cost=3),
            ),
            sheets=("power?power=w4", "power?power=w3", "person?participant=p1"),
        ),
        Stop("it closes", (do("skip", power="w4"),), sheets=(why("coinciding"),)),
        Stop(
            "the end", (do("confirm-result", winner="draw"),), sheets=("table", "principal"), pages=("log",)
        ),
    )
)

# Nobody knows the figures; the principal is for the table to say.
UNCOUNTED = Evening(
    (
        Stop("without figures", sheets=("option?option=normal_draw", "table")),
        Stop(
            "the table is asked",
            (do("choose-deity", name="Véspera", override=True), do("start", first="p1"), *passes(1, 2, 3, 4)),
            sheets=("person?participant=p1",),
        ),
        Stop("nameless Esbirros", (do("extract", sombras=1),), sheets=("power?power=w2", "reveal?power=w1")),
    ),
    options={},
)

EACH_ITS_OWN = Evening(
    (
        Stop(
            "three figures",
            (do("set-reptantes", participant="p1", names=["Filo", "", "Tizne"]), do("start", first="p1")),
            sheets=("person?participant=p1", "keypad?target=p1"),
        ),
        Stop("one falls", (do("damage", participant="p1", amount=20),)),
    ),
    options={"resistance": 20, "resistance_model": "per_reptante"},
)

EVENINGS = (RAID, UNCOUNTED, EACH_ITS_OWN)

# Outside of any table.
ALONE = ("/", "/nowhere", "/j/ZZZZ0000", "/t/0123456789abcdef01234567")
