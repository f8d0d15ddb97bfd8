"""A director removes a game without a result from lists and statistics (docs/decisions/life-of-a-record.md, Removed from the lists)."""

from typing import Any

import pytest

from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.cups import opened_cup
from tests.api.lives import confirmed, event, life, problem, stated
from tests.api.test_statistics import caught_up
from tests.tournament.stream import act

REMOVED = event("GameRemoved", reason="nobody played")
ABANDONED = event("GameAbandoned", reason="players left")
TIME = event("TimeCalled", reason="late")
PEOPLE: list[dict[str, Any]] = [{"name": "Anna"}, {"name": "Ben"}, {}]


def in_lists(caller: Caller) -> dict[str, list[str]]:
    """Return the games in every list that a visitor of the club sees, by the path of the list. For a list of players: their games."""
    paths = ["/games", "/games?state=open", "/games?state=abandoned", "/games?system=high-card", "/public", "/clubs/home/games"]
    found = {path: [each["game"] for each in caller.get(path).json["games"]] for path in paths}
    found["/clubs/home/players"] = [f"{each['name']} {each['games']}" for each in caller.get("/clubs/home/players").json["players"]]
    return found


@pytest.mark.parametrize("counted", ["before", "after", "by no worker"])
def test_a_removed_game_is_in_no_list_and_no_statistics_until_that_is_taken_back(
    director: Caller, stranger: Caller, parts: Wiring, counted: str
) -> None:
    """`counted`: whether the workers counted the game before it was removed, only after that, or not yet."""
    game = director.opened(seats=PEOPLE, visibility="public")
    if counted == "before":
        caught_up(parts)

    version = director.recorded(game, REMOVED)
    if counted != "by no worker":
        caught_up(parts)

    assert [games for games in in_lists(director).values() if games] == []
    assert stranger.get("/games").json["games"] == []
    # whoever has its id still finds it, with the reason, and the events
    assert life(stranger, game)["removed"] == "nobody played"
    assert life(stranger, game)["state"] == "open"
    assert [each["type"] for each in director.get(f"/games/{game}/events").json["events"]] == ["GameOpened", "GameRemoved"]

    director.recorded(game, event("Retracted", target=version))
    caught_up(parts)
    listed = in_lists(director)
    assert [listed[path] for path in ("/games", "/games?state=open", "/public", "/clubs/home/games")] == [[game]] * 4
    assert sorted(listed["/clubs/home/players"]) == ["Anna 1", "Ben 1"]
    assert life(director, game)["removed"] is None


def test_the_other_games_stay_in_the_lists(director: Caller, parts: Wiring) -> None:
    kept, gone = director.opened(visibility="public"), director.opened(visibility="public")
    director.recorded(gone, REMOVED)
    caught_up(parts)
    assert director.get("/games?limit=1").json["games"][0]["game"] == kept
    assert director.get("/public").json["games"][0]["game"] == kept


REMOVABLE = [
    # (what was recorded, whether a director may remove the game then, words of the refusal); source: life-of-a-record
    ((), True, ""),
    ((event("PlayerLeft", seat=2), event("VisibilitySet", visibility="public")), True, ""),
    ((opener(),), False, "This game is in play. Abandon it first"),
    ((opener(), ABANDONED), True, ""),
    ((opener(), TIME), True, ""),
    ((stated(),), False, "This game is finished: it has a result"),
    ((stated(), event("ResultFinalised")), False, "This game is final: it has a result"),
    ((ABANDONED, event("ResultFinalised")), False, "This game is final"),
    ((stated(), event("GameAnnulled", reason="a test")), False, "This game is annulled"),
]


@pytest.mark.parametrize(("acts", "may", "said"), REMOVABLE)
def test_only_a_game_without_a_result_can_be_removed(director: Caller, acts: tuple[dict[str, Any], ...], may: bool, said: str) -> None:
    game = director.opened()
    if acts:
        director.recorded(game, *acts)
    assert life(director, game)["may"]["remove"] is may

    answer = director.append(game, REMOVED)

    assert answer.status_code == (201 if may else 409)
    if not may:
        assert problem(answer) == (409, "not-removable")
        assert answer.json["detail"].startswith(said)
        assert answer.json["errors"] == [{"pointer": "/events/0/type", "message": "needs a game without a result"}]
    else:
        assert life(director, game)["may"]["remove"] is False


def test_a_confirmed_game_cannot_be_removed(director: Caller, callers: Callers) -> None:
    game = director.opened()
    director.recorded(game, opener(), stated())
    assert confirmed(callers.holder("read", game=game, seat=1), game, 1).status_code == 201
    answer = director.append(game, REMOVED)
    assert problem(answer) == (409, "not-removable")
    assert answer.json["detail"].startswith("This game is confirmed")


def test_a_game_can_be_abandoned_and_removed_in_one_batch_and_a_preview_says_so(director: Caller, parts: Wiring) -> None:
    game = director.opened(seats=PEOPLE)
    director.recorded(game, opener())
    caught_up(parts)
    would = director.append(game, ABANDONED, REMOVED, query_string="dry_run=true").json["would"]
    assert [(each["name"], each["before"]["games"], each["after"]["games"]) for each in would["standings"]] == [
        ("Anna", 1, 0),
        ("Ben", 1, 0),
    ]
    assert director.append(game, ABANDONED, REMOVED).status_code == 201


def test_a_removed_game_that_gets_a_result_is_listed_again(director: Caller, parts: Wiring) -> None:
    """Otherwise a game could be hidden first and played then."""
    game = director.opened()
    director.recorded(game, REMOVED)
    director.recorded(game, stated())
    caught_up(parts)
    assert [each["game"] for each in director.get("/games").json["games"]] == [game]
    assert life(director, game)["removed"] is None


@pytest.mark.parametrize("who", ["scorekeeper", "link"])
def test_only_directors_remove_games_and_take_that_back(director: Caller, callers: Callers, who: str) -> None:
    game = director.opened()
    other = callers.holder("record", **({"game": game} if who == "link" else {}))
    assert problem(other.append(game, REMOVED)) == (403, "no-right")
    assert life(other, game)["may"]["remove"] is False
    version = director.recorded(game, REMOVED)
    assert problem(other.append(game, event("Retracted", target=version)))[0] == 403
    assert life(director, game)["removed"] == "nobody played"


def test_a_tournament_keeps_a_removed_game_at_its_table(director: Caller, parts: Wiring) -> None:
    cup = opened_cup(parts, "public")
    game = director.opened()
    cup.add(act("TableLinked", round=1, table=1, game=game))
    director.recorded(game, opener(), ABANDONED, REMOVED)
    table = director.get(f"/tournaments/{cup.id}/rounds/1").json["tables"][0]
    assert table["game"] == game
    assert director.get(f"/games/{game}").json["state"] == "abandoned"
