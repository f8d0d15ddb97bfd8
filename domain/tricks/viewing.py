"""What a viewer may see of a game of tricks: the table, and the sealed (hidden) values of old events. Hands, kitty, stock and face-down
discards are sealed. Face-up cards, tricks as they are played and their winners are public. When somebody leads to a trick, the trick before
it is turned over and not shown any more; the last trick of a deal is shown until the next deal is over (`last_deal`)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from domain.kernel.cards import UNKNOWN, Card, Seat
from domain.kernel.events import CardPlayed, CardsDealt, CardsDiscarded, CardsDrawn, Event, KittyTaken, StockSearched, StockTaken
from domain.kernel.view import DealSide, LastDeal, Said, SeatView, TrickView, View
from domain.kernel.viewers import own
from domain.ledger import UNSAID
from domain.system import Viewer
from domain.tricks.deal import Deal, Play, Trick, Tricks
from domain.tricks.sides import Side


class Numbered(Protocol):
    """The summary of a deal."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


class Seen(NamedTuple):
    """What only the system knows of its table. `turn`: the seats that the table waits for, as far as everybody can know them. `maker`: the
    seat that holds the bid. `said`: what is shown as the call of a seat. `active`: whether a seat is still in the deal. `last`: how the
    last deal ended, in words. `lasts`: whether a deal is in progress. `sides`: whether there are fixed teams. `face_up`: cards face up
    beside the trick; `shown`: in front of seats that have not played. `bags`: how many bags a seat's side has; None without bags.
    `may_win`: the seats that may win the trick in progress with the cards that lie there; one only if that is certain. `shared_bid`,
    `last_deal`: see `View`."""

    turn: tuple[Seat, ...]
    maker: Seat | None
    said: Callable[[Seat], Said | None]
    active: Callable[[Seat], bool]
    last: str
    lasts: bool
    sides: bool
    face_up: tuple[Card, ...] = ()
    shown: Mapping[Seat, Card] = {}
    bags: Callable[[Seat], int | None] = lambda _: None
    may_win: Collection[Seat | None] = ()
    shared_bid: bool = False
    last_deal: LastDeal | None = None


def view(table: Tricks, viewer: Viewer, seen: Seen) -> View:
    deal = table.deal
    won = Counter([trick.winner for trick in deal.tricks])
    lying = deal.plays or (deal.tricks[-1].plays if deal.tricks else ())  # the trick in progress; before its lead, the trick before it
    return View(
        phase=deal.phase if table.playing else "abandoned" if table.state == "abandoned" else "over",
        round=table.ledger.round if table.playing else max(1, table.ledger.round - 1),
        hand=len(deal.tricks) + 1,
        leader=deal.leader if deal.phase == "play" else None,
        turn=seen.turn if table.playing else (),
        seats=tuple([_seat(table, seat, viewer, seen, lying, won) for seat in table.ring]),
        face_up=(*seen.face_up, *(card for play in lying for card in (play.card, *play.extras) if card != UNKNOWN)),
        piles={name: number for name, number in (("stock", deal.stock), ("kitty", deal.kitty)) if number and table.playing},
        last_round=seen.last,
        awaited="call" if seen.lasts and deal.phase == "auction" else "play",
        counts="trick",
        dealer=deal.dealer if seen.lasts else None,
        maker=seen.maker if seen.lasts else None,
        trump=deal.trump if seen.lasts else None,
        last_deal=seen.last_deal,
        tricks=_complete(deal.tricks, opened := len(deal.tricks) - (not deal.plays), 0 if viewer.sees_all else opened),
        winning=_winning(deal, seen.may_win),
        shared_bid=seen.shared_bid,
    )


def _winning(deal: Deal, may_win: Collection[Seat | None]) -> Seat | None:
    if not deal.plays:
        return deal.tricks[-1].winner if deal.tricks else None
    return next(iter(may_win)) if len(may_win) == 1 else None


def _complete(tricks: tuple[Trick, ...], opened: int, shown: int) -> tuple[TrickView, ...]:
    """Return the complete tricks. Those from the index `opened` on still lie open: the last one, until somebody leads again. Those before
    the index `shown` are without their cards."""
    return tuple([_trick(trick, lies=number >= opened, shown=number >= shown) for number, trick in enumerate(tricks)])


def _trick(trick: Trick, *, lies: bool, shown: bool) -> TrickView:
    """Return a trick. `lies`: whether it still lies open; `shown`: whether the viewer gets its cards."""
    plays = tuple([(seat, card if shown and card != UNKNOWN else None, version) for seat, card, version, _ in trick.plays])
    return TrickView(plays, trick.winner, lies)


def _seat(table: Tricks, seat: Seat, viewer: Viewer, seen: Seen, lying: tuple[Play, ...], won: Mapping[Seat | None, int]) -> SeatView:
    deal = table.deal
    held = deal.hand(seat) if viewer.owns(seat) else ()  # other viewers do not see the hand, so it need not be sorted for them
    known = tuple([card for card in deal.pack.cards if card in held]) if held else ()
    return SeatView(
        seat=seat,
        active=seen.active(seat),
        score=table.ledger.score_of(seat),
        cards=deal.counts[seat] if deal.begun and seat not in deal.unsure else None,
        hand=known or None,
        placed=any(play.seat == seat and (deal.plays or play.card == UNKNOWN) for play in lying),
        card=next((None if play.card == UNKNOWN else play.card for play in lying if play.seat == seat), seen.shown.get(seat)),
        said=seen.said(seat),
        piles={"tricks": won.get(seat, 0)} if deal.tricks else {},
        card_open=True,
        side=table.account[seat] if seen.sides else None,
        bags=seen.bags(seat),
    )


def last_deal(table: Tricks, side_of: Callable[[DealSide], DealSide]) -> LastDeal | None:
    """Return the last deal that is over; None before the first one, and after a deal that was void. `side_of`: gets each side with its
    seats and points, and adds bid and tricks; it is not asked if a ruling gave the points."""
    if table.deal.voided or not table.ledger.closed:
        return None
    last, ended = table.ledger.closed[-1], table.ended
    sides: Iterable[DealSide] = ()
    if last.reason not in UNSAID:
        scored = [DealSide(tuple(seats), last.points.get(seats[0], 0)) for seats in seats_of_sides(table)]
        sides = scored if last.ruled else map(side_of, scored)
    if ended is None or ended.number != last.number:
        return LastDeal(last.number, tuple(sides))
    return LastDeal(last.number, tuple(sides), ended.tricks, _trick(ended.trick, lies=True, shown=True))


def seats_of_sides(table: Tricks) -> list[list[Seat]]:
    """Return the seats of each side, in the order of their first seats."""
    sides: dict[Side, list[Seat]] = {}
    for seat in table.ring:
        sides.setdefault(table.account[seat], []).append(seat)
    return list(sides.values())


def last_summary(table: Tricks, dealt: Sequence[S]) -> S | None:
    """Return the summary of the last deal that is over; None if it was not played, but stated or ruled. There must be such a deal. `dealt`:
    the summaries of the deals that were played, in order."""
    number = table.ledger.closed[-1].number
    return next((summary for summary in dealt[-1:] if summary.number == number), None)


def bids_kept(table: Tricks, dealt: Sequence[S], kept: Callable[[S], Mapping[Seat, bool]]) -> dict[int, Mapping[Seat, bool]]:
    """Return, by number of the deal, whether the bid of a seat's side was kept. `dealt`: the summaries of deals that were played. A deal
    whose points a ruling gave is left out. `kept`: gets a summary; returns the seats of the sides that had a bid, if the record tells."""
    ruled = {number for number, _ in table.ledger.ruled}
    return {summary.number: made for summary in dealt if summary.number not in ruled and (made := kept(summary))}


def of_maker(table: Tricks, maker: Seat | None, *, made: bool) -> dict[Seat, bool]:
    """Return `made` for the seats of the maker's side."""
    return {} if maker is None else dict.fromkeys(table.seats_of(table.account[maker]), made)


def open_deal(number: int) -> str:
    """Return the sentence that is shown for a deal whose points are not known yet."""
    return f"Deal {number}: its points are open, because nobody remembers a card."


def opens(event: Event, table: Tricks, viewer: Viewer) -> Collection[str] | None:
    """Return the paths of the sealed values in `event` that the viewer may see: cards of the viewer's own hand, but never of the dealt
    kitty or stock. Return None for a card in a closed trick (finished, with the next trick begun)."""
    act = event.act
    match act:
        case CardsDealt():
            return own("hands", viewer)
        case KittyTaken() | CardsDiscarded() | CardsDrawn() | StockTaken() | StockSearched() if viewer.owns(act.seat):
            return ("cards",)
        case CardPlayed() if in_closed_trick(table.deal, event.version):
            return None
        case _:
            return ()


def in_closed_trick(deal: Deal, version: int) -> bool:
    """Whether the event at `version` played a card to a finished trick, and the next trick has begun."""
    return version in _closed_plays(deal)


def _closed_plays(deal: Deal) -> frozenset[int]:
    closed = deal.tricks if deal.plays else deal.tricks[:-1]
    return frozenset([play.version for trick in closed for play in trick.plays])
