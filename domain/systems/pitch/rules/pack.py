"""The pack of a ruleset under one trump suit: its cards, the trumps and their strength, and the point cards.

The *effective suit* of every trump is `T`, also of jokers and off-cards (trumps of another suit than the trump suit). For any other card it
is the printed suit. A *point card* (pointer) is a card that the variant treats specially before the play: it may not be thrown, may be
picked up again, or rules out a misdeal (PI-35). Jokers are always trumps; off-cards become trumps only once trump is named. Source:
docs/rules/03_pitch_schema.md §1, §3; rulings PI-3, PI-5, PI-12, PI-35."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from domain.kernel.cards import JOKERS, SUITS, Card
from domain.systems.pitch.rules.ruleset import Ruleset

TRUMP: Final = "T"
"""The effective suit of every trump. The effective suit of any other card is its printed suit."""
MATES: Final[Mapping[str, str]] = {"S": "C", "C": "S", "H": "D", "D": "H", "": ""}
"""For each suit, the other suit of the same colour."""
_RANKS_OF: Final[Mapping[str, str]] = {
    "jack": "J", "five": "5", "trey": "3",
    "off_jack": "J", "off_five": "5", "off_trey": "3", "off_ace": "A", "off_ten": "T", "off_deuce": "2",
}  # fmt: skip
"""The rank of the card that earns each point; `trey` and `off_trey` belong to threes."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """The pack when one suit is trump. `pack_of` makes it once for each ruleset and trump suit.

    `trump`, `mate`: the trump suit and the other suit of its colour; both empty while trump is not known. `cards`: all cards, suit by suit,
    high to low, jokers last. `trumps`: all trumps, high to low. `strength`: a number for each trump; the higher number wins.

    `suit_of`: the effective suit of each card: `T` for a trump, for others the printed suit. `of_suit`: the cards of each effective suit.
    `point_of`: by name of the point (`jack`, `off_trey`), the card to which it belongs. `scoring`: the point cards, which have special
    rules before the play (PI-35)."""

    trump: str
    mate: str
    cards: tuple[Card, ...]
    trumps: tuple[Card, ...]
    suit_of: Mapping[Card, str]
    of_suit: Mapping[str, frozenset[Card]]
    strength: Mapping[Card, int]
    point_of: Mapping[str, Card]
    scoring: frozenset[Card]


@lru_cache(maxsize=512)
def pack_of(rules: Ruleset, trump: str | None) -> Pack:
    """Return the pack of these rules. `trump`: the trump suit (`S`, `H`, `D` or `C`), None before it is known. Callers should keep the
    result, because each call computes a hash of the rules."""
    suit = trump or ""
    plain = tuple(Card(rank + suit) for suit in SUITS for rank in rules.ranks)
    cards = plain + JOKERS[: rules.jokers]
    trumps = tuple(_trumps(rules, suit))
    suit_of = {card: str(card[1]) for card in plain} | dict.fromkeys(trumps, TRUMP)
    return Pack(
        trump=suit,
        mate=MATES[suit],
        cards=cards,
        trumps=trumps,
        suit_of=suit_of,
        of_suit={suit: frozenset(card for card in cards if suit_of.get(card) == suit) for suit in (TRUMP, *SUITS)},
        strength={card: place for place, card in enumerate(reversed(trumps), 1)},
        point_of=_points(rules, suit),
        scoring=_scoring(rules, suit, cards),
    )


def _trumps(rules: Ruleset, trump: str) -> Iterator[Card]:
    order = rules.trump_order
    if "keep_joker_pair_order" in rules.house and order.index("HJ") > order.index("LJ"):
        swap = {"HJ": "LJ", "LJ": "HJ"}
        order = tuple(swap.get(token, token) for token in order)
    for token in order:
        if token in JOKERS:
            yield Card(token)
        elif trump:
            yield Card(token[1] + MATES[trump]) if token[0] == "o" else Card(token + trump)


def _points(rules: Ruleset, trump: str) -> dict[str, Card]:
    jokers = dict(zip(("high_joker", "low_joker"), JOKERS, strict=True))
    suited = {name: Card(rank + (MATES[trump] if name.startswith("off_") else trump)) for name, rank in _RANKS_OF.items() if trump}
    return {name: card for name, card in (suited | jokers).items() if getattr(rules, f"pt_{name}")}


def _scoring(rules: Ruleset, trump: str, cards: tuple[Card, ...]) -> frozenset[Card]:
    """Return the point cards: those with special rules before the play (PI-35). Before trump is known, each card is judged as if its own
    suit were trump."""
    if "only_3_to_9_thrown" in rules.house:
        return frozenset(card for card in cards if card in JOKERS or card[0] not in "3456789")
    if not trump:
        return frozenset(card for card in cards if card in _scoring(rules, "S" if card in JOKERS else str(card[1]), cards))
    always = {Card("A" + trump), Card("2" + trump), *_points(rules, trump).values()}
    return frozenset(cards) & (always | ({Card("T" + trump)} if rules.game_by == "ten" else set()))
