"""A table as one viewer may see it: what every system fills in, and all that a form has to know of it, whichever game it is.

Where a word stands for something, it is one of a closed list. What is to be shown and nothing else is in words (domain/words/).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from domain.kernel.cards import Card, Seat
from domain.kernel.viewers import Viewer

Phase = Literal[
    "setup",  # nobody knows yet who leads first
    "opener",  # somebody is to be chosen to open
    "deal",  # cards are to be dealt
    "auction",  # the players bid
    "exchange",  # trump is named, cards are thrown and drawn
    "commit",  # cards are placed face down, and called
    "select",  # cards are laid face down
    "offer",  # cards are offered face down
    "reveal",  # what was placed or laid is turned up
    "flip",  # what was offered is turned up
    "lead",  # somebody is to lead
    "turn",  # somebody is to play to what was led
    "play",  # tricks are played
    "loss",  # a box is lost, and its owner decides
    "team_out",  # one side has left, and the others show their cards
    "score",  # the deal is over and not scored yet
    "over",
    "abandoned",
]
"""Where a game is, of all systems together; none has all of them."""

Saying = Literal["lowest", "middle", "highest", "bid", "pass", "shoot", "pitch", "maker", "out", "resurrected"]
"""What a seat called or declared. `maker`: holds the bid, and nobody wrote down which."""

Awaited = Literal["play", "call", "show"]
"""What those whose turn it is are to do."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat said last, as far as it stands. `amount`: of a bid, in points, else None. `doubled`: the bid was doubled."""

    word: Saying
    amount: int | None = None
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    `active`: still in the current round. `cards`: number of cards held. `hand`: the cards held that the record knows and the viewer
    may see (None: none of them may be seen or known). `placed`: a card lies on the table before this seat; `card`: which, where it
    may be seen. Hand and card are for this seat alone unless `hand_open`, `card_open`: everyone may see them. `said`: the standing call
    or bid. `score`: None where the record does not say. `piles`: the seat's face-down counts by name (`box`, `extras`). `side`: the number
    of its team, from 0; None where there are no fixed teams.
    """

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
        """The seat without the cards that neither lie open nor are this viewer's."""
        if ((self.hand_open or self.hand is None) and (self.card_open or self.card is None)) or viewer.owns(self.seat):
            return self
        return replace(self, hand=self.hand if self.hand_open else None, card=self.card if self.card_open else None)


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it now.

    `hand`: the number of the hand in this round, from 1, or of the trick where it `counts` those. `leader`: who leads or led; None: nobody,
    or not known. `turn`: whom the table waits for; `awaited`: what they are to do. `seats` clockwise. `face_up`: cards open this round,
    oldest first. `piles`: face-down counts by name (`stock`). `direction`: which way play goes round, empty where it never changes.
    `dealer`: who dealt the cards of this deal, `maker`: who holds the bid that stands, `trump`: its suit, a letter of SUITS; each
    None between deals, where it is not known, and in games without it. `last_round`: the last ending in words, seats as in a finding's
    sentence; empty before the first.
    """

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
