"""`faceup web` runs the API without a store server, relay and workers. As in containers, several of them share one store server and one
data folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.config import Config
from tests.ops.processes import below, lives, until
from tests.ops.serving import FACEUP, commanded, faceup, free_port
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import WITHIN

PROXIED = {"X-Forwarded-Proto": "https"}
SHOWN = {"type": "CardsShown", "data": {"seat": 0, "cards": ["AS"]}}


def url(config: Config) -> str:
    return f"http://{config.host}:{config.port}"


def is_ready(config: Config) -> bool:
    try:
        return httpx.get(f"{url(config)}/readyz", timeout=WITHIN).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def web(config: Config, **environ: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run `faceup web` while the block runs. The block begins when the API is ready. `environ`: more variables of its environment."""
    process = subprocess.Popen([*FACEUP, "web"], env=os.environ | config.as_env() | environ)
    try:
        until(lambda: process.poll() is not None or is_ready(config))
        assert process.poll() is None
        yield process
    finally:
        process.terminate()
        process.wait(WITHIN)


def owner(config: Config) -> httpx.Client:
    token = commanded(config, "link").stdout.strip().partition("#")[2]
    return httpx.Client(base_url=f"{url(config)}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=WITHIN)


def long_game(api: httpx.Client) -> str:
    """Record a public game of 401 events. Returns its path."""
    opened = api.post("/games", json={"system": "high-card", "seats": [{}, {}], "visibility": "public"})
    game = f"/games/{opened.json()['game']}"
    for _ in range(2):
        assert append(api, game, *[SHOWN] * 200).status_code == 201
    return game


def append(api: httpx.Client, game: str, *events: dict[str, Any]) -> httpx.Response:
    return api.post(f"{game}/events", json={"events": events}, headers={"If-Match": "*"})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "data"


@pytest.fixture
def config(server: RunningServer, data: Path) -> Config:
    return Config(data, port=free_port(), redis_url=f"unix://{server.socket}", processes=1, heavy=1)


@slow
def test_the_command_web_alone_answers_everything_about_a_long_record(config: Config) -> None:
    with web(config) as process, owner(config) as api:
        game = long_game(api)
        assert api.get(game).json()["version"] == 401
        undone = append(api, game, {"type": "Retracted", "data": {"target": 20, "reason": "slip"}})
        assert (undone.status_code, undone.json()["version"]) == (201, 402)
        assert [api.get(f"{game}{path}").status_code for path in ("/replay", "/export?format=json", "/diff")] == [200] * 3
        ready = api.get(f"{url(config)}/readyz")
        assert (ready.status_code, ready.json()["checks"]["long requests"]["ok"]) == (200, True)
        assert "ok    Beside     the heavy workers answer\n" in commanded(config, "doctor").stdout
        everyone = below(process.pid)
        process.terminate()
        assert process.wait(WITHIN) == 0
        assert not list(filter(lives, everyone))


@slow
def test_killed_processes_beside_the_api_are_replaced(config: Config) -> None:
    with web(config) as process, owner(config) as api:
        game = long_game(api)
        listed = subprocess.run(["ps", "-ewwo", "pid=,args="], capture_output=True, text=True, check=True).stdout
        commands = {int(pid): args for pid, args in (line.split(maxsplit=1) for line in listed.splitlines())}
        helpers = [pid for pid in below(process.pid) if "service.serving.heavy" in commands.get(pid, "")]
        assert helpers
        for pid in helpers:
            os.kill(pid, signal.SIGKILL)
        until(lambda: not any(map(lives, helpers)) and is_ready(config))
        assert api.get(f"{game}/replay").status_code == 200


@slow
def test_no_process_remains_when_the_command_web_is_killed(config: Config) -> None:
    with web(config) as process:
        everyone = below(process.pid)
        assert len(everyone) >= 4, "the guard, and the API and the heavy workers with their main processes"
        process.kill()
        until(lambda: not any(map(lives, everyone)))


@slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a machine all addresses that begin with 127")
def test_web_processes_with_the_same_port_and_data_folder_do_not_disturb_each_other(config: Config) -> None:
    """As replicas in containers, except that these also share the temp folder."""
    other = replace(config, host="127.0.0.2")
    with web(config) as first, web(other), owner(other) as api:
        game = long_game(api)
        recorded = 'faceup_appends_total{outcome="appended"}'
        assert [recorded in httpx.get(f"{url(each)}/metrics", timeout=WITHIN).text for each in (config, other)] == [False, True]
        first.terminate()
        assert first.wait(WITHIN) == 0
        assert api.get(f"{game}/replay").status_code == 200


@pytest.fixture(scope="module")
def webs(server: RunningServer, data: Path) -> Iterator[tuple[Config, Config]]:
    """Run two API processes. Yields their settings. Only the first process treats the address of the tests as a trusted proxy."""
    configs = [
        Config(data, port=free_port(), redis_url=f"unix://{server.socket}", processes=1, public_url="https://faceup.example")
        for _ in range(2)
    ]
    with ExitStack() as stack:
        for config, proxy in zip(configs, ("127.0.0.1", "192.0.2.1"), strict=True):
            stack.enter_context(web(config, FORWARDED_ALLOW_IPS=proxy))
        yield configs[0], configs[1]


@slow
def test_the_first_link_has_the_public_address_and_works_at_both_web_processes(webs: tuple[Config, Config]) -> None:
    where, _, token = faceup(webs[0], "link").stdout.strip().partition("/join#")
    assert where == "https://faceup.example"
    first, second = map(url, webs)
    cookie = httpx.post(f"{first}/api/v1/session", json={"token": token}, timeout=WITHIN).headers["Set-Cookie"].split(";")[0]
    assert httpx.get(f"{second}/api/v1/session", headers={"Cookie": cookie}, timeout=WITHIN).json()["club"] == "home"


@slow
def test_a_header_that_names_https_is_used_only_if_a_trusted_proxy_sends_it(webs: tuple[Config, Config]) -> None:
    token = faceup(webs[0], "link").stdout.strip().partition("#")[2]
    answers = [httpx.post(f"{url(config)}/api/v1/session", json={"token": token}, headers=PROXIED, timeout=WITHIN) for config in webs]
    assert ["Secure" in answer.headers["Set-Cookie"] for answer in answers] == [True, False]


@slow
def test_the_metrics_of_each_web_process_count_only_its_own_requests(webs: tuple[Config, Config]) -> None:
    first, second = map(url, webs)
    for _ in range(3):
        assert httpx.get(f"{first}/api/v1/systems", timeout=WITHIN).status_code == 200
    counted = 'endpoint="systems.list_systems",method="GET",status="200"} 3.0'
    assert counted in httpx.get(f"{first}/metrics", timeout=WITHIN).text
    assert counted not in httpx.get(f"{second}/metrics", timeout=WITHIN).text


@slow
def test_an_api_without_processes_beside_it_answers_long_requests_itself(webs: tuple[Config, Config]) -> None:
    with owner(webs[0]) as api:
        assert api.get(f"{long_game(api)}/replay").status_code == 200
        told = api.get(f"{url(webs[0])}/readyz").json()["checks"]["long requests"]
    assert told == {"ok": True, "told": "the API answers long requests itself"}


@slow
def test_the_command_web_names_bad_settings_before_anything_starts() -> None:
    result = subprocess.run(
        [*FACEUP, "web"], env=os.environ | {"PORT": "http"}, capture_output=True, text=True, timeout=WITHIN, check=False
    )
    assert (result.returncode, result.stderr) == (1, "Error: PORT must be a whole number from 1 to 65535, not 'http'\n")


@slow
def test_the_command_web_names_the_faceup_that_already_uses_its_port(webs: tuple[Config, Config]) -> None:
    result = faceup(webs[0], "web")
    assert result.returncode == 1
    assert result.stderr.startswith("Error: Faceup already serves at https://faceup.example: open that page;")
