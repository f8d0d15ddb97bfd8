"""The table of any game as one viewer may see it. Every system describes its table as a `View`, which has all that a page needs to draw it.

Words such as `auction` come from closed lists. domain/words/ makes text that is only for display."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from domain.kernel.cards import Card, Seat
from domain.kernel.viewers import Viewer

Phase = Literal[
    "setup",  # the first leader is not known yet
    "opener",  # the table chooses who opens
    "deal",  # the dealer deals
    "auction",  # the players bid
    "exchange",  # trump is named, cards are thrown and drawn
    "commit",  # the players place cards face down, and call
    "select",  # the players lay cards face down
    "offer",  # the players offer cards face down
    "reveal",  # the cards placed or laid are turned up
    "flip",  # the cards offered are turned up
    "lead",  # a player must lead
    "turn",  # a player must play to the card led
    "play",  # tricks are played
    "loss",  # a box is lost, and its owner decides
    "team_out",  # one side has left, and the others show their cards
    "score",  # the deal is over and not scored yet
    "over",
    "abandoned",
]
"""The phases of all systems together; no system has all of them."""

Saying = Literal["lowest", "middle", "highest", "bid", "pass", "shoot", "pitch", "maker", "out", "resurrected"]
"""What a player called or declared. `maker`: the player holds the bid, but nobody wrote down which bid."""

Awaited = Literal["play", "call", "show"]
"""What the seats in `View.turn` must do: play or lay a card, call, or show a card."""


@dataclass(frozen=True, slots=True)
class Said:
    """The current call of a seat. `amount`: the points bid; None: the call is not a bid. `doubled`: whether the bid was doubled."""

    word: Saying
    amount: int | None = None
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    `active`: still in the current round. `score`: None if it is not in the record. `cards`: number of cards held. `hand`: the held cards
    that the record knows and the viewer may see; None if there are none. `placed`: a card is on the table in front of this seat. `card`:
    that card; None if the viewer may not see it.

    Among the players, only the player of this seat may see `hand` and `card`. With `hand_open` or `card_open` everyone may. `said`: the
    current call or bid. `piles`: the number of this seat's face-down cards in each pile, by its name (`box`, `extras`). `side`: the number
    of the seat's team, from 0; None if there are no fixed teams."""

    seat: Seat
    active: bool
    score: int | None
    cards: int | None = None
    hand: tuple[Card, ...] | None = None
    placed: bool = False
    card: Card | None = None
    said: Said | None = None
    piles: Mapping[str, int] = field(default_factory=dict)
    side: int | None = None
    hand_open: bool = False
    card_open: bool = False

    def closed_to(self, viewer: Viewer) -> "SeatView":
        """Return the seat without the cards that this viewer may not see."""
        if ((self.hand_open or self.hand is None) and (self.card_open or self.card is None)) or viewer.owns(self.seat):
            return self
        return replace(self, hand=self.hand if self.hand_open else None, card=self.card if self.card_open else None)


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it now.

    `hand`: the number of the hand in this round, from 1; if `counts` is "trick", the number of the trick. `leader`: the seat that leads or
    led; None: nobody, or not known. `turn`: the seats that the table waits for; `awaited`: what they must do. `seats`: clockwise.
    `face_up`: the cards face up in this round, oldest first.

    `piles`: the number of face-down cards in each pile of no seat, by name (`stock`). `direction`: the direction of play, empty if it never
    changes. `dealer`: the seat that dealt. `maker`: the seat that holds the current bid. `trump`: the letter of the trump suit. Each of
    these three is None between deals, when it is not known, and in games without it. `last_round`: how the last round ended, in words, with
    seats as marks (`{0}`); empty in the first round."""

    phase: Phase
    round: int
    hand: int
    leader: Seat | None
    turn: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    face_up: tuple[Card, ...] = ()
    piles: Mapping[str, int] = field(default_factory=dict)
    last_round: str = ""
    direction: Literal["", "clockwise", "counterclockwise"] = ""
    awaited: Awaited = "play"
    counts: Literal["hand", "trick"] = "hand"
    dealer: Seat | None = None
    maker: Seat | None = None
    trump: str | None = None
