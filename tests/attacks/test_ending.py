"""The API is asked to stop while clients hold connections of every kind."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx

from service.clock import now_ms
from service.config import Config
from service.limits import Limits
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME
from tests.api.callers import HIGH_CARD
from tests.attacks.strangers import HALF, WHOLE, dialled, is_closed, lives
from tests.ops.serving import free_port
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import WITHIN, until

HALF_A_BODY = b"POST /api/v1/records/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"


@slow
def test_processes_stop_by_themselves_although_clients_hold_connections(server: RunningServer, redis: object, tmp_path: Path) -> None:
    """No process must be killed: each tells gunicorn that it exits."""
    clubs = Clubs(server.client(), now_ms)
    clubs.found(HOME)
    _, secret = clubs.issue(HOME, "test", "record")
    config = Config(data=tmp_path / "data", port=free_port(), redis_url=f"unix://{server.socket}", processes=2, limits=Limits())
    config.secret_key()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.serving.api", "--log-level", "info"]
    process = subprocess.Popen(command, env={**os.environ, **config.as_env()}, stderr=subprocess.PIPE, text=True)
    with ExitStack() as held_to_the_end:
        try:
            url = f"http://127.0.0.1:{config.port}"
            until(lambda: process.poll() is not None or lives(url))
            with httpx.Client(base_url=f"{url}/api/v1", headers={"Authorization": f"Bearer {secret}"}, timeout=WITHIN) as client:
                game = client.post("/games", json=HIGH_CARD).json()["game"]
            watching = f"GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()
            sent = (b"", HALF, WHOLE, HALF_A_BODY, watching) * 4  # so that each process has some
            held = [held_to_the_end.enter_context(dialled(("127.0.0.1", config.port), each)) for each in sent]
            until(lambda: b"event: " in held[-1].recv(65536))
        finally:
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=WITHIN)
        assert said.count("Worker exiting") == 2, said
        assert all(map(is_closed, held))
