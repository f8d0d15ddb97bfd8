"""/seasons: opening, counting tournaments, the table with its reasons, late corrections, and what is refused."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from domain.files.season import recompute_table
from domain.files.verify import verify
from domain.kernel.events import EventId, PersonId, SeasonAct, TokenId
from domain.kernel.events.tournaments import MOST_ENTRIES
from domain.season.checks import faults, senseless
from domain.season.fold import SeasonReading, season_read
from service.api.seasons.seasons import MOST_AT_ONCE
from service.memory.work import TooLong, WorkBudget
from service.recording.seasons import Change, Counting, SeasonDraft
from service.store.keys import HOME, Club, StreamId
from service.store.seasons.seasons import SEASON
from service.store.streams.append import sealed_batch
from service.store.streams.kinds import StreamHead
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import Cup
from tests.api.evenings import beats, corrected, count, evening, opened_season, places
from tests.season.stream import act as act_of
from tests.season.stream import counted as counted_act
from tests.season.stream import cup as cup_id
from tests.season.stream import events, opened
from tests.tournament.stream import act

ROOT = Path(__file__).parents[2]
NAMES = {"p-ann": "Ann", "p-ben": "Ben", "p-cleo": "Cleo", "p-dora": "Dora"}


@pytest.fixture
def club(parts: Wiring) -> None:
    parts.people.register(HOME, {PersonId(person): name for person, name in NAMES.items()}, TokenId("t-director"))


pytestmark = pytest.mark.usefixtures("club")


def at(caller: Caller, season: str, *events: dict[str, Any], match: str = "*") -> Any:
    return caller.post(f"/seasons/{season}/events", {"events": list(events)}, headers={"If-Match": match})


def test_a_season_over_two_evenings(director: Caller, stranger: Caller, parts: Wiring) -> None:
    season = opened_season(director)
    assert count(director, season, evening(parts, ["p-ann", "p-ben", "p-cleo", "p-dora"])).status_code == 201
    assert count(director, season, evening(parts, ["p-ben", "p-ann"])).json["version"] == 3
    assert places(stranger, season) == [(1, "Ann", "7"), (2, "Ben", "13/2"), (3, "Cleo", "4"), (4, "Dora", "3/2")]
    state = stranger.get(f"/seasons/{season}").json
    assert [(each["title"], each["entries"]) for each in state["tournaments"]] == [("Evening", 4), ("Evening", 2)]
    assert stranger.get("/seasons").json["seasons"][0] == {
        "season": season,
        "version": 3,
        "name": "Winter",
        "tournaments": 2,
        "closed": False,
        "visibility": "public",
    }


def test_a_place_explains_itself(director: Caller, stranger: Caller, parts: Wiring) -> None:
    season = opened_season(director, settings={"best": 1})
    count(director, season, evening(parts, ["p-ann", "p-ben"]), evening(parts, ["p-ben", "p-ann", "p-cleo", "p-dora"]))
    shown = stranger.get(f"/seasons/{season}/standings/p-ben").json
    assert (shown["name"], shown["place"], shown["points"]) == ("Ben", 2, "4")
    assert [(each["worth"], each["counts"], each["explanation"]) for each in shown["credits"]] == [
        ("3", False, "place 2 of 2"),
        ("4", True, "shares places 1 to 2 of 4: the mean of their points"),
    ]
    assert stranger.get(f"/seasons/{season}/standings/p-nobody").status_code == 404


def test_a_key_that_was_used_for_another_request_is_refused(director: Caller, parts: Wiring) -> None:
    season, one, other = opened_season(director), evening(parts, ["p-ann", "p-ben"]), evening(parts, ["p-ann", "p-ben"])
    key = {"headers": {"Idempotency-Key": "k"}}

    def outcomes(path: str, *bodies: dict[str, Any]) -> list[str]:
        answers = [director.post(f"/seasons/{season}/{path}", body, **key).json for body in bodies]
        return [answer.get("outcome") or answer["type"].rpartition("/")[2] for answer in answers]

    both, two = {"tournaments": [one.id, other.id]}, {"tournaments": [other.id]}
    assert outcomes("tournaments", {"tournaments": [one.id]}, {"tournaments": [one.id]}, two, both) == [
        "appended",
        "already-there",
        "id-taken",
        "id-taken",
    ]
    corrected(one)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    wanted = {"tournament": one.id, "digest": change["digest"]}
    kept = {**wanted, "decline": "too late"}
    assert outcomes("pending", kept, kept, {**kept, "decline": "x"}, wanted, {**kept, "digest": "ab" * 32}) == [
        "appended",
        "already-there",
        *["id-taken"] * 3,
    ]


def test_a_late_correction_says_who_moves_and_moves_nobody_before_it_is_accepted(director: Caller, parts: Wiring) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    count(director, season, first)
    before = places(director, season)
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []
    corrected(first)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    moved = [(move["name"], move["before"], move["place"], move["points_before"], move["points"]) for move in change["moved"]]
    assert moved == [("Ben", 2, 1, "3", "5"), ("Ann", 1, 2, "5", "3")]
    assert places(director, season) == before

    accepted = {"tournament": first.id, "digest": change["digest"]}
    stale = director.post(f"/seasons/{season}/pending", {**accepted, "digest": "ab" * 32})
    assert (stale.status_code, stale.json["errors"][0]["pointer"]) == (422, "/digest")
    assert director.post(f"/seasons/{season}/pending", accepted, headers={"Idempotency-Key": "k"}).json["outcome"] == "appended"
    assert director.post(f"/seasons/{season}/pending", accepted, headers={"Idempotency-Key": "k"}).json["outcome"] == "already-there"
    assert places(director, season) == [(1, "Ben", "5"), (2, "Ann", "3")]
    assert places(director, season, "?known_at=2") == before
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []
    assert director.post(f"/seasons/{season}/pending", accepted).json["errors"][0]["pointer"] == "/tournament"


def test_a_declined_correction_waits_no_more_until_the_standings_change_again(director: Caller, parts: Wiring) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben", "p-cleo", "p-dora"])
    count(director, season, first)
    corrected(first)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    declined = {"tournament": first.id, "digest": change["digest"], "decline": "the prizes are given"}
    stale = director.post(f"/seasons/{season}/pending", {**declined, "digest": "ab" * 32})
    assert (stale.status_code, stale.json["errors"][0]["pointer"]) == (422, "/digest")
    assert director.post(f"/seasons/{season}/pending", declined).status_code == 201
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []
    corrected(first, 2)
    (second,) = director.get(f"/seasons/{season}/pending").json["changes"]
    assert director.post(f"/seasons/{season}/pending", {**declined, "digest": second["digest"]}).status_code == 201
    corrected(first, 2, 0)
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []


@pytest.mark.parametrize("first", [{}, {"decline": "too late"}], ids=["accepted", "declined"])
@pytest.mark.parametrize("second", [{}, {"decline": "too late"}], ids=["accepts", "declines"])
def test_of_two_directors_who_decide_at_the_same_time_one_decides(
    first: dict[str, str], second: dict[str, str], director: Caller, callers: Callers, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, cup, other = opened_season(director), evening(parts, ["p-ann", "p-ben"]), callers.holder("direct")
    count(director, season, cup)
    corrected(cup)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    decided, path = {"tournament": cup.id, "digest": change["digest"]}, f"/seasons/{season}/pending"
    answers, found = [], Counting.change

    def late(self: Counting, reading: SeasonReading, tournament: str) -> Change | None:
        """Let the other director decide after this one has looked."""
        waiting = found(self, reading, tournament)
        monkeypatch.undo()
        answers.append(other.post(path, decided | first))
        return waiting

    monkeypatch.setattr(Counting, "change", late)
    answers.append(director.post(path, decided | second))
    assert [answer.status_code for answer in answers] == [201, 422]
    assert answers[1].json["errors"][0]["pointer"] == "/tournament"
    assert director.get(f"/seasons/{season}").json["version"] == 3


def test_what_cannot_count_is_named_and_nothing_is_half_done(director: Caller, parts: Wiring) -> None:
    season, good = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    away = evening(parts, ["p-ann", "p-ben"], club=Club("away"))
    again = evening(parts, ["p-ann", "p-ben"])
    again.add(act("Retracted", target=again.version))
    running, private = evening(parts, ["p-ann", "p-ben"], finished=False), evening(parts, ["p-ann", "p-ben"], visibility="private")
    refused = count(director, season, good, away, good, again, running, private)
    assert refused.status_code == 422
    assert {error["pointer"]: error["message"] for error in refused.json["errors"]} == {
        "/tournaments/1": "is no tournament of this club",
        "/tournaments/2": "is named twice",
        "/tournaments/3": "was reopened: end it first",
        "/tournaments/4": "is not finished: end it first",
        "/tournaments/5": "is private, but the season is public: it would show who played there",
    }
    assert director.get(f"/seasons/{season}").json["tournaments"] == []
    assert count(director, season, good).status_code == 201
    assert count(director, season, good).json["errors"][0]["message"] == "counts already in this season"


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/name"]),
        ({"name": "x", "settings": {"by": "luck", "best": 0, "places": "x"}}, ["/settings/by", "/settings/places", "/settings/best"]),
        ({"name": "x", "settings": {"places": []}}, ["/settings/places"]),
        ({"name": "x", "settings": []}, ["/settings"]),
        ({"name": "x", "settings": {"surprise": 1}}, ["/settings/surprise"]),
        ({"name": "", "visibility": "secret"}, ["/name", "/visibility"]),
    ],
)
def test_a_wrong_season_names_every_wrong_field(director: Caller, body: dict[str, Any], pointers: list[str]) -> None:
    refused = director.post("/seasons", body)
    assert refused.status_code == 422
    assert sorted(error["pointer"] for error in refused.json["errors"]) == sorted(pointers)


def test_a_reopened_evening_keeps_what_counts_and_brings_no_change(director: Caller, parts: Wiring) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    count(director, season, first)
    first.add(act("Retracted", target=first.version))
    beats(first, 1, 1)
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []
    assert places(director, season) == [(1, "Ann", "5"), (2, "Ben", "3")]


def test_a_closed_season_counts_nothing_until_it_is_reopened(director: Caller, parts: Wiring) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    closed = at(director, season, {"type": "SeasonClosed", "data": {}})
    assert director.get(f"/seasons/{season}").json["end"] == closed.json["version"] == 2
    refused = count(director, season, first)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/tournaments")
    assert at(director, season, {"type": "Retracted", "data": {"target": 2}}).status_code == 201
    assert count(director, season, first).status_code == 201


def test_settings_change_for_all_tournaments_and_a_stale_director_is_told(director: Caller, parts: Wiring) -> None:
    season = opened_season(director)
    count(director, season, evening(parts, ["p-ann", "p-ben"]))
    changed = {"type": "SeasonSettingsChanged", "data": {"settings": {"by": "percentage"}}}
    assert at(director, season, changed, match='"1"').status_code == 412
    assert at(director, season, changed, match='"2"').status_code == 201
    assert places(director, season) == [(1, "Ann", "100"), (2, "Ben", "0")]


def test_what_has_a_request_of_its_own_is_refused_by_name(director: Caller) -> None:
    season = opened_season(director)
    for name, instead in (("TournamentCounted", "tournaments"), ("CorrectionAccepted", "pending"), ("CorrectionDeclined", "pending")):
        refused = at(director, season, {"type": name, "data": {}})
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/events/0/type")
        assert f"POST /seasons/{{season}}/{instead}" in refused.json["errors"][0]["message"]


def test_a_pair_is_two_people_and_merged_ids_are_one(director: Caller, parts: Wiring) -> None:
    season = opened_season(director)
    count(director, season, evening(parts, [["p-ann", "p-ben"], "p-cleo"]), evening(parts, ["p-dora", "p-ben"]))
    assert places(director, season) == [(1, "Ben", "8"), (2, "Ann", "5"), (2, "Dora", "5"), (4, "Cleo", "3")]
    assert director.post("/people/p-ann/merge", {"gone": "p-dora"}).status_code == 200
    assert places(director, season) == [(1, "Ann", "10"), (2, "Ben", "8"), (3, "Cleo", "3")]
    assert director.get(f"/seasons/{season}/standings/p-dora").json["person"] == "p-ann"


def test_names_of_erased_people_vanish_everywhere(director: Caller, stranger: Caller, parts: Wiring) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    count(director, season, first)
    corrected(first)
    paths = ("", "/standings", "/standings/p-ann", "/pending", "/events", "/export")
    assert any("Ann" in director.get(f"/seasons/{season}{path}").text for path in paths)
    tag = stranger.get(f"/seasons/{season}/standings").headers["ETag"]
    assert director.call("DELETE", "/people/p-ann").status_code == 200
    assert all("Ann" not in director.get(f"/seasons/{season}{path}").text for path in paths)
    assert stranger.get(f"/seasons/{season}/standings", headers={"If-None-Match": tag}).status_code == 200
    assert places(stranger, season) == [(1, "p-ann", "5"), (2, "Ben", "3")]


def test_a_season_is_exported_verified_recomputed_and_imported_again(director: Caller, parts: Wiring, tmp_path: Path) -> None:
    season, first = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    count(director, season, first, evening(parts, ["p-ben", "p-cleo"]))
    corrected(first)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    director.post(f"/seasons/{season}/pending", {"tournament": first.id, "digest": change["digest"]})
    for form in ("json", "ndjson"):
        data = director.get(f"/seasons/{season}/export?format={form}").data
        assert verify(data).report()[0].startswith(f"OK {season} 4 events")
        assert recompute_table(data).faults == ()
        file = tmp_path / f"season.{form}"
        file.write_bytes(data)
        done = subprocess.run([sys.executable, str(ROOT / "verify_record.py"), str(file)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.split()[:2]) == (0, ["OK", season])
    again = director.call("POST", "/records", data=data, headers={"Content-Type": "application/octet-stream"})
    assert (again.status_code, again.json["outcome"], again.json["season"]) == (201, "already-there", season)


def forged(parts: Wiring, season: str, cup: Cup) -> None:
    """Count a tournament as only a file could that was made elsewhere."""
    counted = act_of("TournamentCounted", tournament=cup.id, version=2, hash="ab" * 32, rows=[])
    parts.seasons.append(StreamId(season), None, [SeasonDraft(counted, EventId(str(uuid4())))], TokenId("t-director"))


def test_a_season_file_counts_no_tournaments_of_other_clubs(director: Caller, parts: Wiring) -> None:
    season, away = opened_season(director), evening(parts, ["p-ann", "p-ben"], club=Club("away"), visibility="private")
    forged(parts, season, away)
    data = director.get(f"/seasons/{season}/export").data
    refused = director.call("POST", "/records", data=data, headers={"Content-Type": "application/octet-stream"})
    assert refused.status_code == 422
    assert refused.json["errors"] == [{"where": "event 2", "message": f"{away.id} is no tournament of this club"}]


COUNTED = counted_act("a", [(1, ["ann"], 1)], 2)
SENSELESS = [
    ([COUNTED, COUNTED], "event 3", "/data/tournament", "counts already in this season"),
    ([act_of("TournamentLeftOut", tournament=cup_id("a"), reason="void")], "event 2", "/data/tournament", "does not count in this season"),
    ([act_of("SeasonSettingsChanged", settings={"by": "place", "places": []})], "event 2", "/data/settings/places", "must have the points"),
    ([act_of("SeasonClosed"), COUNTED], "event 3", "/data", "cannot follow the end of the season"),
]


@pytest.mark.parametrize(("acts", "where", "pointer", "message"), SENSELESS, ids=[row[3] for row in SENSELESS])
def test_a_season_file_has_no_event_that_could_not_be_recorded(
    director: Caller, parts: Wiring, acts: list[SeasonAct], where: str, pointer: str, message: str
) -> None:
    season = opened_season(director)
    parts.seasons.append(StreamId(season), None, [SeasonDraft(act, EventId(str(uuid4()))) for act in acts], TokenId("t-director"))
    data = director.get(f"/seasons/{season}/export").data
    (fault,) = director.call("POST", "/records", data=data, headers={"Content-Type": "application/octet-stream"}).json["errors"]
    assert (fault["where"], fault["pointer"]) == (where, pointer)
    assert message in fault["message"]


DECLINED = act_of("CorrectionDeclined", tournament=cup_id("a"), digest="cd" * 32, reason="late")
OLD = {
    "declined twice, by two directors at the same time": [COUNTED, DECLINED, DECLINED],
    "a tournament withdrawn after the end": [COUNTED, act_of("SeasonClosed"), act_of("Retracted", target=2)],
}


@pytest.mark.parametrize("acts", OLD.values(), ids=OLD.keys())
def test_a_season_file_may_be_older_than_a_rule(acts: list[SeasonAct]) -> None:
    stream = events([opened(), *acts])
    assert senseless(stream) == []
    assert faults(season_read(stream[:1]), stream[1:]) != []


def test_a_season_file_begins_with_settings_that_fit() -> None:
    ((index, fault),) = senseless(events([opened(by="place", places=[])]))
    assert (index, fault.pointer) == (0, "/data/settings/places")


def test_a_season_never_shows_more_of_a_tournament_than_the_tournament_does(director: Caller, stranger: Caller, parts: Wiring) -> None:
    season, hidden = opened_season(director), evening(parts, ["p-ann", "p-ben"], visibility="private", title="Surprise")
    forged(parts, season, hidden)
    assert stranger.get(f"/seasons/{season}").json["tournaments"][0]["title"] is None
    assert "Surprise" not in director.get(f"/seasons/{season}/events").text
    assert director.get(f"/seasons/{season}/pending").json["changes"] == []


def test_a_damaged_tournament_keeps_no_other_from_being_corrected(director: Caller, parts: Wiring) -> None:
    season, broken, sound = opened_season(director), evening(parts, ["p-ann", "p-ben"]), evening(parts, ["p-ann", "p-ben"])
    count(director, season, broken, sound)
    corrected(broken)
    corrected(sound)
    parts.redis.xtrim(f"{{home}}:tournament:{broken.id}", maxlen=3, approximate=False)
    parts.tournaments_read._kept.forget()
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    accepted = {"tournament": sound.id, "digest": change["digest"]}
    assert director.post(f"/seasons/{season}/pending", accepted).status_code == 201
    assert director.post(f"/seasons/{season}/pending", {**accepted, "tournament": broken.id}).json["type"] == "/problems/record-damaged"


def test_the_work_for_all_tournaments_of_a_request_is_summed(parts: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each evening alone has two cells."""
    monkeypatch.setattr("service.memory.work.MOST_CELLS", 3)
    counting = replace(parts.counting, work=WorkBudget(bounded=True))
    season, cups = StreamId("home-saaaaaaaaaaaaaaaa"), [evening(parts, ["p-ann", "p-ben"]).id for _ in range(2)]
    assert len(counting.acts(season, "public", cups[:1])[0]) == 1
    with pytest.raises(TooLong):
        counting.acts(season, "public", cups)


def test_the_work_for_all_seasons_of_a_list_is_summed(director: Caller, parts: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    seasons = [StreamId(opened_season(director)) for _ in range(4)]
    heads = [head for head in parts.seasons.heads(seasons) if head is not None]
    monkeypatch.setattr(parts.seasons_read, "_work", WorkBudget(bounded=True))
    monkeypatch.setattr("service.memory.work.MOST_STEPS", 30)
    parts.seasons_read._kept.forget()
    parts.seasons_read.check(heads[:3])
    with pytest.raises(TooLong):
        parts.seasons_read.check(heads)
    asked: list[StreamHead] = []
    monkeypatch.setattr(parts.seasons_read, "check", asked.extend)
    monkeypatch.setattr(parts.seasons_read, "_work", WorkBudget())
    assert director.get("/seasons").status_code == 200
    assert {head.stream for head in asked} == {*seasons}


def test_at_most_five_changes_are_listed_and_then_the_next(director: Caller, parts: Wiring) -> None:
    season, cups = opened_season(director), [evening(parts, ["p-ann", "p-ben"]) for _ in range(6)]
    count(director, season, *cups)
    for cup in cups:
        corrected(cup)
    changes = director.get(f"/seasons/{season}/pending").json["changes"]
    assert [change["tournament"] for change in changes] == [cup.id for cup in cups[:5]]
    director.post(f"/seasons/{season}/pending", {"tournament": cups[0].id, "digest": changes[0]["digest"]})
    changes = director.get(f"/seasons/{season}/pending").json["changes"]
    assert [change["tournament"] for change in changes] == [cup.id for cup in cups[1:]]


@pytest.mark.parametrize(("tournaments", "entries", "team"), [(MOST_AT_ONCE, 50, 1), (1, MOST_ENTRIES, 2)])
def test_what_the_contract_lets_one_request_count_fits_in_one_batch(tournaments: int, entries: int, team: int) -> None:
    row = {"place": entries, "entry": entries, "points": 1000, "people": [f"p-{person:016}" for person in range(team)]}
    counted = act_of("TournamentCounted", tournament=f"home-t{'a' * 16}", version=50_000, hash="ab" * 32, rows=[row] * entries)
    drafts = [SeasonDraft(counted, EventId(str(uuid4()))) for _ in range(tournaments)]
    assert len(sealed_batch(SEASON, drafts, lambda: b"salt" * 4)) == tournaments


def test_more_tournaments_than_fit_are_refused_by_name(director: Caller) -> None:
    season = opened_season(director)
    refused = director.post(f"/seasons/{season}/tournaments", {"tournaments": [f"home-t{'a' * 16}"] * (MOST_AT_ONCE + 1)})
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/tournaments")


def test_the_table_comes_in_pages(director: Caller, parts: Wiring) -> None:
    season = opened_season(director, settings={"beyond": 1})
    count(director, season, evening(parts, [f"p-{number}" for number in range(102)]))
    first, second = (director.get(f"/seasons/{season}/standings?page={page}") for page in (1, 2))
    assert (len(first.json["rows"]), len(second.json["rows"]), first.json["pages"], first.json["total"]) == (100, 2, 2, 102)
    assert 'rel="next"' in first.headers["Link"]
    assert director.get(f"/seasons/{season}/standings?page=3").status_code == 422


@pytest.mark.parametrize("query", ["known_at=9", "known_at=1&known_at_time=1", "known_at_time=1", "known_at=x", "page=0"])
def test_a_wrong_moment_is_refused_by_name(director: Caller, query: str) -> None:
    season = opened_season(director)
    refused = director.get(f"/seasons/{season}/standings?{query}")
    assert (refused.status_code, len(refused.json["errors"])) == (422, 1)


def test_a_season_is_opened_once_and_keeps_its_first_visibility(director: Caller, callers: Callers) -> None:
    again = {"headers": {"Idempotency-Key": "winter"}}
    first = director.post("/seasons", {"name": "Winter"}, **again)
    assert callers.holder("own").call("PATCH", "/clubs/home", json={"settings": {"visibility": "public"}}).status_code == 200
    second = director.post("/seasons", {"name": "Winter"}, **again)
    assert (first.json["season"], second.json["outcome"]) == (second.json["season"], "already-there")
    assert director.get(f"/seasons/{second.json['season']}").json["visibility"] == "private"


def test_the_list_comes_in_pages_and_hides_private_seasons(director: Caller, stranger: Caller) -> None:
    """Seasons that were opened in the same millisecond may stand in any order."""
    made = [opened_season(director, name=name, visibility=seen) for name, seen in [("A", "public"), ("B", "private"), ("C", "unlisted")]]
    assert {line["season"] for line in director.get("/seasons").json["seasons"]} == {*made}
    assert [line["name"] for line in stranger.get("/seasons").json["seasons"]] == ["A"]
    page = director.get("/seasons?limit=2")
    following = director.get(page.headers["Link"].partition("<")[2].partition(">")[0].removeprefix("/api/v1"))
    names = [line["name"] for answer in (page, following) for line in answer.json["seasons"]]
    assert (len(page.json["seasons"]), sorted(names), "Link" in following.headers) == (2, ["A", "B", "C"], False)
    assert [stranger.get(f"/seasons/{season}").status_code for season in made] == [200, 404, 200]
