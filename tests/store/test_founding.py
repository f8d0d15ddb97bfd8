"""Clubs in the store are founded once, and interruptions lose nothing."""

from typing import Any

import pytest

from domain.kernel.events import EventId
from service.store.clubs.members import Members
from service.store.errors import BodyDiffers, ClubExists
from service.store.keys import HOME, Club
from tests.store.bench import BY, NOON, Store, new_id
from tests.store.members import Killed, another, types
from tests.store.test_races import at_once

AWAY = Club("away")


def test_a_club_is_founded_once(members: Members) -> None:
    naming = new_id()
    assert members.found(AWAY, "Away", BY, naming) == members.found(AWAY, "Away", BY, naming) == NOON
    assert (types(members, AWAY), members.people.directory(AWAY).called) == (["ClubFounded", "ClubNamed"], "Away")
    assert AWAY in members.clubs.names_of_clubs()
    with pytest.raises(BodyDiffers):
        members.found(AWAY, "Another", BY, naming)
    with pytest.raises(ClubExists):
        members.found(AWAY, "Away", BY, new_id())
    with pytest.raises(ClubExists):
        members.found(HOME, "Home", BY, new_id())


@pytest.mark.parametrize("step", ["open", "append"])
def test_repeating_an_interrupted_founding_completes_it(store: Store, members: Members, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    naming, killed = new_id(), another(store)

    def deadly(*_: Any, **__: Any) -> None:
        raise Killed

    monkeypatch.setattr(killed.people.streams, step, deadly)
    with pytest.raises(Killed):
        killed.found(AWAY, "Away", BY, naming)
    members.found(AWAY, "Away", BY, naming)
    assert types(members, AWAY) == ["ClubFounded", "ClubNamed"]


def test_only_one_of_two_simultaneous_foundings_of_a_club_succeeds(store: Store, members: Members) -> None:
    def founded(naming: EventId) -> str:
        try:
            another(store).found(AWAY, naming, BY, naming)
        except ClubExists:
            return "exists"
        return "founded"

    assert sorted(at_once([lambda: founded(new_id()), lambda: founded(new_id())])) == ["exists", "founded"]  # type: ignore[type-var]
    assert types(members, AWAY) == ["ClubFounded", "ClubNamed"]


@pytest.mark.parametrize("what", ["a token", "a person", "a name of another's"])
def test_founding_a_club_that_already_has_data_is_refused(store: Store, members: Members, what: str) -> None:
    if what == "a token":
        members.clubs.issue(AWAY, "x", "own")
    elif what == "a person":
        members.people.add(AWAY, "Ann", BY)
    else:
        members.people.found(AWAY)
    with pytest.raises(ClubExists):
        members.found(AWAY, "Away", BY, new_id())
