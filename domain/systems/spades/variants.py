"""The nine variations of Spades. Each is a row that says how it differs from another one.

A row gives slug, name, how sure the source is, and a summary of one line. Then come the fields that differ from another variation. The
field `of` names that variation; the default is `spades-standard`. Source: docs/rules/04_spades.md; every row equals its record in
docs/rules/other_variants.json."""

from typing import Final

from domain.kernel.cards import JOKERS, Card
from domain.rulesets import Row, Variant, variants_of
from domain.systems.spades.ruleset import Ruleset


def _row(slug: str, name: str, summary: str, *, of: str = "", **differences: object) -> Row:
    return Row(slug, of, summary, {"name": name, "seed": "002 ch.8", "confidence": "filled"}, differences)


def _cards(line: str) -> tuple[Card, ...]:
    return tuple(map(Card, line.split()))


_SPADES: Final = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
_WITHOUT_TWO: Final = _SPADES.removesuffix(" 2S")
_WITHOUT_JACK: Final = _SPADES.replace("JS ", "")

# fmt: off
ROWS: Final = (
    _row(
        "spades-standard", "Spades with breaking",
        "Two teams bid tricks, spades are always trump, and no spade is led until one has trumped another suit.",
    ),
    _row(
        "spades-unbroken-free", "Spades, any lead", "Spades in which spades may be led at any time.",
        seed="002 ch.8 (implied)", breaking="none", broken_by="n/a",
    ),
    _row(
        "spades-jokers-high-4", "Jokers high, four players",
        "Spades with both jokers above the ace; the twos of clubs and hearts leave the pack.",
        add=JOKERS, remove=_cards("2C 2H"), trump_order=(*JOKERS, *_cards(_SPADES)), joker_rule="high_over_low",
    ),
    _row(
        "spades-jokers-high-3", "Jokers high, three players", "Spades for three single players, with both jokers and hands of 18 cards.",
        of="spades-jokers-high-4", players=3, sides="individual", remove=(), bid_max=18,
    ),
    _row(
        "spades-jokers-equal", "Jokers high and equal", "Both jokers rank level above the ace; the first one on the table wins.",
        of="spades-jokers-high-4", joker_rule="first_played_wins",
    ),
    _row(
        "spades-deuces-high", "Deuces high, no jokers", "The four twos are the highest trumps: spades, diamonds, clubs, hearts.",
        trump_order=_cards(f"2S 2D 2C 2H {_WITHOUT_TWO}"),
    ),
    _row(
        "spades-jokers-deuces", "Jokers and the two remaining deuces",
        "Both jokers, then the twos of spades and diamonds above the ace; the other twos leave the pack.",
        of="spades-jokers-high-4", confidence="inferred", trump_order=(*JOKERS, *_cards(f"2S 2D {_WITHOUT_TWO}")),
    ),
    _row(
        "spades-bauer", "Bauer trumps", "The jack of spades and then the jack of clubs are the highest trumps.",
        trump_order=_cards(f"JS JC {_WITHOUT_JACK}"),
    ),
    _row(
        "spades-joker-bauer", "Jokers in place of the black jacks",
        "The jokers take the place of the two black jacks as the highest trumps.",
        of="spades-jokers-high-4", remove=_cards("JS JC"), trump_order=(*JOKERS, *_cards(_WITHOUT_JACK)),
    ),
)
# fmt: on

VARIANTS: Final[dict[str, Variant[Ruleset]]] = variants_of(ROWS, {"": Ruleset()})
"""Every variation by slug, in the order of the rows."""
