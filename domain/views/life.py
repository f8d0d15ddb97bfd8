"""The life of a record as JSON: its state, who confirmed its result, the claims and their answers, and what this visitor may do."""

from typing import Final

from domain.kernel.closing import closed
from domain.kernel.events import ClaimMade
from domain.record.consent import answerable, awaited
from domain.record.fold import Reading
from domain.record.life import Claim, Confirmed, reason_of
from domain.record.settled import kept_in_lists
from domain.system import DIRECTOR, Viewer
from domain.views import answers
from domain.words import sentence
from domain.words.seated import SeatNames

LATE: Final = 10
"""Only so many claims, the last ones, say in which round they were made."""


def life_json(reading: Reading, viewer: Viewer, sitting: SeatNames, *, records: bool) -> answers.Life:
    """Return the life of `reading` for `viewer`. `records`: whether the visitor may record. For other visitors, the member `may` says only
    whether their own seat may confirm or answer."""
    life, result = reading.life, reading.result
    awaiting = awaited(reading, result)
    directs = records and viewer == DIRECTOR
    mine = any(viewer.role == "seat" and viewer.seat == seat for seat in awaiting)
    open_claims = answerable(reading, result) if records or viewer.role == "seat" else ()
    return {
        "state": result.state,
        "reason": reason_of(life, reading.system.outcome(reading.table)),
        "confirmed": None if result.confirmed is None else _confirmed(result.confirmed),
        "awaiting": list(awaiting),
        "claims": _claims(reading, sitting),
        "may": {
            "confirm": bool(awaiting) and (records or mine),
            "answer": [claim.version for claim in open_claims if viewer.seat != claim.seat],
            "annul": directs and result.state != "annulled",
            "remove": directs and not result.removed and kept_in_lists(reading) is None,
            "finalise": directs and result.state not in ("open", "final", "annulled"),
            "call_time": records and result.state == "open",
            "correct_below": None if directs or not result.line else result.line,
        },
        "substitutions": [{"version": each.version, "seat": each.seat, "person": each.person} for each in life.substitutions],
        "removed": life.removed if result.removed else None,
        "rematch": life.rematch,
        "rematch_of": life.rematch_of,
    }


def _confirmed(confirmed: Confirmed) -> answers.Confirmed:
    return {
        "through": confirmed.through,
        "hash": confirmed.hash,
        "totals": {str(seat): total for seat, total in sorted(confirmed.totals.items())},
        "winners": list(confirmed.winners),
        "seats": list(confirmed.seats),
        "by": list(confirmed.by),
    }


def _claims(reading: Reading, sitting: SeatNames) -> list[answers.ClaimShown]:
    claims = reading.life.claims
    if not claims:
        return []
    late = {claim.version for claim in claims[-LATE:]}
    tables = {step.event.version: step.table for step in reading.steps if step.event.version in late}
    rounds = {version: reading.system.seen_by(table, DIRECTOR).round for version, table in tables.items()}
    return [_claim(claim, rounds.get(claim.version), reading, sitting) for claim in claims]


def _claim(claim: Claim, number: int | None, reading: Reading, sitting: SeatNames) -> answers.ClaimShown:
    replies: list[answers.ClaimReply] = [{"seat": seat, "accepts": accepts} for seat, accepts in sorted(claim.answers.items())]
    return {
        "version": claim.version,
        "seat": claim.seat,
        "round": number,
        "concession": claim.text is None,
        "claim": None if claim.text is None else closed(ClaimMade(claim.seat, claim.text), ()).claim.value,
        "sentence": sentence(reading.events[claim.version - 1].act, sitting.called(claim.version)),
        "answers": replies,
        "standing": claim.standing,
    }
