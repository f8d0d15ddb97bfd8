"""Links of tournaments: who may issue them, and what the holder of a link may do in the tournament and in its games."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api.clubs.tokens import EVENT_SECONDS
from service.clock import now_ms
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.cups import VISITORS, Cup, event, linked, opened_cup, send, shown, visiting
from tests.tournament.stream import act, paired

RECORDERS = {"owner", "director", "scorekeeper"}

# --- recording ----------------------------------------------------------------------------------------------------------------------------


def test_a_batch_from_a_link_is_refused_if_one_of_its_events_is_not_allowed(parts: Wiring, callers: Callers) -> None:
    cup = opened_cup(parts)
    caller = visiting(callers, cup, "link of table 1")
    mine, other = event("ResultEntered", round=1, table=1, scores=[3, 1]), event("ResultEntered", round=1, table=2, scores=[3, 1])

    refused = send(caller, cup, mine, other)

    assert (refused.status_code, refused.json["type"], refused.json["needs"]) == (403, "/problems/no-right", "record")
    assert refused.json["errors"] == [{"pointer": "/events/1", "message": "This link is for table 1."}]
    assert cup.version == 9


BEYOND: list[tuple[str, dict[str, Any], str]] = [
    # (the visitor, the event that the visitor sends, the reason of the refusal)
    ("link of table 1", event("ResultEntered", round=1, table=9, scores=[1, 0]), "This link is for table 1."),
    ("link of table 1", event("ResultEntered", round=2, table=1, scores=[1, 0]), "Round 2 is not published."),
    ("link of table 1", event("ResultEntered", round=3, table=1, scores=[1, 0]), "Round 3 is not published."),
    ("link of table 1", {**event("ResultEntered", round=1, table=1, scores=[1, 0]), "after": 9}, "This link corrects nothing."),
    ("link of table 1", event("CheckedIn", entry=1), "This link does not record CheckedIn."),
    ("check-in of entry 1", event("CheckedIn", entry=2), "This link is for entry 1."),
    ("check-in of entry 1", event("CheckedIn", entry=99), "This link is for entry 1."),
    ("check-in of entry 1", event("ResultEntered", round=1, table=1, scores=[1, 0]), "This link does not record ResultEntered."),
    ("check-in of entry 1", {**event("CheckedIn", entry=1), "after": 9}, "This link corrects nothing."),
]


@pytest.mark.parametrize(("visitor", "sent", "why"), BEYOND)
@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_an_event_that_a_link_may_not_record_is_refused_with_the_reason(
    visitor: str, sent: dict[str, Any], why: str, query: str, parts: Wiring, callers: Callers
) -> None:
    """Round 2 is paired, but not published; round 3 is not paired. The answers do not show the holder of a link which of the two is
    paired."""
    cup = opened_cup(parts)
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]))

    refused = send(visiting(callers, cup, visitor), cup, sent, query=query)

    assert (refused.status_code, refused.json["errors"][0]["message"]) == (403, why)
    assert cup.version == 10


@pytest.mark.parametrize("visitor", ["scorekeeper", "link of table 1", "check-in of entry 1"])
def test_the_refusal_of_an_approval_sent_as_an_event_names_the_right_address(visitor: str, parts: Wiring, callers: Callers) -> None:
    cup = opened_cup(parts)
    typed = cup.add(act("ResultEntered", round=1, table=1, scores=[11, 3]))

    refused = send(visiting(callers, cup, visitor), cup, event("ResultApproved", round=1, table=1, result=typed, entry=1))

    assert refused.status_code == 403
    assert "/tables/{table}/approval" in refused.json["detail"]


def test_a_director_cannot_record_an_approval_in_the_name_of_an_entry(parts: Wiring, director: Caller) -> None:
    cup = opened_cup(parts)
    typed = cup.add(act("ResultEntered", round=1, table=1, scores=[11, 3]))

    refused = send(director, cup, event("ResultApproved", round=1, table=1, result=typed, entry=1))

    assert [fault["pointer"] for fault in refused.json["errors"]] == ["/events/0/data/entry"]


def test_a_scorekeeper_cannot_withdraw_an_approval(parts: Wiring, scorekeeper: Caller) -> None:
    cup = opened_cup(parts)
    typed = cup.add(act("ResultEntered", round=1, table=1, scores=[11, 3]))
    approved = cup.add(act("ResultApproved", round=1, table=1, result=typed))

    assert send(scorekeeper, cup, event("Retracted", target=approved)).status_code == 403


# --- games of tables ----------------------------------------------------------------------------------------------------------------------

VIEWERS = {
    # for each visitor: the view of the game at table 1, and the view of the game at table 2
    "owner": ("director", "director"),
    "scorekeeper": ("scorekeeper", "scorekeeper"),
    "viewer": ("public", "public"),
    "link of table 1": ("scorekeeper", "public"),
    "link of table 2": ("public", "scorekeeper"),
    "check-in of entry 1": ("public", "public"),
    "viewing link": ("public", "public"),
}


@pytest.mark.parametrize("visitor", VIEWERS)
def test_a_table_link_gives_more_than_public_access_only_to_games_of_its_table(
    visitor: str, parts: Wiring, director: Caller, callers: Callers
) -> None:
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, visitor)

    for game, viewer in zip((cup.games["one"], cup.games["two"]), VIEWERS[visitor], strict=True):
        assert caller.get(f"/games/{game}").json["viewer"] == viewer
        assert ("prompts" in caller.get(f"/games/{game}").json) == (viewer != "public")
        assert caller.append(game, opener()).status_code == (403 if viewer == "public" else 201)
        if viewer == "public":
            assert caller.get(f"/games/{game}?view=scorekeeper").status_code == 403
            for path in ("handover", "rematch"):
                assert caller.post(f"/games/{game}/{path}").status_code == 403
    for name in ("hidden", "casual"):
        assert caller.append(cup.games[name], opener()).status_code in ((201,) if visitor in RECORDERS else (403, 404))


def test_a_table_link_gives_access_to_games_of_its_table_in_all_published_rounds(parts: Wiring, director: Caller, callers: Callers) -> None:
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, "link of table 1")
    assert caller.get(f"/games/{cup.games['hidden']}").status_code == 404

    cup.add(act("RoundPublished", round=2))
    assert caller.append(cup.games["hidden"], opener()).status_code == 201
    assert caller.append(cup.games["one"], opener()).status_code == 201


def test_a_table_link_gives_no_access_to_a_game_that_was_unlinked(parts: Wiring, director: Caller, callers: Callers) -> None:
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, "link of table 1")
    linked(cup, director, "again", 1, 1)

    assert caller.append(cup.games["one"], opener()).status_code == 404
    assert caller.append(cup.games["again"], opener()).status_code == 201


def test_a_table_link_gives_no_access_to_a_linked_game_of_another_club(parts: Wiring, callers: Callers) -> None:
    parts.clubs.found("away")  # type: ignore[arg-type]
    cup, foreign = opened_cup(parts), callers.holder("direct", club="away").opened()
    cup.add(act("TableLinked", round=1, table=1, game=foreign))

    assert visiting(callers, cup, "link of table 1").get(f"/games/{foreign}").status_code == 404


# --- handing over -------------------------------------------------------------------------------------------------------------------------


def test_handing_over_a_table_link_is_refused_and_the_link_stays_valid(parts: Wiring, director: Caller, callers: Callers) -> None:
    """The link is a code on the table. If one phone could withdraw it, a passer-by could stop the table."""
    cup = shown(parts, director, "private")
    caller = visiting(callers, cup, "link of table 1")
    before = len(director.get("/tokens").json["tokens"])

    refused = caller.post(f"/games/{cup.games['one']}/handover")

    assert (refused.status_code, refused.json["type"]) == (403, "/problems/no-right")
    assert len(director.get("/tokens").json["tokens"]) == before
    assert caller.append(cup.games["one"], opener()).status_code == 201


def test_a_table_link_of_a_tournament_cannot_open_a_rematch(parts: Wiring, director: Caller, callers: Callers) -> None:
    cup = shown(parts, director, "private")

    refused = visiting(callers, cup, "link of table 1").post(f"/games/{cup.games['one']}/rematch")

    assert (refused.status_code, refused.json["type"]) == (403, "/problems/no-right")


# --- issuing ------------------------------------------------------------------------------------------------------------------------------

KINDS: dict[str, dict[str, Any]] = {
    "table": {"scopes": ["record"], "table": 2},
    "check-in": {"scopes": ["read"], "entry": 3},
    "viewing": {"scopes": ["read"]},
}


def issue(caller: Caller, cup: Cup, **members: Any) -> TestResponse:
    return caller.post("/tokens", {"label": "A link", "tournament": cup.id, **members})


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_issued_listed_and_withdrawn(kind: str, parts: Wiring, director: Caller) -> None:
    cup, limits = opened_cup(parts), {name: number for name, number in KINDS[kind].items() if name != "scopes"}
    made = issue(director, cup, **KINDS[kind])
    assert made.status_code == 201
    holder = Caller(director.app, made.json["token"])

    (line,) = (line for line in director.get("/tokens").json["tokens"] if line["id"] == made.json["id"])
    session = holder.get("/session").json

    for body in (line, session):
        shown = {name: body[name] for name in ("game", "seat", "tournament", "table", "entry") if name in body}
        assert shown == {"tournament": cup.id, **limits}
    assert 0 <= line["created_at"] + EVENT_SECONDS * 1000 - line["expires_at"] <= 1000
    assert holder.get(f"/tournaments/{cup.id}").status_code == 200
    assert director.call("DELETE", f"/tokens/{made.json['id']}").status_code == 204
    assert holder.get(f"/tournaments/{cup.id}").status_code == 401


def test_a_link_can_be_issued_with_its_own_time_of_expiry(parts: Wiring, director: Caller) -> None:
    cup = opened_cup(parts)
    made = issue(director, cup, scopes=["read"], expires_in=60).json["id"]
    (line,) = (line for line in director.get("/tokens").json["tokens"] if line["id"] == made)
    assert line["expires_at"] - now_ms() <= 60_000


ISSUERS = {"owner": {*KINDS}, "director": {*KINDS}, "scorekeeper": {"table", "viewing"}}
"""The links that each visitor may issue. Visitors who are not named here may issue none."""


@pytest.mark.parametrize("visitor", VISITORS)
def test_a_visitor_cannot_issue_a_link_with_more_rights_than_their_own(visitor: str, parts: Wiring, callers: Callers) -> None:
    cup = opened_cup(parts, "public")
    caller = visiting(callers, cup, visitor)
    refused = {"anonymous": 401, "expired": 401, "another club": 422}.get(visitor, 403)  # 422: the visitor's club has no such tournament

    answered = {kind: issue(caller, cup, **members).status_code for kind, members in KINDS.items()}

    assert answered == {kind: 201 if kind in ISSUERS.get(visitor, ()) else refused for kind in KINDS}


WRONG: list[tuple[dict[str, Any], set[str]]] = [
    # (members of the request, JSON pointers to the wrong members)
    ({"scopes": ["record"]}, {"/scopes"}),
    ({"scopes": ["read"], "table": 1}, {"/scopes"}),
    ({"scopes": ["direct"], "table": 1}, {"/scopes"}),
    ({"scopes": ["record"], "entry": 1}, {"/scopes"}),
    ({"scopes": [], "entry": 1}, {"/scopes"}),
    ({"scopes": ["record"], "table": 0}, {"/table"}),
    ({"scopes": ["record"], "table": 2001}, {"/table"}),
    ({"scopes": ["record"], "table": "1"}, {"/table"}),
    ({"scopes": ["read"], "entry": 0}, {"/entry"}),
    ({"scopes": ["read"], "entry": 7}, {"/entry"}),
    ({"scopes": ["record"], "table": 1, "entry": 1}, {"/entry"}),
    ({"scopes": ["read"], "table": 1, "entry": 7}, {"/scopes", "/entry"}),
    ({"scopes": ["read"], "tournament": "home-taaaaaaaaaaaaaaaa"}, {"/tournament"}),
    ({"scopes": ["read"], "tournament": "away-taaaaaaaaaaaaaaaa"}, {"/tournament"}),
    ({"scopes": ["read"], "tournament": "home"}, {"/tournament"}),
    ({"scopes": ["read"], "tournament": ""}, {"/tournament"}),
    ({"scopes": ["read"], "tournament": 7}, {"/tournament"}),
    ({"scopes": ["read"], "game": "home-aaaaaaaaaaaaaaaa"}, {"/tournament"}),
    ({"scopes": ["read"], "seat": 0}, {"/seat"}),
    ({"scopes": ["read"], "tournament": None, "table": 1, "entry": 1}, {"/table", "/entry"}),
    (
        {"scopes": ["record"], "game": "home-aaaaaaaaaaaaaaaa", "seat": 1, "tournament": "x", "entry": 1},
        {"/tournament", "/seat", "/scopes"},
    ),
]


@pytest.mark.parametrize(("members", "places"), WRONG)
def test_every_wrong_field_of_a_new_link_is_named(members: dict[str, Any], places: set[str], parts: Wiring, director: Caller) -> None:
    """If `tournament` is None here, the request has no member `tournament`."""
    cup = opened_cup(parts)
    sent = {"label": "A link", "tournament": cup.id, **members}

    refused = director.post("/tokens", {name: value for name, value in sent.items() if value is not None})

    assert (refused.status_code, {fault.get("pointer") for fault in refused.json["errors"]}) == (422, places)
    assert not [line for line in director.get("/tokens").json["tokens"] if line["label"] == "A link"]
