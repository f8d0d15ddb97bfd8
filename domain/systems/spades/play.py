"""Changes the table of Spades as an event says (`evolve`).

`evolve` refuses nothing: an illegal act still moves the cards, and `breaches` reports it. An act that the record leaves out, such as the
deal of the cards or a bid, counts as done. Source: docs/rules/04_spades.md, Events; SP-2, SP-3, SP-5, SP-7, SP-11, SP-12, SP-14."""

from typing import Final

from domain.kernel import events
from domain.kernel.cards import UNKNOWN, Seat
from domain.kernel.events import BidMade, CardPlayed, CardsDealt, CardsShown, Event
from domain.kernel.values import replace
from domain.ledger import Ledger
from domain.system import Deals
from domain.systems.spades.ruleset import ruleset_of
from domain.systems.spades.statements import ROUNDS, closed, deal_stated, left_open, renege, voided
from domain.systems.spades.table import CLUBS, Deal, Spades, bidder, bids_itself, following, fresh, is_forced, unbid, won
from domain.tricks import play as tricks
from domain.tricks.deal import Play, carried
from domain.tricks.hands import with_hands, with_open
from domain.tricks.moves import moved
from domain.tricks.pack import TRUMP
from domain.tricks.ring import clockwise, from_left_of, next_dealer
from domain.tricks.sides import accounts, for_sides

RENEGES: Final = frozenset({"revoke-claimed", "revoke", "renege"})
"""The kinds of an irregularity by which the table calls a renege (SP-11)."""


def open_table(opened: events.GameOpened) -> Spades:
    ring = tuple(seating.seat for seating in opened.seats)
    rules = ruleset_of(opened.rules)
    account = accounts(rules.teams, ring)
    ledger = Ledger(dict.fromkeys(ring, 0))
    return Spades(
        rules=rules, ring=ring, account=account, ledger=ledger, deal=fresh(rules, ring, None), bags=dict.fromkeys(account.values(), 0)
    )


def evolve(table: Spades, event: Event) -> Spades:
    act = event.act
    if isinstance(act, events.IrregularityCalled):
        called = act.seat in table.account and act.kind in RENEGES and table.rules.renege_three_books
        return renege(table, act.seat, event.version) if called and act.seat is not None else table
    if table.state != "open":
        return ROUNDS.evolve(table, for_sides(table.account, event))
    if table.deal.held:
        table = carried(table, event, evolve, lambda table, version: left_open(table, table.deal, version))
    match act:
        case CardPlayed(seat) if seat in table.account:
            return _played(table, act, event.version)
        case BidMade(seat) if seat in table.account:
            return _called(table, act, event.version)
        case CardsDealt(dealer) if dealer in table.account:
            table = renewed(table)
            deal = with_hands(fresh(table.rules, table.ring, dealer), act, event.version, table.ring)
            deal = opened_play(table, deal) if bids_itself(table) else replace(deal, phase="auction")
            return replace(table, deal=deal, ledger=table.ledger.with_cards())
        case CardsShown(seat) if seat in table.account and table.deal.begun:
            deal = replace(table.deal, moves=table.deal.moves.plus(moved(act, event.version)))
            return replace(table, deal=with_open(deal, seat, act.cards))
        case events.MisdealCalled() if table.deal.begun:
            return voided(table, "misdeal")
        case events.DealVoided(reason):
            return voided(table, reason)
        case events.TricksStated():
            return deal_stated(table, act, event.version)
        case _:
            return ROUNDS.evolve(table, for_sides(table.account, event))


def renewed(table: Spades) -> Spades:
    """Return the table before the first event of another deal. If the current deal is not over, it is dropped."""
    deal = table.deal
    if not deal.begun:
        return table
    dealer = next_dealer(table.ring, deal.dealer) if deal.phase == "score" else deal.dealer
    return replace(table, deal=fresh(table.rules, table.ring, dealer))


# --- the bids -----------------------------------------------------------------------------------------------------------------------------


def is_late(table: Spades, deal: Deal, seat: Seat) -> bool:
    """Whether a bid of `seat` now would belong to this deal although its play has begun or is over."""
    return deal.phase == "play" or (deal.phase == "score" and bool(deal.bids) and bidder(table, deal.bids, seat) is None)


def _called(table: Spades, act: BidMade, version: int) -> Spades:
    """Return the table after a bid. The first bid of a seat, or of a team that bids one number, counts (SP-14). In a deal that bids itself,
    no bid counts."""
    if bids_itself(table):
        return table
    if table.deal.phase == "score" and not is_late(table, table.deal, act.seat):
        table = renewed(table)
    deal, seat = table.deal, act.seat
    if bidder(table, deal.bids, seat) is not None:
        return table
    deal = replace(
        deal,
        phase="auction" if deal.phase == "deal" else deal.phase,
        bids={**deal.bids, seat: act.amount},
        blind=deal.blind | {seat} if act.blind else deal.blind,
        said={**deal.said, seat: str(act.amount)},
        called_at={**deal.called_at, seat: version},
    )
    if deal.phase == "score":
        return _settled(replace(table, deal=deal), version)
    return replace(table, deal=opened_play(table, deal) if deal.phase == "auction" and not unbid(table, deal) else deal)


def opened_play(table: Spades, deal: Deal) -> Deal:
    """Return the deal at the start of the play."""
    first = deal.dealer if table.rules.first_leader == "dealer" or deal.dealer is None else from_left_of(table.ring, deal.dealer)[0]
    return replace(deal, phase="play", leader=first, turn=first)


# --- the play -----------------------------------------------------------------------------------------------------------------------------


def brought_to_play(table: Spades, deal: Deal) -> Deal:
    """Return the deal at the start of its play. Missing bids do not prevent this, because the players may state them later."""
    return opened_play(table, deal) if deal.phase in ("deal", "auction") else deal


def _played(table: Spades, act: CardPlayed, version: int) -> Spades:
    if table.deal.phase != "play":
        table = renewed(table) if table.deal.phase == "score" else table
        table = replace(table, deal=brought_to_play(table, table.deal), ledger=table.ledger.with_cards())
    table = replace(table, deal=played(table, table.deal, act, version))
    deal = table.deal
    over = not deal.plays and deal.turn is None and not any(deal.counts.values())
    return _settled(table, version) if over else table


def _settled(table: Spades, version: int) -> Spades:
    tricks_won = won(table.deal)
    whole = sum(tricks_won.values()) == table.rules.hand
    return closed(table, table.deal, tricks_won if whole else table.deal.stated, version, derived=whole)


def played(table: Spades, deal: Deal, act: CardPlayed, version: int) -> Deal:
    """Return the deal after a card is played. `deal` must be in the phase `play`."""
    seat = act.seat
    if any(play.seat == seat for play in deal.plays):
        deal = taken(table, deal)
    play, turn = Play(seat, act.card or UNKNOWN, version, act.extras or ()), tricks.next_to_play(deal, table.ring, seat)
    now = _shown_by(table, deal, tricks.laid(deal, play, following(table.rules, deal), turn), play)
    return now if turn is not None else taken(table, now)


def _shown_by(table: Spades, before: Deal, deal: Deal, play: Play) -> Deal:
    """Return `deal` with what the card of `play` shows: whether spades are broken, and which trump or club the seat played when it had no
    choice. `deal` already has the card on the table; `before` is the deal without the card."""
    rules, seat = table.rules, play.seat
    if play.card == UNKNOWN:
        return deal
    suit = deal.pack.suit_of.get(play.card)
    if suit is not None and is_forced(rules, before, suit):
        deal = replace(deal, forced={**deal.forced, seat: (*deal.forced.get(seat, ()), play)})
    if suit != TRUMP:
        return replace(deal, opened=deal.opened - {seat}, exposed=True) if seat in deal.opened else deal
    if deal.trumped or rules.breaking == "none":
        return deal
    if rules.broken_by == "any_spade_played" or (before.plays and before.led != TRUMP):
        return replace(deal, trumped=True, opened=frozenset())
    return replace(deal, opened=deal.opened | {seat}) if not before.plays else deal


def taken(table: Spades, deal: Deal) -> Deal:
    """Return the deal with the trick given to its winner, who leads next. If the winner has no card left, the next player who still has a
    card leads. If a card that nobody remembers may have won, nobody knows who leads."""
    winner, *others = tricks.takers(deal, deal.plays, takes(deal))
    if others:
        return tricks.taken(deal, None, None)
    heirs = [seat for seat in clockwise(table.ring, winner) if deal.counts[seat] > 0]
    return tricks.taken(deal, winner, heirs[0] if heirs else None)


def takes(deal: Deal) -> tricks.Takes:
    """Return the function by which the best card takes the current trick. In a first trick for clubs, that is the highest club."""
    best, suit_of = tricks.highest(deal.pack), deal.pack.suit_of
    if not deal.for_clubs:
        return best
    return lambda plays: best([play for play in plays if suit_of.get(play[1]) == CLUBS] or plays)


# --- whether nothing of a deal is missing -------------------------------------------------------------------------------------------------


def begins(table: Spades, event: Event) -> bool:
    """Whether the event certainly begins another deal: the cards are dealt, a deal is stated, or the first bid is made."""
    match event.act:
        case CardsDealt() | events.TricksStated():
            return True
        case BidMade(seat):
            early = table.deal.phase == "deal" or (table.deal.phase == "score" and not is_late(table, table.deal, seat))
            return early and not bids_itself(table)
        case _:
            return False


DEALS: Final[Deals[Spades]] = Deals(begins, lambda table, recorded: tricks.whole(table.ring, table.rules.hand, recorded))
