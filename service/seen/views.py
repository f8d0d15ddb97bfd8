"""The domain's answers as JSON for one viewer. Nothing is decided here: what a viewer may see is the system's `seen_by` and `shown`.

Seats are numbers in lists and decimal strings as keys. Names come from the club's directory (`names`), never from the record; sentences
are read aloud with them, so that nobody who asks has to put them in. A sealed value is `{"commit": …}`, with `"value"` where this viewer
may see it. An event that the viewer may not see at all is `{"version": n, "withheld": true}`.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import CardsDealt, Event, PersonId, data_of
from domain.kernel.findings import Finding, read_aloud
from domain.record.evidence import Evidence, last_evidence, result_evidence
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.insertions import explanation
from domain.record.life import Result
from domain.rounds import rounds_over
from domain.system import Outcome, Prompt, SeatView, View, Viewer
from domain.words.phrases import aloud
from service.seen.life import life_json
from service.seen.seated import NameOf, Seated
from service.store.games.heads import Head

Names = Mapping[PersonId, str]
Body = dict[str, Json]


def view_json(view: View, name_of: NameOf, seat_of: Callable[[SeatView], Json] | None = None) -> Body:
    """`seat_of`: how a seat is written down, if not by `seat_json`."""
    return {
        "phase": view.phase,
        "round": view.round,
        "hand": view.hand,
        "leader": view.leader,
        "turn": list(view.turn),
        "order": [seat.seat for seat in view.seats],
        "seats": {str(seat.seat): (seat_of or seat_json)(seat) for seat in view.seats},
        "face_up": list(view.face_up),
        "piles": dict(view.piles),
        "direction": view.direction,
        "last_round": read_aloud(view.last_round, name_of),
    }


def seat_json(seat: SeatView) -> Body:
    return {
        "active": seat.active,
        "score": seat.score,
        "cards": seat.cards,
        "hand": None if seat.hand is None else list(seat.hand),
        "placed": seat.placed,
        "card": seat.card,
        "said": seat.said,
        "piles": dict(seat.piles),
    }


def evidence_json(evidence: Evidence | None) -> Json:
    return None if evidence is None else {"level": evidence.level, "versions": list(evidence.versions)}


def table_json(reading: Reading, viewer: Viewer, seated: Seated) -> Body:
    """The table as this viewer may see it, with the evidence of what lies before each seat."""
    view = reading.system.seen_by(reading.table, viewer)
    known = last_evidence(reading, [seat.seat for seat in view.seats if seat.placed or seat.card is not None])
    seen = view_json(view, seated.called(), lambda seat: {**seat_json(seat), "evidence": evidence_json(known.get(seat.seat))})
    return {**seen, "dealer": dealer_of(reading)}


def dealer_of(reading: Reading) -> Seat | None:
    """Who dealt the cards of the round in progress; None where nobody did, or it was not written down."""
    if "CardsDealt" not in reading.system.acts:
        return None
    closed = rounds_over(reading.table)
    since = closed[-1].version if closed else 0
    of_round = takewhile(lambda event: event.version != since, (step.event for step in reversed(reading.steps)))
    return next((event.act.dealer for event in of_round if isinstance(event.act, CardsDealt)), None)


def outcome_json(reading: Reading) -> Body:
    outcome = reading.system.outcome(reading.table)
    return {
        "state": outcome.state,
        "scores": scores_json(outcome),
        "standing": [list(level) for level in outcome.standing],
        "winners": list(outcome.winners),
        "depth": outcome.depth,
        "reason": outcome.reason,
        "evidence": evidence_json(result_evidence(reading)),
    }


def scores_json(outcome: Outcome | Result) -> dict[str, Json]:
    return {str(seat): score for seat, score in sorted(outcome.scores.items())}


def prompt_json(prompt: Prompt, name_of: NameOf) -> Body:
    asks: list[Json] = [
        {"field": ask.field, "choices": list(ask.choices), "optional": ask.optional, "distinct": ask.distinct, "number": ask.number}
        for ask in prompt.asks
    ]
    return {
        "type": prompt.type,
        "given": dict(prompt.given),
        "asks": asks,
        "text": read_aloud(prompt.text, name_of),
        "expected": prompt.expected,
        "seat": prompt.seat,
    }


def finding_json(finding: Finding, seated: Seated, *, ruling: int | None = None, withdrawn: bool = False) -> Body:
    """`ruling`: the version of the one that settles it. Named is whoever sat there when the last of the proving events happened."""
    name_of = seated.called(finding.versions[-1])
    return {
        "id": finding.id,
        "rule": finding.rule,
        "kind": finding.kind,
        "source": finding.source,
        "versions": list(finding.versions),
        "seats": list(finding.seats),
        "sentence": aloud(finding.sentence, name_of),
        "unexamined": read_aloud(finding.unexamined, name_of),
        "alternatives": [read_aloud(other, name_of) for other in finding.alternatives],
        "status": "withdrawn" if withdrawn else "standing" if ruling is None else "ruled",
        "ruling": ruling,
    }


def seen_findings(findings: Sequence[Finding], viewer: Viewer, seated: Seated, ruled: Mapping[str, int]) -> list[Json]:
    """Those of `findings` that are for this viewer, each id once, as JSON, in the same order. `ruled`: `Reading.ruled`."""
    return [finding_json(finding, seated, ruling=ruled.get(finding.id)) for finding in viewer.told(findings)]


def closed_through(now: Reading, viewer: Viewer) -> int:
    """The last version that the game closes to this viewer (OU-5), 0 where it closes none: nothing up to it may be shown again."""
    shown, table = now.system.shown, now.table
    return max((event.version for event in now.events if shown(event, table, viewer) is None), default=0)


def event_json(event: Event, now: Reading, viewer: Viewer) -> Body:
    """An event as this viewer may see it now; `now`: the record at its head."""
    seen = now.system.shown(event, now.table, viewer)
    if seen is None:
        return {"version": event.version, "withheld": True}
    note = explanation(event, now.events)
    told = note is not None and now.system.shown(note, now.table, viewer) is not None
    return {**seen_json(seen), "explained_by": note.version} if note is not None and told else seen_json(seen)


def seen_json(seen: Event) -> Body:
    """An event as `shown` gives it."""
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


def seats_json(people: Mapping[Seat, PersonId | None], names: Names) -> list[Json]:
    return [{"seat": seat, "person": person, "name": person and names.get(person)} for seat, person in people.items()]


def title_of(reading: Reading) -> str | None:
    """The title; None where there is none or it was erased."""
    title = reading.opened.title
    return None if title is None else title.value


def game_json(head: Head, reading: Reading, viewer: Viewer, seated: Seated, *, prompts: bool) -> Body:
    """GET /games/{id}: the record `reading` (the whole, or a prefix) for `viewer`; `prompts` only for those who may record."""
    table, system, name_of = reading.table, reading.system, seated.called()
    life = life_json(reading, viewer, records=prompts)
    found: Body = {
        "game": head.game,
        "club": head.game.partition("-")[0],
        "system": system.slug,
        "version": reading.version,
        "state": life["state"],
        "life": life,
        "viewer": str(viewer),
        "visibility": head.visibility,
        "delay": head.delay,
        "title": title_of(reading),
        "opened_at": reading.events[0].at,
        "rules": dict(reading.opened.rules),
        "seats": seats_json(seated.people, seated.names),
        "view": table_json(reading, viewer, seated),
        "outcome": outcome_json(reading),
    }
    if head.imported:
        found["imported"] = head.imported
    return {**found, "prompts": [prompt_json(prompt, name_of) for prompt in system.prompts(table)]} if prompts else found


def line_json(head: Head, reading: Reading, names: Names) -> Body:
    """One line of the list of games."""
    result = reading.result
    return {
        "game": head.game,
        "system": head.system,
        "state": result.state,
        "version": reading.version,
        "opened_at": reading.events[0].at,
        "seats": seats_json(people_of(reading), names),
        "scores": scores_json(result) or None,
        "winners": list(result.winners),
        "visibility": head.visibility,
        "title": title_of(reading),
    }
