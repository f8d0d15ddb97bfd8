"""The common part of the files of tournaments and of clubs' own streams: how their lines are written and read back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.files.layout import Lines, as_json, as_ndjson, event_line
from domain.files.transcript import NotARecord
from domain.files.verify import Each
from domain.kernel.canonical import Json
from domain.kernel.events import StreamEvent
from domain.record.chain import GENESIS, event_json, link
from service.files.by_hand import RecordFile
from service.files.importing import body_of, copied, unfit
from service.store.streams.copies import Copied
from service.store.streams.forms import Codes
from service.store.streams.reading import SealedValues

FORMS: Final[Mapping[str, Callable[[Lines], bytes]]] = {"json": as_json, "ndjson": as_ndjson}
"""The functions that write a file, by the name of its format. Content types and file endings are the same as for games
(service/files/formats)."""


@dataclass(frozen=True, slots=True)
class WholeStream:
    """A stream that was read from a file. `stream`: its id. `closed`: (version, path) of every sealed value that is not in the file."""

    stream: str
    viewer: str
    record: tuple[Copied, ...]
    closed: tuple[tuple[int, str], ...]

    @property
    def size(self) -> int:
        """The number of events."""
        return len(self.record)

    def described(self) -> RecordFile:
        """Return the member `file` of the answer to an import, which describes the file."""
        return {"game": None, "viewer": self.viewer, "events": self.size, "head": self.record[-1].hash}

    def closed_behind(self, version: int) -> int:
        """Return how many sealed values of the events after `version` are not in the file."""
        return sum(1 for at, _ in self.closed if at > version)


def lines_of(
    events: Iterable[StreamEvent[Any]], sealed: SealedValues, shown: Callable[[StreamEvent[Any]], Iterable[str]]
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


def record_of(lines: Sequence[Mapping[str, Json]], codes: Codes, each: Each, most: int, what: str) -> tuple[Copied, ...]:
    """Return the events of verified lines of a file, in the form in which the store returns them. `codes`: the code of each event type, for
    this kind of stream. `most`: the most events that such a stream may have. `what`: what the stream is, for the message, such as "a
    tournament". Raises NotARecord, which names every fault."""
    if len(lines) > most:
        raise NotARecord([f"event {most + 1}: {what} has at most {most} events"])
    faults = list(unfit(lines))
    if faults:
        raise NotARecord(faults)
    record = tuple(copied(line, each, codes) for line in lines)
    altered = [line["version"] for line, kept in zip(lines, record, strict=True) if event_json(kept.event) != body_of(line)]
    if altered:
        raise NotARecord([f"event {version}: /data is not in the form that this Faceup writes" for version in altered])
    return record
