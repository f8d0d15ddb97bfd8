"""Records to export, written by hand as a client would send them. They are sealed as in the store, but with the same salts in every run."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Any
from uuid import UUID

from domain.files.layout import (
    Lines,
    as_json,
    as_ndjson,
    event_line,
    footer_of,
    game_of,
    header_of,
    own_digest,
    stream_of,
)
from domain.kernel.canonical import Json, canonical
from domain.kernel.events import EVENT_TYPES, TOURNAMENT_TYPES, Event, EventId, PersonId, StreamEvent, TokenId, TournamentAct, data_of
from domain.record.chain import GENESIS, commitment, link
from domain.record.fold import Reading, read
from domain.system import PUBLIC, SCOREKEEPER, Viewer
from domain.systems import SYSTEMS
from domain.tournament.reading import tournament_read
from service.files.contents import Exported
from service.files.formats import export_bytes
from service.files.tournament import packed_tournament
from service.store.keys import StreamId
from tests.sealing import seal

ENGINE = "0a1b2c3d"
START = 1_763_700_000_000

Sent = tuple[str, dict[str, Json]] | tuple[str, dict[str, Json], int | None]
"""An event as a client sends it: its type, its data in clear text, and the version after which it is inserted, if any."""

OPENED: Sent = (
    "GameOpened",
    {
        "system": "high-card",
        "rules": SYSTEMS["high-card"].rules_with({"target": 1}, 3),
        "seats": [{"seat": 0, "person": "p-anna"}, {"seat": 1}, {"seat": 2}],
        "visibility": "public",
        "title": "Friday, table 2 – Žofie’s café ♠",
    },
)

SHORT: tuple[Sent, ...] = (
    OPENED,
    ("CardPlaced", {"seat": 0, "call": "lowest", "card": "TS"}),
    ("CardPlaced", {"seat": 2, "call": "middle"}),
)
"""A record of three events, short enough to change every byte. Seat 2 has called out of turn."""

IN_PLAY: tuple[Sent, ...] = (
    OPENED,
    ("OpenerChosen", {"seat": 0}),
    ("HandDealt", {"cards": {"0": ["TS"], "1": ["KH"], "2": ["AD"]}}),
    ("CardPlaced", {"seat": 0, "call": "lowest", "card": "TS"}),
    ("CardPlaced", {"seat": 2, "call": "middle", "card": "AD"}),
    ("NoteWritten", {"note": "seat 2 was quicker than seat 1"}),
)
"""A game in which two cards lie face down and three are in sealed hands. Seat 2 has called out of turn."""

FINISHED: tuple[Sent, ...] = (
    *IN_PLAY[:4],
    ("CardPlaced", {"seat": 1, "call": "middle", "card": "KD"}),
    ("Retracted", {"target": 5, "reason": "typing slip"}),
    ("CardPlaced", {"seat": 1, "call": "middle", "card": "KH"}, 4),
    ("CardPlaced", {"seat": 2, "call": "lowest"}),
    ("NoteWritten", {"note": "a long evening"}),
    ("CardsRevealed", {"cards": {"0": "TS", "1": "KH", "2": "AD"}}),
    ("HandDealt", {"cards": {"0": ["5C"], "1": ["2C"]}}),
    ("CardPlaced", {"seat": 1, "call": "highest", "card": "2C"}),
    ("CardPlaced", {"seat": 0, "call": "highest"}),
    ("CardsRevealed", {"cards": {"0": "5C", "1": "2C"}}),
)
"""A game that seat 0 wins. A card whose event was retracted is still sealed."""


def exported(sent: Iterable[Sent], viewer: Viewer = PUBLIC) -> Exported:
    """Record these events and export them for `viewer`, with all findings up to the last event."""
    salts = (sha256(f"salt {number}".encode()).digest()[:16] for number in range(10**6))
    events, sealed = [], {}
    for version, (name, data, *after) in enumerate(sent, 1):
        recorded, opened = seal(name, data, lambda: next(salts))
        sealed.update({(version, path): kept for path, kept in opened.items()})
        shape = EVENT_TYPES[name].shape
        act: Any = shape.restore(shape.swap(recorded, "", lambda path, leaf, opened=opened: {**leaf, "value": opened[path][0]}))  # type: ignore[misc]
        id_ = EventId(str(UUID(bytes=sha256(f"event {version}".encode()).digest()[:16])))
        time = START + 1000 * version
        events.append(Event(version, id_, act, TokenId("t-anna"), time, 60, time + 40, after[0] if after else None))
    reading = read(SYSTEMS[events[0].act.system], events)
    return Exported(game_of("home", events[0].id), reading, sealed, reading.findings, reading.version, ENGINE, viewer)


def file(form: str, sent: Iterable[Sent], viewer: Viewer = PUBLIC) -> bytes:
    return export_bytes(form, exported(sent, viewer))


def former(form: str, sent: Iterable[Sent], viewer: Viewer = PUBLIC) -> bytes:
    """Return the record file of these events in format version 1."""

    def edit(header: dict[str, Any], *_: object) -> None:
        header.update(format_version=1, game=header.pop("stream"))
        del header["kind"]

    return remade(sent, edit, viewer, form=form)


def sent_of(reading: Reading) -> list[Sent]:
    """Return the events of a reading as a client would have sent them."""
    return [(event.type, _in_clear(event), event.after) for event in reading.events]


def _in_clear(event: Event) -> Any:
    return EVENT_TYPES[event.type].shape.swap(data_of(event.act), "", lambda _, leaf: leaf["value"])  # type: ignore[index,call-overload]


# --- a club's own stream -----------------------------------------------------------------------------------------------------------------

FOUNDED: Sent = ("ClubFounded", {"club": "home"})
CLUB: tuple[Sent, ...] = (
    FOUNDED,
    ("PersonRegistered", {"person": "p-anna", "name": {"sealed": "Žofie"}}),
    ("PersonRegistered", {"person": "p-bert", "name": {"sealed": "Bert"}}),
    ("PersonErased", {"person": "p-bert"}),
    ("ClubNamed", {"name": "Tuesdays"}),
    ("ClubSettingsChanged", {"visibility": "unlisted", "delay": 300, "pins": True}),
    ("MembershipGranted", {"person": "p-anna", "role": "owner"}),
    ("MembershipEnded", {"person": "p-anna"}),
)
"""The events of a club with two people; the name of the second was erased."""


def club_file(form: str, sent: Iterable[Sent] = CLUB, *, erased: Iterable[int] = (3,)) -> bytes:
    """Return the club's file for directors. In `sent`, `{"sealed": value}` stands for a sealed value. `erased`: the versions whose sealed
    values the file does not reveal."""
    header, reached, lines = header_of("club", "home", "director"), GENESIS, []
    for version, (name, data_sent, *_) in enumerate(sent, 1):
        data, opened = dict(data_sent), {}
        for key, value in data_sent.items():
            if isinstance(value, dict) and "sealed" in value:
                salt = sha256(f"salt {version} {key}".encode()).digest()[:16]
                opened[key] = (value["sealed"], salt)
                data[key] = {"commit": commitment(salt, value["sealed"])}
        time = START + 1000 * version
        id_ = str(UUID(bytes=sha256(f"club event {version}".encode()).digest()[:16]))
        by = "job:upgrade" if version == 1 else "k7director"
        body = {"version": version, "id": id_, "type": name, "data": data, "by": by, "at": time, "offset": 60, "recorded_at": time + 40}
        reached = link(reached, body)
        lines.append(event_line(body, reached, {} if version in erased else opened))
    whole = Lines(header, tuple(lines), footer_of(header, lines, (len(lines), reached), {}))
    return {"ndjson": as_ndjson, "json": as_json}[form](whole)


# --- a tournament ------------------------------------------------------------------------------------------------------------------------

CUP: tuple[Sent, ...] = (
    (
        "TournamentOpened",
        {
            "title": "Autumn cup",
            "system": "high-card",
            "rules": {"target": 4},
            "format": "swiss",
            "settings": {"rounds": 2, "tiebreaks": ["buchholz", "average-buchholz"]},
            "visibility": "public",
        },
    ),
    *(
        ("EntryMade", {"entry": number, "people": [person], "name": name})
        for number, (person, name) in enumerate([("p-anna", "Žofie"), ("p-bert", "Bert"), ("p-carl", "Carl")], 1)
    ),
    ("RoundPaired", {"round": 1, "tables": [{"table": 1, "sides": [[1], [2]]}], "sits_out": [3], "by": {"engine": "swiss", "version": 1}}),
    ("ResultEntered", {"round": 1, "table": 1, "scores": [11, 7]}),
    ("ResultApproved", {"round": 1, "table": 1, "result": 6, "entry": 2}),
    ("ScoreAdjusted", {"entry": 2, "points": -1, "reason": "late again"}),
    ("NoteWritten", {"note": "a loud evening"}),
)
"""A tournament of three entries after one round: a result, a bye and an adjustment."""


def tournament_file(form: str, sent: Iterable[Sent] = CUP, viewer: Viewer = SCOREKEEPER, *, gone: Iterable[str] = ("p-bert",)) -> bytes:
    """Return the tournament's file. `gone`: the ids of erased people."""
    salts = (sha256(f"salt {number}".encode()).digest()[:16] for number in range(10**6))
    events, sealed = [], {}
    for version, (name, data, *after) in enumerate(sent, 1):
        recorded, opened = seal(name, data, lambda: next(salts), TOURNAMENT_TYPES)
        sealed.update({(version, path): kept for path, kept in opened.items()})
        shape = TOURNAMENT_TYPES[name].shape
        act: TournamentAct = shape.restore(shape.swap(recorded, "", lambda path, leaf, opened=opened: {**leaf, "value": opened[path][0]}))  # type: ignore[misc,assignment]
        id_ = EventId(str(UUID(bytes=sha256(f"cup event {version}".encode()).digest()[:16])))
        time = START + 1000 * version
        events.append(StreamEvent(version, id_, act, TokenId("t-anna"), time, 60, time + 40, after[0] if after else None))
    stream = StreamId(stream_of("home", events[0].id, "t"))
    return packed_tournament(stream, tournament_read(events), sealed, tuple(map(PersonId, gone)), viewer, form).data


# --- files with other contents, in which the hashes fit again ----------------------------------------------------------------------------

Edit = Callable[[dict[str, Any], list[dict[str, Any]], dict[str, Any]], object]


def remade(sent: Iterable[Sent], edit: Edit, viewer: Viewer = PUBLIC, *, form: str = "ndjson", keep: Iterable[str] = ()) -> bytes:
    """Return the file of these events after the change `edit(header, events, footer)`. All hashes and digests are computed again, except
    the ones that `keep` names (`hash`, `head`, `lines`)."""
    return refitted(file("ndjson", sent, viewer), edit, form=form, keep=keep)


def refitted(data: bytes, edit: Edit, *, form: str = "ndjson", keep: Iterable[str] = ()) -> bytes:
    """Change the file `data`, which has the form ndjson, and compute its hashes again as `remade` does. Returns the new file."""
    header, *events, footer = map(json.loads, data.splitlines())
    edit(header, events, footer)
    reached = GENESIS
    for event in events:
        reached = link(reached, {key: value for key, value in event.items() if key not in ("hash", "opened")})
        event.update({} if "hash" in keep else {"hash": reached})
    header["digest"] = own_digest(header)
    lines = [canonical(line) for line in (header, *events)]
    footer.update({} if "head" in keep else {"head": {"version": events[-1]["version"], "hash": reached}})
    footer.update({} if "lines" in keep else {"lines": sha256(b"".join(line + b"\n" for line in lines)).hexdigest()})
    footer["digest"] = own_digest(footer)
    write = {"ndjson": as_ndjson, "json": as_json}[form]
    return write(Lines(lines[0], tuple(lines[1:]), canonical(footer)))


@cache
def owners(data: bytes) -> list[str]:
    """Return for each byte of a valid file the part that the byte belongs to: `header`, `event <n>` or `footer`. A line end belongs to its
    line."""
    lines = data.splitlines(keepends=True)
    collected: list[str] = []
    version = 0
    for number, line in enumerate(lines):
        if number == 0 or line == b'"events":[\n':
            owner = "header"
        elif number == len(lines) - 1 or line == b"],\n":
            owner = "footer"
        else:
            version += 1
            owner = f"event {version}"
        collected += [owner] * len(line)
    return collected
