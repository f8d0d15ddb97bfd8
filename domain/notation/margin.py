"""Makes the margin of a sheet by the current rules: scores where they change, irregular acts, rulings, and how the game ended."""

from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.cards import Seat
from domain.kernel.events import RulingRecorded
from domain.kernel.findings import Finding, read_aloud
from domain.notation.sheet import Margin
from domain.record.fold import Reading
from domain.record.judging import without_question
from domain.system import DIRECTOR

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
