"""What one person has played: counts, partners, opponents, last results and tournaments, as far as the visitor may see them."""

from typing import Any
from uuid import uuid4

import pytest

from domain.kernel.events import EventId, PersonId
from service.caches import game_lines
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import Cup
from tests.api.test_statistics import caught_up, result
from tests.tournament.stream import BY, act, paired

NAMES = ("Ann", "Ben", "Carl", "Dora")
ROUND_ROBIN = (([[1], [2]], [[3], [4]]), ([[1], [3]], [[2], [4]]), ([[1], [4]], [[2], [3]]))
"""The sides of the tables of three rounds. The side named first wins, so the places are in order of the entries."""


@pytest.fixture
def people(director: Caller) -> dict[str, str]:
    return {name: str(director.post("/people", {"name": name}).json["person"]) for name in NAMES}


def played(director: Caller, people: dict[str, str], *names: str, won: list[int], **more: Any) -> str:
    game = director.opened(seats=[{"person": people[name]} for name in names], **{"visibility": "public", **more})
    director.recorded(game, result(won, **{f"s{seat}": 5 if seat in won else 1 for seat in range(len(names))}))
    return game


def of(visitor: Caller, person: str) -> dict[str, Any]:
    answer = visitor.get(f"/clubs/home/players/{person}")
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def met(lines: list[dict[str, Any]]) -> dict[str, tuple[int, int, int]]:
    return {line["name"]: (line["games"], line["wins"], line["losses"]) for line in lines}


@pytest.fixture
def season(director: Caller, people: dict[str, str]) -> list[str]:
    """Ann wins a public game against Ben and Carl and shares one with Ben; Ben wins a private one. One is open."""
    games = [
        played(director, people, "Ann", "Ben", "Carl", won=[0]),
        played(director, people, "Ann", "Ben", "Carl", won=[0, 1]),
        played(director, people, "Ann", "Ben", "Dora", won=[1], visibility="private"),
    ]
    director.opened(seats=[{"person": people["Ann"]}, {}, {}], visibility="public")
    return games


@pytest.mark.parametrize("rows", [True, False])
def test_a_private_game_counts_only_for_members_of_the_club(
    season: list[str], people: dict[str, str], director: Caller, stranger: Caller, callers: Callers, parts: Wiring, rows: bool
) -> None:
    if rows:
        caught_up(parts)
    whole, public = of(director, people["Ann"]), of(stranger, people["Ann"])
    assert [(seen["games"], seen["finished"], seen["wins"], seen["shared"], seen["points"]) for seen in (whole, public)] == [
        (4, 3, 2, 1, 11),
        (3, 2, 2, 1, 10),
    ]
    assert [line["game"] for line in whole["last"]] == season[::-1]
    assert [(line["game"], line["won"]) for line in public["last"]] == [(season[1], True), (season[0], True)]
    assert met(whole["opponents"]) == {"Ben": (3, 1, 1), "Carl": (2, 2, 0), "Dora": (1, 0, 0)}
    assert met(public["opponents"]) == {"Ben": (2, 1, 0), "Carl": (2, 2, 0)}
    assert (whole["partners"], whole["whole"], whole["systems"]["high-card"]["games"]) == ([], True, 4)
    assert of(callers.holder("direct", club="away"), people["Ann"]) == public


def test_a_game_that_becomes_private_stops_to_count_at_once(
    season: list[str], people: dict[str, str], director: Caller, stranger: Caller, parts: Wiring
) -> None:
    caught_up(parts)
    director.recorded(season[0], {"type": "VisibilitySet", "data": {"visibility": "private"}})
    assert of(stranger, people["Ann"])["games"] == 2


@pytest.mark.parametrize("rows", [True, False])
def test_partners_win_and_lose_together(people: dict[str, str], director: Caller, stranger: Caller, parts: Wiring, rows: bool) -> None:
    for won in ([0, 2], [1, 3]):
        game = director.opened(system="spades-standard", seats=[{"person": people[name]} for name in NAMES], visibility="public")
        director.recorded(game, result(won, **{f"s{seat}": 500 if seat in won else 100 for seat in range(4)}))
    if rows:
        caught_up(parts)
    ann = of(stranger, people["Ann"])
    assert met(ann["partners"]) == {"Carl": (2, 1, 1)}
    assert met(ann["opponents"]) == {"Ben": (2, 1, 1), "Dora": (2, 1, 1)}


def test_who_was_erased_has_no_page_and_is_not_named_on_others(
    season: list[str], people: dict[str, str], director: Caller, stranger: Caller, parts: Wiring
) -> None:
    parts.people.erase(HOME, PersonId(people["Carl"]), BY)
    for visitor in (director, stranger):
        assert visitor.get(f"/clubs/home/players/{people['Carl']}").status_code == 404
        assert people["Carl"] not in visitor.get(f"/clubs/home/players/{people['Ann']}").get_data(as_text=True)


def test_strangers_find_nobody_who_has_no_seat_in_a_public_game(
    season: list[str], people: dict[str, str], director: Caller, stranger: Caller
) -> None:
    assert stranger.get(f"/clubs/home/players/{people['Dora']}").status_code == 404
    assert of(director, people["Dora"])["games"] == 1
    for path in ("/clubs/home/players/nobody", "/clubs/x/players/p-x", "/clubs/away/players/p-x"):
        assert director.get(path).status_code == 404


def test_merged_ids_are_one_person(season: list[str], people: dict[str, str], director: Caller, parts: Wiring) -> None:
    parts.people.merge(HOME, PersonId(people["Dora"]), PersonId(people["Carl"]), BY, owner=True)
    dora, carl = of(director, people["Dora"]), of(director, people["Carl"])
    assert dora == carl
    assert (dora["games"], dora["person"] in (people["Dora"], people["Carl"])) == (3, True)
    assert len(of(director, people["Ann"])["opponents"]) == 2


def test_a_person_of_more_games_than_can_be_counted_is_told_so(
    season: list[str], people: dict[str, str], director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_lines, "MOST_LOOKED_AT", 2)
    ann = of(director, people["Ann"])
    assert (ann["games"], ann["whole"]) == (2, False)


def test_the_tournaments_of_a_person_have_the_place(people: dict[str, str], director: Caller, stranger: Caller) -> None:
    played(director, people, "Ann", "Ben", "Carl", won=[0])
    for visibility in ("public", "private"):
        cup = {"title": f"Cup, {visibility}", "system": "high-card", "format": "round-robin", "visibility": visibility}
        name = director.post("/tournaments", cup).json["tournament"]
        entries = [
            {"type": "EntryMade", "data": {"entry": n, "people": [people[who]], "name": who}} for n, who in enumerate(("Ben", "Ann"), 1)
        ]
        assert director.post(f"/tournaments/{name}/events", {"events": entries}, headers={"If-Match": "*"}).status_code == 201
    assert [line["title"] for line in of(director, people["Ann"])["tournaments"]] == ["Cup, private", "Cup, public"]
    (line,) = of(stranger, people["Ann"])["tournaments"]
    assert (line["title"], line["entry"], line["place"], line["entries"], line["finished"]) == ("Cup, public", 2, None, 2, False)


def test_finished_tournaments_are_counted_by_place_as_far_as_the_visitor_sees_them(
    people: dict[str, str], director: Caller, stranger: Caller, parts: Wiring
) -> None:
    """Ann wins a public tournament of four and is last in a private one; another one is not over. A forfeit decides each table."""
    order = [people[name] for name in ("Ann", "Ben", "Carl", "Dora")]
    for visibility, entered, over in (("public", order, True), ("private", order[::-1], True), ("public", order, False)):
        opening = act(
            "TournamentOpened", title="Cup", system="high-card", rules={}, format="round-robin", settings={}, visibility=visibility
        )
        cup = Cup(parts, parts.tournaments.open(HOME, TournamentDraft(opening, EventId(str(uuid4()))), BY).stream)
        cup.add(*(act("EntryMade", entry=n, people=[who], name=f"E{n}") for n, who in enumerate(entered, 1)))
        for number, tables in enumerate(ROUND_ROBIN, 1):
            cup.add(paired(number, *tables), act("RoundPublished", round=number))
            cup.add(*(act("ForfeitRuled", round=number, table=table, winners=[0]) for table in (1, 2)))
        if over:
            cup.add(act("TournamentFinished"))
    assert of(director, order[0])["in_tournaments"] == {"entered": 3, "finished": 0, "won": 0, "first_three": 0}
    caught_up(parts)
    assert of(director, order[0])["in_tournaments"] == {"entered": 3, "finished": 2, "won": 1, "first_three": 1}
    assert of(stranger, order[0])["in_tournaments"] == {"entered": 2, "finished": 1, "won": 1, "first_three": 1}
    assert of(director, order[1])["in_tournaments"] == {"entered": 3, "finished": 2, "won": 0, "first_three": 2}


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_has_only_an_entry_in_a_public_tournament_has_a_page(
    people: dict[str, str], director: Caller, stranger: Caller, visibility: str
) -> None:
    cup = {"title": "Cup", "system": "high-card", "format": "swiss", "settings": {"rounds": 1}, "visibility": visibility}
    name = director.post("/tournaments", cup).json["tournament"]
    entry = {"type": "EntryMade", "data": {"entry": 1, "people": [people["Dora"]], "name": "Team"}}
    assert director.post(f"/tournaments/{name}/events", {"events": [entry]}, headers={"If-Match": "*"}).status_code == 201
    answer = stranger.get(f"/clubs/home/players/{people['Dora']}")
    assert answer.status_code == (200 if visibility == "public" else 404)
    if visibility == "public":
        assert (answer.json["games"], [line["title"] for line in answer.json["tournaments"]]) == (0, ["Cup"])
    assert [line["title"] for line in of(director, people["Dora"])["tournaments"]] == ["Cup"]
