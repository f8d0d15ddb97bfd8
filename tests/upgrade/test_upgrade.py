"""`faceup upgrade` upgrades a data folder of an older Faceup. Nothing is lost, even if the upgrade is killed at any point.

`layout-1.tar.xz` is a data folder that commit 13cc929 wrote: seven games of three systems in two clubs (finished, confirmed, open), people,
tokens, links, PINs and an archive. `layout-1.json` has what the API of that commit answered. `layout-2.tar.xz` is the same folder after the
upgrade to layout 2 by commit 5463b79.
"""

import json
import os
import re
import signal
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import httpx
import pytest
from redis import Redis

from domain.files.verify import verify
from service.clock import now_ms
from service.config import Config
from service.running.server import client, server_of
from service.store.clubs.clubs import Clubs
from service.store.games.kind import GAME
from service.store.keys import CLUB_SETS, FORMER_CLUBS, HOME, SHOWN, Club, Keys, club_set, set_of
from service.store.layout import KEY, LAYOUT
from service.store.streams.shown import shown
from tests.ops.processes import until
from tests.ops.serving import FACEUP, Serving, commanded, configured, faceup, serving
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import gate

HERE = Path(__file__).parent
BEFORE: dict[str, Any] = json.loads((HERE / "layout-1.json").read_text("utf-8"))
CLUBS = [Club("empty"), Club("friday"), HOME]
OLD = (
    "Error: The data have layout {}, written by an older Faceup; this one needs layout {}. "
    "Make a copy of the data, then run `faceup upgrade`.\n"
)
FORMER = range(1, LAYOUT)


def unpacked(folder: Path, layout: int = 1) -> Config:
    with tarfile.open(HERE / f"layout-{layout}.tar.xz") as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.3 has no filters yet
        packed.extractall(folder)
    (folder / "data").chmod(0o700)
    return configured(folder / "data")


@pytest.fixture
def former(tmp_path: Path) -> Config:
    return unpacked(tmp_path)


@contextmanager
def store_of(config: Config) -> Iterator[Redis]:
    """Start or join the store server of an installation of any layout. Yields a client."""
    server = server_of(config)
    server.enter()
    try:
        with client(server.url) as redis:
            yield redis
    finally:
        server.leave()


def heads(redis: Redis) -> dict[str, tuple[int, str]]:
    """Return the last version and the last hash of every game, by game id."""
    by_key = {}
    for club in CLUBS:
        for game in redis.zrange(Keys(club).games, 0, -1):
            version, digest = redis.hmget(Keys(club).head(game.decode()), ["version", "hash"])
            by_key[game.decode()] = (int(version), digest.hex())
    return by_key


HEADS = {game["game"]: (game["version"], game["head"]) for game in BEFORE["games"].values()}


def content(config: Config) -> tuple[object, ...]:
    """Return six values: the last version and hash of every game; the names of people that layout 1 stored under a key of its own; the
    former set of clubs; the names of all keys of clubs; the value of the layout key; and whether there is a layout file."""
    with store_of(config) as redis:
        names = [redis.hgetall(Keys(club).former_people) for club in CLUBS]
        clubs = redis.smembers(FORMER_CLUBS)
        return heads(redis), names, clubs, sorted(redis.keys("{*")), redis.get(KEY), (config.data / "layout").exists()


# --- refused ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["serve"], ["export", "--club", "home", "-o", "out"]], ids=" ".join)
@pytest.mark.parametrize("layout", FORMER)
def test_the_refusal_of_older_data_names_the_upgrade_command(tmp_path: Path, words: list[str], layout: int) -> None:
    former = unpacked(tmp_path, layout)
    before = content(former)
    done = faceup(former, *words)
    assert (done.returncode, done.stderr) == (1, OLD.format(layout, LAYOUT))
    assert content(former) == before


@pytest.mark.parametrize("layout", FORMER)
def test_the_command_doctor_names_the_upgrade_command_for_older_data(tmp_path: Path, layout: int) -> None:
    former = unpacked(tmp_path, layout)
    (former.data / "reached").write_text('{"home": 1}\n')
    done = commanded(former, "doctor")
    assert done.returncode == 1
    assert not re.findall("^(?:WRONG|-|ok) +(?:Loss|Club|Clubs) ", done.stdout, re.MULTILINE), "its clubs are not looked for"
    assert f"WRONG Layout     {layout}, and this Faceup needs {LAYOUT}: run `faceup upgrade`\n" in done.stdout


NEWER = (
    f"Error: The data have layout 9; this Faceup knows layouts 1 to {LAYOUT}. "
    "Install the Faceup that wrote them, or a newer one. Nothing was touched.\n"
)


@pytest.mark.parametrize("command", [pytest.param("serve", marks=slow), "upgrade"])
def test_data_of_a_newer_version_are_refused(former: Config, command: str) -> None:
    """The layout key in the store or the layout file in the folder says that the layout is newer. If the layout file says this, the store
    server is not started."""
    with store_of(former) as redis:
        redis.set(KEY, 9)
    done = faceup(former, command)
    assert (done.returncode, done.stderr) == (1, NEWER)
    (former.data / "layout").write_text("9\n")
    (former.data / "server.conf").unlink()
    done = faceup(former, command)
    assert (done.returncode, done.stderr) == (1, NEWER)
    assert not (former.data / "server.conf").exists()


@slow
@pytest.mark.usefixtures("redis")
def test_data_in_an_external_server_without_a_layout_key_are_treated_as_old(redis: Redis, server: RunningServer, tmp_path: Path) -> None:
    config = Config(data=tmp_path, redis_url=f"unix://{server.socket}")
    redis.delete(KEY)
    assert commanded(config, "link").returncode == 0
    assert redis.get(KEY) == str(LAYOUT).encode(), "a new store"
    redis.delete(KEY)
    redis.sadd(FORMER_CLUBS, HOME)
    for command in ("link", "web", "relay", "worker"):
        assert faceup(config, command).stderr == OLD.format(1, LAYOUT)
    redis.hset(Keys(HOME).former_people, "p-anna", "Anna")
    assert commanded(config, "upgrade").stdout.endswith(f"The data have layout {LAYOUT}.\n")
    assert (redis.get(KEY), redis.exists(Keys(HOME).former_people)) == (str(LAYOUT).encode(), 0)
    redis.set(KEY, "two")
    assert commanded(config, "link").stderr.startswith("Error: The layout of the data cannot be read: ")
    assert not (tmp_path / "layout").exists()


# --- upgraded -----------------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=FORMER)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Config:
    config = unpacked(tmp_path_factory.mktemp("upgraded"), request.param)
    done = commanded(config, "upgrade")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(f"The data have layout {layout}.\n" for layout in range(request.param + 1, LAYOUT + 1))
    return config


@pytest.fixture(scope="module")
def running(upgraded: Config) -> Iterator[Serving]:
    with serving(upgraded, upgraded.data.parent / "printed") as server:
        until(server.ready)
        yield server


def get(running: Serving, path: str, token: str = "owner") -> httpx.Response:
    with running.api() as api:
        return api.get(f"/api/v1{path}", headers={"Authorization": f"Bearer {BEFORE['tokens'].get(token, token)}"})


def test_upgraded_data_have_the_new_layout_and_a_second_upgrade_does_nothing(upgraded: Config) -> None:
    assert (upgraded.data / "layout").read_text() == f"{LAYOUT}\n"
    done = commanded(upgraded, "upgrade")
    assert (done.returncode, done.stdout) == (0, f"The data have layout {LAYOUT}: there is nothing to do.\n")
    assert f"ok    Layout     {LAYOUT}\n" in commanded(upgraded, "doctor").stdout


def test_an_upgrade_changes_no_version_or_hash_of_a_game(upgraded: Config) -> None:
    with store_of(upgraded) as redis:
        assert heads(redis) == HEADS
        assert not any(redis.exists(Keys(club).former_people) for club in CLUBS)


def test_an_upgrade_puts_every_club_into_its_set_and_lists_the_newest_games(upgraded: Config) -> None:
    with store_of(upgraded) as redis:
        assert Clubs(redis, now_ms).names_of_clubs() == CLUBS
        assert all(redis.sismember(set_of(club), club) for club in CLUBS)
        assert not redis.exists(FORMER_CLUBS)
        assert {*shown(redis, GAME.index)} == {*HEADS}


@pytest.mark.parametrize(("token", "people"), [("owner", BEFORE["people"]), ("friday", BEFORE["people_friday"])])
def test_every_name_of_a_person_is_shown_after_an_upgrade(running: Serving, token: str, people: dict[str, str]) -> None:
    answer = get(running, "/people", token).json()["people"]
    assert {row["person"]: row["name"] for row in answer} == people


@pytest.mark.parametrize("name", BEFORE["games"])
def test_every_game_can_be_exported_and_verified_after_an_upgrade(running: Serving, name: str) -> None:
    before, token = BEFORE["games"][name], "friday" if name == "friday" else "owner"
    data = get(running, f"/games/{before['game']}/export?format=ndjson", token).content
    verified = verify(data)
    assert (verified.valid, verified.stream, verified.version, verified.head) == (True, before["game"], before["version"], before["head"])
    assert json.loads(data.splitlines()[-1])["outcome"] == before["outcome"]


def test_tokens_and_links_work_after_an_upgrade_but_a_withdrawn_token_does_not(running: Serving) -> None:
    table, other = BEFORE["games"]["open pitch"]["game"], BEFORE["games"]["open one-up"]["game"]
    for token in ("owner", "scorekeeper", "table", "seat"):
        assert get(running, f"/games/{table}", token).status_code == 200
    assert get(running, f"/games/{other}", "scorekeeper").status_code == 200
    assert get(running, f"/games/{other}", "table").status_code == 404
    assert get(running, "/people", BEFORE["withdrawn"]).status_code == 401
    assert get(running, f"/games/{table}", "friday").status_code == 404


def test_the_pins_of_players_are_kept_by_an_upgrade(running: Serving) -> None:
    for game, seats in BEFORE["pins"].items():
        assert get(running, f"/games/{game}/pins").json()["seats"] == [int(seat) for seat in seats]


def test_an_archive_can_still_be_downloaded_after_an_upgrade(running: Serving) -> None:
    archive = BEFORE["archive"]
    answer = get(running, f"/clubs/home/exports/{archive['id']}/file").content
    assert (len(answer), sha256(answer).hexdigest()) == (archive["bytes"], archive["sha256"])


def test_an_upgrade_rebuilds_the_table_of_players(running: Serving) -> None:
    def rows(answer: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
        return {row["person"]: tuple(row[key] for key in ("name", "games", "finished", "wins", "points")) for row in answer["players"]}

    until(lambda: rows(get(running, "/clubs/home/players").json()) == rows(BEFORE["players"]))


def test_an_upgrade_is_refused_while_faceup_runs(running: Serving) -> None:
    done = commanded(running.config, "upgrade")
    assert (done.returncode, done.stderr) == (1, "Error: Faceup is running on these data: stop it, then upgrade.\n")


# --- killed -------------------------------------------------------------------------------------------------------------------------------

MANY = 1600
"""How many people the test adds, so that the upgrade needs five appends for all names."""


POINTS = (0, 1, 801, 1 + MANY)


def killed_when(config: Config, redis: Redis, socket: Path, comes: Callable[[], object]) -> int:
    """Start an upgrade. Kill it (kill -9) when `comes()` is true. A gate at `socket` makes the upgrade wait at this point. Returns the exit
    code."""
    server = str(redis.connection_pool.connection_kwargs["path"])
    with gate(server, socket, comes) as held:
        settings = os.environ | config.as_env() | {"REDIS_URL": f"unix://{held.path}"}
        with subprocess.Popen([*FACEUP, "upgrade"], env=settings, stdout=DEVNULL, stderr=DEVNULL) as process:
            held.wait()
            process.kill()
    return process.returncode


@slow
def test_an_upgrade_that_was_killed_at_any_point_can_be_continued(former: Config, short_directory: Path) -> None:
    with store_of(former) as redis:
        redis.hset(Keys(HOME).former_people, mapping={f"p-{number:04}": f"Name {number}" for number in range(MANY)})
        stream, socket = Keys(HOME).stream(HOME, "club"), short_directory / "gate"
        codes = [killed_when(former, redis, socket, partial(_has, redis, stream, events)) for events in POINTS]
    assert codes == [-signal.SIGKILL] * len(POINTS)
    done = faceup(former, "upgrade")
    assert done.returncode == 0, done.stderr
    with store_of(former) as redis:
        assert heads(redis) == HEADS
        assert redis.get(KEY) == str(LAYOUT).encode()
        assert not redis.exists(Keys(HOME).former_people)
        assert redis.xlen(Keys(HOME).stream(HOME, "club")) == 1 + MANY + len(BEFORE["people"]), "each is there once"


def _has(redis: Redis, stream: str, events: int) -> bool:
    return bool(redis.xlen(stream) >= events)


IN_SETS = (0, 1, 2, 3)
"""At how many clubs in their sets the upgrade to layout 3 is killed."""


@slow
@pytest.mark.parametrize("layout", FORMER)
def test_an_upgrade_to_sets_of_clubs_that_was_killed_at_any_point_can_be_continued(
    tmp_path: Path, short_directory: Path, layout: int
) -> None:
    """The last two points: the lists of the landing page are made; the layout is 3, but the former set is not deleted."""
    former = unpacked(tmp_path, layout)
    with store_of(former) as redis:
        moved = [partial(_moved, redis, clubs) for clubs in IN_SETS]
        listed, numbered = partial(redis.exists, SHOWN + GAME.index), partial(_numbered, redis)
        codes = [killed_when(former, redis, short_directory / "gate", comes) for comes in (*moved, listed, numbered)]
    assert codes == [-signal.SIGKILL] * (len(IN_SETS) + 2)
    done = faceup(former, "upgrade")
    assert done.returncode == 0, done.stderr
    with store_of(former) as redis:
        assert heads(redis) == HEADS
        assert (Clubs(redis, now_ms).names_of_clubs(), redis.exists(FORMER_CLUBS)) == (CLUBS, 0)
        assert redis.get(KEY) == str(LAYOUT).encode()
        assert {*shown(redis, GAME.index)} == {*HEADS}


def _moved(redis: Redis, clubs: int) -> bool:
    return redis.get(KEY) == b"2" and sum(redis.scard(club_set(tag)) for tag in CLUB_SETS) >= clubs


def _numbered(redis: Redis) -> bool:
    return redis.get(KEY) == b"3" and bool(redis.exists(FORMER_CLUBS))
