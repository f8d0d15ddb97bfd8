"""An event that names an event which it cannot name is refused when it is recorded, and when it is imported from a file of any form."""

from typing import Any

import pytest

from domain.system import DIRECTOR
from tests.api.callers import Caller
from tests.format.records import CUP, OPENED, Sent, file, refitted, remade, tournament_file
from tests.format.test_verify import put
from tests.speeds import slow

RULING = {"cites": {"dispute": 3}, "rule": "HC-14", "rectification": "stand"}
BEFORE: tuple[Sent, ...] = (
    OPENED,
    ("OpenerChosen", {"seat": 0}),
    ("IrregularityCalled", {"kind": "misdeal"}),
    ("RulingRecorded", RULING),
    ("ConcessionMade", {"seat": 1}),
    ("NoteWritten", {"note": "loud"}),
)
"""Versions 1 to 6. Version 7 is the event that names another one, version 8 a further note, except where a row needs another act."""
ITSELF, LATER, MISSING = 7, 8, 99

LATER_ACTS: dict[str, Sent] = {
    "supersedes": ("RulingRecorded", RULING),
    "dispute": ("IrregularityCalled", {"kind": "misdeal"}),
    "claim": ("ConcessionMade", {"seat": 2}),
}
"""Version 8 in the rows where version 7 names a later event of the right type."""
NOTE: Sent = ("NoteWritten", {"note": "later"})
RULED: Sent = ("RulingRecorded", RULING)
RIGHT = {"supersedes": 4, "dispute": 3, "claim": 5, "target": 6, "after": 2}
"""A version that version 7 may name."""


def naming(field: str, version: int) -> tuple[Sent, str]:
    """Return an event whose `field` names the version, and the pointer to the field."""
    match field:
        case "supersedes":
            return ("RulingRecorded", {**RULING, "supersedes": version}), "/data/supersedes"
        case "dispute":
            return ("RulingRecorded", {**RULING, "cites": {"dispute": version}}), "/data/cites/dispute"
        case "finding":
            return ("RulingRecorded", {**RULING, "cites": {"finding": f"out-of-turn@2,{version}"}}), "/data/cites/finding"
        case "claim":
            return ("ClaimAnswered", {"claim": version, "seat": 0, "accepts": True}), "/data/claim"
        case "target":
            return ("Retracted", {"target": version}), "/data/target"
        case "through":
            totals = {"0": 0, "1": 0, "2": 0}
            return ("ResultConfirmed", {"seat": 0, "through": version, "hash": "ab" * 32, "totals": totals, "winners": []}), "/data/through"
        case _:
            return ("IrregularityCalled", {"kind": "misdeal"}, version), "/after"


WRONG = [
    # (the field, how its event is wrong, the version that it names)
    *((field, "itself", ITSELF) for field in ("supersedes", "dispute", "finding", "claim", "target", "through", "after")),
    *((field, "later", LATER) for field in ("supersedes", "dispute", "finding", "claim", "target", "through", "after")),
    *((field, "missing", MISSING) for field in ("supersedes", "dispute", "finding", "claim", "target", "through", "after")),
    ("supersedes", "a note", 6),
    ("supersedes", "the opening", 1),
    ("dispute", "a note", 6),
    ("dispute", "a ruling", 4),
    ("claim", "a note", 6),
    ("claim", "a ruling", 4),
    ("target", "the opening", 1),
]
WAYS = ("recorded", "ndjson", "json", "sheet", "sheet by hand")
QUICK = {*(("itself", way) for way in WAYS), ("a note", "ndjson")}
ROWS = [
    pytest.param(way, field, version, id=f"{field}-{how}-{way}", marks=() if (how, way) in QUICK else slow)
    for field, how, version in WRONG
    for way in WAYS
    if not (way == "recorded" and field == "through")  # only the service records confirmations
    if not (way.startswith("sheet") and field in ("target", "after"))  # a sheet places events by line: it has no such field to be wrong
    if not (way == "sheet by hand" and field == "through")  # a sheet by hand proves no hashes
]


def record(field: str, version: int) -> tuple[Sent, ...]:
    later = LATER_ACTS.get(field, NOTE) if version == LATER else NOTE
    return (*BEFORE, naming(field, version)[0], later)


def answer(director: Caller, way: str, events: tuple[Sent, ...]) -> Any:
    """Record the events after the sixth, or import all of them. Returns the answer."""
    if way == "recorded":
        game = director.opened()
        director.recorded(game, *map(body, BEFORE[1:]))
        return director.append(game, *map(body, events[6:]), match='"6"')
    if way in ("ndjson", "json"):
        # `file` reads the record, and some wrong events have no place in it: the event is put into a file with another one in its place
        name, data, *after = events[6]

        def edit(_: object, lines: list[dict[str, Any]], __: object) -> None:
            lines[6].update({"type": name, "data": data} | ({"after": after[0]} if after else {}))

        return director.call("POST", "/records", data=refitted(file("ndjson", (*events[:6], RULED, events[7])), edit, form=way))
    sheet = file("text", events, DIRECTOR)
    if way == "sheet by hand":
        sheet = sheet.partition(b"\n[provenance]")[0] + b"\n"
    return director.call("POST", "/records", data=sheet)


def body(event: Sent) -> dict[str, Any]:
    name, data, *after = event
    return {"type": name, "data": data, **({"after": after[0]} if after else {})}


@pytest.mark.parametrize(("way", "field", "version"), ROWS)
def test_an_event_that_names_an_event_which_it_cannot_name_is_refused(director: Caller, way: str, field: str, version: int) -> None:
    refused = answer(director, way, record(field, version))
    pointer = naming(field, version)[1]
    assert refused.status_code == 422, refused.json
    (told,) = refused.json["errors"]
    if way == "recorded":
        assert told["pointer"] == f"/events/0{pointer}"
    else:
        assert told["where"] == "event 7"
        assert told.get("pointer", pointer) == pointer  # the wrong `after` of a file has no pointer: the file does not verify


@pytest.mark.parametrize("way", WAYS[:3])
@pytest.mark.parametrize("field", RIGHT)
def test_an_event_that_names_the_right_event_is_recorded_and_imported(director: Caller, way: str, field: str) -> None:
    assert answer(director, way, record(field, RIGHT[field])).status_code == 201


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_to_a_query_that_was_not_asked_is_recorded_and_imported(director: Caller, way: str) -> None:
    """A finding says that the record did not ask (docs/decisions/domain-asking.md). So such records exist, and must stay importable."""
    attested: Sent = ("IrregularityAttested", {"finding": f"out-of-turn@2,{MISSING}"})
    assert answer(director, way, (*BEFORE, attested, NOTE)).status_code == 201


def test_a_file_with_such_an_event_is_still_the_file_that_was_exported(director: Caller) -> None:
    """The format says nothing of what `data` names (docs/record-format.md), so the file is valid. It cannot be imported."""
    data = file("ndjson", record("supersedes", ITSELF))
    assert director.call("POST", "/records/verify", data=data).get_json()["valid"]


APPROVED = 6  # the index in CUP of the event that approves version 6
CUP_WRONG = [("itself", 7), ("later", 9), ("missing", 99), ("an entry", 2), ("the opening", 1)]


@pytest.mark.parametrize("kind", ["ResultApproved", "ChangeAccepted", "ChangeDeclined"])
@pytest.mark.parametrize("version", [row[1] for row in CUP_WRONG], ids=[row[0] for row in CUP_WRONG])
def test_a_tournament_whose_event_names_an_event_which_it_cannot_name_is_refused(director: Caller, kind: str, version: int) -> None:
    named = {"ResultApproved": {"result": version}, "ChangeAccepted": {"change": version}, "ChangeDeclined": {"change": version}}[kind]
    reason = {"reason": "no"} if kind == "ChangeDeclined" else {}
    events = (*CUP[:APPROVED], (kind, {"round": 1, "table": 1, **named, **reason}), *CUP[APPROVED + 1 :])
    refused = director.call("POST", "/records", data=tournament_file("ndjson", events))
    assert refused.status_code == 422, refused.json
    told = [(fault["where"], fault["pointer"]) for fault in refused.get_json()["errors"]]
    assert told == [("event 7", f"/data/{'result' if kind == 'ResultApproved' else 'change'}")]


def test_a_ruling_about_the_wrong_event_is_refused_beside_every_other_fault(director: Caller) -> None:
    data = remade(record("supersedes", ITSELF), put(2, "data", "seat", 0))
    assert [fault["pointer"] for fault in director.call("POST", "/records", data=data).get_json()["errors"]] == ["/data/supersedes"]
