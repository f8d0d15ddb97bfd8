"""The application that the heavy workers run: the application of the API, with a budget of processor time and memory for each
request.

A process answers one request at a time. When the budget is used up, the request is answered with the problem `too-costly`, and the process
ends after that. gunicorn starts a new process in its place. On a loaded machine a process may get too little processor time: then it
answers `busy`, before gunicorn would kill it without an answer.
"""

import os
import resource
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from flask import Flask, Response, request

from service.access import viewer_named
from service.api.games.live import rendered
from service.app import create_app
from service.caches.standings import packed
from service.config import Config
from service.errors import Problem, document
from service.heavy.asking import ADDRESS, MESSAGE, SCHEME, STANDINGS, too_costly
from service.heavy.turns import busy
from service.limits import UNLIMITED
from service.store.keys import parse_game
from service.store.tournaments.tournaments import TOURNAMENT
from service.views.subscriptions import GameTopic
from service.wiring import wired

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_MEMORY: Final = 2048 * 1024 * 1024
"""The address space that a process may use, in bytes, not counting its cache."""
NICE: Final = 10
"""The nice value of the heavy workers: other processes, with the normal value 0, get more processor time."""


PATIENCE: Final = 3
"""A request may take this many times as long as its processor time. gunicorn kills a process later (heavy.py)."""


class OutOfTime(BaseException):
    """The request has used its time. `problem`: the answer to it. This is a BaseException, so that code with `except Exception` does not
    catch it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class Budgeted:
    """A WSGI application that runs `app` with at most `seconds` of processor time for each request. A request takes at most `patience`
    times as long."""

    def __init__(self, app: Flask, seconds: float, patience: float = PATIENCE) -> None:
        self.app = app
        self.seconds = seconds
        self.patience = patience
        app.register_error_handler(MemoryError, lambda _: _last(document(too_costly())))

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = environ.pop(_named(ADDRESS), "")
        environ["wsgi.url_scheme"] = environ.pop(_named(SCHEME), "http")
        begun: list[tuple[str, Any]] = []

        def begin(status: str, headers: Any, *_: Any) -> Any:
            begun[:] = [(status, headers)]

        signal.signal(signal.SIGPROF, _out_of_time)
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        signal.setitimer(signal.ITIMER_REAL, self.patience * self.seconds)
        try:
            body = self._answered(environ, begin)
        except OutOfTime as ended:
            _stop_timers()
            with self.app.request_context(environ):
                body = list(_last(document(ended.problem))(environ, begin))
        finally:
            _stop_timers()
        ((status, headers),) = begun
        start_response(status, headers)
        return body

    def _answered(self, environ: "WSGIEnvironment", begin: "StartResponse") -> list[bytes]:
        chunks = self.app(environ, begin)
        try:
            return list(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()


def message() -> Response:
    """Answer with the current view of a game, for its live stream."""
    game, view = parse_game(request.args["game"]), request.args["view"]
    viewer = viewer_named(view)
    assert viewer is not None  # the API always sends the name of a viewer
    made = rendered(wired(), GameTopic(game, viewer, request.args["prompted"] == "1"))
    return Response(made.body, headers={"X-Faceup-Message": made.id, "X-Faceup-Until": "" if made.until is None else str(made.until)})


def standings() -> Response:
    """Answer with the current standings of a tournament."""
    stream, parts = TOURNAMENT.parse(request.args["tournament"]), wired()
    return Response(packed(parts.standings.current(stream, parts.tournaments_read.of(stream))))


def _last(response: Response) -> Response:
    """End this process after this response: interrupted work may have left the memory of the process in any state."""
    os.kill(os.getpid(), signal.SIGTERM)
    return response


def _out_of_time(number: int, _frame: FrameType | None) -> NoReturn:
    _stop_timers()
    raise OutOfTime(too_costly() if number == signal.SIGPROF else busy("This machine has too much to do. Try again in a few seconds."))


def _stop_timers() -> None:
    for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
        signal.setitimer(timer, 0)


def _named(header: str) -> str:
    return f"HTTP_{header.upper().replace('-', '_')}"


def give_way(config: Config) -> None:
    """Let this process use at most MOST_MEMORY bytes, not counting its cache (only Linux enforces this limit). The process gets only
    the processor time that other processes leave."""
    os.nice(NICE)
    if sys.platform == "linux":
        most = MOST_MEMORY + config.cache_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def application(config: Config) -> Budgeted:
    app = create_app(replace(config, heavy_socket="", limits=UNLIMITED, proxies=()))
    app.add_url_rule(MESSAGE, view_func=message)
    app.add_url_rule(STANDINGS, view_func=standings)
    return Budgeted(app, config.heavy_seconds)
