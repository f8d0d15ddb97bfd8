"""What the files of all kinds of streams share: how their lines are written, read back and stored."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, TypedDict, cast

from domain.files.forms import RECORDER, sealed_leaves
from domain.files.layout import Lines, as_json, as_ndjson, event_line, footer_of, header_of
from domain.files.limits import MOST_EVENTS
from domain.files.transcript import NotARecord, Transcript, opened_beside, refuse
from domain.files.verify import Each
from domain.kernel.canonical import Json
from domain.kernel.events import StreamEvent, TokenId, data_of
from domain.record.chain import GENESIS, event_json, link
from domain.system import Viewer
from service.files.archive import Packed
from service.files.destination import Destination
from service.store.keys import Club, StreamId, club_of
from service.store.streams import wire
from service.store.streams.append import Restored
from service.store.streams.copies import Copied
from service.store.streams.forms import Codes
from service.store.streams.kinds import AnyKind
from service.store.streams.reading import SealedValues

# --- writing ------------------------------------------------------------------------------------------------------------------------------

FORMS: Final[Mapping[str, Callable[[Lines], bytes]]] = {"json": as_json, "ndjson": as_ndjson}
"""The functions that write a file, by the name of its format. Content types and file endings are the same as for games
(service/files/formats)."""
Event = StreamEvent[Any]


def sealed_paths(event: Event) -> list[str]:
    """Return the paths of all sealed values of an event."""
    return [path for path, _ in sealed_leaves(data_of(event.act))]


def lines_of(
    events: Iterable[Event], sealed: SealedValues, shown: Callable[[Event], Iterable[str]] = sealed_paths
) -> tuple[list[bytes], str]:
    """Return the lines of all events of a stream, and the hash of the last event. `sealed`: the sealed values that are stored. `shown`:
    takes an event, and returns the paths of its sealed values that the file may contain."""
    reached, lines = GENESIS, []
    for event in events:
        body = event_json(event)
        reached = link(reached, body)
        paths = [path for path in shown(event) if (event.version, path) in sealed]
        lines.append(event_line(body, reached, {path: sealed[event.version, path] for path in paths}))
    return lines, reached


@dataclass(frozen=True, slots=True)
class Contents:
    """What the file of a stream that is not a game holds. `end`: what its footer says beside the head. `shown`: as in `lines_of`."""

    kind: str
    stream: StreamId
    events: Sequence[Event]
    sealed: SealedValues
    end: Mapping[str, Json]
    shown: Callable[[Event], Iterable[str]] = sealed_paths

    def packed(self, viewer: Viewer, form: str) -> Packed:
        """Return the file for `viewer`. `form`: one of FORMS."""
        header = header_of(self.kind, self.stream, str(viewer))
        lines, reached = lines_of(self.events, self.sealed, self.shown)
        whole = Lines(header, tuple(lines), footer_of(header, lines, (len(lines), reached), self.end))
        return Packed(f"{self.stream}.faceup.{form}", FORMS[form](whole), len(lines), reached, self.events[-1].recorded_at)


# --- reading ------------------------------------------------------------------------------------------------------------------------------


class RecordFile(TypedDict):
    game: Annotated[str | None, "The id that the game had where it was exported; null for a handwritten sheet or a file of no game."]
    viewer: Annotated[str | None, "The viewer for whom the file was made; null for a handwritten sheet."]
    events: int
    head: Annotated[str | None, "Hash of the last event; null for a handwritten sheet."]


@dataclass(frozen=True)
class StreamFile:
    """A stream that was read from a file. `stream`: its id there. `viewer`: the viewer that the file was made for. `closed`: (version,
    path) of every sealed value that is not in the file.

    `kind`: its kind of stream. `called`: what a message calls it, `here`: the one that is stored here. `about`: a sentence for the person
    who imports it."""

    kind: ClassVar[str]
    called: ClassVar[str]
    here: ClassVar[str]
    about: ClassVar[str]

    stream: str
    viewer: str
    record: tuple[Copied, ...]
    closed: tuple[tuple[int, str], ...]

    def store(self, into: Destination, club: Club, _by: TokenId, written: Callable[[int], object]) -> Restored:
        """Store the stream as it was recorded. After each batch, `written` is called with the version that is reached. Raises NotARecord,
        RecordDiffers, RecordDamaged."""
        self.require(club)
        return into.streams(self.kind).restore(club, self.record, written)

    def dry_run(self, into: Destination, club: Club) -> Restored:
        """Return what a call of `store` would return now. Writes nothing. Raises NotARecord, RecordDiffers."""
        self.require(club)
        return into.streams(self.kind).dry_run(club, self.record)

    def require(self, club: Club) -> None:
        """Raise NotARecord if the stream cannot be stored in `club`."""
        home = club_of(StreamId(self.stream))
        if club != home:
            raise NotARecord([f"header: this is {self.called} of club {home}; it cannot be imported into another club"])

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.record)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import, which describes the file."""
        game = self.stream if self.kind == "game" else None
        return {"game": game, "viewer": self.viewer, "events": self.size, "head": self.record[-1].hash}

    def closed_behind(self, version: int) -> int:
        """Return how many sealed values of the events after `version` are not in the file."""
        return sum(1 for at, _ in self.closed if at > version)

    def notes(self, restored: Restored) -> list[str]:
        """Return sentences for the person who imports the file."""
        return [self.about, *self.longer(restored)]

    def longer(self, restored: Restored) -> list[str]:
        """Return a sentence if the stored stream has more events than the file."""
        if restored.version <= self.size:
            return []
        return [f"{self.here} here is longer, up to event {restored.version}. Nothing of it was changed."]


def record_of(transcript: Transcript[Any], kind: AnyKind, each: Each) -> tuple[Copied, ...]:
    """Return the events of a file, in the form in which the store returns them. Raises NotARecord."""
    most, what = MOST_EVENTS[kind.name]
    if len(transcript.lines) > most:
        raise NotARecord([f"event {most + 1}: {what} has at most {most} events"])
    refuse(unfit(transcript.lines))
    record = tuple(copied(line, each, kind.codes) for line in transcript.lines)
    refuse(_altered(transcript.lines, record, each))
    return record


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


def _altered(lines: Iterable[Mapping[str, Json]], record: Iterable[Copied], each: Each) -> Iterator[str]:
    """Yield a fault for each event that this Faceup would write in another form than the file has. The hash of such an event would
    change."""
    for line, kept in zip(lines, record, strict=True):
        if event_json(kept.event) != body_of(line):
            yield f"event {line['version']}: /data is not in the form that this Faceup writes (a field that is null is left out)"
        each()
