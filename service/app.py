"""The one bootstrap: `create_app(config)` makes the parts and wires them. Nothing connects before the first request."""

import time
from datetime import timedelta
from types import TracebackType
from typing import Final

from flask import Flask, Response, g, request
from redis import Redis

from service import api, errors
from service.access import Cookies
from service.api import documents
from service.api.bodies import MOST_BYTES, SLACK
from service.clock import now_ms
from service.config import Config
from service.failures import told
from service.metrics import Metrics
from service.readings import Readings
from service.store.clubs import Clubs
from service.store.connect import read_client, write_client
from service.store.records import Records
from service.store.verdicts import Verdicts
from service.web import pages
from service.wiring import EXTENSION, Wiring, wired

SESSION_DAYS: Final = 90
POLICY: Final = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every response. No inline script, no frames, nothing from elsewhere, and no address told to anyone else."""


class Faceup(Flask):
    """Flask, logging of failures only what others may read: a message may hold a sealed card."""

    session_interface = Cookies()

    def log_exception(self, exc_info: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]) -> None:
        if exc_info[1] is not None:
            self.logger.error("%s %s: %s", request.method, request.path, told(exc_info[1]))


def create_app(config: Config) -> Flask:
    """The application of one process."""
    app = Faceup("service", static_folder=None)
    key = config.secret_key()
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME="faceup",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=SESSION_DAYS),
        WTF_CSRF_TIME_LIMIT=None,  # an evening at the table is longer than an hour; the proof lives as long as its session
        MAX_CONTENT_LENGTH=MOST_BYTES + SLACK,
        PROPAGATE_EXCEPTIONS=False,
    )
    app.extensions[EXTENSION] = wiring_of(config, key)
    errors.register(app)
    contract = api.registered(app)
    app.register_blueprint(documents.blueprint_of(contract))
    app.register_blueprint(pages.blueprint)
    app.before_request(_started)
    app.after_request(_guarded)
    return app


def wiring_of(config: Config, key: bytes) -> Wiring:
    """The parts of one process. Records are written by a client that never repeats by itself."""
    writing: Redis = write_client(config.store_url)
    reading: Redis = read_client(config.store_url)
    records = Records(writing, now_ms)
    return Wiring(
        config=config,
        key=key,
        redis=writing,
        records=records,
        verdicts=Verdicts(writing, now_ms),
        readings=Readings(records),
        clubs=Clubs(reading, now_ms),
        metrics=Metrics(),
        now=now_ms,
        pause=time.sleep,
    )


def _started() -> None:
    g.started = time.perf_counter()


def _guarded(response: Response) -> Response:
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if response.headers["Cache-Control"] != "no-store":
        response.vary.update(("Authorization", "Cookie"))
    _counted(response)
    return response


def _counted(response: Response) -> None:
    metrics: Metrics = wired().metrics
    endpoint = request.endpoint or "none"
    metrics.requests.labels(request.method, endpoint, response.status_code).inc()
    metrics.seconds.labels(endpoint).observe(time.perf_counter() - g.started)
