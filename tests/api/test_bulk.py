"""Many records at once: GET /records sends each as its export has it, in pages, and can be resumed after any line."""

import json
from typing import Any

import pytest

from service.api.games import bulk
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers

NDJSON = "application/x-ndjson"


@pytest.fixture
def games(director: Caller) -> list[str]:
    """Four games, the newest first: public, private, unlisted, public."""
    made = []
    for visibility in ("public", "unlisted", "private", "public"):
        game = director.opened(visibility=visibility, seats=[{"name": "Ann"}, {}, {}])
        director.recorded(game, opener(0), placed(0, card="TS"))
        made.append(game)
    return made[::-1]


def lines(answer: Any) -> list[dict[str, Any]]:
    assert (answer.status_code, answer.mimetype) == (200, NDJSON)
    return [json.loads(line) for line in answer.get_data().splitlines()]


def named(visitor: Caller, query: str = "") -> list[list[str]]:
    """Return the games of each page, following the links."""
    found, path = [], f"/api/v1/records?{query}"
    while path:
        answer = visitor.get(path)
        found.append([line["header"]["stream"] for line in lines(answer)])
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def as_file(line: dict[str, Any]) -> bytes:
    parts = [line["header"], *line["events"], line["footer"]]
    return b"".join(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for part in parts)


def test_each_line_is_the_export_of_one_game(games: list[str], director: Caller) -> None:
    raw = director.get("/records").get_data().splitlines()
    assert raw == [director.get(f"/games/{game}/export").get_data().replace(b"\n", b"") for game in games]


def test_a_line_is_a_file_that_is_verified_and_imported(games: list[str], director: Caller, callers: Callers) -> None:
    line, *_ = lines(director.get("/records"))
    content = as_file(line)

    assert content == director.get(f"/games/{games[0]}/export?format=ndjson").get_data()
    assert director.call("POST", "/records/verify", data=content).json["valid"]
    away = callers.holder("direct", club="away")
    callers.parts.people.found("away")  # type: ignore[arg-type]
    assert away.call("POST", "/records", data=content).status_code == 201


def test_a_visitor_gets_the_records_of_their_list_of_games_as_they_may_see_them(
    games: list[str], director: Caller, stranger: Caller, callers: Callers
) -> None:
    link = callers.holder("record", game=games[1])
    assert named(director) == [games]
    assert named(stranger) == [[games[0], games[3]]]
    assert named(link) == [[games[0], games[1], games[3]]]
    assert "TS" in director.get("/records").get_data(as_text=True)
    assert "TS" not in stranger.get("/records").get_data(as_text=True)
    for line in lines(link.get("/records")):
        assert ("TS" in json.dumps(line)) == (line["header"]["stream"] == games[1])


def test_records_come_in_pages_that_link_to_each_other(games: list[str], director: Caller) -> None:
    assert named(director, "limit=3") == [games[:3], games[3:]]
    assert named(director, "limit=4") == [games]


def test_a_page_ends_early_when_its_records_are_long_and_goes_on_there(
    games: list[str], director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "MOST_READ", 2 * (10 + 3))
    assert named(director) == [games[:2], games[2:]]
    monkeypatch.setattr(bulk, "MOST_READ", 1)
    assert named(director) == [[game] for game in games]


def test_a_visitor_goes_on_after_the_last_whole_line(games: list[str], director: Caller, stranger: Caller) -> None:
    assert named(director, f"after={games[1]}") == [games[2:]]
    assert named(director, f"after={games[0]}&limit=2") == [games[1:3], games[3:]]
    assert named(stranger, f"after={games[0]}") == [[games[3]]]


def test_filters_choose_the_records(games: list[str], director: Caller) -> None:
    director.recorded(games[2], {"type": "GameAbandoned", "data": {"reason": "late"}})
    assert named(director, "state=abandoned") == [[games[2]]]
    assert named(director, "q=ann&system=high-card&limit=50") == [games]
    assert named(director, "q=bob") == [[]]


WRONG = [
    # (the query, the parameters that the problem names)
    ("limit=101", ["limit"]),
    ("limit=0&state=over", ["state", "limit"]),
    ("cursor=AAAA", ["cursor"]),
    ("after=home-aaaaaaaaaaaaaaaa", ["after"]),
    ("after=x", ["after"]),
    ("after={private}", ["after"]),
    ("after={public}&cursor=AAAA", ["after", "cursor"]),
    ("ids={public}", ["ids"]),
]


@pytest.mark.parametrize(("query", "named_"), WRONG)
def test_a_wrong_query_is_refused_and_every_parameter_named(query: str, named_: list[str], games: list[str], stranger: Caller) -> None:
    refused = stranger.get(f"/records?{query.format(public=games[0], private=games[1])}")
    assert (refused.status_code, [place["parameter"] for place in refused.json["errors"]]) == (422, named_)


def test_a_private_game_and_none_at_all_are_refused_alike(games: list[str], stranger: Caller) -> None:
    hidden, absent = stranger.get(f"/records?after={games[1]}"), stranger.get("/records?after=home-aaaaaaaaaaaaaaaa")
    assert (hidden.status_code, hidden.json) == (absent.status_code, absent.json)


def test_a_game_whose_history_is_closed_has_a_problem_in_its_place(director: Caller, stranger: Caller, games: list[str]) -> None:
    closed = director.opened(system="one-up", visibility="public")
    flips = [{"0": "AS", "1": "KH", "2": "QD"}, {"0": "JS", "1": "TH", "2": "9D"}]
    director.recorded(closed, *({"type": "CardsFlipped", "data": {"cards": cards}} for cards in flips))

    problem, *others = lines(stranger.get("/records"))

    assert (problem["type"], problem["status"], problem["game"]) == ("/problems/history-closed", 403, closed)
    assert [line["header"]["stream"] for line in others] == [games[0], games[3]]
    assert lines(director.get("/records"))[0]["header"]["stream"] == closed


def test_a_damaged_record_stops_no_other(director: Caller, games: list[str], parts: Wiring) -> None:
    parts.redis.xtrim(f"{{home}}:game:{games[1]}", maxlen=1, approximate=False)
    found = {line.get("game") or line["header"]["stream"] for line in lines(director.get("/records"))}
    assert {games[0], games[2], games[3]} <= found


def test_spectators_get_the_record_with_its_delay(director: Caller, stranger: Caller) -> None:
    game = director.opened(visibility="public")
    director.recorded(game, {"type": "SpectatorDelaySet", "data": {"seconds": 600}}, opener(0))
    (line,) = lines(stranger.get("/records"))
    assert [event["version"] for event in line["events"]] == [1]
    assert len(lines(director.get("/records"))[0]["events"]) == 3


def test_other_clubs_have_their_own_records(games: list[str], callers: Callers) -> None:
    away = callers.holder("direct", club="away")
    assert named(away) == [[]]
    assert named(away, f"club={HOME}") == [[games[0], games[3]]]


# --- by ids -------------------------------------------------------------------------------------------------------------------------------


def by_ids(visitor: Caller, *ids: str) -> tuple[list[str], list[str]]:
    answer = visitor.get(f"/games?ids={','.join(ids)}").json
    return [line["game"] for line in answer["games"]], answer["unknown"]


def test_games_are_listed_by_their_ids_and_unknown_ones_named(
    games: list[str], director: Caller, stranger: Caller, callers: Callers
) -> None:
    public, private, unlisted, other = games
    odd = ["home-aaaaaaaaaaaaaaaa", "", "nonsense", "HOME-AAAAAAAAAAAAAAAA"]
    assert by_ids(director, other, private, public, unlisted, *odd) == ([other, private, public, unlisted], odd)
    assert by_ids(stranger, other, private, public, unlisted) == ([other, public, unlisted], [private])
    assert by_ids(callers.holder("record", game=private), private, other) == ([private, other], [])
    assert by_ids(callers.holder("direct", club="away"), private, unlisted) == ([unlisted], [private])


def test_a_line_by_id_is_the_line_of_the_list(games: list[str], director: Caller) -> None:
    assert director.get(f"/games?ids={games[1]},{games[1]}").json["games"] == [director.get("/games").json["games"][1]]


def test_games_of_several_clubs_are_listed_with_the_names_of_their_clubs(games: list[str], stranger: Caller, callers: Callers) -> None:
    away = callers.holder("direct", club="away").opened(seats=[{"name": "Zoe"}, {}, {}], visibility="public")
    lines = stranger.get(f"/games?ids={games[0]},{away}").json["games"]
    assert [line["seats"][0]["name"] for line in lines] == ["Ann", "Zoe"]


def test_at_most_100_ids_are_answered(director: Caller) -> None:
    ids = [f"home-{number:016d}".replace("0", "a").replace("1", "b").replace("8", "c").replace("9", "d") for number in range(101)]
    assert len(set(ids)) == 101
    refused = director.get(f"/games?ids={','.join(ids)}")
    assert (refused.status_code, refused.json["errors"][0]["parameter"]) == (422, "ids")
    assert director.get(f"/games?ids={','.join(ids[:100])}").json == {"games": [], "unknown": ids[:100]}


def test_ids_with_any_filter_are_refused_and_each_filter_is_named(games: list[str], director: Caller) -> None:
    refused = director.get(f"/games?ids={games[0]}&state=open&limit=3&q=ann")
    assert (refused.status_code, {place["parameter"] for place in refused.json["errors"]}) == (422, {"state", "limit", "q"})


def test_ids_that_would_take_too_long_are_left_for_the_next_page(
    games: list[str], director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.readings._kept.forget()
    monkeypatch.setattr("service.caches.game_lines.MOST_FOLDED", 1)
    first = director.get(f"/games?ids={games[0]},{games[1]},nonsense")
    assert ([line["game"] for line in first.json["games"]], first.json["unknown"]) == ([games[0]], [])
    second = director.get(first.headers["Link"].partition(">")[0].removeprefix("<"))
    assert ([line["game"] for line in second.json["games"]], second.json["unknown"]) == ([games[1]], ["nonsense"])


def test_the_list_by_ids_changes_its_tag_with_the_rights(games: list[str], director: Caller, stranger: Caller) -> None:
    path = f"/games?ids={games[0]}"
    tag = {"If-None-Match": stranger.get(path).headers["ETag"]}
    assert stranger.get(path, headers=tag).status_code == 304
    director.recorded(games[0], {"type": "VisibilitySet", "data": {"visibility": "private"}})
    assert stranger.get(path, headers=tag).json == {"games": [], "unknown": [games[0]]}
