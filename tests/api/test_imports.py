"""POST /records: which files are accepted and which are refused. A refusal names the place of each fault, and nothing is stored."""

import hmac
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from redis import Redis
from werkzeug.test import TestResponse

from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.canonical import canonical
from domain.system import DIRECTOR, PUBLIC
from service.api.clubs import imports
from service.store.keys import HOME
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers
from tests.format.records import FINISHED, IN_PLAY, Edit, exported, file, remade
from tests.format.test_verify import put
from tests.speeds import examples, slow


def sent(caller: Caller, data: bytes, query: str = "") -> TestResponse:
    return caller.call("POST", f"/records{query}", data=data)


def everything(redis: Redis) -> dict[bytes, bytes]:
    return {key: redis.dump(key) for key in redis.scan_iter() if b":token" not in key}


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_importing_a_file_restores_its_record(director: Caller, stranger: Caller, form: str) -> None:
    data = file(form, FINISHED, DIRECTOR)
    response = sent(director, data)

    assert response.status_code == 201
    game = response.json["game"]
    assert response.headers["Location"] == f"/api/v1/games/{game}"
    assert response.json == {
        "game": "home-ntdlrj43z5wcsnv5",
        "tournament": None,
        "season": None,
        "version": 14,
        "outcome": "appended",
        "file": {"game": game, "viewer": "director", "events": 14, "head": json.loads(data.splitlines()[-2])["hash"]}
        if form == "ndjson"
        else response.json["file"],
        "added": 14,
        "closed": 0,
        "notes": [],
    }
    assert response.headers["ETag"] == director.get(f"/games/{game}").headers["ETag"]
    state = stranger.get(f"/games/{game}").json
    assert (state["imported"], state["state"], state["outcome"]["winners"]) == (14, "finished", [0])
    assert [seat["name"] for seat in state["seats"]] == [None, None, None]
    assert [line["game"] for line in stranger.get("/games").json["games"]] == [game]
    again = director.get(f"/games/{game}/export?format={form}").get_data()
    assert again.splitlines()[1:-1] == data.splitlines()[1:-1] if form == "ndjson" else again.splitlines()[2:-2] == data.splitlines()[2:-2]


def test_importing_a_file_of_events_that_are_already_stored_adds_nothing(director: Caller) -> None:
    game = director.opened()
    director.recorded(game, opener(), placed(0, card="TS"))
    short = director.get(f"/games/{game}/export").get_data()
    director.recorded(game, placed(1), placed(2))
    long = director.get(f"/games/{game}/export").get_data()

    for data, version in ((short, 5), (long, 5)):
        response = sent(director, data)
        assert (response.json["outcome"], response.json["version"], response.json["added"]) == ("already-there", version, 0)
    assert sent(director, short).json["notes"] == ["The record here is longer, up to event 5. Nothing of it was changed."]


def test_the_id_of_an_imported_game_begins_with_its_new_club(director: Caller, callers: Callers) -> None:
    game = director.opened()
    director.recorded(game, opener(), placed(0, card="TS"))
    away = callers.holder("direct", club="away")
    public = director.get(f"/games/{game}/export?view=public").get_data()

    foreseen = sent(away, public, "?dry_run=true")
    assert foreseen.status_code == 200
    assert away.get(f"/games/{foreseen.json['game']}").status_code == 404
    response = sent(away, public)
    assert {**response.json, "outcome": "appended"} == foreseen.json
    assert response.json["game"] == game.replace("home-", "away-")
    assert (response.json["closed"], response.json["notes"]) == (
        1,
        [
            f"The game was stored under a new id, {response.json['game']}: in the file its id is {game}.",
            "1 hidden card or text stays hidden here for ever: the file was made for somebody who could not see it.",
        ],
    )
    director.recorded(game, placed(1))
    longer = sent(away, director.get(f"/games/{game}/export").get_data())
    assert (longer.json["outcome"], longer.json["added"], longer.json["closed"]) == ("completed", 1, 0)


def test_importing_a_file_that_differs_from_the_stored_record_is_a_conflict(director: Caller, redis: Redis) -> None:
    sent(director, file("json", IN_PLAY, DIRECTOR))
    before = everything(redis)
    other = [*IN_PLAY[:4], ("NoteWritten", {"note": "another story"})]
    for query in ("", "?dry_run=true"):
        response = sent(director, file("json", other, DIRECTOR), query)
        assert (response.status_code, response.json["type"], response.json["versions"]) == (409, "/problems/record-differs", [5])
    assert everything(redis) == before


def relaid(salt: str) -> Edit:
    """Return an edit that gives the record a sealed title with this salt. The title's commitment is computed again."""

    def edit(_: dict[str, Any], events: list[dict[str, Any]], __: dict[str, Any]) -> None:
        commit = hmac.digest(bytes.fromhex(salt), canonical("x"), "sha256").hex()
        events[0]["data"]["title"] = {"commit": commit}
        events[0]["opened"] = {"title": {"value": "x", "salt": salt}}

    return edit


def also(*edits: Edit) -> Edit:
    def edit(*parts: Any) -> None:
        for each in edits:
            each(*parts)

    return edit


TOO_LATE = 253_402_300_800_000
HOSTILE: list[tuple[bytes | Callable[[], bytes], dict[str, str]]] = [
    (b"", {"where": "header", "message": "is missing"}),
    (b"\x00" * 1000 + b"\n", {"where": "header", "message": "is not JSON (character 1)"}),
    (b"PK\x03\x04\xff" * 2000 + b"\n", {"where": "archive", "message": "is not a sound zip"}),
    (b"{}\n" * 1000, {"where": "header", "message": "format_version must be 1 or 2"}),
    (b"\n" * 10_000_000, {"where": "header", "message": "is not JSON (character 1)"}),
    (b"[" * 1_000_000 + b"\n", {"where": "header", "message": "is nested too deeply"}),
    (b'{"a":' * 100_000 + b"\n", {"where": "header", "message": "is nested too deeply"}),
    (b'{"format":1' + b"0" * 1_000_000 + b"}\n", {"where": "header", "message": "holds a number beyond 2**53 - 1"}),
    (b'{"format":1e999}\n', {"where": "header", "message": "holds a number that is not whole"}),
    (b'{"format":NaN}\n', {"where": "header", "message": "holds a number that is not whole"}),
    (b'{"format":1,"format":2}\n', {"where": "header", "message": "repeats a key"}),
    (b'{"format":"\\ud800"}\n', {"where": "header", "message": "holds an unpaired surrogate"}),
    (b'{"x":"' + b"a" * 9_000_000 + b'"}\n', {"where": "header", "message": "is longer than 8388608 bytes"}),
    (lambda: file("json", FINISHED).replace(b"OpenerChosen", b"OpenerChosem"), {"where": "event 2", "message": "hash does not match"}),
    (lambda: file("ndjson", FINISHED)[:-300], {"where": "footer", "message": ""}),
    (lambda: file("ndjson", FINISHED) * 2, {"where": "footer", "message": "is followed by more lines"}),
    (lambda: remade(FINISHED, put(3, "version", 2**53 - 1)), {"where": "event 3", "message": "version must be 3"}),
    (lambda: remade(FINISHED, put(3, "type", "BidMade")), {"where": "event 3", "message": "type is not one of this game"}),
    (lambda: remade(FINISHED, put(3, "type", "CardOffered")), {"where": "event 3", "message": "type is not one of this game"}),
    (
        lambda: remade(FINISHED, also(put("header", "system", "chess"), put(1, "data", "system", "chess"))),
        {"where": "header", "message": "system is not known here; known: bid-whist, bid-whist-min-four, box, "},
    ),
    (
        lambda: remade(FINISHED, put(1, "data", "rules", "target", 99)),
        {"where": "event 1", "pointer": "/options/target", "message": "must lie between 1 and 26"},
    ),
    (
        lambda: remade(FINISHED, put(1, "data", "rules", "bluff", True)),
        {"where": "event 1", "pointer": "/options/bluff", "message": "is not an option of this game"},
    ),
    (
        lambda: remade(FINISHED, put(1, "data", "seats", [{"seat": n} for n in range(16)])),
        {"where": "event 1", "pointer": "/seats", "message": "High Card is for 2 to 13 players"},
    ),
    (
        lambda: remade(FINISHED, put(4, "data", "seat", 9)),
        {"where": "event 4", "pointer": "/data/seat", "message": "there is no seat 9 at this table"},
    ),
    (
        lambda: remade(FINISHED, put(10, "data", "cards", {"0": "TS", "7": "KH"})),
        {"where": "event 10", "pointer": "/data/cards/7", "message": "there is no seat 7 at this table"},
    ),
    (
        lambda: remade(FINISHED, put(6, "data", "target", 6)),
        {"where": "event 6", "pointer": "/data/target", "message": "there is no version 6 to retract"},
    ),
    (
        lambda: remade(FINISHED, put(4, "at", TOO_LATE)),
        {"where": "event 4", "message": "at must be milliseconds in the years 1 to 9999"},
    ),
    (lambda: remade(FINISHED, put(4, "offset", 1440)), {"where": "event 4", "message": "offset must be minutes, -1439 to 1439"}),
    (
        lambda: remade(FINISHED, put(14, "recorded_at", TOO_LATE)),
        {"where": "event 14", "message": "recorded_at must be milliseconds in the years 1970 to 9999"},
    ),
    (
        lambda: remade(FINISHED, put(8, "data", "card", None)),
        {"where": "event 8", "pointer": "/data", "message": "is not in the form that this Faceup writes"},
    ),
    (lambda: remade(FINISHED, put(8, "data", "card", "TS")), {"where": "event 8", "pointer": "/data/card", "message": "must be sealed"}),
    (lambda: remade(FINISHED, relaid("00" * 32), DIRECTOR), {"where": "event 1", "message": "opened 'title' has a salt of 32 bytes"}),
    (lambda: remade(FINISHED, put(1, "data", "title", {"commit": "0" * 64, "x": 1})), {"where": "event 1", "message": ""}),
]


@slow
def test_a_file_with_too_many_events_is_refused(director: Caller, redis: Redis) -> None:
    before = everything(redis)
    response = sent(director, file("ndjson", [IN_PLAY[0], *[("OpenerChosen", {"seat": 0})] * MOST_IN_A_RECORD], DIRECTOR))
    assert response.json["errors"] == [{"where": "event 10001", "message": "a record has at most 10000 events"}]
    assert everything(redis) == before


TOO_LONG = {
    # name of the case: (the first line of the file, the number of lines, the message about the limit)
    "game": (b'{"format":1,"kind":"game"}\n', 10_005, "a record has at most 10000 events"),
    "tournament": (b'{"format":1,"kind":"tournament"}\n', 50_005, "a tournament has at most 50000 events"),
    "club": (b'{"header":{"format":1,"kind":"club"},\n', 200_005, "the stream of a club has at most 200000 events"),
    "version 1": (b'{"format":1}\n', 10_005, "a record has at most 10000 events"),
}


@pytest.mark.parametrize(("header", "lines", "limit"), TOO_LONG.values(), ids=list(TOO_LONG))
def test_a_file_with_too_many_lines_is_refused_before_it_is_read(header: bytes, lines: int, limit: str, director: Caller) -> None:
    data = header + b"\n" * (lines - 1)
    imported, verified = sent(director, data), director.call("POST", "/records/verify", data=data)
    assert (imported.status_code, imported.json["errors"]) == (422, [{"where": limit_place(limit), "message": limit}])
    assert (verified.status_code, verified.json["type"]) == (413, "/problems/too-large")
    assert verified.json["detail"] == f"The file cannot be verified here. {limit_place(limit).capitalize()}: {limit}."
    fewer = data.removesuffix(b"\n")
    assert limit not in sent(director, fewer).text
    assert director.call("POST", "/records/verify", data=fewer).status_code == 200


def limit_place(limit: str) -> str:
    return f"event {int(limit.split()[-2]) + 1}"


def test_a_sheet_with_too_many_acts_is_refused_with_the_limit(director: Caller) -> None:
    data = b"faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n" + b"0:lowest\n" * 10_000
    told = {"where": "line 10003, column 1", "message": "a record has at most 10000 events"}
    assert sent(director, data).json["errors"] == [told]
    assert director.call("POST", "/records/verify", data=data).json["faults"] == [{"event": None, **told}]


@pytest.mark.parametrize(("data", "place"), HOSTILE, ids=[str(number) for number in range(len(HOSTILE))])
def test_a_faulty_file_is_refused_with_the_line_of_each_fault(
    data: bytes | Callable[[], bytes], place: dict[str, str], director: Caller, redis: Redis
) -> None:
    before = everything(redis)
    response = sent(director, data if isinstance(data, bytes) else data())

    assert (response.status_code, response.json["type"]) == (422, "/problems/record-refused")
    first = response.json["errors"][0]
    assert {**first, "message": place["message"]} == place
    assert first["message"].startswith(place["message"])
    assert len(response.json["errors"]) <= imports.MOST_REASONS
    assert everything(redis) == before


def test_an_import_may_be_larger_than_other_requests_within_a_limit(director: Caller, redis: Redis) -> None:
    before = everything(redis)
    notes = [IN_PLAY[0], *[("NoteWritten", {"note": "n" * 500})] * 600]
    data = file("ndjson", notes, DIRECTOR)
    assert len(data) > 256 * 1024
    assert sent(director, data, "?dry_run=true").status_code == 200
    for body in (b"\n" * (imports.MOST_BYTES + 1), b"x" * (imports.MOST_BYTES + 10_000)):
        assert sent(director, body).status_code == 413
    assert everything(redis) == before


def test_the_answer_to_a_faulty_file_lists_at_most_a_hundred_faults(director: Caller) -> None:
    bad = [IN_PLAY[0], *[("CardPlaced", {"seat": 9, "call": "middle"})] * 300]
    response = sent(director, file("ndjson", bad, DIRECTOR))
    assert response.json["detail"] == "300 fault(s) in the file; the first 100 are listed."
    assert len(response.json["errors"]) == 100


SOUND = {file(form, record, viewer) for form in ("json", "ndjson") for record in (FINISHED, IN_PLAY) for viewer in (DIRECTOR, PUBLIC)}


@examples(6, 60, st.integers(0, 2**32))
def test_no_damaged_file_gives_a_500_or_stores_anything(director: Caller, redis: Redis, seed: int) -> None:
    """One to three pieces of a valid file are cut out, repeated or replaced."""
    dice = Random(seed)
    data = bytearray(file(dice.choice(["json", "ndjson"]), dice.choice([FINISHED, IN_PLAY]), dice.choice([DIRECTOR, PUBLIC])))
    for _ in range(dice.randint(1, 3)):
        start = dice.randrange(len(data))
        end = min(len(data), start + dice.choice([1, 1, 3, 50, 400]))
        data[start:end] = dice.choice([b"", b"\0", b"\n", b"9" * 30, b"[" * 40, b'"', data[start:end] * 2, dice.randbytes(5)])
    before = everything(redis)
    response = sent(director, bytes(data))
    if bytes(data) not in SOUND:
        assert response.status_code == 422
        assert everything(redis) == before


def test_only_directors_can_import_records(callers: Callers) -> None:
    data = file("json", FINISHED, DIRECTOR)
    assert sent(callers.holder("record"), data).status_code == 403
    assert sent(callers.holder("direct", game=exported(FINISHED).game), data).status_code == 403
    assert sent(callers.anonymous(), data).status_code == 401
    assert callers.holder("direct", club=HOME).get("/games").json["games"] == []


def test_importing_an_exported_score_sheet_restores_its_record(director: Caller) -> None:
    data = file("text", FINISHED, DIRECTOR)
    response = sent(director, data)

    assert response.status_code == 201
    game = response.json["game"]
    assert (response.json["version"], response.json["file"]["game"], response.json["notes"]) == (14, game, [])
    assert director.get(f"/games/{game}/export?format=text").get_data() == data
    assert director.call("POST", "/records/verify", data=data).json["valid"]


BY_HAND = b"faceup sheet 1\nsystem: high-card\nseats: 0 1 2\nresult(0)\n"


def test_importing_a_score_sheet_written_by_hand_records_its_game(director: Caller, redis: Redis) -> None:
    foreseen = sent(director, BY_HAND, "?dry_run=true")
    assert (foreseen.status_code, foreseen.json["outcome"], foreseen.json["added"]) == (200, "appended", 2)
    response = sent(director, BY_HAND)
    assert response.status_code == 201
    assert response.json["file"] == {"game": None, "viewer": None, "events": 2, "head": None}
    state = director.get(f"/games/{response.json['game']}").json
    assert (state["version"], state["state"], state["outcome"]["winners"]) == (2, "finished", [0])
    assert sent(director, BY_HAND).json["outcome"] == "already-there"


def test_the_faults_of_a_score_sheet_are_listed_with_line_and_column(director: Caller, redis: Redis) -> None:
    before = everything(redis)
    response = sent(director, b"faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n" + b"0:wibble\n" * 50)
    assert response.status_code == 422
    assert [fault["where"] for fault in response.json["errors"]] == [f"line {line}, column 3" for line in range(4, 54)]
    assert everything(redis) == before
    body = director.call("POST", "/records/verify", data=BY_HAND).json
    assert (body["valid"], body["faults"][0]["where"]) == (False, "sheet")
