"""Acts that only Pitch and Smear have: shoots, pitches, doubled bids, called partners, cards found in the stock or picked up again, and a
whole deal as people write it down.

The other acts of these games are in `tricks`. Source: docs/rules/03_pitch_schema.md §2, §4."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from domain.kernel.cards import Seat
from domain.kernel.events.kinds import SEAT, ACard, AMaybeSeat, ASeat, event_type
from domain.kernel.events.tricks import SUIT, ACount, AHand, ASealedHand, Suit
from domain.kernel.shapes import BySeat, Fields, Flag, Optional, Whole

POINTS: Final = (
    "high", "low", "jack", "off_jack", "high_joker", "low_joker", "game",
    "five", "off_five", "trey", "off_trey", "off_ace", "off_ten", "off_deuce",
)  # fmt: skip
"""The names of the points that can be won in a deal. A rule with such a name says how much the point is worth (`pt_high`)."""


@event_type("SC", {"seat": 1}, common=False)
class ShootCalled:
    """A player shoots (in some games: smudges or moons). They promise to take everything."""

    seat: ASeat


@event_type("DB", {"seat": 2}, common=False)
class BidDoubled:
    """A player doubles the current bid."""

    seat: ASeat


@event_type("PB", {"seat": 1, "card": "AS"}, common=False)
class PitchedAsBid:
    """A player leads a card instead of calling a bid. If the dealer does not take over with another call, the card becomes the lead to the
    first trick. `trump`: the trump suit, if the card could belong to two suits."""

    seat: ASeat
    card: ACard
    trump: Annotated[Suit | None, Optional(SUIT)] = None


@event_type("SR", {"seat": 1, "seen": 7, "kept": 1, "cards": ["TH"], "shown": ["4H"]}, common=False)
class StockSearched:
    """A player looks at `seen` cards of the stock, one by one, and keeps some. `cards`: those kept; they are sealed: no other player may
    see them. `shown`: cards that the player threw from the hand, face up, to make room for them."""

    seat: ASeat
    seen: ACount
    kept: ACount
    cards: ASealedHand = None
    shown: AHand = None


@event_type("RU", {"seat": 2, "card": "JH"}, common=False)
class CardRescued:
    """A player picks up a card that somebody threw face up."""

    seat: ASeat
    card: ACard


@event_type("PN", {"seat": 1, "card": "KH"}, common=False)
class PartnerCalled:
    """The maker (the winner of the auction) names a card. The player who holds it becomes the partner."""

    seat: ASeat
    card: ACard


@event_type("OD", {"seat": 3}, common=False)
class OutDeclared:
    """A player declares that they hold no more trumps, and takes no further part in the deal."""

    seat: ASeat


@event_type("DF", {"seat": 1}, common=False)
class DealFolded:
    """A player gives up the deal for their side."""

    seat: ASeat


@dataclass(frozen=True, slots=True)
class PointsMade:
    """Who made each point, as a seat of the side that made it. None: nobody made it, or it was not written down."""

    high: AMaybeSeat = None
    low: AMaybeSeat = None
    jack: AMaybeSeat = None
    off_jack: AMaybeSeat = None
    high_joker: AMaybeSeat = None
    low_joker: AMaybeSeat = None
    game: AMaybeSeat = None
    five: AMaybeSeat = None
    off_five: AMaybeSeat = None
    trey: AMaybeSeat = None
    off_trey: AMaybeSeat = None
    off_ace: AMaybeSeat = None
    off_ten: AMaybeSeat = None
    off_deuce: AMaybeSeat = None

    def by_name(self) -> dict[str, Seat]:
        """Return {name of a point: a seat of the side that made it}, in the order in which the points are counted. Points that nobody made
        are left out."""
        return {name: seat for name in POINTS if (seat := getattr(self, name)) is not None}


POINTS_MADE: Final = Fields(PointsMade, tuple((name, Optional(SEAT)) for name in POINTS), frozenset())


@event_type("DS", {"round": 1, "maker": 1, "bid": 3, "trump": "H", "points": {"high": 1, "jack": 1, "game": 0}}, common=False)
class DealStated:
    """The table states how a deal went. Facts that other events have recorded need not be repeated.

    `round`: the number of the scored deal, from 1. `points`: every point that was made, with a seat of the side that made it; None: not
    written down. `counts`: how many points each side made; a seat stands for its side. `made`: whether the bid was made. `partner`: the
    partner that the maker called. `doubled`: whether the bid was doubled."""

    round: Annotated[int, Whole(1, 10**6)]
    dealer: AMaybeSeat = None
    maker: AMaybeSeat = None
    bid: Annotated[int | None, Optional(Whole(0, 99))] = None
    shoot: Annotated[bool, Flag()] = False
    trump: Annotated[Suit | None, Optional(SUIT)] = None
    partner: AMaybeSeat = None
    points: Annotated[PointsMade | None, Optional(POINTS_MADE)] = None
    counts: Annotated[Mapping[Seat, int] | None, Optional(BySeat(Whole(0, 99)))] = None
    made: Annotated[bool | None, Optional(Flag())] = None
    doubled: Annotated[bool | None, Optional(Flag())] = None


PitchAct = ShootCalled | BidDoubled | PitchedAsBid | StockSearched | CardRescued | PartnerCalled | OutDeclared | DealFolded | DealStated
