"""`faceup web` runs an API process without a supervisor. As in containers, several of them share one store server and one data folder."""

import os
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from service.config import Config
from tests.ops.processes import until
from tests.ops.serving import FACEUP, faceup, free_port
from tests.servers import RunningServer
from tests.speeds import slow
from tests.waiting import WITHIN

pytestmark = slow

PROXIED = {"X-Forwarded-Proto": "https"}


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/livez").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def webs(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Config, Config]]:
    """Run two API processes. Yields their settings. Only the first process treats the address of the tests as a trusted proxy."""
    folder = tmp_path_factory.mktemp("web")
    findings = [
        Config(folder / "data", port=free_port(), redis_url=f"unix://{server.socket}", processes=1, public_url="https://faceup.example")
        for _ in range(2)
    ]
    trust = ("127.0.0.1", "192.0.2.1")
    processes = [
        subprocess.Popen(
            [*FACEUP, "web"],
            env=os.environ
            | config.as_env()
            | {"FORWARDED_ALLOW_IPS": proxy, "PROMETHEUS_MULTIPROC_DIR": str(folder / f"figures-{config.port}")},
        )
        for config, proxy in zip(findings, trust, strict=True)
    ]
    until(lambda: all(answers(f"http://127.0.0.1:{config.port}") for config in findings))
    yield findings[0], findings[1]
    for process in processes:
        process.terminate()
    assert [process.wait(WITHIN) for process in processes] == [0, 0]


def test_the_first_link_has_the_public_address_and_works_at_both_web_processes(webs: tuple[Config, Config]) -> None:
    where, _, token = faceup(webs[0], "link").stdout.strip().partition("/join#")
    assert where == "https://faceup.example"
    first, second = (f"http://127.0.0.1:{config.port}" for config in webs)
    cookie = httpx.post(f"{first}/api/v1/session", json={"token": token}, timeout=WITHIN).headers["Set-Cookie"].split(";")[0]
    assert httpx.get(f"{second}/api/v1/session", headers={"Cookie": cookie}, timeout=WITHIN).json()["club"] == "home"


def test_a_header_that_names_https_is_used_only_if_a_trusted_proxy_sends_it(webs: tuple[Config, Config]) -> None:
    token = faceup(webs[0], "link").stdout.strip().partition("#")[2]
    sessions = [f"http://127.0.0.1:{config.port}/api/v1/session" for config in webs]
    answers = [httpx.post(session, json={"token": token}, headers=PROXIED, timeout=WITHIN) for session in sessions]
    assert ["Secure" in answer.headers["Set-Cookie"] for answer in answers] == [True, False]


def test_the_metrics_of_each_web_process_count_only_its_own_requests(webs: tuple[Config, Config]) -> None:
    first, second = (f"http://127.0.0.1:{config.port}" for config in webs)
    for _ in range(3):
        assert httpx.get(f"{first}/api/v1/systems", timeout=WITHIN).status_code == 200
    counted = 'endpoint="systems.list_systems",method="GET",status="200"} 3.0'
    assert counted in httpx.get(f"{first}/metrics", timeout=WITHIN).text
    assert counted not in httpx.get(f"{second}/metrics", timeout=WITHIN).text


def test_the_command_web_names_bad_settings_before_anything_starts() -> None:
    result = subprocess.run(
        [*FACEUP, "web"], env=os.environ | {"PORT": "http"}, capture_output=True, text=True, timeout=WITHIN, check=False
    )
    assert (result.returncode, result.stderr) == (1, "Error: PORT must be a whole number from 1 to 65535, not 'http'\n")
