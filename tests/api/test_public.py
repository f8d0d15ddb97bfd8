"""GET /public: the public games in play and the public tournaments of all clubs. Games and tournaments that are not public never appear."""

import logging
from typing import Any

import pytest

from domain.kernel.events.tournaments import TournamentFinished
from service.api.server import public
from service.store.keys import Keys, parse_game
from service.store.streams import shown
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.cups import opened_cup


def games(caller: Caller) -> list[str]:
    return [line["game"] for line in caller.get("/public").json["games"]]


def tournaments(caller: Caller) -> list[str]:
    return [line["tournament"] for line in caller.get("/public").json["tournaments"]]


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


@pytest.fixture
def away(callers: Callers, parts: Wiring) -> Caller:
    """A director of another club."""
    parts.clubs.found("away")  # type: ignore[arg-type]
    parts.people.found("away")  # type: ignore[arg-type]
    return callers.holder("direct", club="away")


def test_public_games_of_all_clubs_are_listed_with_names_newest_first(director: Caller, away: Caller, stranger: Caller) -> None:
    ours = director.opened(visibility="public", title="Tuesday", seats=[{"name": "Ann"}, {"name": "Ben"}, {}])
    theirs = away.opened(visibility="public", seats=[{"name": "Cleo"}, {}])
    assert games(stranger) == [theirs, ours]
    newest, oldest = stranger.get("/public").json["games"]
    assert ([seat["name"] for seat in newest["seats"]], newest["club"]) == (["Cleo", None], "away")
    assert ([seat["name"] for seat in oldest["seats"]], oldest["club"], oldest["title"]) == (["Ann", "Ben", None], "home", "Tuesday")


def test_public_tournaments_of_all_clubs_are_listed_newest_first(parts: Wiring, away: Caller, stranger: Caller) -> None:
    ours = opened_cup(parts, "public").id
    body = {"title": "Away cup", "system": "high-card", "format": "swiss", "visibility": "public"}
    theirs = away.post("/tournaments", body).json["tournament"]
    assert tournaments(stranger) == [theirs, ours]
    newest, oldest = stranger.get("/public").json["tournaments"]
    assert (newest["title"], newest["rounds"], newest["club"]) == ("Away cup", 0, "away")
    assert (oldest["title"], oldest["rounds"], oldest["finished"]) == ("Cup", 1, False)


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_the_public_list_has_nothing_private_or_unlisted_even_for_a_director(
    parts: Wiring, director: Caller, stranger: Caller, visibility: str
) -> None:
    game, cup = director.opened(visibility=visibility, title="Hidden"), opened_cup(parts, visibility).id
    for caller in (director, stranger):
        answer = caller.get("/public")
        assert answer.json == {"games": [], "tournaments": []}
        assert not {game, cup, "Hidden", "Cup"} & {*answer.get_data(as_text=True).split('"')}


def test_a_game_that_becomes_private_leaves_the_public_list_immediately(director: Caller, stranger: Caller) -> None:
    game = director.opened(visibility="public")
    assert games(stranger) == [game]
    director.recorded(game, event("VisibilitySet", visibility="private"))
    assert games(stranger) == []


def test_a_game_that_becomes_public_later_is_listed(director: Caller, stranger: Caller) -> None:
    game, later = director.opened(visibility="private"), director.opened(visibility="public")
    assert games(stranger) == [later]
    director.recorded(game, event("VisibilitySet", visibility="public"))
    assert games(stranger) == [later, game]


def test_the_public_list_looks_at_the_newest_public_games_only(director: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MOST", 2)
    opened = [director.opened(visibility="public") for _ in range(3)]
    for _ in range(3):
        director.opened(visibility="private")
    assert games(stranger) == opened[:0:-1]


def test_the_public_list_has_finished_tournaments_but_no_finished_games(parts: Wiring, director: Caller, stranger: Caller) -> None:
    over, open_ = director.opened(visibility="public"), director.opened(visibility="public")
    director.recorded(over, opener(), event("ResultStated", winners=[0], scores={"0": 4, "1": 0, "2": 0}))
    cup = opened_cup(parts, "public")
    cup.add(TournamentFinished())
    assert games(stranger) == [open_]
    assert tournaments(stranger) == [cup.id]
    assert stranger.get("/public").json["tournaments"][0]["finished"] is True


def test_the_public_list_has_no_more_games_and_tournaments_than_its_limit(
    parts: Wiring, director: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "MOST_LISTED", 2)
    opened = [director.opened(visibility="public") for _ in range(3)]
    cups = [opened_cup(parts, "public").id for _ in range(3)]
    assert games(stranger) == opened[:0:-1]
    assert {*tournaments(stranger)} < {*cups}
    assert len(tournaments(stranger)) == 2


def test_the_public_list_leaves_out_a_damaged_game_and_logs_its_id(
    parts: Wiring, director: Caller, stranger: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = director.opened(visibility="public"), director.opened(visibility="public")
    director.recorded(broken, opener())
    parts.readings._kept.drop(parse_game(broken))
    parts.redis.xtrim(Keys("home").stream(parse_game(broken)), maxlen=1, approximate=False)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        assert games(stranger) == [sound]
    assert any(broken in record.getMessage() for record in caplog.records)
