"""/clubs/{club}/players and /clubs/{club}/games as members see them. The tests of the counting are in tests/projections."""

from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.findings import NOTHING_SEALED, Finding
from service.api.openapi import generate
from service.engine import ENGINE
from service.projections import FOLD
from service.store.keys import HOME, GameId, Keys
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.test_tournaments import event, opened, recorded
from tests.verdicts import judged
from workers.project import Projector
from workers.validate import validator_with
from workers.wiring import wired_to


def caught_up(parts: Wiring) -> None:
    """Validate every game and bring the tables of games and players up to date, as the workers do."""
    jobs = wired_to(parts.redis)
    for game, _ in parts.verdicts.dirty(HOME):
        validator_with(jobs).validate(game, 1)
    while not Projector(jobs).project(HOME):
        pass


def result(winners: list[int], **scores: int) -> dict[str, Any]:
    return {"type": "ResultStated", "data": {"winners": winners, "scores": {seat[1:]: score for seat, score in scores.items()}}}


@pytest.fixture
def people(director: Caller) -> dict[str, str]:
    return {name: director.post("/people", {"name": name}).json["person"] for name in ("Ann", "Ben", "Carl")}


@pytest.fixture
def season(director: Caller, people: dict[str, str], parts: Wiring) -> list[str]:
    """Three private games. High Card: Ann wins one, Ann and Ben share one. One-up: Ben and Carl still play."""
    seats = [{"person": people[name]} for name in ("Ann", "Ben", "Carl")]
    games = [director.opened(seats=seats), director.opened(seats=seats), director.opened(system="one-up", seats=seats[1:])]
    director.recorded(games[0], result([0], s0=7, s1=5, s2=1))
    director.recorded(games[1], result([0, 1], s0=7, s1=7, s2=0))
    caught_up(parts)
    return games


def test_players_are_listed_in_order_of_wins_and_then_of_points(director: Caller, season: list[str], people: dict[str, str]) -> None:
    body = director.get("/clubs/home/players").json

    shown = [(each["name"], each["games"], each["finished"], each["wins"], each["shared"], each["points"]) for each in body["players"]]
    assert shown == [("Ann", 2, 2, 2, 1, 14), ("Ben", 3, 2, 1, 1, 12), ("Carl", 3, 2, 0, 0, 1)]
    assert body["making"] is False
    assert [each["person"] for each in body["players"]] == [people[name] for name in ("Ann", "Ben", "Carl")]
    ben = body["players"][1]["systems"]
    assert {slug: (each["games"], each["points"]) for slug, each in ben.items()} == {"high-card": (2, 12), "one-up": (1, 0)}


def test_the_list_of_players_can_be_limited_to_one_system(director: Caller, season: list[str]) -> None:
    listed = director.get("/clubs/home/players?system=one-up").json["players"]

    assert sorted((each["name"], each["games"], each["finished"]) for each in listed) == [("Ben", 1, 0), ("Carl", 1, 0)]
    assert director.get("/clubs/home/players?system=pinochle").json["players"] == []


def test_the_list_of_players_has_pages(director: Caller, season: list[str]) -> None:
    names, path = [], "/clubs/home/players?limit=1"
    while path:
        page = director.get(path)
        names += [each["name"] for each in page.json["players"]]
        path = page.headers.get("Link", "<>").partition("<")[2].partition(">")[0]

    assert names == ["Ann", "Ben", "Carl"]


def test_games_are_listed_newest_first(director: Caller, season: list[str], people: dict[str, str]) -> None:
    listed = director.get("/clubs/home/games").json["games"]

    assert [each["game"] for each in listed] == season[::-1]
    assert [each["state"] for each in listed] == ["open", "finished", "finished"]
    assert listed[2]["seats"][0] == {"seat": 0, "person": people["Ann"], "name": "Ann", "score": 7, "breaches": 0, "won": True}
    assert listed[2]["version"] == 2


FILTERS = [("system=one-up", [2]), ("state=finished", [1, 0]), ("player={Ann}", [1, 0]), ("player={Ann}&state=open", []), ("limit=1", [2])]


@pytest.mark.parametrize(("query", "expected"), FILTERS)
def test_the_list_of_games_in_the_statistics_can_be_filtered(
    director: Caller, season: list[str], people: dict[str, str], query: str, expected: list[int]
) -> None:
    listed = director.get(f"/clubs/home/games?{query.format(**people)}").json["games"]

    assert [each["game"] for each in listed] == [season[place] for place in expected]


def test_the_list_of_games_has_pages(director: Caller, season: list[str]) -> None:
    games, path = [], "/clubs/home/games?limit=2"
    while path:
        page = director.get(path)
        games += [each["game"] for each in page.json["games"]]
        path = page.headers.get("Link", "<>").partition("<")[2].partition(">")[0]

    assert games == season[::-1]


@pytest.mark.parametrize("query", ["cursor=x", "cursor=1.2.3", "cursor=1.2.x.ann", "limit=0", "limit=201", "x=1", "system="])
@pytest.mark.parametrize("resource", ["players", "games"])
def test_invalid_queries_for_statistics_are_refused(director: Caller, season: list[str], resource: str, query: str) -> None:
    refused = director.get(f"/clubs/home/{resource}?{query}")

    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid")


@pytest.mark.parametrize("resource", ["players", "games"])
def test_unchanged_statistics_are_not_sent_to_a_client_that_has_them(
    director: Caller, season: list[str], people: dict[str, str], parts: Wiring, resource: str
) -> None:
    first = director.get(f"/clubs/home/{resource}")
    tag = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert director.get(f"/clubs/home/{resource}", headers=tag).status_code == 304

    assert director.call("PATCH", f"/people/{people['Ann']}", json={"name": "Anna"}).status_code == 200  # this changes a name in the answer
    renamed = director.get(f"/clubs/home/{resource}", headers=tag)
    assert renamed.status_code == 200
    assert "Anna" in renamed.get_data(as_text=True)


HIDDEN = Finding("revoke", "breach", "HC-14", (2,), "{0} held another card.", (Seat(0),), rests_on=frozenset({Seat(0)}))
SEEN = Finding("out-of-turn", "breach", "HC-14", (2,), "{0} called out of turn.", (Seat(0),), rests_on=NOTHING_SEALED)


def test_a_finding_proved_by_sealed_cards_changes_no_statistics(
    director: Caller, callers: Callers, season: list[str], parts: Wiring
) -> None:
    reader, paths = callers.holder("read"), ("/clubs/home/players", "/clubs/home/games")
    before = [(answer.headers["ETag"], answer.data) for answer in map(reader.get, paths)]

    judged(parts.verdicts, GameId(season[0]), parts.verdicts.state(GameId(season[0])).verdict, 2, ENGINE, "finished", [HIDDEN], [])
    position = parts.projected.end(HOME)
    caught_up(parts)
    live = parts.projected.generation(HOME, "live")
    assert live is not None
    assert live.position == position
    assert [(answer.headers["ETag"], answer.data) for answer in map(reader.get, paths)] == before

    judged(parts.verdicts, GameId(season[0]), parts.verdicts.state(GameId(season[0])).verdict, 2, ENGINE, "finished", [SEEN], [])
    caught_up(parts)
    assert {each["name"]: each["breaches"] for each in reader.get(paths[0]).json["players"]} == {"Ann": 1, "Ben": 0, "Carl": 0}


def test_all_members_get_the_same_statistics(director: Caller, callers: Callers, season: list[str]) -> None:
    for path in ("/clubs/home/players", "/clubs/home/games"):
        assert callers.holder("read").get(path).data == callers.holder("record").get(path).data == director.get(path).data


def test_the_statistics_are_empty_before_any_game_is_counted(director: Caller) -> None:
    for resource in ("players", "games"):
        assert director.get(f"/clubs/home/{resource}").json == {"making": False, "behind": 0, resource: []}
    director.recorded(director.opened(), opener())
    for resource in ("players", "games"):
        assert director.get(f"/clubs/home/{resource}").json == {"making": True, "behind": 2, resource: []}


def test_statistics_that_are_being_counted_again_say_so(director: Caller, season: list[str], parts: Wiring) -> None:
    live, form = Keys(HOME).generation("live"), FOLD.partition(".")[2]
    parts.redis.hset(live, "fold", f"00000000.{form}")  # rows made under other rules are shown until new rows replace them
    for resource in ("players", "games"):
        body = director.get(f"/clubs/home/{resource}").json
        assert (body["making"], len(body[resource])) == (True, 3)
    parts.redis.hset(live, "fold", "00000000.00000000")  # rows in another format cannot be read
    for resource in ("players", "games"):
        assert director.get(f"/clubs/home/{resource}").json == {"making": True, "behind": 0, resource: []}


def test_the_finished_games_of_a_player_are_the_decided_ones_in_the_list_of_games(
    director: Caller, season: list[str], people: dict[str, str], parts: Wiring
) -> None:
    abandoned = director.opened(seats=[{"person": people[name]} for name in ("Ann", "Ben", "Carl")])
    director.recorded(abandoned, {"type": "GameAbandoned", "data": {"reason": "rain"}})
    caught_up(parts)
    games: Any = director.get("/clubs/home/games").json["games"]
    seen = {each["person"]: each for each in director.get("/clubs/home/players").json["players"]}
    for person in people.values():
        mine = [game["decided"] for game in games if any(seat["person"] == person for seat in game["seats"])]
        assert (seen[person]["games"], seen[person]["finished"]) == (len(mine), sum(mine))
    said = generate()["components"]["schemas"]["Counts"]["properties"]["finished"]["description"]
    assert "`decided`" in said


@pytest.mark.parametrize("resource", ["players", "games"])
def test_statistics_say_how_far_they_are_behind(resource: str, director: Caller, season: list[str], parts: Wiring) -> None:
    def told() -> tuple[bool, int]:
        body: Any = director.get(f"/clubs/home/{resource}").json
        return body["making"], body["behind"]

    assert told() == (False, 0)
    director.recorded(season[2], {"type": "NoteWritten", "data": {"note": "so"}}, {"type": "NoteWritten", "data": {"note": "it goes"}})
    assert told() == (False, 1)  # an append is one entry of the feed
    while not Projector(wired_to(parts.redis)).project(HOME):
        pass
    assert told() == (False, 1)  # the feed is read, but the game is not checked
    caught_up(parts)
    assert told() == (False, 0)


def test_the_results_of_a_merged_person_count_for_the_remaining_person(director: Caller, season: list[str], people: dict[str, str]) -> None:
    assert director.post(f"/people/{people['Ann']}/merge", {"gone": people["Carl"]}).status_code == 200

    listed = director.get("/clubs/home/players").json["players"]

    shown = [(each["person"], each["name"], each["games"], each["wins"], each["points"]) for each in listed]
    assert shown == [(people["Ann"], "Ann", 5, 2, 15), (people["Ben"], "Ben", 3, 1, 12)]
    assert listed[0]["systems"].keys() == {"high-card", "one-up"}


def test_people_who_have_only_been_in_tournaments_are_listed_with_no_games(
    director: Caller, season: list[str], people: dict[str, str], parts: Wiring
) -> None:
    """Dan, Eve and Ben enter a tournament. Eve is erased."""
    more = {name: director.post("/people", {"name": name}).json["person"] for name in ("Dan", "Eve")}
    cup = opened(director, title="Cup")
    entered = [more["Dan"], more["Eve"], people["Ben"]]
    recorded(director, cup, *(event("EntryMade", entry=n, people=[person], name=f"E{n}") for n, person in enumerate(entered, 1)))
    assert director.call("DELETE", f"/people/{more['Eve']}").status_code == 200
    caught_up(parts)
    listed: Any = director.get("/clubs/home/players").json["players"]
    assert [(each["name"], each["games"]) for each in listed] == [("Ann", 2), ("Ben", 3), ("Carl", 3), ("Dan", 0)]
    assert listed[-1]["systems"] == {}
    assert {each["name"] for each in director.get("/clubs/home/players?system=one-up").json["players"]} == {"Ben", "Carl"}
    following = director.get("/clubs/home/players?limit=3").headers["Link"].partition("<")[2].partition(">")[0]
    assert [each["name"] for each in director.get(following).json["players"]] == ["Dan"]


def test_registering_a_person_does_not_make_the_statistics_outdated(director: Caller, season: list[str], parts: Wiring) -> None:
    director.post("/people", {"name": "Dan"})
    assert parts.records.feed(HOME, 0, 1)[0].letter == "c"
    caught_up(parts)
    assert parts.projected.behind([HOME], FOLD) == []
