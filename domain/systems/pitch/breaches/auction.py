"""Finds what is wrong with a call in Pitch: a bid, a pass, a shoot, or a card that is led instead of a bid."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import Seat, spoken
from domain.kernel.events import Event, PitchedAsBid
from domain.kernel.findings import Finding, named, open_finding, sealed_finding
from domain.kernel.values import replace
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.auction import Auction, Said
from domain.systems.pitch.play.calls import Called, may_be_over, said_of, word_of
from domain.systems.pitch.play.table import Deal, Pitch, fresh, next_dealer

SECTION: Final = "03 §4"


def check_called(table: Pitch, event: Event, act: Called) -> Iterator[Finding]:
    deal, seat, said = table.deal, act.seat, said_of(act)
    if seat not in table.account:
        return
    if deal.phase not in ("deal", "auction"):
        if not may_be_over(table, deal) and deal.phase != "score":
            yield open_finding("auction-over", f"{SECTION} AUCTION", event, f"{{{seat}}} called after the auction was over.", (seat,))
            return
        deal = fresh(table.rules, table.ring, next_dealer(table.ring, deal.dealer))
    auction = deal.auction
    if auction is None and deal.dealer is not None:
        auction = calling.opened(table.ring, deal.dealer)
    if auction is None:
        auction = Auction((seat,), seat)
        reason = calling.fault(table.rules, auction, seat, said)
        if reason == "out_of_range":
            yield _illegal(table, deal, event, seat, said, reason)
        return
    if seat != auction.turn:
        passed_by = _passed_by(table, auction, seat)
        if passed_by is None:
            yield _not_to_call(deal, auction, event, seat)
            return
        sentence = f"{{{seat}}} called, but no call is written down for {named(passed_by)}: this counts as a pass."
        yield open_finding("call-missing", "PI-42", event, sentence, passed_by, kind="gap")
        auction = replace(auction, turn=seat)
    reason = calling.fault(table.rules, auction, seat, said)
    if reason is not None:
        yield _illegal(table, deal, event, seat, said, reason)
    if isinstance(act, PitchedAsBid):
        if act.card not in deal.pack.suit_of:
            sentence = f"{spoken(act.card).capitalize()} is not in this pack."
            yield open_finding("not-in-pack", "03 §1 pack", event, sentence, (seat,), kind="contradiction")
        elif deal.knows_hand(seat) and act.card not in deal.hand(seat):
            sentence = f"{{{seat}}} did not hold {spoken(act.card)}: all cards of that hand are recorded."
            yield sealed_finding("card-not-held", "00 deferred", event, sentence, (seat,), kind="contradiction", private=deal.owners(seat))


def _passed_by(table: Pitch, auction: Auction[Seat], seat: Seat) -> tuple[Seat, ...] | None:
    """Return the seats that should have called before `seat` but have no recorded call. None if it cannot have been the turn of `seat`."""
    if auction.turn is None or auction.pitched or seat in auction.passed:
        return None
    order = auction.order
    at, turn = order.index(seat), order.index(auction.turn)
    if table.rules.auction == "one_turn":
        return None if seat in auction.spoken or at < turn else tuple(other for other in order[turn:at] if other not in auction.spoken)
    between = order[turn:at] if at > turn else (*order[turn:], *order[:at])
    return None if seat == auction.maker else tuple(other for other in between if other not in auction.passed)


def _not_to_call(deal: Deal, auction: Auction[Seat], event: Event, seat: Seat) -> Finding:
    later = tuple(sorted(deal.called_at.values()))[-1:]
    if seat in auction.passed:
        sentence = f"{{{seat}}} called again after passing."
        return open_finding(
            "already-passed", f"{SECTION} AUCTION", event, sentence, (seat,), others=(deal.called_at.get(seat, event.version),)
        )
    whose = "nobody's" if auction.turn is None else f"{{{auction.turn}}}'s"
    sentence = f"{{{seat}}} called although it was {whose} turn."
    return open_finding("call-out-of-turn", f"{SECTION} AUCTION", event, sentence, (seat,), others=later)


def _illegal(table: Pitch, deal: Deal, event: Event, seat: Seat, said: Said, reason: calling.Reason) -> Finding:
    rules, what = table.rules, "passed" if said == "pass" else f"called {word_of(said)}"
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
