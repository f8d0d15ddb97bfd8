"""Finds what is wrong with an event in Bid Whist. `check` is called with the table as it is before the event.

Every finding names its source and the events that prove it. The module `exchange` checks what the maker does before the play, and the
module `stated` what the players state about a deal. Source: docs/rules/05_bid_whist.md, BW-1 to BW-12; docs/rules/00_conventions.md."""

from collections.abc import Iterator
from typing import Final

from domain.kernel import events
from domain.kernel.cards import spoken
from domain.kernel.events import Event
from domain.kernel.findings import Finding, enough, named, open_finding
from domain.kernel.values import replace
from domain.systems.bid_whist.closing import ROUNDS
from domain.systems.bid_whist.exchange import PHASES, SOURCES, check_exchanged, unfinished_auction
from domain.systems.bid_whist.play import (
    Called,
    brought_to_play,
    cut_short,
    fault_of,
    opened_auction,
    renewed,
)
from domain.systems.bid_whist.proofs import FOLLOW, no_such_deal
from domain.systems.bid_whist.rules import HAND, bidding, following
from domain.systems.bid_whist.stated import check_stated
from domain.systems.bid_whist.table import BidWhist, Deal
from domain.systems.bid_whist.words import bid_words, kinds_words
from domain.tricks import breaches
from domain.tricks.auction import Auction, Reason, passed_by
from domain.tricks.breaches import about
from domain.tricks.following import denied
from domain.tricks.play import loosened
from domain.tricks.ring import next_dealer
from domain.tricks.sides import for_sides
from domain.words.phrases import many

_PLAY: Final = events.TricksAct | events.DealVoided | events.GameAbandoned


def check(table: BidWhist, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state != "open" and isinstance(act, _PLAY) and not isinstance(act, events.TricksStated):
        return (open_finding("after-the-end", PHASES, event, "The game was over before this."),)
    match act:
        case events.CardPlayed() if act.seat in table.account:
            wrong = enough(_played(table, event, act))
        case events.TrumpNamed() | events.KittyTaken() | events.CardsDiscarded() if act.seat in table.account:
            wrong = enough(check_exchanged(table, event, act))
        case events.CardsShown() if act.seat in table.account and table.playing:
            wrong = enough(_shown(table, event, act))
        case _:
            return enough(_other_act(table, event))
    return (*wrong, *no_such_deal(table, event, wrong))


def _other_act(table: BidWhist, event: Event) -> Iterator[Finding]:
    act, deal = event.act, table.deal
    match act:
        case events.BidMade() | events.BidPassed() if act.seat in table.account:
            yield from _called(table, event, act)
        case events.CardsDealt():
            yield from _dealt(table, event, act)
        case events.MisdealCalled(seat) if not deal.begun:
            yield about("nothing-to-void", PHASES, event, seat, "called a misdeal, but nothing had been dealt.")
        case events.MisdealCalled(seat, reason):
            if seat in table.account:
                due = dict.fromkeys(table.ring, HAND)
                yield from breaches.misdeal_denied(deal, event, act, due, (table.rules.kitty, 0), SOURCES)
            if reason == "cards":
                yield about("no-misdeal", PHASES, event, seat, "called a misdeal for bad cards: this game has no such rule.")
        case events.DealVoided() if table.playing and not deal.begun and not deal.voided:
            yield open_finding("nothing-to-void", PHASES, event, "Nothing of this deal had been recorded: there is nothing to void.")
        case events.PlayerJoined(seat):
            yield about("roster-fixed", "05 Schema players", event, seat, "cannot join: the table is full.")
        case events.PlayerLeft(seat) if seat not in table.account:
            yield about("not-seated", PHASES, event, seat, "is not at the table and cannot leave it.")
        case events.TricksStated():
            yield from check_stated(table, event, act)
        case _:
            yield from breaches.partners_unequal(table.account, event, "05 Schema sides")
            yield from ROUNDS.check(table, for_sides(table.account, event))


# --- the deal and the calls ---------------------------------------------------------------------------------------------------------------


def _dealt(table: BidWhist, event: Event, act: events.CardsDealt) -> Iterator[Finding]:
    deal, expected = table.deal, table.deal.dealer
    if deal.phase == "score":
        expected = next_dealer(table.ring, expected)
    elif deal.begun:
        expected = None  # nobody knows whether the unfinished deal counts, so nobody knows who deals next
        yield open_finding("deal-unfinished", PHASES, event, "Cards were dealt before the deal in progress was finished.", kind="gap")
    if expected is not None and act.dealer != expected:
        sentence = f"{{{act.dealer}}} dealt although it was {{{expected}}}'s deal."
        yield open_finding("wrong-dealer", PHASES, event, sentence, (act.dealer,))
    yield from breaches.misdealt(event, act, deal.pack, dict.fromkeys(table.ring, HAND), (table.rules.kitty, 0), SOURCES)


def _called(table: BidWhist, event: Event, act: Called) -> Iterator[Finding]:
    deal, seat = renewed(table) if table.deal.phase == "score" else table.deal, act.seat
    if isinstance(act, events.BidMade):
        yield from _impossible(table, event, act)
    if deal.phase not in ("deal", "auction"):
        yield about("auction-over", "05 Schema auction", event, seat, "called after the auction was over.")
        return
    auction = opened_auction(table.ring, deal.dealer) if deal.phase == "deal" else deal.auction
    if auction is None:
        return
    if seat != auction.turn:
        missed = passed_by(bidding(table.rules), auction, seat)
        if missed is None:
            yield breaches.call_out_of_turn(deal, auction, event, seat, SOURCES)
            return
        yield breaches.call_missing(event, seat, missed, bidding(table.rules), "00 recording model")
        auction = replace(auction, turn=seat)
    reason = fault_of(table, auction, act)
    if reason is not None and reason != "out_of_range":
        yield _illegal(table, deal, auction, event, act, reason)


def _impossible(table: BidWhist, event: Event, act: events.BidMade) -> Iterator[Finding]:
    """Yield findings about a bid that this game does not have."""
    rules = table.rules
    if not rules.bid_min <= act.amount <= rules.bid_max:
        what = f"bid {act.amount}: bids go from {rules.bid_min} to {rules.bid_max}."
        yield about("bid-out-of-range", "05 Schema bid_min", event, act.seat, what)
    if act.kind is None:
        what = f"bid {act.amount}, but nobody wrote down whether {kinds_words(rules.kind_order)}."
        yield about("kind-unsaid", "05 Schema kinds", event, act.seat, what, kind="gap")
    elif act.kind not in rules.kind_order:
        what = f"bid {bid_words(act.amount, act.kind)}: bids of this game are {kinds_words(rules.kind_order)}."
        yield about("no-such-bid", "05 Schema kinds", event, act.seat, what)


def _illegal(table: BidWhist, deal: Deal, auction: Auction, event: Event, act: Called, reason: Reason) -> Finding:
    what = "passed" if isinstance(act, events.BidPassed) else f"bid {bid_words(act.amount, act.kind)}"
    why, source = {
        "not_higher": ("that does not beat the current bid", "05 Schema kind_order"),
        "dealer_forced": (f"when all others have passed, the dealer must bid at least {table.rules.bid_min}", "05 Schema all_pass"),
        "exact_min": (f"when all others have passed, the dealer may only bid {table.rules.bid_min}", "05 Schema all_pass"),
    }.get(reason, ("a pass is final", "05 Schema auction"))
    others = [version for seat, version in deal.called_at.items() if seat == auction.maker and reason == "not_higher"]
    sentence = f"{{{act.seat}}} {what}: {why}."
    return open_finding("bid-" + reason.replace("_", "-"), source, event, sentence, (act.seat,), others=others)


# --- the play -----------------------------------------------------------------------------------------------------------------------------


def _played(table: BidWhist, event: Event, act: events.CardPlayed) -> Iterator[Finding]:
    """Yield findings about a played card. Calls and the exchange before the play count as done if nobody recorded them."""
    deal, seat, card = renewed(table) if table.deal.phase == "score" else table.deal, act.seat, act.card
    if deal.phase != "play":
        yield from unfinished_auction(table, deal, event)
        deal = brought_to_play(table, deal, seat)
    if any(play.seat == seat for play in deal.plays):
        missed = [other for other in table.ring if all(play.seat != other for play in deal.plays)]
        sentence = f"{{{seat}}} played twice before {named(missed)} had played: a card is missing in trick {len(deal.tricks) + 1}."
        yield open_finding("card-missing", PHASES, event, sentence, (seat, *missed), kind="gap")
        deal = cut_short(deal)
    if deal.turn is not None and seat != deal.turn:
        yield breaches.turn_taken(deal, event, seat, deal.turn, SOURCES)
    if act.extras:
        yield about("wrong-number-of-extras", FOLLOW, event, seat, f"played {many(1 + len(act.extras), 'card')} at once.")
    if card is None:
        return
    yield from breaches.from_hand(deal, event, seat, (card,), SOURCES)
    suit, rules = deal.pack.suit_of.get(card), loosened(deal, following(table.rules))
    if not deal.pack.named:
        if not deal.plays and not deal.tricks:
            what = f"led {spoken(card)}, but nobody wrote down {_UNSAID.get(deal.kind, _UNSAID[None])}."
            yield about("trump-unsaid", PHASES, event, seat, what, kind="gap")
    elif suit is not None:
        void = deal.voids.get(seat, {}).get(suit)
        if void is not None:
            yield _reneged(table, breaches.refuted(deal, event, seat, card, void, SOURCES))
        for finding in breaches.revoked(deal, event, act, rules, denied(rules, deal.led, suit), SOURCES):
            yield _reneged(table, finding)


_UNSAID: Final = {
    None: "what is trump and which way the ranks run",
    "high": "which suit is trump",
    "low": "which suit is trump",
    "no_trump": "which way the ranks run",
}


def _reneged(table: BidWhist, finding: Finding) -> Finding:
    """Return the finding about a renege. Its sentence also says how many books go to the other side by the rules of this table (BW-10)."""
    books = table.rules.renege_books
    if not books:
        return finding
    what = f"{many(books, 'book')} {'goes' if books == 1 else 'go'} to the other side"
    return replace(finding, sentence=f"{finding.sentence[:-1]}; for a renege {what}.")


def _shown(table: BidWhist, event: Event, act: events.CardsShown) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if not deal.begun:
        return
    yield from breaches.from_hand(deal, event, seat, act.cards, SOURCES)
    for card in act.cards:
        void = deal.voids.get(seat, {}).get(deal.pack.suit_of.get(card, ""))
        if void is not None and card not in deal.gone:
            yield _reneged(table, breaches.refuted(deal, event, seat, card, void, SOURCES))
    if act.purpose == "rest" and deal.phase == "play":
        sentence = f"{{{seat}}} showed the rest of the hand: the tricks of this deal still have to be entered."
        yield open_finding("rest-not-agreed", "00 claims", event, sentence, (seat,), kind="gap")
