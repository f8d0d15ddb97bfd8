"""Finds statements that the rules of the game rule out by themselves, whatever was played.

Source: docs/rules/03_pitch_schema.md §1 (sides), §2 (bids, shoots), §5 (points); 00_conventions, recording model."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.events import DealStated, Event
from domain.kernel.findings import Finding, open_finding
from domain.systems.pitch.play.table import Pitch
from domain.tricks.breaches import partners_unequal

RECORDING: Final = "00 recording model"


def against_the_rules(table: Pitch, event: Event) -> Iterator[Finding]:
    """Yield a finding if no deal of this game can be as the table states it, or if partners are stated with different scores."""
    match event.act:
        case DealStated() as act:
            wrong = [*_impossible(table, act)]
            if wrong:
                sentence = f"Deal {act.round} cannot have been as stated. Stated: {'; '.join(wrong)}."
                yield open_finding("deal-against-the-rules", RECORDING, event, sentence, kind="contradiction")
        case _:
            yield from partners_unequal(table.account, event, "03 §1 sides")


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
