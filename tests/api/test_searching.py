"""Searching by name, paging people, filtering tournaments: what is found is what the visitor may see, and an erased name finds nothing."""

from typing import Any

import pytest

from domain.kernel.events import PersonId, TokenId
from service.caches import game_lines
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_statistics import caught_up
from tests.api.test_tournament_list import listed as tournaments
from tests.api.test_tournament_list import named
from tests.api.test_tournaments import opened

NAMES = {"p-anna": "Anna Smith", "p-ben": "Ben Smith", "p-jose": "José Pérez", "p-dan": "Dan"}


@pytest.fixture
def people(parts: Wiring) -> dict[str, str]:
    for person, name in NAMES.items():
        parts.people.add(HOME, name, TokenId("t"), PersonId(person))
    return NAMES


def seats(*people: str) -> list[dict[str, str]]:
    return [{"person": person} for person in people] + [{}] * (3 - len(people))  # type: ignore[list-item]


@pytest.fixture
def games(director: Caller, people: dict[str, str]) -> dict[str, str]:
    return {
        "public": director.opened(seats=seats("p-anna", "p-dan"), visibility="public"),
        "private": director.opened(seats=seats("p-ben"), visibility="private"),
        "unlisted": director.opened(seats=seats("p-jose", "p-anna"), visibility="unlisted"),
    }


def found(visitor: Caller, games: dict[str, str], query: str) -> set[str]:
    called = {game: name for name, game in games.items()}
    return {called[line["game"]] for line in visitor.get(f"/games?{query}").json["games"]}


FOUND = [
    # (the query, what a director finds, what a stranger finds)
    ("q=smith", {"public", "private", "unlisted"}, {"public"}),
    ("q=ann", {"public", "unlisted"}, {"public"}),
    ("q=smith%20anna", {"public", "unlisted"}, {"public"}),
    ("q=ben", {"private"}, set()),
    ("q=perez", {"unlisted"}, set()),
    ("q=nobody", set(), set()),
    ("q=smith&player=p-dan", {"public"}, {"public"}),
    ("q=ben&player=p-dan", set(), set()),
    ("q=anna&state=finished", set(), set()),
    ("q=anna&system=high-card", {"public", "unlisted"}, {"public"}),
]


@pytest.mark.parametrize("rows", [True, False])
@pytest.mark.parametrize(("query", "directs", "strange"), FOUND)
def test_games_are_found_by_the_names_of_their_players_if_the_visitor_may_see_the_games(
    query: str, directs: set[str], strange: set[str], rows: bool, games: dict[str, str], director: Caller, stranger: Caller, parts: Wiring
) -> None:
    if rows:
        caught_up(parts)
    assert (found(director, games, query), found(stranger, games, query)) == (directs, strange)


def test_a_table_link_finds_its_own_game_and_public_games(games: dict[str, str], callers: Callers) -> None:
    link = callers.holder("record", game=games["private"])
    assert found(link, games, "q=smith") == {"public", "private"}


def test_a_stranger_who_searches_a_hidden_name_gets_the_answer_for_a_name_that_does_not_exist(
    games: dict[str, str], stranger: Caller
) -> None:
    hidden, absent = stranger.get("/games?q=ben"), stranger.get("/games?q=nobody")
    assert (hidden.get_data(), hidden.headers.get("Link")) == (absent.get_data(), absent.headers.get("Link"))


def test_many_people_of_the_name_are_found_too(
    games: dict[str, str], director: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_lines, "MOST_WORDS", 1)
    caught_up(parts)
    assert found(director, games, "q=smith") == {"public", "private", "unlisted"}
    assert found(stranger, games, "q=smith") == {"public"}


def test_an_erased_name_finds_nothing(games: dict[str, str], director: Caller) -> None:
    assert director.call("DELETE", "/people/p-anna").status_code == 200

    assert found(director, games, "q=anna") == set()
    assert found(director, games, "q=smith") == {"private"}
    assert director.get("/people?q=anna").json == {"people": []}


def test_a_new_name_and_merged_ids_are_found(games: dict[str, str], director: Caller) -> None:
    director.call("PATCH", "/people/p-ben", json={"name": "Benedict"})
    assert (found(director, games, "q=smith"), found(director, games, "q=benedict")) == ({"public", "unlisted"}, {"private"})
    director.post("/people/p-dan/merge", {"gone": "p-ben"})
    assert found(director, games, "q=dan") == {"public", "private"}
    assert found(director, games, "q=benedict") == set()


# --- people -------------------------------------------------------------------------------------------------------------------------------


def pages(caller: Caller, path: str) -> list[list[str]]:
    found = []
    while path:
        answer = caller.get(path)
        found.append([each["person"] for each in answer.json["people"]])
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


@pytest.mark.usefixtures("people")
def test_people_are_found_by_name_and_listed_in_pages(scorekeeper: Caller) -> None:
    assert pages(scorekeeper, "/people") == [["p-anna", "p-ben", "p-dan", "p-jose"]]
    assert pages(scorekeeper, "/people?q=smi") == [["p-anna", "p-ben"]]
    assert pages(scorekeeper, "/people?limit=3") == [["p-anna", "p-ben", "p-dan"], ["p-jose"]]
    assert pages(scorekeeper, "/people?q=smi&limit=1") == [["p-anna"], ["p-ben"]]
    assert pages(scorekeeper, "/people?limit=4") == [["p-anna", "p-ben", "p-dan", "p-jose"]]


@pytest.mark.usefixtures("people")
def test_a_page_goes_on_where_the_last_one_ended_although_people_come_and_go(scorekeeper: Caller, director: Caller) -> None:
    scorekeeper.post("/people", {"name": "Aaron"})
    assert pages(scorekeeper, "/people?cursor=p-ben") == [["p-dan", "p-jose"]]
    director.call("DELETE", "/people/p-dan")
    assert pages(scorekeeper, "/people?cursor=p-ben") == [["p-jose"]]
    refused = scorekeeper.get("/people?cursor=p-dan")
    assert (refused.status_code, refused.json["errors"][0]["parameter"]) == (422, "cursor")


@pytest.mark.usefixtures("people")
def test_a_link_to_the_next_page_has_no_name(scorekeeper: Caller) -> None:
    assert "Anna" not in scorekeeper.get("/people?limit=1").headers["Link"]


WRONG = [
    ("/people", "q=%20"),
    ("/games", "q=-"),
    ("/games", "q="),
    ("/games", f"q={'a' * 61}"),
    ("/people", "limit=0"),
    ("/people", "cursor=A"),
]


@pytest.mark.parametrize(("path", "query"), WRONG)
def test_a_search_that_cannot_find_anything_is_refused(path: str, query: str, scorekeeper: Caller) -> None:
    refused = scorekeeper.get(f"{path}?{query}")
    assert (refused.status_code, refused.json["errors"][0]["parameter"]) == (422, query.partition("=")[0])


# --- tournaments --------------------------------------------------------------------------------------------------------------------------


def entered(director: Caller, *people: str, **changes: Any) -> str:
    cup = opened(director, **changes)
    entries = [{"type": "EntryMade", "data": {"entry": n, "people": [person], "name": f"Entry {n}"}} for n, person in enumerate(people, 1)]
    assert director.post(f"/tournaments/{cup}/events", {"events": entries}, headers={"If-Match": "*"}).status_code == 201
    return cup


@pytest.fixture
def cups(director: Caller, people: dict[str, str]) -> dict[str, str]:
    cups = {
        "anna": entered(director, "p-anna", visibility="public"),
        "both": entered(director, "p-anna", "p-ben", visibility="private"),
        "over": entered(director, "p-ben", visibility="public"),
    }
    ended = {"type": "TournamentFinished", "data": {}}
    assert director.post(f"/tournaments/{cups['over']}/events", {"events": [ended]}, headers={"If-Match": "*"}).status_code == 201
    return cups


FILTERS = [
    # (the query, what a director finds, what a stranger finds)
    ("person=p-anna", {"anna", "both"}, {"anna"}),
    ("person=p-ben&state=open", {"both"}, set()),
    ("state=finished", {"over"}, {"over"}),
    ("state=open", {"anna", "both"}, {"anna"}),
    ("person=p-nobody", set(), set()),
    ("since=1000", {"anna", "both", "over"}, {"anna", "over"}),
    ("until=1000", set(), set()),
    ("limit=1&person=p-anna", {"anna", "both"}, {"anna"}),
]


@pytest.mark.parametrize("rows", [True, False])
@pytest.mark.parametrize(("query", "directs", "strange"), FILTERS)
def test_tournaments_are_filtered(
    query: str, directs: set[str], strange: set[str], rows: bool, cups: dict[str, str], director: Caller, stranger: Caller, parts: Wiring
) -> None:
    if rows:
        caught_up(parts)
    called = {cup: name for name, cup in cups.items()}
    seen = [{called[cup] for cup in named(tournaments(visitor, query))} for visitor in (director, stranger)]
    assert seen == [directs, strange]


def test_tournaments_are_filtered_by_format_and_by_when_they_were_opened(cups: dict[str, str], director: Caller, parts: Wiring) -> None:
    newest, middle, oldest = parts.tournaments.newest(HOME)
    parts.redis.zadd("{home}:tournaments", {oldest: 1000, middle: 2000, newest: 3000})
    rows = {"since=2000": [newest, middle], "until=3000": [middle, oldest], "since=2000&until=3000": [middle], "since=1001&until=1500": []}
    for query, expected in rows.items():
        assert named(tournaments(director, f"limit=1&{query}")) == expected, query
    form = director.get("/tournaments").json["tournaments"][0]["format"]
    assert len(named(tournaments(director, f"format={form}"))) == 3
    assert named(tournaments(director, "until=-1")) == []  # before 1970, which the contract allows
    assert named(tournaments(director, "format=swiss" if form != "swiss" else "format=round-robin")) == []


@pytest.mark.usefixtures("people")
def test_merged_people_are_found_in_tournaments_under_either_id(director: Caller) -> None:
    cup = entered(director, "p-ben")
    director.post("/people/p-dan/merge", {"gone": "p-ben"})
    assert named(tournaments(director, "person=p-dan")) == named(tournaments(director, "person=p-ben")) == [cup]


@pytest.mark.parametrize("query", ["format=chess", "state=running", "person=", "since=x", "until=1.5", "since=5&until=5"])
def test_a_wrong_filter_of_tournaments_is_refused(query: str, director: Caller) -> None:
    refused = director.get(f"/tournaments?{query}")
    assert (refused.status_code, refused.json["errors"][0]["parameter"]) == (422, query.partition("=")[0])
