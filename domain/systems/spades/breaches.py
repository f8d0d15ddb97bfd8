"""Finds what is wrong with an event in Spades. `check` is called with the table as it is before the event. The module `stated` checks what
the players state about a deal.

Every finding names its ruling and the events that prove it. If the record only leaves something out, the finding is at most a gap. Source:
docs/rules/04_spades.md; docs/rules/00_conventions.md, deferred checks."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel import events
from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.events import BidMade, CardPlayed, CardsDealt, CardsShown, Event
from domain.kernel.findings import Finding, enough, named, open_finding, sealed_finding
from domain.systems.spades.play import brought_to_play, is_late, renewed, taken
from domain.systems.spades.proofs import no_such_deal
from domain.systems.spades.stated import against_the_rules, blind_too_early, check_deal
from domain.systems.spades.statements import ROUNDS
from domain.systems.spades.table import (
    Deal,
    Spades,
    bidder,
    bids_itself,
    caller,
    due_before,
    following,
    is_forced,
    kept_back,
    too_low,
    unbid,
)
from domain.tricks import breaches as tricks
from domain.tricks.breaches import Sources, about
from domain.tricks.deal import Play
from domain.tricks.following import NO_VOIDS, denied
from domain.tricks.pack import TRUMP
from domain.tricks.sides import for_sides

BASE: Final = "04 Base game"
PULL: Final = "SP-5, SP-6"
SOURCES: Final = Sources(
    pack="04 Schema", deal=BASE, number="SP-12", auction="SP-14", play=BASE, leader="04 Schema", revoke="SP-11", early="SP-2, SP-3"
)
_PLAY: Final = events.TricksAct | events.DealVoided | events.GameAbandoned


def check(table: Spades, event: Event) -> tuple[Finding, ...]:
    act = event.act
    if table.state != "open":
        if isinstance(act, _PLAY) and not isinstance(act, events.TricksStated):
            return (open_finding("after-the-end", BASE, event, "The game was over before this."),)
        return tuple(_stated(table, event))
    match act:
        case CardPlayed() | CardsShown() if act.seat in table.account:
            wrong = enough(check_played(table, event, act) if isinstance(act, CardPlayed) else _shown(table, event, act))
            return (*wrong, *no_such_deal(table, event, wrong))
        case BidMade() if act.seat in table.account:
            return tuple(_bid(table, event, act))
        case _:
            return enough(_other_act(table, event))


def _other_act(table: Spades, event: Event) -> Iterator[Finding]:
    act = event.act
    match act:
        case CardsDealt():
            yield from _dealt(table, event, act)
        case events.MisdealCalled():
            yield from _misdeal(table, event, act)
        case events.DealVoided() if not table.deal.begun and not table.deal.voided:
            yield open_finding("nothing-to-void", "SP-12", event, "Nothing of this deal had been recorded: there is nothing to void.")
        case events.PlayerJoined(seat):
            yield about("roster-fixed", "04 Schema", event, seat, "cannot join: the table is full.")
        case events.PlayerLeft(seat) if seat not in table.account:
            yield about("not-seated", "04 Schema", event, seat, "is not at the table and cannot leave it.")
        case events.PlayerLeft(seat) if table.deal.begun:
            what = f"left in the middle of deal {table.ledger.round}. How the deal goes on is not written down yet."
            yield about("player-left", "04 Schema", event, seat, what, kind="gap")
        case _:
            yield from _stated(table, event)


def _stated(table: Spades, event: Event) -> Iterator[Finding]:
    """Yield findings about a statement or a ruling. What it says about one seat counts for the whole side of that seat."""
    yield from against_the_rules(table, event)
    if isinstance(event.act, events.TricksStated):
        yield from check_deal(table, event, event.act)
    else:
        yield from ROUNDS.check(table, for_sides(table.account, event))


# --- the deal and the bids ----------------------------------------------------------------------------------------------------------------


def _unfinished(deal: Deal, event: Event, what: str) -> Iterator[Finding]:
    """Yield a finding of the kind "gap" if `event` begins a new deal although `deal` was not finished or not scored. `what`: the first
    words of the finding."""
    if deal.phase == "score":
        sentence = f"{what} before the deal in progress was scored: bids or tricks of it are not written down."
        yield open_finding("deal-not-scored", "00 recording model", event, sentence, kind="gap")
    elif deal.begun:
        yield open_finding("deal-unfinished", BASE, event, f"{what} before the deal in progress was finished.", kind="gap")


def _dealt(table: Spades, event: Event, act: CardsDealt) -> Iterator[Finding]:
    deal = table.deal
    yield from _unfinished(deal, event, "Cards were dealt")
    expected = None if deal.begun and deal.phase != "score" else renewed(table).deal.dealer
    if expected is not None and act.dealer != expected:
        sentence = f"{{{act.dealer}}} dealt although it was {{{expected}}}'s deal."
        yield open_finding("wrong-dealer", BASE, event, sentence, (act.dealer,))
    yield from tricks.misdealt(event, act, deal.pack, dict.fromkeys(table.ring, table.rules.hand), (0, 0), SOURCES)


def _misdeal(table: Spades, event: Event, act: events.MisdealCalled) -> Iterator[Finding]:
    """Yield a finding if a player called a misdeal before anything was dealt, because of a bad hand, or after the first card was led
    (SP-12)."""
    deal = table.deal
    if not deal.begun:
        yield about("nothing-to-void", "SP-12", event, act.seat, "called a misdeal, but nothing had been dealt.")
        return
    if act.seat in table.account:
        yield from tricks.misdeal_denied(deal, event, act, dict.fromkeys(table.ring, table.rules.hand), (0, 0), SOURCES)
    if act.reason == "cards":
        yield about("no-misdeal", "SP-12", event, act.seat, "called a misdeal for bad cards: this game has no such rule.")
    elif deal.plays or deal.tricks:
        first = (*[trick.plays for trick in deal.tricks[:1]], deal.plays)[0][0].version
        yield about("misdeal-too-late", "SP-12", event, act.seat, "called a misdeal after the first card was led.", others=(first,))


def _bid(table: Spades, event: Event, act: BidMade) -> Iterator[Finding]:
    rules, deal, seat = table.rules, table.deal, act.seat
    said = f"bid {'nil' if act.amount == 0 else act.amount}"
    if act.kind is not None or (act.blind and not rules.allows(act.amount, blind=True)):
        what = "a kind" if act.kind is not None else "a blind bid"
        yield about("no-such-bid", "04 Schema", event, seat, f"{said} as {what}: this game has no such bid.")
    elif not rules.allows(act.amount, blind=bool(act.blind)):
        nil = ", and nil" if rules.nil and rules.bid_min else ""
        yield about("bid-out-of-range", "04 Schema", event, seat, f"{said}: bids go from {rules.bid_min} to {rules.bid_max}{nil}.")
    if bids_itself(table):
        yield about("bid-in-first-deal", "house rule", event, seat, f"{said}, but nobody bids in the first deal: it bids itself.")
        return
    if deal.phase == "score" and not is_late(table, deal, seat):
        yield from _unfinished(deal, event, "A bid was made")
        deal = renewed(table).deal
    before = bidder(table, deal.bids, seat)
    if before is not None:
        first = deal.called_at.get(before, event.version)
        yield about("bid-changed", "SP-14", event, seat, f"{said} after another bid: the first one counts.", others=(first,))
        return
    if rules.allows(act.amount) and too_low(table, {**deal.bids, seat: act.amount}, seat):
        team = table.seats_of(table.account[seat])
        sentence = f"{named(team)} bid less than {rules.team_bid_min} together, the least for a team."
        yield open_finding("bid-out-of-range", "house rule", event, sentence, team)
    if act.blind and rules.allows(act.amount, blind=True) and deal is table.deal:
        yield from blind_too_early(table, event, (seat,))
    turn = caller(table, deal)
    if is_late(table, deal, seat):
        yield about("call-out-of-turn", "SP-14", event, seat, f"{said} after the play had begun.")
    elif turn is not None and bidder(table, (turn,), seat) is None:
        yield about("call-out-of-turn", "SP-14", event, seat, f"{said} although it was {{{turn}}}'s turn.")


# --- the play -----------------------------------------------------------------------------------------------------------------------------


def check_played(table: Spades, event: Event, act: CardPlayed) -> Iterator[Finding]:
    """Yield the findings about a played card."""
    seat, deal = act.seat, table.deal
    if deal.phase != "play":
        if deal.phase == "score":
            yield from _unfinished(deal, event, "A card was played")
        deal = renewed(table).deal if deal.phase == "score" else deal
        if deal.phase == "auction":
            sentence = f"A card was played, but no bid is written down for {named(unbid(table, deal))}."
            yield open_finding("auction-unfinished", BASE, event, sentence, kind="gap")
        deal = brought_to_play(table, deal)
    if any(play.seat == seat for play in deal.plays):
        missed = [other for other in table.ring if all(play.seat != other for play in deal.plays)]
        sentence = f"{{{seat}}} played twice before {named(missed)} had played: a card is missing in trick {len(deal.tricks) + 1}."
        yield open_finding("card-missing", BASE, event, sentence, (seat, *missed), kind="gap")
        deal = taken(table, deal)
    if not deal.counts[seat]:
        yield about("no-such-card", "00 conservation", event, seat, "played a card but had none left in the hand.", kind="contradiction")
    elif deal.turn is not None and seat != deal.turn and not deal.for_clubs:
        yield tricks.turn_taken(deal, event, seat, deal.turn, SOURCES)
    for extra in act.extras or ():
        yield about("wrong-number-of-extras", BASE, event, seat, f"added {spoken(extra)} to the trick: each player plays one card.")
    if act.card is None:
        return
    yield from tricks.from_hand(deal, event, seat, (act.card,), SOURCES)
    yield from _refuted(deal, event, seat, act.card)
    suit, rules = deal.pack.suit_of.get(act.card), following(table.rules, deal)
    if suit is not None:
        asked = "the lowest club must be played to the first trick" if deal.for_clubs else ""
        yield from tricks.revoked(deal, event, act, rules, denied(rules, deal.led, suit), SOURCES, asked)
    if suit is not None and is_forced(table.rules, deal, suit):
        yield from _held_due(deal, event, seat, act.card)


def _refuted(deal: Deal, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield findings if a card that is played or shown from a hand proves that an earlier card of this hand was illegal."""
    void = deal.voids.get(seat, NO_VOIDS).get(deal.pack.suit_of.get(card, ""))
    if void is not None and card not in deal.gone:
        yield tricks.refuted(deal, event, seat, card, void, SOURCES)
    forced = kept_back(deal, seat).get(card)
    if forced is not None and card not in deal.gone:
        yield _due(deal, event, seat, forced.card, card, (forced.version, *_lead(deal, forced)), ())


def _lead(deal: Deal, play: Play) -> tuple[int, ...]:
    return tuple([first.version for first in deal.trick_of(play.version)[1][:1]])


def _held_due(deal: Deal, event: Event, seat: Seat, card: Card) -> Iterator[Finding]:
    """Yield findings if the hand holds a card that was due: a higher trump when the high joker was led (SP-5, SP-6), or a lower club in a
    first trick for clubs."""
    due = due_before(deal, card)
    for private, held in tricks.evidence(deal, seat, frozenset({deal.pack.suit_of[card]})):
        for other in [other for other in held if other in due and due_before(deal, other).isdisjoint(held)]:
            yield _due(deal, event, seat, card, other, [play.version for play in deal.plays[:1]], private)


def _due(deal: Deal, event: Event, seat: Seat, played: Card, held: Card, others: Iterable[int], private: Iterable[Seat]) -> Finding:
    what = f"played {spoken(played)} to the {{}} but held {spoken(held)}: the {{}} must be played"
    if deal.pack.suit_of[played] == TRUMP:
        rule, source, what = "pull-not-followed", PULL, what.format("high joker", "highest trump")
    else:
        rule, source, what = "low-club-not-played", "house rule", what.format("first trick", "lowest club")
    return sealed_finding(rule, source, event, f"{{{seat}}} {what}.", (seat,), others=others, private=private)


def _shown(table: Spades, event: Event, act: CardsShown) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if not deal.begun:
        return
    yield from tricks.from_hand(deal, event, seat, act.cards, SOURCES)
    for card in act.cards:
        yield from _refuted(deal, event, seat, card)
