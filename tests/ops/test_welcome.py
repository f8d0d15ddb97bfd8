"""What `faceup serve` prints for the owner: how phones reach it, and a link with a code to scan."""

import os
import pty
import re
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import segno

from service.config import Config
from service.qr import PLAIN, WHITE_ON_BLACK, in_terminal
from service.running import front_door
from service.running.welcome import for_phones, link_lines, welcome
from tests.ops.serving import FACEUP, configured
from tests.speeds import slow
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[2]
NOT_HERE = "Phones cannot open this address. To let phones in your network in, stop with Ctrl-C and run `make run LAN=1`."
LINK = "http://192.168.1.20:8000/join#fu_home_aaaaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
HALVES = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
"""For each half-block character: its upper and its lower module (square of a QR code). 1: dark."""


def config(host: str = "127.0.0.1", public: str | None = None) -> Config:
    return Config(data=Path("/nowhere"), host=host, public_url=public)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this machine. The first is the one used to reach other networks. A test may change the list."""
    addresses = ["192.168.1.20"]
    monkeypatch.setattr(front_door, "_routed", lambda _: addresses[0] if addresses else None)
    monkeypatch.setattr(front_door, "_named", lambda _: iter(addresses))
    return addresses


def modules(code: str) -> list[list[int]]:
    """Return the rows of modules (squares) of a QR code that was drawn with half-block characters."""
    lines = [line.removeprefix(WHITE_ON_BLACK).removesuffix(PLAIN) for line in code.splitlines()]
    return [[HALVES[block][half] for block in line] for line in lines for half in (0, 1)]


def test_the_qr_code_drawn_in_the_terminal_contains_the_link() -> None:
    drawn = modules(in_terminal(LINK))
    expected = [list(row) for row in segno.make(LINK, error="l", micro=False).matrix_iter(border=2)]
    assert drawn[: len(expected)] == expected
    assert all(line.startswith(WHITE_ON_BLACK) and line.endswith(PLAIN) for line in in_terminal(LINK).splitlines())


@pytest.mark.parametrize(
    ("settings", "others", "sentence"),
    [
        (config(), (), NOT_HERE),
        (
            config("::1"),
            (),
            "Phones cannot open this address. To let phones in your network in, stop with Ctrl-C and run `make run LAN=1`.",
        ),
        (config("0.0.0.0"), (), "Phones in the same network can open this address."),
        (config("192.168.1.20"), ("10.0.0.5",), "Phones in the same network can open this address."),
        (
            config("0.0.0.0"),
            ("10.0.0.5", "10.0.0.6"),
            "Phones in the same network can open this address, or another address of this machine: http://10.0.0.5:8000, http://10.0.0.6:8000.",
        ),
        (config("0.0.0.0", "https://faceup.example"), (), "Phones can open this address too."),
        (config(public="https://faceup.example"), (), "Phones can open this address too."),
    ],
)
def test_the_start_message_says_how_phones_can_reach_the_service(
    network: list[str], settings: Config, others: tuple[str, ...], sentence: str
) -> None:
    network += others
    assert for_phones(settings) == sentence


def test_the_start_message_says_where_tablets_get_https(network: list[str]) -> None:
    beyond = replace(config("0.0.0.0"), https_port=8443)
    assert "a table survives a reload: http://192.168.1.20:8000/https explains it." in welcome(beyond, None)
    assert "HTTPS" not in welcome(config("0.0.0.0"), None)


def test_the_start_message_says_if_the_machine_is_in_no_network(network: list[str]) -> None:
    network.clear()
    message = welcome(config("0.0.0.0"), "fu_home_x")
    assert "Phones cannot open this address: this machine is in no network." in message
    assert "http://localhost:8000/join#fu_home_x" in message


def test_a_qr_code_is_drawn_only_in_a_terminal_and_only_if_phones_can_open_the_link(network: list[str]) -> None:
    beyond = config("0.0.0.0")
    drawn = list(link_lines(beyond, "fu_home_x", terminal=True))
    assert drawn == [link := "http://192.168.1.20:8000/join#fu_home_x", "Or scan this code with your phone:", in_terminal(link)]
    assert list(link_lines(beyond, "fu_home_x", terminal=False)) == [link]
    assert list(link_lines(config(), "fu_home_x", terminal=True)) == ["http://127.0.0.1:8000/join#fu_home_x"]
    public = replace(beyond, public_url="https://faceup.example")
    assert list(link_lines(public, "fu_home_x", terminal=True))[2] == in_terminal("https://faceup.example/join#fu_home_x")


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.8.0.1", True), ("::1", True), ("localhost", True), ("192.168.1.20", False), ("table", False)],
)
def test_addresses_that_mean_the_machine_itself_are_recognised(host: str, alone: bool) -> None:
    assert front_door.is_loopback(host) is alone


@pytest.mark.parametrize(("words", "beyond"), [((), False), (("LAN=1",), True), pytest.param(("LAN=0",), False, marks=slow)])
@pytest.mark.parametrize("what", ["run", pytest.param("demo", marks=slow)])
def test_the_makefile_serves_other_machines_only_if_lan_is_set_to_1(what: str, words: tuple[str, ...], beyond: bool) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in ("LAN", "HOST")}
    planned = subprocess.run(["make", "--dry-run", what, *words], cwd=ROOT, env=environ, capture_output=True, text=True, check=True).stdout
    assert ("HOST=0.0.0.0" in planned) is beyond


def code_of(printed: str) -> str | None:
    """Return the token in the printed link; None if the link or its QR code is not printed yet."""
    link = re.search(r"keep it to yourself: (\S+)\n", printed)
    return link[1].partition("#")[2] if link and in_terminal(link[1]) in printed else None


@contextmanager
def in_a_terminal(settings: Config) -> Iterator[str]:
    """Run `faceup serve` in a terminal while the block runs. Yields the token of the link that was drawn."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*FACEUP, "serve"], env=os.environ | settings.as_env(), stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        printed, token = b"", None
        while token is None:
            ready, _, _ = select.select([ours], [], [], WITHIN)
            assert ready, printed.decode()
            printed += os.read(ours, 65536)
            token = code_of(printed.decode(errors="replace").replace("\r\n", "\n"))
        yield token
    finally:
        process.terminate()
        process.wait(WITHIN)
        os.close(ours)


@slow
def test_every_start_in_a_terminal_draws_a_link_that_signs_a_phone_in(tmp_path: Path) -> None:
    settings = replace(configured(tmp_path / "data"), host="0.0.0.0")
    if not list(front_door.reachable(settings)):
        settings = replace(settings, public_url="http://faceup.example")
    for _ in range(2):
        with in_a_terminal(settings) as token:
            assert httpx.post(f"http://127.0.0.1:{settings.port}/api/v1/session", json={"token": token}, timeout=WITHIN).status_code == 204


def test_no_code_names_a_command_of_make_except_the_place_that_decides() -> None:
    naming = {
        path.relative_to(ROOT).as_posix()
        for package in ("domain", "service", "workers")
        for kind in ("*.py", "*.js", "*.html")
        for path in (ROOT / package).rglob(kind)
        if "make run" in (text := path.read_text("utf-8")) or "make demo" in text
    }
    assert naming == {"service/running/installed.py"}
