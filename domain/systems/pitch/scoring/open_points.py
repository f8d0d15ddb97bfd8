"""Finds which sides may still make each point of a deal. `breaches/stated.py` compares the result with what the table states.

A *fate* is the set of sides that may get a card or a point; None in it means that perhaps nobody does. A side in it may still be unable
to make the point: only `proofs` looks at all cards of the deal together. Source: 03_pitch_schema.md §5; 00_conventions, recording model."""

from collections.abc import Iterable, Mapping, Sequence

from domain.kernel.cards import JOKERS, Card
from domain.systems.pitch.rules.pack import Pack
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.counting import quarters, scoring, worth
from domain.tricks.sides import Side

Fate = frozenset[Side | None]
NOBODY: Fate = frozenset({None})


def open_points(rules: Ruleset, pack: Pack, played: Mapping[Card, Fate], won: Mapping[Card, Fate]) -> dict[str, Fate]:
    """Return the sides that may make each point that counts, by name of the point.

    `played`: the sides that may have played, or may still play, each card. None among them: the card may be out of play. `won`: the sides
    that may win each card, or that may keep it in the hand and score for it (PI-43). A card in neither map is out of play."""
    fates: dict[str, Fate] = {}
    for name, holder, card in scoring(rules, pack):
        taken = played if holder else won
        if card is not None:
            fates[name] = taken.get(card, NOBODY)
        elif name == "game":
            fates[name] = _game(rules, won)
        else:
            fates[name] = _first(_ends(rules, pack, name), played, taken)
    return fates


def refuted(claimed: Mapping[str, Side], still: Mapping[str, Fate]) -> tuple[str, ...]:
    """Return the names of the points that the claimed side cannot make. `still`: the result of `open_points`."""
    return tuple(name for name, side in claimed.items() if side not in still.get(name, NOBODY))


def bounds(rules: Ruleset, still: Mapping[str, Fate], side: Side) -> tuple[int, int]:
    """Return (the fewest, the most) points that a side can make in a deal. `still`: the result of `open_points`."""
    sure = sum(worth(rules, name) for name, fate in still.items() if fate == {side})
    return sure, sum(worth(rules, name) for name, fate in still.items() if side in fate)


def _ends(rules: Ruleset, pack: Pack, name: str) -> Sequence[tuple[Card, ...]]:
    """Return the trumps in the order in which they decide the point `name`: for High from the highest, for Low from the lowest. Each item
    is one card, or two identical jokers, either of which may be the higher (PI-5)."""
    alike = rules.joker_order in {"first_higher", "second_higher"}
    ranked = [JOKERS if alike and card == JOKERS[0] else (card,) for card in pack.trumps if not (alike and card == JOKERS[1])]
    if name == "high":
        return ranked
    return [cards for cards in reversed(ranked) if not (rules.joker_slot == "below_two" and cards[0] in JOKERS)]


def _first(ranked: Iterable[tuple[Card, ...]], played: Mapping[Card, Fate], taken: Mapping[Card, Fate]) -> Fate:
    """Return the sides that may make a point, if the point belongs to the first played card in `ranked`."""
    sides: Fate = frozenset()
    for cards in ranked:
        sides |= frozenset[Side | None]().union(*(taken.get(card, NOBODY) for card in cards)) - NOBODY
        if any(None not in played.get(card, NOBODY) for card in cards):
            return sides
    return sides | NOBODY


def _game(rules: Ruleset, won: Mapping[Card, Fate]) -> Fate:
    """Return the sides that may win the point Game: those that may collect more than every other side has for certain."""
    sides = {side for fate in won.values() for side in fate if side is not None}
    least, most, count = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0), quarters(rules)
    for card, fate in won.items():
        for side in sides & fate:
            most[side] += count.get(card, 0)
            least[side] += count.get(card, 0) if len(fate) == 1 else 0
    may = {side for side in sides if all(most[side] > least[other] for other in sides if other != side) and most[side]}
    sure = any(all(least[side] > most[other] for other in sides if other != side) and least[side] for side in sides)
    return frozenset(may) if sure else frozenset(may) | NOBODY
