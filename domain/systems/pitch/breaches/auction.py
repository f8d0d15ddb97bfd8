"""Finds what is wrong with a call in Pitch: a bid, a pass, a shoot, or a card that is led instead of a bid."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import Seat, spoken
from domain.kernel.events import BidMade, Event, PitchedAsBid
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.systems.pitch.breaches.play import SOURCES, not_over
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.auction import Auction, Said
from domain.systems.pitch.play.calls import Called, may_be_over, said_of
from domain.systems.pitch.play.table import Deal, Pitch, fresh
from domain.tricks.auction import Reason, passed_by
from domain.tricks.breaches import about, call_missing, call_out_of_turn
from domain.tricks.ring import next_dealer

SECTION: Final = "03 §4"


def check_called(table: Pitch, event: Event, act: Called) -> Iterator[Finding]:
    deal, seat, said = table.deal, act.seat, said_of(act)
    if seat not in table.account or (said == "pass" and _pitched(deal)):
        return
    if isinstance(act, BidMade) and act.kind is not None:
        yield about("no-such-bid", SECTION, event, seat, f"bid {said} of a kind: bids of this game are only numbers.")
    if deal.phase not in ("deal", "auction"):
        if not may_be_over(table, deal) and deal.phase != "score":
            yield about("auction-over", f"{SECTION} AUCTION", event, seat, "called after the auction was over.")
            return
        yield from not_over(table, deal, event)
        deal = fresh(table.rules, table.ring, next_dealer(table.ring, deal.dealer))
    auction = deal.auction or calling.opened(table.ring, deal.dealer)
    if auction is None:
        auction = Auction((seat,), seat)
        reason = calling.fault(table.rules, auction, seat, said)
        if reason == "out_of_range":
            yield _illegal(table, deal, event, seat, said, reason)
        return
    if seat != auction.turn:
        missed = None if auction.pitched else passed_by(calling.bidding(table.rules), auction, seat)
        if missed is None:
            yield call_out_of_turn(deal, auction, event, seat, SOURCES)
            return
        source = "PI-42" if table.rules.auction == "one_turn" else f"{SECTION} AUCTION"
        yield call_missing(event, seat, missed, calling.bidding(table.rules), source)
        auction = replace(auction, turn=seat)
    reason = calling.fault(table.rules, auction, seat, said)
    if reason is not None:
        yield _illegal(table, deal, event, seat, said, reason)
    if isinstance(act, PitchedAsBid):
        if act.card not in deal.pack.suit_of:
            sentence = f"{spoken(act.card).capitalize()} is not in this pack."
            yield open_finding("not-in-pack", "03 §1 pack", event, sentence, (seat,), kind="contradiction")
        elif deal.knows_hand(seat) and act.card not in deal.hand(seat):
            what = f"did not hold {spoken(act.card)}: all cards of that hand are recorded."
            yield about("card-not-held", "00 deferred", event, seat, what, kind="contradiction", private=deal.owners(seat))


def _pitched(deal: Deal) -> bool:
    """Whether a card was led instead of a call in this deal. Passes that are recorded after that card break no rule (PI-48)."""
    return deal.phase != "score" and (deal.took_over or (deal.auction is not None and deal.auction.pitched))


def _illegal(table: Pitch, deal: Deal, event: Event, seat: Seat, said: Said, reason: Reason) -> Finding:
    rules, what = table.rules, "passed" if said == "pass" else f"called {said}"
    others = [version for other, version in deal.called_at.items() if other == (deal.auction and deal.auction.maker)]
    why = {
        "out_of_range": f"bids go from {rules.bid_min} to {rules.bid_max}" + ("" if rules.shoot_kind == "none" else ", and a shoot"),
        "not_higher": "that does not beat the current bid",
        "dealer_forced": "when all others have passed, the dealer must take the bid",
        "exact_min": f"when all others have passed, the dealer may only bid {rules.bid_min}"
        + (" or shoot" if rules.all_pass == "dealer_min_or_shoot" else ""),
        "already_passed": "a pass is final",
        "not_your_turn": "it was not that player's turn",
    }[reason]
    source = {"not_higher": "PI-9, 03 §4", "dealer_forced": "PI-7, 03 §1 all_pass", "exact_min": "03 §1 all_pass"}.get(reason, SECTION)
    rule = "bid-" + reason.replace("_", "-")
    return open_finding(rule, source, event, f"{{{seat}}} {what}: {why}.", (seat,), others=others if reason == "not_higher" else ())
