"""How players must follow under a ruleset of Pitch, who leaves the deal, and how many extra cards go to the first trick. Source:
docs/rules/03_pitch_schema.md §3; PI-13, PI-15, PI-28, PI-33, PI-37, PI-45."""

from collections.abc import Collection

from domain.kernel.cards import Card
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.tricks import following
from domain.tricks.following import Following
from domain.tricks.pack import TRUMP, Pack


def ways(rules: Ruleset) -> tuple[Following, Following]:
    """Return (the rules for every later trick, the rules for trick 1). The field `first_lead` holds only in trick 1 (PI-33, PI-45)."""
    lead, barred = rules.first_lead == "trump", rules.first_lead == "any_plain_bans_trump"
    later = Following(rules.follow, "trump" if rules.follow == "trumps_only" else "any")
    return later, Following(rules.follow, "trump" if lead else "any", barred)


def opens_freely(rules: Ruleset) -> bool:
    """Whether a plain card may open trick 1 although otherwise only trumps are played (PI-45)."""
    return rules.follow == "trumps_only" and rules.first_lead == "any"


def legal(
    rules: Ruleset, pack: Pack, hand: Collection[Card], led: str | None, *, first_trick: bool = False, due: Card | None = None
) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played, in its order; empty if the player is out of this deal (PI-37) or has no card.

    `led`: the effective suit (`T` for any trump) of the card that opened the trick, None if the player leads. `first_trick`: whether this
    is trick 1. `due`: the called card, if a house rule says that its holder must play it to trick 1 (§2, `call-partner`)."""
    if is_out(rules, pack, hand):
        return ()  # PI-37: the player is out, whatever was led
    if first_trick and due is not None and due in hand:
        return (due,)
    return following.legal(ways(rules)[first_trick], pack, hand, led)


def is_out(rules: Ruleset, pack: Pack, hand: Collection[Card]) -> bool:
    """Whether the player with this hand leaves the deal at the next turn, because the hand has no trump (`drop_out`, PI-37)."""
    return rules.drop_out == "no_trumps_left" and all(pack.suit_of.get(card) != TRUMP for card in hand)


def surplus(rules: Ruleset, cards: int) -> int:
    """Return how many extra cards a hand must add to its card in trick 1 (`excess>trick1`, PI-13). `cards`: the number of its trumps."""
    return max(0, cards - rules.play_hand) if any(step.does == "extras" for step in rules.steps[-1:]) else 0
