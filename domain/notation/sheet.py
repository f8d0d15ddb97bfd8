"""A sheet in memory: the events of a record, the values of the tags at its head, and its margin, as it follows from the current rules:
scores where they change, irregular acts, rulings, and how the game ended."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from domain.kernel.cards import Seat
from domain.kernel.events import Event, RulingRecorded
from domain.kernel.findings import Finding, read_aloud
from domain.notation.clock import Moment
from domain.notation.provenance import Salts
from domain.record.fold import Reading
from domain.record.judging import without_question
from domain.system import DIRECTOR


@dataclass(frozen=True, slots=True)
class Margin:
    """What the margin of a sheet says, by the current rules. It is written for readers and never read back.

    `marks`: by version, `?` for an irregular act, `!` for an act that a ruling is about. `totals`: by version, the scores after that act.
    `remarks`: by version, the remarks under that act. `closing`: how the game ended."""

    marks: Mapping[int, str] = field(default_factory=dict)
    totals: Mapping[int, str] = field(default_factory=dict)
    remarks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record on a sheet. `events`: in order of version. Values that the reader of the sheet may not see are closed.

    `game`, `club`, `viewer`: empty if not given. `ending`: `+` for a game that is to be continued, `*` for a record to which nothing will
    be added; empty if neither is written. `proved`: whether the sheet has provenance (the block with times, ids and proofs). `salts`: the
    salts of its open values, if it has provenance. `date`: the date of a sheet without provenance; None if no date is written."""

    events: tuple[Event, ...]
    game: str = ""
    club: str = ""
    viewer: str = ""
    ending: str = ""
    proved: bool = True
    salts: Salts = field(default_factory=dict)
    date: Moment | None = None
    margin: Margin = field(default_factory=Margin)


IRREGULAR = "?"
RULED = "!"


def margin_of(reading: Reading, findings: Iterable[Finding] | None = None) -> Margin:
    """Return the margin of the sheet for a record: scores, irregular acts and rulings. `findings`: those that the reader of the sheet may
    see; None for all that the record proves."""
    shown = sorted(
        DIRECTOR.visible(reading.findings) if findings is None else findings, key=lambda finding: (finding.versions, finding.rule)
    )
    marks = {version: IRREGULAR for finding in shown if finding.kind == "breach" for version in [finding.happened]}
    ruled = reading.ruled
    remarks: dict[int, tuple[str, ...]] = {}
    for finding in shown:
        version, mark, sentence = finding.happened, IRREGULAR, finding.sentence
        if finding.id in ruled:
            marks[version] = mark = RULED
            sentence = without_question(finding)
        remarks[version] = (*remarks.get(version, ()), f"{mark} {read_aloud(sentence, _seat)} ({finding.source})")
    return Margin({**marks, **dict.fromkeys(_disputes(reading), RULED)}, _totals(reading), remarks, _closing(reading))


def _disputes(reading: Reading) -> Iterator[int]:
    """Yield, for each ruling about a dispute, the version of the event that opened the dispute."""
    for step in reading.steps:
        if isinstance(step.event.act, RulingRecorded) and step.event.act.cites.dispute is not None:
            yield step.event.act.cites.dispute


def _totals(reading: Reading) -> dict[int, str]:
    totals = {}
    before: Mapping[Seat, int] = {}
    for step in reading.steps:
        scores = reading.system.outcome(step.table).scores
        if scores != before:
            totals[step.event.version] = _by_seat(scores)
        before = scores
    return totals


def _closing(reading: Reading) -> str:
    """Return how the game ended; empty while it is open."""
    outcome = reading.system.outcome(reading.table)
    if outcome.state == "open":
        return ""
    won = f", won by {' '.join(map(str, outcome.winners))}" if outcome.winners else ""
    return f"{outcome.state}{won}" + (f"; {_by_seat(outcome.scores)}" if outcome.scores else "")


def _by_seat(scores: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat}:{score}" for seat, score in sorted(scores.items()))


def _seat(seat: Seat) -> str:
    return f"seat {seat}"
