"""Spectators' delay: every endpoint shows the public a game's record as it was some seconds ago.

The application reads the time from a clock that the test sets.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from flask import Flask

from service.caches.delays import Delays
from service.caches.streams import Readings
from service.engine import ENGINE
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME, parse_game
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.test_sealed import validated
from tests.api.test_statistics import caught_up
from tests.verdicts import judged

SECOND = 1000
BEGAN = 1_763_700_000 * SECOND
SPECTATORS = {"spectator": "", "reader": "", "scorekeeper as the public": "?view=public"}


@dataclass
class Clock:
    """A clock that the test sets. `ahead`: ms that are added only when delays are computed. A large value lets spectators see every
    event."""

    ms: int = BEGAN
    ahead: int = 0

    def now(self) -> int:
        return self.ms

    def seen(self) -> int:
        return self.ms + self.ahead

    def wait(self, seconds: float) -> None:
        self.ms += round(seconds * SECOND)


@pytest.fixture
def clock(app: Flask, parts: Wiring) -> Iterator[Clock]:
    made = Clock()
    writing = write_client(parts.config.store_url)
    records = Records(writing, made.now)
    readings = Readings(records)
    turned = replace(
        parts,
        records=records,
        readings=readings,
        delays=Delays(readings, made.seen),
        now=made.now,
        pause=made.wait,
    )
    app.extensions[EXTENSION] = turned
    yield made
    app.extensions[EXTENSION] = parts
    writing.close()


def delay(seconds: int) -> dict[str, Any]:
    return {"type": "SpectatorDelaySet", "data": {"seconds": seconds}}


def retracted(target: int) -> dict[str, Any]:
    return {"type": "Retracted", "data": {"target": target}}


@pytest.fixture
def game(director: Caller, clock: Clock) -> str:
    """A public game with three seats. Spectators see each event one minute after it was recorded."""
    game = director.opened(visibility="public", title="Final", seats=[{"name": "Ann"}, {"name": "Ben"}, {}])
    director.recorded(game, delay(60))
    return game


def version(visitor: Caller, game: str, query: str = "") -> int:
    return int(visitor.get(f"/games/{game}{query}").json["version"])


# --- who sees events late, and how late -------------------------------------------------------------------------------------------------


def test_spectators_see_each_event_when_its_delay_has_passed(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    director.recorded(game, opener(0))
    assert (version(director, game), version(stranger, game)) == (3, 1)
    clock.wait(59)
    director.recorded(game, placed(0))
    assert version(stranger, game) == 1
    clock.wait(0.999)
    assert version(stranger, game) == 1
    clock.wait(0.001)
    assert version(stranger, game) == 3
    clock.wait(59)
    assert version(stranger, game) == 4


def test_players_and_recorders_see_the_table_without_delay(game: str, director: Caller, callers: Callers) -> None:
    director.recorded(game, opener(0))
    live = [director, callers.holder("record"), callers.holder("record", game=game), callers.holder("read", game=game, seat=1)]
    late = [callers.anonymous(), callers.holder("read"), callers.holder("read", game=game), callers.holder("record", club="away")]

    assert [version(visitor, game) for visitor in live] == [3] * 4
    assert [version(visitor, game) for visitor in late] == [1] * 4
    assert [version(visitor, game, "?view=public") for visitor in live] == [1] * 4
    assert {visitor.get(f"/games/{game}").json["delay"] for visitor in (*live, *late)} == {60}


def test_spectators_of_a_game_without_a_delay_see_everything_immediately(director: Caller, stranger: Caller, clock: Clock) -> None:
    game = director.opened(visibility="public")
    director.recorded(game, opener(0))
    assert version(stranger, game) == 2
    assert stranger.get(f"/games/{game}").json["delay"] == 0
    assert stranger.get(f"/games/{game}").headers["ETag"].startswith('"2.e')


def test_spectators_see_the_result_of_a_game_only_after_its_delay(
    game: str, director: Caller, stranger: Caller, clock: Clock, app: Flask, parts: Wiring
) -> None:
    clock.wait(100)
    director.recorded(game, {"type": "ResultStated", "data": {"winners": [1]}})
    assert stranger.get(f"/games/{game}").json["outcome"]["winners"] == []
    assert [line["winners"] for line in stranger.get("/games").json["games"]] == [[]]
    judged(parts.verdicts, parse_game(game), 0, 3, ENGINE, "finished", [], [])
    assert [(line["game"], line["winners"]) for line in stranger.get("/public").json["games"]] == [(game, [])]
    clock.wait(60)
    assert stranger.get("/public").json["games"] == []
    assert stranger.get(f"/games/{game}").json["outcome"]["winners"] == [1]
    assert [line["winners"] for line in stranger.get("/games").json["games"]] == [[1]]


def test_a_change_of_visibility_or_delay_takes_effect_immediately(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    director.recorded(game, opener(0), {"type": "VisibilitySet", "data": {"visibility": "private"}})
    assert stranger.get(f"/games/{game}").status_code == 404
    director.recorded(game, {"type": "VisibilitySet", "data": {"visibility": "unlisted"}})
    assert stranger.get(f"/games/{game}").json["visibility"] == "unlisted"
    director.recorded(game, delay(0))
    assert version(stranger, game) == 6
    director.recorded(game, delay(60))
    assert version(stranger, game) == 1


def test_withdrawing_the_setting_of_a_delay_restores_the_previous_delay(
    game: str, director: Caller, stranger: Caller, clock: Clock
) -> None:
    director.recorded(game, delay(3600), retracted(3))
    assert stranger.get(f"/games/{game}").json["delay"] == 60
    director.recorded(game, retracted(2))
    assert (stranger.get(f"/games/{game}").json["delay"], version(stranger, game)) == (0, 5)


@pytest.mark.parametrize("seconds", [-1, 86_401, "60", None, 1.5])
def test_a_delay_of_an_invalid_number_of_seconds_is_refused(seconds: Any, game: str, director: Caller) -> None:
    refused = director.append(game, {"type": "SpectatorDelaySet", "data": {"seconds": seconds}})
    assert refused.status_code == 422


# --- every endpoint -----------------------------------------------------------------------------------------------------------------------


@dataclass
class Public:
    """Requests everything about `game` that needs only the game's id."""

    app: Flask
    callers: Callers
    game: str
    visitors: dict[str, Caller] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.visitors = {
            "spectator": self.callers.anonymous(),
            "reader": self.callers.holder("read"),
            "scorekeeper as the public": self.callers.holder("record"),
        }

    def paths(self, role: str) -> list[str]:
        """Return the paths to request. Only an anonymous spectator also requests paths with queries."""
        prefix = "/api/v1/games/<game>"
        rules = {rule.rule for rule in self.app.url_map.iter_rules() if rule.rule.startswith(prefix) and "GET" in (rule.methods or ())}
        bare = sorted(rule.removeprefix(prefix) for rule in rules if rule.count("<") == 1 and not rule.endswith("/live"))
        if role != "spectator":
            return bare
        formats = [f"/export?format={name}" for name in ("ndjson", "csv-rounds", "text", "html", "pdf")]
        asked = ["?at=3", "?at=3&as=corrected", "?at_least=1", "?view=seat:3", "/events?after=2&limit=2", "/events?upto=5"]
        pictures = ["/picture?at=3", "/picture?at=3&as=corrected", "/picture?scheme=dark"]
        parts = ["/replay?from=2&limit=2", "/replay?round=1", "/replay?to=3&as=recorded"]
        others = ["/replay?as=recorded", "/replay?at=3", "/diff?between=recorded,corrected", "/diff?from=2", "/findings?at_least=1"]
        return [*bare, *formats, *asked, *pictures, *parts, *others]

    def answers(self) -> dict[tuple[str, str], Any]:
        """Request every path as every visitor. Returns a mapping from (visitor, path) to status, body, and the headers that depend on the
        record."""
        seen: dict[tuple[str, str], Any] = {}
        for role, visitor in self.visitors.items():
            for path in self.paths(role):
                answer = visitor.get(f"/games/{self.game}{path}{SPECTATORS[role]}")
                seen[role, path] = (answer.status_code, answer.headers.get("ETag"), answer.headers.get("Link"), answer.get_data())
            if not SPECTATORS[role]:
                seen[role, "/games"] = visitor.get("/games").get_data()
                seen[role, "/games?state=finished"] = visitor.get("/games?state=finished").get_data()
        for path in ("/clubs/home/players", "/clubs/home/games", "/clubs/home/games?state=finished"):
            answer = self.visitors["reader"].get(path)
            seen["reader", path] = (answer.headers["ETag"], answer.get_data())
        return seen


HAND = [placed(0, "lowest", "2C"), placed(1, "highest", "AS"), placed(2, "middle", "KH")]
EVENING: list[list[dict[str, Any]]] = [
    # the events are: a call out of turn, a new player, a correction, a note, a stated round, a result, and a score that replaces the result
    [opener(0), HAND[0]],
    [HAND[2]],
    [HAND[1]],
    [{"type": "PlayerJoined", "data": {"seat": 3}}],
    [revealed(s0="2C", s1="AS", s2="KH")],
    [retracted(5), {**HAND[2], "after": 6}],
    [{"type": "NoteWritten", "data": {"note": "cheated before"}}],
    [{"type": "RoundStated", "data": {"round": 2, "points": {"0": 1}}}],
    [{"type": "ResultStated", "data": {"winners": [0]}}],
    [{"type": "ScoreStated", "data": {"scores": {"0": 9}}}, retracted(13)],
]


@pytest.mark.slow
def test_if_the_delay_is_a_minute_every_endpoint_shows_spectators_the_record_of_a_minute_ago(
    game: str, app: Flask, callers: Callers, director: Caller, clock: Clock
) -> None:
    """The test collects the answers twice: at the time of each event as if there were no delay, and one minute later with the delay. Both
    are equal."""
    public = Public(app, callers, game)
    messages: list[tuple[int, dict[tuple[str, str], Any]]] = []
    clock.wait(3600)  # spectators now see the whole opening

    def remember() -> None:
        clock.ahead = 10**9
        messages.append((clock.ms, public.answers()))
        clock.ahead = 0

    caught_up(app.extensions[EXTENSION])
    remember()
    for number, batch in enumerate(EVENING):
        clock.wait((7, 31, 60, 5, 90)[number % 5])
        director.recorded(game, *batch)
        caught_up(app.extensions[EXTENSION])
        remember()
    assert len({str(answers) for _, answers in messages}) == len(messages)
    end = clock.ms + 61 * SECOND
    for ms in sorted({at + 60 * SECOND for at, _ in messages} | {end}):
        clock.ms = ms
        then = [answers for at, answers in messages if at <= ms - 60 * SECOND]
        if then:
            # by now the record has later events, which spectators must not see yet
            now = public.answers()
            assert now.keys() == then[-1].keys()
            assert [key for key in now if now[key] != then[-1][key]] == []


def test_delayed_events_do_not_change_the_entity_tags_that_spectators_get(
    game: str, director: Caller, stranger: Caller, clock: Clock
) -> None:
    """Events that are still delayed change no hash, version or verdict that spectators see. So a request with the old tag gets 304."""
    clock.wait(100)
    paths = ("", "/events", "/replay", "/picture", "/findings", "/rulings", "/export", "/diff")
    tags = {path: stranger.get(f"/games/{game}{path}").headers["ETag"] for path in paths}
    director.recorded(game, opener(0), placed(1, "highest", "AS"))
    validated(director.app.extensions[EXTENSION], game)
    director.recorded(game, placed(0, "lowest", "2C"))
    validated(director.app.extensions[EXTENSION], game)
    for path, tag in tags.items():
        again = stranger.get(f"/games/{game}{path}", headers={"If-None-Match": tag})
        assert (again.status_code, again.headers["ETag"]) == (304, tag)


def test_a_change_of_visibility_changes_the_entity_tag_without_delay(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    tag = stranger.get(f"/games/{game}").headers["ETag"]
    director.recorded(game, {"type": "VisibilitySet", "data": {"visibility": "unlisted"}})
    assert stranger.get(f"/games/{game}", headers={"If-None-Match": tag}).json["visibility"] == "unlisted"


def test_spectators_do_not_see_that_the_validation_of_a_game_failed(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    parts: Wiring = director.app.extensions[EXTENSION]
    before = stranger.get(f"/games/{game}/findings").json
    parts.verdicts.park(parse_game(game), 2, 3, "KeyError at somewhere:1", "0a1b2c3d")
    assert director.get(f"/games/{game}/findings").json["parked"] is not None
    assert stranger.get(f"/games/{game}/findings").json == before


def test_the_verdict_for_spectators_equals_the_validators_verdict_at_the_version_they_see(director: Caller, clock: Clock) -> None:
    """The validator runs after each event. Both verdicts have the same findings, raised and withdrawn in the same order."""
    parts: Wiring = director.app.extensions[EXTENSION]
    game = director.opened(visibility="public")
    name = parse_game(game)
    validated(parts, game)
    for batch in EVENING:
        for event in batch:
            director.recorded(game, event)
            validated(parts, game)
    head = parts.records.head(name)
    assert head is not None
    late = parts.delays.late(head)
    made = parts.verdicts.entries(name)
    assert len(made) > 2
    assert [(e.n, e.kind, e.finding, e.through) for e in late.entries] == [(e.n, e.kind, e.finding, e.through) for e in made]
    assert late.hash == head.hash
    assert late.head(head) == replace(head, state="finished")  # `validated` stores the state `open` for every game


def test_spectators_see_only_findings_on_events_that_they_may_see(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    director.recorded(game, opener(0))
    clock.wait(30)
    director.recorded(game, placed(1, "highest"))
    clock.wait(30)
    answer = stranger.get(f"/games/{game}/findings").json
    assert (answer["version"], answer["validated"], answer["verdict"], answer["findings"]) == (3, 3, 0, [])
    clock.wait(30)
    answer = stranger.get(f"/games/{game}/findings").json
    assert (answer["version"], answer["verdict"], [finding["rule"] for finding in answer["findings"]]) == (4, 1, ["out-of-turn"])


def test_a_spectator_who_requests_a_version_that_is_still_delayed_is_refused(game: str, director: Caller, stranger: Caller) -> None:
    refused = stranger.get(f"/games/{game}?at_least=2")
    assert (refused.status_code, refused.json["actual"]) == (409, 1)
    assert stranger.get(f"/games/{game}?at=2").status_code == 422
    assert director.get(f"/games/{game}?at_least=2").status_code == 200


def test_refusals_hide_a_new_player_from_spectators_until_the_delay_has_passed(
    game: str, director: Caller, stranger: Caller, clock: Clock
) -> None:
    """A spectator who requests the view of a new seat gets 422 as long as the event with which the player joined is delayed, and 403
    afterwards."""
    director.recorded(game, {"type": "PlayerJoined", "data": {"seat": 3}})
    assert stranger.get(f"/games/{game}?view=seat:3").status_code == 422
    clock.wait(60)
    assert stranger.get(f"/games/{game}?view=seat:3").status_code == 403


def test_the_verifier_accepts_an_export_for_spectators(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    director.recorded(game, opener(0), placed(1, "highest", "AS"))
    clock.wait(60)
    director.recorded(game, placed(0, "lowest", "2C"))
    file = stranger.get(f"/games/{game}/export?format=ndjson").get_data()
    body = stranger.call("POST", "/records/verify", data=file).json
    assert (body["valid"], body["version"], body["faults"]) == (True, 4, [])


def test_only_directors_see_a_delayed_result_in_the_statistics_immediately(
    game: str, director: Caller, callers: Callers, clock: Clock
) -> None:
    """Readers of the club see the result after the delay."""
    parts: Wiring = director.app.extensions[EXTENSION]
    clock.wait(100)
    director.recorded(game, {"type": "ResultStated", "data": {"winners": [1], "scores": {"1": 4}}})
    caught_up(parts)

    def ben(visitor: Caller) -> tuple[int, int, int]:
        [line] = [line for line in visitor.get("/clubs/home/players").json["players"] if line["name"] == "Ben"]
        page = visitor.get(f"/clubs/home/players/{line['person']}").json
        assert [page[name] for name in ("games", "wins", "points")] == [line[name] for name in ("games", "wins", "points")]
        return line["games"], line["wins"], line["points"]

    reader = callers.holder("read")
    assert (ben(director), ben(reader)) == ((1, 1, 4), (1, 0, 0))
    assert [row["state"] for row in reader.get("/clubs/home/games").json["games"]] == ["open"]
    clock.wait(60)
    assert (ben(director), ben(reader)) == ((1, 1, 4), (1, 1, 4))
    assert reader.get("/clubs/home/players").headers["ETag"] == director.get("/clubs/home/players").headers["ETag"]


def test_a_rematch_has_the_same_delay_as_the_first_game(game: str, director: Caller, stranger: Caller, clock: Clock) -> None:
    director.recorded(game, {"type": "ResultStated", "data": {"winners": [1]}})
    again = [director.post(f"/games/{game}/rematch").json["game"] for _ in range(2)]
    assert again[0] == again[1]
    assert director.get(f"/games/{again[0]}").json["delay"] == 60
    assert version(stranger, again[0]) == 1


# --- the head, the stored summary of a record ---------------------------------------------------------------------------------------------


def test_the_head_of_a_game_stores_its_delay(game: str, director: Caller, clock: Clock) -> None:
    parts: Wiring = director.app.extensions[EXTENSION]
    head = parts.records.head(parse_game(game))
    assert head is not None
    assert head.delay == 60
    assert [late.game for late in parts.records.late(HOME)] == [game]
    clock.wait(60 + 61)
    assert parts.records.late(HOME) == []
    director.recorded(game, opener(0))
    assert [late.game for late in parts.records.late(HOME)] == [game]


def test_an_exported_and_imported_record_keeps_its_delay(game: str, director: Caller, clock: Clock) -> None:
    file = director.get(f"/games/{game}/export?format=ndjson").get_data()
    parts: Wiring = director.app.extensions[EXTENSION]
    away = Caller(director.app, parts.clubs.issue("away", "x", "direct")[1])  # type: ignore[arg-type]
    made = away.call("POST", "/records", data=file)
    assert made.status_code == 201, made.get_data(as_text=True)
    head = parts.records.head(parse_game(made.json["game"]))
    assert head is not None
    assert head.delay == 60
