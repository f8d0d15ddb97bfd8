"""Every process of the product is killed while a club is exported. The archive is complete, and can be downloaded in parts."""

import signal
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import httpx

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, Seating, TokenId
from domain.record.batch import Draft
from service.clock import now_ms
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME
from tests.crash.test_crash import kill, kill_server, pids, signalled
from tests.ops.processes import until
from tests.ops.serving import Serving, configured, serving
from tests.speeds import first, slow
from tests.store.bench import new_id
from tests.waiting import WITHIN

GAMES = 1000


def filled(running: Serving) -> set[str]:
    opened = GameOpened("high-card", {}, (Seating(Seat(0)), Seating(Seat(1))))
    with write_client(running.config.store_url) as redis:
        records = Records(redis, now_ms)
        return {records.open(HOME, Draft(opened, EventId(new_id())), TokenId("t1")).game for _ in range(GAMES)}


@first
@slow
def test_the_archive_is_complete_even_if_every_process_is_killed_during_the_export(tmp_path: Path) -> None:
    config = replace(configured(tmp_path / "data"), workers=2)
    with serving(config, tmp_path / "printed") as running:
        until(running.ready)
        games = filled(running)
        with httpx.Client(base_url=running.url, timeout=WITHIN, headers={"Authorization": f"Bearer {running.owner()}"}) as api:
            workers = pids(running, " worker")
            # the workers are stopped, so that the export does not finish before every process was killed once
            signalled(workers, signal.SIGSTOP)
            where = api.post("/api/v1/clubs/home/exports").headers["Location"]
            strikes: list[Callable[[], bool]] = [
                lambda: kill(pids(running, " relay")),
                lambda: kill_server(running),
                lambda: kill(pids(running, "gunicorn")),
                lambda: kill(pids(running, " worker")),
            ]
            for strike in strikes:
                until(strike)
                until(running.ready)
            for strike in strikes:
                time.sleep(0.5)
                strike()
            until(lambda: state(api, where).get("state") in ("done", "failed"))  # this takes long: the relay must notice two dead jobs
            status = state(api, where)
            assert (status["state"], status["done"], status["failed"]) == ("done", GAMES, 0), status
            with ZipFile(BytesIO(downloaded(api, status["file"]))) as archive:
                assert archive.testzip() is None
                assert {name.partition(".")[0] for name in archive.namelist()} == games | {"manifest", "home"}


def state(api: httpx.Client, where: str) -> dict[str, object]:
    """Return the API's answer about the export; {} while no server answers."""
    try:
        answer = api.get(where)
    except httpx.TransportError:
        return {}
    return answer.json() if answer.status_code == 200 else {}


def downloaded(api: httpx.Client, file: object) -> bytes:
    """Download the file in parts of 100 kB, as a browser resumes a broken download."""
    data, tag, size = b"", "", 1
    while len(data) < size:
        headers = {"Range": f"bytes={len(data)}-{len(data) + 99_999}"} | ({"If-Range": tag} if tag else {})
        answer = api.get(str(file), headers=headers)
        assert answer.status_code == 206
        data, tag = data + answer.content, answer.headers["ETag"]
        size = int(answer.headers["Content-Range"].rpartition("/")[2])
    return data
