"""GET /games and GET /public: which changes the lists show immediately, which games are left out, and how much must be read for a page. For
a page of a large club, no more is read than for a page of a small club. Workers store a row for each game, so that lists can be made
without reading events. tests/api/test_lists_from_rows.py compares lists with the events of every game."""

import logging
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import ResultStated
from domain.record import fold
from service.caches import game_lines, listing
from service.memory.work import A_GAME
from service.store.games.records import Records
from service.store.keys import HOME, Keys, parse_game
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers
from tests.api.test_delay import Clock, clock
from tests.api.test_statistics import caught_up
from tests.projections.conftest import Evening
from workers.wiring import wired_to

__all__ = ["clock"]

Line = dict[str, Any]
STATED = {"type": "ResultStated", "data": {"winners": [0, 1], "scores": {"0": 4, "1": 4, "2": 0}}}


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def listed(visitor: Caller, query: str = "") -> list[Line]:
    """Return the lines of all pages."""
    lines, path = [], f"/api/v1/games?{query}"
    while path:
        answer = visitor.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        lines += answer.json["games"]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return lines


def nothing_is_read(*_: object, **__: object) -> Any:
    raise AssertionError("events were read")


def named(lines: list[Line]) -> list[str]:
    return [line["game"] for line in lines]


@pytest.fixture
def played(director: Caller, parts: Wiring) -> dict[str, str]:
    """Two public games, one in play and one finished. Both are in the stored rows. No worker runs after the rows were made."""
    ann = director.post("/people", {"name": "Ann"}).json["person"]
    games = {"ann": ann, "open": director.opened(visibility="public", title="Tuesday", seats=[{"person": ann}, {}, {}])}
    games["over"] = director.opened(visibility="public")
    director.recorded(games["over"], opener(), STATED)
    caught_up(parts)
    return games


@pytest.mark.parametrize("query", ["", "state=open", "state=finished", "player={ann}", "system=high-card", "player={ann}&state=open"])
@pytest.mark.parametrize("who", ["director", "stranger"])
def test_lists_read_no_events_of_games_whose_rows_are_current(
    who: str, query: str, played: dict[str, str], director: Caller, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = {"director": director, "stranger": stranger}[who]
    asked = query.format(**played)
    expected = [line for line in listed(visitor) if line["game"] == played["open"] or asked in ("", "state=finished", "system=high-card")]
    monkeypatch.setattr(Records, "events", nothing_is_read)
    wanted = [line for line in expected if "state=finished" not in asked or line["state"] == "finished"]
    assert wanted
    assert listed(visitor, f"{asked}&club=home") == wanted
    assert named(visitor.get("/public").json["games"]) == [played["open"]]


def test_a_game_that_was_opened_or_finished_just_now_is_already_in_the_lists(played: dict[str, str], scorekeeper: Caller) -> None:
    """No worker runs after the rows were made."""
    new = scorekeeper.opened(seats=[{"person": played["ann"]}, {}])
    scorekeeper.recorded(played["open"], opener(), STATED)

    assert named(listed(scorekeeper)) == [new, played["over"], played["open"]]
    assert named(listed(scorekeeper, "state=open")) == [new]
    assert named(listed(scorekeeper, "state=finished")) == [played["over"], played["open"]]
    assert named(listed(scorekeeper, f"player={played['ann']}")) == [new, played["open"]]
    [line] = listed(scorekeeper, f"player={played['ann']}&state=finished")
    assert (line["version"], line["scores"], line["winners"], line["title"]) == (3, {"0": 4, "1": 4, "2": 0}, [0, 1], "Tuesday")


def test_the_filter_by_state_uses_the_state_that_the_visitor_may_see(
    director: Caller, stranger: Caller, parts: Wiring, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = director.opened(visibility="public")
    director.recorded(game, event("SpectatorDelaySet", seconds=60))
    clock.wait(100)
    director.recorded(game, STATED)
    caught_up(parts)

    def found(visitor: Caller) -> tuple[list[str], list[str], list[str]]:
        public = visitor.get("/public").json["games"]
        return named(listed(visitor, "state=open")), named(listed(visitor, "state=finished")), named(public)

    assert (found(director), found(stranger)) == (([], [game], [game]), ([game], [], [game]))
    with monkeypatch.context() as patched:
        patched.setattr(fold, "steps_after", nothing_is_read)  # no events are read, because the state that spectators see is cached
        assert found(stranger) == ([game], [], [game])
    clock.wait(60)
    assert (found(director), found(stranger)) == (([], [game], []), ([], [game], []))


def test_a_filter_by_any_id_of_a_person_finds_all_games_of_the_person(callers: Callers, parts: Wiring) -> None:
    owner = callers.holder("own")
    kept, gone, other = (owner.post("/people", {"name": name}).json["person"] for name in ("Ann", "Anna", "Ben"))
    first, second = owner.opened(seats=[{"person": kept}, {}]), owner.opened(seats=[{"person": gone}, {}])
    owner.opened(seats=[{"person": other}, {}])
    caught_up(parts)
    assert [named(listed(owner, f"player={person}")) for person in (kept, gone)] == [[first], [second]]

    assert owner.post(f"/people/{kept}/merge", {"gone": gone}).status_code == 200
    assert [named(listed(owner, f"player={person}")) for person in (kept, gone)] == [[second, first]] * 2

    assert owner.call("DELETE", f"/people/{kept}").status_code == 200
    lines = listed(owner, f"player={gone}")
    assert [(line["game"], line["seats"][0]["name"]) for line in lines] == [(second, None), (first, None)]


@pytest.mark.parametrize("made", [True, False], ids=["with rows", "without rows"])
def test_a_game_whose_stream_has_lost_events_is_left_out_of_lists(
    made: bool, director: Caller, parts: Wiring, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = director.opened(visibility="public"), director.opened(visibility="public")
    director.recorded(broken, opener())
    if made:
        caught_up(parts)
    parts.readings._kept.drop(parse_game(broken))
    parts.redis.xtrim(Keys(HOME).stream(parse_game(broken)), maxlen=1, approximate=False)
    with caplog.at_level(logging.WARNING):
        assert [named(listed(director, query)) for query in ("", "state=open", "system=high-card")] == [[sound]] * 3
        assert named(director.get("/public").json["games"]) == [sound]
    assert any(broken in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("lost", ["fold", "generation", "lists"])
def test_lists_are_complete_while_the_rows_are_made_again(
    lost: str, played: dict[str, str], director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stored rows were made by older code, or are lost. Until new rows are made, a page must go through all games, and may end
    early."""
    new = director.opened(seats=[{"person": played["ann"]}, {}])
    queries = ("", "state=open", "state=finished", f"player={played['ann']}")
    expected = [listed(director, query) for query in queries]
    live = Keys(HOME).generation("live")
    if lost == "fold":
        parts.redis.hset(live, "fold", "00000000.00000000")
    else:
        parts.redis.delete(live if lost == "generation" else Keys(HOME).rows("live", "lists"))
    if lost == "lists":
        director.recorded(new, opener())
        caught_up(parts)  # the worker notices that keys are lost, and makes all rows again
        expected = [[{**line, "version": 2} if line["game"] == new else line for line in lines] for lines in expected]
    monkeypatch.setattr(game_lines, "MOST_FOLDED", 1)
    assert [listed(director, query) for query in queries] == expected


def test_a_page_reads_a_limited_number_of_events_and_at_least_one_game(
    director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three games, each of four events, are in no cache and have no rows. The first page reads two of these games."""
    games = [director.opened() for _ in range(3)]
    for game in games:
        director.recorded(game, opener(), event("NoteWritten", note="a"), event("NoteWritten", note="b"))
        parts.readings._kept.drop(parse_game(game))
    monkeypatch.setattr(game_lines, "MOST_FOLDED", 2 * (4 + A_GAME) + 1)
    first = director.get("/games")
    assert named(first.json["games"]) == [games[2], games[1]]
    monkeypatch.setattr(game_lines, "MOST_FOLDED", 1)
    parts.readings._kept.drop(parse_game(games[0]))
    second = director.get(first.headers["Link"].partition(">")[0].removeprefix("<"))
    assert (named(second.json["games"]), "Link" in second.headers) == ([games[0]], False)


@dataclass
class Counted:
    """Counts the games whose head (the stored summary of a record) is read. `heads`: the method that reads heads."""

    heads: Any
    count: int = 0

    @property
    def call(self) -> Any:
        def call(records: Records, games: Any, **named: Any) -> Any:
            self.count += len(games)
            return self.heads(records, games, **named)

        return call


def test_a_filtered_page_looks_at_the_same_number_of_games_in_a_larger_club(
    director: Caller, stranger: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's only game is the oldest game of the club, its only public game and its only unfinished game."""
    ann = director.post("/people", {"name": "Ann"}).json["person"]
    oldest = director.opened(seats=[{"person": ann}, {}, {}], visibility="public")
    evening = Evening(wired_to(parts.redis), Random(1))
    counted = Counted(Records.heads)
    monkeypatch.setattr(listing, "AT_ONCE", 4)
    looked = []
    for _ in range(2):
        for _ in range(12):
            evening.append(evening.opened("high-card", None, None, None), ResultStated((Seat(1),), {}))
        caught_up(parts)
        with monkeypatch.context() as patched:
            patched.setattr(Records, "heads", counted.call)
            for visitor, path in (
                (director, f"/games?player={ann}"),
                (director, "/games?state=open"),
                (director, f"/games?state=open&system=high-card&player={ann}"),
                (stranger, "/games?club=home"),
                (stranger, "/public"),
            ):
                counted.count = 0
                assert named(visitor.get(path).json["games"]) == [oldest], path
                looked.append(counted.count)
    assert looked == [1] * 10


def test_the_list_is_in_the_order_in_which_games_were_opened_here(director: Caller, clock: Clock) -> None:
    """The time at the table does not count, nor what is recorded later."""
    first = director.opened(at=1_700_000_000_000)
    clock.wait(1)
    second = director.opened(at=1_600_000_000_000)
    clock.wait(1)
    director.recorded(first, opener())
    assert named(listed(director)) == [second, first]
