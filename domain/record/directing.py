"""Checks a ruling before it is recorded.

A ruling that names something that does not exist, or that no longer counts, is refused (references.py looks whether named events exist).
A ruling without effect is recorded, and a finding says so. Source: docs/decisions/rulings.md.
"""

from collections.abc import Container, Iterator

from domain.kernel.events import RulingRecorded
from domain.kernel.shapes import Fault
from domain.record.fold import Reading, retracted
from domain.record.references import no_dispute
from domain.record.rulings import chains, standing
from domain.system import DIRECTOR


def misruled(reading: Reading, act: RulingRecorded, after: int | None, known: Container[str]) -> Iterator[Fault]:
    """Yield the reasons why `act` cannot be recorded after `reading`, with pointers into the event. `known`: the ids of findings that were
    reported earlier. A ruling may cite these, and findings that the record proves now."""
    yield from _cited(reading, act, known)
    yield from _in_round(reading, act)
    yield from _points(act)
    if act.supersedes is not None:
        yield from _superseding(reading, act.supersedes)
        if after is not None:
            yield Fault("/after", "must be left out: a ruling that supersedes another takes the place of that ruling")


def _cited(reading: Reading, act: RulingRecorded, known: Container[str]) -> Iterator[Fault]:
    finding, dispute = act.cites.finding, act.cites.dispute
    if finding is not None and finding not in known and all(finding != proved.id for proved in reading.findings):
        yield Fault("/data/cites/finding", "there is no such finding in this game")
    if dispute is not None and dispute in retracted(reading.events):
        yield no_dispute(dispute)


def _in_round(reading: Reading, act: RulingRecorded) -> Iterator[Fault]:
    last = reading.system.seen_by(reading.table, DIRECTOR).round
    if act.round is not None and act.round > last:
        yield Fault("/data/round", f"there is no round {act.round}: the game is at round {last}")
    moves = act.rectification in ("void", "adjust", "replay")
    if act.round is None and moves and reading.system.outcome(reading.table).state != "open":
        yield Fault("/data/round", "is required: no round is in progress")


def _points(act: RulingRecorded) -> Iterator[Fault]:
    if act.rectification == "adjust" and act.points is None:
        yield Fault("/data/points", "are required: the points of the round by seat")
    if act.points and act.rectification in ("stand", "void", "replay"):
        yield Fault("/data/points", f"must be left out with {act.rectification}")


def _superseding(reading: Reading, former: int) -> Iterator[Fault]:
    first = chains(reading.events)
    if former not in first:
        return
    current = standing(first, retracted(reading.events)).get(first[former])
    if current is None:
        yield Fault("/data/supersedes", f"the ruling at {former} was withdrawn")
    elif current != former:
        yield Fault("/data/supersedes", f"the ruling at {former} has already been superseded by the ruling at {current}")
