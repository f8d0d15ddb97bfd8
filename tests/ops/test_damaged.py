"""Damaged data is reported by `faceup doctor --records`, the API and the pages, and repaired by `faceup mend`. Other records are not
affected."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from redis import Redis

from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.running.losses import Loss, cuts, missing, note, noted
from service.running.server import client, entered
from service.store.clubs.clubs import Clubs
from service.store.clubs.people import People
from service.store.games.kind import GAME
from service.store.keys import HOME, GameId, Keys, StreamId
from service.store.streams.soundness import damage_of
from tests.ops.processes import until
from tests.ops.serving import configured, serving
from tests.speeds import rows, seeds, slow
from workers.cli import main

HIGH_CARD = {"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}]}
PLAY = [
    {"type": "OpenerChosen", "data": {"seat": 0}},
    {"type": "CardPlaced", "data": {"seat": 0, "call": "middle", "card": "TS"}},
    {"type": "CardPlaced", "data": {"seat": 1, "call": "highest", "card": "9S"}},
    {"type": "NoteWritten", "data": {"note": "room 2"}},
]


class Installation:
    """A running server for this test, with the club `home`, and an application on it."""

    def __init__(self, config: Config, redis: Redis) -> None:
        self.config, self.redis = config, redis
        Clubs(redis, now_ms).found(HOME)
        People(redis, now_ms).found(HOME)
        _, secret = Clubs(redis, now_ms).issue(HOME, "owner", "own")
        self.headers = {"Authorization": f"Bearer {secret}", "If-Match": "*"}
        self.app: Flask = create_app(config)

    def get(self, path: str, **headers: str) -> Any:
        return self.app.test_client().get(path, headers=self.headers | headers)

    def recorded(self) -> GameId:
        web = self.app.test_client()
        game = web.post("/api/v1/games", json=HIGH_CARD, headers=self.headers).json["game"]
        assert web.post(f"/api/v1/games/{game}/events", json={"events": PLAY}, headers=self.headers).status_code == 201
        return GameId(game)

    def forget(self) -> None:
        """Replace the application by a new one, which has no cached readings."""
        self.app = create_app(self.config)

    def change(self, game: GameId, version: int, change: Callable[[bytes], bytes]) -> None:
        """Change the stored bytes of one event."""
        key = Keys(HOME).stream(game)
        entries = self.redis.xrange(key)
        self.redis.delete(key)
        for number, (entry_id, fields) in enumerate(entries, 1):
            self.redis.xadd(key, {b"e": change(fields[b"e"]) if number == version else fields[b"e"]}, id=entry_id)
        self.forget()

    def run(self, *words: str) -> Result:
        return CliRunner(env=self.config.as_env()).invoke(main, words)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Installation]:
    config = configured(tmp_path / "data")
    with entered(config) as url, client(url) as redis:
        yield Installation(config, redis)


def flipped(at: int) -> Callable[[bytes], bytes]:
    """Return a function that flips the lowest bit of the byte at index `at` (negative: counted from the end)."""
    return lambda entry: bytes(byte ^ (index == at % len(entry)) for index, byte in enumerate(entry))


# --- what is found ----------------------------------------------------------------------------------------------------------------------


CHANGES: list[tuple[str, Callable[[Installation, GameId], object], int, str]] = [
    ("a byte of a card's commitment", lambda here, game: here.change(game, 3, flipped(25)), 1, "the chain of hashes does not end"),
    ("a byte of an event's id", lambda here, game: here.change(game, 3, flipped(2)), 3, "the id of version 3 is not as it was recorded"),
    ("a byte of an event's type", lambda here, game: here.change(game, 4, flipped(16)), 4, "version 4 cannot be read"),
    ("the end of an event", lambda here, game: here.change(game, 5, lambda entry: entry[:-1]), 5, "version 5 cannot be read"),
    (
        "an event that is missing",
        lambda here, game: here.redis.xdel(Keys(HOME).stream(game), here.redis.xrange(Keys(HOME).stream(game))[2][0]),
        3,
        "version 3 is missing",
    ),
    (
        "the last event",
        lambda here, game: here.redis.xdel(Keys(HOME).stream(game), here.redis.xrevrange(Keys(HOME).stream(game), count=1)[0][0]),
        5,
        "it has 4 events, and its head counts 5",
    ),
    (
        "a sealed value",
        lambda here, game: here.redis.hset(Keys(HOME).sealed(game), "384", bytes(16) + b'"KS"'),
        3,
        "the sealed card of version 3 is not what was recorded",
    ),
    ("the head", lambda here, game: here.redis.delete(Keys(HOME).head(game)), 1, "it has 5 events and no head"),
    ("a field of the head", lambda here, game: here.redis.hset(Keys(HOME).head(game), "origins", "x"), 1, "its head, the summary"),
    ("the whole record", lambda here, game: here.redis.delete(Keys(HOME).head(game), Keys(HOME).stream(game)), 1, "it is missing"),
]
QUICK = ("a byte of a card's commitment", "an event that is missing", "the head")


@pytest.mark.parametrize(
    ("change", "first", "reason"), [pytest.param(*row[1:], id=row[0], marks=() if row[0] in QUICK else slow) for row in CHANGES]
)
def test_the_report_of_damage_to_a_record_names_the_first_damaged_version(
    here: Installation, change: Callable[[Installation, GameId], object], first: int, reason: str
) -> None:
    game = here.recorded()
    assert damage_of(here.redis, GAME, game) is None
    change(here, game)
    damage = damage_of(here.redis, GAME, game)
    assert damage is not None
    assert (damage.first, damage.stream) == (first, game)
    assert reason in damage.reason


@pytest.mark.parametrize("seed", seeds(40, quick=2))
def test_every_flipped_bit_of_an_event_is_noticed_and_makes_no_request_fail(here: Installation, seed: int) -> None:
    game, dice = here.recorded(), Random(seed)
    key = Keys(HOME).stream(game)
    version = dice.randrange(1, 6)
    size = len(here.redis.xrange(key)[version - 1][1][b"e"])
    at, bit = dice.randrange(size), 1 << dice.randrange(8)
    here.change(game, version, lambda entry: entry[:at] + bytes([entry[at] ^ bit]) + entry[at + 1 :])
    assert damage_of(here.redis, GAME, game) is not None
    for path in ("", "/events", "/replay", "/replay?as=recorded", "/export?format=ndjson", "?at=2"):
        answer = here.get(f"/api/v1/games/{game}{path}")
        assert (answer.status_code, answer.json["type"]) == (409, "/problems/record-damaged"), path


# --- what people read ---------------------------------------------------------------------------------------------------------------


def test_a_damaged_record_is_reported_as_a_problem_and_does_not_affect_other_records(here: Installation) -> None:
    game, other = here.recorded(), here.recorded()
    here.change(game, 3, flipped(-3))
    answer = here.get(f"/api/v1/games/{game}")
    assert (answer.status_code, answer.json["title"]) == (409, "The stored record is damaged")
    assert answer.json["detail"].endswith("Other records are not affected.")
    page = here.get(f"/games/{game}", Accept="text/html")
    assert (page.status_code, "The stored record is damaged" in page.text) == (409, True)
    assert here.get(f"/api/v1/games/{other}").status_code == 200


def test_doctor_says_how_to_repair_each_damaged_record_when_it_checks_records(here: Installation) -> None:
    game, other = here.recorded(), here.recorded()
    sound = here.run("doctor", "--records")
    assert sound.exit_code == 0
    assert "ok    Records    home: 3 verified, each is as acknowledged" in sound.stdout
    here.change(game, 3, flipped(2))
    result = here.run("doctor", "--records")
    assert result.exit_code == 1
    assert "WRONG Records    home: 3 verified, 1 of them damaged" in result.stdout
    assert f"WRONG Record     {game} is damaged from version 3 on: the id of version 3 is not as it was recorded" in result.stdout
    assert "faceup mend FILE" in result.stdout
    assert other not in result.stdout
    assert "Verifying" in result.stderr


def test_doctor_can_be_interrupted_while_it_checks_records(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    here.recorded()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.running.records.damage_of", interrupted)
    result = here.run("doctor", "--records")
    assert result.exit_code == 130
    assert result.stderr.endswith("Nothing was changed; nothing is known about the rest.\n")


def test_doctor_reports_every_failure_as_a_line(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise ZeroDivisionError("the card TS")

    monkeypatch.setattr("service.running.doctor.layout_of", failing)
    result = here.run("doctor")
    assert result.exit_code == 1
    assert "WRONG Layout     not checked: ZeroDivisionError at " in result.stdout
    assert "TS" not in result.stdout
    assert "Memory" in result.stdout, "the other checks are made"


# --- how it is mended -------------------------------------------------------------------------------------------------------------------


MENDED = {row[0]: row for row in CHANGES if "head" not in row[0] and "whole" not in row[0]}


@pytest.mark.parametrize("row", rows(MENDED, QUICK, MENDED.__getitem__))
def test_a_damaged_record_is_mended_with_its_exported_file(here: Installation, row: Any, tmp_path: Path) -> None:
    game = here.recorded()
    file = tmp_path / "game.ndjson"
    file.write_bytes(here.get(f"/api/v1/games/{game}/export?format=ndjson&view=director").data)
    events, sealed = here.get(f"/api/v1/games/{game}/events").json, here.redis.hgetall(Keys(HOME).sealed(game))
    row[1](here, game)
    result = here.run("mend", str(file))
    assert (result.exit_code, result.stdout) == (0, f"{file}: {game} mended; its events are again those that were acknowledged\n")
    assert damage_of(here.redis, GAME, game) is None
    assert here.redis.hgetall(Keys(HOME).sealed(game)) == sealed
    here.forget()
    assert here.get(f"/api/v1/games/{game}/events").json == events
    assert here.redis.zscore(Keys(HOME).dirty, game) == 5.0, "its verdict is made again"


def test_only_a_file_with_exactly_the_acknowledged_events_mends_a_record(here: Installation, tmp_path: Path) -> None:
    game, other = here.recorded(), here.recorded()
    file, others, short = tmp_path / "game.ndjson", tmp_path / "other.ndjson", tmp_path / "short.ndjson"
    short.write_bytes(here.get(f"/api/v1/games/{game}/export?format=ndjson&view=director").data)
    more = {"events": [{"type": "NoteWritten", "data": {"note": "later"}}]}
    here.app.test_client().post(f"/api/v1/games/{game}/events", json=more, headers=here.headers)
    others.write_bytes(here.get(f"/api/v1/games/{other}/export?format=ndjson").data)
    here.change(game, 3, flipped(2))
    for path, said in ((short, "cannot be mended with this file"), (others, "is not damaged; nothing was changed")):
        result = here.run("mend", str(path))
        assert result.exit_code == 1
        assert said in result.stdout
    file.write_bytes(b"{}")
    assert here.run("mend", str(file)).stdout.startswith(f"{file}: refused: ")
    assert damage_of(here.redis, GAME, game) is not None


def test_a_mended_record_does_not_get_an_erased_value_back(here: Installation, tmp_path: Path) -> None:
    game = here.recorded()
    file = tmp_path / "game.ndjson"
    file.write_bytes(here.get(f"/api/v1/games/{game}/export?format=ndjson&view=director").data)
    sealed = Keys(HOME).sealed(game)
    here.redis.hdel(sealed, "384")
    here.change(game, 3, flipped(2))
    assert here.run("mend", str(file)).exit_code == 0
    assert not here.redis.hexists(sealed, "384")


# --- a log that was cut or damaged ------------------------------------------------------------------------------------------------------


def test_noticed_losses_are_reported_until_the_operator_deletes_the_file_about_them(tmp_path: Path) -> None:
    assert noted(tmp_path) == []
    for said, lost in (("cut", False), ("cut", False), ("missing", True)):
        note(tmp_path, said, lost=lost)
    with (tmp_path / "losses").open("a") as file:
        file.write("torn {\n")
    assert [(loss.said, loss.lost) for loss in noted(tmp_path)] == [("cut", False), ("missing", True), ("torn {", True)]
    assert str(Loss("2026-11-23 09:40 UTC", lost=True, said="Gone.")) == "Gone. (Noticed 2026-11-23 09:40 UTC.)"


@pytest.mark.parametrize(
    ("before", "now", "clubs"),
    [
        ({"home": 5}, {"home": 5}, []),
        ({"home": 5}, {"home": 6, "new": 1}, []),
        ({"home": 5, "b": 2}, {"home": 4, "b": 2}, ["home"]),
        ({"home": 5}, {}, ["home"]),
    ],
)
def test_a_club_whose_feed_became_shorter_is_reported(before: dict[str, int], now: dict[str, int], clubs: list[str]) -> None:
    said = missing(before, now)
    assert [sentence.split("club ")[1].split()[0] for sentence in said] == clubs


def test_the_message_about_a_cut_log_names_the_file_the_position_and_the_lost_bytes() -> None:
    told = "# !!! Truncating the AOF appendonly.aof.1.incr.aof at offset 24431 !!!"
    (said,) = cuts(told, {"appendonly.aof.1.incr.aof": 24476})
    assert "appendonlydir/appendonly.aof.1.incr.aof ended in the middle of an entry, at byte 24,431: the last 45 bytes were dropped" in said
    assert cuts("Ready to accept connections", {}) == []


def log_of(config: Config) -> Path:
    return max((config.data / "appendonlydir").glob("*.incr.aof"), key=lambda file: file.stat().st_size)


def test_the_message_about_an_unreadable_log_names_the_file_the_byte_and_the_remedy(tmp_path: Path) -> None:
    config = configured(tmp_path / "data")
    with entered(config) as url, client(url) as redis:
        for number in range(30):
            redis.set(f"key{number}", "value")
    log = log_of(config)
    content = log.read_bytes()
    at = content.index(b"$5\r\nkey15")
    log.write_bytes(content[:at] + b"%" + content[at + 1 :])
    result = CliRunner(env=config.as_env()).invoke(main, ["doctor"])
    assert result.exit_code == 1
    sound = content.rindex(b"*3\r\n", 0, at)
    assert f"The file {log.name} is readable up to byte {sound:,} of {len(content):,}." in result.stdout
    assert f"This DROPS EVERYTHING AFTER IT ({len(content) - sound:,} bytes)" in result.stdout
    assert "--fix" in result.stdout
    assert log.read_bytes()[at : at + 1] == b"%", "nothing was changed"


@slow
def test_a_log_whose_end_was_cut_is_reported_by_serve_by_doctor_and_by_readiness(tmp_path: Path) -> None:
    config = configured(tmp_path / "data")
    with serving(config, tmp_path / "first") as running, running.api() as api:
        api.headers["Authorization"] = f"Bearer {running.owner()}"
        game = api.post("/api/v1/games", json=HIGH_CARD).json()["game"]
        assert api.post(f"/api/v1/games/{game}/events", json={"events": PLAY}, headers={"If-Match": "*"}).status_code == 201
        with client(config.store_url) as redis:
            until(lambda: redis.xlen(Keys(HOME).feed) == json.loads((config.data / "reached").read_bytes()).get("home"))
    log = log_of(config)
    os.truncate(log, log.read_bytes().rindex(b"{home}:feed"))
    with serving(config, tmp_path / "second") as running, running.api() as api:
        until(lambda: "Acknowledged changes of the club home are missing" in running.output)
        warnings = api.get("/readyz").json()["warnings"]
        assert any("ended in the middle of an entry, at byte" in warning for warning in warnings)
        assert any("Acknowledged changes of the club home are missing" in warning for warning in warnings)
    result = CliRunner(env=config.as_env()).invoke(main, ["doctor"])
    assert result.exit_code == 1
    assert "WRONG Loss       Acknowledged changes of the club home are missing" in result.stdout
    (config.data / "losses").unlink()
    assert CliRunner(env=config.as_env()).invoke(main, ["doctor"]).exit_code == 0


def test_a_clubs_own_stream_is_verified_like_the_streams_of_its_games(here: Installation) -> None:
    key = Keys(HOME).stream(StreamId(HOME), "club")
    ((entry_id, fields),) = here.redis.xrange(key)
    here.redis.delete(key)
    here.redis.xadd(key, {b"e": flipped(2)(fields[b"e"])}, id=entry_id)
    assert "home is damaged from version 1 on" in here.run("doctor", "--records").stdout
