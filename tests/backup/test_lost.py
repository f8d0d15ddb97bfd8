"""An installation is backed up while people record, and backups are killed. Then its data folder is lost and restored. Everything runs in
real processes."""

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx

import verify_record
from service.clock import now_ms
from service.config import Config
from service.projections import FOLD, PROJECTIONS, digested
from service.store.connect import write_client
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, StreamId
from service.store.kinds import KINDS
from service.store.projected import Projected
from service.store.streams.streams import Streams
from tests.crash.recording import Recorder
from tests.ops.processes import until
from tests.ops.serving import FACEUP, Serving, configured, faceup, serving
from tests.ops.test_erased_player import NAME, Director, played
from tests.ops.test_erasing import files_with
from tests.speeds import slow
from tests.waiting import WITHIN
from workers.links import FOLD as TAKEN
from workers.links import LINKS

KILLS = 6
CHAIN = ("version", "hash", "recorded_at", "opened_at", "imported", "origins")


@dataclass
class Stood:
    """The state of an installation: the version and last hash of every stream, the digest of the club's tables, and what
    the API answers."""

    heads: Mapping[str, tuple[Any, ...]]
    statistics: str
    answers: Mapping[str, Any]


def started(config: Config, *words: str) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    return subprocess.Popen([*FACEUP, *words], env=os.environ | config.as_env(), stdout=pipe, stderr=pipe, text=True)


def killed(config: Config, dice: Random, *words: str) -> bool:
    """Start a command, and kill it (kill -9) after a random time. Returns False if the command had ended before."""
    process = started(config, *words)
    time.sleep(dice.uniform(0.2, 0.9))
    process.kill()
    process.communicate()
    return process.returncode == -signal.SIGKILL


def at_rest(config: Config) -> bool:
    """Return whether the workers have finished all work: every game is validated, tournaments have taken all results of games, and the
    stored rows are up to date."""
    with write_client(config.store_url) as redis:
        tables, taking = Projected(redis, tuple(PROJECTIONS)), Projected(redis, LINKS)
        dirty = Verdicts(redis, now_ms).dirty(HOME)
        return not dirty and not taking.behind([HOME], TAKEN, "taking") and not tables.behind([HOME], FOLD)


def heads(config: Config) -> dict[str, tuple[Any, ...]]:
    with write_client(config.store_url) as redis:
        named = [StreamId(key.decode().partition(":head:")[2]) for key in redis.scan_iter(match="*:head:*")]
        found: dict[str, tuple[Any, ...]] = {}
        for kind in KINDS:
            streams = Streams(redis, kind, now_ms)
            mine = [stream for stream in named if kind.pattern.fullmatch(stream)]
            found |= {head.stream: tuple(getattr(head, name) for name in CHAIN) for head in streams.heads(mine)}
        return found


def stood(running: Serving, director: Director, cup: str) -> Stood:
    until(lambda: at_rest(running.config))
    with write_client(running.config.store_url) as redis:
        made = Projected(redis, tuple(PROJECTIONS), digested=digested).digest(HOME)
        assert made is not None
    paths = (f"/tournaments/{cup}/standings", f"/tournaments/{cup}", "/clubs/home/players", "/clubs/home/members", "/people", "/tokens")
    answers = {path: director.done("GET", path) for path in paths}
    for token in answers["/tokens"]["tokens"]:
        token.pop("last_used_at", None)
    return Stood(heads(running.config), made[1], answers)


@slow
def test_a_backup_made_while_people_recorded_restores_a_lost_installation(short_directory: Path) -> None:
    data, folder, dice = short_directory / "lost", short_directory / "backup", Random(14)
    config = replace(configured(data), workers=2)
    with serving(config, short_directory / "printed") as running, running.api() as api:
        secret = running.owner()
        assert api.post("/api/v1/session", json={"token": secret}).status_code == 204
        cookies = dict(api.cookies)
        director = Director(api, secret)
        known = played(director, director.done("POST", "/people", {"name": NAME})["person"])
        stopping = threading.Event()
        recorders = [Recorder(f"{running.url}/api/v1/", secret, seed, stopping) for seed in range(3)]
        for recorder in recorders:
            recorder.start()
        until(lambda: all(len(recorder.acknowledged) > 20 for recorder in recorders))
        assert sum(killed(config, dice, "backup", str(folder)) for _ in range(KILLS)) > 0

        acknowledged = {recorder.game: max(recorder.acknowledged.values()) for recorder in recorders}
        backed_up = faceup(config, "backup", str(folder))
        assert backed_up.returncode == 0, backed_up.stdout + backed_up.stderr
        files = {game: folder / "clubs" / "home" / "records" / f"{game}.faceup.ndjson" for game in acknowledged}
        assert all(len(files[game].read_bytes().splitlines()) - 2 >= version for game, version in acknowledged.items())
        # every recorder has recorded more events since that backup began
        assert all(max(recorder.acknowledged.values()) > acknowledged[recorder.game] for recorder in recorders)

        stopping.set()
        for recorder in recorders:
            recorder.join(WITHIN)
            assert recorder.faults == []
        before = stood(running, director, known["tournament"])
        assert faceup(config, "backup", str(folder)).returncode == 0
    for path in (folder / "clubs" / "home" / "records").iterdir():
        assert verify_record.verify(path.read_bytes())[0].startswith("OK ")
    key = (data / "secret").read_bytes()
    shutil.rmtree(data)

    sum(killed(config, dice, "restore", str(folder)) for _ in range(3))
    restored = faceup(config, "restore", str(folder))
    # the last restore is refused if one of the killed ones had already restored everything
    whole = restored.returncode == 0 or "There is a club home here already" in restored.stderr
    assert whole, restored.stdout + restored.stderr
    (data / "secret").write_bytes(key)
    (data / "secret").chmod(0o600)
    with serving(config, short_directory / "printed again") as running, running.api() as api:
        assert httpx.get(f"{running.url}/api/v1/session", cookies=cookies, timeout=WITHIN).status_code == 200
        assert "fu_home" not in running.output  # the owner's link is known already: no new one is printed
        after = stood(running, Director(api, secret), known["tournament"])
        assert after.heads == before.heads
        assert after.statistics == before.statistics
        assert after.answers == before.answers
        headers = {"Authorization": f"Bearer {known['check_in']}"}
        assert api.get(f"/api/v1/tournaments/{known['tournament']}", headers=headers).status_code == 200


@slow
def test_a_person_erased_after_a_backup_gets_no_name_back_from_that_backup(short_directory: Path) -> None:
    data, folder, older = short_directory / "erasing", short_directory / "new", short_directory / "old"
    config = configured(data)
    with serving(config, short_directory / "said") as running, running.api() as api:
        secret = running.owner()
        director = Director(api, secret)
        person = director.done("POST", "/people", {"name": NAME})["person"]
        known = played(director, person)
        assert faceup(config, "backup", str(folder)).returncode == 0
        shutil.copytree(folder, older)
        assert director.done("DELETE", f"/people/{person}")["remains"] is None
        before = stood(running, director, known["tournament"])
        assert faceup(config, "backup", str(folder)).returncode == 0
        assert [path for path in folder.rglob("*") if path.is_file() and NAME.encode() in path.read_bytes()] == []
    assert [path for path in older.rglob("*") if path.is_file() and NAME.encode() in path.read_bytes()] != []
    for source, more in ((folder, []), (older, ["--erasures", str(folder / "erasures.json")])):
        shutil.rmtree(data)
        restored = faceup(config, "restore", str(source), *more)
        assert restored.returncode == 0, restored.stdout + restored.stderr
        assert files_with(data, NAME) == []
        with serving(config, short_directory / "said again") as running, running.api() as api:
            after = stood(running, Director(api, secret), known["tournament"])
            assert after.statistics == before.statistics
            assert (
                after.answers[f"/tournaments/{known['tournament']}/standings"]
                == before.answers[f"/tournaments/{known['tournament']}/standings"]
            )
            assert api.get("/api/v1/tokens", headers={"Authorization": f"Bearer {known['check_in']}"}).status_code == 401
        assert files_with(data, NAME) == []
