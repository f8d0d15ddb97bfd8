"""Reads the file of a season back into events, and checks whether the table in its footer follows from the events. Nothing in the file is
trusted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from domain.files.layout import season_json
from domain.files.recompute import Recomputed
from domain.files.transcript import NotARecord, event_in, lines_of, misplaced_in
from domain.files.verify import Each, VerifyFault, nothing
from domain.kernel.canonical import Json
from domain.kernel.events import SEASON_TYPES, Event, SeasonEvent
from domain.season.fold import SeasonReading, season_read
from domain.season.table import table


@dataclass(frozen=True, slots=True)
class SeasonTranscript:
    """The contents of a season's file. `header`, `footer`: as in the file. `lines`: the lines of the events, as in the file. `closed`:
    (version, path) of every sealed value that the file does not reveal."""

    header: Mapping[str, Json]
    reading: SeasonReading
    footer: Mapping[str, Json]
    lines: tuple[Mapping[str, Json], ...]
    closed: tuple[tuple[int, str], ...]


def season_transcript(data: bytes, each: Each = nothing) -> SeasonTranscript:
    """Read a season's file and return its contents. Calls the function `each`, which may show progress, about twice for each line.

    Raises NotARecord in three cases: the file does not verify, it is not the file of a season, or it contains something that cannot be
    recorded."""
    header, *lines, footer = lines_of(data, each)
    kind = header.get("kind", "game")
    if kind != "season":
        raise NotARecord([f"header: kind is {kind}: expected the stream of a season"])
    faults: list[str] = []
    closed: list[tuple[int, str]] = []
    events: list[SeasonEvent] = []
    for line in lines:
        event = event_in(line, SEASON_TYPES, faults, closed)
        events += [] if event is None else [cast("SeasonEvent", event)]
        each()
    faults = faults or list(misplaced_in(cast("Sequence[Event]", events)))
    if faults:
        raise NotARecord(faults)
    return SeasonTranscript(header, season_read(events), footer, tuple(lines), tuple(closed))


def recompute_table(data: bytes) -> Recomputed:
    """Compute the table again from the events of a season's file, and compare it with the one in its footer. Returns the differences as
    faults. Raises NotARecord for a file that does not verify or cannot be read."""
    transcript = season_transcript(data)
    stated, derived = cast("Sequence[Json]", transcript.footer["table"]), season_json(table(transcript.reading.state))
    wrong = [f"table has {len(stated)} rows; the events give {len(derived)}"] if len(stated) != len(derived) else []
    pairs = enumerate(zip(stated, derived, strict=False), 1)
    wrong += [f"row {number} of the table does not follow from the events" for number, (theirs, ours) in pairs if theirs != ours]
    return Recomputed(tuple(VerifyFault(None, "footer", message) for message in wrong), (), "")
