"""The rulings of a record as one viewer may see them, each with a sentence to be read aloud."""

from collections.abc import Mapping

from domain.kernel.events import Event, RulingRecorded
from domain.kernel.findings import Finding
from domain.record.fold import Reading, retracted
from domain.record.judging import without_question
from domain.record.rulings import chains, standing
from domain.system import Viewer
from domain.views.answers import Decision
from domain.words import words
from domain.words.phrases import aloud, capital, found_at
from domain.words.rulings import decided
from domain.words.seated import SeatNames


def rulings_json(reading: Reading, viewer: Viewer, sitting: SeatNames) -> list[Decision]:
    """Return every recorded ruling as JSON, in order of version, withdrawn ones included."""
    first = chains(reading.events)
    gone = retracted(reading.events)
    stands = standing(first, gone)
    findings = {finding.id: finding for finding in viewer.visible(reading.findings)}
    decisions: list[Decision] = []
    for event in reading.events:
        if isinstance(event.act, RulingRecorded):
            now = None if event.version in gone else stands[first[event.version]]
            said = f"Ruling on {_about(event.act, reading, viewer, findings, sitting)} {_decision(event, event.act, sitting)}"
            decisions.append(_ruling(event, event.act, now, _note(event, reading, viewer), said))
    return decisions


def _note(event: Event, reading: Reading, viewer: Viewer) -> str | None:
    """Return the note of a ruling; None if there is none or this viewer may not see it."""
    seen = reading.system.shown(event, reading.table, viewer)
    note = seen.act.note if seen is not None and isinstance(seen.act, RulingRecorded) else None
    return None if note is None else note.value


def _ruling(event: Event, act: RulingRecorded, now: int | None, note: str | None, sentence: str) -> Decision:
    """Return the ruling as JSON. `now`: the version of the ruling in force (this ruling, or the one that replaced it); None if `event` was
    withdrawn."""
    version = event.version
    return {
        "version": version,
        "cites": {"finding": act.cites.finding, "dispute": act.cites.dispute},
        "rule": act.rule,
        "rectification": act.rectification,
        "round": act.round,
        "points": None if act.points is None else {str(seat): points for seat, points in sorted(act.points.items())},
        "supersedes": act.supersedes,
        "superseded_by": now if now is not None and now != version else None,
        "standing": now == version,
        "note": note,
        "by": event.by,
        "at": event.at,
        "sentence": sentence,
    }


def _about(act: RulingRecorded, reading: Reading, viewer: Viewer, findings: Mapping[str, Finding], sitting: SeatNames) -> str:
    """Return words for what was ruled on. If this viewer may not see the finding, or if it is no longer proved, the words name its events
    instead."""
    if act.cites.dispute is not None:
        event = reading.events[act.cites.dispute - 1]
        seen = reading.system.shown(event, reading.table, viewer)
        return f"entry {event.version}." if seen is None else f"entry {event.version}: {words(seen.act, sitting.called(event.version))}."
    finding = findings.get(act.cites.finding or "")
    if finding is None:
        return f"{found_at(act.cites.finding or '')}."
    return f"the finding: {aloud(without_question(finding), sitting.called(finding.happened))}"


def _decision(event: Event, act: RulingRecorded, sitting: SeatNames) -> str:
    decision = decided(act, sitting.called(event.version))
    instead = "" if act.supersedes is None else f" It takes the place of the ruling at {act.supersedes}."
    return f"{capital(decision)} ({act.rule}).{instead}"
