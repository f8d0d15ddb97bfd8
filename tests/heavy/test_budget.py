"""A request that is answered by a heavy worker may use only a limited amount of processor time and memory. If it needs more, the answer is
a problem, and the process ends."""

import signal
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from flask import Flask, Response

from service import errors
from service.serving.budgeted import Budgeted


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

    @made.get("/sleep")
    def sleep() -> Response:
        time.sleep(600)
        return Response("slept")

    return made


def called(app: Flask, path: str, seconds: float = 0.05, patience: float = 10_000) -> tuple[str, bytes]:
    heard: list[str] = []

    def start(status: str, headers: Any, *_: Any) -> Any:
        heard.append(status)

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "local", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    body = b"".join(Budgeted(app, seconds, patience)(environ, start))
    return heard[0], body


@pytest.mark.parametrize("path", ["/spin", "/eat"])
def test_work_beyond_the_budget_is_refused_and_the_process_ends(app: Flask, ended: list[int], path: str) -> None:
    status, body = called(app, path)
    assert status.startswith("422")
    assert b"/problems/too-costly" in body
    assert ended == [signal.SIGTERM]


def test_a_request_that_takes_long_without_processor_time_is_refused_and_the_process_ends(app: Flask, ended: list[int]) -> None:
    """As on a loaded machine, where others use the processor."""
    status, body = called(app, "/sleep", seconds=5, patience=0.01)
    assert status.startswith("503")
    assert b"/problems/busy" in body
    assert ended == [signal.SIGTERM]


def test_work_within_the_budget_is_answered_and_the_process_goes_on(app: Flask, ended: list[int]) -> None:
    assert called(app, "/short") == ("200 OK", b"short")
    assert ended == []
    assert [signal.getitimer(timer)[0] for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL)] == [0, 0]
