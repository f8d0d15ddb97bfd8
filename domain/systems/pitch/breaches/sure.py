"""Finds statements that the rules of the game rule out by themselves, whatever was played.

Source: docs/rules/03_pitch_schema.md §1 (sides), §2 (bids, shoots), §5 (points); 00_conventions, recording model."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import DealStated, Event, ResultStated, RoundStated, ScoreStated
from domain.kernel.findings import Finding, open_finding
from domain.systems.pitch.play.table import Pitch

RECORDING: Final = "00 recording model"


def against_the_rules(table: Pitch, event: Event) -> Iterator[Finding]:
    """Yield a finding if no deal of this game can be as the table states it, or if partners are stated with different scores."""
    match event.act:
        case DealStated() as act:
            wrong = [*_impossible(table, act)]
            if wrong:
                sentence = f"Deal {act.round} cannot have been as stated. Stated: {'; '.join(wrong)}."
                yield open_finding("deal-against-the-rules", RECORDING, event, sentence, kind="contradiction")
        case RoundStated(number, points):
            yield from _unequal(table, event, f"round {number}", points)
        case ScoreStated(scores):
            yield from _unequal(table, event, "the score", scores)
        case ResultStated(_, scores) if scores is not None:
            yield from _unequal(table, event, "the result", scores)
        case _:
            pass


def _impossible(table: Pitch, act: DealStated) -> Iterator[str]:
    """Yield what the rules rule out, in words."""
    rules = table.rules
    if act.bid is not None and not rules.bid_min <= act.bid <= rules.bid_max:
        yield f"a bid of {act.bid}, but bids are from {rules.bid_min} to {rules.bid_max}"
    if act.shoot and rules.shoot_kind == "none":
        yield "a shoot, but this game has none"
    if act.partner is not None and rules.sides != "called":
        yield f"{{{act.partner}}} as the called partner, but nobody calls a partner in this game"
    counts = {table.account[seat]: number for seat, number in (act.counts or {}).items() if seat in table.account}
    high = [seat for seat, number in sorted((act.counts or {}).items()) if number > rules.total]
    if high:
        yield f"{(act.counts or {})[high[0]]} points for {{{high[0]}}}, but a deal has {rules.total}"
    elif rules.sides != "called" and sum(counts.values()) > rules.total:
        yield f"{sum(counts.values())} points in all, but a deal has {rules.total}"


def _unequal(table: Pitch, event: Event, what: str, stated: Mapping[Seat, int]) -> Iterator[Finding]:
    """Yield a finding for each pair of partners with different stated numbers, because partners share one score."""
    first: dict[int, Seat] = {}
    for seat, number in sorted(stated.items()):
        if seat not in table.account:
            continue
        partner = first.setdefault(table.account[seat], seat)
        if stated[partner] != number:
            sentence = f"In {what} as stated, {{{partner}}} has {stated[partner]} and {{{seat}}} {number}, but they are partners."
            yield open_finding("partners-unequal", "03 §1 sides", event, sentence, (partner, seat), kind="contradiction")
