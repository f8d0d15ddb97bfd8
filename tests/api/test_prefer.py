"""`Prefer: return=representation` (RFC 7240): the answer to an append has the game, as GET shows it to the same visitor."""

from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask

from service.memory.work import WorkBudget
from service.store.errors import RecordDamaged
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.lives import event
from tests.api.test_tournaments import entered, opened, pair, recorded

WHOLE = {"Prefer": "return=representation"}


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return scorekeeper.opened(options={"target": 1})


def test_an_append_can_be_answered_with_the_game_as_it_is_now(scorekeeper: Caller, game: str) -> None:
    answer = scorekeeper.append(game, opener(), placed(0, card="TS"), match='"1"', headers=WHOLE)

    assert (answer.status_code, answer.headers["Preference-Applied"]) == (201, "return=representation")
    assert answer.json["state"] == scorekeeper.get(f"/games/{game}").json
    assert answer.json["state"]["version"] == answer.json["version"] == 3
    assert answer.json["state"]["prompts"]


@pytest.mark.parametrize("role", ["direct", "record", "link"])
def test_the_game_in_the_answer_is_what_this_visitor_sees(role: str, callers: Callers, game: str) -> None:
    recorder = callers.holder("record", game=game) if role == "link" else callers.holder(role)  # type: ignore[arg-type]

    answer = recorder.append(game, opener(), placed(0, card="TS"), headers=WHOLE)

    assert answer.json["state"] == recorder.get(f"/games/{game}").json


def test_a_repeated_append_is_answered_with_the_game_too(scorekeeper: Caller, game: str) -> None:
    sent = {**opener(), "id": str(uuid4())}
    scorekeeper.append(game, sent, match='"1"')
    scorekeeper.recorded(game, placed(0))

    again = scorekeeper.append(game, sent, match='"1"', headers=WHOLE)

    assert (again.json["outcome"], again.json["state"]["version"]) == ("already-there", 3)
    assert again.json["state"] == scorekeeper.get(f"/games/{game}").json


PREFERRED = [
    # (the header, whether the answer has the game, the source)
    ("return=representation", True, "RFC 7240 4.2"),
    ("return=minimal", False, "RFC 7240 4.2"),
    ("", False, "no preference"),
    ("respond-async, wait=5, return=representation", True, "2: several preferences"),
    ('Return = "representation"; colour=red', True, "2: names in any case, quoted values, parameters"),
    ("return=minimal, return=representation", False, "2: only the first of a name counts"),
    ("return", False, "a preference without a value"),
    ("return=everything", False, "4.2: no such value"),
    ('"return=representation', False, "not a preference"),
    ("=;,,", False, "not a preference"),
]


@pytest.mark.parametrize(("header", "whole", "source"), PREFERRED)
def test_the_preference_is_read_as_rfc_7240_says(header: str, whole: bool, source: str, scorekeeper: Caller, game: str) -> None:
    answer = scorekeeper.append(game, opener(), headers={"Prefer": header} if header else {})

    assert answer.status_code == 201
    assert ("state" in answer.json, "Preference-Applied" in answer.headers) == (whole, whole), source


def test_a_dry_run_has_no_game(scorekeeper: Caller, game: str) -> None:
    answer = scorekeeper.append(game, opener(), headers=WHOLE, query_string="dry_run=true")
    assert (answer.status_code, set(answer.json)) == (200, {"version", "would"})


def test_a_refused_append_is_answered_as_always(scorekeeper: Caller, game: str) -> None:
    refused = scorekeeper.append(game, opener(), match='"9"', headers=WHOLE)
    assert (refused.status_code, refused.json["type"]) == (412, "/problems/conflict")


def test_a_confirmation_and_an_answer_to_a_claim_have_the_game_too(scorekeeper: Caller, callers: Callers, game: str) -> None:
    hand = [placed(0, "lowest"), placed(1, "lowest"), placed(2, "middle"), revealed(s0="2C", s1="AS", s2="AH")]
    version = scorekeeper.recorded(game, opener(0), *hand, event("ClaimMade", seat=1, claim="all mine"))
    seat = callers.holder("read", game=game, seat=0)
    claim = {"claim": version, "seat": 0, "accepts": False}

    answered = seat.post(f"/games/{game}/answers", claim, headers={**WHOLE, "If-Match": "*"})
    assert answered.json["state"] == seat.get(f"/games/{game}").json
    confirmed = seat.post(f"/games/{game}/confirmation", {"seat": 0}, headers={**WHOLE, "If-Match": f'"{version + 1}"'})
    assert confirmed.json["state"] == seat.get(f"/games/{game}").json
    assert confirmed.json["state"]["viewer"] == "seat:0"


def test_an_append_to_a_game_that_cannot_be_shown_is_recorded_and_answered_without_it(
    scorekeeper: Caller, game: str, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise RecordDamaged(game)  # type: ignore[arg-type]

    monkeypatch.setattr(parts.readings, "_extended", damaged)
    monkeypatch.setattr(parts.readings, "_whole", damaged)
    answer = scorekeeper.append(game, opener(), headers=WHOLE)
    monkeypatch.undo()

    assert (answer.status_code, "state" in answer.json, "Preference-Applied" in answer.headers) == (201, False, False)
    assert scorekeeper.get(f"/games/{game}").json["version"] == 2


def test_nothing_is_recorded_before_a_request_is_sent_to_another_process(
    scorekeeper: Caller, game: str, app: Flask, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answers long requests here. If the record were longer after the refusal, the process beside would record the events again."""
    monkeypatch.setattr("service.memory.work.MOST_STEPS", 3)
    app.extensions[EXTENSION] = replace(parts, work=WorkBudget(bounded=True))
    refused = scorekeeper.client.post(
        f"/api/v1/games/{game}/events",
        json={"events": [opener(), placed(0), placed(1), placed(2)]},
        headers={**WHOLE, "If-Match": "*", "Authorization": f"Bearer {scorekeeper.secret}"},
    )
    app.extensions[EXTENSION] = parts

    assert refused.status_code == 503
    assert scorekeeper.get(f"/games/{game}").json["version"] == 1


# --- tournaments ------------------------------------------------------------------------------------------------------------------------

ENTRY = event("EntryMade", entry=1, people=[], name="Ann")


def test_an_append_to_a_tournament_can_be_answered_with_the_tournament_as_it_is_now(director: Caller) -> None:
    cup = opened(director)

    answer = director.post(f"/tournaments/{cup}/events", {"events": [ENTRY]}, headers={"If-Match": '"1"', **WHOLE})

    assert (answer.status_code, answer.headers["Preference-Applied"]) == (201, "return=representation")
    assert answer.json["state"] == director.get(f"/tournaments/{cup}").json
    assert [entry["name"] for entry in answer.json["state"]["entries"]] == ["Ann"]
    plain = director.post(f"/tournaments/{cup}/events", {"events": [event("EntryMade", entry=2, people=[])]}, headers={"If-Match": "*"})
    assert ("state" in plain.json, "Preference-Applied" in plain.headers) == (False, False)


def test_a_check_in_and_an_approval_can_be_answered_with_the_tournament(director: Caller) -> None:
    cup = opened(director)
    entered(director, cup, 2)
    checked = director.post(f"/tournaments/{cup}/entries/1/check-in", {}, headers=WHOLE)
    assert checked.json["state"] == director.get(f"/tournaments/{cup}").json
    pair(director, cup, checked.json["version"])
    typed = recorded(director, cup, event("RoundPublished", round=1), event("ResultEntered", round=1, table=1, scores=[3, 1]))
    approved = director.post(f"/tournaments/{cup}/rounds/1/tables/1/approval", {"result": typed}, headers=WHOLE)
    assert approved.json["state"] == director.get(f"/tournaments/{cup}").json


def test_a_tournament_that_cannot_be_read_is_appended_to_and_left_out(
    app: Flask, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, parts = opened(director), app.extensions[EXTENSION]

    def damaged(stream: str) -> None:
        raise RecordDamaged(stream)

    monkeypatch.setattr(parts.tournaments_read, "of", damaged)
    answer = director.post(f"/tournaments/{cup}/events", {"events": [ENTRY]}, headers={"If-Match": "*", **WHOLE})
    assert (answer.status_code, answer.json["version"], "state" in answer.json) == (201, 2, False)
