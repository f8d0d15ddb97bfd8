"""What may be played to a trick under the rules of a `Following`, and what a played card proves about its hand. Not here: whose turn it is,
and who takes a trick (`pack`). Suits are *effective* suits: all trumps together are the suit `T`, and a trump does not belong to the suit
printed on it. Source: docs/rules/00_conventions.md, Revoke; 03_pitch_schema.md §3."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import SUITS, Card
from domain.tricks.pack import NO_SUIT, TRUMP, Pack

Follow = Literal["strict", "follow_or_trump", "must_follow_or_trump", "trumps_only", "trump_strict_off_free"]
"""What a player must play after a lead. After a trump lead, a player with a trump plays a trump; with `trumps_only`, after any lead. After
a lead of another suit: `strict`: that suit; without it, any card. `follow_or_trump`: that suit or a trump; without that suit, any card.
`must_follow_or_trump`: that suit or a trump; without that suit, a trump. `trump_strict_off_free`: any card."""


@dataclass(frozen=True, slots=True)
class Following:
    """The rules for one trick. `lead`: what may be led, if the hand has it; a *plain* card is no trump. `barred`: whether no trump may be
    played to a plain lead, unless the hand has nothing else. `loose`: whether a card without a suit follows any lead. `suitless`: whether a
    hand without the suit led must play a card without a suit."""

    follow: Follow = "strict"
    lead: Literal["any", "trump", "plain"] = "any"
    barred: bool = False
    loose: bool = False
    suitless: bool = False


class Void(NamedTuple):
    """Why a hand cannot hold a suit: if it held a card of that suit, the act at `version` would have broken `rule`."""

    version: int
    rule: str = "revoke"


Voids = Mapping[str, Void]
"""For each suit that a hand cannot hold, the reason."""
NO_VOIDS: Final[Voids] = {}


def legal(rules: Following, pack: Pack, hand: Collection[Card], led: str | None) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played, in the order of `hand`. `led`: the suit that was led, None if the player leads. A card
    may be played if the hand has none of the suits that `denied` returns for it."""
    suits = [pack.suit_of.get(card, "") for card in hand]
    held = frozenset(suits)
    allowed = {suit for suit in held if held.isdisjoint(denied(rules, led, suit))}
    return tuple([card for card, suit in zip(hand, suits, strict=True) if suit in allowed])


def denied(rules: Following, led: str | None, played: str) -> frozenset[str]:
    """Return the suits that the player cannot have held, if the play was legal. `led`: the suit led; `played`: the suit of the card. Suits
    that the player was free to keep are left out: under `follow_or_trump`, a player without the suit led need not play a trump."""
    if led is None:
        if rules.lead == "trump":
            return _TRUMPS if played != TRUMP else _NOTHING
        return _PLAIN if rules.lead == "plain" and played == TRUMP else _NOTHING
    if played == NO_SUIT and rules.loose:
        return _NOTHING
    if led == TRUMP or rules.follow == "trumps_only":
        return _NOTHING if played == TRUMP else _TRUMPS
    if played == TRUMP and rules.barred:
        return _PLAIN  # the card proves that the hand has nothing but trumps
    if played == led or rules.follow == "trump_strict_off_free":
        return _NOTHING
    if played == TRUMP:
        return frozenset({led}) if rules.follow == "strict" else _NOTHING
    if rules.follow == "must_follow_or_trump" and not rules.barred:
        return frozenset({led, TRUMP})
    return frozenset({led, NO_SUIT}) if rules.suitless and played != NO_SUIT else frozenset({led})


def broken_by(rules: Following, led: str | None) -> str:
    """Return the rule that is broken by a card that `denied` shows to be illegal."""
    return "trump-led-too-early" if led is None and rules.lead == "plain" else "revoke"


TOO_EARLY: Final = broken_by(Following(lead="plain"), None)
"""The rule against leading a trump while another card could be led."""
_NOTHING: Final = frozenset[str]()
_TRUMPS: Final = frozenset({TRUMP})
_PLAIN: Final = frozenset(SUITS)
