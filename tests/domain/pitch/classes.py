"""Rule classes of Pitch: the ways in which the play of variants differs, and a few variants that together have every class.

Some fields have a short list of possible values, for instance flags. Each such value is a class. These are classes too: each step of the
exchange, each house word (see `ruleset`), each card that scores, each rank of off-cards, each number of jokers, each lead that a winner
needs, whether there is a kitty, and whether the pack is full. How many points a card scores, or how high a bid may be, makes no class,
because the same code runs.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.shapes import Flag, OneOf
from domain.systems.pitch.rules.ruleset import FIELDS, POINT_FIELDS, Ruleset
from domain.systems.pitch.variants import VARIANTS

NOT_OF_PLAY: Final = {
    "confidence": "how sure we are",
    "partner_draw": "what is done before the game",
    "deal_batch": "how the dealer's hands move",
}
"""By name: the fields with named values that make no rule class, because no code for play or findings uses them; and what each field is
for."""
CHOICES: Final = tuple(name for name, kind in FIELDS.items() if isinstance(kind.shape, OneOf | Flag) and name not in NOT_OF_PLAY)


def classes_of(rules: Ruleset) -> frozenset[str]:
    """Return the rule classes of a game, each in a few words."""
    return frozenset(_classes(rules))


def _classes(rules: Ruleset) -> Iterator[str]:
    yield from (f"{name} {getattr(rules, name)}" for name in CHOICES)
    yield from (f"{name} counts" for name in POINT_FIELDS if getattr(rules, name))
    yield from (f"off-card {rank}" for rank in rules.off_cards)
    yield from (f"{step.who} {step.does}" for step in rules.steps)
    yield from (f"house {word}" for word in rules.house)
    yield f"{rules.jokers} jokers"
    yield f"win by {rules.win_by}"
    yield "a kitty" if rules.kitty else "no kitty"
    yield "a full pack" if len(rules.ranks) == 13 else "a stripped pack"


def covering(classes: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return names that together have every class. `classes`: the classes of each name; the result has the same order. Each step chooses
    the name that adds the most missing classes. If several names add as many, it chooses the first of them. At the end, a name is dropped
    if the other chosen names together have all its classes."""
    missing = set[str]().union(*classes.values())
    chosen: list[str] = []
    while missing:
        chosen.append(max(classes, key=lambda name: len(classes[name] & missing)))
        missing -= classes[chosen[-1]]
    for name in tuple(chosen):
        others = set[str]().union(*(classes[other] for other in chosen if other != name))
        if classes[name] <= others:
            chosen.remove(name)
    return tuple(name for name in classes if name in chosen)


CLASSES: Final = {slug: classes_of(variant.rules) for slug, variant in VARIANTS.items()}
"""The rule classes of each variant."""
COVERING: Final = covering(CLASSES)
"""The variants that `make test` plays (`make test-all` plays every variant)."""
