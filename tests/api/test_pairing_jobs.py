"""Pairing a round of more than 200 entries: the request is answered with the status 202, and a worker pairs the round later."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from domain.tournament.pairing import Recorded, Wanted
from domain.tournament.pairing import next_round as really_paired
from domain.tournament.state import Tournament
from service.api.tournaments.rounds import MOST_WANTED
from service.recording import pairing as recording
from service.store.keys import CHANGES, HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_tournaments import entered, event, opened, recorded
from tests.waiting import WITHIN
from workers.pair import MOST_ATTEMPTS, TELL_SECONDS, Pairer

MANY = 201
Interrupted = Callable[[Callable[[], object]], None]
VERSION = MANY + 1
"""The version of the tournament after all entries were made."""


@pytest.fixture
def cup(director: Caller) -> str:
    tournament = opened(director, visibility="public")
    assert entered(director, tournament, MANY) == VERSION
    return tournament


@pytest.fixture
def pairer(parts: Wiring) -> Pairer:
    return Pairer(parts.rounds, parts.pairings)


def ask(
    caller: Caller, cup: str, *, version: int = VERSION, key: str | None = None, query: str = "", body: dict[str, Any] | None = None
) -> TestResponse:
    headers = {"If-Match": f'"{version}"'} | ({} if key is None else {"Idempotency-Key": key})
    return caller.post(f"/tournaments/{cup}/rounds{query}", body or {}, headers=headers)


def where(asked: TestResponse) -> str:
    assert asked.status_code == 202, asked.get_data(as_text=True)
    return asked.headers["Location"].removeprefix("/api/v1")


def do(pairer: Pairer, asked: TestResponse) -> None:
    pairer.pair(HOME, asked.json["pairing"])


def test_a_round_of_many_entries_is_paired_by_a_worker(director: Caller, cup: str, pairer: Pairer) -> None:
    asked = ask(director, cup)
    assert (asked.json["state"], asked.json["percent"], asked.json["expected"]) == ("waiting", 0, VERSION)
    assert director.get(where(asked)).json == asked.json
    do(pairer, asked)
    done = director.get(where(asked)).json
    assert (done["state"], done["percent"], done["round"], done["version"]) == ("done", 100, 1, VERSION + 1)
    made = director.get(f"/tournaments/{cup}/rounds/1").json
    assert (len(made["tables"]), len(made["sits_out"])) == (MANY // 2, 1)


def test_a_round_of_200_entries_is_paired_immediately_without_a_worker(director: Caller, cup: str) -> None:
    version = recorded(director, cup, event("EntryWithdrawn", entry=7, from_round=1))
    assert ask(director, cup, version=version).status_code == 201


def test_a_requested_pairing_is_announced_to_the_relay_and_listed_until_it_is_made(
    director: Caller, cup: str, parts: Wiring, pairer: Pairer, redis: Redis
) -> None:
    with redis.pubsub() as hints:  # type: ignore[no-untyped-call]
        hints.ssubscribe(CHANGES)
        hints.get_message(timeout=WITHIN)
        asked = ask(director, cup)
        hint = hints.get_message(timeout=WITHIN)
    assert hint["data"] == f"pairing home {cup} {VERSION}".encode()
    assert parts.pairings.due([HOME]) == [(HOME, asked.json["pairing"])]
    do(pairer, asked)
    assert parts.pairings.due([HOME]) == []


def test_only_a_few_pairings_of_a_club_may_wait_and_a_repeated_request_adds_none(director: Caller, cup: str) -> None:
    first = ask(director, cup, key="first")
    for _ in range(MOST_WANTED - 1):
        assert ask(director, cup, query="?dry_run=true").status_code == 202
    refused = ask(director, cup, query="?dry_run=true")
    assert (refused.status_code, refused.json["type"], refused.headers["Retry-After"]) == (429, "/problems/too-many-requests", "5")
    assert ask(director, cup, key="first").json == first.json
    assert director.call("DELETE", where(first)).status_code == 200
    assert ask(director, cup, query="?dry_run=true").status_code == 202


def test_pairing_with_the_same_seed_gives_the_same_tables(director: Caller, pairer: Pairer) -> None:
    cup = opened(director, format="draw", settings={"table": 4})
    entered(director, cup, MANY)
    foreseen = [ask(director, cup, query="?dry_run=true", body={"seed": seed}) for seed in (1, 1, 2)]
    for asked in foreseen:
        do(pairer, asked)
    rounds = [director.get(where(asked)).json["foreseen"] for asked in foreseen]
    assert director.get(f"/tournaments/{cup}").json["version"] == VERSION
    assert rounds[0]["tables"] == rounds[1]["tables"] != rounds[2]["tables"]
    asked = ask(director, cup, body={"seed": 2})
    do(pairer, asked)
    assert director.get(f"/tournaments/{cup}/rounds/1").json["tables"] == rounds[2]["tables"]


def test_the_slower_of_two_directors_who_pair_at_the_same_time_gets_a_conflict(callers: Callers, cup: str, pairer: Pairer) -> None:
    anna, ben = callers.holder("direct"), callers.holder("direct")
    first, second = ask(anna, cup), ask(ben, cup)
    do(pairer, first)
    do(pairer, second)
    assert anna.get(where(first)).json["state"] == "done"
    lost = ben.get(where(second)).json
    assert (lost["state"], lost["expected"], lost["actual"], lost["round"]) == ("conflict", VERSION, VERSION + 1, None)
    assert len(anna.get(f"/tournaments/{cup}").json["rounds"]) == 1
    late = ask(ben, cup)
    assert (late.status_code, late.json["expected"], late.json["actual"]) == (412, VERSION, VERSION + 1)


def test_a_request_for_an_impossible_pairing_is_refused_immediately(director: Caller, cup: str, pairer: Pairer, parts: Wiring) -> None:
    do(pairer, ask(director, cup))
    refused = ask(director, cup, version=VERSION + 1)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/not-paired")
    assert "Round 1 is not finished: tables without a result: 1, 2, 3" in refused.json["detail"]
    assert parts.pairings.due([HOME]) == []


def test_a_pairing_that_the_format_cannot_make_is_refused_with_the_reason(director: Caller, pairer: Pairer) -> None:
    cup = opened(director, format="rotation", settings={"table": 4, "partners": 2})
    entered(director, cup, MANY)
    changed = recorded(director, cup, event("EntryChanged", entry=1, line=1), event("EntryChanged", entry=2, line=1))
    asked = ask(director, cup, version=changed)
    do(pairer, asked)
    refused = director.get(where(asked)).json
    assert refused["state"] == "refused"
    assert re.match(r"Entries 3, 4, .* have no line of the schedule \(", refused["reason"])
    assert len(refused["least"]["tables"]) == MANY // 4


def test_the_progress_of_a_pairing_is_stored_at_most_ten_times_a_second(
    director: Caller, cup: str, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, seconds, seen = ask(director, cup), [0.0], []

    def paired(state: Tournament, wanted: Wanted, progress: Callable[[int], None]) -> Any:
        for percent, seconds[0] in ((10, 0.0), (20, TELL_SECONDS / 2), (30, TELL_SECONDS), (40, 1.5 * TELL_SECONDS), (50, 3.0)):
            progress(percent)
            seen.append(director.get(where(asked)).json["percent"])
        return really_paired(state, wanted)

    monkeypatch.setattr(recording, "next_round", paired)
    do(Pairer(parts.rounds, parts.pairings, lambda: seconds[0]), asked)
    assert seen == [10, 10, 30, 30, 50]
    assert director.get(where(asked)).json["state"] == "done"


# --- a job is lost, run twice, late or killed ---------------------------------------------------------------------------------------------


def test_repeating_a_request_for_a_pairing_with_the_same_key_pairs_one_round(director: Caller, cup: str, pairer: Pairer) -> None:
    first, again = ask(director, cup, key="tap"), ask(director, cup, key="tap")
    assert where(first) == where(again)
    do(pairer, first)
    assert ask(director, cup, key="tap").json["state"] == "done"
    other = ask(director, cup, key="tap", body={"seed": 3})
    assert (other.status_code, other.json["type"]) == (422, "/problems/id-taken")
    assert director.get(f"/tournaments/{cup}").json["version"] == VERSION + 1


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Interrupted:
    """A function: `interrupted(act)` makes the next pairing call `act` after it has computed the tables, and before it records
    them."""

    def prepare(act: Callable[[], object]) -> None:
        def paired(state: Tournament, wanted: Wanted, progress: Callable[[int], None]) -> Any:
            monkeypatch.setattr(recording, "next_round", really_paired)
            made: Recorded | Any = really_paired(state, wanted, progress)
            act()
            return made

        monkeypatch.setattr(recording, "next_round", paired)

    return prepare


class Killed(BaseException):
    """Ends a job as kill -9 would: no `except Exception` of the job can catch it."""


def killed() -> None:
    raise Killed


def test_a_killed_pairing_job_is_completed_by_the_next_job(
    director: Caller, cup: str, pairer: Pairer, interrupted: Interrupted, parts: Wiring
) -> None:
    asked = ask(director, cup)
    interrupted(killed)
    with pytest.raises(Killed):
        do(pairer, asked)
    running = director.get(where(asked)).json
    assert running["state"] == "running"
    assert running["percent"] > 0
    assert parts.pairings.due([HOME]) == [(HOME, asked.json["pairing"])]
    do(pairer, asked)
    assert director.get(where(asked)).json["state"] == "done"


def test_a_pairing_job_killed_after_recording_the_round_leads_to_no_second_round(
    director: Caller, cup: str, pairer: Pairer, parts: Wiring
) -> None:
    asked = ask(director, cup)
    do(pairer, asked)
    row = parts.pairings.get(HOME, asked.json["pairing"])
    assert row is not None
    parts.pairings._redis.delete("{home}:pairing:" + row.id)
    parts.pairings.request(replace(row, state="running", round=None, version=None))  # the row is as it was before the round was recorded
    recorded(director, cup, event("RoundPublished", round=1))
    do(pairer, asked)
    done = director.get(where(asked)).json
    assert (done["state"], done["round"], done["version"]) == ("done", 1, VERSION + 1)
    assert len(director.get(f"/tournaments/{cup}").json["rounds"]) == 1


def test_two_jobs_for_the_same_pairing_record_one_round(director: Caller, cup: str, pairer: Pairer, interrupted: Interrupted) -> None:
    """The second job runs just before the first job records its round."""
    asked = ask(director, cup)
    interrupted(lambda: do(pairer, asked))
    do(pairer, asked)
    assert director.get(where(asked)).json["state"] == "done"
    assert director.get(f"/tournaments/{cup}").json["version"] == VERSION + 1


def test_a_pairing_ends_in_a_conflict_if_the_tournament_changes_while_the_pairing_is_made(
    director: Caller, cup: str, pairer: Pairer, interrupted: Interrupted
) -> None:
    asked = ask(director, cup)
    interrupted(lambda: recorded(director, cup, event("CheckedIn", entry=1)))
    do(pairer, asked)
    lost = director.get(where(asked)).json
    assert (lost["state"], lost["expected"], lost["actual"]) == ("conflict", VERSION, VERSION + 1)


def test_a_pairing_fails_after_too_many_of_its_jobs_died(director: Caller, cup: str, pairer: Pairer, parts: Wiring) -> None:
    asked = ask(director, cup)
    parts.pairings.change(HOME, asked.json["pairing"], lambda now: replace(now, attempts=MOST_ATTEMPTS))
    do(pairer, asked)
    failed = director.get(where(asked)).json
    assert (failed["state"], failed["reason"]) == ("failed", f"Given up after {MOST_ATTEMPTS} attempts.")


# --- cancelling ---------------------------------------------------------------------------------------------------------------------------


def test_a_waiting_pairing_can_be_cancelled(director: Caller, cup: str, pairer: Pairer) -> None:
    asked = ask(director, cup)
    assert director.call("DELETE", where(asked)).json["state"] == "cancelled"
    do(pairer, asked)
    assert director.get(where(asked)).json["state"] == "cancelled"
    assert director.get(f"/tournaments/{cup}").json["version"] == VERSION


def test_a_pairing_in_progress_can_be_cancelled_until_its_round_is_recorded(
    director: Caller, cup: str, pairer: Pairer, interrupted: Interrupted
) -> None:
    asked = ask(director, cup)
    interrupted(lambda: director.call("DELETE", where(asked)))
    do(pairer, asked)
    assert director.get(where(asked)).json["state"] == "cancelled"
    assert director.get(f"/tournaments/{cup}").json["version"] == VERSION


def test_a_pairing_that_is_being_recorded_or_is_done_cannot_be_cancelled(director: Caller, cup: str, pairer: Pairer, parts: Wiring) -> None:
    asked = ask(director, cup)
    parts.pairings.change(HOME, asked.json["pairing"], lambda now: replace(now, state="running", recording=True))
    assert director.call("DELETE", where(asked)).json["state"] == "running"
    do(pairer, asked)
    assert director.call("DELETE", where(asked)).json["state"] == "done"
    assert len(director.get(f"/tournaments/{cup}").json["rounds"]) == 1


def test_a_scorekeeper_sees_the_state_of_a_pairing_but_cannot_cancel_the_pairing(
    director: Caller, scorekeeper: Caller, stranger: Caller, cup: str
) -> None:
    asked = where(ask(director, cup))
    assert scorekeeper.get(asked).json["state"] == "waiting"
    assert scorekeeper.call("DELETE", asked).status_code == 403
    assert stranger.get(asked).status_code == 401
    other = opened(director)
    assert director.get(asked.replace(cup, other)).status_code == 404


def test_a_job_for_an_unknown_pairing_removes_the_pairing_from_the_list(pairer: Pairer, parts: Wiring, redis: Redis) -> None:
    redis.zadd("{home}:pairings", {"gone": 1})
    pairer.pair(HOME, "gone")
    assert parts.pairings.due([HOME]) == []
