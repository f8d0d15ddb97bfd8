"""Changes the table of Bid Whist as an event says (`evolve`): the deal, the calls, the kitty and the tricks. `closing` ends a deal.

`evolve` refuses nothing: an illegal act still moves the cards, and `breaches` reports it. Acts that the record leaves out, such as the deal
of the cards, passes or the kitty, are assumed to have followed the rules. Source: docs/rules/05_bid_whist.md, Phases and events."""

from domain.kernel import events
from domain.kernel.cards import UNKNOWN, Seat
from domain.kernel.events import Event
from domain.kernel.values import replace
from domain.ledger import Ledger
from domain.systems.bid_whist.closing import ROUNDS, left_open, settled, tricks_stated, voided
from domain.systems.bid_whist.rules import HAND, Ruleset, bidding, following, place, rules_of
from domain.systems.bid_whist.table import Bid, BidWhist, Deal, Step, contracted, fresh, leader_of
from domain.tricks import auction as calling
from domain.tricks.auction import Auction, Reason
from domain.tricks.deal import Play, carried
from domain.tricks.hands import in_sight, out_of_sight, received, thrown, with_hands, with_open
from domain.tricks.moves import moved, written
from domain.tricks.play import highest, laid, next_to_play, taken, takers
from domain.tricks.ring import from_left_of, next_dealer
from domain.tricks.sides import accounts, for_sides

Called = events.BidMade | events.BidPassed
Exchanged = events.TrumpNamed | events.KittyTaken | events.CardsDiscarded


def open_table(base: Ruleset, opened: events.GameOpened) -> BidWhist:
    ring, rules = tuple(seating.seat for seating in opened.seats), rules_of(base, opened.rules)
    ledger = Ledger(dict.fromkeys(ring, 0))
    return BidWhist(rules=rules, ring=ring, account=accounts(2, ring), ledger=ledger, deal=fresh(rules, ring, None))


def evolve(table: BidWhist, event: Event) -> BidWhist:
    act, version = event.act, event.version
    if table.state != "open":
        return ROUNDS.evolve(table, for_sides(table.account, event))
    if table.deal.held:
        table = carried(table, event, evolve, lambda table, version: left_open(table, table.deal, version))
    match act:
        case events.CardPlayed() if act.seat in table.account:
            return _played(table, act, version)
        case events.BidMade() | events.BidPassed() if act.seat in table.account:
            return _called(table, act, version)
        case events.TrumpNamed() | events.KittyTaken() | events.CardsDiscarded() if act.seat in table.account:
            return _exchanged(table, act, version)
        case events.CardsDealt(dealer) if dealer in table.account:
            return _dealt(table, act, version)
        case events.CardsShown(seat) if seat in table.account and table.deal.begun:
            deal = replace(table.deal, moves=table.deal.moves.plus(moved(act, version)))
            return replace(table, deal=with_open(deal, seat, act.cards))
        case events.MisdealCalled() if table.deal.begun:
            return voided(table, "misdeal")
        case events.DealVoided(reason):
            return voided(table, reason)
        case events.TricksStated():
            return tricks_stated(table, act, version)
        case _:
            return ROUNDS.evolve(table, for_sides(table.account, event))


def renewed(table: BidWhist) -> Deal:
    """Return the deal that begins now. If the current deal is over and waits for its score, the next dealer deals. If it is unfinished, it
    is dropped, and the same dealer deals again."""
    deal = table.deal
    if not deal.begun:
        return deal
    dealer = next_dealer(table.ring, deal.dealer) if deal.phase == "score" else deal.dealer
    return fresh(table.rules, table.ring, dealer)


def _dealt(table: BidWhist, act: events.CardsDealt, version: int) -> BidWhist:
    deal = with_hands(fresh(table.rules, table.ring, act.dealer), act, version, table.ring)
    deal = replace(deal, phase="auction", auction=opened_auction(table.ring, act.dealer))
    return replace(table, deal=deal, ledger=table.ledger.with_cards())


# --- the auction --------------------------------------------------------------------------------------------------------------------------


def opened_auction(ring: tuple[Seat, ...], dealer: Seat | None) -> Auction | None:
    """Return the auction before the first call; None if nobody knows the dealer."""
    order = from_left_of(ring, dealer)
    return None if dealer is None else Auction(order, order[0])


def fault_of(table: BidWhist, auction: Auction, act: Called) -> Reason | None:
    """Return why the call is illegal now; None if it is legal."""
    if isinstance(act, events.BidPassed):
        return calling.fault(bidding(table.rules), auction, act.seat, None)
    reason = calling.fault(bidding(table.rules), auction, act.seat, place(table.rules, act.amount, act.kind))
    lowest = table.rules.all_pass == "dealer_exact_min" and auction.falls_to(act.seat) and act.amount != table.rules.bid_min
    return "exact_min" if reason is None and lowest else reason


def _called(table: BidWhist, act: Called, version: int) -> BidWhist:
    deal = renewed(table) if table.deal.phase == "score" else table.deal
    if deal.phase not in ("deal", "auction"):
        return table
    seat, rules, bid = act.seat, table.rules, Bid(act.amount, act.kind) if isinstance(act, events.BidMade) else None
    auction = opened_auction(table.ring, deal.dealer) if deal.phase == "deal" else deal.auction
    said, bids = {**deal.said, seat: "pass" if bid is None else "bid"}, deal.bids if bid is None else {**deal.bids, seat: bid}
    deal = replace(deal, phase="auction", said=said, bids=bids, called_at={**deal.called_at, seat: version})
    if auction is None:
        return replace(table, deal=_called_without_dealer(table, deal, seat, bid))
    if bid is None:
        auction = calling.passed(auction, seat)
    else:
        reason = fault_of(table, replace(auction, turn=seat), act)
        auction = calling.bidden(auction, seat, reason, bid=place(rules, bid.level, bid.kind))
    over = rules.auction == "until_passed_out" and auction.bid >= bidding(rules).most
    deal = replace(deal, auction=calling.next_turn(bidding(rules), auction, seat, over=over))
    if deal.auction is not None and deal.auction.void:
        return replace(table, deal=_all_passed(table, deal.dealer))
    return replace(table, deal=held(table, deal) if deal.auction is not None and deal.auction.over else deal)


def _called_without_dealer(table: BidWhist, deal: Deal, seat: Seat, bid: Bid | None) -> Deal:
    """Return the deal after a call while nobody knows the dealer. The seat with the highest bid so far is the maker."""
    if bid is None:
        passed = len(deal.said) == len(table.ring) and not deal.bids
        return _all_passed(table, None) if passed else deal
    former = None if deal.maker is None else deal.bids[deal.maker]
    higher = former is None or place(table.rules, *bid) > place(table.rules, *former)
    return replace(deal, maker=seat) if higher else deal


def _all_passed(table: BidWhist, dealer: Seat | None) -> Deal:
    dealer = next_dealer(table.ring, dealer) if table.rules.all_pass == "redeal_next" else dealer
    return fresh(table.rules, table.ring, dealer, "all passed")


def forced(table: BidWhist, auction: Auction | None) -> bool:
    """Whether the dealer must bid, because all others have passed."""
    return auction is not None and auction.falls_to(auction.turn) and not table.rules.all_pass.startswith("redeal")


def held(table: BidWhist, deal: Deal, maker: Seat | None = None) -> Deal:
    """Return the deal after the auction. `maker`: the seat to take as the maker if the calls do not show who holds the bid."""
    auction = deal.auction
    if auction is not None and auction.maker is not None:
        maker = auction.maker
    elif auction is not None and forced(table, auction):
        maker = auction.dealer
    else:
        maker = maker if deal.maker is None else deal.maker
    bid = None if maker is None else deal.bids.get(maker)
    return contracted(table.rules, replace(deal, phase="exchange", maker=maker, bid=bid))


# --- the kitty ----------------------------------------------------------------------------------------------------------------------------


def begins_another_deal(table: BidWhist, act: Exchanged) -> bool:
    """Whether this act shows that a new deal has begun, although nobody wrote down its cards and calls."""
    return table.deal.phase == "score" and not isinstance(act, events.CardsDiscarded)


def may_name_late(deal: Deal) -> bool:
    """Whether trumps or direction may still be named during the first trick, because nobody wrote it down before."""
    return deal.phase == "play" and not deal.pack.named and not deal.tricks


def _exchanged(table: BidWhist, act: Exchanged, version: int) -> BidWhist:
    deal = renewed(table) if begins_another_deal(table, act) else table.deal
    if deal.phase in ("deal", "auction"):
        deal = held(table, deal, act.seat)
    if deal.phase == "exchange":
        deal = exchanged(table, deal, act, version)
        deal = opened_play(table, deal) if len(deal.done) == 3 else deal
    elif isinstance(act, events.TrumpNamed) and may_name_late(deal):
        deal = contracted(table.rules, deal, act)
    return replace(table, deal=deal, ledger=table.ledger.with_cards())


def exchanged(table: BidWhist, deal: Deal, act: Exchanged, version: int) -> Deal:
    """Return the deal after a step of the exchange, legal or not. If somebody throws cards, the kitty counts as taken."""
    seat, step = act.seat, step_of(act)
    match act:
        case events.TrumpNamed():
            deal = contracted(table.rules, deal, act)
        case events.KittyTaken():
            cards, number = written(act), deal.kitty
            deal = received(_with_kitty(deal, seat), seat, cards, number)
            deal = in_sight(deal, seat, cards) if table.rules.kitty_shown else deal
        case events.CardsDiscarded():
            deal = thrown(_with_kitty(deal, seat), act, version)
    if not isinstance(act, events.TrumpNamed):
        deal = replace(deal, moves=deal.moves.plus(moved(act, version, deal.counts[seat], trump=deal.pack.named)))
    return replace(deal, done=deal.done | ({"kitty", "throw"} if step == "throw" else {step}))


def step_of(act: Exchanged) -> Step:
    return "name" if isinstance(act, events.TrumpNamed) else "kitty" if isinstance(act, events.KittyTaken) else "throw"


def _with_kitty(deal: Deal, seat: Seat) -> Deal:
    return replace(deal, kitty=0, counts={**deal.counts, seat: deal.counts[seat] + deal.kitty})


# --- the tricks ---------------------------------------------------------------------------------------------------------------------------


def brought_to_play(table: BidWhist, deal: Deal, seat: Seat) -> Deal:
    """Return the deal at the start of its play; the auction and the exchange count as done. `seat`: the seat that leads. If the calls do
    not show who is the maker and the rules let the maker lead, this seat counts as the maker."""
    if deal.phase in ("deal", "auction"):
        deal = held(table, deal, seat if table.rules.first_leader == "maker" else None)
    return opened_play(table, deal) if deal.phase == "exchange" else deal


def opened_play(table: BidWhist, deal: Deal) -> Deal:
    """Return the deal at the start of its play. If no thrown cards are recorded, the maker still counts as having thrown some, so nobody
    knows the maker's hand any more. If nobody knows who the maker is, no hand is known any more."""
    if "throw" not in deal.done:
        whose = table.ring if deal.maker is None else (deal.maker,)
        known = {seat: cards for seat, cards in deal.known.items() if seat not in whose}
        counts = {seat: min(number, HAND) for seat, number in deal.counts.items()}
        left = out_of_sight(deal.open, whose)
        deal = replace(deal, kitty=0, counts=counts, thrown=table.rules.kitty, known=known, open=left, done=deal.done | {"throw"})
    leader = leader_of(table, deal)
    return replace(deal, phase="play", leader=leader, turn=leader)


def _played(table: BidWhist, act: events.CardPlayed, version: int) -> BidWhist:
    deal = renewed(table) if table.deal.phase == "score" else table.deal
    if deal.phase != "play":
        deal = brought_to_play(table, deal, act.seat)
    table = replace(table, deal=played(table, deal, act, version), ledger=table.ledger.with_cards())
    return settled(table, version) if is_over(table.deal) else table


def played(table: BidWhist, deal: Deal, act: events.CardPlayed, version: int) -> Deal:
    """Return the deal after a card was played, legal or not. If a player already has a card in the trick, this card begins the next
    trick."""
    seat = act.seat
    if any(play.seat == seat for play in deal.plays):
        deal = cut_short(deal)
    turn = next_to_play(deal, table.ring, seat)
    deal = laid(deal, Play(seat, act.card or UNKNOWN, version), following(table.rules), turn)
    if turn is not None:
        return deal
    may_win = takers(deal, deal.plays, highest(deal.pack)) if deal.pack.named and len(deal.plays) == len(table.ring) else ()
    winner = next(iter(may_win)) if len(may_win) == 1 else None
    return taken(deal, winner, winner if winner is not None and deal.counts[winner] > 0 else None)


def cut_short(deal: Deal) -> Deal:
    """Return the deal with its unfinished trick closed, without a winner."""
    return taken(deal, None, None)


def is_over(deal: Deal) -> bool:
    """Whether all tricks of the deal are played."""
    return not deal.plays and (len(deal.tricks) >= HAND or not any(deal.counts.values()))
