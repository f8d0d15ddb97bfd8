"""The domain's answers as JSON for one viewer. Nothing is decided here: what a viewer may see is the system's `seen_by` and `shown`.

Seats are numbers in lists and decimal strings as keys. Names come from the club's directory (`names`), never from the record. A sealed
value is `{"commit": …}`, with `"value"` where this viewer may see it. An event that the viewer may not see at all is
`{"version": n, "withheld": true}`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import cast

from domain.canonical import Json
from domain.cards import Seat
from domain.events import Event, PersonId, PlayerJoined, data_of
from domain.findings import Finding
from domain.record import Reading, Step
from domain.system import Outcome, Prompt, SeatView, View, Viewer
from service.store.heads import Head

Names = Mapping[PersonId, str]
Body = dict[str, Json]


def view_json(view: View) -> Body:
    return {
        "phase": view.phase,
        "round": view.round,
        "hand": view.hand,
        "leader": view.leader,
        "turn": list(view.turn),
        "order": [seat.seat for seat in view.seats],
        "seats": {str(seat.seat): _seat_view(seat) for seat in view.seats},
        "face_up": list(view.face_up),
        "piles": dict(view.piles),
        "last_round": view.last_round,
    }


def _seat_view(seat: SeatView) -> Body:
    return {
        "active": seat.active,
        "score": seat.score,
        "cards": seat.cards,
        "hand": None if seat.hand is None else list(seat.hand),
        "placed": seat.placed,
        "card": seat.card,
        "said": seat.said,
    }


def outcome_json(outcome: Outcome) -> Body:
    return {
        "state": outcome.state,
        "scores": scores_json(outcome),
        "standing": [list(level) for level in outcome.standing],
        "winners": list(outcome.winners),
        "depth": outcome.depth,
        "reason": outcome.reason,
    }


def scores_json(outcome: Outcome) -> dict[str, Json]:
    return {str(seat): score for seat, score in sorted(outcome.scores.items())}


def prompt_json(prompt: Prompt) -> Body:
    asks: list[Json] = [
        {"field": ask.field, "choices": list(ask.choices), "optional": ask.optional, "distinct": ask.distinct} for ask in prompt.asks
    ]
    return {
        "type": prompt.type,
        "given": dict(prompt.given),
        "asks": asks,
        "text": prompt.text,
        "expected": prompt.expected,
        "seat": prompt.seat,
    }


def finding_json(finding: Finding, status: str = "standing") -> Body:
    """`status`: `standing` or `withdrawn`."""
    return {
        "id": finding.id,
        "rule": finding.rule,
        "kind": finding.kind,
        "source": finding.source,
        "versions": list(finding.versions),
        "seats": list(finding.seats),
        "sentence": finding.sentence,
        "unexamined": finding.unexamined,
        "alternatives": list(finding.alternatives),
        "status": status,
    }


def seen_findings(findings: Sequence[Finding], viewer: Viewer) -> list[Json]:
    """Those of `findings` that are for this viewer, as JSON, in the same order."""
    return [finding_json(finding) for finding in findings if viewer.may_see(finding)]


def closed_through(now: Reading, viewer: Viewer) -> int:
    """The last version that the game closes to this viewer (OU-5), 0 where it closes none: nothing up to it may be shown again."""
    shown, table = now.system.shown, now.table
    return max((event.version for event in now.events if shown(event, table, viewer) is None), default=0)


def event_json(event: Event, now: Reading, viewer: Viewer) -> Body:
    """An event as this viewer may see it now; `now`: the record at its head."""
    seen = now.system.shown(event, now.table, viewer)
    if seen is None:
        return {"version": event.version, "withheld": True}
    found: Body = {
        "version": seen.version,
        "id": seen.id,
        "type": seen.type,
        "data": data_of(seen.act),
        "by": seen.by,
        "at": seen.at,
        "offset": seen.offset,
        "recorded_at": seen.recorded_at,
    }
    return found if seen.after is None else {**found, "after": seen.after}


def people_of(reading: Reading) -> dict[Seat, PersonId | None]:
    """Every seat that was ever taken in the record as corrected, by number, and the person who last took it."""
    people = {seating.seat: seating.person for seating in reading.opened.seats}
    for step in reading.steps:
        if isinstance(step.event.act, PlayerJoined):
            people[step.event.act.seat] = step.event.act.person
    return dict(sorted(people.items()))


def seats_json(people: Mapping[Seat, PersonId | None], names: Names) -> list[Json]:
    return [{"seat": seat, "person": person, "name": person and names.get(person)} for seat, person in people.items()]


def title_of(reading: Reading) -> str | None:
    """The title; None where there is none or it was erased."""
    title = reading.opened.title
    return None if title is None else title.value


def game_json(head: Head, reading: Reading, viewer: Viewer, names: Names, *, prompts: bool) -> Body:
    """GET /games/{id}: the record `reading` (the whole, or a prefix) for `viewer`; `prompts` only for those who may record."""
    table, system = reading.table, reading.system
    found: Body = {
        "game": head.game,
        "club": head.game.partition("-")[0],
        "system": system.slug,
        "version": reading.version,
        "state": system.outcome(table).state,
        "viewer": str(viewer),
        "visibility": head.visibility,
        "title": title_of(reading),
        "opened_at": reading.events[0].at,
        "rules": dict(reading.opened.rules),
        "seats": seats_json(people_of(reading), names),
        "view": view_json(system.seen_by(table, viewer)),
        "outcome": outcome_json(system.outcome(table)),
    }
    return {**found, "prompts": [prompt_json(prompt) for prompt in system.prompts(table)]} if prompts else found


def line_json(head: Head, reading: Reading, names: Names) -> Body:
    """One line of the list of games."""
    outcome = reading.system.outcome(reading.table)
    return {
        "game": head.game,
        "system": head.system,
        "state": outcome.state,
        "version": reading.version,
        "opened_at": reading.events[0].at,
        "seats": seats_json(people_of(reading), names),
        "scores": scores_json(outcome) or None,
        "winners": list(outcome.winners),
        "visibility": head.visibility,
        "title": title_of(reading),
    }


# --- replay ------------------------------------------------------------------------------------------------------------------------------


def frames(steps: Iterable[Step], now: Reading, viewer: Viewer, gone: Set[int] = frozenset()) -> Iterator[Body]:
    """A frame for each of the steps, without those that the game closes to this viewer. `gone`: versions of events that are withdrawn."""
    system, before = now.system, cast("Json", {})
    for number, step in _open_steps(steps, now, viewer):
        view = without_nulls(view_json(system.seen_by(step.table, viewer)))
        yield {
            "step": number,
            "version": step.event.version,
            "event": event_json(step.event, now, viewer),
            "retracted": step.event.version in gone,
            "changed": merge_patch(before, view),
            "scores": scores_json(system.outcome(step.table)),
            "findings": seen_findings(step.findings, viewer),
        }
        before = view


def _open_steps(steps: Iterable[Step], now: Reading, viewer: Viewer) -> list[tuple[int, Step]]:
    """The numbered steps behind the last that is closed: an earlier table would show again what the game has closed."""
    numbered = list(enumerate(steps))
    last = closed_through(now, viewer)
    first = max((number + 1 for number, step in numbered if step.event.version <= last), default=0)
    return numbered[first:]


def keystrokes(reading: Reading) -> Iterator[Step]:
    """The record keystroke by keystroke: what it came to at each moment, and what was found that had not been found before."""
    known: frozenset[str] = frozenset()
    for then in reading.keystrokes():
        fresh = tuple(finding for finding in then.findings if finding.id not in known)
        known = frozenset(finding.id for finding in then.findings)
        yield Step(then.events[-1], then.table, fresh)


def without_nulls(value: Json) -> Json:
    """`value` with null members left out: a merge patch cannot set a member to null (RFC 7396 §1)."""
    if isinstance(value, Mapping):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return value


def merge_patch(before: Json, after: Json) -> Json:
    """The JSON Merge Patch (RFC 7396) that turns `before` into `after`, neither of which holds null members.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4, "d": 3}})
    {'b': {'c': 4}, 'a': None}
    """
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return after
    found = {key: merge_patch(before[key], item) if key in before else item for key, item in after.items() if before.get(key) != item}
    return {**found, **dict.fromkeys(key for key in before if key not in after)}
