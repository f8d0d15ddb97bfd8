"""Changes the table by the calls of a deal, and begins the next deal. A record may leave out the cards dealt, passes, and who deals."""

from collections.abc import Collection
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.events import BidMade, BidPassed, DealStated, Event, PitchedAsBid, ResultStated, RoundStated, ScoreStated, ShootCalled
from domain.kernel.values import replace
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.auction import Auction, Said
from domain.systems.pitch.play.closing import left_open, settled
from domain.systems.pitch.play.playing import cut_short, opened_play
from domain.systems.pitch.play.table import Deal, Pitch, Pitched, fresh, with_deal
from domain.tricks.hands import in_sight
from domain.tricks.moves import Moved
from domain.tricks.pack import TRUMP
from domain.tricks.ring import next_dealer

Called = BidMade | BidPassed | ShootCalled | PitchedAsBid
_SAID: Final[dict[type, Said]] = {BidPassed: "pass", ShootCalled: "shoot", PitchedAsBid: "pitch"}


def renewed(table: Pitch, version: int) -> Pitch:
    """Return the table ready for another deal. The deal in progress is scored if its play may be over. If cards were played and it cannot
    be over, its points stay open (PI-51). Without a card it is dropped."""
    deal = table.deal
    if may_be_over(table, deal):
        table = with_deal(table, cut_short(table, deal)) if deal.plays else table
        table = settled(table, version)
    elif deal.phase == "play" and (deal.tricks or deal.plays):
        table = left_open(table, deal, version)
    deal = table.deal
    if table.state != "open" or not deal.begun:
        return table
    dealer = next_dealer(table.ring, deal.dealer) if deal.phase == "score" else deal.dealer
    return replace(table, deal=fresh(table.rules, table.ring, dealer))


def may_be_over(table: Pitch, deal: Deal) -> bool:
    """Whether the play may be over although the record does not show it: a hand may have no card left, or players may be out. It is not
    over while everybody knows that some hand holds a card that must still be played (PI-51)."""
    if deal.phase == "team_out":
        return True
    if deal.phase != "play" or not (deal.tricks or deal.plays) or not (deal.unsure or table.rules.drop_out != "never"):
        return False
    return not any(still_to_play(table, deal, seat, [card for card in deal.open if deal.open[card] == seat]) for seat in table.ring)


def still_to_play(table: Pitch, deal: Deal, seat: Seat, held: Collection[Card]) -> bool:
    """Whether the hand of `seat` certainly holds a card that must still be played: any card, or a trump where players without one leave the
    deal. `held`: the cards that are known to be in it. A player who was declared out plays no more. A known card may also be one that was
    played and that nobody remembers."""
    if seat in deal.out - deal.silent or seat in deal.forgotten:
        return False
    if table.rules.drop_out == "never":
        return bool(held)
    came, shown = deal.plain.get(seat, (deal.counts[seat], 0))
    return deal.counts[seat] > came - shown or not deal.pack.of_suit[TRUMP].isdisjoint(held)


def ended_by_word(table: Pitch, event: Event) -> Pitch:
    """Return the table as it is before the event. If nobody remembers a card of the deal in progress, the record may not show that the deal
    is over. The event shows it if it states other totals, a later deal or the result; then the deal is closed first."""
    deal, act = table.deal, event.act
    if not (deal.forgotten and may_be_over(table, deal)):
        return table
    match act:
        case ScoreStated(scores):
            ledger = table.ledger  # another total can come from an earlier deal whose points are open
            over = any(ledger.scores.get(seat, number) != number and not ledger.lacks(seat) for seat, number in scores.items())
        case RoundStated(number) | DealStated(number):
            over = number > table.ledger.round
        case _:
            over = isinstance(act, ResultStated)
    return renewed(table, event.version) if over else table


def said_of(act: Called) -> Said:
    return act.amount if isinstance(act, BidMade) else _SAID[type(act)]


def called(table: Pitch, act: Called, version: int) -> Pitch:
    deal, said = table.deal, said_of(act)
    if deal.phase not in ("deal", "auction"):
        if not may_be_over(table, deal) and deal.phase != "score":
            return table
        table = renewed(table, version)
        deal = table.deal
        if table.state != "open":
            return table
    before = deal.auction if deal.phase == "auction" else calling.opened(table.ring, deal.dealer)
    words, versions = {**deal.said, act.seat: str(said)}, {**deal.called_at, act.seat: version}
    if before is None:
        deal = replace(deal, phase="auction", said=words, called_at=versions)
        return replace(table, deal=_called_without_dealer(table, deal, act, version))
    auction = calling.called(table.rules, before, act.seat, said)
    doubled = deal.doubled if (before.maker, before.bid, before.shoot) == (auction.maker, auction.bid, auction.shoot) else None
    deal = replace(deal, phase="auction", said=words, called_at=versions, auction=auction, doubled=doubled)
    deal = _pitched(deal, act, auction, version)
    if auction.void:
        dealer = next_dealer(table.ring, deal.dealer) if table.rules.all_pass == "redeal_next" else deal.dealer
        return replace(table, deal=fresh(table.rules, table.ring, dealer, "all passed"))
    return replace(table, deal=held(table, deal, auction.maker) if auction.over else deal)


def _called_without_dealer(table: Pitch, deal: Deal, act: Called, version: int) -> Deal:
    """Return the deal after a call, when nobody knows the dealer. The player who bid last holds the bid. If all pass, the deal is void."""
    said = said_of(act)
    if said == "pass":
        void = len(deal.said) == len(table.ring) and set(deal.said.values()) == {"pass"}
        return fresh(table.rules, table.ring, None, "all passed") if void else deal
    pitched = Pitched(act.seat, act.card, version, act.trump) if isinstance(act, PitchedAsBid) else None
    bid = calling.amount(table.rules, said)
    return replace(deal, maker=act.seat, bid=bid, shoot=calling.is_shoot(table.rules, said), pitched=pitched, doubled=None)


def _pitched(deal: Deal, act: Called, auction: Auction, version: int) -> Deal:
    """Return the deal after a call. A pitch that holds the bid is noted. The card of a beaten pitch goes back to the hand, open (PI-39)."""
    before = deal.pitched
    if before is not None and auction.maker != before.seat:
        shown = Moved(before.version, "shown", before.seat, (before.card,))
        deal = replace(in_sight(deal, before.seat, (before.card,)), moves=deal.moves.plus(shown), took_over=True, pitched=None)
    if isinstance(act, PitchedAsBid) and auction.maker == act.seat:
        return replace(deal, pitched=Pitched(act.seat, act.card, version, act.trump))
    return deal


def held(table: Pitch, deal: Deal, maker: Seat | None) -> Deal:
    """Return the deal after the auction, at the start of the exchange, or of the play if the rules have no exchange. `maker`: the seat to
    take as the maker if the calls do not show who holds the bid."""
    auction, bid, shoot = deal.auction, deal.bid, deal.shoot
    if auction is not None and auction.maker is not None:
        maker, bid, shoot = auction.maker, auction.bid or None, auction.shoot
    elif auction is not None and calling.forced(table.rules, auction):
        maker, bid = deal.dealer, table.rules.bid_min
    elif deal.maker is not None:
        maker = deal.maker
    deal = replace(deal, phase="exchange", maker=maker, bid=bid, shoot=shoot)
    return deal if table.steps else opened_play(table, deal)
