"""What a viewer may see of a game of Pitch: calls, the last deal in words, and what `domain.tricks.viewing` shows of every game of tricks.

The called partner is named only after the called card has appeared. Source: docs/rules/03_pitch_schema.md §4, Visibility."""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial

from domain.kernel.cards import SUIT_NAMES, Seat
from domain.kernel.events import Event, PitchedAsBid
from domain.kernel.findings import named
from domain.kernel.values import replace
from domain.kernel.view import DealSide, Said, View
from domain.ledger import UNSAID
from domain.system import Outcome, Viewer
from domain.systems.pitch.play.doubling import bid_holder
from domain.systems.pitch.play.playing import leaders, takers
from domain.systems.pitch.play.table import Deal, Pitch, Summary, may_play, side_of
from domain.systems.pitch.scoring.counting import plainly
from domain.systems.pitch.scoring.winning import stakes
from domain.tricks import viewing as tricks
from domain.tricks.deal import waiting
from domain.tricks.sides import Side
from domain.tricks.viewing import Seen


def view(table: Pitch, viewer: Viewer) -> View:
    deal, pitched = table.deal, table.deal.pitched
    seen = Seen(
        turn=_turn(table, deal),
        maker=bid_holder(table, deal),
        said=lambda seat: _said(table, deal, seat),
        active=lambda seat: deal.phase != "play" or _still_in(table, deal, seat),
        last=_last_deal(table),
        lasts=table.playing and deal.phase in ("auction", "exchange", "play", "team_out"),
        sides=table.rules.teams is not None,
        last_deal=tricks.last_deal(table, partial(_side, table)),
        face_up=deal.face_up,
        shown={pitched.seat: pitched.card} if pitched is not None and deal.phase == "auction" else {},
        may_win=takers(table, deal, deal.plays) if deal.pack.trump else (),
    )
    return tricks.view(table, viewer, seen)


def _still_in(table: Pitch, deal: Deal, seat: Seat) -> bool:
    """Whether a seat is still in the deal. Where nobody drops out, that is so after its last card too."""
    return may_play(table, deal, seat) or (table.rules.drop_out == "never" and seat not in deal.out)


def _turn(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    """Return the seats that the table waits for, as far as everybody can know them. If nobody knows who leads, return all that may lead."""
    if deal.phase == "play":
        return leaders(table, deal)
    maker, caller = deal.maker if deal.trump is None else None, None if deal.auction is None else deal.auction.turn
    whose = {"deal": deal.dealer, "auction": caller, "exchange": maker}.get(deal.phase)
    return () if whose is None else (whose,)


def _said(table: Pitch, deal: Deal, seat: Seat) -> Said | None:
    """Return what is shown as the call of a seat: its last call in the auction, later only the maker's; `out` for a seat that is out."""
    twice = deal.doubled is not None and seat == bid_holder(table, deal)
    word = deal.said.get(seat)
    if deal.phase not in ("deal", "auction"):
        if seat != deal.maker:
            return Said("out") if seat in deal.out else None
        word = "shoot" if deal.shoot else "maker" if deal.bid is None else str(deal.bid)
    match word:
        case None:
            return None
        case "pass" | "shoot" | "pitch" | "maker":
            return Said(word, doubled=twice)
        case _:
            return Said("bid", int(word), twice)


def _last_deal(table: Pitch) -> str:
    """Return the result of the last deal as a sentence, in which `{1}` stands for seat 1; empty before the first deal is over."""
    if table.deal.voided:
        return f"The deal was void: {table.deal.voided}."
    if not table.ledger.closed:
        return ""
    last = table.ledger.closed[-1]
    if last.reason in UNSAID:
        return tricks.open_deal(last.number)
    summary = tricks.last_summary(table, table.dealt)
    points = _listed(last.points) or "nothing for anyone"
    if summary is None or summary.maker is None or summary.made is None:
        return f"Deal {last.number}: {points}.{_stakes(table)}"
    return f"Deal {last.number}: {_outcome(table, summary)}; {points}.{_stakes(table)}"


def _side(table: Pitch, side: DealSide) -> DealSide:
    """Return the side with its bid in the last deal, if it was the maker's."""
    summary = tricks.last_summary(table, table.dealt)
    if summary is None or summary.maker not in side.seats or summary.made is None:
        return side
    return replace(side, bid=_bid(summary), made=summary.made)


def bids_kept(table: Pitch, most: int) -> Mapping[int, Mapping[Seat, bool]]:
    return tricks.bids_kept(table, table.dealt[-most:], partial(_kept, table))


def _kept(table: Pitch, summary: Summary) -> Mapping[Seat, bool]:
    return {} if summary.made is None else tricks.of_maker(table, summary.maker, made=summary.made)


def _bid(summary: Summary) -> str:
    """Return the bid in words: `6 in hearts, doubled`."""
    suit = "" if summary.trump is None else f" in {SUIT_NAMES[summary.trump]}"
    return f"{'a shoot' if summary.bid is None else summary.bid}{suit}{', doubled' if summary.doubled else ''}"


def _listed(numbers: Mapping[Seat, int]) -> str:
    return ", ".join(f"{{{seat}}} {number:+d}" for seat, number in sorted(numbers.items()))


def _stakes(table: Pitch) -> str:
    """Return what players pay the winner for failed bids, in words; empty while nobody has won, or without the option `stakes_setback`."""
    if len({table.account[seat] for seat in table.winners}) != 1:
        return ""
    sets = Counter(table.account[deal.maker] for deal in table.dealt if deal.maker is not None and deal.made is False)
    units = stakes(table.rules, sets, table.account[table.winners[0]])
    paid = {seat: units[account] for seat, account in table.account.items() if units.get(account)}
    return f" Stakes: {_listed(paid)}." if paid else ""


def _outcome(table: Pitch, summary: Summary) -> str:
    assert summary.maker is not None
    partner = "" if summary.partner is None else f" with {named([summary.partner])}"
    return f"{named([summary.maker])}{partner} {'made' if summary.made else 'was set at'} {_bid(summary)}{_made(table, summary)}"


def _made(table: Pitch, summary: Summary) -> str:
    """Return the known points of each side in words: ` ({1} and {3}: high, game; {0} and {2}: low)`."""
    sides = side_of(table, summary)
    by_side: dict[Side, list[str]] = {}
    for name, seat in (summary.points or {}).items():
        by_side.setdefault(sides[seat], []).append(plainly(name))
    members = {side: named([seat for seat in table.ring if sides[seat] == side]) for side in by_side}
    made = "; ".join(f"{members[side]}: {', '.join(names)}" for side, names in by_side.items())
    return f" ({made})" if made else ""


def opens(event: Event, table: Pitch, viewer: Viewer) -> Collection[str] | None:
    """Return the paths of the sealed values in `event` that the viewer may see now (`domain.tricks.viewing`)."""
    if isinstance(event.act, PitchedAsBid):
        return None if tricks.in_closed_trick(table.deal, event.version) else ()
    return tricks.opens(event, table, viewer)


def outcome(table: Pitch) -> Outcome:
    out = [seat for seat, account in table.account.items() if account in table.exiled]
    now = table.ledger.outcome(table.state, table.winners, running=table.deal.begun, out=out)
    held = waiting(table)
    return now if held is None or held >= table.ledger.scores.keys() else replace(now, open_deals=(*now.open_deals, table.ledger.round))
