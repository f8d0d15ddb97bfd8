"""Entity tags, caching, paging, and waiting for a version that was just written (design §7)."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest
from flask import Flask

from service.api.lib.sending import IF_MATCH, IF_MATCH_VERSION
from service.clock import now_ms
from service.engine import ENGINE
from service.files.formats import html
from service.store.keys import GameId, keys_of
from service.store.streams.seen import digits_of
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.cups import opened_cup
from tests.api.test_sealed import validated


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(0, "lowest", "TS"))
    return game


def of(parts: Wiring, game: str) -> str:
    """Return the part of an entity tag that comes from the hash of the last event."""
    head = parts.records.head(GameId(game))
    assert head is not None
    return f".e{digits_of(head.hash)}"


NOTE = {"type": "NoteWritten", "data": {"note": "They play on."}}

TAGS = [
    ("", "3"),
    ("?at=2", "2"),
    ("?at=2&as=corrected", "3"),
    ("/replay", f"3.0.{ENGINE}"),
    ("/events", "3"),
]


@pytest.mark.parametrize(("resource", "tag"), TAGS)
def test_an_unchanged_answer_is_not_sent_to_a_client_that_has_it(
    resource: str, tag: str, scorekeeper: Caller, game: str, parts: Wiring
) -> None:
    tag = f'"{tag}{of(parts, game)}"'
    first = scorekeeper.get(f"/games/{game}{resource}")
    again = scorekeeper.get(f"/games/{game}{resource}", headers={"If-None-Match": first.headers["ETag"]})
    other = scorekeeper.get(f"/games/{game}{resource}", headers={"If-None-Match": '"1", W/"999"'})

    assert (first.status_code, first.headers["ETag"]) == (200, tag)
    assert (again.status_code, again.headers["ETag"], again.get_data()) == (304, tag, b"")
    assert other.status_code == 200


def test_a_new_finding_does_not_change_the_entity_tag_of_the_state(scorekeeper: Caller, game: str, parts: Wiring) -> None:
    scorekeeper.recorded(game, placed(2, "lowest", "TS"))
    state, before = scorekeeper.get(f"/games/{game}").headers["ETag"], scorekeeper.get(f"/games/{game}/findings").headers["ETag"]
    replay = scorekeeper.get(f"/games/{game}/replay").headers["ETag"]

    validated(parts, game)

    after = scorekeeper.get(f"/games/{game}/findings").headers["ETag"]
    assert scorekeeper.get(f"/games/{game}").headers["ETag"] == state
    assert after != before
    assert after == f'"4.1.{ENGINE}{of(parts, game)}"'
    assert scorekeeper.get(f"/games/{game}/replay").headers["ETag"] == after != replay


CACHING = [
    # (the visitor, the requested resource, the expected header Cache-Control)
    ("anonymous", "", "public, no-cache"),
    ("anonymous", "/findings", "public, no-cache"),
    ("scorekeeper", "", "private, no-cache"),
    ("scorekeeper", "/events", "private, no-cache"),
    ("scorekeeper", "/events?upto=3", "private, no-cache"),
    ("scorekeeper", "/events?after=1&upto=2", "private, no-cache"),
    ("anonymous", "/events?upto=2", "public, no-cache"),
]


@pytest.mark.parametrize(("role", "resource", "expected"), CACHING)
def test_the_header_cache_control_depends_on_visitor_and_resource(
    role: str, resource: str, expected: str, game: str, scorekeeper: Caller, stranger: Caller
) -> None:
    visitor = {"anonymous": stranger, "scorekeeper": scorekeeper}[role]

    response = visitor.get(f"/games/{game}{resource}")

    assert response.headers["Cache-Control"] == expected
    assert {"Authorization", "Cookie"} <= set(response.headers["Vary"].split(", "))


def test_problem_documents_and_answers_with_secrets_may_not_be_cached(director: Caller, stranger: Caller) -> None:
    for response in (
        stranger.get("/games/home-aaaaaaaaaaaaaaaa"),
        director.get("/tokens"),
        director.get("/people"),
        director.get("/session"),
        director.post("/tokens", {"label": "x", "scopes": ["read"]}),
    ):
        assert response.headers["Cache-Control"] == "no-store"


def test_a_replay_in_a_file_is_sent_again_when_its_scripts_have_changed(
    scorekeeper: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{game}/export?format=html"
    again = {"If-None-Match": scorekeeper.get(path).headers["ETag"]}
    assert scorekeeper.get(path, headers=again).status_code == 304
    changed = {**html._fixed(), "policy": "script-src 'sha256-another'"}
    monkeypatch.setattr(html, "_fixed", lambda: changed)
    assert scorekeeper.get(path, headers=again).status_code == 200


def test_the_list_of_events_has_pages_that_link_to_each_other(scorekeeper: Caller, game: str) -> None:
    seen, path, pages = [], f"/api/v1/games/{game}/events?limit=1", 0
    while path:
        response = scorekeeper.get(path)
        seen += [event["version"] for event in response.json["events"]]
        link = response.headers.get("Link", "")
        path = link.partition(">")[0].removeprefix("<")
        pages += 1

    assert (seen, pages) == ([1, 2, 3], 3)
    assert scorekeeper.get(f"/games/{game}/events?after=2&upto=3").json["events"][0]["version"] == 3
    assert scorekeeper.get(f"/games/{game}/events?after=9").json["events"] == []


def test_the_list_of_games_has_pages_and_their_links_reveal_no_id(scorekeeper: Caller, stranger: Caller) -> None:
    games = [scorekeeper.opened(visibility="public") for _ in range(5)]
    seen, path, cursors = [], "/api/v1/games?limit=2", []
    while path:
        response = stranger.get(path)
        seen += [line["game"] for line in response.json["games"]]
        path = response.headers.get("Link", "").partition(">")[0].removeprefix("<")
        cursors.append(path.rpartition("=")[2])

    assert sorted(seen) == sorted(games)
    assert len(cursors) == 3
    letters = {game.partition("-")[2] for game in games}
    assert not any(word in cursor for cursor in cursors for word in letters)
    forged = ("A" if cursors[0][0] != "A" else "B") + cursors[0][1:]
    assert stranger.get(f"/games?cursor={forged}").status_code == 422
    assert stranger.get(f"/games?club=away&cursor={cursors[0]}").status_code == 422


def test_the_list_of_games_can_be_filtered(scorekeeper: Caller) -> None:
    ann = scorekeeper.post("/people", {"name": "Ann"}).json["person"]
    with_ann, given_up = scorekeeper.opened(seats=[{"person": ann}, {}]), scorekeeper.opened()
    scorekeeper.recorded(given_up, {"type": "GameAbandoned", "data": {"reason": "late"}})

    def listed(query: str) -> list[str]:
        return [line["game"] for line in scorekeeper.get(f"/games?{query}").json["games"]]

    assert listed("") == [given_up, with_ann]
    assert listed(f"player={ann}") == [with_ann]
    assert listed("state=abandoned") == [given_up]
    assert listed("state=finished") == []
    assert set(listed("system=high-card")) == {with_ann, given_up}
    assert listed("system=whist") == []


def test_events_can_be_read_as_ndjson(scorekeeper: Caller, game: str) -> None:
    response = scorekeeper.get(f"/games/{game}/events", headers={"Accept": "application/x-ndjson"})

    assert response.mimetype == "application/x-ndjson"
    assert [line.count(b'"version"') for line in response.get_data().splitlines()] == [1, 1, 1]
    assert "Accept" in response.headers["Vary"]
    assert response.headers["ETag"] != scorekeeper.get(f"/games/{game}/events").headers["ETag"]
    assert scorekeeper.get(f"/games/{game}/events", headers={"Accept": "text/html"}).status_code == 406


def test_a_writer_can_read_the_version_that_they_have_just_written(scorekeeper: Caller, game: str) -> None:
    version = scorekeeper.recorded(game, placed(1))

    assert scorekeeper.get(f"/games/{game}?at_least={version}").json["version"] == version


@dataclass
class Patience:
    """Replaces the clock and the pauses of a request that waits, so that no pause takes real time. `pauses`: the seconds of each pause
    that the request asked for. `happens` is called at the third pause."""

    pauses: list[float] = field(default_factory=list)
    happens: Callable[[], object] = lambda: None

    def now(self) -> int:
        return now_ms() + round(1000 * sum(self.pauses))

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) == 3:
            self.happens()


@pytest.fixture
def patience(app: Flask, parts: Wiring) -> Iterator[Patience]:
    made = Patience()
    app.extensions[EXTENSION] = replace(parts, now=made.now, pause=made.pause)
    yield made
    app.extensions[EXTENSION] = parts


def test_a_request_stops_waiting_for_a_version_that_is_never_recorded(scorekeeper: Caller, game: str, patience: Patience) -> None:
    response = scorekeeper.get(f"/games/{game}?at_least=9")

    assert (response.status_code, response.json["type"]) == (409, "/problems/not-yet")
    assert (response.json["expected"], response.json["actual"]) == (9, 3)
    assert response.headers["Retry-After"] == "1"
    assert 0 < sum(patience.pauses) <= 1.05


def test_a_request_stops_waiting_even_if_the_clock_goes_back(
    app: Flask, parts: Wiring, scorekeeper: Caller, game: str, patience: Patience
) -> None:
    def back(seconds: float) -> None:
        patience.pause(seconds)
        assert len(patience.pauses) < 1000, "waits for the clock"

    app.extensions[EXTENSION] = replace(parts, now=lambda: now_ms() - 3_600_000 * len(patience.pauses), pause=back)
    assert scorekeeper.get(f"/games/{game}?at_least=9").json["type"] == "/problems/not-yet"


def test_a_request_waits_until_its_version_is_recorded(callers: Callers, scorekeeper: Caller, game: str, patience: Patience) -> None:
    other = callers.holder("record")
    patience.happens = lambda: other.recorded(game, placed(1))

    response = scorekeeper.get(f"/games/{game}?at_least=4")

    assert (response.status_code, response.json["version"]) == (200, 4)
    assert len(patience.pauses) == 3


def test_a_request_for_findings_can_wait_until_the_game_is_validated(
    scorekeeper: Caller, game: str, parts: Wiring, patience: Patience
) -> None:
    patience.happens = lambda: validated(parts, game)

    response = scorekeeper.get(f"/games/{game}/findings?at_least=3")

    assert (response.json["validated"], response.json["engine"]) == (3, ENGINE)
    assert scorekeeper.get(f"/games/{game}/findings?at_least=4").status_code == 409


def test_the_list_of_games_shows_the_result_of_a_finished_game(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(options={"target": 1})
    hand = [placed(0, "lowest"), placed(1, "lowest"), placed(2, "middle"), revealed(s0="2C", s1="AS", s2="AH")]

    scorekeeper.recorded(game, opener(0), *hand)

    line = scorekeeper.get("/games").json["games"][0]
    assert (line["state"], line["winners"], line["scores"]) == ("finished", [0], {"0": 1, "1": 0, "2": 0})


# --- a server that has lost its newest events ---------------------------------------------------------------------------------------------


@contextmanager
def lost(parts: Wiring, keys: Sequence[str]) -> Iterator[None]:
    """What the block writes to these keys is lost afterwards, as after a failover or a restore of older data."""
    before = {key: parts.redis.dump(key) for key in keys}
    yield
    for key, kept in before.items():
        parts.redis.restore(key, 0, kept, replace=True)


@pytest.mark.parametrize("resource", ["", "?at=4", "/events", "/replay", "/findings", "/diff", "/export?format=json", "/rulings"])
def test_a_client_that_has_an_answer_about_lost_events_is_not_told_that_nothing_has_changed(
    resource: str, scorekeeper: Caller, game: str, parts: Wiring
) -> None:
    keys, name = keys_of(GameId(game)), GameId(game)
    with lost(parts, [keys.stream(name), keys.head(name), keys.ids(name)]):
        scorekeeper.recorded(game, placed(1, "lowest", "9H"))
        seen = scorekeeper.get(f"/games/{game}{resource}")
    scorekeeper.recorded(game, placed(2, "lowest", "8H"))

    now = scorekeeper.get(f"/games/{game}{resource}", headers={"If-None-Match": seen.headers["ETag"]})

    assert now.status_code == 200
    assert now.headers["ETag"] != seen.headers["ETag"]


def test_a_writer_who_has_seen_a_lost_event_does_not_write_after_the_one_in_its_place(
    scorekeeper: Caller, game: str, parts: Wiring
) -> None:
    keys, name = keys_of(GameId(game)), GameId(game)
    with lost(parts, [keys.stream(name), keys.head(name), keys.ids(name)]):
        seen = scorekeeper.append(game, placed(1, "lowest", "9H"), match='"3"').headers["ETag"]
    scorekeeper.recorded(game, placed(2, "lowest", "8H"))

    refused = scorekeeper.append(game, NOTE, match=seen)
    withdrawing = scorekeeper.append(game, {"type": "Retracted", "data": {"target": 3}}, match=seen)
    scorekeeper.recorded(game, NOTE)
    late = scorekeeper.append(game, {"type": "Retracted", "data": {"target": 3}}, match=seen)

    assert [answer.status_code for answer in (refused, withdrawing, late)] == [412, 412, 412]
    said = "The version 4 that you know was lost, and this is another one. Read the record again."
    assert refused.json["detail"] == said
    assert parts.records.events(name)[-1].version == 5
    assert scorekeeper.append(game, NOTE, match='"5"').status_code == 201, "a version alone cannot tell"


@pytest.mark.parametrize("resource", ["", "/events"])
@pytest.mark.parametrize("end", ["", ".n7"])
def test_the_tag_of_a_game_says_after_which_event_to_record(resource: str, end: str, scorekeeper: Caller, game: str) -> None:
    tag = scorekeeper.get(f"/games/{game}{resource}").headers["ETag"]
    made = scorekeeper.append(game, NOTE, match=f'{tag[:-1]}{end}"')
    assert (made.status_code, scorekeeper.append(game, NOTE, match=made.headers["ETag"]).status_code) == (201, 201)


LOST = '"3.e0000000001"'
"""The tag of a version that this server has, with another event."""


def test_a_dry_run_refuses_a_version_that_was_lost_as_the_request_does(scorekeeper: Caller, game: str) -> None:
    sent = {"events": [NOTE]}, {"If-Match": LOST}
    asked = [scorekeeper.post(f"/games/{game}/events{query}", sent[0], headers=sent[1]) for query in ("", "?dry_run=true")]
    assert [answer.status_code for answer in asked] == [412, 412]
    assert asked[0].json == asked[1].json
    tag = {"If-Match": scorekeeper.get(f"/games/{game}").headers["ETag"]}
    assert scorekeeper.post(f"/games/{game}/events?dry_run=true", sent[0], headers=tag).status_code == 200


RETRACTED = {"type": "Retracted", "data": {"target": 3}}


@pytest.mark.parametrize(("match", "event"), [(LOST, NOTE), ('"2"', NOTE), ('"9"', RETRACTED)])
def test_a_conflict_has_the_tag_of_the_state(match: str, event: dict[str, object], scorekeeper: Caller, game: str) -> None:
    refused = scorekeeper.append(game, event, match=match)
    assert (refused.status_code, refused.headers["ETag"]) == (412, scorekeeper.get(f"/games/{game}").headers["ETag"])


def test_the_contract_has_the_tags_that_are_sent(director: Caller, scorekeeper: Caller, game: str) -> None:
    person = director.post("/people", {"name": "Anna"}).get_json()["person"]
    director.call("PATCH", f"/people/{person}", json={"name": "Anna B."})
    tag = scorekeeper.get(f"/games/{game}").headers["ETag"]
    assert ".n" in tag
    for header in (IF_MATCH, IF_MATCH_VERSION):
        assert re.search(header["schema"]["pattern"], tag)
        assert not re.search(header["schema"]["pattern"], '"3.x1"')


def test_a_tournament_takes_the_tag_of_its_state(director: Caller, parts: Wiring) -> None:
    cup = opened_cup(parts)
    tag = director.get(f"/tournaments/{cup.id}").headers["ETag"]
    assert re.search(IF_MATCH["schema"]["pattern"], tag)
    assert director.post(f"/tournaments/{cup.id}/events", {"events": [NOTE]}, headers={"If-Match": tag}).status_code == 201


def test_a_new_game_with_a_delay_has_the_tag_of_its_state(director: Caller) -> None:
    made = director.post("/games", {"system": "high-card", "seats": [{}, {}, {}], "delay": 300})
    assert made.json["version"] == 2
    assert made.headers["ETag"] == director.get(f"/games/{made.json['game']}").headers["ETag"]


def test_a_rematch_has_the_tag_of_its_state(director: Caller, game: str) -> None:
    director.recorded(game, {"type": "GameAnnulled", "data": {"reason": "x"}})
    made = director.post(f"/games/{game}/rematch")
    assert (made.status_code, made.json["version"]) == (201, 2)
    assert made.headers["ETag"] == director.get(f"/games/{made.json['game']}").headers["ETag"]


@pytest.mark.parametrize(("query", "told"), [("", True), ("?at=3", False), ("?at=3&as=corrected", False)])
def test_the_last_state_has_the_tag_to_send_on(query: str, told: bool, scorekeeper: Caller, game: str) -> None:
    state = scorekeeper.get(f"/games/{game}{query}")
    assert (f'"{state.json.get("tag")}"' == state.headers["ETag"]) == told
    assert ("tag" in state.json) == told
