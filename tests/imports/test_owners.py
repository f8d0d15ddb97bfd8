"""Which events of a club's file only an owner may import."""

from typing import Any

import pytest

from domain.kernel.events import CLUB_TYPES, Event, EventId, PersonId, TokenId
from domain.record.directory import directory_of
from service.files.club import needs_an_owner


def made(kind: str, /, **data: Any) -> Any:
    faults: list[Any] = []
    act = CLUB_TYPES[kind].shape.read(data, "", faults)
    assert faults == []
    return act


BEFORE = [
    made("ClubFounded", club="home"),
    made("PersonRegistered", person="p-owner", name="Olga"),
    made("PersonRegistered", person="p-guest", name="Gus"),
    made("MembershipGranted", person="p-owner", role="owner"),
]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        # (event, whether only an owner may import it). After a merge, both ids stand for one person. So an id that is merged with a
        # member's id gets the member's role
        (made("PeopleMerged", kept="p-owner", gone="p-nobody"), True),
        (made("PeopleMerged", kept="p-guest", gone="p-owner"), True),
        (made("PeopleMerged", kept="p-guest", gone="p-nobody"), False),
        (made("PersonErased", person="p-owner"), True),
        (made("PersonErased", person="p-guest"), False),
        (made("MembershipGranted", person="p-guest", role="viewer"), True),
        (made("MembershipEnded", person="p-owner"), True),
        (made("ClubNamed", name="The Lions"), True),
        (made("PersonRegistered", person="p-new", name="Nora"), False),
        (made("ClubFounded", club="home"), False),
    ],
)
def test_only_an_owner_can_import_events_that_change_members(act: Any, expected: bool) -> None:
    events: Any = [Event(n, EventId(""), each, TokenId("t"), 0, 0, 0) for n, each in enumerate(BEFORE, 1)]
    directory = directory_of(events)
    assert directory.members == {PersonId("p-owner"): "owner"}
    assert needs_an_owner(act, directory) is expected
