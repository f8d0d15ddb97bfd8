"""Plays the game of a record file again by its rules, and checks whether the footer of the file follows from the events.

The outcome is always compared, because it never depends on sealed values. Findings may depend on sealed values. If the file lacks any
sealed value, a difference in the findings is reported as not examined, not as a fault."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from domain.files.layout import finding_json, outcome_json
from domain.files.transcript import transcript_of
from domain.files.verify import VerifyFault
from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.findings import FULL
from domain.record.fold import read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The result of comparing the footer of a file with its events. `faults`: contradictions between the two. `unexamined`: what could not
    be compared, and why.

    `engine`: the version of the rules engine that made the file. Another version of the engine may get other results although the file is
    right."""

    faults: tuple[VerifyFault, ...]
    unexamined: tuple[str, ...]
    engine: str


def recompute(data: bytes) -> Recomputed:
    """Play the events of a record file again and compare the result with the footer.

    Raises NotARecord for a file that does not verify or cannot be read."""
    transcript = transcript_of(data)
    reading = read(transcript.system, transcript.events)
    wrong, unexamined = [], []
    if outcome_json(reading.system.outcome(reading.table)) != transcript.footer["outcome"]:
        wrong.append("outcome does not follow from the events")
    validated = cast("int", transcript.footer["validated"])
    if validated < reading.version:
        unexamined.append(f"findings after event {validated}: the file was made before they were checked")
    derived = reading.at(validated).findings if validated else ()
    viewer = _viewer(transcript.viewer)
    seen: dict[Json, Json] = {finding.id: finding_json(finding) for finding in viewer.visible(derived)}
    stated = {cast("dict[str, Json]", finding)["id"]: finding for finding in cast("list[Json]", transcript.footer["findings"])}
    if stated.pop(FULL.id, None) is not None:
        unexamined.append("findings that are not in the file: they changed so often that new ones were not listed any more")
        seen = {name: finding for name, finding in seen.items() if name in stated}
    differences = list(_differences(stated, seen))
    if transcript.closed:
        unexamined += [f"{difference}, unless sealed values that are not in the file explain it" for difference in differences]
        unexamined.append("sealed: " + ", ".join(f"{path} of event {version}" for version, path in transcript.closed))
    else:
        wrong += differences
    faults = tuple(VerifyFault(None, "footer", message) for message in wrong)
    return Recomputed(faults, tuple(unexamined), str(transcript.header["engine"]))


def rows_compared(table: str, stated: Json, derived: Sequence[Json]) -> Recomputed:
    """Compare the rows in the footer of a file with those that follow from its events. `table`: what the rows are, such as `standings`."""
    rows = cast("Sequence[Json]", stated)
    has = "have" if table.endswith("s") else "has"
    wrong = [f"{table} {has} {len(rows)} rows; the events give {len(derived)}"] if len(rows) != len(derived) else []
    pairs = enumerate(zip(rows, derived, strict=False), 1)
    wrong += [f"row {number} of the {table} does not follow from the events" for number, (theirs, ours) in pairs if theirs != ours]
    return Recomputed(tuple(VerifyFault(None, "footer", message) for message in wrong), (), "")


def _differences(stated: dict[Json, Json], derived: dict[Json, Json]) -> Iterator[str]:
    for name in [*stated, *(name for name in derived if name not in stated)]:
        if name not in derived:
            yield f"finding {name!a:.60} does not follow from the events"
        elif name not in stated:
            yield f"finding {name!a:.60} follows from the events but is missing"
        elif stated[name] != derived[name]:
            yield f"finding {name!a:.60} differs from what the events give"


def _viewer(text: str) -> Viewer:
    named = {str(viewer): viewer for viewer in (SCOREKEEPER, DIRECTOR, PUBLIC)}
    return named[text] if text in named else seat_viewer(Seat(int(text.removeprefix("seat:"))))
