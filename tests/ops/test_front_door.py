"""The address at which Faceup serves: whether the port is free, which program uses an occupied port, and which address is printed."""

import errno
import socket
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from service.config import Config
from service.running import front_door, hall
from service.running.front_door import PortTaken, answers, require_free, secured, url
from tests.ops.serving import free_port


def config(port: int, host: str = "127.0.0.1") -> Config:
    return Config(data=Path("/nowhere"), host=host, port=port)


class Answering(BaseHTTPRequestHandler):
    """Answers every GET request. The body of the answer is the attribute `body` of the HTTP server."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.body)  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def taken() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        server.body = b"hello"  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_serving_on_a_free_port_is_accepted() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    require_free(config(port), sleep=lambda _: pytest.fail("waited for a free port"))


def test_serving_on_a_port_in_use_is_refused_after_a_short_wait(taken: HTTPServer) -> None:
    waits: list[float] = []
    with pytest.raises(PortTaken, match=r"Port \d+ on 127.0.0.1 is in use by another program: choose a free one with PORT=…."):
        require_free(config(taken.server_port), sleep=waits.append)
    assert sum(waits) == 3.0


def test_serving_on_a_port_of_another_faceup_is_refused_and_the_message_gives_the_address(taken: HTTPServer) -> None:
    taken.body = b'{"systems": []}'  # type: ignore[attr-defined]
    port = taken.server_port
    with pytest.raises(PortTaken, match=f"Faceup already serves at http://127.0.0.1:{port}: open that page; .* PORT={port + 1}"):
        require_free(config(port), sleep=lambda _: None)


def test_a_port_for_https_in_use_takes_only_https_away(taken: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "PATIENCE", 0.0)
    said: list[str] = []
    with hall.kept(replace(config(free_port()), https_port=taken.server_port), said.append) as served:
        assert served.https_port == 0
    assert said == [f"No HTTPS: port {taken.server_port} is in use by another program; FACEUP_HTTPS_PORT=… chooses another."]


def test_a_port_for_https_that_may_not_be_used_takes_only_https_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "_listening_fails", lambda *_: PermissionError(errno.EACCES, "Permission denied"))
    said: list[str] = []
    with hall.kept(replace(config(80), https_port=523), said.append) as served:
        assert served.https_port == 0
    assert said == ["No HTTPS: HOST 127.0.0.1 with PORT 523 cannot be used: Permission denied; FACEUP_HTTPS_PORT=… chooses another."]


def test_a_port_that_becomes_free_during_the_wait_is_accepted() -> None:
    before = socket.create_server(("127.0.0.1", 0))
    require_free(config(before.getsockname()[1]), sleep=lambda _: before.close())


def test_an_address_that_belongs_to_another_machine_is_refused() -> None:
    with pytest.raises(PortTaken, match=r"HOST 192.0.2.1 with PORT 8000 cannot be used: "):
        require_free(config(8000, "192.0.2.1"), sleep=lambda _: pytest.fail("waited for an address"))


def test_a_server_that_already_answers_at_the_address_is_recognised(taken: HTTPServer) -> None:
    assert answers(config(taken.server_port))
    assert not answers(config(1))


@pytest.mark.parametrize(
    ("host", "address"), [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"), ("table", "http://table:80")]
)
def test_the_printed_address_is_one_that_people_can_open(host: str, address: str) -> None:
    assert url(config(80, host)) == address


def test_the_address_with_https_has_a_port_of_its_own() -> None:
    assert secured(config(80, "::1")) is None
    assert secured(replace(config(80, "::1"), https_port=443)) == "https://[::1]:443"


def test_the_printed_address_is_never_0_0_0_0() -> None:
    assert "0.0.0.0" not in url(config(80, "0.0.0.0"))


def test_the_printed_address_is_the_public_address_if_one_is_set() -> None:
    assert url(replace(config(8000, "0.0.0.0"), public_url="https://faceup.example")) == "https://faceup.example"
