"""Writes what one viewer may see of a record as JSON. The system's `seen_by` and `shown` decide what a viewer may see; nothing is decided
here.

In JSON, a seat is a number in a list, and a decimal string as a key. Names come from the club's directory (`names`), never from the record.
Sentences and labels are for display, and contain the names. Pages need not read them: every fact also has a member of its own.

A sealed value is `{"commit": …}`, with `"value"` if this viewer may see it. An event that the viewer may not see at all is `{"version": n,
"withheld": true}`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from domain.ahead import NextAct
from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.closing import closed
from domain.kernel.events import Event, PersonId, data_of
from domain.kernel.findings import Finding, read_aloud
from domain.kernel.view import LastDeal, Said, SeatView, TrickView, View
from domain.record.asking import Answer, Entry
from domain.record.evidence import Evidence, last_evidence, result_evidence
from domain.record.fold import Reading
from domain.record.insertions import explanation
from domain.record.life import Result
from domain.record.open_deals import outcome_of
from domain.rounds import round_in
from domain.system import Outcome, Prompt, Viewer
from domain.views import answers
from domain.views.house_rules import told
from domain.words import NameOf
from domain.words.phrases import aloud
from domain.words.seated import Names, SeatNames
from domain.words.tables import PHASES, deal_line

Body = dict[str, Json]
Answered = Mapping[str, Sequence[Answer]]
NO_ANSWERS: Final[Answered] = MappingProxyType({})
NO_ROUNDS: Final[Mapping[str, int]] = MappingProxyType({})


def view_json(view: View, name_of: NameOf, seat_of: Callable[[SeatView], answers.SeatSeen] | None = None) -> answers.TableSeen:
    """Return the table, as a viewer sees it (a `View`), as JSON. `seat_of`: turns a seat into JSON; None: `seat_json` does."""
    return {
        "phase": view.phase,
        "phase_label": PHASES[view.phase],
        "round": view.round,
        "hand": view.hand,
        "counts": view.counts,
        "leader": view.leader,
        "winning": view.winning,
        "turn": list(view.turn),
        "awaited": view.awaited,
        "dealer": view.dealer,
        "maker": view.maker,
        "shared_bid": view.shared_bid,
        "trump": view.trump,
        "base": view.base,
        "at_stake": view.at_stake,
        "ranks": view.ranks,
        "books": None if view.books is None else list(view.books),
        "deal": deal_line(view, name_of),
        "order": [seat.seat for seat in view.seats],
        "seats": {str(seat.seat): (seat_of or seat_json)(seat) for seat in view.seats},
        "face_up": list(view.face_up),
        "piles": dict(view.piles),
        "direction": view.direction,
        "last_round": read_aloud(view.last_round, name_of),
        "last_deal": None if view.last_deal is None else last_deal_json(view.last_deal),
    }


def last_deal_json(last: LastDeal) -> answers.LastDeal:
    sides: list[answers.DealSide] = [
        {
            "seats": [*side.seats],
            "points": side.points,
            "bid": side.bid,
            "took": side.took,
            "made": side.made,
            "contract": side.contract,
            "nil": side.nil,
        }
        for side in last.sides
    ]
    return {"number": last.number, "sides": sides, "tricks": last.tricks, "trick": None if last.trick is None else trick_json(last.trick)}


def seat_json(seat: SeatView, evidence: Evidence | None = None) -> answers.SeatSeen:
    return {
        "active": seat.active,
        "score": seat.score,
        "cards": seat.cards,
        "hand": None if seat.hand is None else list(seat.hand),
        "placed": seat.placed,
        "card": seat.card,
        "said": None if seat.said is None else said_json(seat.said),
        "side": seat.side,
        "bags": seat.bags,
        "evidence": None if evidence is None else evidence_json(evidence),
        "piles": dict(seat.piles),
    }


def said_json(said: Said) -> answers.Said:
    return {"word": said.word, "amount": said.amount, "doubled": said.doubled, "kind": said.kind}


def evidence_json(evidence: Evidence) -> answers.Evidence:
    return {"level": evidence.level, "versions": list(evidence.versions)}


def table_json(reading: Reading, viewer: Viewer, seated: SeatNames) -> answers.TableSeen:
    """Return the table as this viewer may see it, as JSON, with the evidence for the card in front of each seat."""
    view = reading.system.seen_by(reading.table, viewer)
    known = last_evidence(reading, [seat.seat for seat in view.seats if seat.placed or seat.card is not None])
    body = view_json(view, seated.called(), lambda seat: seat_json(seat, known.get(seat.seat)))
    return {**body, "tricks": [*map(trick_json, view.tricks)]}


def trick_json(trick: TrickView) -> answers.TrickSeen:
    plays = trick.plays
    return {
        "winner": trick.winner,
        "seats": [seat for seat, _, _ in plays],
        "cards": [card for _, card, _ in plays],
        "versions": [version for _, _, version in plays],
    }


def outcome_json(reading: Reading, viewer: Viewer) -> answers.Outcome:
    outcome = outcome_of(reading, viewer)
    return {
        "state": outcome.state,
        "scores": scores_json(outcome),
        "standing": [list(level) for level in outcome.standing],
        "winners": list(outcome.winners),
        "depth": outcome.depth,
        "reason": outcome.reason,
        "open_deals": [*outcome.open_deals],
        "evidence": evidence_json(result_evidence(reading)),
    }


def scores_json(outcome: Outcome | Result) -> dict[str, int]:
    return {str(seat): score for seat, score in sorted(outcome.scores.items())}


def prompt_json(prompt: Prompt, name_of: NameOf, then: Iterable[NextAct] = ()) -> answers.Prompt:
    asks: list[answers.Ask] = [
        {
            "field": ask.field,
            "choices": list(ask.choices),
            "optional": ask.optional,
            "distinct": ask.distinct,
            "number": ask.number,
            "total": ask.total,
        }
        for ask in prompt.asks
    ]
    return {
        "type": prompt.type,
        "given": dict(prompt.given),
        "asks": asks,
        "text": read_aloud(prompt.text, name_of),
        "expected": prompt.expected,
        "seat": prompt.seat,
        "others": [*prompt.others],
        "then": [{"type": each.type, "data": dict(each.data)} for each in then],
    }


def finding_json(
    finding: Finding,
    seated: SeatNames,
    *,
    ruling: int | None = None,
    withdrawn: bool = False,
    round_: int | None = None,
    answered: Sequence[Answer] = (),
) -> answers.Finding:
    """Return the finding as JSON. `ruling`: the version of the ruling that settles it; None if no ruling does. The sentence names the
    players who had the seats at the time of the fault. `round_`: see `rounds_of_findings`. `answered`: the answers that this viewer may
    give."""
    name_of = seated.called(finding.happened)
    body: answers.Finding = {
        "id": finding.id,
        "rule": finding.rule,
        "kind": finding.kind,
        "source": finding.source,
        "versions": list(finding.versions),
        "seats": list(finding.seats),
        "sentence": aloud(finding.sentence, name_of),
        "unexamined": read_aloud(finding.unexamined, name_of),
        "alternatives": [read_aloud(other, name_of) for other in finding.alternatives],
        "suspects": list(finding.suspects),
        "status": "withdrawn" if withdrawn else "standing" if ruling is None else "ruled",
        "ruling": ruling,
    }
    if round_ is not None:
        body["round"] = round_
    if answered:
        body["answers"] = [answer_json(answer, name_of) for answer in answered]
    return body


def rounds_of_findings(reading: Reading) -> dict[str, int]:
    """Return for each finding, by its id, the number of the round in which it was first proved. Findings about the whole record, and those
    of a game without rounds, are left out."""
    rounds: dict[str, int] = {}
    for step in (reading.steps[place] for place in reading.noted):
        number = round_in(step.before.table) if step.findings and step.before is not None else None
        if number is not None:
            rounds.update((finding.id, number) for finding in step.findings if finding.id not in rounds)
    return rounds


def answer_json(answer: Answer, name_of: NameOf) -> answers.QueryAnswer:
    body: answers.QueryAnswer = {"answer": answer.kind, "text": read_aloud(answer.text, name_of)}
    if answer.after is not None:
        body["after"] = answer.after
    if answer.version is not None:
        body["version"] = answer.version
    if answer.entries:
        body["events"] = [*map(_entry_json, answer.entries)]
    return body


def _entry_json(entry: Entry) -> answers.AnswerEvent:
    body: answers.AnswerEvent = {"type": entry.type, "data": entry.data}
    if entry.after is not None:
        body["after"] = entry.after
    return body if entry.at is None else {**body, "at": entry.at, "offset": entry.offset}


def seen_findings(
    findings: Sequence[Finding],
    viewer: Viewer,
    seated: SeatNames,
    ruled: Mapping[str, int],
    *,
    rounds: Mapping[str, int] = NO_ROUNDS,
    answered: Answered = NO_ANSWERS,
) -> list[answers.Finding]:
    """Return as JSON the findings that this viewer may see, in the same order, each id once. `ruled`: by id of the finding, the version of
    the ruling that settles it. `rounds`: see `rounds_of_findings`. `answered`: by id of the query, the answers that this viewer may
    give."""
    return [
        finding_json(finding, seated, ruling=ruled.get(finding.id), round_=rounds.get(finding.id), answered=answered.get(finding.id, ()))
        for finding in viewer.visible(findings)
    ]


def closed_versions(now: Reading, viewer: Viewer) -> list[int]:
    """Return the versions of the events that the game hides from this viewer (rule OU-5 of One-up). A caller must not show this viewer any
    state of the table from the first of them up to the last (`closed_in` in replays.py)."""
    opens, table = now.system.opens, now.table
    return [] if viewer.sees_all else [event.version for event in now.events if opens(event, table, viewer) is None]


def event_json(event: Event, now: Reading, viewer: Viewer, seated: SeatNames) -> answers.RecordedEvent:
    """Return an event as JSON, as this viewer may see it now. `now`: the whole record."""
    seen = now.system.shown(event, now.table, viewer)
    if seen is None:
        return {"version": event.version, "withheld": True}
    body, note = seen_json(seen, seated), explanation(event, now.events)
    visible = note is not None and now.system.shown(note, now.table, viewer) is not None
    return {**body, "explained_by": note.version} if note is not None and visible else body


def seen_json(seen: Event, seated: SeatNames) -> answers.RecordedEvent:
    """Return an event as JSON. `seen`: the event after `System.shown` took out what the viewer may not see. The sentence names the players
    who had the seats at this event."""
    body: answers.RecordedEvent = {
        "version": seen.version,
        "id": seen.id,
        "type": seen.type,
        "data": data_of(seen.act),
        "sentence": told(seen.act, seated.called(seen.version)),
        "by": seen.by,
        "at": seen.at,
        "offset": seen.offset,
        "recorded_at": seen.recorded_at,
    }
    return body if seen.after is None else {**body, "after": seen.after}


def seats_json(people: Mapping[Seat, PersonId | None], names: Names) -> list[answers.SeatedPerson]:
    return [{"seat": seat, "person": person, "name": None if person is None else names.get(person)} for seat, person in people.items()]


def title_of(reading: Reading) -> str | None:
    """Return the title of the game; None if it has none or if it was erased."""
    seen = closed(reading.opened, ())
    return None if seen.title is None else seen.title.value
