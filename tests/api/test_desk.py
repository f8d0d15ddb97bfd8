"""/tournaments/{id}/desk over HTTP: what the director does next, and a line for each table that needs the director."""

from typing import Any

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.pairing import overtaken
from domain.tournament.reading import tournament_read
from service.clock import now_ms
from service.store.keys import GameId
from service.views.desk import QUIET, Looked, desk_json, games_of, step
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.cups import Cup, event, linked, opened_cup, send, typed
from tests.api.test_sealed import validated
from tests.tournament.stream import act, entries, events, paired, taken
from tests.tournament.stream import opened as opening

TWO = {"seats": [{}, {}], "options": {"target": 1}}
"""Members of the request that opens a game of two players. The first player with one point wins."""
ROUND = (*entries(4), paired(1, [[1], [2]], [[3], [4]]))
PUBLISHED = act("RoundPublished", round=1)


@pytest.fixture
def cup(parts: Wiring) -> Cup:
    return opened_cup(parts)


def desk(director: Caller, cup: Cup) -> dict[str, Any]:
    answer = director.get(f"/tournaments/{cup.id}/desk")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json or {}
    return body


def lines(director: Caller, cup: Cup) -> list[tuple[str, int, int]]:
    return [(line["kind"], line["round"], line["table"]) for line in desk(director, cup)["lines"]]


def at_table(cup: Cup, director: Caller, table: int = 1, number: int = 1) -> str:
    """Open a game of two players for a table. Returns its id."""
    game = director.opened(**TWO)
    cup.add(act("TableLinked", round=number, table=table, game=game))
    return game


def forfeited(*tables: int, number: int = 1) -> list[TournamentAct]:
    return [act("ForfeitRuled", round=number, table=table, winners=[0]) for table in tables]


# --- what comes next ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "then"),
    [
        ([], "enter"),
        (entries(1), "enter"),
        (entries(2), "pair"),
        (ROUND, "publish"),
        ([*ROUND, PUBLISHED], "start"),
        ([*ROUND, PUBLISHED, act("RoundStarted", round=1)], "play"),
        ([*ROUND, PUBLISHED, *forfeited(2)], "play"),  # without a clock, the first result shows that play has begun
        ([*ROUND, PUBLISHED, *forfeited(1, 2)], "pair"),
        ([*ROUND, PUBLISHED, *forfeited(1, 2), paired(2, [[1], [3]], [[2], [4]])], "publish"),
        # Event 8 rules the forfeit at table 1.
        ([*ROUND, PUBLISHED, *forfeited(1, 2), paired(2, [[1], [3]], [[2], [4]]), act("Retracted", target=8)], "settle"),
        (
            [*ROUND, *forfeited(1, 2), paired(2, [[1], [3]], [[2], [4]]), act("RoundPublished", round=2), *forfeited(1, 2, number=2)],
            "finish",
        ),
        ([*ROUND, PUBLISHED, *forfeited(1, 2), act("TournamentFinished")], "nothing"),
    ],
)
def test_the_desk_says_what_the_director_does_next(acts: list[TournamentAct], then: str) -> None:
    """The tournament has two rounds."""
    assert step(tournament_read(events([opening(rounds=2), *acts])).state) == then


def test_the_desk_proposes_another_round_if_no_number_of_rounds_is_set(cup: Cup, director: Caller) -> None:
    cup.add(*forfeited(1, 2, 3))
    assert (desk(director, cup)["next"], desk(director, cup)["planned"]) == ("pair", None)


def test_the_desk_shows_the_newest_round_with_its_clock_and_the_time_of_the_server(cup: Cup, director: Caller) -> None:
    before = now_ms()
    cup.add(act("RoundStarted", round=1, seconds=60))
    shown = desk(director, cup)
    assert before <= shown["now"] <= now_ms()
    assert before <= shown["round"]["started_at"] == shown["round"]["due_at"] - 60_000
    assert (shown["round"]["round"], shown["round"]["tables"], shown["round"]["unfinished"]) == (1, 3, [1, 2, 3])


SECOND = paired(2, [[1], [3]], [[2], [4]])
OTHERWISE = [{"table": 1, "sides": [[1], [4]]}, {"table": 2, "sides": [[2], [3]]}]
OVERTAKEN: list[tuple[str, list[TournamentAct], list[tuple[int, int]] | None]] = [
    # (what happens after round 1 is played and round 2 is paired; the acts; the tables that the desk names)
    ("nothing", [], None),
    ("a result is typed again, and not approved", [act("ResultEntered", round=1, table=1, scores=[1, 5])], None),
    ("a result is ruled the other way", [act("ForfeitRuled", round=1, table=2, winners=[1])], [(1, 2)]),
    ("a result is ruled and ruled back", [act("ForfeitRuled", round=1, table=2, winners=[1]), *forfeited(2)], None),
    ("a result is withdrawn", [act("Retracted", target=9)], [(1, 2)]),
    ("points are adjusted", [act("ScoreAdjusted", entry=1, points=1, reason="late")], []),
    ("an entry leaves", [act("EntryWithdrawn", entry=4, from_round=2)], []),
    (
        "the pairing was changed by hand since",
        [act("ForfeitRuled", round=1, table=2, winners=[1]), act("PairingChanged", round=2, tables=OTHERWISE, sits_out=[])],
        None,
    ),
    ("it is published all the same", [act("ForfeitRuled", round=1, table=2, winners=[1]), act("RoundPublished", round=2)], None),
]


@pytest.mark.parametrize(("acts", "tables"), [row[1:] for row in OVERTAKEN], ids=[row[0] for row in OVERTAKEN])
def test_an_unpublished_pairing_is_overtaken_if_what_it_rests_on_changes(
    acts: list[TournamentAct], tables: list[tuple[int, int]] | None
) -> None:
    """Source: docs/decisions/tournaments.md. Events 8 and 9 rule the results of round 1, event 10 pairs round 2."""
    reading = tournament_read(events([opening(rounds=3), *ROUND, PUBLISHED, *forfeited(1, 2), SECOND, *acts]))
    found = overtaken(reading)
    assert (None if found is None else [*found]) == tables


def test_the_desk_names_the_results_that_changed_after_the_next_round_was_paired(cup: Cup, director: Caller) -> None:
    cup.add(*forfeited(1, 2, 3), paired(2, [[1], [3]], [[2], [5]], [[4], [6]]))
    assert desk(director, cup)["round"]["overtaken"] is None
    cup.add(act("ForfeitRuled", round=1, table=3, winners=[1]))
    shown = desk(director, cup)
    assert (shown["next"], shown["round"]["overtaken"]) == ("publish", [{"round": 1, "table": 3}])


# --- lines --------------------------------------------------------------------------------------------------------------------------------


def test_the_desk_lists_a_missing_result_for_each_table_without_a_result(cup: Cup, director: Caller) -> None:
    assert lines(director, cup) == [("missing", 1, table) for table in (1, 2, 3)]
    cup.add(*forfeited(2))
    assert lines(director, cup) == [("missing", 1, 1), ("missing", 1, 3)]


def test_the_desk_shows_the_progress_of_the_game_at_a_table_without_a_result(cup: Cup, director: Caller) -> None:
    game = at_table(cup, director)
    at = director.recorded(game, opener(), placed(0, "highest"), placed(1, "highest"), revealed(s0="KH", s1="3S"))
    shown = desk(director, cup)["lines"][0]
    assert shown["sides"] == [[1], [2]]
    wanted = {"game": game, "version": at, "state": "finished", "hands": 1, "running": False, "scores": [1, 0]}
    assert {name: shown["game"][name] for name in wanted} == wanted
    assert shown["game"]["recorded_at"] <= now_ms()


def test_the_desk_lists_a_typed_result_in_place_of_the_missing_result(cup: Cup, director: Caller) -> None:
    at = typed(cup, 2)
    first = desk(director, cup)["lines"][0]
    assert lines(director, cup) == [("typed", 1, 2), ("missing", 1, 1), ("missing", 1, 3)]
    assert (first["typed"]["result"], first["typed"]["scores"]) == (at, [7, 7])


def test_the_desk_shows_which_entries_would_move_if_a_changed_result_were_accepted(cup: Cup, director: Caller) -> None:
    cup.add(taken(1, 1, 5, [9, 2], [0]), *forfeited(2, 3))
    at = cup.add(taken(1, 1, 6, [2, 9], [1]))
    (line,) = desk(director, cup)["lines"]
    assert (line["kind"], line["change"]["change"], line["game"]) == ("change", at, None)  # this game is not stored
    assert {row["entry"] for row in line["change"]["preview"]["moved"]} >= {1, 2}


def test_the_most_urgent_lines_of_the_desk_come_first(cup: Cup, director: Caller) -> None:
    game = at_table(cup, director, 3)
    director.recorded(game, event("IrregularityCalled", kind="misdeal"))
    typed(cup, 2)
    assert lines(director, cup) == [("disputed", 1, 3), ("typed", 1, 2), ("missing", 1, 1), ("missing", 1, 3)]


def test_the_desk_of_a_finished_tournament_has_no_lines(cup: Cup, director: Caller) -> None:
    cup.add(*forfeited(1, 2, 3), taken(1, 1, 6, [2, 9], [1]), act("TournamentFinished"))
    assert (lines(director, cup), desk(director, cup)["next"]) == ([], "nothing")


def test_the_desk_lists_no_missing_results_of_an_unpublished_round(cup: Cup, director: Caller) -> None:
    cup.add(*forfeited(1, 2, 3), paired(2, [[1], [3]], [[2], [4]], [[5], [6]]))
    assert (lines(director, cup), desk(director, cup)["round"]["published"]) == ([], False)


def test_the_desk_lists_all_tables_even_if_a_game_is_missing_or_damaged(cup: Cup, director: Caller, parts: Wiring) -> None:
    game = at_table(cup, director, 2)
    cup.add(act("TableLinked", round=1, table=1, game="home-" + "a" * 16))
    director.recorded(game, opener())
    (key,) = (key for key in parts.redis.keys("*") if game.encode() in key and parts.redis.type(key) == b"stream")
    parts.redis.xtrim(key, 0)
    shown = {line["table"]: line["game"] and line["game"]["state"] for line in desk(director, cup)["lines"]}
    assert shown == {1: None, 2: "unreadable", 3: None}


# --- late ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "minutes", "late"),
    [
        ([], 60, None),  # without a clock and without a game nobody knows when a table is late
        ([act("RoundStarted", round=1, seconds=600)], 9, None),
        ([act("RoundStarted", round=1, seconds=600)], 11, "due"),
        ([act("RoundStarted", round=1, seconds=600), act("BellRung", round=1)], 1, "bell"),
        ([act("RoundStarted", round=1)], 60, None),
    ],
)
def test_a_table_is_late_after_the_bell_or_when_the_bell_is_due(
    cup: Cup, acts: list[TournamentAct], minutes: int, late: str | None
) -> None:
    began = now_ms()
    for item in acts:
        cup.add(item)
    reading = cup.parts.tournaments_read.of(cup.id)
    now, cached = began + minutes * 60_000, cup.parts.desk_cache
    shown = desk_json(cup.id, reading, {}, lambda *_: pytest.fail("no game is read"), now, cached)
    assert {(line["kind"], line["late"]) for line in shown["lines"]} == {("missing" if late is None else "late", late)}


@pytest.mark.parametrize(("silent", "late"), [(QUIET - 1, None), (QUIET, "quiet")])
def test_a_table_is_late_if_nothing_was_recorded_in_its_game_for_a_while(cup: Cup, director: Caller, silent: int, late: str | None) -> None:
    at_table(cup, director)
    reading = cup.parts.tournaments_read.of(cup.id)
    (found,) = looked(cup)
    now, cached = found.recorded_at + silent, cup.parts.desk_cache
    (line, *_) = desk_json(cup.id, reading, {found.game: found}, lambda *_: pytest.fail("no name is asked"), now, cached)["lines"]
    assert (line["table"], line["late"]) == (1, late)


def looked(cup: Cup) -> list[Looked]:
    parts = cup.parts
    heads = [parts.records.head(game) for game in games_of(parts.tournaments_read.of(cup.id).state)]
    return [Looked(h.game, h.version, h.recorded_at, parts.readings.at(h), parts.verdicts.at(h)) for h in heads if h is not None]


def test_a_table_without_a_result_is_late_if_a_later_round_is_paired(cup: Cup, director: Caller) -> None:
    at = cup.add(*forfeited(1, 2, 3))
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]), act("Retracted", target=at))
    (line,) = desk(director, cup)["lines"]
    assert (line["kind"], line["round"], line["table"], line["late"]) == ("late", 1, 3, "over")


# --- disputes and findings ----------------------------------------------------------------------------------------------------------------

CLAIM = (opener(), event("ClaimMade", seat=0, claim="the rest are mine"))


@pytest.mark.parametrize(
    ("said", "versions"),
    [
        ([*CLAIM], []),
        ([*CLAIM, event("ClaimAnswered", claim=3, seat=1, accepts=True)], []),
        ([*CLAIM, event("ClaimAnswered", claim=3, seat=1, accepts=False)], [4]),
        ([*CLAIM, *(event("ClaimAnswered", claim=3, seat=1, accepts=accepts) for accepts in (False, True))], []),
        ([*CLAIM, *(event("ClaimAnswered", claim=3, seat=1, accepts=accepts) for accepts in (False, False))], [5]),
        ([opener(), event("IrregularityCalled", kind="out-of-turn", seat=1)], [3]),
        ([opener(), event("IrregularityCalled", kind="misdeal"), event("Retracted", target=3)], []),
        ([opener(), *(event("IrregularityCalled", kind="misdeal"),) * 2], [3, 4]),
    ],
)
def test_the_desk_lists_irregularities_and_rejected_claims_as_disputes(
    cup: Cup, director: Caller, said: list[dict[str, Any]], versions: list[int]
) -> None:
    game = at_table(cup, director)
    director.recorded(game, *said)
    shown = [line for line in desk(director, cup)["lines"] if line["kind"] == "disputed"]
    assert [dispute["version"] for line in shown for dispute in line["disputes"]] == versions


@pytest.mark.parametrize("cited", [3, 4])
def test_a_ruling_on_the_claim_or_on_the_objection_settles_the_dispute(cup: Cup, director: Caller, cited: int) -> None:
    game = at_table(cup, director)
    director.recorded(game, *CLAIM, event("ClaimAnswered", claim=3, seat=1, accepts=False))
    director.recorded(game, event("RulingRecorded", cites={"dispute": cited}, rule="HC-14", rectification="stand"))
    assert "disputed" not in {kind for kind, _, _ in lines(director, cup)}


def test_the_sentence_of_a_dispute_on_the_desk_names_the_players(cup: Cup, director: Caller) -> None:
    game = director.opened(seats=[{"name": "Ada"}, {"name": "Bea"}])
    cup.add(act("TableLinked", round=1, table=1, game=game))
    director.recorded(game, opener(), event("IrregularityCalled", kind="out-of-turn", seat=1))
    (dispute,) = desk(director, cup)["lines"][0]["disputes"]
    assert "Bea" in dispute["sentence"]


def counted(director: Caller, cup: Cup) -> list[tuple[int, int, int]]:
    """Return (breaches, contradictions, queries) of each line about findings."""
    shown = [line for line in desk(director, cup)["lines"] if line["kind"] == "findings"]
    return [(line["breaches"], line["contradictions"], line["queries"]) for line in shown]


def test_the_desk_counts_breaches_and_queries_that_have_no_ruling(cup: Cup, director: Caller, parts: Wiring) -> None:
    game = at_table(cup, director)
    director.recorded(game, opener(), placed(1, "highest", "KH"))
    validated(parts, GameId(game))
    assert counted(director, cup) == [(0, 0, 1)]
    director.recorded(game, event("RulingRecorded", cites={"finding": "out-of-turn@3"}, rule="HC-14", rectification="stand"))
    assert counted(director, cup) == []
    director.recorded(game, event("Retracted", target=4), event("IrregularityAttested", finding="out-of-turn@3"))
    validated(parts, GameId(game))
    assert counted(director, cup) == [(1, 0, 0)]
    director.recorded(game, event("RulingRecorded", cites={"finding": "out-of-turn@3,6"}, rule="HC-14", rectification="stand"))
    assert counted(director, cup) == []


# --- the bell -----------------------------------------------------------------------------------------------------------------------------


def test_the_desk_offers_to_call_time_once_in_each_game_that_ends_at_the_bell(cup: Cup, director: Caller) -> None:
    cup.add(act("SettingsChanged", settings={"round": {"ends": "bell"}}))
    one, two = at_table(cup, director, 1), at_table(cup, director, 2)
    calls = desk(director, cup)["round"]["calls"]
    assert [(call["table"], call["game"]) for call in calls] == [(1, one), (2, two)]
    called = {**event("TimeCalled", reason="the bell"), "id": calls[0]["event"]}
    version = director.recorded(one, called)
    assert director.recorded(one, called) == version
    assert [call["game"] for call in desk(director, cup)["round"]["calls"]] == [two]
    director.recorded(one, event("Retracted", target=version))
    again = desk(director, cup)["round"]["calls"][0]
    assert again["game"] == one
    assert again["event"] != calls[0]["event"]


def test_the_desk_does_not_offer_to_call_time_if_games_end_by_their_own_rules(cup: Cup, director: Caller) -> None:
    at_table(cup, director)
    assert desk(director, cup)["round"]["calls"] == []


def test_the_desk_does_not_read_the_games_of_earlier_rounds_that_have_all_results(cup: Cup, director: Caller) -> None:
    linked(cup, director, "first", 1, 1)
    cup.add(*forfeited(1, 2, 3))
    for number in (2, 3):
        cup.add(paired(number, [[1], [2]], [[3], [4]], [[5], [6]]), act("RoundPublished", round=number))
        cup.add(*forfeited(1, 2, 3, number=number))
    assert games_of(cup.parts.tournaments_read.of(cup.id).state) == []


def test_only_directors_may_read_the_desk(cup: Cup, scorekeeper: Caller) -> None:
    assert scorekeeper.get(f"/tournaments/{cup.id}/desk").status_code == 403
    assert send(scorekeeper, cup, event("CheckedIn", entry=1)).status_code == 201
