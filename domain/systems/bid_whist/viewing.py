"""What a viewer may see of a game of Bid Whist: the contract, the books of both sides, the last deal in words.

Hands, kitty and discards are sealed; only the maker sees the kitty and knows the discards. If the rules say that the kitty is shown
(`kitty_shown`), everybody sees it. Source: docs/rules/05_bid_whist.md, Phases and events, Hidden and Public."""

from collections.abc import Collection, Mapping
from functools import partial

from domain.kernel.cards import Seat
from domain.kernel.events import Event, KittyTaken
from domain.kernel.findings import named
from domain.kernel.values import replace
from domain.kernel.view import DealSide, Said, View
from domain.ledger import UNSAID
from domain.system import Outcome, Viewer
from domain.systems.bid_whist.table import BidWhist, Deal, Summary
from domain.systems.bid_whist.words import contract_words
from domain.tricks import viewing as tricks
from domain.tricks.play import highest, takers
from domain.tricks.viewing import Seen
from domain.words.phrases import counted


def view(table: BidWhist, viewer: Viewer) -> View:
    deal = table.deal
    lasts = table.playing and deal.phase in ("auction", "exchange", "play")
    seen = Seen(
        turn=_turn(deal),
        maker=deal.maker if deal.maker is not None or deal.auction is None else deal.auction.maker,
        said=lambda seat: _said(deal, seat),
        active=lambda _: True,
        last=_last_deal(table),
        lasts=lasts,
        sides=True,
        may_win=takers(deal, deal.plays, highest(deal.pack)) if deal.pack.named else (),
        last_deal=tricks.last_deal(table, partial(_side, table)),
    )
    ranks = (deal.ranks or (deal.kind if deal.kind in ("high", "low") else None)) if lasts else None
    return replace(tricks.view(table, viewer, seen), ranks=ranks, books=_books(table, deal) if lasts else None)


def _turn(deal: Deal) -> tuple[Seat, ...]:
    caller = None if deal.auction is None else deal.auction.turn
    whose = {"deal": deal.dealer, "auction": caller, "exchange": deal.maker, "play": deal.turn}.get(deal.phase)
    return () if whose is None else (whose,)


def _said(deal: Deal, seat: Seat) -> Said | None:
    """Return what the table shows as the call of a seat: during the auction the last call of each seat, after the auction only the bid of
    the maker."""
    bid = deal.bids.get(seat)
    if deal.phase == "auction":
        return Said("pass") if deal.said.get(seat) == "pass" else None if bid is None else Said("bid", bid.level, kind=bid.kind)
    if seat != deal.maker or deal.phase == "deal":
        return None
    return Said("maker") if deal.bid is None else Said("bid", deal.bid.level, kind=deal.bid.kind)


def _books(table: BidWhist, deal: Deal) -> tuple[int, int] | None:
    """Return the books of the maker's side and of the other side; None before the play, and while they are not known. The book of the kitty
    counts as soon as it is clear whose it is."""
    if deal.phase != "play" or deal.maker is None or any(trick.winner is None for trick in deal.tricks):
        return None
    makers = table.account[deal.maker]
    won = [table.account[trick.winner] == makers for trick in deal.tricks if trick.winner is not None]
    kitty = [] if table.rules.kitty_is_book == "none" else [True] if table.rules.kitty_is_book == "maker" else won[:1]
    books = [*won, *kitty]
    return books.count(True), books.count(False)


def _last_deal(table: BidWhist) -> str:
    """Return the result of the last deal as a sentence, in which `{1}` stands for seat 1; empty before the first deal is over."""
    if table.deal.voided:
        return f"The deal was void: {table.deal.voided}."
    if not table.ledger.closed:
        return ""
    last = table.ledger.closed[-1]
    if last.reason in UNSAID:
        return tricks.open_deal(last.number)
    summary = tricks.last_summary(table, table.dealt)
    points = ", ".join(f"{{{seat}}} {number:+d}" for seat, number in sorted(last.points.items())) or "nothing for anyone"
    return f"Deal {last.number}: {'' if summary is None else _outcome(table, summary)}{points}."


def _side(table: BidWhist, side: DealSide) -> DealSide:
    """Return the side with its contract and books in the last deal, if it was the maker's."""
    summary = tricks.last_summary(table, table.dealt)
    if summary is None or summary.maker not in side.seats or summary.bid is None:
        return side
    return replace(side, bid=contract_words(*summary.bid, summary.trump, summary.ranks), took=summary.books, made=summary.made)


def bids_kept(table: BidWhist, most: int) -> Mapping[int, Mapping[Seat, bool]]:
    return tricks.bids_kept(table, table.dealt[-most:], partial(_kept, table))


def _kept(table: BidWhist, summary: Summary) -> Mapping[Seat, bool]:
    return {} if summary.made is None else tricks.of_maker(table, summary.maker, made=summary.made)


def _outcome(table: BidWhist, summary: Summary) -> str:
    if summary.maker is None or summary.bid is None or summary.books is None:
        return ""
    side = table.seats_of(table.account[summary.maker])
    contract = contract_words(*summary.bid, summary.trump, summary.ranks)
    books = counted(summary.books, "book")
    return f"{named(side)} {'made' if summary.made else 'were set at'} {contract} with {books}; "


def opens(event: Event, table: BidWhist, viewer: Viewer) -> Collection[str] | None:
    """Return the paths of the sealed values in `event` that the viewer may see now (`domain.tricks.viewing`)."""
    if isinstance(event.act, KittyTaken) and table.rules.kitty_shown:
        return ("cards",)
    return tricks.opens(event, table, viewer)


def outcome(table: BidWhist) -> Outcome:
    return table.ledger.outcome(table.state, table.winners, running=table.deal.begun)
