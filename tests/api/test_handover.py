"""Handing a table's link over to another phone (docs/decisions/life-of-a-record.md): one link goes, one link comes, however often and at
how many places it is asked for."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from service.store.clubs.access import read_access, write_access
from service.store.keys import HOME
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.lives import event, finished, problem

KEY = {"Idempotency-Key": "the phone of the next scorekeeper"}


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return finished(scorekeeper)


@pytest.fixture
def link(callers: Callers, game: str) -> Caller:
    return callers.holder("record", game=game)


def handed(holder: Caller, game: str, **options: Any) -> TestResponse:
    """Ask with a client of its own, as another tab or another phone does."""
    return Caller(holder.app, holder.secret).post(f"/games/{game}/handover", **options)


def at_once(holder: Caller, game: str, **options: Any) -> list[TestResponse]:
    with ThreadPoolExecutor(8) as threads:
        return list(threads.map(lambda _: handed(holder, game, **options), range(8)))


def test_simultaneous_hand_overs_of_one_link_give_exactly_one_link(link: Caller, game: str, callers: Callers) -> None:
    answers = at_once(link, game)

    given = [answer for answer in answers if answer.status_code == 201]
    refused = {problem(answer) for answer in answers if answer.status_code != 201}
    assert len(given) == 1
    assert refused <= {(403, "no-right"), (401, "token-invalid")}
    valid = [token for token in callers.parts.clubs.tokens(HOME) if token.game == game]
    assert [token.id for token in valid] == [given[0].json["id"]]


def test_two_processes_that_both_still_know_the_link_give_one_link(link: Caller, game: str, callers: Callers) -> None:
    """A process remembers a token for a second, so a withdrawn link may still be let in."""
    clubs, id_ = callers.parts.clubs, str(link.secret).split("_")[2]
    known = clubs.token(HOME, id_)
    assert known is not None
    assert clubs.hand_over(known) is not None
    assert clubs.hand_over(known) is None


def test_a_withdrawn_link_is_not_handed_over(link: Caller, game: str, callers: Callers) -> None:
    clubs, id_ = callers.parts.clubs, str(link.secret).split("_")[2]
    known = clubs.token(HOME, id_)
    assert known is not None
    clubs.withdraw(HOME, id_)
    assert clubs.hand_over(known) is None
    assert [token for token in clubs.tokens(HOME) if token.game == game] == []


def test_simultaneous_hand_overs_with_one_idempotency_key_all_have_the_same_answer(link: Caller, game: str) -> None:
    answers = at_once(link, game, headers=KEY)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["token"] for answer in answers}) == 1


def test_a_repeated_hand_over_has_the_same_answer_while_the_new_link_is_valid(link: Caller, game: str, director: Caller) -> None:
    first = handed(link, game, headers=KEY)
    again = handed(link, game, headers=KEY)
    assert (again.status_code, again.json) == (201, first.json)
    new = Caller(link.app, first.json["token"])
    assert new.recorded(game, event("NoteWritten", note="mine now")) == 4

    assert problem(handed(link, game)) == (401, "token-invalid")
    assert problem(handed(link, game, headers={"Idempotency-Key": "another"})) == (401, "token-invalid")
    other = finished(director)
    assert problem(handed(link, other, headers=KEY)) == (401, "token-invalid")
    assert problem(link.append(game, event("NoteWritten", note="mine still"))) == (401, "token-invalid")
    forged = Caller(link.app, f"{str(link.secret)[:-4]}aaaa")
    assert problem(handed(forged, game, headers=KEY)) == (401, "token-invalid")

    assert director.call("DELETE", f"/tokens/{first.json['id']}").status_code == 204
    assert problem(handed(link, game, headers=KEY)) == (401, "token-invalid")


def test_a_members_repeated_hand_over_issues_one_link_and_never_revives_it(director: Caller, game: str, callers: Callers) -> None:
    first, again = (handed(director, game, headers=KEY).json for _ in range(2))
    assert (first["token"], first["revoked"]) == (again["token"], False)
    assert director.call("DELETE", f"/tokens/{first['id']}").status_code == 204

    handed(director, game, headers=KEY)

    assert callers.parts.clubs.token(HOME, first["id"]) is None


def test_the_cookie_of_a_link_that_was_handed_over_gets_the_same_answer_again(link: Caller, game: str) -> None:
    client = link.app.test_client()
    client.post("/api/v1/session", json={"token": link.secret})
    headers = KEY | {"X-CSRFToken": client.get("/api/v1/session").json["csrf"]}
    first, again = (client.post(f"/api/v1/games/{game}/handover", json={}, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    without = client.post(f"/api/v1/games/{game}/handover", json={}, headers=KEY)
    assert (without.status_code, without.json["type"]) == (403, "/problems/csrf")


def test_a_backup_keeps_what_a_hand_over_needs(link: Caller, game: str, redis: Redis) -> None:
    first = handed(link, game, headers=KEY).json
    kept = read_access(redis, HOME)
    for key in redis.keys("{home}:token:*"):
        redis.delete(key)
    write_access(redis, HOME, kept)
    assert handed(link, game, headers=KEY).json == first
