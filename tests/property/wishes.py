"""What people at a raid might send: for every command the fields it may come with, and nonsense."""

from typing import Any

from hypothesis import strategies as st

Fields = dict[str, Any]
Wishes = st.SearchStrategy[Fields]

# Ids of people, some of whom aren't there; Powers: the first pending one, or by their place; 9 is none.
people = st.sampled_from(["p1", "p1", "p1", "p2", "p2", "p3", "p4", "p5", "deity", "nobody"])
powers = st.sampled_from(["next", "next", "next", "next", "next", "next", 1, 2, 3, 4, 9])
turns = st.sampled_from(["now", "now", "now", "now", "now", "late"])
labels = st.sampled_from(["A", "B", "a", "sombra", "Sombra "])
names = st.sampled_from(["Ana", "Beto", "Ópalo", "opalo", "Jade", "Cuarzo"])
amounts = st.sampled_from([1, 2, 3, 5, 9, 20, 120, 9999])
deltas = st.one_of(st.integers(-9, -1), st.integers(1, 9))
whole = st.integers(0, 9)
which = st.integers(0, 2)


def wish(optional: Fields | None = None, /, **required: Any) -> Wishes:
    """Fields of one command; ``turn`` may guard any."""
    free = {"turn": turns, **(optional or {})}
    return st.fixed_dictionaries(
        required, optional={name: field for name, field in free.items() if name not in required}
    )


OPTIONS = st.one_of(
    st.tuples(st.just("resistance"), st.sampled_from([None, 5, 20])),
    st.tuples(st.just("resistance_model"), st.sampled_from(["single", "per_reptante"])),
    st.tuples(st.just("resistance_after_loss"), st.sampled_from([None, 3])),
    st.tuples(st.just("normal_draw"), st.sampled_from([None, 4])),
    st.tuples(st.just("added_decks"), st.sampled_from([None, 0, 3])),
    st.tuples(st.just("sombra3_bonus"), st.integers(0, 3)),
    st.tuples(st.just("coinciding_pairs"), st.booleans()),
    st.tuples(st.just("sombra_has_power"), st.booleans()),
    st.tuples(st.sampled_from(["nonsense", "sombra3_bonus"]), st.sampled_from([None, 9, "x", [1]])),
)

DAMAGE: Fields = {
    "reduction": whole,
    "cause": st.sampled_from(["power", "other", "other", "deity", "deity", "deity", "deity", "relic"]),
    "power": powers,
    "kind": st.sampled_from(["attack", "tactical"]),
    "printed": whole,
}

WISHES: dict[str, Wishes] = {
    "add-participant": wish({"reptantes": st.lists(names, max_size=3)}, name=names),
    "rename-participant": wish(participant=people, name=names),
    "remove-participant": wish(participant=people),
    "move-participant": wish(participant=people, seat=st.integers(1, 6)),
    "set-reptantes": wish(participant=people, names=st.lists(names, max_size=3)),
    "set-option": OPTIONS.map(lambda pair: {"option": pair[0], "value": pair[1]}),
    "lock-teams": wish(),
    "choose-deity": wish(name=names),
    "draw-deity": wish(names=st.lists(names, min_size=1, max_size=3)),
    "start": wish({"first": people}),
    "damage": wish({**DAMAGE, "by": people, "which_reptante": which}, participant=people, amount=amounts),
    "damage-all": wish({**DAMAGE, "reductions": st.dictionaries(people, whole, max_size=2)}, amount=amounts),
    "gain": wish(participant=people, amount=amounts),
    "correct": st.one_of(
        wish({"which_reptante": which}, target=people, by=deltas),
        wish({"which_reptante": which}, target=people, to=st.integers(-3, 30)),
    ),
    "lose-reptante": wish(
        {"which": which, "resistance": amounts, "alive": st.integers(1, 3)}, participant=people
    ),
    "restore-reptante": wish({"which": which, "resistance": amounts}, participant=people),
    "damage-deity": wish({"kind": st.sampled_from(["attack", "tactical"]), "by": people}, amount=amounts),
    "altar-hand": wish({"by": people}, esbirros=st.integers(1, 5)),
    "gain-deity": wish(amount=amounts),
    "extract": st.one_of(
        wish(esbirros=st.lists(labels, min_size=3, max_size=3)),
        wish(esbirros=st.lists(labels, max_size=4)),
        wish(sombras=st.integers(0, 3)),
    ),
    "resolve": wish(power=powers),
    "skip": wish(power=powers),
    "annul": wish({"by": people, "cost": whole}, power=powers),
    "add-power": wish(
        {"esbirro": labels, "size": st.integers(1, 3)},
        kind=st.sampled_from(["single", "sombra", "coinciding"]),
    ),
    "reveal": wish(power=powers, esbirros=st.lists(labels, max_size=4), wanted=labels),
    "reshuffled": wish(),
    "to-discard": wish(),
    "stay-awake": wish(on=st.booleans()),
    "sleep": wish(),
    "wake": wish(),
    "choose-principal": wish({"participant": people}),
    "clear-shield": wish(participant=people),
    "end-turn": wish({"next": people, "to_discard": st.booleans(), "stays_awake": st.booleans()}, turn=turns),
    "correct-turn": wish(of=people, round=st.integers(1, 5)),
    "confirm-result": wish(winner=st.sampled_from(["participants", "deity", "draw", "none", "p1"])),
    "restart": wish(),
    "roll": st.one_of(wish(sides=st.integers(2, 6)), wish(among=st.lists(names, min_size=1, max_size=3))),
}


@st.composite
def sent(draw: st.DrawFn, among: tuple[str, ...] = tuple(WISHES)) -> tuple[str, Fields]:
    """A command and fields that may go with it."""
    name = draw(st.sampled_from(among))
    return name, draw(WISHES[name])


# What no phone of ours sends: any JSON under any name.
JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(allow_nan=True),
        st.text(max_size=30),
        st.sampled_from(["p1", "deity", "sombra", "\u202e", "\x00", " ", "9" * 40, "−1", "on"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELD_NAMES = (
    "participant target amount by to esbirros esbirro sombras names name power turn first next which "
    "which_reptante reduction reductions cause kind size option value winner of round seat sides among "
    "wanted on alive resistance cost printed override idempotency_key"
).split()
hostile = st.dictionaries(st.sampled_from(FIELD_NAMES) | st.text(max_size=12), JUNK, max_size=5)
forms = st.dictionaries(
    st.sampled_from(FIELD_NAMES) | st.just("reductions.p1"),
    st.one_of(st.text(max_size=30), st.lists(st.text(max_size=8), max_size=4)),
    max_size=5,
)
