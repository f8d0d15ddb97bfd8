"""Bad input of tournaments over HTTP. Each bad request gets a problem document that says what is wrong, and nothing is stored. Other tests
here have several writers at the same time, in threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.tournament.tiebreaks import TIEBREAKS
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_tournaments import CUP, entered, event, opened, pair, recorded, send, typed

Faults = list[tuple[str, str]]


@pytest.fixture
def cup(director: Caller) -> str:
    """A tournament at version 7, with four entries and a paired round. Entry 4 is withdrawn from round 2 on."""
    tournament = opened(director)
    entered(director, tournament, 4)
    recorded(director, tournament, event("EntryWithdrawn", entry=4, from_round=2))
    assert pair(director, tournament, 6).status_code == 201
    return tournament


def faults(refused: TestResponse) -> Faults:
    """Return the faults of a refusal, each as (pointer, message)."""
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid")
    return [(fault["pointer"], fault["message"]) for fault in refused.json["errors"]]


def paired(number: int, *tables: Sequence[Sequence[int]], sits_out: Sequence[int] = ()) -> dict[str, Any]:
    placed = [{"table": n, "sides": [list(side) for side in sides]} for n, sides in enumerate(tables, 1)]
    return event("RoundPaired", round=number, tables=placed, sits_out=list(sits_out), by={"engine": "by-hand", "version": 1})


REFUSED: list[tuple[str, dict[str, Any], Faults]] = [
    ("a result for the wrong round", typed(3, 1, 2, 1), [("/events/0/data/round", "round 3 is not paired")]),
    ("a result for the wrong table", typed(1, 9, 2, 1), [("/events/0/data/table", "round 1 has no table 9; its tables: 1 to 2")]),
    ("a score for a side too many", typed(1, 1, 2, 1, 0), [("/events/0/data/scores", "must have 2 scores, one for each side")]),
    (
        "a number that is taken",
        event("EntryMade", entry=2, people=[], name="Again"),
        [("/events/0/data/entry", "is the number of another entry; the next free number is 5")],
    ),
    (
        "a pairing with unfinished tables",
        paired(2, [[1], [3]], sits_out=[2]),
        [("/events/0/data/round", "round 1 is not finished: tables 1, 2")],
    ),
    (
        "a withdrawal of an entry that is paired",
        event("EntryWithdrawn", entry=1, from_round=1),
        [("/events/0/data/from_round", "entry 1 has table 1 in round 1: change that pairing first")],
    ),
    (
        "standings of a round that is not there",
        event("StandingsPublished", through_round=2, digest="cd" * 32),
        [("/events/0/data/through_round", "round 2 is not paired")],
    ),
]


@pytest.mark.parametrize(("sent", "expected"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_an_event_that_contradicts_the_tournament_is_refused_over_http(
    director: Caller, cup: str, sent: dict[str, Any], expected: Faults
) -> None:
    assert faults(send(director, cup, event("CheckedIn", entry=1), sent)) == [(at.replace("/0/", "/1/"), text) for at, text in expected]
    assert director.get(f"/tournaments/{cup}").json["version"] == 7


@pytest.mark.parametrize(
    ("partners", "message"),
    [
        (0, "must lie between 1 and 13"),
        (-1, "must lie between 1 and 13"),
        (14, "must lie between 1 and 13"),
        (1.5, "must be a whole number"),
        (None, "must be a whole number"),
        (True, "must be a whole number"),
    ],
)
def test_a_number_of_partners_that_no_side_can_have_is_refused(director: Caller, cup: str, partners: object, message: str) -> None:
    settings = {"table": 4, "partners": partners}
    body = {**CUP, "format": "progressive", "settings": settings}

    for refused in (director.post("/tournaments", body), director.post("/tournaments/plan", {**body, "entries": 8})):
        assert faults(refused) == [("/settings/partners", message)]
    assert faults(send(director, cup, event("SettingsChanged", settings=settings))) == [("/events/0/data/settings/partners", message)]
    assert director.get(f"/tournaments/{cup}").json["version"] == 7


def test_a_person_cannot_enter_twice(director: Caller) -> None:
    anna, ben = (str(director.post("/people", {"name": name}).json["person"]) for name in ("Anna", "Ben"))
    cup = opened(director)
    anna_twice = event("EntryMade", entry=1, people=[anna, anna], name="Anna")
    anna_again = event("EntryMade", entry=2, people=[ben, anna], name="Ben, Anna")
    assert faults(send(director, cup, anna_twice, anna_again)) == [
        ("/events/0/data/people", f"{anna} is named 2 times"),
        ("/events/1/data/people/1", "is in entry 1 already"),
    ]
    recorded(director, cup, event("EntryMade", entry=1, people=[anna], name="Anna"))
    assert faults(send(director, cup, event("EntryMade", entry=2, people=[anna], name="Anna again"))) == [
        ("/events/0/data/people/0", "is in entry 1 already")
    ]


def finish(director: Caller, cup: str, number: int) -> int:
    """Give each table of a round a result in which its first side wins. Returns the last version."""
    tables = [table["table"] for table in director.get(f"/tournaments/{cup}/rounds/{number}").json["tables"]]
    return recorded(director, cup, *(event("ForfeitRuled", round=number, table=table, winners=[0]) for table in tables))


def play(director: Caller, cup: str, number: int) -> int:
    """Give each table of a round a typed and approved result in which its first side wins. Returns the last version."""
    version = 0
    for table in director.get(f"/tournaments/{cup}/rounds/{number}").json["tables"]:
        at = recorded(director, cup, typed(number, table["table"], *range(len(table["sides"]), 0, -1)))
        version = recorded(director, cup, event("ResultApproved", round=number, table=table["table"], result=at))
    return version


def test_a_pairing_with_a_withdrawn_or_unknown_entry_is_refused(director: Caller, cup: str) -> None:
    finish(director, cup, 1)
    assert faults(send(director, cup, paired(2, [[1], [4]], [[2], [9]]))) == [
        ("/events/0/data/tables/0/sides/1", "entry 4 does not play in round 2"),
        ("/events/0/data/tables/1/sides/1", "there is no entry 9"),
        ("/events/0/data/tables", "must seat every entry or name it in sits_out; missing: entry 3"),
    ]


def test_the_refusal_to_pair_names_the_tables_without_a_result(director: Caller, cup: str) -> None:
    refused = pair(director, cup, 7)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert refused.json["detail"] == "Round 1 is not finished: tables without a result: 1, 2."
    assert "least" not in refused.json


def test_pairing_is_refused_after_the_end_of_the_tournament(director: Caller, cup: str) -> None:
    finish(director, cup, 1)
    refused = pair(director, cup, recorded(director, cup, event("TournamentFinished")))
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert refused.json["detail"].startswith("The tournament is over")


# --- no pairing keeps the rules -----------------------------------------------------------------------------------------------------------


def test_if_all_entries_have_met_pairing_is_refused_and_one_with_the_fewest_repeats_is_offered(director: Caller) -> None:
    cup = opened(director)
    pair(director, cup, entered(director, cup, 2))
    version = play(director, cup, 1)
    refused = pair(director, cup, version)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert (
        refused.json["detail"] == "In every possible pairing, some entries meet again. The best one has one table of entries that have met."
    )
    least = refused.json["least"]
    assert least == {"tables": [{"table": 1, "sides": [[1], [2]]}], "sits_out": [], "unevenness": {"repeats": 1}}
    assert director.get(f"/tournaments/{cup}").json["version"] == version

    taken = director.post(f"/tournaments/{cup}/rounds", {"accept_least": True}, headers={"If-Match": f'"{version}"'})
    assert (taken.status_code, taken.json["unevenness"]) == (201, {"repeats": 1})
    assert [(table["table"], table["sides"]) for table in taken.json["tables"]] == [(1, [[1], [2]])]
    last = director.get(f"/tournaments/{cup}/events?after={version}").json["events"][-1]
    assert last["data"]["unevenness"] == {"repeats": 1}


def test_if_all_entries_have_had_a_bye_pairing_is_refused_and_the_best_one_is_offered(director: Caller) -> None:
    cup = opened(director, settings={"rounds": 5})
    version = entered(director, cup, 3)
    for number in (1, 2, 3):
        assert pair(director, cup, version).status_code == 201
        version = play(director, cup, number)
    refused = pair(director, cup, version)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert refused.json["detail"] == "The number of entries is odd, and everybody has had a bye."
    assert refused.json["least"]["unevenness"] == {"repeats": 1, "second_byes": 1}
    assert len(refused.json["least"]["sits_out"]) == 1


def test_the_answer_to_a_draw_says_how_often_entries_meet_again(director: Caller) -> None:
    cup = opened(director, format="draw", settings={"table": 3})
    assert pair(director, cup, entered(director, cup, 3)).json["unevenness"] is None
    again = pair(director, cup, play(director, cup, 1))
    assert (again.status_code, again.json["unevenness"]) == (201, {"meeting_repeats": 3, "meetings_least": 2, "meetings_most": 2})


def test_pairing_is_refused_if_there_are_too_few_entries_for_a_table(director: Caller) -> None:
    cup = opened(director, format="rotation", settings={"table": 4, "partners": 2})
    refused = pair(director, cup, entered(director, cup, 3))
    assert (refused.status_code, refused.json["detail"]) == (409, "A rotation needs four entries at least, and there are 3.")


# --- tie-breaks ---------------------------------------------------------------------------------------------------------------------------


def test_the_refusal_of_an_unknown_tie_break_lists_every_known_tie_break(director: Caller, cup: str) -> None:
    settings = {"tiebreaks": ["buchholz", "luck"]}
    openings = director.post("/tournaments", {**CUP, "settings": settings})
    changes = send(director, cup, event("SettingsChanged", settings=settings))
    for refused, pointer in ((openings, "/settings/tiebreaks/1"), (changes, "/events/0/data/settings/tiebreaks/1")):
        ((at, message),) = faults(refused)
        assert at == pointer
        assert "'luck'" in message
        assert [name for name in TIEBREAKS if name not in message] == []


# --- several writers at the same time -----------------------------------------------------------------------------------------------------


def at_once(acts: Sequence[Callable[[], TestResponse]]) -> list[TestResponse]:
    """Call each of `acts` in its own thread, and return the answers. All calls begin together."""
    start = Barrier(len(acts))

    def run(act: Callable[[], TestResponse]) -> TestResponse:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def test_only_one_of_several_directors_pairs_and_the_others_get_a_conflict(director: Caller, callers: Callers) -> None:
    cup = opened(director)
    version = entered(director, cup, 40)
    directors = [director, *(callers.holder("direct") for _ in range(7))]
    answers = at_once([lambda by=by: pair(by, cup, version) for by in directors])  # type: ignore[misc]
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 7
    for lost in (answer.json for answer in answers if answer.status_code == 412):
        assert (lost["type"], lost["expected"], lost["actual"]) == ("/problems/conflict", version, version + 1)
    assert len(director.get(f"/tournaments/{cup}").json["rounds"]) == 1


def test_no_request_is_refused_when_fifty_tables_report_while_a_director_works(director: Caller, scorekeeper: Caller) -> None:
    """The director sends the version that was current before the first table reported."""
    cup = opened(director)
    pair(director, cup, entered(director, cup, 100))
    version = 102
    reports = [lambda table=table: send(scorekeeper, cup, typed(1, table, 11, table % 10)) for table in range(1, 51)]
    acts = [event("CheckedIn", entry=entry) for entry in range(1, 6)] + [event("AbsenceNoted", entry=7, round=2, kind="half")]
    work = [lambda act=act: send(director, cup, act, match=f'"{version}"') for act in acts]
    answers = at_once([*reports, *work])
    assert [answer.json for answer in answers if answer.status_code != 201] == []
    tables = director.get(f"/tournaments/{cup}/rounds/1").json["tables"]
    assert [table["typed"]["scores"] for table in tables] == [[11, table % 10] for table in range(1, 51)]
    assert director.get(f"/tournaments/{cup}").json["version"] == version + 56
