"""A dry run shows what a batch would change, including the standings of the club, and writes nothing."""

from typing import Any

import pytest

from service.store.keys import HOME, parse_game
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers
from tests.api.lives import event
from tests.api.test_statistics import caught_up, result

NOTHING = {"games": 1, "finished": 0, "wins": 0, "shared": 0, "points": 0, "breaches": 0}


def foreseen(visitor: Caller, game: str, *events: dict[str, Any]) -> dict[str, Any]:
    answer = visitor.append(game, *events, query_string="dry_run=true")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    would: dict[str, Any] = answer.json["would"]
    return would


@pytest.fixture
def game(director: Caller, parts: Wiring) -> str:
    """A game of Ann, Ben and a player without a name. Ben has called out of turn, and the players have confirmed this."""
    game = director.opened(seats=[{"name": "Ann"}, {"name": "Ben"}, {}])
    director.recorded(game, opener(0), placed(1, "highest"), event("IrregularityAttested", finding="out-of-turn@3"))
    caught_up(parts)
    return game


def test_a_dry_run_shows_the_scores_result_and_findings_that_would_follow(game: str, director: Caller) -> None:
    would = foreseen(director, game, result([0], s0=7, s1=5))

    assert would["scores"] == {"before": {"0": 0, "1": 0, "2": 0}, "after": {"0": 7, "1": 5, "2": 0}}
    assert (would["outcome"]["state"], would["outcome"]["winners"]) == ("finished", [0])
    assert would["outcome"]["evidence"] == {"level": "stated", "versions": [5]}
    raised = {finding["rule"]: finding["kind"] for finding in would["raised"]}
    assert raised == {"result-stated-otherwise": "query", "result-before-the-end": "gap"}


def test_a_dry_run_shows_which_findings_a_correction_would_withdraw(game: str, director: Caller) -> None:
    """HC-2: after the correction Ben is the opener, so his call was in turn."""
    would = foreseen(director, game, {"type": "Retracted", "data": {"target": 2}}, {**opener(1), "after": 1})

    assert [name.partition("@")[0] for name in would["withdrawn"]] == ["out-of-turn"]
    assert [line["after"]["breaches"] for line in would["standings"]] == [0, 0]
    assert [line["before"]["breaches"] for line in would["standings"]] == [0, 1]


def test_a_dry_run_shows_the_wins_and_points_of_the_people_at_the_table(game: str, director: Caller) -> None:
    ann, ben = foreseen(director, game, result([0], s0=7, s1=5))["standings"]

    assert (ann["name"], ben["name"]) == ("Ann", "Ben")
    assert ann["before"] == NOTHING
    assert ann["after"] == {**NOTHING, "finished": 1, "wins": 1, "points": 7}
    assert ben["before"] == {**NOTHING, "breaches": 1}
    assert ben["after"] == {**NOTHING, "finished": 1, "points": 5, "breaches": 1}


def test_the_standings_in_a_dry_run_equal_those_after_the_events_are_recorded(game: str, director: Caller, parts: Wiring) -> None:
    """The people have played other games, which count too."""
    people = [seat["person"] for seat in director.get(f"/games/{game}").json["seats"]]
    other = director.opened(seats=[{"person": people[1]}, {"person": people[0]}, {}])
    director.recorded(other, result([0, 1], s0=3, s1=3, s2=1))
    caught_up(parts)

    would = foreseen(director, game, result([1], s0=2, s1=7))
    director.recorded(game, result([1], s0=2, s1=7))
    caught_up(parts)

    table = {line["person"]: line for line in director.get("/clubs/home/players").json["players"]}
    for line in would["standings"]:
        assert line["after"] == {name: table[line["person"]][name] for name in NOTHING}


def test_a_dry_run_shows_current_standings_even_if_the_table_of_players_is_outdated(game: str, director: Caller, parts: Wiring) -> None:
    director.recorded(game, result([0], s0=7))
    ann, _ = foreseen(director, game, {"type": "Retracted", "data": {"target": 5}})["standings"]

    assert (ann["before"]["wins"], ann["after"]["wins"]) == (1, 0)


def test_a_dry_run_shows_no_standings_before_the_table_of_players_is_first_made(director: Caller) -> None:
    game = director.opened(seats=[{"name": "Ann"}, {}, {}])
    assert foreseen(director, game, opener(0))["standings"] is None


def test_a_dry_run_shows_no_standings_to_the_holder_of_a_table_link(game: str, callers: Callers) -> None:
    link = callers.holder("record", game=game)
    assert foreseen(link, game, result([0], s0=7))["standings"] is None
    assert foreseen(callers.holder("record"), game, result([0], s0=7))["standings"] is not None


def test_a_dry_run_writes_nothing_to_the_store(game: str, director: Caller, parts: Wiring) -> None:
    def all_of_it() -> tuple[object, ...]:
        name = parse_game(game)
        return parts.records.head(name), parts.verdicts.entries(name), parts.projected.digest(HOME), parts.records.feed(HOME, 0, 999)

    before = all_of_it()
    foreseen(director, game, result([0], s0=7), {"type": "PlayerJoined", "data": {"seat": 5}})
    assert all_of_it() == before
