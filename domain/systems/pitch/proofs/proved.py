"""The whole deal in Pitch: if all acts were legal, does any deal of the cards fit the record?

`breaches/play.py` judges one card at a time. This module finds what only numbers show, such as trumps that nobody can have. The search runs
only if quick sums (`binds`) cannot show that a deal fits; `domain.tricks.proofs` says who can know the result. Source: design.md §5;
docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks."""

from collections.abc import Collection, Iterable

from domain.kernel.events import CardPlayed, CardsDrawn, CardsShown, Event, OutDeclared
from domain.kernel.findings import Finding
from domain.systems.pitch.play.deal import brought_to_play
from domain.systems.pitch.play.exchange import exchanged
from domain.systems.pitch.play.handing import Exchanged, Named
from domain.systems.pitch.play.playing import declared_out, played, shown_rest, with_open
from domain.systems.pitch.play.table import Deal, Pitch, following
from domain.systems.pitch.proofs.narrow import binds
from domain.systems.pitch.proofs.whereabouts import facts_of
from domain.tricks.following import denied
from domain.tricks.proofs import Facts, contradictions, is_too_long, jammed, seats_with_sealed


def no_such_deal(table: Pitch, event: Event, wrong: Collection[Finding]) -> Iterable[Finding]:
    """Return findings if no deal of the cards fits the record after the event. `wrong`: other findings about the event. A viewer who sees
    one of them gets none of the returned findings."""
    after = _narrowed(table, event)
    return () if after is None else contradictions(table.deal, after, event, wrong, _facts(table), "03 §3")


def leaves_a_deal(table: Pitch, event: Event) -> bool:
    """Whether some deal of the cards fits the record after the event. Also True if no deal fitted before the event."""
    after = _narrowed(table, event, sure=True)
    return after is None or jammed(table.deal, seats_with_sealed(table.deal), _facts(table, sure=True)) is not None


def _narrowed(table: Pitch, event: Event, *, sure: bool = False) -> Deal | None:
    """Return the state of the deal after the event if no deal of the cards fits the record any more. Return None if some deal fits."""
    deal = table.deal
    if is_too_long(deal) or not _may_matter(table, deal, event):
        return None
    after = _after(table, deal, event)
    if after is None or not (after.torn or binds(table, after, sure=sure)):
        return None
    return after if jammed(after, seats_with_sealed(after), _facts(table, sure=sure)) is not None else None


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


def _may_matter(table: Pitch, deal: Deal, event: Event) -> bool:
    """Whether the record must be checked for a possible deal after the event. The test is quick, because it does not carry out the
    event."""
    act = event.act
    if deal.trump is None:
        return isinstance(act, CardPlayed) and deal.phase == "exchange" and bool(deal.moves)
    if isinstance(act, CardsDrawn) and act.cards is None:
        return deal.torn
    if not isinstance(act, CardPlayed) or deal.phase != "play" or act.seat != deal.turn:
        return True
    suit = None if act.card is None else deal.pack.suit_of.get(act.card)
    if act.card is None or suit is None:
        return False
    if deal.voids or deal.plain or deal.moves or deal.torn or table.rules.drop_out != "never":
        return True
    return bool(denied(following(table, deal), deal.led, suit)) or deal.denies(act.seat, (act.card,))
