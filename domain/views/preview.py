"""What a batch would change, as JSON: the table, the scores, the findings. It compares the record without and with the batch."""

from collections.abc import Mapping

from domain.kernel.events import PersonId
from domain.record.differences import changes_seen
from domain.record.fold import Reading
from domain.system import Viewer
from domain.views.answers import Counts, Foreseen, StandingLine
from domain.views.parts import event_json, outcome_json, scores_json, seen_findings, table_json
from domain.words.seated import SeatNames

Standings = Mapping[PersonId, tuple[Counts, Counts]]
"""{person: (counts of the person's games in the club without the batch, the counts with it)}, in the order of seats. Contains everyone who
sits at this table, with or without the batch."""


def foreseen_json(now: Reading, then: Reading, viewer: Viewer, sitting: SeatNames, standings: Standings | None = None) -> Foreseen:
    """Return the member `would` of the answer to a dry run. `now`, `then`: the record without and with the batch. `sitting`: the people at
    the table with the batch. `standings`: None if the club's rows cannot be read, or not by this visitor."""
    changes = changes_seen(now.findings, then.findings, viewer)
    return {
        "events": [event_json(event, then, viewer, sitting) for event in then.events[now.version :]],
        "view": table_json(then, viewer, sitting),
        "state": then.result.state,
        "outcome": outcome_json(then, viewer),
        "scores": {"before": scores_json(now.result), "after": scores_json(then.result)},
        "raised": seen_findings(changes.raised, viewer, sitting, then.ruled),
        "withdrawn": [finding.id for finding in changes.withdrawn],
        "standings": None if standings is None else [_line(person, *counts, sitting) for person, counts in standings.items()],
    }


def _line(person: PersonId, before: Counts, after: Counts, sitting: SeatNames) -> StandingLine:
    return {"person": person, "name": sitting.names.get(person), "before": before, "after": after}
