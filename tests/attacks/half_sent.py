"""Attacks an installation with half-sent requests, while an honest client sends requests and records. The installation has its usual
limits.

`python -m tests.attacks.half_sent [connections]` prints how long the honest client waits, before the attack and during it.
"""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from uuid import uuid4

import httpx

from service.clock import now_ms
from service.config import Config
from service.limits import Limits
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from tests.api.callers import HIGH_CARD
from tests.attacks.strangers import attacked, crowd, p99, timed, told
from tests.ops.serving import free_port
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.waiting import WITHIN

BEFORE = 5.0


@dataclass
class Figures:
    """What the honest client measured, before the attack and during it. `asked`: the milliseconds of each `GET /livez` on a new
    connection. `recorded`: the milliseconds of each append."""

    statuses: set[int]
    opened: int
    cut: float
    asked: tuple[list[float], list[float]]
    recorded: tuple[list[float], list[float]]


def besieged(server: RunningServer, folder: Path, most: int, seconds: float) -> Figures:
    """Attack an installation for some seconds with half-sent requests. `most`: how many are open at the same time."""
    clubs = Clubs(server.client(), now_ms)
    clubs.found(HOME)
    _, secret = clubs.issue(HOME, "test", "record")
    statuses: set[int] = set()
    config = Config(data=folder / "data", port=free_port(), redis_url=f"unix://{server.socket}", limits=Limits())
    with attacked(config) as url, httpx.Client(base_url=f"{url}/api/v1", timeout=WITHIN) as client:
        client.headers["Authorization"] = f"Bearer {secret}"
        game = client.post("/games", json=HIGH_CARD).json()["game"]

        def ask() -> None:
            fresh = HTTPConnection("127.0.0.1", config.port, timeout=WITHIN)
            fresh.request("GET", "/livez")
            statuses.add(fresh.getresponse().status)
            fresh.close()

        def record() -> None:
            note = {"type": "NoteWritten", "data": {"note": "x"}, "id": str(uuid4())}
            answer = client.post(f"/games/{game}/events", json={"events": [note]}, headers={"If-Match": "*"})
            statuses.add(answer.status_code)

        with ThreadPoolExecutor(2) as pool:
            quiet = [pool.submit(timed, each, BEFORE) for each in (ask, record)]
            before = [each.result() for each in quiet]
            with crowd(("127.0.0.1", config.port), most) as opened:
                loud = [pool.submit(timed, each, seconds) for each in (ask, record)]
                during = [each.result() for each in loud]
        cut = told(url)["faceup_connections_cut_total"]
    return Figures(statuses, opened[0], cut, (before[0], during[0]), (before[1], during[1]))


def main(most: int) -> None:
    with tempfile.TemporaryDirectory(prefix="fu-") as folder:
        server = start_server(packaged_valkey(), Path(folder) / "r")
        try:
            figures = besieged(server, Path(folder), most, 30)
        finally:
            server.stop()
    for name, pair in (("GET /livez", figures.asked), ("append", figures.recorded)):
        for when, took in zip(("before", "during"), pair, strict=True):
            waits = f"median {median(took):6.1f} ms, p99 {p99(took):6.1f} ms, longest {max(took):6.1f} ms"
            sys.stdout.write(f"{name:11} {when}: {len(took):4} requests, {waits}\n")
    sys.stdout.write(f"statuses {sorted(figures.statuses)}; {figures.opened} connections opened, {figures.cut:.0f} cut\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11_000)
