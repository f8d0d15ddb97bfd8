"""Imports of people and of finished tournaments over HTTP."""

import json
from io import BytesIO

import pytest

from tests.api.callers import Caller
from tests.imports.test_finished import SMALL

CSV = {"content_type": "text/csv"}


def test_people_are_imported_from_a_csv_file(director: Caller) -> None:
    text = "Name;Rating\nAnna;1800\nŽofie;\n".encode()
    foreseen = director.call("POST", "/people/import?dry_run=true", data=text, **CSV)
    assert (foreseen.status_code, foreseen.json["registered"], foreseen.json["people"][0]["person"]) == (200, 2, None)
    assert director.get("/people").json["people"] == []
    made = director.call("POST", "/people/import", data=text, headers={"Idempotency-Key": "k"}, **CSV)
    assert (made.status_code, made.json["registered"], made.json["ignored"]) == (201, 2, ["Rating"])
    listed = {line["name"]: line["person"] for line in director.get("/people").json["people"]}
    assert {line["name"]: line["person"] for line in made.json["people"]} == listed
    again = director.call("POST", "/people/import", data=text, headers={"Idempotency-Key": "k"}, **CSV)
    assert {line["outcome"] for line in again.json["people"]} == {"already-there"}
    assert len(director.get("/people").json["people"]) == 2


def test_every_bad_row_is_named_and_nobody_is_imported(director: Caller) -> None:
    text = "name,id\nAnna,\n" + "".join(f",p-{number}\n" for number in range(10))
    refused = director.call("POST", "/people/import", data=text.encode(), **CSV)
    assert refused.status_code == 422
    assert [place["where"] for place in refused.json["errors"]] == [f"line {line}, column name" for line in range(3, 13)]
    assert director.get("/people").json["people"] == []


def test_an_import_of_people_sent_as_an_html_form_is_refused(director: Caller) -> None:
    refused = director.call("POST", "/people/import", data={"file": (BytesIO(b"name\nAnna\n"), "people.csv")})
    assert refused.status_code == 415


# --- finished tournaments -----------------------------------------------------------------------------------------------------------------


def test_a_finished_tournament_is_imported_once(director: Caller, stranger: Caller) -> None:
    body = json.loads(json.dumps(SMALL, default=float))
    foreseen = director.post("/tournaments/import?dry_run=true", body)
    assert (foreseen.status_code, foreseen.json["outcome"]) == (200, "appended")
    assert director.get("/tournaments").json["tournaments"] == []
    made = director.post("/tournaments/import?visibility=public", body)
    assert (made.status_code, made.json["differences"], made.json["not_compared"]) == (201, [], ["LUCK"])
    assert made.json["tournament"] == foreseen.json["tournament"]
    assert stranger.get(made.headers["Location"]).json["finished"]
    assert director.post("/tournaments/import", body).json["outcome"] == "already-there"
    assert len(director.get("/tournaments").json["tournaments"]) == 1
    body["players"][0]["points"] = 1
    assert director.post("/tournaments/import?dry_run=true", body).json["differences"] == [
        {"name": "points", "of": "player 1", "published": "1", "ours": "1.5"}
    ]


BROKEN: list[tuple[bytes, int, list[str]]] = [
    (b"", 400, []),
    (b"{", 400, []),
    (b'{"a": 1e999999999}', 422, [""]),
    (b"[]", 422, [""]),
    (b'{"id": "x", "system": "swiss"}', 422, ["/scoring"]),
    (b'{"id": "\\ud800", "system": "swiss", "scoring": {"win": 1, "draw": 0, "loss": 0}, "\\ud800": 1}', 422, ["/?", "/id"]),
]


@pytest.mark.parametrize(("body", "status", "pointers"), BROKEN)
def test_a_broken_tournament_is_refused_and_every_fault_is_named(director: Caller, body: bytes, status: int, pointers: list[str]) -> None:
    refused = director.call("POST", "/tournaments/import", data=body, content_type="application/json")
    assert refused.status_code == status
    assert [place["pointer"] for place in refused.json.get("errors", [])] == pointers
