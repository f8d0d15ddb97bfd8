"""The house rule that a bid may be doubled: if the makers (the side that won the auction) fail a doubled bid, they lose twice the bid.

An opponent of the player who holds the bid may double it once, before the first card. A higher bid removes the doubling. An illegal
doubling is recorded and changes nothing. Source: docs/rules/03_pitch_schema.md §7, PI-29; docs/decisions/pitch.md."""

from collections.abc import Iterator

from domain.kernel.cards import Seat
from domain.kernel.events import BidDoubled, Event
from domain.kernel.findings import Finding, open_finding
from domain.kernel.values import replace
from domain.systems.pitch.play import auction as calling
from domain.systems.pitch.play.table import Deal, Pitch, side_of
from domain.tricks.breaches import about
from domain.tricks.deal import Trick


def doubled(table: Pitch, deal: Deal, seat: Seat, version: int) -> Deal:
    """Return the deal with the bid doubled, if `seat` may double it. This works also if nobody wrote the bid down."""
    if seat not in may_double(table, deal):
        return deal
    if deal.phase == "deal":
        deal = replace(deal, phase="auction", auction=calling.opened(table.ring, deal.dealer))
    return replace(deal, doubled=version)


def bid_holder(table: Pitch, deal: Deal) -> Seat | None:
    """Return the seat that holds the current bid; None when no bid is written down."""
    auction = deal.auction
    if deal.maker is not None or auction is None:
        return deal.maker
    return auction.dealer if calling.forced(table.rules, auction) else auction.maker


def may_double(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that may double the current bid: the opponents of its holder; all seats if no bid was written down."""
    if "doubling" not in table.rules.house or deal.doubled is not None or _first_card(deal) is not None:
        return ()
    return tuple([seat for seat in table.ring if not _on_makers_side(table, deal, seat)])


def check_doubled(table: Pitch, event: Event, act: BidDoubled) -> Iterator[Finding]:
    deal, seat = table.deal, act.seat
    if "doubling" not in table.rules.house:
        yield no_doubling(event, f"{{{seat}}} doubled the bid", (seat,))
        return
    maker, first, before = bid_holder(table, deal), _first_card(deal), deal.doubled
    bid = None if maker is None else deal.called_at.get(maker)
    if maker is None:
        yield about("nothing-to-double", "PI-29", event, seat, "doubled, but no bid is written down.", kind="gap")
    elif _on_makers_side(table, deal, seat):
        whose = "a bid of their own" if seat == maker else f"the bid of {{{maker}}}, who is on the same side"
        yield about("doubled-own-bid", "PI-29", event, seat, f"doubled {whose}.", others=() if bid is None else (bid,))
    if first is not None:
        yield about("doubled-too-late", "PI-29", event, seat, "doubled the bid after the first card had been played.", others=(first,))
    if before is not None and bid is not None and bid < before:  # otherwise another bid may have been doubled before
        yield about("doubled-twice", "PI-29", event, seat, "doubled a bid that had already been doubled.", others=(before,))


def no_doubling(event: Event, what: str, seats: tuple[Seat, ...] = ()) -> Finding:
    return open_finding("no-doubling", "PI-29", event, f"{what}: this game has no doubling.", seats)


def _on_makers_side(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether `seat` is on the side that holds the bid. A called partner who is not known yet does not count."""
    maker = bid_holder(table, deal)
    if maker is None:
        return False
    sides = side_of(table, replace(deal, maker=maker))
    return sides[seat] == sides[maker]


def _first_card(deal: Deal) -> int | None:
    """Return the version of the first card played; None if no card was played yet. A card pitched as a bid does not count (PI-39)."""
    pitched = None if deal.pitched is None else deal.pitched.version
    plays = [play.version for trick in (*deal.tricks, Trick(deal.plays, None)) for play in trick.plays if play.version != pitched]
    return plays[0] if plays else None
