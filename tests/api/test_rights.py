"""Rights: every endpoint is called by every kind of visitor (design §8). Each row of MATRIX has the status of the answer for every role."""

from collections.abc import Collection
from typing import Any

import pytest

from service.clock import now_ms
from service.store.keys import HOME
from tests.api.callers import HIGH_CARD, Caller, opener
from tests.api.conftest import Callers
from tests.api.cup_rights import CUP, ROWS
from tests.api.evenings import opened_season
from tests.api.season_rights import ROWS as SEASON_ROWS

ROLES = ("director", "scorekeeper", "reader", "table link", "seat link", "other table", "other club", "expired", "anonymous")

READS = ("", "/events", "/replay", "/picture", "/findings", "/rulings", "/export", "/diff")
PRIVATE = (200, 200, 200, 200, 200, 404, 404, 401, 404)
UNLISTED = (200, 200, 200, 200, 200, 200, 200, 401, 200)

ANSWER = {"claim": 1, "seat": 0, "accepts": True}

FOR_OWNERS = (403, 403, 403, 403, 403, 403, 403, 401, 401)

MATRIX: list[tuple[str, str, Any, tuple[int, ...]]] = [
    # (method, path, body, the status for each role in the order of ROLES)
    *[("GET", f"/games/{{private}}{resource}", None, PRIVATE) for resource in READS],
    *[("GET", f"/games/{{unlisted}}{resource}", None, UNLISTED) for resource in READS],
    *[("GET", f"/games/{{public}}{resource}", None, UNLISTED) for resource in READS],
    ("GET", "/games/{private}/replay?from=0&limit=1", None, PRIVATE),
    ("GET", "/games/{private}/picture?format=png", None, PRIVATE),
    ("POST", "/games/{private}/events", {"events": [opener()]}, (201, 201, 403, 201, 403, 404, 404, 401, 401)),
    ("POST", "/games/{private}/events?dry_run=true", {"events": [opener()]}, (200, 200, 403, 200, 403, 404, 404, 401, 401)),
    ("POST", "/games/{public}/events", {"events": [opener()]}, (201, 201, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/games/{unlisted}/events", {"events": [opener()]}, (201, 201, 403, 403, 403, 403, 403, 401, 401)),
    (
        "POST",
        "/games/{private}/confirmation",
        {"seat": 0},
        (422, 422, 403, 422, 422, 404, 404, 401, 401),
    ),  # 422: the If-Match `*` names no version
    ("POST", "/games/{public}/confirmation", {"seat": 0}, (422, 422, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/games/{private}/answers", ANSWER, (422, 422, 403, 422, 422, 404, 404, 401, 401)),  # 422: there is no such claim
    ("POST", "/games/{private}/answers", {**ANSWER, "seat": 1}, (422, 422, 403, 422, 403, 404, 404, 401, 401)),
    ("POST", "/games/{public}/answers", ANSWER, (422, 422, 403, 403, 403, 403, 403, 401, 401)),
    ("PUT", "/games/{private}/seats/0/pin", {"pin": "1234"}, (204, 403, 403, 403, 204, 404, 404, 401, 401)),  # 403: the PIN is already set
    ("PUT", "/games/{private}/seats/1/pin", {"pin": "1234"}, (204, 403, 403, 403, 403, 404, 404, 401, 401)),
    ("PUT", "/games/{public}/seats/0/pin", {"pin": "1234"}, (204, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/games/{private}/pins", None, (200, 200, 403, 200, 403, 404, 404, 401, 401)),
    ("GET", "/games/{public}/pins", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/games/{private}/handover", None, (201, 201, 403, 201, 403, 404, 404, 401, 401)),
    ("POST", "/games/{public}/handover", None, (201, 201, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/games/{private}/rematch", None, (409, 409, 403, 409, 403, 404, 404, 401, 401)),
    ("POST", "/games/{public}/rematch", None, (409, 409, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/games", HIGH_CARD, (201, 201, 403, 403, 403, 403, 201, 401, 401)),
    ("GET", "/games", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    ("GET", "/session", None, (200, 200, 200, 200, 200, 200, 200, 401, 401)),
    ("DELETE", "/session", None, (204, 204, 204, 204, 204, 204, 204, 204, 204)),
    ("GET", "/tokens", None, (200, 403, 403, 403, 403, 403, 200, 401, 401)),
    ("POST", "/tokens", {"label": "x", "scopes": ["direct"]}, (201, 403, 403, 403, 403, 403, 201, 401, 401)),
    ("POST", "/tokens", {"label": "x", "scopes": ["read"], "game": "{private}"}, (201, 201, 403, 201, 403, 403, 404, 401, 401)),
    ("POST", "/tokens", {"label": "x", "scopes": ["record"], "game": "{private}"}, (201, 201, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/tokens", {"label": "x", "scopes": ["read"], "game": "{private}", "seat": 0}, (201, 201, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/tokens", {"label": "x", "scopes": ["read"], "game": "{public}"}, (201, 201, 403, 403, 403, 403, 422, 401, 401)),
    ("DELETE", "/tokens/aaaaaaaaaa", None, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/people", {"name": "Ann"}, (201, 201, 403, 201, 403, 201, 201, 401, 401)),
    ("GET", "/people", None, (200, 200, 403, 403, 403, 403, 200, 401, 401)),
    ("GET", "/people?q=ann&limit=1", None, (200, 200, 403, 403, 403, 403, 200, 401, 401)),
    ("GET", "/records", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    ("GET", "/games?ids={private}", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    ("GET", "/games?q=ann", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    ("GET", "/people/p-nobody", None, (404, 404, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/people/import", {}, (422, 403, 403, 403, 403, 403, 422, 401, 401)),
    ("PATCH", "/people/p-nobody", {"name": "Ann"}, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/people/p-nobody/merge", {"gone": "p-noone"}, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("DELETE", "/people/p-nobody", None, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/clubs", {"club": "away", "name": "Away"}, (403, 403, 403, 403, 403, 403, 403, 401, 401)),  # test_clubs.py tests owners
    ("GET", "/clubs", None, (200, 200, 200, 403, 403, 403, 200, 401, 401)),
    ("GET", "/clubs/home", None, (200, 200, 200, 403, 403, 403, 404, 401, 401)),
    ("PATCH", "/clubs/home", {"name": "Us"}, FOR_OWNERS),
    ("GET", "/clubs/home/members", None, (200, 200, 403, 403, 403, 403, 404, 401, 401)),
    ("PUT", "/clubs/home/members/p-nobody", {"role": "viewer"}, FOR_OWNERS),
    ("DELETE", "/clubs/home/members/p-nobody", None, (403, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/clubs/home/invitations", {"role": "viewer", "name": "Ann"}, FOR_OWNERS),
    ("GET", "/clubs/home/invitations", None, FOR_OWNERS),
    ("DELETE", "/clubs/home/invitations/0000", None, FOR_OWNERS),
    ("POST", "/invitations/checked", {"invitation": "x"}, (410,) * 9),
    ("POST", "/invitations/accepted", {"invitation": "x", "label": "x"}, (410,) * 9),
    ("POST", "/session/device", None, FOR_OWNERS),  # the visitors' tokens belong to no member
    ("GET", "/clubs/home/players", None, (200, 200, 200, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/players/p-nobody", None, (404, 404, 404, 404, 404, 404, 404, 401, 404)),
    ("GET", "/clubs/home/games", None, (200, 200, 200, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/feed", None, (200, 200, 200, 403, 403, 403, 404, 401, 401)),
    ("GET", "/public", None, (200,) * 9),
    ("POST", "/practice", HIGH_CARD, (201, 201, 201, 201, 201, 201, 201, 401, 201)),
    ("POST", "/practice/links", None, (403, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/practice/kept", {"token": "x"}, (401, 401, 403, 403, 403, 403, 401, 401, 401)),  # 401: not the link of a practice table
    ("GET", "/systems", None, (200,) * 9),
    ("GET", "/export-formats", None, (200,) * 9),
    ("GET", "/systems/high-card", None, (200,) * 9),
    ("GET", "/systems/high-card/event-types", None, (200,) * 9),
    ("POST", "/records", {}, (422, 403, 403, 403, 403, 403, 422, 401, 401)),
    ("POST", "/records/verify", {}, (200,) * 9),
    ("POST", "/clubs/home/exports", None, (202, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/exports", None, (200, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/export", None, (200, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/exports/0000", None, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("GET", "/clubs/home/exports/0000/file", None, (404, 403, 403, 403, 403, 403, 404, 401, 401)),
    *ROWS,
    *SEASON_ROWS,
    ("GET", "/livez", None, (200,) * 9),
    ("GET", "/readyz", None, (200,) * 9),
    ("GET", "/metrics", None, (200,) * 9),
    ("GET", "/docs", None, (200,) * 9),
    ("GET", "/openapi.json", None, (200,) * 9),
]


@pytest.fixture
def games(scorekeeper: Caller, director: Caller) -> dict[str, str]:
    """The ids of games, tournaments and seasons by their names in `MATRIX`."""
    opened = {visibility: scorekeeper.opened(visibility=visibility) for visibility in ("private", "unlisted", "public")}
    cups = {"cup": tournament(director, "private"), "open_cup": tournament(director, "public")}
    seasons = {"season": opened_season(director, visibility="private"), "open_season": opened_season(director)}
    return {**opened, **cups, **seasons}


def tournament(director: Caller, visibility: str) -> str:
    """Open a tournament with two entries and one paired round. Returns its id."""
    cup = str(director.post("/tournaments", {**CUP, "visibility": visibility}).json["tournament"])
    entries = [{"type": "EntryMade", "data": {"entry": n, "people": [], "name": f"Player {n}"}} for n in (1, 2)]
    director.post(f"/tournaments/{cup}/events", {"events": entries}, headers={"If-Match": "*"})
    assert director.post(f"/tournaments/{cup}/rounds", {}, headers={"If-Match": '"3"'}).status_code == 201
    return cup


@pytest.fixture
def visitors(callers: Callers, games: dict[str, str], scorekeeper: Caller) -> dict[str, Caller]:
    private, other = games["private"], scorekeeper.opened()
    callers.parts.people.found(HOME)
    return {
        "director": callers.holder("direct"),
        "scorekeeper": callers.holder("record"),
        "reader": callers.holder("read"),
        "table link": callers.holder("record", game=private),
        "seat link": callers.holder("read", game=private, seat=0),
        "other table": callers.holder("record", game=other),
        "other club": callers.holder("direct", club="away"),
        "expired": callers.holder("direct", expires=now_ms() - 1),
        "anonymous": callers.anonymous(),
    }


def filled(value: Any, games: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: filled(item, games) for key, item in value.items()}
    return value.format(**games) if isinstance(value, str) and "{" in value else value


def writes(method: str, statuses: Collection[int]) -> bool:
    """Return whether the requests of a row change anything. Rows that change nothing are all tested on the same games, in one test."""
    return method != "GET" and any(status < 400 for status in statuses)


def answers(visitors: dict[str, Caller], games: dict[str, str], method: str, path: str, body: Any) -> dict[str, int]:
    """Send a request as each of the visitors. Returns the status of each answer."""
    sent = None if body is None else filled(body, games)
    return {
        role: visitor.call(method, filled(path, games), json=sent, headers={"If-Match": "*"}).status_code
        for role, visitor in visitors.items()
    }


@pytest.mark.parametrize(("method", "path", "body", "statuses"), [row for row in MATRIX if writes(row[0], row[3])])
def test_every_endpoint_allows_each_visitor_only_what_their_rights_allow(
    method: str, path: str, body: Any, statuses: tuple[int, ...], games: dict[str, str], visitors: dict[str, Caller]
) -> None:
    assert answers(visitors, games, method, path, body) == dict(zip(ROLES, statuses, strict=True))


def test_every_endpoint_shows_each_visitor_only_what_their_rights_allow(games: dict[str, str], visitors: dict[str, Caller]) -> None:
    for method, path, body, statuses in MATRIX:
        if not writes(method, statuses):
            assert answers(visitors, games, method, path, body) == dict(zip(ROLES, statuses, strict=True)), (method, path)


def test_every_endpoint_has_a_row_in_the_table_of_rights(director: Caller) -> None:
    """The live stream has its own tests."""
    served = {
        (method, rule.rule.removeprefix("/api/v1"))
        for rule in director.app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1") and not rule.rule.endswith("/live")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    rows = {(method, path.partition("?")[0]) for method, path, _, _ in MATRIX}
    games = {
        "{private}": "<game>",
        "{public}": "<game>",
        "{unlisted}": "<game>",
        "/tokens/aaaaaaaaaa": "/tokens/<token_id>",
        "/people/p-nobody": "/people/<person>",
        "/players/p-nobody": "/players/<person>",
        "/members/p-nobody": "/members/<person>",
        "/invitations/0000": "/invitations/<invitation>",
        "/seats/0": "/seats/<seat>",
        "/seats/1": "/seats/<seat>",
        "{cup}": "<tournament>",
        "{open_cup}": "<tournament>",
        "{season}": "<season>",
        "{open_season}": "<season>",
        "/standings/p-nobody": "/standings/<person>",
        "/standings/1": "/standings/<entry>",
        "/rounds/1": "/rounds/<number>",
        "/tables/1": "/tables/<table>",
        "/entries/1": "/entries/<entry>",
        "/pairings/0000": "/pairings/<pairing>",
    }
    others = {"/systems/high-card": "/systems/<slug>", "/clubs/home": "/clubs/<club>", "/exports/0000": "/exports/<export>"}
    for mark, rule in {**games, **others}.items():
        rows = {(method, path.replace(mark, rule)) for method, path in rows}

    missing = served - rows - {("POST", "/session")}  # signing in is tested in test_session.py
    assert not missing, f"{missing} need rows in MATRIX (tests/api/test_rights.py), those of tournaments in ROWS (tests/api/cup_rights.py)"


def test_strangers_cannot_learn_that_a_private_game_exists(games: dict[str, str], callers: Callers) -> None:
    for visitor in (callers.anonymous(), callers.holder("direct", club="away")):
        hidden = visitor.get(f"/games/{games['private']}")
        absent = visitor.get("/games/home-aaaaaaaaaaaaaaaa")
        assert (hidden.status_code, hidden.json, sorted(hidden.headers)) == (absent.status_code, absent.json, sorted(absent.headers))


LISTED = [
    ("director", {"private", "unlisted", "public"}),
    ("reader", {"private", "unlisted", "public"}),
    ("table link", {"private", "public"}),
    ("anonymous", {"public"}),
]


@pytest.mark.parametrize(("role", "seen"), LISTED)
def test_the_list_of_games_has_only_games_that_the_visitor_may_see(
    role: str, seen: set[str], games: dict[str, str], visitors: dict[str, Caller]
) -> None:
    listed = {line["game"] for line in visitors[role].get("/games").json["games"]}

    assert listed & set(games.values()) == {games[visibility] for visibility in seen}


def test_a_member_of_another_club_sees_only_public_games(games: dict[str, str], visitors: dict[str, Caller]) -> None:
    assert visitors["other club"].get("/games").json["games"] == []
    public = visitors["other club"].get("/games?club=home").json["games"]
    assert [line["game"] for line in public] == [games["public"]]


VIEWERS = [
    # (the visitor's role, the view if none is requested, the views that may be requested, the views that are refused)
    ("director", "director", ("director", "scorekeeper", "seat:1", "public"), ()),
    ("scorekeeper", "scorekeeper", ("scorekeeper", "seat:1", "public"), ("director",)),
    ("reader", "public", ("public",), ("seat:0", "scorekeeper", "director")),
    ("table link", "scorekeeper", ("scorekeeper", "seat:0", "public"), ("director",)),
    ("seat link", "seat:0", ("seat:0", "public"), ("seat:1", "scorekeeper", "director")),
]


@pytest.mark.parametrize(("role", "default", "may", "may_not"), VIEWERS)
def test_a_visitor_may_request_only_views_that_show_no_more_than_their_own(
    role: str, default: str, may: tuple[str, ...], may_not: tuple[str, ...], games: dict[str, str], visitors: dict[str, Caller]
) -> None:
    visitor, path = visitors[role], f"/games/{games['private']}"

    assert visitor.get(path).json["viewer"] == default
    for view in may:
        assert visitor.get(f"{path}?view={view}").json["viewer"] == view
    for view in may_not:
        for resource in READS:
            refused = visitor.get(f"{path}{resource}?view={view}")
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/wider-view")


def test_the_holder_of_a_table_link_sees_other_public_tables_as_the_public_does(games: dict[str, str], visitors: dict[str, Caller]) -> None:
    seen = visitors["other table"].get(f"/games/{games['public']}").json

    assert seen["viewer"] == "public"
    assert "prompts" not in seen


def test_only_visitors_who_may_record_are_shown_which_acts_are_expected_next(games: dict[str, str], visitors: dict[str, Caller]) -> None:
    path = f"/games/{games['private']}"

    assert {role for role in ("director", "scorekeeper", "table link") if visitors[role].get(path).json["prompts"]} == {
        "director",
        "scorekeeper",
        "table link",
    }
    for caller, query in ((visitors["reader"], ""), (visitors["seat link"], ""), (visitors["director"], "?view=public")):
        assert "prompts" not in caller.get(path + query).json


def retracted(target: int) -> dict[str, Any]:
    return {"type": "Retracted", "data": {"target": target}}


HIDDEN = {"type": "VisibilitySet", "data": {"visibility": "private"}}
NOTE = {"type": "NoteWritten", "data": {"note": "x"}}


def test_withdrawing_a_change_of_visibility_restores_the_former_visibility(
    games: dict[str, str], director: Caller, stranger: Caller
) -> None:
    game = games["public"]
    assert stranger.get(f"/games/{game}").status_code == 200

    director.recorded(game, HIDDEN)
    assert stranger.get(f"/games/{game}").status_code == 404

    director.recorded(game, retracted(2))
    assert stranger.get(f"/games/{game}").status_code == 200


BEYOND_A_SCOREKEEPER = [
    # (batch, If-Match, expected status). Three events are stored already: version 1 opens the game, version 2 is HIDDEN, recorded by the
    # director, and version 3 withdraws version 2.
    ([HIDDEN], '"3"', 403),
    ([NOTE, HIDDEN], '"3"', 403),
    ([retracted(2)], '"3"', 403),
    ([retracted(3)], '"3"', 403),
    ([retracted(3)], "*", 403),
    ([NOTE, retracted(5), retracted(3)], '"3"', 422),
    ([NOTE, retracted(4), retracted(3)], '"3"', 403),
    ([NOTE, retracted(4)], '"3"', 201),
    ([NOTE, retracted(4), retracted(5)], '"3"', 201),
    ([NOTE, retracted(4)], "*", 403),  # with `*`, another event may get version 4 before the batch
    ([retracted(9)], '"20"', 412),
]


@pytest.mark.parametrize(("batch", "match", "status"), BEYOND_A_SCOREKEEPER)
def test_a_visitor_who_may_not_record_an_event_may_not_withdraw_it(
    batch: list[dict[str, Any]], match: str, status: int, games: dict[str, str], director: Caller, scorekeeper: Caller
) -> None:
    game = games["public"]
    director.recorded(game, HIDDEN, retracted(2))

    assert scorekeeper.append(game, *batch, match=match).status_code == status
    assert scorekeeper.append(game, *batch, match=match, query_string="dry_run=true").status_code in (status, 412, 200)
