"""Members in the store. Roles decide what tokens may do, and a club always keeps an owner."""

import json
from collections.abc import Callable

import pytest

from domain.kernel.events import PersonId
from domain.kernel.events.club import ROLES, Role
from service.memory.cache import REMEMBERED_MS
from service.store.clubs.clubs import ERASED, SCOPE_OF, Clubs, Token
from service.store.clubs.members import Members, tokens_of_owners, withdraw_device
from service.store.errors import InvitationInvalid, LastOwner, OnlyForOwners, PersonGone, UnknownPerson
from service.store.keys import HOME, GameId, Keys
from service.store.pins import forget_pins
from tests.store.bench import BY, Store, everything, new_id
from tests.store.members import ANN, BEN, another, another_scope, device, invited, roles, types
from tests.store.test_races import at_once

# --- tokens and roles ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_a_token_of_a_person_has_the_scope_of_their_role(members: Members, role: Role) -> None:
    secret = device(members, ANN)
    assert members.clubs.presented(secret) is None
    members.grant(HOME, ANN, role, BY)
    token = members.clubs.presented(secret)
    assert token is not None
    assert token.scope == SCOPE_OF[role]


def test_another_process_uses_a_new_role_when_its_cached_token_expires(store: Store, members: Members) -> None:
    other, secret = another(store), device(members, ANN)
    members.grant(HOME, ANN, "director", BY)
    assert other.clubs.presented(secret).scope == "direct"  # type: ignore[union-attr]
    members.grant(HOME, ANN, "viewer", BY)
    assert members.clubs.presented(secret).scope == "read"  # type: ignore[union-attr]
    assert other.clubs.presented(secret).scope == "direct"  # type: ignore[union-attr]
    store.clock.now += REMEMBERED_MS
    assert other.clubs.presented(secret).scope == "read"  # type: ignore[union-attr]


def test_after_a_membership_ends_the_devices_of_the_person_never_work_again(store: Store, members: Members) -> None:
    members.grant(HOME, ANN, "director", BY)
    other, secrets = another(store), [device(members, ANN) for _ in range(3)]
    link = invited(members, None, person=ANN)
    assert all(other.clubs.presented(secret) for secret in secrets)
    members.end(HOME, ANN, BY)
    assert not any(members.clubs.presented(secret) for secret in secrets)
    store.clock.now += REMEMBERED_MS
    assert not any(other.clubs.presented(secret) for secret in secrets)
    members.grant(HOME, ANN, "director", BY)
    assert not any(another(store).clubs.presented(secret) for secret in secrets)
    with pytest.raises(InvitationInvalid, match="withdrawn"):
        members.accept(link, "tablet")


def test_repeating_an_interrupted_end_of_membership_withdraws_the_tokens(members: Members) -> None:
    secret = device(members, ANN)
    members.grant(HOME, ANN, "director", BY)
    members.people.end(HOME, ANN, BY, new_id())
    members.clubs.forget_remembered()
    assert members.clubs.presented(secret) is None
    members.end(HOME, ANN, BY)
    members.grant(HOME, ANN, "director", BY)
    assert members.clubs.presented(secret) is None
    assert types(members)[3:] == ["MembershipGranted", "MembershipEnded", "MembershipGranted"]


def test_a_token_of_a_merged_id_has_the_role_of_the_remaining_person(members: Members) -> None:
    secret = device(members, BEN)
    members.grant(HOME, ANN, "director", BY)
    members.grant(HOME, BEN, "viewer", BY)
    with pytest.raises(OnlyForOwners):
        members.people.merge(HOME, ANN, BEN, BY)
    members.people.merge(HOME, ANN, BEN, BY, owner=True)
    assert another_scope(members, secret) == "direct"
    members.end(HOME, BEN, BY)
    assert members.clubs.presented(secret) is None
    assert roles(members) == {}


@pytest.mark.parametrize(("role", "scope"), [("viewer", "read"), ("scorekeeper", "record"), ("director", "record"), ("owner", "record")])
def test_a_limited_token_never_gets_more_rights_than_it_was_issued_with(members: Members, role: Role, scope: str) -> None:
    _, secret = members.clubs.issue(HOME, "table 1", "record", person=ANN, tournament="home-taaaaaaaaaaaaaaaa", table=1)  # type: ignore[arg-type]
    members.grant(HOME, ANN, role, BY)
    assert another_scope(members, secret) == scope


def test_a_process_without_the_list_of_members_accepts_no_personal_token(store: Store, members: Members) -> None:
    members.grant(HOME, ANN, "owner", BY)
    secret = device(members, ANN)
    assert Clubs(store.redis, store.clock).presented(secret) is None


# --- the last owner -----------------------------------------------------------------------------------------------------------------------


AGAINST_THE_LAST: dict[str, Callable[[Members], object]] = {
    "ended": lambda members: members.end(HOME, ANN, BY),
    "lowered": lambda members: members.grant(HOME, ANN, "director", BY),
    "erased": lambda members: members.erase(HOME, ANN, BY, owner=True),
}


@pytest.mark.parametrize("act", AGAINST_THE_LAST.values(), ids=AGAINST_THE_LAST)
def test_the_last_owner_of_a_club_cannot_be_removed_or_demoted(members: Members, act: Callable[[Members], object]) -> None:
    members.grant(HOME, ANN, "owner", BY)
    members.grant(HOME, BEN, "director", BY)
    before, secret = types(members), device(members, ANN)
    with pytest.raises(LastOwner):
        act(members)
    assert (types(members), roles(members)) == (before, {ANN: "owner", BEN: "director"})
    assert members.people.names(HOME, [ANN]) == {ANN: "Annabel"}
    assert members.clubs.presented(secret) is not None
    members.grant(HOME, BEN, "owner", BY)
    with pytest.raises(LastOwner):  # the other owner has no device yet
        act(members)
    device(members, BEN)
    act(members)
    assert roles(members)[BEN] == "owner"


def withdrawn_from(members: Members, store: Store, token: Token) -> bool:
    return withdraw_device(store.redis, members.clubs, token, store.clock.now)


def test_if_two_owners_withdraw_their_last_devices_together_one_owner_keeps_access(store: Store, members: Members) -> None:
    tokens = []
    for person in (ANN, BEN):
        members.grant(HOME, person, "owner", BY)
        tokens.append(members.clubs.presented(device(members, person)))

    def withdrawn(token: Token | None) -> str:
        assert token is not None
        try:
            return str(withdrawn_from(another(store), store, token))
        except LastOwner:
            return "refused"

    assert sorted(at_once([lambda: withdrawn(tokens[0]), lambda: withdrawn(tokens[1])])) == ["True", "refused"]  # type: ignore[type-var]
    assert len(tokens_of_owners(members.clubs, HOME, store.clock.now)) == 1


LASTING = [
    # (seconds until the withdrawn token expires, seconds until the other token expires, whether the withdrawal is allowed). None: the
    # token never expires
    (None, None, True),
    (None, 60, False),
    (60, None, True),
    (60, 60, True),
    (60, 30, False),
    (60, -1, False),
]


@pytest.mark.parametrize(("mine", "other", "may"), LASTING)
def test_an_owners_device_is_withdrawn_only_if_another_device_stays_valid_at_least_as_long(
    store: Store, members: Members, mine: int | None, other: int | None, may: bool
) -> None:
    def issued(seconds: int | None) -> Token:
        return members.clubs.issue(HOME, "device", "own", expires=None if seconds is None else store.clock.now + seconds * 1000)[0]

    token, _ = issued(mine), issued(other)
    members.clubs.issue(HOME, "link", "own", game="home-abcdefghijklmnop")
    if may:
        assert withdrawn_from(members, store, token)
    else:
        with pytest.raises(LastOwner):
            withdrawn_from(members, store, token)
    assert (members.clubs.token(HOME, token.id) is None) == may


def test_one_owner_remains_when_two_remove_each_other_at_the_same_time(store: Store, members: Members) -> None:
    for person in (ANN, BEN):
        members.grant(HOME, person, "owner", BY)
        device(members, person)

    def removed(person: PersonId) -> str:
        try:
            another(store).end(HOME, person, BY)
        except LastOwner:
            return "refused"
        return "removed"

    assert sorted(at_once([lambda: removed(ANN), lambda: removed(BEN)])) == ["refused", "removed"]  # type: ignore[type-var]
    assert list(roles(members).values()) == ["owner"]


def test_only_people_in_the_directory_can_become_members(members: Members) -> None:
    members.people.erase(HOME, BEN, BY)
    with pytest.raises(PersonGone):
        members.grant(HOME, BEN, "viewer", BY)
    with pytest.raises(UnknownPerson):
        members.grant(HOME, PersonId("p-x"), "viewer", BY)
    with pytest.raises(UnknownPerson):
        members.end(HOME, PersonId("p-x"), BY)
    members.grant(HOME, ANN, "viewer", BY)
    members.grant(HOME, ANN, "viewer", BY)
    assert types(members).count("MembershipGranted") == 1


# --- erasing ------------------------------------------------------------------------------------------------------------------------------


def test_an_erased_member_has_no_token_no_role_and_no_name_anywhere(store: Store, members: Members) -> None:
    token, secret = members.accept(invited(members, "director", name="Carlotta"), "Carlotta's phone")
    assert token.person is not None
    spare = members.clubs.issue(HOME, "Carlotta's tablet", "read", person=token.person)[0]
    members.clubs.withdraw(HOME, spare.id)
    link = invited(members, None, person=token.person)
    with pytest.raises(OnlyForOwners):
        members.erase(HOME, token.person, BY, owner=False)
    for _ in range(2):
        members.erase(HOME, token.person, BY, owner=True)
        assert not any(b"Carlotta" in dump for dump in everything(store).values())
    assert types(members)[-2:] == ["MembershipEnded", "PersonErased"]
    assert roles(members) == {}
    assert members.clubs.presented(secret) is None
    assert members.clubs.labels(HOME, [token.id, spare.id]) == {token.id: ERASED, spare.id: ERASED}
    for each in (members, another(store)):
        with pytest.raises(InvitationInvalid):
            each.accept(link, "phone")


def test_the_pins_of_an_erased_person_are_deleted_in_every_game(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.pins.AT_ONCE", 2)
    keys, streams = Keys(HOME), [GameId(f"home-{letter * 16}") for letter in "abcde"]
    pins = {"0": [ANN, "h"], "1": [BEN, "h"], "2": [None, "h"]}
    for number, stream in enumerate(streams):
        store.redis.zadd(keys.games, {stream: number})
        store.redis.hset(keys.pins(stream), mapping={field: json.dumps(pin) for field, pin in pins.items()})
    for _ in range(2):
        forget_pins(store.redis, HOME, frozenset([ANN]))
    assert [sorted(store.redis.hkeys(keys.pins(stream))) for stream in streams] == [[b"1", b"2"]] * 5
