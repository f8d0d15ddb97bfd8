"""Acts of Pitch and Smear in words; `tricks` has those of every game of tricks."""

from collections.abc import Iterator
from typing import assert_never

from domain.kernel.cards import SUIT_NAMES, Seat
from domain.kernel.events import pitch as acts
from domain.words.phrases import NameOf, called, cards
from domain.words.tricks import number, which


def words(act: acts.PitchAct, name_of: NameOf) -> str:
    match act:
        case acts.ShootCalled():
            return f"{name_of(act.seat)} shoots"
        case acts.BidDoubled():
            return f"{name_of(act.seat)} doubles the bid"
        case acts.PitchedAsBid():
            trump = f", {SUIT_NAMES[act.trump]} trump" if act.trump else ""
            return f"{name_of(act.seat)} pitches {called(act.card)} instead of bidding{trump}"
        case acts.CardRescued():
            return f"{name_of(act.seat)} picks up {called(act.card)}"
        case acts.PartnerCalled():
            return f"{name_of(act.seat)} calls {called(act.card)}"
        case acts.OutDeclared():
            return f"{name_of(act.seat)} is out of trumps"
        case acts.DealFolded():
            return f"{name_of(act.seat)} throws the deal in"
        case acts.DealStated():
            return "; ".join(_stated(act, name_of))
        case acts.StockSearched():
            shown = f", throwing {cards(act.shown)}" if act.shown else ""
            return f"{name_of(act.seat)} turns {number(act.seen)} of the stock and keeps {act.kept}{which(act.cards)}{shown}"
        case _:
            assert_never(act)


def _stated(act: acts.DealStated, name_of: NameOf) -> Iterator[str]:
    """Yield what the table stated about a deal, one phrase for each fact."""
    yield "Result of the deal" if act.dealer is None else f"Result of the deal; {name_of(act.dealer)} dealt"
    if act.maker is not None:
        bid = "shoots" if act.shoot else "is the maker" if act.bid is None else f"bids {act.bid}"
        suit = f" in {SUIT_NAMES[act.trump]}" if act.trump else ""
        partner = "" if act.partner is None else f" with {name_of(act.partner)}"
        yield f"{name_of(act.maker)} {bid}{suit}{partner}"
    if act.doubled is not None:
        yield "doubled" if act.doubled else "not doubled"
    made: dict[Seat, list[str]] = {}
    for point, seat in (act.points.by_name() if act.points else {}).items():
        made.setdefault(seat, []).append(point.replace("_", " "))
    for maker, points in made.items():
        yield f"{name_of(maker)}: {', '.join(points)}"
    if act.counts:
        yield ", ".join(f"{name_of(seat)} {count}" for seat, count in sorted(act.counts.items()))
    if act.made is not None:
        yield "made" if act.made else "set"
