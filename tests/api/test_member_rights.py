"""The rights of members of the club, and of the links of a tournament, at every address of clubs, tournaments, tokens and people.

The requests are the rows of test_rights.py. A member has the same rights as a token with the scope of the member's role. A link
of a private tournament has the rights of a reader of the club in that tournament, and the rights of a link to a game everywhere else.
EXCEPT has all exceptions.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.events import PersonId, TokenId
from service.store.keys import HOME
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cup_rights import APPROVAL, HERE
from tests.api.test_rights import MATRIX, ROLES, answers, games, writes

__all__ = ["games"]

LIKE: Mapping[str, str] = {
    "owner": "director",
    "director": "director",
    "scorekeeper": "scorekeeper",
    "viewer": "reader",
    "table link": "other table",
    "check-in link": "seat link",
    "viewing link": "seat link",
}
"""For each visitor: the role in test_rights.py that has the same rights outside the private tournament."""
OWN = [
    (method, path, body, statuses)
    for method, path, body, statuses in MATRIX
    if path.startswith(("/clubs", "/tournaments", "/tokens", "/people")) and body != {"events": [HERE]}
]
NOT_PUBLISHED = {"table link": 404, "check-in link": 404}
EXCEPT: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("POST", "/clubs"): {"owner": 201},
    ("PATCH", "/clubs/home"): {"owner": 200},
    ("PUT", "/clubs/home/members/p-nobody"): {"owner": 404},
    ("DELETE", "/clubs/home/members/p-nobody"): {"owner": 404},
    ("POST", "/clubs/home/invitations"): {"owner": 201},
    ("GET", "/clubs/home/invitations"): {"owner": 200},
    ("DELETE", "/clubs/home/invitations/0000"): {"owner": 404},
    ("GET", "/tokens"): {"scorekeeper": 200, "viewer": 200},  # a member lists their own tokens
    ("POST", "/people"): {"table link": 403},  # the link of a game may register people, the link of a tournament may not
    ("POST", f"/tournaments/{{cup}}{APPROVAL}"): NOT_PUBLISHED,
    ("POST", "/tournaments/{cup}/rounds/1/tables/1/game"): NOT_PUBLISHED,
    ("GET", "/tournaments/{cup}/rounds/1/tables/1/entries"): NOT_PUBLISHED,
    ("POST", "/tournaments/{cup}/entries/1/check-in"): {"check-in link": 201},
    ("PUT", "/tournaments/{cup}/entries/1/pin"): {"check-in link": 204},
}
"""The exceptions: requests that do not follow the rules in the module's docstring, with the status for each visitor. Batches with
CheckedIn are tested in test_tournament_rights.py."""


def rights(method: str, path: str, statuses: tuple[int, ...]) -> dict[str, int]:
    """Return the status of the answer for each visitor."""
    by_role = dict(zip(ROLES, statuses, strict=True))
    inside = "{cup}" in path
    usual = {name: by_role["reader" if inside and "link" in name else role] for name, role in LIKE.items()}
    return usual | dict(EXCEPT.get((method, path), {}))


CHANGES = [row for row in OWN if writes(row[0], rights(row[0], row[1], row[3]).values())]


@pytest.mark.parametrize(("method", "path", "body", "statuses"), CHANGES)
def test_members_and_links_have_the_rights_of_their_role(
    method: str, path: str, body: Any, statuses: tuple[int, ...], games: dict[str, str], callers: Callers
) -> None:
    assert answers(made(callers, games), games, method, path, body) == rights(method, path, statuses)


def test_members_and_links_see_what_their_role_allows(games: dict[str, str], callers: Callers) -> None:
    visitors = made(callers, games)
    for method, path, body, statuses in OWN:
        if (method, path, body, statuses) not in CHANGES:
            assert answers(visitors, games, method, path, body) == rights(method, path, statuses), (method, path)


def made(callers: Callers, games: dict[str, str]) -> dict[str, Caller]:
    """The visitors by name. Each member is a person in the directory. The links are for the private tournament."""
    people, by, cup = callers.parts.people, TokenId("test"), games["cup"]
    people.found(HOME)
    visitors = {}
    for role, scope in (("owner", "own"), ("director", "direct"), ("scorekeeper", "record"), ("viewer", "read")):
        person = PersonId(f"p-{role}")
        people.register(HOME, {person: role}, by)
        callers.parts.members.grant(HOME, person, role, by)  # type: ignore[arg-type]
        visitors[role] = callers.holder(scope, person=person)  # type: ignore[arg-type]
    visitors["table link"] = callers.holder("record", tournament=cup, table=1)
    visitors["check-in link"] = callers.holder("read", tournament=cup, entry=1)
    visitors["viewing link"] = callers.holder("read", tournament=cup)
    return visitors
