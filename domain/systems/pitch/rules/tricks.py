"""Who takes a trick; and if one player put several cards on it, which of these counts.

An illegal card can win like any other; `following` says which cards are legal. Source: docs/rules/03_pitch_schema.md §3 (trick winner),
PI-13, PI-14."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from domain.kernel.cards import JOKERS, RANK_OF, Card
from domain.systems.pitch.rules.pack import TRUMP, Pack
from domain.systems.pitch.rules.ruleset import Ruleset

Player = TypeVar("Player")


def winner(rules: Ruleset, pack: Pack, plays: Sequence[tuple[Player, Card]]) -> Player | None:
    """Return the player who takes a trick. None if the trick is empty or dead (a plain lead without a trump, which nobody takes; PI-14).
    `plays`: the competing cards in order of play.

    The highest trump by `trump_order` wins. Without a trump, the highest card of the suit led wins."""
    if not plays:
        return None
    (leader, first), *others = plays
    taker, best = leader, first
    for player, card in others:
        if _beats(rules, pack, card, best):
            taker, best = player, card
    if rules.dead_trick == "n/a" or pack.suit_of.get(best) == TRUMP:
        return taker
    return leader if "to_leader" in rules.house else None


def _beats(rules: Ruleset, pack: Pack, card: Card, best: Card) -> bool:
    """Whether `card` beats `best`, the best card of the trick so far. `best` is a trump or a card of the suit led."""
    suit, best_suit = pack.suit_of.get(card), pack.suit_of.get(best)
    if suit == TRUMP:
        if best_suit != TRUMP:
            return True
        if card in JOKERS and best in JOKERS and rules.joker_order != "high_over_low":
            return rules.joker_order == "second_higher"
        return pack.strength[card] > pack.strength[best]
    return suit is not None and suit == best_suit and RANK_OF[card] > RANK_OF[best]


def competing(pack: Pack, cards: Collection[Card]) -> Card:
    """Return the highest of the cards. If a player puts several cards on trick 1 and does not name one, the highest competes for the trick
    (PI-13). Raises ValueError without cards."""
    return max(cards, key=lambda card: pack.strength[card] + len(RANK_OF) if card in pack.strength else RANK_OF[card])


def surplus(rules: Ruleset, trumps: int) -> int:
    """Return how many extra cards a hand with `trumps` trumps must add to trick 1, besides the card that competes (`excess>trick1`,
    PI-13)."""
    return max(0, trumps - rules.play_hand) if any(step.does == "extras" for step in rules.steps) else 0
