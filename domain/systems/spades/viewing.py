"""What a viewer may see of a game of Spades: bids, contracts, bags, and what `domain.tricks.viewing` shows of every game of tricks.

Hands are sealed, won tricks closed, everything else public. Source: docs/rules/04_spades.md, Events."""

from collections.abc import Mapping
from functools import partial

from domain.kernel.cards import Seat
from domain.kernel.findings import named
from domain.kernel.values import replace
from domain.kernel.view import DealSide, Said, View
from domain.ledger import MISSING, UNSAID, Closed
from domain.system import Outcome, Viewer
from domain.systems.spades.play import takes
from domain.systems.spades.scoring import Call, is_nil
from domain.systems.spades.table import Spades, Summary, caller, calls_of, of_sides
from domain.tricks import viewing as tricks
from domain.tricks.play import takers
from domain.tricks.viewing import Seen
from domain.words.phrases import listed
from domain.words.tricks import bid


def view(table: Spades, viewer: Viewer) -> View:
    deal, bags = table.deal, table.rules.bag_limit > 0 or (table.rules.bags == "counted" and _every_bag(table))
    whose = {"deal": deal.dealer, "auction": caller(table, deal), "play": deal.turn}.get(deal.phase)
    seen = Seen(
        turn=() if whose is None else (whose,),
        maker=None,
        said=lambda seat: _said(table, seat),
        active=lambda _: True,
        last=_last_deal(table),
        lasts=table.playing and deal.begun,
        sides=table.rules.teams is not None,
        last_deal=tricks.last_deal(table, partial(_side, table)),
        bags=lambda seat: table.bags[table.account[seat]] if bags else None,
        may_win=takers(deal, deal.plays, takes(deal)),
        shared_bid=table.rules.bidders > 1,
    )
    return tricks.view(table, viewer, seen)


def _every_bag(table: Spades) -> bool:
    """Whether the record tells the bags of every deal that is over. They cannot be read from points that count no bags."""
    ledger = table.ledger
    return all(summary.tricks for summary in table.dealt) and not (ledger.numbers.get(MISSING) or any(ledger.brought.values()))


def _said(table: Spades, seat: Seat) -> Said | None:
    amount = table.deal.bids.get(seat) if table.playing else None
    if amount is None:
        return None
    if is_nil(table.rules, amount):
        return Said("blind_nil" if seat in table.deal.blind else "nil")
    return Said("bid", amount)


def _last_deal(table: Spades) -> str:
    """Return the result of the last deal as a sentence, in which `{1}` stands for seat 1; empty before the first deal is over."""
    if table.deal.voided:
        return f"The deal was void: {table.deal.voided}."
    if not table.ledger.closed:
        return ""
    last = table.ledger.closed[-1]
    if last.reason in UNSAID:
        return tricks.open_deal(last.number)
    summary = tricks.last_summary(table, table.dealt)
    return f"Deal {last.number}: {'; '.join(_of_side(table, last, summary, seats) for seats in tricks.seats_of_sides(table))}."


def _side(table: Spades, side: DealSide) -> DealSide:
    """Return the side with its bids and tricks in the last deal."""
    summary = tricks.last_summary(table, table.dealt)
    took = of_sides(table, summary.tricks) if summary is not None and summary.tricks else None
    if summary is None or took is None:
        return side
    total, kept = took[table.account[side.seats[0]]], summary.kept.get(side.seats[0])
    known = replace(side, bid=_bids(table, summary, [*side.seats], total), took=total)
    return known if kept is None else replace(known, made=kept.whole, contract=kept.contract, nil=kept.nil)


def bids_kept(table: Spades, most: int) -> Mapping[int, Mapping[Seat, bool]]:
    return tricks.bids_kept(table, table.dealt[-most:], lambda summary: {seat: kept.whole for seat, kept in summary.kept.items()})


def _bids(table: Spades, summary: Summary, seats: list[Seat], total: int) -> str:
    """Return the bids of a side in words: one number, `7`, unless one of them is nil, `4 and nil`, or `4 and nil (failed)`; empty if nobody
    bid. `total`: the tricks of the side."""
    calls = calls_of(seats, summary.bids, summary.blind, summary.tricks, total)
    if not calls:
        return ""
    if all(call.amount for call in calls):
        return str(sum(call.amount for call in calls))
    return listed([_bid(table, call) for call in calls])


def _bid(table: Spades, call: Call) -> str:
    failed = is_nil(table.rules, call.amount) and call.tricks
    return f"{bid(call.amount, blind=call.blind)}{' (failed)' if failed else ''}"


def _of_side(table: Spades, last: Closed, summary: Summary | None, seats: list[Seat]) -> str:
    """Return what the deal brought a side: `{0} and {2} bid 7, took 8: +71`."""
    points = f"{last.points.get(seats[0], 0):+d}"
    tricks = of_sides(table, summary.tricks) if summary is not None and summary.tricks else None
    if summary is None or tricks is None:
        return f"{named(seats)} {points}"
    took = tricks[table.account[seats[0]]]
    bids = _bids(table, summary, seats, took)
    return f"{named(seats)} {bids and f'bid {bids}, '}took {took}: {points}"


def plays_off(table: Spades) -> bool:
    totals = [*table.totals.values()]
    return table.rules.play_off and totals.count(max(totals)) > 1


def outcome(table: Spades) -> Outcome:
    return table.ledger.outcome(table.state, table.winners, running=table.deal.begun)
