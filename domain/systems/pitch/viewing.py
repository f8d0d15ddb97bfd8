"""What may be seen of a game of Pitch: the table as it lies, and which sealed values of an old event a viewer may see now.

Hands, kitty, stock and face-down discards are sealed; what lies face up, tricks as they fall and who won them are public. Won tricks are
closed after the next lead: the view holds the trick in progress, and before it the last one. The called partner is not named until the
called card has appeared. Source: docs/rules/03_pitch_schema.md §4, Visibility.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from domain.kernel.cards import SUIT_NAMES, Seat
from domain.kernel.events import (
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    CardsDrawn,
    Event,
    KittyTaken,
    PitchedAsBid,
    StockSearched,
    StockTaken,
)
from domain.kernel.findings import named
from domain.system import Outcome, SeatView, View, Viewer
from domain.systems.pitch.counting import plainly
from domain.systems.pitch.doubling import standing
from domain.systems.pitch.sides import Side, of_deal
from domain.systems.pitch.table import Deal, Pitch, Summary, may_play
from domain.systems.pitch.winning import stakes
from domain.viewing import own

_WORDS: Final = {"pass": "passes", "shoot": "shoots", "pitch": "pitches"}


def view(table: Pitch, viewer: Viewer) -> View:
    deal = table.deal
    lying = deal.plays or (deal.tricks[-1].plays if deal.tricks else ())
    piles = {"stock": deal.stock} if deal.stock and table.playing else {}
    if deal.kitty and table.playing:
        piles["kitty"] = deal.kitty
    return View(
        phase=deal.phase if table.playing else table.state,
        round=table.ledger.round if table.playing else max(1, table.ledger.round - 1),
        hand=len(deal.tricks) + 1,
        leader=deal.leader if deal.phase == "play" else deal.dealer,
        turn=_turn(table, deal),
        seats=tuple([_seat(table, deal, seat, viewer) for seat in table.ring]),
        face_up=(*deal.face_up, *(card for play in lying for card in (play.card, *play.extras))),
        piles=piles,
        last_round=_told(table),
    )


def _turn(table: Pitch, deal: Deal) -> tuple[Seat, ...]:
    """Whom the table waits for, as far as everybody knows."""
    if not table.playing:
        return ()
    if deal.phase == "auction" and deal.auction is not None and deal.auction.turn is not None:
        return (deal.auction.turn,)
    if deal.phase == "deal" and deal.dealer is not None:
        return (deal.dealer,)
    if deal.phase == "play" and deal.turn is not None:
        return (deal.turn,)
    return (deal.maker,) if deal.phase == "exchange" and deal.maker is not None and deal.trump is None else ()


def _seat(table: Pitch, deal: Deal, seat: Seat, viewer: Viewer) -> SeatView:
    lying = deal.plays or (deal.tricks[-1].plays if deal.tricks else ())
    card = next((play.card for play in lying if play.seat == seat), None)
    if card is None and deal.pitched is not None and deal.pitched.seat == seat and deal.phase == "auction":
        card = deal.pitched.card
    looks = viewer.owns(seat)  # nobody else is shown it: it need not be sorted
    known = tuple([card for card in deal.pack.cards if card in deal.hand(seat)]) if looks and deal.known.get(seat) else ()
    won = sum(1 for trick in deal.tricks if trick.winner == seat)
    return SeatView(
        seat=seat,
        active=not deal.begun or deal.phase != "play" or may_play(table, deal, seat),
        score=table.ledger.score_of(seat),
        cards=deal.counts[seat] if deal.begun and seat not in deal.unsure else None,
        hand=known or None,
        placed=any(play.seat == seat for play in deal.plays),
        card=card,
        said=_said(table, deal, seat),
        piles={"tricks": won} if won else {},
        card_open=True,
    )


def _said(table: Pitch, deal: Deal, seat: Seat) -> str | None:
    """The standing call, and whether it is doubled; with the maker the trump, once it is known."""
    word = deal.said.get(seat)
    twice = ", doubled" if deal.doubled is not None and seat == standing(table, deal) else ""
    if deal.phase not in ("deal", "auction"):
        if seat != deal.maker:
            return "out" if seat in deal.out else None
        word = "shoot" if deal.shoot else None if deal.bid is None else str(deal.bid)
        suit = "" if deal.trump is None else f" in {SUIT_NAMES[deal.trump]}"
        return f"{'maker' if word is None else _WORDS.get(word, word)}{suit}{twice}"
    return None if word is None else f"{_WORDS.get(word, word)}{twice}"


def _told(table: Pitch) -> str:
    """The last deal in words, with seats as in a finding; empty before the first."""
    if table.deal.voided:
        return f"The deal was void: {table.deal.voided}."
    if not table.ledger.closed:
        return ""
    last = table.ledger.closed[-1]
    summary = next((summary for summary in table.dealt[-1:] if summary.number == last.number), None)
    points = _listed(last.points) or "nothing for anyone"
    if summary is None or summary.maker is None or summary.made is None:
        return f"Deal {last.number}: {points}.{_stakes(table)}"
    return f"Deal {last.number}: {_outcome(table, summary)}; {points}.{_stakes(table)}"


def _listed(numbers: Mapping[Seat, int]) -> str:
    return ", ".join(f"{{{seat}}} {number:+d}" for seat, number in sorted(numbers.items()))


def _stakes(table: Pitch) -> str:
    """What everyone pays the winner for being set, where that is played (`stakes_setback`), once the game is won."""
    if len({table.account[seat] for seat in table.winners}) != 1:
        return ""
    sets = Counter(table.account[deal.maker] for deal in table.dealt if deal.maker is not None and deal.made is False)
    units = stakes(table.rules, sets, table.account[table.winners[0]])
    paid = {seat: units[account] for seat, account in table.account.items() if units.get(account)}
    return f" Stakes: {_listed(paid)}." if paid else ""


def _outcome(table: Pitch, summary: Summary) -> str:
    assert summary.maker is not None
    bid = "a shoot" if summary.bid is None else str(summary.bid)
    suit = "" if summary.trump is None else f" in {SUIT_NAMES[summary.trump]}"
    partner = "" if summary.partner is None else f" with {named([summary.partner])}"
    twice = ", doubled" if summary.doubled else ""
    return f"{named([summary.maker])}{partner} {'made' if summary.made else 'was set at'} {bid}{suit}{twice}{_made(table, summary)}"


def _made(table: Pitch, summary: Summary) -> str:
    """Which side made which point, where that is known: ` ({1} and {3}: high, game; {0} and {2}: low)`."""
    side_of = of_deal(table.rules, table.ring, summary.maker, summary.partner)
    by_side: dict[Side, list[str]] = {}
    for name, seat in (summary.points or {}).items():
        by_side.setdefault(side_of[seat], []).append(plainly(name))
    members = {side: named([seat for seat in table.ring if side_of[seat] == side]) for side in by_side}
    told = "; ".join(f"{members[side]}: {', '.join(names)}" for side, names in by_side.items())
    return f" ({told})" if told else ""


def opens(event: Event, table: Pitch, viewer: Viewer) -> Collection[str] | None:
    """Hands and what came into them open to their players; the kitty and the stock as they were dealt to nobody."""
    act = event.act
    match act:
        case CardsDealt():
            return own("hands", viewer)
        case KittyTaken() | CardsDiscarded() | CardsDrawn() | StockTaken() | StockSearched() if viewer.owns(act.seat):
            return ("cards",)
        case CardPlayed() | PitchedAsBid() if _lies_closed(table.deal, event.version):
            return None
        case _:
            return ()


def _lies_closed(deal: Deal, version: int) -> bool:
    """Whether that card is in a won trick of this deal, and the next has been led to."""
    closed = deal.tricks if deal.plays else deal.tricks[:-1]
    return any(play.version == version for trick in closed for play in trick.plays)


def outcome(table: Pitch) -> Outcome:
    return table.ledger.outcome(table.state, table.winners)
