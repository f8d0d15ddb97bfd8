"""Acts of games in which the players play cards from the hand, one after the other: the deal, the calls, cards taken and thrown before the
play, and the cards played.

Cards that only their holder sees are sealed. Face-up cards are not sealed. Source: docs/rules/03_pitch_schema.md §2, §4."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from domain.kernel.cards import Card, Seat
from domain.kernel.events.kinds import CARDS_OF, SEAT, AMaybeSeat, ASeat, event_type
from domain.kernel.shapes import MAX_SEATS, BySeat, CardToken, Flag, ListOf, OneOf, Optional, Seal, Sealed, Whole

Suit = Literal["S", "H", "D", "C"]
SUIT: Final = OneOf(("S", "H", "D", "C"))
Misdeal = Literal["cards", "wrong_number", "card_exposed", "wrong_pack"]
Ranks = Literal["high", "low"]
RANKS: Final = OneOf(("high", "low"))
Kind = Literal["high", "low", "no_trump"]
KIND: Final = OneOf(("high", "low", "no_trump"))
ACount = Annotated[int, Whole(0, 60)]
ABid = Annotated[int, Whole(0, 99)]
ASealedHand = Annotated[Sealed[tuple[Card, ...]] | None, Optional(Seal(CARDS_OF))]
AHand = Annotated[tuple[Card, ...] | None, Optional(CARDS_OF)]


@event_type("CD", {"dealer": 0, "hands": {"1": ["AS", "KS", "2H", "9D", "4C", "HJ"]}}, common=False)
class CardsDealt:
    """The dealer deals. Each hand is sealed: no other player may see it. `kitty` and `stock` (in the order of drawing) are sealed: no
    player may see them."""

    dealer: ASeat
    hands: Annotated[Mapping[Seat, Sealed[tuple[Card, ...]]] | None, Optional(BySeat(Seal(CARDS_OF)))] = None
    kitty: ASealedHand = None
    stock: ASealedHand = None


@event_type("MC", {"seat": 2, "reason": "cards", "cards": ["3S", "9S", "4H", "8D", "5C", "7C"]}, common=False)
class MisdealCalled:
    """A player asks for a new deal by the same dealer. `cards`: the hand that the player shows, if its cards are the reason."""

    seat: ASeat
    reason: Annotated[Misdeal, OneOf(("cards", "wrong_number", "card_exposed", "wrong_pack"))]
    cards: AHand = None


@event_type("BM", {"seat": 1, "amount": 3}, common=False)
class BidMade:
    """A player bids a number of points or tricks. `kind`: how trumps or ranks will work, in games whose bids say so. The rules of the game
    say which of two kinds is higher at the same amount. `blind`: whether the player bid before looking at the cards, in games where that
    counts."""

    seat: ASeat
    amount: ABid
    kind: Annotated[Kind | None, Optional(KIND)] = None
    blind: Annotated[bool | None, Optional(Flag())] = None


@event_type("BP", {"seat": 1}, common=False)
class BidPassed:
    """A player passes."""

    seat: ASeat


@event_type("TN", {"seat": 1, "suit": "H"}, common=False)
class TrumpNamed:
    """A player names the trump suit. `suit`: null if no suit is trump. `ranks`: which way the ranks run, in games where the player
    says so."""

    seat: ASeat
    suit: Annotated[Suit | None, Optional(SUIT)] = None
    ranks: Annotated[Ranks | None, Optional(RANKS)] = None


@event_type("KT", {"seat": 1, "cards": ["4H", "QD", "9S"]}, common=False)
class KittyTaken:
    """A player takes the kitty into the hand. The cards are sealed: no other player may see them."""

    seat: ASeat
    cards: ASealedHand = None


@event_type("DI", {"seat": 1, "count": 3, "cards": ["4S", "QD", "9S"]}, common=False)
class CardsDiscarded:
    """A player throws away `count` cards. `shown`: those thrown face up. `cards`: those thrown face down; they are sealed: no other player
    may see them."""

    seat: ASeat
    count: ACount
    cards: ASealedHand = None
    shown: AHand = None


@event_type("DW", {"seat": 1, "count": 2, "cards": ["TS", "5H"]}, common=False)
class CardsDrawn:
    """A player draws `count` cards from the stock. The cards are sealed: no other player may see them."""

    seat: ASeat
    count: ACount
    cards: ASealedHand = None


@event_type("ST", {"seat": 1, "count": 14}, common=False)
class StockTaken:
    """A player takes `count` of the cards left in the stock: all of them, or some that the player chooses. The cards are sealed: no other
    player may see them."""

    seat: ASeat
    count: ACount
    cards: ASealedHand = None


@event_type("PY", {"seat": 1, "card": "9D"}, common=False)
class CardPlayed:
    """A player plays a card from the hand. `card`: null if nobody remembers which card. `trump`: the suit that becomes trump with this
    card, if the card alone does not show it: the card could belong to two suits, or nobody remembers it. `extras`: cards that
    go to the trick with this one and do not compete for it."""

    seat: ASeat
    card: Annotated[Card | None, Optional(CardToken())] = None
    trump: Annotated[Suit | None, Optional(SUIT)] = None
    extras: Annotated[tuple[Card, ...] | None, Optional(ListOf(CardToken(), most=60))] = None


@event_type("TS", {"round": 1, "bids": {"0": 4, "1": 3, "2": 0, "3": 5}, "tricks": {"0": 5, "1": 3, "2": 0, "3": 5}}, common=False)
class TricksStated:
    """The table states how a deal went: who bid what and how many tricks each took. Facts that other events have recorded need not be
    repeated.

    `round`: the number of the scored deal, from 1. `bids`: by seat, in games where every player bids; 0 is nil. `maker`, `bid`, `kind`,
    `trump`, `ranks`: who won the auction and with which bid, in games with one bidder. `tricks`: by seat; a seat may stand for its side.
    `blind`: the seats that bid before looking at their cards."""

    round: Annotated[int, Whole(1, 10**6)]
    dealer: AMaybeSeat = None
    bids: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(0, 99)))] = None
    maker: AMaybeSeat = None
    bid: Annotated[int | None, Optional(Whole(0, 99))] = None
    kind: Annotated[Kind | None, Optional(KIND)] = None
    trump: Annotated[Suit | None, Optional(SUIT)] = None
    ranks: Annotated[Ranks | None, Optional(RANKS)] = None
    tricks: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(0, 60)))] = None
    blind: Annotated[tuple[Seat, ...] | None, Optional(ListOf(SEAT, most=MAX_SEATS))] = None


TricksAct = (
    CardsDealt
    | MisdealCalled
    | BidMade
    | BidPassed
    | TrumpNamed
    | KittyTaken
    | CardsDiscarded
    | CardsDrawn
    | StockTaken
    | CardPlayed
    | TricksStated
)
