"""Which card may be played: five rules for following suit, the rules for the first lead, and who is out.

This module does not look at whose turn it is. `tricks` says who takes a trick. The *effective suit* of every trump is `T`, also of jokers
and off-cards (trumps of another suit than the trump suit). So an off-card does not belong to its printed suit. The effective suit of any
other card is the printed suit. Source: docs/rules/03_pitch_schema.md §3; 00_conventions, Revoke; PI-15, PI-28, PI-33, PI-37."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import SUITS, Card
from domain.systems.pitch.rules.pack import TRUMP, Pack
from domain.systems.pitch.rules.ruleset import Ruleset


class Void(NamedTuple):
    """Why a hand cannot hold a suit. If it had held a card of that suit, the act at `version` would have been illegal. `rule`: the finding
    to report if such a card comes out of the hand later."""

    version: int
    rule: Literal["revoke", "false-out"]


Voids = Mapping[str, Void]
"""For each suit that a hand cannot hold, the reason. All trumps together are the suit `T`."""


def legal(
    rules: Ruleset, pack: Pack, hand: Collection[Card], led: str | None, *, first_trick: bool = False, due: Card | None = None
) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played, in the order of `hand`. Empty if the player is out of this deal or has no card.

    `led`: the effective suit (`T` for any trump) of the card that opened the trick, None if the player leads. `first_trick`: whether this
    is trick 1. `due`: the called card, if the house rule makes its holder play it to trick 1 (§2, `call-partner`)."""
    suits = pack.suit_of
    trumps = tuple([card for card in hand if suits.get(card) == TRUMP])
    if not trumps and rules.drop_out == "no_trumps_left":
        return ()  # PI-37: the player is out, whatever was led
    if first_trick and due is not None and due in hand:
        return (due,)
    if led == TRUMP or rules.follow == "trumps_only":
        return trumps or tuple(hand)
    if led is None:
        return trumps or tuple(hand) if first_trick and rules.first_lead == "trump" else tuple(hand)  # PI-33: without a trump, any card
    banned = first_trick and rules.first_lead == "any_plain_bans_trump"
    allowed = _to_plain(rules, pack, hand, led, trumps=() if banned else trumps)
    return (tuple([card for card in allowed if card not in trumps]) or allowed) if banned else allowed  # PI-15: a hand of trumps is exempt


def _to_plain(rules: Ruleset, pack: Pack, hand: Collection[Card], led: str, *, trumps: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played to the plain suit `led` (§3). `trumps`: the trumps that may be played."""
    suits = pack.suit_of
    if rules.follow == "trump_strict_off_free":
        return tuple(hand)
    followers = tuple([card for card in hand if suits.get(card) == led])
    if not followers:
        return trumps if trumps and rules.follow == "must_follow_or_trump" else tuple(hand)
    if rules.follow == "strict" or not trumps:
        return followers
    return tuple([card for card in hand if suits.get(card) in (led, TRUMP)])


def is_out(rules: Ruleset, pack: Pack, hand: Collection[Card]) -> bool:
    """Whether the player with this hand leaves the deal at the next turn, because the hand has no trump (`drop_out`, PI-37)."""
    return rules.drop_out == "no_trumps_left" and all(pack.suit_of.get(card) != TRUMP for card in hand)


def denied(rules: Ruleset, led: str | None, played: str, *, first_trick: bool = False) -> frozenset[str]:
    """Return the effective suits (`T` for trumps) of which the player can have held no card, if it was legal to play the suit `played` when
    `led` was led.

    A suit of which the player may have kept cards is left out. Under `follow_or_trump`, for example, a player without the suit led may keep
    every trump (00_conventions, Revoke). Arguments as in `legal`."""
    if led is None:
        must_trump = rules.follow == "trumps_only" or (first_trick and rules.first_lead == "trump")
        return _TRUMPS if must_trump and played != TRUMP else _NOTHING
    if led == TRUMP or rules.follow == "trumps_only":
        return _NOTHING if played == TRUMP else _TRUMPS
    banned = first_trick and rules.first_lead == "any_plain_bans_trump"
    if played == TRUMP and banned:
        return _PLAIN  # PI-15: the card proves that the hand has nothing but trumps
    if played == led or rules.follow == "trump_strict_off_free":
        return _NOTHING
    if played == TRUMP:
        return frozenset({led}) if rules.follow == "strict" else _NOTHING
    return frozenset({led, TRUMP}) if rules.follow == "must_follow_or_trump" and not banned else frozenset({led})


def revoked(rules: Ruleset, pack: Pack, led: str | None, played: Card, held: Card, *, first_trick: bool = False) -> bool:
    """Whether the card `held` proves that the player revoked (did not follow suit as the rules demand) by playing `played` from the same
    hand (PI-28). A card outside the pack proves nothing."""
    suits = pack.suit_of
    return played in suits and suits.get(held) in denied(rules, led, suits[played], first_trick=first_trick)


_NOTHING: Final = frozenset[str]()
_TRUMPS: Final = frozenset({TRUMP})
_PLAIN: Final = frozenset(SUITS)
