"""GET /tournaments/{id}/standings: pages, entity tags, earlier versions and rounds, and how often they are computed."""

from typing import Any

import pytest

from bench.cup import BY, acts, draft, person, stored
from domain.kernel.events import PersonId, TournamentAct
from domain.kernel.events.tournaments import ForfeitRuled, ScoreAdjusted
from domain.kernel.shapes import Sealed
from domain.tournament.reading import TournamentReading, tournament_read
from service.caches import standings as kept
from service.caches.standings import made
from service.engine import ENGINE
from service.store.keys import HOME, StreamId, keys_of
from service.views.tournaments import names_of, page_json
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_tournaments import entered, opened, pair, played, recorded, typed

ENTRIES, ROUNDS = 240, 5


@pytest.fixture
def large(parts: Wiring) -> StreamId:
    """A public tournament of 240 entries, in which a round is being played."""
    return stored(parts.tournaments, list(acts(ENTRIES, ROUNDS, open_last=True)))


def forfeit(parts: Wiring, stream: StreamId, *tables: int) -> int:
    given: list[TournamentAct] = [ForfeitRuled(ROUNDS, table, (0,)) for table in tables]
    return parts.tournaments.append(stream, None, [draft(act) for act in given], BY).version


def whole(parts: Wiring, stream: StreamId, through: int | None = None, upto: int | None = None) -> list[dict[str, Any]]:
    """Return all rows of the standings, computed from the events alone."""
    reading = tournament_read(parts.tournaments.events(stream, upto=upto))
    names, found = names_of(HOME, reading.state, parts.people, latest=reading.state), made(reading, through)
    return [dict(row) for number in range(found.pages) for row in page_json(stream, found, number + 1, names)["rows"]]


def shown(caller: Caller, stream: str, query: str = "") -> list[dict[str, Any]]:
    """Return the rows of all pages, read by following the links to the next page."""
    rows, url = [], f"/api/v1/tournaments/{stream}/standings?{query}"
    while url:
        answer = caller.get(url)
        rows += answer.json["rows"]
        links = dict(reversed(link.strip().split("; rel=")) for link in answer.headers.get("Link", "").split(",") if link)
        url = links.get('"next"', "")[1:-1]
    return rows


# --- pages --------------------------------------------------------------------------------------------------------------------------------


def test_the_standings_are_split_into_pages_of_100_rows(stranger: Caller, parts: Wiring, large: StreamId) -> None:
    assert shown(stranger, large) == whole(parts, large)
    first, last = (stranger.get(f"/tournaments/{large}/standings?page={page}").json for page in (1, 3))
    assert [first[name] for name in ("page", "pages", "total")] == [1, 3, ENTRIES]
    assert (len(first["rows"]), len(last["rows"])) == (100, 40)
    middle = stranger.get(f"/tournaments/{large}/standings?page=2&as_of=3").headers["Link"]
    path = f"</api/v1/tournaments/{large}/standings"
    assert middle == f'{path}?page=1&as_of=3>; rel="prev", {path}?page=3&as_of=3>; rel="next"'


def test_a_request_for_a_page_of_standings_that_does_not_exist_is_refused(stranger: Caller, large: StreamId) -> None:
    for page in ("0", "4", "x", "1001"):
        answer = stranger.get(f"/tournaments/{large}/standings?page={page}")
        assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "page")


def test_the_standings_of_a_tournament_without_entries_are_one_empty_page(director: Caller) -> None:
    body = director.get(f"/tournaments/{opened(director)}/standings").json
    assert [body[name] for name in ("page", "pages", "total", "rows", "through")] == [1, 1, 0, [], 0]


# --- entity tags --------------------------------------------------------------------------------------------------------------------------


def tagged(caller: Caller, cup: str, tag: str) -> int:
    return caller.get(f"/tournaments/{cup}/standings", headers={"If-None-Match": tag}).status_code


def test_the_entity_tag_of_standings_names_their_version_and_the_code_that_made_them(director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public")
    version = entered(director, cup, 5)
    tag = stranger.get(f"/tournaments/{cup}/standings").headers["ETag"]
    assert tag.startswith(f'"{version}.{ENGINE}.e')
    assert (tagged(stranger, cup, tag), tagged(stranger, cup, f'"{version}.other"')) == (304, 200)
    played(director, cup, version)
    assert tagged(stranger, cup, tag) == 200


def test_a_page_of_standings_is_sent_again_after_a_person_on_it_was_erased(director: Caller, callers: Callers, parts: Wiring) -> None:
    cup = opened(director)
    parts.people.register(HOME, {PersonId("p-ann"): "Ann", PersonId("p-ben"): "Ben"}, BY)
    recorded(director, cup, {"type": "EntryMade", "data": {"entry": 1, "people": ["p-ann", "p-ben"], "name": "Ann and Ben"}})
    tag = director.get(f"/tournaments/{cup}/standings").headers["ETag"]
    assert callers.holder("own").call("DELETE", "/people/p-ann").status_code == 200
    again = director.get(f"/tournaments/{cup}/standings", headers={"If-None-Match": tag})
    assert (again.status_code, again.json["rows"][0]["name"]) == (200, "Ben")
    assert tagged(director, cup, again.headers["ETag"]) == 304


# --- what counts --------------------------------------------------------------------------------------------------------------------------


def test_an_unpublished_round_without_results_changes_no_standings(director: Caller, stranger: Caller) -> None:
    """A bye is worth points. If these points counted before the round is published, the standings would show who has the bye."""
    cup = opened(director, visibility="public")
    version = entered(director, cup, 5)
    before = stranger.get(f"/tournaments/{cup}/standings").json
    assert pair(director, cup, version).json["sits_out"]
    after = stranger.get(f"/tournaments/{cup}/standings").json
    assert (after["through"], after["rows"]) == (0, before["rows"])
    assert stranger.get(f"/tournaments/{cup}/standings?as_of=1").json["rows"] == before["rows"]
    assert stranger.get(f"/tournaments/{cup}/standings/5").json["values"][0]["contributions"] == []
    recorded(director, cup, {"type": "RoundPublished", "data": {"round": 1}})
    published = stranger.get(f"/tournaments/{cup}/standings").json
    assert (published["through"], sum(row["points"] for row in published["rows"])) == (1, 2)


def test_a_round_with_a_result_counts_in_the_standings_even_if_it_was_never_published(director: Caller, stranger: Caller) -> None:
    cup = opened(director, visibility="public")
    pair(director, cup, entered(director, cup, 4))
    at = recorded(director, cup, typed(1, 1, 9, 2))
    assert stranger.get(f"/tournaments/{cup}/standings").json["through"] == 0
    recorded(director, cup, {"type": "ResultApproved", "data": {"round": 1, "table": 1, "result": at}})
    assert stranger.get(f"/tournaments/{cup}/standings").json["through"] == 1


def test_the_parameters_as_of_and_known_at_select_the_round_and_version_of_the_standings(stranger: Caller, parts: Wiring) -> None:
    """By definition, these are the standings after the first `known_at` events, with the rounds up to `as_of` (tournaments.md §3)."""
    parts.people.register(HOME, {person(number): f"Person {number}" for number in range(1, 7)}, BY)
    stream = stored(parts.tournaments, list(acts(6, 3)))
    events = parts.tournaments.events(stream)
    for event in events:
        for through in (None, 0, 1, 2, 3, 9):
            query = f"known_at={event.version}" + ("" if through is None else f"&as_of={through}")
            answer = stranger.get(f"/tournaments/{stream}/standings?{query}")
            assert (answer.json["version"], answer.json["rows"]) == (event.version, whole(parts, stream, through, event.version))
            assert answer.headers["ETag"].startswith(f'"{event.version}.{ENGINE}.e')
    last = stranger.get(f"/tournaments/{stream}/standings?known_at_time={events[-1].recorded_at}&as_of=2").json
    assert (last["version"], last["rows"]) == (len(events), whole(parts, stream, 2))


# --- computed once -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int | None]]:
    """A list that gets (version, last round) each time this process computes standings."""
    calls: list[tuple[int, int | None]] = []
    make = kept.made

    def counted(reading: TournamentReading, through: int | None = None) -> kept.Standings:
        calls.append((reading.version, through))
        return make(reading, through)

    monkeypatch.setattr(kept, "made", counted)
    return calls


def test_standings_are_computed_once_for_each_version(
    stranger: Caller, director: Caller, parts: Wiring, large: StreamId, computed: list[tuple[int, int | None]]
) -> None:
    version = len(parts.tournaments.events(large))
    for caller in (stranger, director):
        assert shown(caller, large) == whole(parts, large)
    changed = forfeit(parts, large, 1, 2, 3)
    for caller in (stranger, director):
        assert shown(caller, large) == whole(parts, large)
    for _ in range(2):
        exactly = stranger.get(f"/tournaments/{large}/standings?known_at={version}&as_of=2").json
        assert (exactly["version"], exactly["rows"]) == (version, whole(parts, large, 2, version)[:100])
    assert computed == [(version, None), (changed, None), (version, 2)]


def test_standings_are_computed_again_after_the_stream_was_restored_from_a_backup(parts: Wiring) -> None:
    """The restored stream has as many events as before, but not the same ones."""
    cups = [stored(parts.tournaments, [*acts(6, 2), ScoreAdjusted(entry, -9, Sealed("", "late"))]) for entry in (3, 4)]
    before, restored = map(parts.tournaments_read.of, cups)
    assert before.version == restored.version
    for reading in (before, restored):
        assert parts.standings.current(cups[0], reading) == made(reading)
    assert made(before).lines != made(restored).lines


# --- the explanation of a place -----------------------------------------------------------------------------------------------------------


def test_everyone_sees_the_rule_of_an_adjustment_but_only_recorders_see_its_reason(callers: Callers, director: Caller) -> None:
    """Source: docs/decisions/who-sees-what.md: readers of a tournament see no reasons."""
    cup = opened(director, visibility="public", settings={"tiebreaks": ["difference"]})
    entered(director, cup, 2)
    late = {"entry": 2, "points": -1, "score": -3, "reason": "came late", "cites": "house rules, 4"}
    recorded(director, cup, {"type": "ScoreAdjusted", "data": late}, {"type": "ScoreAdjusted", "data": {**late, "cites": None}})
    limited = {"tournament": StreamId(cup), "entry": 2}
    readers = callers.anonymous(), callers.holder("read"), callers.holder("read", **limited)
    for caller, reason in [(director, "came late"), (callers.holder("record"), "came late"), *((reader, None) for reader in readers)]:
        points, difference = caller.get(f"/tournaments/{cup}/standings/2").json["values"]
        for part, value in ((points, "-1"), (difference, "-3")):
            told = [(each["value"], each["why"], each["reason"], each["cites"]) for each in part["contributions"]]
            assert told == [(value, "adjusted", reason, "house rules, 4"), (value, "adjusted", reason, None)]


def test_standings_of_events_that_are_lost_are_not_shown_again(stranger: Caller, parts: Wiring) -> None:
    """A ruling is lost, as after a failover, and recorded again with the same id, but now after another one."""
    parts.people.register(HOME, {person(number): f"Person {number}" for number in range(1, 7)}, BY)
    stream = stored(parts.tournaments, list(acts(6, 2, open_last=True)))
    first, second = (draft(ForfeitRuled(2, table, (1,))) for table in (1, 2))
    keys = keys_of(stream)
    before = {key: parts.redis.dump(key) for key in (keys.stream(stream, "tournament"), keys.head(stream), keys.ids(stream))}
    parts.tournaments.append(stream, None, [first], BY)
    stranger.get(f"/tournaments/{stream}/standings")
    for key, dump in before.items():
        parts.redis.restore(key, 0, dump, replace=True)
    parts.tournaments.append(stream, None, [second], BY)
    version = parts.tournaments.append(stream, None, [first], BY).version

    answer = stranger.get(f"/tournaments/{stream}/standings").json

    assert (answer["version"], answer["rows"]) == (version, whole(parts, stream, None, version))
