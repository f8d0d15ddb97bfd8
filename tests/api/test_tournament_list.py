"""GET /tournaments: its pages, which tournaments a visitor sees, damaged tournaments, and the rows that a worker keeps ready. The same
rows show whether two people are in the same unfinished tournament. If they are, they cannot be merged."""

import logging
from typing import Any

import pytest
from redis import Redis

from bench.cup import BY, acts, draft, stored
from domain.kernel.events import PersonId, Retracted, TournamentAct
from domain.kernel.events.tournaments import TournamentFinished
from service.caches import tournament_lines
from service.projections.tournaments import line_key
from service.store.keys import HOME, Keys, StreamId
from service.store.tournaments.tournaments import TournamentStreams
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import Cup, opened_cup
from tests.tournament.stream import act, opened, paired
from workers.project import Projector
from workers.wiring import wired_to


@pytest.fixture
def worker(redis: Redis, app: object) -> Projector:
    return Projector(wired_to(redis))


def projected(worker: Projector) -> None:
    while not worker.project(HOME):
        pass


def listed(caller: Caller, query: str = "") -> list[dict[str, Any]]:
    """Return the lines of all pages, read by following the links to the next page."""
    lines, path = [], f"/api/v1/tournaments?{query}"
    while path:
        answer = caller.get(path)
        assert answer.status_code == 200
        lines += answer.json["tournaments"]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return lines


def named(lines: list[dict[str, Any]]) -> list[str]:
    return [line["tournament"] for line in lines]


def damage(parts: Wiring, stream: StreamId) -> None:
    """Remove the first events of a stream."""
    parts.redis.xtrim(f"{{home}}:tournament:{stream}", maxlen=3, approximate=False)


def nothing_is_read(*_: object, **__: object) -> list[Any]:
    raise AssertionError("events were read")


# --- pages --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_pages_show_every_tournament_once_while_new_ones_are_opened(parts: Wiring, director: Caller, limit: int) -> None:
    there = [opened_cup(parts).id for _ in range(7)]
    newest, seen, new = parts.tournaments.newest(HOME), list[str](), list[str]()
    path = f"/api/v1/tournaments?limit={limit}"
    while path:
        answer = director.get(path)
        assert len(answer.json["tournaments"]) <= limit
        seen += named(answer.json["tournaments"])
        new.append(opened_cup(parts).id)
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert [stream for stream in seen if stream in there] == newest
    assert len(seen) == len(set(seen))
    assert {*seen} - {*there} <= {*new}


def test_the_last_page_of_the_tournament_list_has_no_link_to_another_page(parts: Wiring, director: Caller) -> None:
    assert (director.get("/tournaments").json, director.get("/tournaments").headers.get("Link")) == ({"tournaments": []}, None)
    for _ in range(2):
        opened_cup(parts)
    assert "Link" not in director.get("/tournaments?limit=2").headers
    assert "Link" in director.get("/tournaments?limit=1").headers


@pytest.mark.parametrize("query", ["limit=0", "limit=51", "limit=x", "cursor=x", "cursor=ä", "cursor=AAAA", f"cursor={'A' * 201}"])
def test_wrong_limits_and_cursors_are_refused(director: Caller, query: str) -> None:
    answer = director.get(f"/tournaments?{query}")
    assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, query.partition("=")[0])


def test_a_cursor_contains_no_id_and_is_valid_only_for_its_own_list(
    parts: Wiring, director: Caller, stranger: Caller, callers: Callers
) -> None:
    """A page for strangers may end at a private tournament, whose id they must not see."""
    parts.clubs.found("away")  # type: ignore[arg-type]
    games = [director.opened(visibility="public") for _ in range(2)]
    cups = [opened_cup(parts, "public").id for _ in range(2)]
    cursors = [stranger.get(f"/{name}?limit=1").headers["Link"].partition(">")[0].rpartition("=")[2] for name in ("tournaments", "games")]
    assert not any(name.partition("-")[2][-16:] in cursor for name in (*games, *cups) for cursor in cursors)
    assert stranger.get(f"/tournaments?cursor={cursors[0]}").status_code == 200
    assert stranger.get(f"/tournaments?cursor={cursors[1]}").status_code == 422
    assert stranger.get(f"/games?cursor={cursors[0]}").status_code == 422
    assert callers.holder("read", club="away").get(f"/tournaments?cursor={cursors[0]}").status_code == 422


@pytest.mark.parametrize("rows", [True, False])
def test_strangers_can_page_to_public_tournaments_listed_after_many_private_ones(
    parts: Wiring, stranger: Caller, worker: Projector, monkeypatch: pytest.MonkeyPatch, rows: bool
) -> None:
    monkeypatch.setattr(tournament_lines, "MOST_LOOKED_AT", 2)
    monkeypatch.setattr(tournament_lines, "AT_ONCE", 3)
    public, *hidden, another = [opened_cup(parts, name).id for name in ("public", *["private"] * 4, "unlisted", "public")]
    hidden += [opened_cup(parts).id for _ in range(5)]
    if rows:
        projected(worker)
    first = stranger.get("/tournaments")
    assert (first.json["tournaments"], "Link" in first.headers) == ([], True)
    seen = named(listed(stranger))
    assert sorted(seen) == sorted([public, another])
    assert not any(stream in stranger.get("/tournaments").get_data(as_text=True) for stream in hidden)


def test_the_number_of_events_read_for_one_page_of_tournaments_is_limited(
    parts: Wiring, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tournament in this test has 9 events. A tournament with more events than the limit has a page to itself."""
    cups = {opened_cup(parts).id for _ in range(5)}
    for most, lines in ((18, 2), (26, 2), (27, 3), (5, 1)):
        monkeypatch.setattr(tournament_lines, "MOST_FOLDED", most)
        assert len(director.get("/tournaments").json["tournaments"]) == lines
        assert (len(listed(director)), {*named(listed(director))}) == (5, cups)


# --- damaged tournaments ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 50])
def test_a_damaged_tournament_is_left_out_of_the_list_and_logged(
    parts: Wiring, director: Caller, limit: int, caplog: pytest.LogCaptureFixture
) -> None:
    first, broken, last = (opened_cup(parts).id for _ in range(3))
    damage(parts, broken)
    with caplog.at_level(logging.WARNING):
        assert {*named(listed(director, f"limit={limit}"))} == {first, last}
    assert any(broken in record.getMessage() for record in caplog.records)


def test_the_tournament_list_leaves_out_a_tournament_whose_stored_summary_is_lost(parts: Wiring, director: Caller) -> None:
    broken, cup = opened_cup(parts).id, opened_cup(parts).id
    parts.redis.delete(Keys(HOME).head(broken))
    assert named(listed(director)) == [cup]


def test_a_tournament_that_the_worker_finds_damaged_leaves_the_list(
    parts: Wiring, director: Caller, worker: Projector, redis: Redis
) -> None:
    """The second worker remembers nothing of the tournament."""
    broken, cup = opened_cup(parts), opened_cup(parts)
    projected(worker)
    damage(parts, broken.id)
    broken.add(act("CheckedIn", entry=1))
    projected(Projector(wired_to(redis)))
    assert named(listed(director)) == [cup.id]


# --- rows ---------------------------------------------------------------------------------------------------------------------------------


def test_the_tournament_list_is_made_from_stored_rows_without_reading_events(
    parts: Wiring, director: Caller, worker: Projector, monkeypatch: pytest.MonkeyPatch
) -> None:
    for visibility in ("public", "private"):
        opened_cup(parts, visibility)
    before = listed(director)
    projected(worker)
    monkeypatch.setattr(parts.tournaments, "events", nothing_is_read)
    monkeypatch.setattr(parts.tournaments_read, "at", nothing_is_read)
    assert listed(director) == before


@pytest.mark.parametrize("scope", ["read", "record"])
def test_lines_of_the_tournament_list_made_from_stored_rows_equal_lines_made_from_events(
    parts: Wiring, callers: Callers, worker: Projector, scope: Any
) -> None:
    """Round 2 is not published. The last steps withdraw the end of the tournament and an entry."""
    cup, caller = opened_cup(parts), callers.holder(scope)
    finished = ("ForfeitRuled", "ForfeitRuled", "ForfeitRuled")
    steps: list[list[TournamentAct]] = [
        [paired(2, [[1], [3]], [[2], [4]], [[5], [6]])],
        [act(name, round=1, table=table, winners=[0]) for table, name in enumerate(finished, 1)],
        [act("EntryMade", entry=7, people=["p-ann"], name="Late"), act("RoundPublished", round=2)],
        [TournamentFinished()],
        [Retracted(16), Retracted(14)],
    ]
    for step in steps:
        cup.add(*step)
        parts.projected._redis.delete(Keys(HOME).generation("live"))
        (folded,) = listed(caller)
        projected(worker)
        assert parts.projected.live(HOME, "tournaments").fold is not None
        assert listed(caller) == [folded]
        assert folded["version"] == cup.version


def test_the_tournament_list_shows_a_change_once_the_worker_has_updated_the_row(parts: Wiring, director: Caller, worker: Projector) -> None:
    cup = opened_cup(parts)
    projected(worker)
    cup.add(act("EntryMade", entry=7, people=[], name="Late"))
    assert [(line["version"], line["latest"], line["entries"]) for line in listed(director)] == [(9, 10, 6)]
    projected(worker)
    assert [(line["version"], line["latest"], line["entries"]) for line in listed(director)] == [(10, 10, 7)]


def test_stored_tournament_rows_that_other_code_wrote_are_not_used(parts: Wiring, director: Caller, worker: Projector) -> None:
    cup = opened_cup(parts)
    projected(worker)
    keys = Keys(HOME)
    parts.redis.hset(keys.rows("live", "tournaments"), line_key(cup.id), b"[]")
    parts.redis.hset(keys.generation("live"), "fold", "engine.another-form")
    assert named(listed(director)) == [cup.id]


# --- people who are merged ----------------------------------------------------------------------------------------------------------------

ANN, BEN, CARL, DORA = people = tuple(PersonId(f"p-{name}") for name in ("ann", "ben", "carl", "dora"))


@pytest.fixture
def named_people(parts: Wiring) -> None:
    parts.people.register(HOME, {person: person for person in people}, BY)


def cup_of(parts: Wiring, *entered: PersonId) -> Cup:
    cup = Cup(parts, parts.tournaments.open(HOME, draft(opened()), BY).stream)
    cup.add(*(act("EntryMade", entry=number, people=[person], name=person) for number, person in enumerate(entered, 1)))
    return cup


def merging(director: Caller, gone: PersonId, kept: PersonId = ANN) -> int:
    return director.post(f"/people/{kept}/merge", {"gone": gone}).status_code


@pytest.mark.usefixtures("named_people")
def test_merging_people_of_one_unfinished_tournament_is_refused_without_reading_events(
    parts: Wiring, director: Caller, worker: Projector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_lines, "MANY", 2)
    cup_of(parts, ANN, BEN)
    cup_of(parts, CARL, DORA)
    cup_of(parts, ANN, CARL).add(TournamentFinished())
    cup_of(parts, DORA)
    projected(worker)
    monkeypatch.setattr(TournamentStreams, "events", nothing_is_read)
    assert [merging(director, gone) for gone in (BEN, CARL, DORA)] == [409, 200, 409]  # after the second merge Carl and Ann are one person


@pytest.mark.usefixtures("named_people")
@pytest.mark.parametrize(
    ("change", "status"),
    [
        pytest.param(act("EntryMade", entry=2, people=[BEN], name="Ben"), 409, id="entered"),
        pytest.param(act("EntryChanged", entry=1, people=[ANN, BEN]), 409, id="in-one-entry"),
        pytest.param(act("CheckedIn", entry=1), 200, id="something-else"),
    ],
)
def test_a_merge_is_checked_against_changes_that_the_worker_has_not_seen(
    parts: Wiring, director: Caller, worker: Projector, change: TournamentAct, status: int
) -> None:
    cup = cup_of(parts, ANN)
    projected(worker)
    cup.add(change)
    assert merging(director, BEN) == status


@pytest.mark.usefixtures("named_people")
def test_a_merge_is_checked_against_a_tournaments_end_that_the_worker_has_not_seen(
    parts: Wiring, director: Caller, worker: Projector
) -> None:
    cup = cup_of(parts, ANN, BEN)
    projected(worker)
    end = cup.add(TournamentFinished())
    cup.add(Retracted(end))
    assert merging(director, BEN) == 409
    projected(worker)
    cup.add(TournamentFinished())
    assert merging(director, BEN) == 200


@pytest.mark.usefixtures("named_people")
def test_a_damaged_tournament_does_not_forbid_merges(parts: Wiring, director: Caller) -> None:
    damage(parts, stored(parts.tournaments, list(acts(4, 1))))
    cup_of(parts, ANN, BEN)
    assert [merging(director, gone) for gone in (BEN, CARL)] == [409, 200]
