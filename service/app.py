"""Builds the application: `create_app(config)` makes the parts and connects them. Redis is not contacted before the first request."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, g, request
from flask.globals import request_ctx
from redis import Redis, RedisError
from werkzeug.routing import RequestRedirect

from domain.season.fold import season_read
from domain.tournament.reading import tournament_read
from service import admission, api, cors, errors
from service.access import Cookies
from service.api.lib.bodies import MOST_BYTES, SLACK
from service.api.server import documents
from service.caches.answers import Unmodified
from service.caches.delays import Delays
from service.caches.rates import Rates
from service.caches.streams import (
    SEASON_EVENT_BYTES,
    SEASON_EVENTS_A_STEP,
    SEASON_READING,
    TOURNAMENT_EVENT_BYTES,
    TOURNAMENT_EVENTS_A_STEP,
    Readings,
    StreamCache,
)
from service.clock import now_ms
from service.config import Config
from service.failures import describe
from service.heavy.asking import ANSWERED, HeavyWorkers
from service.heavy.turns import Asker
from service.memory import shares
from service.memory.cache import Cache
from service.memory.work import TooLong, WorkBudget
from service.projections import PROJECTIONS
from service.proxies import client_of, is_proxy
from service.recording.limits import Chains
from service.request_log import HEADER, REQUEST_ID, RequestLog, asked_as
from service.running.metrics import Metrics
from service.store.clubs.archives import Exports
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.people import People
from service.store.connect import read_client, write_client
from service.store.errors import RecordDamaged, StoreUnavailable
from service.store.games.budget import Limits
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import GameId, StreamId
from service.store.pins import SeatPins
from service.store.projected import Projected
from service.store.seasons.seasons import SeasonStreams
from service.store.tournaments.pairings import PairingJobs
from service.store.tournaments.tournaments import EntryPins, Secrets, TournamentStreams
from service.views.replays import Replays
from service.web import (  # noqa: F401 - they add their pages to the blueprint
    app_files,
    assets,
    club_pages,
    embed_pages,
    engine_files,
    faults,
    https_page,
    landing,
    offline_pages,
    pages,
    practice_pages,
    season_pages,
    tournament_pages,
)
from service.wiring import EXTENSION, Wiring, wired

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SESSION_DAYS: Final = 90
POLICY: Final = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every response. They forbid inline scripts, frames and content from other sites, and tell browsers to send no referrer. Some
responses have a content security policy of their own."""
Headers = list[tuple[str, str]]
NOT_MODIFIED: Final = "304 NOT MODIFIED"
VARYING: Final = ("Authorization", "Cookie")
"""The request headers that say who the visitor is. Every response that may be cached names them in `Vary`."""


class Faceup(Flask):
    """A Flask application whose log leaves out the messages of errors, because a message may name a sealed card."""

    session_interface = Cookies()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` unchanged. Flask would check whether `func` is a coroutine. None of our functions is one, and the check takes
        longer than the call."""
        return func

    def raise_routing_exception(self, request: Request) -> NoReturn:
        """Redirect as the router says (`//` becomes `/`), but to a path without a host: the router would take the host from the header
        `Host`."""
        if isinstance(request.routing_exception, RequestRedirect):
            request.routing_exception.new_url = urlsplit(request.routing_exception.new_url)._replace(scheme="", netloc="").geturl()
        super().raise_routing_exception(request)

    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods of this resource. Flask's answer for `/people/import` would also list the methods of
        `/people/<person>`."""
        answer = self.response_class()
        same = (rule for rule in self.url_map.iter_rules() if request.url_rule is not None and rule.rule == request.url_rule.rule)
        answer.allow.update(method for rule in same for method in rule.methods or ())
        return answer

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, with POLICY in the headers, and count the response. Flask's hooks would cost five times as much. Behind trusted
        proxies, the request gets the client's address, as the proxies name it. If an equal request was answered with 304, and that answer
        is still correct, it is sent again immediately."""
        began, parts = time.perf_counter(), cast("Wiring", self.extensions[EXTENSION])
        named: Headers = []
        if self.config["REQUEST_LOG"] is not None:
            trusted = is_proxy(str(environ.get("REMOTE_ADDR", "")), self.config["PROXIES"])
            environ[REQUEST_ID] = RequestLog.id_of(environ, trusted=trusted)
            named = [(HEADER, environ[REQUEST_ID])]
        if self.config["PROXIES"]:
            environ["REMOTE_ADDR"] = client_of(environ, self.config["PROXIES"])

        def counted(method: str, endpoint: str, status: int) -> None:
            seconds = time.perf_counter() - began
            parts.metrics.answered(method, endpoint, status, seconds)
            if named:
                self.config["REQUEST_LOG"].answered(environ[REQUEST_ID], method, endpoint, status, seconds)

        same = parts.unchanged.of(environ)
        if same is not None:
            start_response(NOT_MODIFIED, [*same.headers, *named])
            counted("GET", same.endpoint, 304)
            return ()

        def started(status: str, headers: Headers, *failure: Any) -> Callable[[bytes], object]:
            asked = request_ctx.request  # each use of `request` would look it up again
            endpoint, sent = asked.endpoint or "none", guarded(headers) + cors.headers(asked)
            counted(asked.method, endpoint, int(status[:3]))
            if status == NOT_MODIFIED and "lasting" in g and asked.method == "GET":
                parts.unchanged.keep(environ, Unmodified(g.lasting, g.visitor, g.named, endpoint, tuple(sent)))
            return start_response(status, sent + admission.quotas() + named, *failure)

        return super().wsgi_app(environ, started)

    def log_exception(self, exc_info: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]) -> None:
        if exc_info[1] is not None:
            self.logger.error("%s: %s", asked_as(request), describe(exc_info[1]))


def create_app(config: Config) -> Flask:
    """Make and return the application for one process."""
    app = Faceup("service", static_folder=None)
    key = config.secret_key()
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME="faceup",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=SESSION_DAYS),
        WTF_CSRF_TIME_LIMIT=None,  # a CSRF token is valid as long as its session
        MAX_CONTENT_LENGTH=MOST_BYTES + SLACK,
        PROPAGATE_EXCEPTIONS=False,
        PROXIES=config.proxies,
        REQUEST_LOG=RequestLog() if config.request_log else None,
    )
    app.extensions[EXTENSION] = wiring_of(config, key)
    errors.register(app, own_server=config.redis_url is None)
    admission.register(app)
    app.register_error_handler(TooLong, lambda _: _answered_by_heavy_worker())
    api.register(app)
    app.register_blueprint(documents.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(embed_pages.blueprint)
    app.register_blueprint(assets.blueprint)
    app.register_blueprint(faults.blueprint)
    return app


def _answered_by_heavy_worker() -> Response:
    """Return the answer of a heavy worker (service/heavy/) to the current request."""
    try:
        return wired().heavy.answer(*_asked())
    except errors.Problem as problem:  # if an error handler raises an error, Flask calls no handler for that error
        return errors.document(problem)
    except StoreUnavailable:
        return errors.document(errors.unavailable())


def _asked() -> tuple[Asker, str | None]:
    """Return who sends the current request, and about what; and the hash of the last event of the record that it is about. The hash is None
    if the request is about no record, or if the record's head cannot be read now."""
    token, args, parts = g.get("visitor"), request.view_args or {}, wired()
    visitor, game, tournament = admission.caller(token), args.get("game"), args.get("tournament")
    asker, head = Asker(visitor, token is not None, game or tournament or visitor), None
    with suppress(RedisError, StoreUnavailable, RecordDamaged):
        head = parts.records.head(GameId(game)) if game else parts.tournaments.head(StreamId(tournament)) if tournament else None
    return asker, None if head is None else head.hash


def wiring_of(config: Config, key: bytes) -> Wiring:
    """Make and return the parts for one process. The Redis client that writes records never repeats a command by itself."""
    writing: Redis = write_client(config.store_url, copies=config.copies)
    reading: Redis = read_client(config.store_url, config.copies)
    cache, work = Cache(config.cache_bytes), WorkBudget(bounded=bool(config.heavy_socket))
    records = Records(writing, now_ms, limits=Limits(config.record_units, config.link_units), cache=cache)
    readings, people = Readings(records, cache, work=work), People(writing, now_ms, cache=cache)
    clubs = Clubs(reading, now_ms, roles_of=people.roles, cache=cache)
    tournaments = TournamentStreams(writing, now_ms, cache=cache)
    seasons, metrics = SeasonStreams(writing, now_ms, cache=cache), Metrics()
    return Wiring(
        config=config,
        key=key,
        redis=writing,
        queue=None if config.queue_url is None else read_client(config.queue_url),
        records=records,
        verdicts=Verdicts(writing, now_ms, cache),
        cache=cache,
        readings=readings,
        delays=Delays(readings, now_ms, cache),
        replays=Replays(readings, people, cache),
        clubs=clubs,
        people=people,
        invitations=Invitations(writing, now_ms, clubs.letters),
        tournaments=tournaments,
        tournaments_read=StreamCache(
            tournaments, lambda _, events: tournament_read(events), cache, TOURNAMENT_EVENT_BYTES, work, TOURNAMENT_EVENTS_A_STEP
        ),
        seasons=seasons,
        seasons_read=StreamCache(
            seasons,
            lambda _, events: season_read(events),
            cache,
            SEASON_EVENT_BYTES,
            work,
            SEASON_EVENTS_A_STEP,
            shares.SEASONS,
            SEASON_READING,
        ),
        pairings=PairingJobs(writing),
        secrets=Secrets(reading),
        projected=Projected(reading, tuple(PROJECTIONS)),
        exports=Exports(reading, now_ms),
        pins=SeatPins(reading),
        entry_pins=EntryPins(reading),
        metrics=metrics,
        rates=Rates(config.limits, lambda limit: metrics.refused.labels(limit).inc()),
        chains=Chains(reading, config.limits, lambda limit: metrics.refused.labels(limit).inc()),
        work=work,
        heavy=HeavyWorkers(config.heavy_socket, config.heavy, ANSWERED * config.heavy_seconds + 2),
        now=now_ms,
        pause=time.sleep,
    )


def guarded(headers: Headers) -> Headers:
    """Return a response's headers together with the headers in POLICY. Without `Cache-Control` the response gets `no-store`. If it may be
    cached, VARYING is added to `Vary`, except for files that are the same for everybody."""
    given = dict(headers)
    sent = headers + [(name, value) for name, value in POLICY.items() if name not in given]
    kept = given.get("Cache-Control")
    if kept is None:
        return [*sent, ("Cache-Control", "no-store")]
    if kept in ("no-store", assets.KEPT):
        return sent
    vary = dict.fromkeys([*filter(None, given.get("Vary", "").split(", ")), *VARYING])
    return [*(header for header in sent if header[0] != "Vary"), ("Vary", ", ".join(vary))]
