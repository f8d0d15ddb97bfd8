"""The application that the processes beside the API run: the application of the API, with a budget of processor time and memory for each
request.

A process answers one request at a time. When the budget is used up, the request is answered with the problem `too-costly`, and the process
ends after that. gunicorn starts a new process in its place.
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
from service.beside.asking import ADDRESS, MOMENT, SCHEME, too_costly
from service.config import Config
from service.errors import document
from service.limits import UNLIMITED
from service.seen.watches import Sight
from service.store.keys import parse_game
from service.wiring import wired

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_MEMORY: Final = 2048 * 1024 * 1024
"""The address space that a process may use, in bytes, not counting its cache."""
NICE: Final = 10
"""The nice value of the processes beside the API: other processes, with the normal value 0, get more processor time."""


class OutOfTime(BaseException):
    """The request has used its processor time. This is a BaseException, so that code with `except Exception` does not catch it."""


class Budgeted:
    """A WSGI application that runs `app` with at most `seconds` of processor time for each request."""

    def __init__(self, app: Flask, seconds: float) -> None:
        self.app = app
        self.seconds = seconds
        app.register_error_handler(MemoryError, lambda _: _last(document(too_costly())))

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = environ.pop(_named(ADDRESS), "")
        environ["wsgi.url_scheme"] = environ.pop(_named(SCHEME), "http")
        begun: list[tuple[str, Any]] = []

        def begin(status: str, headers: Any, *_: Any) -> Any:
            begun[:] = [(status, headers)]

        signal.signal(signal.SIGPROF, _out_of_time)
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            body = self._answered(environ, begin)
        except OutOfTime:
            with self.app.request_context(environ):
                body = list(_last(document(too_costly()))(environ, begin))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
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


def moment() -> Response:
    """Answer with the current view (moment) of a game, for its live stream."""
    game, view = parse_game(request.args["game"]), request.args["view"]
    viewer = viewer_named(view)
    assert viewer is not None  # the API always sends the name of a viewer
    made = rendered(wired(), Sight(game, viewer, request.args["prompted"] == "1"))
    return Response(made.body, headers={"X-Faceup-Moment": made.id, "X-Faceup-Until": "" if made.until is None else str(made.until)})


def _last(response: Response) -> Response:
    """End this process after this response: interrupted work may have left the memory of the process in any state."""
    os.kill(os.getpid(), signal.SIGTERM)
    return response


def _out_of_time(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise OutOfTime


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
    app = create_app(replace(config, beside=0, limits=UNLIMITED, proxies=()))
    app.add_url_rule(MOMENT, view_func=moment)
    return Budgeted(app, config.beside_seconds)
