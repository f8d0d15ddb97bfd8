"""The pack of a ruleset under one trump suit, with what Pitch adds to it: off-cards, and the cards that earn points.

An *off-card* is a card of another suit that is a trump once the trump suit is named; jokers are always trumps. *Point cards* (pointers) are
not the cards that earn points; PI-35 says which they are. Source: docs/rules/03_pitch_schema.md §1, §3; PI-3, PI-5, PI-12, PI-14, PI-45."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from domain.kernel.cards import JOKERS, SUITS, Card
from domain.systems.pitch.rules.following import opens_freely
from domain.systems.pitch.rules.ruleset import RANKS_OF, Ruleset
from domain.tricks import pack as plain_pack
from domain.tricks.pack import TRUMP, Player, best_play

MATES: Final[Mapping[str, str]] = {"S": "C", "C": "S", "H": "D", "D": "H", "": ""}
"""For each suit, the other suit of the same colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack(plain_pack.Pack):
    """The pack of a game of Pitch. `strength`: a number for each trump; the higher number wins. `point_of`: by name of the point (`jack`,
    `off_trey`), the card that earns it. `scoring`: the point cards, which have special rules before the play (PI-35)."""

    strength: Mapping[Card, int] = field(compare=False)
    point_of: Mapping[str, Card] = field(hash=False)
    scoring: frozenset[Card]


@lru_cache(maxsize=512)
def pack_of(rules: Ruleset, trump: str | None) -> Pack:
    """Return the pack of these rules. `trump`: the trump suit, None before it is known. Keep the result: each call hashes the rules."""
    suit = trump or ""
    cards = tuple(Card(rank + suit) for suit in SUITS for rank in rules.ranks) + JOKERS[: rules.jokers]
    trumps = tuple(_trumps(rules, suit))
    return Pack(
        trump=suit,
        cards=cards,
        trumps=trumps,
        level=frozenset(JOKERS) if rules.joker_order != "high_over_low" else frozenset(),
        later=rules.joker_order == "second_higher",
        named=bool(trump),
        strength={card: place for place, card in enumerate(reversed(trumps), 1)},
        point_of=_points(rules, suit),
        scoring=_scoring(rules, suit, cards),
    )


def winner(rules: Ruleset, pack: plain_pack.Pack, plays: Sequence[tuple[Player, Card]]) -> Player | None:
    """Return who takes a trick; None if it is empty. If it is dead (a plain lead, and no trump; PI-14, PI-45), nobody takes it; with the
    house rule `to_leader`, its leader does. `plays`: the competing cards."""
    best = best_play(pack, plays)
    if best is None or pack.suit_of.get(best[1]) == TRUMP or not (rules.dead_trick != "n/a" or opens_freely(rules)):
        return None if best is None else best[0]
    return plays[0][0] if "to_leader" in rules.house else None


def ranked(rules: Ruleset) -> tuple[str, ...]:
    """Return the tokens of the trumps, high to low, with the jokers where the house rules put them (PI-12)."""
    order, swap = rules.trump_order, {"HJ": "LJ", "LJ": "HJ"}
    if "keep_joker_pair_order" not in rules.house or order.index("HJ") < order.index("LJ"):
        return order
    return tuple(swap.get(token, token) for token in order)


def _trumps(rules: Ruleset, trump: str) -> Iterator[Card]:
    for token in ranked(rules):
        if token in JOKERS:
            yield Card(token)
        elif trump:
            yield Card(token[1] + MATES[trump]) if token[0] == "o" else Card(token + trump)


def _points(rules: Ruleset, trump: str) -> dict[str, Card]:
    jokers = dict(zip(("high_joker", "low_joker"), JOKERS, strict=True))
    suited = {name: Card(rank + (MATES[trump] if name.startswith("off_") else trump)) for name, rank in RANKS_OF.items() if trump}
    return {name: card for name, card in (suited | jokers).items() if getattr(rules, f"pt_{name}")}


def _scoring(rules: Ruleset, trump: str, cards: tuple[Card, ...]) -> frozenset[Card]:
    """Return the point cards (PI-35). Before trump is known, each card is judged as if its own suit were trump."""
    if "only_3_to_9_thrown" in rules.house:
        return frozenset(card for card in cards if card in JOKERS or card[0] not in "3456789")
    if not trump:
        return frozenset(card for card in cards if card in _scoring(rules, "S" if card in JOKERS else str(card[1]), cards))
    always = {Card("A" + trump), Card("2" + trump), *_points(rules, trump).values()}
    return frozenset(cards) & (always | ({Card("T" + trump)} if rules.game_by == "ten" else set()))
