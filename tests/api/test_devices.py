"""The devices of a member: the member can add another device by a link, and can withdraw each device."""

from base64 import b64decode
from typing import Any
from uuid import uuid4

import pytest
from redis import Redis

from domain.kernel.events import EventId
from domain.kernel.events.club import Role
from service.store.clubs.members import DEVICE_MS
from service.store.keys import HOME
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.people import BY, accept, member


def test_a_member_adds_another_device_and_withdraws_the_first(callers: Callers, stranger: Caller) -> None:
    phone, person = member(callers, "scorekeeper")
    made = phone.post("/session/device")
    assert made.status_code == 201
    assert 0 < made.json["expires_at"] - callers.parts.now() <= DEVICE_MS
    picture = b64decode(made.json["qr"].removeprefix("data:image/svg+xml;base64,"))
    assert picture.startswith(b"<svg")
    tablet = Caller(callers.app, accept(stranger, made.json["link"], label="tablet").json["token"])
    assert tablet.get("/session").json == {"club": "home", "scopes": ["read", "record"], "person": person}
    assert accept(stranger, made.json["link"]).status_code == 410
    lines = tablet.get("/tokens").json["tokens"]
    assert [(line["label"], line["person"]) for line in lines] == [("phone", person), ("tablet", person)]
    assert tablet.call("DELETE", f"/tokens/{lines[0]['id']}").status_code == 204
    assert phone.get("/session").status_code == 401
    assert [line["label"] for line in tablet.get("/tokens").json["tokens"]] == ["tablet"]


@pytest.mark.parametrize("reader", ["viewer", "director"])
def test_the_list_of_tokens_takes_the_same_number_of_commands_for_any_number_of_members(
    callers: Callers, redis: Redis, reader: Role
) -> None:
    """HGET, which reads one token, is not counted: the request sends all its HGET commands together. The person who asks has two ids
    (one was merged into the other), and a device with each of them."""
    caller, person = member(callers, reader)
    _, former = member(callers, "viewer", name="Ann B.")
    callers.parts.people.merge(HOME, person, former, BY, owner=True)
    counts = []
    for added in (0, 5):
        for number in range(added):
            member(callers, "viewer", name=f"Member {number}")
        caller.get("/tokens")
        redis.config_resetstat()
        lines = caller.get("/tokens").json["tokens"]
        counts.append({name: stats["calls"] for name, stats in redis.info("commandstats").items() if name != "cmdstat_hget"})
        assert len(lines) == (2 + added if reader == "director" else 2)
    assert counts[0] == counts[1]


def test_members_see_and_withdraw_only_their_own_devices(callers: Callers) -> None:
    ann, _ = member(callers, "scorekeeper")
    ben, person = member(callers, "scorekeeper", name="Ben")
    director, _ = member(callers, "director", name="Dora")
    (line,) = ben.get("/tokens").json["tokens"]
    assert line["person"] == person
    assert ann.call("DELETE", f"/tokens/{line['id']}").status_code == 403
    assert len(director.get("/tokens").json["tokens"]) == 3
    assert director.call("DELETE", f"/tokens/{line['id']}").status_code == 204
    assert ben.get("/session").status_code == 401


def test_a_director_cannot_withdraw_the_device_of_an_owner(callers: Callers) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    director, _ = member(callers, "director", name="Dora")
    (device,) = (line["id"] for line in director.get("/tokens").json["tokens"] if "own" in line["scopes"])
    assert director.call("DELETE", f"/tokens/{device}").status_code == 403
    refused = owner.call("DELETE", f"/tokens/{device}")
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/last-owner")
    callers.holder("own")
    assert director.call("DELETE", f"/tokens/{device}").status_code == 403
    assert owner.call("DELETE", f"/tokens/{device}").status_code == 204


def test_a_director_in_another_process_sees_a_new_owner_immediately(callers: Callers) -> None:
    """The process remembers that the token had a lower role a moment ago."""
    ann, person = member(callers, "scorekeeper")
    director, _ = member(callers, "director", name="Dora")
    device = ann.get("/tokens").json["tokens"][0]["id"]
    assert callers.parts.clubs.token(HOME, device).scope == "record"  # type: ignore[union-attr]
    callers.parts.people.grant(HOME, person, "owner", BY, EventId(str(uuid4())))
    assert director.call("DELETE", f"/tokens/{device}").status_code == 403


def test_a_link_for_another_device_is_not_listed_and_ends_with_the_membership(callers: Callers, stranger: Caller) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    phone, person = member(callers, "viewer")
    link = phone.post("/session/device").json["link"]
    assert owner.get("/clubs/home/invitations").json["invitations"] == []
    assert phone.call("DELETE", f"/clubs/home/members/{person}").status_code == 204
    assert accept(stranger, link).status_code == 410
    assert phone.get("/session").status_code == 401


@pytest.mark.parametrize("limits", [{}, {"game": "home-aaaaaaaaaaaaaaaa"}])
def test_a_token_that_belongs_to_no_person_cannot_add_a_device(callers: Callers, limits: dict[str, Any]) -> None:
    refused = callers.holder("own", **limits).post("/session/device")
    assert (refused.status_code, refused.json["type"]) == (403, "/problems/no-right")


def test_with_a_link_that_records_the_links_to_watch_that_it_issued_are_withdrawn(callers: Callers, stranger: Caller) -> None:
    """Others stay: that of the director, and those of another link to the same game."""
    director, scorekeeper = callers.holder("direct"), callers.holder("record")
    game = scorekeeper.opened()

    def issued(by: Caller, scope: str) -> tuple[str, Caller]:
        made = by.post("/tokens", {"label": scope, "scopes": [scope], "game": game}).json
        return made["id"], Caller(callers.app, made["token"])

    (leaked, phone), (_, other) = issued(director, "record"), issued(director, "record")
    (_, watcher), (_, friend), (_, others) = issued(phone, "read"), issued(other, "read"), issued(director, "read")
    assert {each.get(f"/games/{game}").status_code for each in (watcher, friend, others)} == {200}
    assert director.call("DELETE", f"/tokens/{leaked}").status_code == 204
    assert [each.get(f"/games/{game}").status_code for each in (phone, watcher)] == [401, 401]
    assert {each.get(f"/games/{game}").status_code for each in (other, friend, others)} == {200}
