"""Reads a record file back into events, to replay a game without a server, to check an outcome, or to import the file.

No file is trusted: it must verify, and every event must be one that can be recorded. If the file reveals a sealed value, the returned event
contains the value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Generic, TypeVar, cast

from domain.files.verify import Each, nothing, verified_lines
from domain.kernel.canonical import Json
from domain.kernel.events import (
    CLUB_TYPES,
    COMMON,
    EVENT_TYPES,
    AnyAct,
    ClubAct,
    Event,
    EventId,
    EventType,
    GameOpened,
    PlayerJoined,
    Retracted,
    StreamEvent,
    TokenId,
)
from domain.kernel.events.kinds import SHAPES
from domain.kernel.seats import seats_named
from domain.kernel.shapes import MILLISECONDS, OFFSET, BySeat, Fault, Fields, ListOf, Optional, Seal, Sealed, Shape
from domain.record.chain import Opened
from domain.record.fold import misplaced
from domain.system import System, Table, Unplayable
from domain.systems import SYSTEMS

_TIMES: Final = {"at": MILLISECONDS, "offset": OFFSET, "recorded_at": MILLISECONDS}


class NotARecord(ValueError):
    """Raised for a file that cannot be read as a record. `reasons`: one line for each fault. Files are checked in stages, and each stage
    needs what the one before made sure of: these are all faults of the first stage that found any."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons[:3]))
        self.reasons = tuple(reasons)


def refuse(reasons: Iterable[str]) -> None:
    """Raise NotARecord if there is a reason."""
    if found := list(reasons):
        raise NotARecord(found)


E = TypeVar("E", bound=StreamEvent[Any])


@dataclass(frozen=True, slots=True)
class Transcript(Generic[E]):
    """The contents of a file. `header`, `footer`: as in the file. `lines`: the lines of the events, as in the file. `events`: in order of
    version. `closed`: (version, path) of every sealed value that the file does not reveal."""

    header: Mapping[str, Json]
    events: tuple[E, ...]
    closed: tuple[tuple[int, str], ...]
    footer: Mapping[str, Json]
    lines: tuple[Mapping[str, Json], ...]

    @property
    def stream(self) -> str:
        """The stream's id on the server that made the file."""
        return str(self.header["game" if "game" in self.header else "stream"])

    @property
    def viewer(self) -> str:
        """The viewer that the file was made for."""
        return str(self.header["viewer"])


@dataclass(frozen=True, slots=True)
class GameTranscript(Transcript[Event]):
    """The contents of a game's file."""

    system: System[Table]

    @property
    def opened(self) -> GameOpened:
        return cast("GameOpened", self.events[0].act)


def transcript_of(data: bytes, each: Each = nothing) -> GameTranscript:
    """Read a game's record file and return its contents. Calls the function `each`, which may show progress, about twice for each line.

    Raises NotARecord if the file does not verify or holds something that cannot be recorded."""
    header, *lines, footer = lines_of(data, "game", each)
    system = SYSTEMS.get(str(header["system"]))
    if system is None:
        raise NotARecord([f"header: system is not known here; known: {', '.join(SYSTEMS)}"])
    read, closed = _events_in(lines, {name: EVENT_TYPES[name] for name in system.acts | COMMON}, each)
    opening, *others = cast("list[Event]", read)
    faults: list[str] = []
    events = (_with_rules(opening, system, faults), *others)
    refuse([*faults, *misplaced_in(events)])
    refuse(_unseated(events))
    return GameTranscript(header, events, closed, footer, tuple(lines), system)


def stream_transcript(data: bytes, kind: str, types: Mapping[str, EventType], each: Each = nothing) -> Transcript[Any]:
    """Read the file of a stream that is not a game, as `transcript_of` does. `kind`: the kind of stream, such as `club`. `types`: its types
    of events, by name."""
    header, *lines, footer = lines_of(data, kind, each)
    events, closed = _events_in(lines, types, each)
    refuse(misplaced_in(events))
    return Transcript(header, tuple(events), closed, footer, tuple(lines))


def club_transcript(data: bytes, each: Each = nothing) -> Transcript[StreamEvent[ClubAct]]:
    """Read a club's file and return its contents, as `transcript_of` does."""
    transcript: Transcript[StreamEvent[ClubAct]] = stream_transcript(data, "club", CLUB_TYPES, each)
    inserted = (event.version for event in transcript.events if event.after is not None)
    refuse(f"event {version}: after has no use in the stream of a club" for version in inserted)
    return transcript


def opened_beside(line: Mapping[str, Json]) -> Opened:
    """Return the sealed values that the line of an event reveals, with their salts (the keys of the commitments), by path."""
    opened = cast("Mapping[str, Mapping[str, Json]]", line.get("opened", {}))
    return {path: (kept["value"], bytes.fromhex(str(kept["salt"]))) for path, kept in opened.items()}


def lines_of(data: bytes, expected: str, each: Each) -> list[Mapping[str, Json]]:
    """Return the header, the events and the footer of a file as JSON objects. Raises NotARecord if the file does not verify, or if its kind
    of stream is not `expected`."""
    verified, lines = verified_lines(data, each)
    if not verified.valid:
        raise NotARecord(verified.report())
    kind = lines[0].get("kind", "game")
    if kind != expected:
        raise NotARecord([f"header: kind is {kind}: expected the {'record' if expected == 'game' else 'stream'} of a {expected}"])
    return lines


def _events_in(
    lines: Iterable[Mapping[str, Json]], types: Mapping[str, EventType], each: Each
) -> tuple[list[StreamEvent[AnyAct]], tuple[tuple[int, str], ...]]:
    """Return the events in these lines, and (version, path) of each sealed value that the lines do not reveal. Raises NotARecord if a type
    is not in `types`, or if an event is malformed."""
    events: list[StreamEvent[AnyAct]] = []
    faults: list[str] = []
    closed: list[tuple[int, str]] = []
    for line in lines:
        event = _event_in(line, types, faults, closed)
        events += [] if event is None else [event]
        each()
    refuse(faults)
    return events, tuple(closed)


def _event_in(
    line: Mapping[str, Json], types: Mapping[str, EventType], faults: list[str], closed: list[tuple[int, str]]
) -> StreamEvent[AnyAct] | None:
    """Return the event in a line. If its type is not in `types`, or if the event is malformed, return None and add the reason to `faults`.

    Adds to `closed` the (version, path) of each sealed value that the line does not reveal."""
    version, name = cast("int", line["version"]), cast("str", line["type"])
    if name not in types:
        what = "game" if "GameOpened" in types else "stream"
        faults.append(f"event {version}: type is not one of this {what}")
        return None
    own: list[Fault] = []
    act = _recorded(types[name].make).read(_with_values(line["data"], opened_beside(line), "", version, closed), "/data", own)
    for key, shape in _TIMES.items():
        shape.read(line[key], f"/{key}", own)
    faults += [f"event {version}: {fault.pointer} {fault.message}" for fault in own]
    if own:
        return None
    at, offset, recorded_at = (cast("int", line[key]) for key in _TIMES)
    after = cast("int | None", line.get("after"))
    return StreamEvent(version, EventId(str(line["id"])), cast("AnyAct", act), TokenId(str(line["by"])), at, offset, recorded_at, after)


def _with_rules(event: Event, system: System[Table], faults: list[str]) -> Event:
    """Return the opening with its rules checked and completed. A house rule that is newer than the file gets its default. If no game can be
    dealt with these rules, the reasons are added to `faults`."""
    opening = cast("GameOpened", event.act)
    if len({seating.seat for seating in opening.seats}) != len(opening.seats):
        faults.append("event 1: /data/seats name a seat twice")
    try:
        return event._replace(act=replace(opening, rules=system.rules_again(opening.rules, len(opening.seats))))
    except Unplayable as refused:
        faults += [f"event 1: {fault.pointer} {fault.message}" for fault in refused.faults]
        return event


def misplaced_in(events: Iterable[StreamEvent[Any]]) -> Iterator[str]:
    """Yield a fault for each retraction whose target cannot be withdrawn, and for each inserted event whose `after` names an event that it
    cannot follow."""
    corrections = [(event.version, event.act if isinstance(event.act, Retracted) else None, event.after) for event in events]
    yield from told(misplaced(corrections))


def told(found: Iterable[tuple[int, Fault]]) -> Iterator[str]:
    """Yield a sentence for each fault of an event. `found`: each fault with the index of its event in the record."""
    for index, fault in found:
        yield f"event {index + 1}: {fault.pointer} {fault.message}"


def _unseated(events: Sequence[Event]) -> Iterator[str]:
    """Yield a fault for each act that names a seat which nobody had taken at that time."""
    taken = {seating.seat for seating in cast("GameOpened", events[0].act).seats}
    for event in events:
        joins = isinstance(event.act, PlayerJoined)
        for place, seat in seats_named(event.act):
            if seat not in taken and not (joins and place == "/seat"):
                yield f"event {event.version}: /data{place} there is no seat {seat} at this table"
        if isinstance(event.act, PlayerJoined):
            taken.add(event.act.seat)


# --- data in a record -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Committed(Seal):
    """The shape of a sealed value in a record: a map with the commitment."""

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping) or "commit" not in value:
            faults.append(Fault(pointer, "must be sealed"))
            return None
        return Sealed(str(value["commit"]), self.item.read(value["value"], pointer, faults) if "value" in value else None)


@cache
def _recorded(make: type) -> Shape:
    """Return the shape that the data of an event class has in a record."""
    return _as_recorded(SHAPES[make])


def _as_recorded(shape: Shape) -> Shape:
    """Return the shape that data of `shape` has in a record, where only the commitments of sealed values are kept."""
    match shape:
        case Seal():
            return _Committed(shape.item)
        case Fields():
            return replace(shape, fields=tuple((name, _as_recorded(field)) for name, field in shape.fields))
        case ListOf() | BySeat() | Optional():
            return replace(shape, item=_as_recorded(shape.item))
        case _:
            return shape


def _with_values(data: Json, opened: Opened, path: str, version: int, closed: list[tuple[int, str]]) -> Json:
    """Return `data` with the values in `opened` put beside their commitments. Adds to `closed` the (version, path) of every sealed value
    that is not in `opened`."""
    prefix = path and f"{path}."
    if isinstance(data, dict) and "commit" in data:
        if path in opened:
            return {**data, "value": opened[path][0]}
        closed.append((version, path))
        return data
    if isinstance(data, dict):
        return {key: _with_values(item, opened, prefix + key, version, closed) for key, item in data.items()}
    if isinstance(data, list):
        return [_with_values(item, opened, f"{prefix}{number}", version, closed) for number, item in enumerate(data)]
    return data
