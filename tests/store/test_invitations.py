"""Invitations in the store. An invitation is accepted once, and interruptions lose nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from service.store.clubs.members import WEEK_MS, Members
from service.store.errors import InvitationInvalid
from service.store.keys import HOME
from tests.speeds import slow
from tests.store.bench import BY, NOON, Store, everything, new_id
from tests.store.members import ANN, BEN, Killed, another, another_scope, device, invited, roles, types
from tests.store.test_races import at_once


def test_accepting_an_invitation_registers_the_person_and_issues_a_token(members: Members) -> None:
    link = invited(members, "scorekeeper")
    token, secret = members.accept(link, "Carla's phone")
    assert token.person is not None
    assert (token.scope, token.label, token.expires) == ("record", "Carla's phone", None)
    assert members.people.names(HOME, [token.person]) == {token.person: "Carla"}
    assert roles(members) == {token.person: "scorekeeper"}
    assert members.clubs.presented(secret) == token
    assert members.invitations.open(HOME) == []


def ended(members: Members, store: Store, end: str) -> str:
    """Make an invitation, and end it in the way `end`. Returns its secret string."""
    made, link = members.invitations.make(HOME, "viewer", BY, members.now() + WEEK_MS, name="Carla")
    if end == "used":
        members.accept(link, "phone")
    elif end == "withdrawn":
        assert members.invitations.withdraw(HOME, made.id)
        assert not members.invitations.withdraw(HOME, made.id)
    elif end == "expired":
        store.clock.now += WEEK_MS
    return link if end != "wrong" else link[:-1] + ("a" if link[-1] != "a" else "b")


ENDS = {"used": "accepted already", "withdrawn": "withdrawn", "expired": "expired", "wrong": "unknown"}


@pytest.mark.parametrize("end", ENDS)
def test_an_invitation_that_has_ended_is_refused_with_the_reason(store: Store, members: Members, end: str) -> None:
    link = ended(members, store, end)
    before = types(members)
    for each in (members, another(store)):
        with pytest.raises(InvitationInvalid, match=ENDS[end]):
            each.accept(link, "phone")
    assert types(members) == before
    assert [open_.name for open_ in members.invitations.open(HOME)] == (["Carla"] if end == "wrong" else [])


@pytest.mark.parametrize(
    "text", ["", "x", "fu_home_aaaaaaaaaa_" + "a" * 32, "fi_home_aaaaaaaaaa_" + "a" * 32, "fi_nope_aaaaaaaaaa_" + "a" * 32]
)
def test_a_text_that_is_no_invitation_is_refused(members: Members, text: str) -> None:
    with pytest.raises(InvitationInvalid):
        members.accept(text, "phone")


def test_only_one_of_several_devices_that_accept_at_the_same_time_gets_a_token(store: Store, members: Members) -> None:
    link = invited(members)

    def accepted(each: Members) -> str:
        try:
            return each.accept(link, "phone")[1]
        except InvitationInvalid as refusal:
            return str(refusal)

    tasks: list[Callable[[], object]] = [partial(accepted, another(store)) for _ in range(4)]
    answers = list(map(str, at_once(tasks)))
    assert sorted(answer.startswith("fu_") for answer in answers) == [False, False, False, True]
    assert sum("accepted already" in answer for answer in answers) == 3
    assert types(members).count("MembershipGranted") == 1
    assert len(members.clubs.tokens(HOME)) == 1


STEPS = ("register", "grant", "accept")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("done", [pytest.param(False, id="before", marks=slow), pytest.param(True, id="after")])
def test_an_interrupted_acceptance_can_be_repeated_with_the_same_invitation(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch, step: str, done: bool
) -> None:
    """Only the last step, which issues the token, uses up the invitation."""
    link, killed = invited(members), another(store)
    owner = killed.invitations if step == "accept" else killed.people
    real = getattr(owner, step)

    def deadly(*arguments: Any, **options: Any) -> None:
        if done:
            real(*arguments, **options)
        raise Killed

    monkeypatch.setattr(owner, step, deadly)
    with pytest.raises(Killed):
        killed.accept(link, "phone")
    if step == "accept" and done:
        with pytest.raises(InvitationInvalid):
            members.accept(link, "phone")
    else:
        assert members.accept(link, "phone")[0].scope == "direct"
    assert types(members)[3:] == ["PersonRegistered", "MembershipGranted"]
    assert len(members.clubs.tokens(HOME)) == 1


def before_the_last_step(members: Members, monkeypatch: pytest.MonkeyPatch, done: Callable[[], object]) -> None:
    """Make `members` call `done` between two steps of an acceptance: after the role is given, and before the token is issued."""
    accept = members.invitations.accept

    def slow(*arguments: Any) -> None:
        done()
        accept(*arguments)

    monkeypatch.setattr(members.invitations, "accept", slow)


def refused_while(store: Store, monkeypatch: pytest.MonkeyPatch, link: str, meanwhile: Callable[[], object]) -> None:
    """Accept an invitation. Before the last step, `meanwhile` withdraws the invitation. The acceptance is refused."""
    slow = another(store)
    before_the_last_step(slow, monkeypatch, meanwhile)
    with pytest.raises(InvitationInvalid, match="withdrawn"):
        slow.accept(link, "phone")


def test_an_invitation_that_is_withdrawn_while_it_is_accepted_makes_no_member(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, link = members.invitations.make(HOME, "director", BY, members.now() + WEEK_MS, name="Carla")
    slow = another(store)
    before_the_last_step(slow, monkeypatch, lambda: members.invitations.withdraw(HOME, made.id))
    for _ in range(2):
        with pytest.raises(InvitationInvalid, match="withdrawn"):
            slow.accept(link, "phone")
    assert roles(members) == {}
    assert types(members)[-2:] == ["MembershipGranted", "MembershipEnded"]
    assert members.clubs.tokens(HOME) == []


def test_a_member_keeps_the_former_role_if_the_invitation_is_withdrawn_while_it_is_accepted(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    members.grant(HOME, ANN, "viewer", BY)
    secret = device(members, ANN)
    store.clock.now += 1
    made, link = members.invitations.make(HOME, "owner", BY, members.now() + WEEK_MS, person=ANN)
    members.grant(HOME, BEN, "owner", BY)
    refused_while(store, monkeypatch, link, lambda: members.withdraw(HOME, made.id))
    assert roles(members) == {ANN: "viewer", BEN: "owner"}
    assert another_scope(members, secret) == "read"


def test_withdrawing_an_invitation_keeps_a_member_who_accepted_another_invitation(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made, link), (_, other) = (members.invitations.make(HOME, "viewer", BY, members.now() + WEEK_MS, person=ANN) for _ in range(2))

    def meanwhile() -> None:
        members.accept(other, "tablet")
        members.withdraw(HOME, made.id)

    refused_while(store, monkeypatch, link, meanwhile)
    assert roles(members) == {ANN: "viewer"}


def test_withdrawing_an_invitation_does_not_undo_a_role_that_changed_during_the_acceptance(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, link = members.invitations.make(HOME, "viewer", BY, members.now() + WEEK_MS, person=ANN)

    def meanwhile() -> None:
        members.grant(HOME, ANN, "director", BY)
        members.withdraw(HOME, made.id)

    refused_while(store, monkeypatch, link, meanwhile)
    assert roles(members) == {ANN: "director"}


def test_withdrawing_an_invitation_ends_a_membership_whose_acceptance_was_interrupted(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, link = members.invitations.make(HOME, "viewer", BY, members.now() + WEEK_MS, person=ANN)
    killed = another(store)

    def deadly() -> None:
        raise Killed

    before_the_last_step(killed, monkeypatch, deadly)
    with pytest.raises(Killed):
        killed.accept(link, "phone")
    assert roles(members) == {ANN: "viewer"}
    assert [members.withdraw(HOME, made.id) for _ in range(2)] == [True, False]
    assert roles(members) == {}


def test_the_only_owner_stays_owner_if_their_invitation_is_withdrawn_while_they_accept_it(
    store: Store, members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, link = members.invitations.make(HOME, "owner", BY, members.now() + WEEK_MS, person=ANN)
    refused_while(store, monkeypatch, link, lambda: members.withdraw(HOME, made.id))
    assert roles(members) == {ANN: "owner"}


def test_a_lost_reply_to_the_last_step_does_not_lose_the_token(members: Members, monkeypatch: pytest.MonkeyPatch) -> None:
    link = invited(members)
    use = members.invitations._use

    def twice(*arguments: Any) -> Any:
        use(*arguments)
        return use(*arguments)

    monkeypatch.setattr(members.invitations, "_use", twice)
    assert members.clubs.presented(members.accept(link, "phone")[1]) is not None


def test_accepting_an_invitation_with_a_lower_role_keeps_the_higher_role(members: Members) -> None:
    members.grant(HOME, ANN, "owner", BY)
    token, _ = members.accept(invited(members, "viewer", person=ANN), "phone")
    assert (token.scope, roles(members)) == ("own", {ANN: "owner"})


def test_repeating_an_acceptance_after_the_membership_ended_grants_nothing(members: Members) -> None:
    link = invited(members, "viewer", person=ANN)
    invitation = members.invitations.presented(link)
    members._joined(invitation, "viewer", None)
    members.people.end(HOME, ANN, BY, new_id())  # the invitation is still open: the process was killed before it was withdrawn
    with pytest.raises(InvitationInvalid):
        members.accept(link, "phone")
    assert roles(members) == {}
    assert members.clubs.tokens(HOME) == []


def test_a_link_for_another_device_works_only_while_its_person_is_a_member(members: Members) -> None:
    link = invited(members, None, person=ANN)
    with pytest.raises(InvitationInvalid, match="no longer a member"):
        members.accept(link, "tablet")
    members.grant(HOME, ANN, "scorekeeper", BY)
    token, secret = members.accept(link, "tablet")
    assert (token.person, token.scope) == (ANN, "record")
    assert members.clubs.presented(secret) == token
    assert types(members).count("MembershipGranted") == 1


def test_no_secret_of_an_invitation_is_stored(store: Store, members: Members) -> None:
    link = invited(members)
    secret = link.rpartition("_")[2].encode()
    assert not any(secret in dump for dump in everything(store).values())
    _, token = members.accept(link, "phone")
    assert not any(token.rpartition("_")[2].encode() in dump for dump in everything(store).values())


def test_an_invitation_that_was_withdrawn_keeps_no_name(store: Store, members: Members) -> None:
    made, _ = members.invitations.make(HOME, "viewer", BY, members.now() + WEEK_MS, name="Carlotta")
    assert any(b"Carlotta" in dump for dump in everything(store).values())
    members.invitations.withdraw(HOME, made.id)
    assert not any(b"Carlotta" in dump for dump in everything(store).values())


def test_an_invitation_with_the_same_seed_is_made_only_once(store: Store, members: Members) -> None:
    def made() -> str:
        return members.invitations.make(HOME, "owner", BY, NOON + WEEK_MS, name="Carla", seed=b"s" * 32)[1]

    first = made()
    assert made() == first
    assert len(members.invitations.open(HOME)) == 1
    members.accept(first, "phone")
    assert made() == first
    for _ in ("used", "expired"):
        with pytest.raises(InvitationInvalid):
            members.accept(first, "phone")
        store.clock.now += WEEK_MS
        assert made() == first
        assert members.invitations.open(HOME) == []
