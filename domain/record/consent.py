"""What players may say about a result: which seats may still confirm it, and which claims wait for an answer.

Source: docs/decisions/life-of-a-record.md.
"""

from collections.abc import Collection

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, Event
from domain.kernel.shapes import Fault
from domain.record.fold import Reading
from domain.record.life import Claim, Result
from domain.record.refusals import Refusal, invalid
from domain.record.sittings import sittings_of


def awaited(reading: Reading, result: Result) -> tuple[Seat, ...]:
    """Return the taken seats that may still confirm the result, ascending. Empty if there is no result, or if a ruling must be made
    first."""
    if not result.decided or result.differs or result.state not in ("finished", "confirmed"):
        return ()
    confirmed = () if result.confirmed is None else result.confirmed.seats
    return tuple(seat for seat in sorted(sittings_of(reading).taken) if seat not in confirmed)


def winner_alone(reading: Reading, seat: Seat) -> bool:
    """Return whether only a winner would stand behind the result if `seat` confirmed it: nobody has confirmed it, this seat won, and
    somebody at the table did not."""
    result = reading.result
    return result.confirmed is None and seat in result.winners and not sittings_of(reading).taken <= set(result.winners)


def answerable(reading: Reading, result: Result) -> tuple[Claim, ...]:
    """Return the claims and concessions that players may still answer, in table order. Empty unless the state of the result is `open` or
    `finished`."""
    return reading.life.claims if result.state in ("open", "finished") else ()


def not_acting(own: Seat | None, rights: Collection[str], seat: Seat) -> Refusal | None:
    """Return a refusal if a request may not act for `seat`; None if it may, because it uses the link of that seat or has the right to
    record. `own`: the seat of the request's link; None if the link is for no seat."""
    if own == seat or "record" in rights:
        return None
    return Refusal("no-right", "This link acts for no seat." if own is None else f"This link acts for seat {own} alone.", needs="record")


def nothing_to_confirm(reading: Reading, seat: Seat) -> Refusal | None:
    """Return a refusal if `seat` has no result to confirm; None if it has one. `reading`: the record as that player saw it."""
    result = reading.result
    if seat not in sittings_of(reading).taken:
        return invalid(Fault("/seat", f"nobody sits at seat {seat} of this table"))
    if seat in awaited(reading, result):
        return None
    done = result.confirmed is not None and seat in result.confirmed.seats
    why = f"Seat {seat} has confirmed this result." if done else f"The game is {result.state}: there is no result to confirm."
    return Refusal("not-finished", why)


def nothing_to_answer(now: Reading, act: ClaimAnswered) -> Refusal | None:
    """Return a refusal if nobody sits at the answering seat, or if the claim cannot be answered; None if the answer is allowed."""
    claims = {claim.version: claim for claim in answerable(now, now.result)}
    if act.seat not in sittings_of(now).taken:
        return invalid(Fault("/seat", f"nobody sits at seat {act.seat} of this table"))
    if act.claim not in claims:
        return invalid(Fault("/claim", f"event {act.claim} is not a claim or concession that waits for an answer"))
    if claims[act.claim].seat == act.seat:
        return invalid(Fault("/seat", "made the claim; only other seats may answer it"))
    return None


def same_answer(now: Reading, act: ClaimAnswered) -> Event | None:
    """Return the last answer of that seat to that claim, if it is the same answer as `act`; otherwise, or if there is no answer, return
    None."""
    counts = next((step.event for step in reversed(now.steps) if _answers_alike(step.event, act)), None)
    return counts if counts is not None and counts.act == act else None


def answers_given(now: Reading, act: ClaimAnswered) -> int:
    """Return how often that seat has answered that claim. Withdrawn answers count too."""
    return sum(_answers_alike(event, act) for event in now.events)


def _answers_alike(event: Event, act: ClaimAnswered) -> bool:
    return isinstance(event.act, ClaimAnswered) and (event.act.claim, event.act.seat) == (act.claim, act.seat)
