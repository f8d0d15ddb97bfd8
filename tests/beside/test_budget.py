"""A request that is answered beside the API may use only a limited amount of processor time and memory. If it needs more, the answer is a
problem, and the process ends."""

import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from flask import Flask, Response

from service import errors
from service.beside.application import Budgeted


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """The signals that asked this process to end, in a list that grows as they arrive."""
    heard: list[int] = []

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.append(number)

    before = signal.signal(signal.SIGTERM, hear), signal.getsignal(signal.SIGPROF)
    yield heard
    signal.signal(signal.SIGTERM, before[0])
    signal.signal(signal.SIGPROF, before[1])


@pytest.fixture
def app() -> Flask:
    made = Flask("budget")
    errors.register(made, own_server=True)

    @made.get("/spin")
    def spin() -> Response:
        while True:
            try:
                while True:
                    pass
            except Exception:  # even code that catches every exception is stopped by the budget
                continue

    @made.get("/eat")
    def eat() -> Response:
        raise MemoryError

    @made.get("/short")
    def short() -> Response:
        return Response("short")

    return made


def called(app: Flask, path: str) -> tuple[str, bytes]:
    heard: list[str] = []

    def start(status: str, headers: Any, *_: Any) -> Any:
        heard.append(status)

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "local", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    body = b"".join(Budgeted(app, 0.05)(environ, start))
    return heard[0], body


@pytest.mark.parametrize("path", ["/spin", "/eat"])
def test_work_beyond_the_budget_is_refused_and_the_process_ends(app: Flask, ended: list[int], path: str) -> None:
    status, body = called(app, path)
    assert status.startswith("422")
    assert b"/problems/too-costly" in body
    assert ended == [signal.SIGTERM]


def test_work_within_the_budget_is_answered_and_the_process_goes_on(app: Flask, ended: list[int]) -> None:
    assert called(app, "/short") == ("200 OK", b"short")
    assert ended == []
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
