"""Finds out whether any deal of the cards fits the record, if all acts were legal. `breaches/play.py` judges one card at a time. This
module finds what only the numbers of cards show, such as more trumps than the hands have room for. The search runs only if quick sums
(`binds`) cannot show that a deal fits; `domain.tricks.proofs` decides which viewers may see the result. Source: design.md §5;
docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks."""

from collections.abc import Collection, Iterable

from domain.kernel.events import Act, CardPlayed, CardsDrawn, CardsShown, Event, OutDeclared
from domain.kernel.findings import Finding
from domain.systems.pitch.play.deal import brought_to_play
from domain.systems.pitch.play.exchange import exchanged
from domain.systems.pitch.play.handing import Exchanged, Named
from domain.systems.pitch.play.playing import declared_out, played, shown_rest, with_open
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs.narrow import binds
from domain.systems.pitch.proofs.whereabouts import facts_of
from domain.tricks import proofs
from domain.tricks.proofs import Facts, contradictions, is_too_long, jammed, seats_with_sealed


def no_such_deal(table: Pitch, event: Event, wrong: Collection[Finding]) -> Iterable[Finding]:
    """Return findings if no deal of the cards fits the record after the event. `wrong`: other findings; a viewer of one gets none here."""
    after = _narrowed(table, event)
    return () if after is None else contradictions(table.deal, after, event, wrong, _facts(table), "03 §3")


def leaves_a_deal(table: Pitch, event: Event) -> bool:
    """Whether some deal of the cards fits the record after the event. Also True if no deal fitted before the event."""
    after = _narrowed(table, event, sure=True)
    return after is None or jammed(table.deal, seats_with_sealed(table.deal), _facts(table, sure=True)) is not None


def _narrowed(table: Pitch, event: Event, *, sure: bool = False) -> Deal | None:
    """Return the deal after the event if no deal of the cards fits any more; None if one fits, or if this event needs no search."""
    deal = table.deal
    after = None if is_too_long(deal) or _takes_no_place(deal, event.act) else _after(table, deal, event)
    return None if after is None or _fits(table, after, sure=sure) else after


def _takes_no_place(deal: Deal, act: Act) -> bool:
    """Whether any deal that fits before the act fits after it, too: it is an exchange before trump is known, or draws unnamed cards."""
    return isinstance(act, Exchanged) and (deal.trump is None or (isinstance(act, CardsDrawn) and act.cards is None and not deal.torn))


def fits(table: Pitch, event: Event | None) -> bool:
    """Whether some deal of the cards certainly fits the record, after the event if there is one."""
    deal = table.deal if event is None else _after(table, table.deal, event)
    return deal is not None and not is_too_long(deal) and _fits(table, deal)


def _fits(table: Pitch, deal: Deal, *, sure: bool = False) -> bool:
    return proofs.fits(deal, lambda deal: binds(table, deal, sure=sure), _facts(table, sure=sure))


def _facts(table: Pitch, *, sure: bool = False) -> Facts[Deal]:
    return lambda deal, owners: facts_of(table, deal, owners, sure=sure)


def _after(table: Pitch, deal: Deal, event: Event) -> Deal | None:
    """Return the deal after the event, not yet scored. None if the event moves no card of the deal."""
    version = event.version
    match event.act:
        case CardPlayed() as act if deal.phase in ("deal", "auction", "exchange", "play"):
            return played(table, brought_to_play(table, deal, act.seat), act, version)
        case OutDeclared() as act if deal.phase == "play":
            return declared_out(table, deal, act, version)
        case CardsShown() as act if deal.phase == "play":
            return shown_rest(table, deal, act, version) if act.purpose == "rest" else with_open(deal, act.seat, act.cards)
        case act if isinstance(act, Exchanged) and not isinstance(act, Named):
            return exchanged(table, deal, act, version) if deal.phase == "exchange" else None
        case _:
            return None
