"""Reads records from files. If a record has a fault, nothing of it is stored.

A file must pass verification, and this Faceup must know its card game (`domain.files.transcript`). Its events must have the same hashes
when they are read back from the store. The rules must be able to replay these events, that is, to work out the state of the game after each
of them. Everything is stored as the file has it, so `by`, `at` and `recorded_at` are only as trustworthy as the author of the file
(docs/decisions/import.md).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from domain.files.forms import RECORDER
from domain.files.limits import MOST_IN_A_RECORD
from domain.files.transcript import NotARecord, Transcript, opened_beside, told, transcript_of
from domain.files.verify import Each, nothing
from domain.kernel.canonical import Json
from domain.kernel.events import Event, TokenId
from domain.notation import is_sheet, read_bytes
from domain.notation.filing import record_file
from domain.record.chain import event_json
from domain.record.fold import corrected
from domain.record.references import misreferred
from domain.scheduled import scheduled
from service.failures import describe
from service.files.by_hand import ByHand, RecordFile, by_hand
from service.files.destination import Destination
from service.store.games.kind import GAME
from service.store.keys import Club
from service.store.streams import wire
from service.store.streams.append import Restored
from service.store.streams.copies import Copied
from service.store.streams.forms import Codes


@dataclass(frozen=True, slots=True)
class FromFile:
    """A record that was read from a file. `game`: the game's id where it was exported. `viewer`: the viewer that the file was made for.
    `closed`: (version, path) of every sealed value that is not in the file."""

    game: str
    viewer: str
    record: tuple[Copied, ...]
    closed: tuple[tuple[int, str], ...]

    def store(self, into: Destination, club: Club, _by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the record as it was recorded. After each batch, `written` is called with the version that is reached. Raises RecordDiffers
        and RecordDamaged."""
        return into.copies.restore(club, self.record, written)

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises RecordDiffers."""
        return into.copies.restore_foreseen(club, self.record)

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.record)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import, which describes the file."""
        return {"game": self.game, "viewer": self.viewer, "events": self.size, "head": self.record[-1].hash}

    def closed_behind(self, version: int) -> int:
        """Return how many sealed values of the events after `version` are not in the file."""
        return sum(1 for at, _ in self.closed if at > version)

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        closed = self.closed_behind(self.size - restored.added)
        notes = []
        if restored.game != self.game:
            notes.append(f"The game was stored under a new id, {restored.game}: in the file its id is {self.game}.")
        if closed:
            what, they = ("1 hidden card or text stays", "it") if closed == 1 else (f"{closed} hidden cards or texts stay", "them")
            notes.append(f"{what} hidden here for ever: the file was made for somebody who could not see {they}.")
        if restored.version > self.size:
            notes.append(f"The record here is longer, up to event {restored.version}. Nothing of it was changed.")
        return notes


Incoming = FromFile | ByHand
"""What a file of a game becomes when it is read: a record, whose events are stored as they are, or a handwritten sheet, which is
recorded as new events."""


def read_any(data: bytes, each: Each = nothing) -> Incoming:
    """Read a record file or a score sheet. A sheet that proves its events (ids, times, hashes) is a record too; any other sheet is
    handwritten. `each` is called about six times for each line or act, so that the caller can let other work run.

    Raises NotARecord, which names every fault. For a sheet, each fault has its line and column.
    """
    if not is_sheet(data):
        return read_file(data, each)
    sheet, system = read_bytes(data, each).sound()
    return read_file(record_file(sheet, system), each) if sheet.proved else by_hand(sheet)


def read_file(data: bytes, each: Each = nothing) -> FromFile:
    """Read the record in a json or ndjson file. `each` is called about six times for each line, so that the caller can let other work run.
    Raises NotARecord, which names every fault."""
    transcript = transcript_of(data, each)
    if len(transcript.lines) > MOST_IN_A_RECORD:
        raise NotARecord([f"event {MOST_IN_A_RECORD + 1}: a record has at most {MOST_IN_A_RECORD} events"])
    faults = [*unfit(transcript.lines), *told(misreferred(transcript.events))]
    record = [] if faults else [copied(line, each, GAME.codes) for line in transcript.lines]
    faults = faults or [*_altered(transcript, record, each), *_unfolded(transcript, each)]
    if faults:
        raise NotARecord(faults)
    return FromFile(transcript.game, str(transcript.header["viewer"]), tuple(record), transcript.closed)


def unfit(lines: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """Yield a fault for each salt (the random bytes beside a sealed value) of a wrong size, and for everything that version 1 of the format
    allows and version 2 does not."""
    for line in lines:
        if cast("int", line["recorded_at"]) < 0:
            yield f"event {line['version']}: recorded_at is before 1970"
        if re.fullmatch(RECORDER, str(line["by"])) is None:
            yield f"event {line['version']}: by begins with job: but is not job:<name>"
        for path, (_, salt) in opened_beside(line).items():
            if len(salt) != wire.SALT_BYTES:
                yield f"event {line['version']}: opened {path[:60]!a} has a salt of {len(salt)} bytes; it must have {wire.SALT_BYTES}"


def copied(line: Mapping[str, Json], each: Each, codes: Codes) -> Copied:
    """Return the event of `line` as it will be read back from the store. `codes`: the code of each event type, for this kind of stream."""
    each()
    opened = opened_beside(line)
    entry, sealed = wire.encode(body_of(line), (), opened, codes)
    (event,) = wire.decode([entry], (), wire.decode_sealed(sealed), codes)
    return Copied(event, str(line["hash"]), opened)


def body_of(line: Mapping[str, Json]) -> dict[str, Json]:
    """Return the part of a line of a record file that is hashed: the event without its hash and its opened values."""
    return {key: value for key, value in line.items() if key not in ("hash", "opened")}


def _altered(transcript: Transcript, record: Iterable[Copied], each: Each) -> Iterator[str]:
    """Yield a fault for each event that this Faceup would write in another form than the file has. The hash of such an event would
    change."""
    for line, kept in zip(transcript.lines, record, strict=True):
        if event_json(kept.event) != body_of(line):
            yield f"event {line['version']}: /data is not in the form that this Faceup writes (a field that is null is left out)"
        each()


def _unfolded(transcript: Transcript, each: Each) -> Iterator[str]:
    """Yield a fault if the rules raise an exception when they replay the record. Such a record would make every list of games with it
    fail."""
    system, events = scheduled(transcript.system, transcript.opened), corrected(transcript.events)
    event: Event = events[0]
    try:
        table = system.open_table(transcript.opened)
        for event in events[1:]:
            system.check(table, event)
            table = system.evolve(table, event)
            each()
        system.outcome(table)
    except Exception as failure:
        yield f"event {event.version}: the rules of {system.name} fail on it ({describe(failure)})"
