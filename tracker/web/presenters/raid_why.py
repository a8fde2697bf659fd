"""The short reasons behind «Por qué» on a raid's screens, in our own words."""

from typing import Any

from tracker.web.presenters.raid_scene import Scene


def why(scene: Scene, rule: str) -> dict[str, Any] | None:
    """The title and sentences of one reason; None for a rule this screen doesn't cite."""
    _ = scene.words.gettext
    reasons: dict[str, tuple[str, str]] = {
        "raid/first-draw": (
            _("Why only two?"),
            _(
                "In a raid the deity closes the round, so everybody else, without exception, draws two "
                "Esbirros in their own first turn. From the second turn on you draw as usual."
            ),
        ),
        "raid/plus": (
            _("Where does the (+) come from?"),
            _(
                "Every number with (+) on a deity’s Power rises by 1 for each base deck added for the "
                "number of participants, and by 1 for each Sombra extracted this turn, up to two. With "
                "three Sombras the Power of three coinciding Esbirros is resolved instead. Numbers without "
                "(+) stay as printed."
            ),
        ),
        "raid/principal": (
            _("Who is the principal?"),
            _(
                "When the deity wakes: whoever keeps most Reptantes; if several tie, the one with most "
                "resistance; if that ties too, chance decides. It stays so until the turn ends."
            ),
        ),
        "raid/awake": (
            _("Why no damage now?"),
            _(
                "While Awake the deity takes no damage from anything. It can gain resistance. "
                "It sleeps again when its turn ends, unless one of its Powers says otherwise."
            ),
        ),
        "raid/altar-hand": (
            _("Why does that hurt?"),
            _(
                "A deity has neither Altar nor hand. What would take Esbirros from them deals it 1 Tactical "
                "damage for each Esbirro instead."
            ),
        ),
        "raid/shield": (
            _("What is the shield?"),
            _(
                "Who has to lose a Reptante in the deity’s turn takes no damage from its other Powers until "
                "that turn ends. Effects that aren’t damage still reach them."
            ),
        ),
        "raid/coinciding": (
            _("Why last, and why can’t it be annulled?"),
            _(
                "Powers of coinciding Esbirros are resolved after all the single ones. Their Coste is X, "
                "and an X can’t be matched: no Power annuls them."
            ),
        ),
        "raid/reveal": (
            _("Why shuffle first?"),
            _(
                "Esbirros revealed by a deity’s Power go back into the Fosa, and it is shuffled before "
                "any other Power of the deity. Sombras count as whatever is looked for."
            ),
        ),
        "raid/decks": (
            _("How many decks?"),
            _(
                "One base deck for every three participants, rounded up; here the deity counts as one. "
                "Its resistance is 30 for each of the others."
            ),
        ),
        "raid/teams": (
            _("Why lock the teams first?"),
            _(
                "The teams are chosen without knowing the deity. Once they are locked, you find out which "
                "one comes."
            ),
        ),
        "raid/reptantes": (
            _("Why no Reptante twice?"),
            _("All teams of a raid stand together, so one Reptante can be in only one of them, and once."),
        ),
        "raid/elimination": (
            _("Who is out?"),
            _(
                "Whoever has lost all three Reptantes is out: no turns, no damage, never the principal. The "
                "others go on."
            ),
        ),
        "raid/loss": (
            _("What happens at 0?"),
            _(
                "Whoever has no resistance left loses one of their Reptantes before the game goes on. "
                "What the next one enters with, your rules say."
            ),
        ),
        "raid/deity-turn": (
            _("When does the deity play?"),
            _(
                "At the end of each round, after everybody else: it wakes, the principal is fixed, three "
                "Esbirros are extracted, its Powers are resolved, and it sleeps."
            ),
        ),
        "raid/extract": (
            _("Why three Esbirros?"),
            _(
                "At the start of its turn the top three of the Fosa are extracted for the deity, once. All "
                "three count, and it pays no Coste."
            ),
        ),
        "raid/powers": (
            _("Why in this order?"),
            _(
                "The deity’s Powers are resolved in the order their Esbirros were extracted, each of them "
                "once; those of coinciding Esbirros come last."
            ),
        ),
        "raid/annul": (
            _("What can be annulled?"),
            _(
                "One of the deity’s Powers in each of its turns, by the whole table together, and never one "
                "of coinciding Esbirros: their Coste is X."
            ),
        ),
        "raid/discard": (
            _("Why to the Vertedero?"),
            _("The extracted Esbirros lie out until all Powers are resolved; then they go to the Vertedero."),
        ),
        "raid/relics": (
            _("Why no Reliquias?"),
            _("Reliquias and deities are not played together: choose one of the two."),
        ),
    }
    if rule not in reasons:
        return None
    title, text = reasons[rule]
    return {"title": title, "text": text}
