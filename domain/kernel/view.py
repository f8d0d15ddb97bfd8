"""The table of any game as one viewer may see it. Every system describes its table as a `View`, which has all that a page needs to draw it.

Words such as `auction` come from fixed lists and may be compared. Text that is only for display comes from domain/words/."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from domain.kernel.cards import Card, Seat
from domain.kernel.events import Gamble, Kind, Ranks
from domain.kernel.viewers import Viewer

Phase = Literal[
    "setup",  # the first leader is not known yet
    "opener",  # the table chooses who opens
    "deal",  # the dealer deals
    "auction",  # the players bid
    "exchange",  # the players name trump, throw cards away and draw others
    "commit",  # the players place cards face down and say how they rank
    "select",  # the players lay cards face down
    "offer",  # the players offer cards face down
    "reveal",  # the players turn up the cards that they placed or laid
    "flip",  # the players turn up the cards that they offered
    "lead",  # a player must lead
    "turn",  # a player must play to the card led
    "play",  # tricks are played
    "stake",  # a player stakes units
    "base",  # a card is shown, against which the next card is guessed
    "guess",  # a player guesses what the hidden card is
    "turned",  # the hidden card is turned up
    "choice",  # the guess was right, and the player collects, passes or goes on
    "loss",  # a player lost the box, and decides how to go on
    "team_out",  # one side has left the deal, and the others show their cards
    "score",  # the deal is over and not scored yet
    "over",
    "abandoned",
]
"""The phases of all systems together; no system has all of them."""

Saying = Literal[
    "lowest", "middle", "highest", "bid", "pass", "shoot", "pitch", "maker", "out", "resurrected", "nil", "blind_nil", Gamble
]  # fmt: skip
"""What a player called or declared, in one word. `maker`: the player holds the bid, but nobody wrote down which bid. `nil`: the player bid
to take no trick. `blind_nil`: the same, bid before looking at the cards."""

Awaited = Literal["play", "call", "show", "stake", "guess", "choose"]
"""What the seats in `View.turn` must do: play or lay a card, call, show a card, stake units, guess, choose how to go on."""


@dataclass(frozen=True, slots=True)
class Said:
    """The current call of a seat. `amount`: the points bid; None if the call is not a bid. `doubled`: whether the bid was doubled. `kind`:
    the kind of the bid, in games where bids have one."""

    word: Saying
    amount: int | None = None
    doubled: bool = False
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a viewer sees it.

    `active`: whether the seat is still in the current round. `score`: None if it is not in the record. `cards`: the number of cards held.
    `hand`: the held cards that the record knows and the viewer may see; None if there are none. `placed`: whether a card is on the table in
    front of this seat. `card`: that card; None if the viewer may not see it.

    Of all players, only the player of this seat may see `hand` and `card`. With `hand_open` everyone may see `hand`, with `card_open`
    everyone may see `card`. `said`: the current call or bid. `piles`: the number of this seat's face-down cards in each pile, by name of
    the pile (`box`, `extras`). `side`: the number of the seat's team, from 0; None if there are no fixed teams. `bags`: the overtricks that
    count against the seat's side until they cost a penalty; None in games that keep none."""

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
    bags: int | None = None
    hand_open: bool = False
    card_open: bool = False

    def closed_to(self, viewer: Viewer) -> "SeatView":
        """Return the seat without the cards that this viewer may not see."""
        if ((self.hand_open or self.hand is None) and (self.card_open or self.card is None)) or viewer.owns(self.seat):
            return self
        return replace(self, hand=self.hand if self.hand_open else None, card=self.card if self.card_open else None)


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick of this deal that is complete. `plays`: seat, card and version of the event for each card, in order of play; the card is None
    if nobody remembers it, or if it is closed to the viewer. `winner`: None if nobody takes the trick, or if it is not known who does.
    `open`: whether its cards still lie open on the table. A trick that is turned over keeps its winner, and its cards are closed."""

    plays: tuple[tuple[Seat, Card | None, int], ...]
    winner: Seat | None
    open: bool = False

    def closed_to(self, viewer: Viewer) -> "TrickView":
        """Return the trick without the cards that this viewer may not see."""
        if self.open or viewer.sees_all or all(card is None for _, card, _ in self.plays):
            return self
        return replace(self, plays=tuple([(seat, None, version) for seat, _, version in self.plays]))


@dataclass(frozen=True, slots=True)
class DealSide:
    """What a deal brought one side, or one player where players are not partners. `bid`: the contract in words (`7`, `4 and nil`, `6 in
    hearts`), empty if the side had none or it is not known. `took`: the tricks of the side, in games that count books the books; None if
    not known. `made`: whether the side kept its whole bid; None if it had none, or if the record does not tell. In games with nils also
    `contract`: whether it made its contract, and `nil`: whether it made its nils; None if it had none."""

    seats: tuple[Seat, ...]
    points: int
    bid: str = ""
    took: int | None = None
    made: bool | None = None
    contract: bool | None = None
    nil: bool | None = None


@dataclass(frozen=True, slots=True)
class LastDeal:
    """The last deal that is over. `sides`: in order of their first seats; empty while the points of the deal are not known. `trick`: the
    last trick, if its last card ended the deal; `tricks`: its number."""

    number: int
    sides: tuple[DealSide, ...]
    tricks: int = 0
    trick: TrickView | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it now.

    `hand`: the number of the hand in this round, from 1; if `counts` is "trick", the number of the trick; if "guess", of the guess.
    `leader`: the seat that leads or led; None if there is no leader, or if the leader is not known. `winning`: the seat whose card wins the
    trick that lies on the table, whether or not it is complete; None if it is not known, and in games without tricks. `turn`: the seats
    that the table waits for. `awaited`: what these seats must do. `seats`: clockwise. `face_up`: the cards face up in this round, oldest
    first.

    `piles`: the number of face-down cards in each pile that belongs to no seat, by name (`stock`). `direction`: the direction of play,
    empty if it never changes. `dealer`: the seat that dealt. `maker`: the seat that holds the current bid. `trump`: the letter of the trump
    suit. `shared_bid`: whether partners bid one number together, so that one of them says it for both. `ranks`: which way the ranks run, in
    games where a bid decides it. `books`: how many books the maker's side and the other side have, in games that count books. The fields
    from `dealer` to `books` are None between deals, if not known, and in games that have no such thing. `base`: the card against which the
    next card is guessed. `at_stake`: the units that the next guess may win or lose. `base` is None if no card lies there, `at_stake` if no
    units are at stake or their number is not known. `last_round`: how the last round ended, in words, with seats as marks (`{0}`); empty in
    the first round. `last_deal`: the numbers of that, in games of deals; None in other games, before the first deal is over, and after a
    deal that was void. `tricks`: the complete tricks of this deal, in order."""

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
    counts: Literal["hand", "trick", "guess"] = "hand"
    dealer: Seat | None = None
    maker: Seat | None = None
    trump: str | None = None
    base: Card | None = None
    at_stake: int | None = None
    ranks: Ranks | None = None
    books: tuple[int, int] | None = None
    last_deal: LastDeal | None = None
    tricks: tuple[TrickView, ...] = ()
    winning: Seat | None = None
    shared_bid: bool = False
