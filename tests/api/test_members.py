"""/clubs/{club}/members. The role of a member decides what the member may do. When a membership ends, the member's devices lose their
access."""

import json
from typing import Any
from uuid import uuid4

import pytest

from domain.kernel.events import PersonId
from domain.kernel.events.club import Role
from service.store.clubs.members import WEEK_MS
from service.store.keys import HOME, Club, Keys
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.people import BY, accept, another_device, invited, member
from tests.format import from_the_page
from tests.format.records import refitted
from tests.format.test_every_byte import report

VISITORS: tuple[Role | None, ...] = ("viewer", "scorekeeper", "director", "owner", None)
"""The roles of the visitors in MATRIX. None: somebody who is no longer a member."""

MATRIX: list[tuple[str, str, Any, tuple[int, ...], tuple[int, ...]]] = [
    # (method, path, body, statuses by role for the visitor's own club, statuses by role for another club)
    ("GET", "", None, (200, 200, 200, 200, 401), (404, 404, 404, 404, 401)),
    ("PATCH", "", {"name": "Us"}, (403, 403, 403, 200, 401), (403, 403, 403, 404, 401)),
    ("PATCH", "", {"settings": {"delay": 60}}, (403, 403, 403, 200, 401), (403, 403, 403, 404, 401)),
    ("GET", "/members", None, (403, 200, 200, 200, 401), (403, 404, 404, 404, 401)),
    ("PUT", "/members/{other}", {"role": "owner"}, (403, 403, 403, 200, 401), (403, 403, 403, 404, 401)),
    ("DELETE", "/members/{other}", None, (403, 403, 403, 204, 401), (404, 404, 404, 404, 401)),
    ("DELETE", "/members/{self}", None, (204, 204, 204, 204, 401), (404, 404, 404, 404, 401)),
    ("PUT", "/members/{self}", {"role": "owner"}, (403, 403, 403, 200, 401), (403, 403, 403, 404, 401)),
    ("PUT", "/members/p-nobody", {"role": "viewer"}, (403, 403, 403, 404, 401), (403, 403, 403, 404, 401)),
    ("POST", "/invitations", {"role": "viewer", "name": "Cy"}, (403, 403, 403, 201, 401), (403, 403, 403, 404, 401)),
    ("GET", "/invitations", None, (403, 403, 403, 200, 401), (403, 403, 403, 404, 401)),
    ("DELETE", "/invitations/{open}", None, (403, 403, 403, 204, 401), (403, 403, 403, 404, 401)),
    ("GET", "/export", None, (403, 403, 200, 200, 401), (403, 403, 404, 404, 401)),
]


@pytest.mark.parametrize(("method", "path", "body", "own", "away"), MATRIX, ids=[f"{row[0]} {row[1]}" for row in MATRIX])
def test_every_endpoint_of_a_club_answers_members_as_their_role_allows(
    callers: Callers, method: str, path: str, body: Any, own: tuple[int, ...], away: tuple[int, ...]
) -> None:
    member(callers, "owner", name="Olga")  # a second owner, because the last owner cannot leave
    answered: dict[str, list[int]] = {HOME: [], "away": []}
    for club, statuses in answered.items():
        for role in VISITORS:
            visitor, person = member(callers, role, club=club)
            _, other = member(callers, "viewer", name="Ben")
            made, _ = callers.parts.invitations.make(HOME, "viewer", BY, callers.parts.now() + WEEK_MS, name="Dan")
            filled = path.format(other=other, self=person, open=made.id)
            statuses.append(visitor.call(method, f"/clubs/home{filled}", json=body).status_code)
    assert answered == {HOME: list(own), "away": list(away)}


def test_members_are_listed_by_role_and_name(callers: Callers) -> None:
    owner, olga = member(callers, "owner", name="Olga")
    rest = [member(callers, role, name=name)[1] for role, name in (("viewer", "Vic"), ("director", "Dora"), ("director", "Dan"))]  # type: ignore[arg-type]
    callers.parts.people.add(HOME, "Nobody", BY)
    lines = owner.get("/clubs/home/members").json["members"]
    assert [(line["name"], line["role"]) for line in lines] == [
        *[("Olga", "owner"), ("Dan", "director")],
        *[("Dora", "director"), ("Vic", "viewer")],
    ]
    assert {line["person"] for line in lines} == {olga, *rest}
    assert owner.get("/clubs/home").json["members"] == 4


def test_a_new_role_applies_on_every_device_of_the_member(callers: Callers) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    ann, person = member(callers, "viewer")
    devices = [ann, another_device(callers, person)]
    assert [device.get("/session").json for device in devices] == [{"club": "home", "scopes": ["read"], "person": person}] * 2
    answer = owner.call("PUT", f"/clubs/home/members/{person}", json={"role": "director"})
    assert answer.json == {"person": person, "name": "Ann", "role": "director"}
    assert [device.get("/session").json["scopes"] for device in devices] == [["read", "record", "direct"]] * 2
    assert owner.call("DELETE", f"/clubs/home/members/{person}").status_code == 204
    for device in devices:
        refused = device.get("/session")
        assert (refused.status_code, refused.json["type"]) == (401, "/problems/token-invalid")
    assert owner.get("/clubs/home/members").json["members"][1:] == []
    assert owner.get(f"/people/{person}").json["name"] == "Ann"


AGAINST_THE_LAST = [("DELETE", "/clubs/home/members/{}", None), ("PUT", "/clubs/home/members/{}", {"role": "director"})]


@pytest.mark.parametrize(("method", "path", "body"), [*AGAINST_THE_LAST, ("DELETE", "/people/{}", None)])
def test_no_request_can_remove_or_demote_the_last_owner_of_a_club(callers: Callers, method: str, path: str, body: Any) -> None:
    owner, person = member(callers, "owner")
    for visitor in (owner, callers.holder("own")):
        refused = visitor.call(method, path.format(person), json=body)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/last-owner")
    assert owner.get("/clubs/home/members").json["members"] == [{"person": person, "name": "Ann", "role": "owner"}]
    member(callers, "owner", name="Ben")
    assert owner.call(method, path.format(person), json=body).status_code in (200, 204)


def test_repeating_an_old_request_does_not_restore_an_old_role(callers: Callers) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    _, person = member(callers, None)
    for key, role in (("1", "director"), ("2", "viewer"), ("1", "director")):
        answer = owner.call("PUT", f"/clubs/home/members/{person}", json={"role": role}, headers={"Idempotency-Key": key})
        assert answer.status_code == 200
    assert answer.json["role"] == "viewer"


def test_an_erased_person_cannot_become_a_member(callers: Callers) -> None:
    owner, _ = member(callers, "owner", name="Olga")
    _, person = member(callers, None)
    assert owner.call("DELETE", f"/people/{person}").status_code == 200
    refused = owner.call("PUT", f"/clubs/home/members/{person}", json={"role": "viewer"})
    assert (refused.status_code, refused.json["type"]) == (410, "/problems/person-erased")
    assert owner.post("/clubs/home/invitations", {"role": "viewer", "person": person}).status_code == 422


# --- erasing, merging, files --------------------------------------------------------------------------------------------------------------


def test_an_erased_member_has_no_token_no_membership_no_pin_and_no_name(callers: Callers, stranger: Caller, parts: Wiring) -> None:
    owner, olga = member(callers, "owner", name="Olga")
    person = PersonId(invited(owner, name="Zebulon")["person"])
    (line,) = owner.get("/clubs/home/invitations").json["invitations"]
    _, link = parts.invitations.make(HOME, "director", BY, parts.now() + WEEK_MS, person=person, name="Zebulon")
    device = Caller(callers.app, accept(stranger, f"#{link}", label="Zebulon's phone").json["token"])
    more = device.post("/session/device").json["link"]
    game = owner.opened(seats=[{"person": person}, {"person": olga}, {}])
    for seat in (0, 1):
        assert owner.call("PUT", f"/games/{game}/seats/{seat}/pin", json={"pin": "1234"}).status_code == 204
    held = owner.get(f"/people/{person}").json["held"]
    assert (held["role"], held["devices"]) == ("director", ["Zebulon's phone"])

    director, _ = member(callers, "director", name="Dora")
    refused = director.call("DELETE", f"/people/{person}")
    assert (refused.status_code, refused.json["needs"]) == (403, "own")
    for _ in range(2):
        assert owner.call("DELETE", f"/people/{person}").status_code == 200
    assert device.get("/session").status_code == 401
    assert accept(stranger, more).status_code == 410
    assert line["id"] not in {open_["id"] for open_ in owner.get("/clubs/home/invitations").json["invitations"]}
    assert person not in parts.people.directory(HOME).members
    assert list(parts.redis.hkeys(Keys(HOME).pins(game))) == [b"1"]  # type: ignore[arg-type]
    assert not [key for key in parts.redis.keys("*") if b"Zebulon" in (parts.redis.dump(key) or b"")]
    assert b"Zebulon" not in owner.get("/clubs/home/export").get_data()


def test_a_member_with_the_right_to_erase_may_erase_their_own_name(callers: Callers) -> None:
    director, person = member(callers, "director")
    assert director.call("DELETE", f"/people/{person}").status_code == 200
    assert director.get("/session").status_code == 401


MERGES: list[tuple[Role | None, Role | None, int]] = [
    (None, None, 200),
    ("viewer", "viewer", 200),
    ("viewer", None, 403),
    (None, "owner", 403),
    ("director", "owner", 403),
]


@pytest.mark.parametrize(("kept", "gone", "status"), MERGES)
def test_only_an_owner_merges_people_with_different_roles(
    callers: Callers, director: Caller, kept: Role | None, gone: Role | None, status: int
) -> None:
    people = [member(callers, role, name=name)[1] for role, name in ((kept, "Ann"), (gone, "Ann B."))]
    assert director.post(f"/people/{people[0]}/merge", {"gone": people[1]}).status_code == status
    assert callers.holder("own").post(f"/people/{people[0]}/merge", {"gone": people[1]}).status_code == 200
    roles = [line["role"] for line in director.get("/clubs/home/members").json["members"]]
    assert roles == ([] if kept is gone is None else [max(filter(None, (kept, gone)), key=["viewer", "director", "owner"].index)])


def test_merging_two_people_in_the_same_unfinished_tournament_is_refused(director: Caller, parts: Wiring) -> None:
    people = [parts.people.add(HOME, name, BY) for name in ("Ann", "Ben", "Ann B.")]
    cup = director.post("/tournaments", {"title": "Cup", "system": "high-card", "format": "swiss"}).json["tournament"]
    entries = [{"type": "EntryMade", "data": {"entry": n, "people": [p], "name": f"Player {n}"}} for n, p in enumerate(people[:2], 1)]
    headers = {"If-Match": "*"}
    assert director.post(f"/tournaments/{cup}/events", {"events": entries}, headers=headers).status_code == 201
    refused = director.post(f"/people/{people[0]}/merge", {"gone": people[1]})
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/same-tournament")
    assert cup in refused.json["detail"]
    assert director.post(f"/people/{people[0]}/merge", {"gone": people[2]}).status_code == 200
    assert director.post(f"/people/{people[2]}/merge", {"gone": people[1]}).status_code == 409
    over = [{"type": "TournamentFinished", "data": {}}]
    assert director.post(f"/tournaments/{cup}/events", {"events": over}, headers=headers).status_code == 201
    assert director.post(f"/people/{people[0]}/merge", {"gone": people[1]}).status_code == 200


def test_a_club_file_that_changes_members_is_valid_but_only_an_owner_can_import_it(
    callers: Callers, director: Caller, parts: Wiring
) -> None:
    owner, olga = member(callers, "owner", name="Olga")
    _, dora = member(callers, "director", name="Dora")
    parts.members.end(HOME, dora, BY)
    data = director.get("/clubs/home/export?format=ndjson").get_data()
    assert report(data) == [from_the_page.verify(data)]
    assert report(data)[0].startswith("OK home 6 events")
    assert [json.loads(line)["type"] for line in data.splitlines()[1:-1]][-1] == "MembershipEnded"
    assert director.call("POST", "/records", data=data).json["outcome"] == "already-there"
    keys = Keys(HOME)
    parts.redis.delete(keys.stream(Club(HOME), "club"), keys.head(Club(HOME)), keys.ids(Club(HOME)), keys.directory)  # type: ignore[arg-type]
    parts.people.streams._heads.put(Club(HOME), None)  # type: ignore[arg-type]
    for path in ("/records", "/records?dry_run=true"):
        refused = director.call("POST", path, data=data)
        assert (refused.status_code, refused.json["needs"]) == (403, "own")
    assert callers.holder("own").call("POST", "/records", data=data).status_code == 201
    assert parts.people.directory(HOME).members == {olga: "owner"}
    assert owner.get("/clubs/home").json["members"] == 1


def test_a_director_cannot_become_an_owner_by_a_forged_file(callers: Callers, parts: Wiring) -> None:
    """Anyone can write a file with valid hashes. So an import of changed members needs the right to change members."""
    director, dora = member(callers, "director", name="Dora")
    _, olga = member(callers, "owner", name="Olga")

    def granted(_: Any, events: list[dict[str, Any]], __: Any) -> None:
        new = {"type": "MembershipGranted", "data": {"person": dora, "role": "owner"}}
        events.append({**events[-1], **new, "id": str(uuid4()), "version": len(events) + 1})

    def merged(_: Any, events: list[dict[str, Any]], __: Any) -> None:
        new = {"type": "PeopleMerged", "data": {"kept": olga, "gone": dora}}
        events.append({**events[-1], **new, "id": str(uuid4()), "version": len(events) + 1})

    data = director.get("/clubs/home/export?format=ndjson").get_data()
    for forge in (granted, merged):
        forged = refitted(data, forge)
        assert report(forged)[0].startswith("OK home 6 events")
        assert director.call("POST", "/records", data=forged).status_code == 403
        assert director.get("/session").json["scopes"] == ["read", "record", "direct"]
    assert parts.people.directory(HOME).members == {dora: "director", olga: "owner"}
