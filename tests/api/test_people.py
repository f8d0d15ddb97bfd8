"""/people: people are registered, renamed, merged and erased. An old request that is repeated later changes nothing."""

from typing import Any

import pytest

from service.store.keys import HOME, Keys
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers


def added(caller: Caller, name: str, **options: Any) -> str:
    response = caller.post("/people", {"name": name}, **options)
    assert response.status_code == 201
    return str(response.json["person"])


def keyed(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def test_a_repeated_registration_returns_the_same_person(scorekeeper: Caller) -> None:
    ann = added(scorekeeper, "Ann", **keyed("1"))
    assert added(scorekeeper, "Ann", **keyed("1")) == ann
    assert added(scorekeeper, "Ann", **keyed("2")) != ann
    assert len(scorekeeper.get("/people").json["people"]) == 2


def test_recorders_see_only_a_persons_name_and_directors_see_all_that_is_stored(
    director: Caller, scorekeeper: Caller, parts: Wiring
) -> None:
    ann = added(scorekeeper, "Ann")
    assert director.call("PATCH", f"/people/{ann}", json={"name": "Anna"}).json == {"person": ann, "name": "Anna"}
    shown = scorekeeper.get(f"/people/{ann}").json
    assert shown == {"person": ann, "name": "Anna", "since": shown["since"], "erased": False}
    assert abs(parts.now() - shown["since"]) < 60_000
    held = director.get(f"/people/{ann}").json["held"]
    assert (held["ids"], [name["name"] for name in held["names"]]) == ([ann], ["Ann", "Anna"])


def test_a_game_shows_the_new_name_of_a_renamed_person(director: Caller) -> None:
    ann = added(director, "Ann")
    game = director.opened(seats=[{"person": ann}, {}, {}])
    director.call("PATCH", f"/people/{ann}", json={"name": "Anna"})
    assert director.get(f"/games/{game}").json["seats"][0]["name"] == "Anna"


def test_a_repeated_rename_does_not_undo_a_later_rename(director: Caller) -> None:
    ann = added(director, "Ann")
    director.call("PATCH", f"/people/{ann}", json={"name": "Anna"}, **keyed("1"))
    director.call("PATCH", f"/people/{ann}", json={"name": "Annabel"}, **keyed("2"))
    assert director.call("PATCH", f"/people/{ann}", json={"name": "Anna"}, **keyed("1")).json["name"] == "Annabel"
    other = director.call("PATCH", f"/people/{ann}", json={"name": "Else"}, **keyed("1"))
    assert (other.status_code, other.json["type"]) == (422, "/problems/id-taken")


def test_a_merged_person_is_shown_with_the_name_of_the_remaining_person(director: Caller) -> None:
    ann, again = added(director, "Ann"), added(director, "Ann B.")
    game = director.opened(seats=[{"person": again}, {}, {}])
    assert director.post(f"/people/{ann}/merge", {"gone": again}).json == {"person": ann, "name": "Ann"}
    assert director.post(f"/people/{again}/merge", {"gone": ann}).json == {"person": ann, "name": "Ann"}
    assert director.get(f"/people/{again}").json["person"] == ann
    assert director.get(f"/people/{again}").json["held"]["ids"] == sorted([ann, again])
    assert (
        director.get(f"/games/{game}").json["seats"][0] | {"person": again, "name": "Ann"}
        == director.get(f"/games/{game}").json["seats"][0]
    )
    assert director.get("/people").json["people"] == [{"person": ann, "name": "Ann"}]


def test_repeated_requests_do_not_bring_an_erased_name_back(director: Caller, scorekeeper: Caller) -> None:
    ann = added(scorekeeper, "Ann", **keyed("ann"))
    body = {"system": "high-card", "seats": [{"name": "Benedict"}, {"person": ann}, {}]}
    opened = scorekeeper.post("/games", body, **keyed("game")).json
    seats = scorekeeper.get(f"/games/{opened['game']}").json["seats"]
    ben = seats[0]["person"]
    assert [seat["name"] for seat in seats] == ["Benedict", "Ann", None]

    for person in (ann, ben):
        for _ in range(2):
            erased = director.call("DELETE", f"/people/{person}")
            assert (erased.status_code, erased.json["erased"]) == (200, True)
    repeated = scorekeeper.post("/games", {**body, "seats": [{"name": "Benedict"}, {}, {}]}, **keyed("game"))
    assert repeated.status_code == 422  # same key, another body
    assert scorekeeper.post("/people", {"name": "Ann"}, **keyed("ann")).json == {"person": ann, "name": None}
    assert [seat["name"] for seat in scorekeeper.get(f"/games/{opened['game']}").json["seats"]] == [None, None, None]
    assert scorekeeper.get("/people").json["people"] == []
    assert scorekeeper.get(f"/people/{ann}").json["erased"] is True
    assert [name["name"] for name in director.get(f"/people/{ben}").json["held"]["names"]] == [None]
    late = director.call("PATCH", f"/people/{ann}", json={"name": "Ann"})
    assert (late.status_code, late.json["type"]) == (410, "/problems/person-erased")
    assert scorekeeper.post("/games", {"system": "high-card", "seats": [{"person": ann}, {}, {}]}).status_code == 422


def test_a_repeated_opening_does_not_bring_an_erased_name_back(director: Caller, scorekeeper: Caller) -> None:
    body = {"system": "high-card", "seats": [{"name": "Benedict"}, {}, {}]}
    game = scorekeeper.post("/games", body, **keyed("game")).json["game"]
    ben = scorekeeper.get(f"/games/{game}").json["seats"][0]["person"]
    assert director.call("DELETE", f"/people/{ben}").json["remains"] is None
    repeated = scorekeeper.post("/games", body, **keyed("game"))
    assert (repeated.status_code, repeated.json["game"], repeated.json["outcome"]) == (201, game, "already-there")
    assert scorekeeper.get(f"/games/{game}").json["seats"][0]["name"] is None
    assert scorekeeper.get("/people").json["people"] == []


def test_each_club_has_its_own_people(director: Caller, callers: Callers) -> None:
    ann, away = added(director, "Ann"), callers.holder("direct", club="away")
    assert away.get(f"/people/{ann}").status_code == 404
    assert away.call("DELETE", f"/people/{ann}").status_code == 404
    assert away.get("/people").json["people"] == []
    assert director.get(f"/people/{ann}").json["name"] == "Ann"


def test_names_that_an_older_version_stored_are_moved_to_the_new_layout(director: Caller, parts: Wiring) -> None:
    parts.redis.hset(Keys(HOME).former_people, "p-old", "Olga")
    assert director.get("/people").json["people"] == [{"person": "p-old", "name": "Olga"}]
    assert not parts.redis.exists(Keys(HOME).former_people)


@pytest.mark.parametrize("path", ["/people/p-nobody", "/people/%00", "/people/:", "/people/" + "x" * 300])
def test_a_request_about_an_unknown_person_is_answered_with_not_found(director: Caller, path: str) -> None:
    assert director.get(path).status_code == 404
    assert director.call("DELETE", path).status_code == 404
