"""Makes the problem documents (RFC 9457) with which the service answers errors. No other module makes them.

A *problem* has a registered type (`PROBLEMS`, rendered as docs/problems.md), a status and a detail for the sender. `errors` has an entry
for each wrong field: a `message` and the field's place. A problem repeats at most a short, printable excerpt of the request, and never a
token.

A browser that asks for an address outside the API gets a page with the same text.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

import orjson
from flask import Flask, Response, current_app, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault
from domain.record.refusals import Refusal, Refused
from service.failures import describe
from service.store.outcomes import BatchRefused, BodyDiffers, Conflict, NoSuchGame, RecordDamaged, RecordDiffers, StoreUnavailable

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A registered type: `slug` (its URI is `/problems/<slug>`), HTTP status, title, and what the sender can do about it."""

    slug: str
    status: int
    title: str
    remedy: str


PROBLEMS: Final[dict[str, ProblemType]] = {
    kind.slug: kind
    for kind in (
        ProblemType("bad-request", 400, "The request cannot be read", "Correct the request line or its headers."),
        ProblemType(
            "malformed-body",
            400,
            "The body cannot be read as JSON",
            "Send one JSON value (RFC 8259) in UTF-8, without NaN or Infinity, without repeated keys, nested at most 32 deep.",
        ),
        ProblemType("token-missing", 401, "A token is needed", "Send `Authorization: Bearer <token>`, or open the link you were given."),
        ProblemType("token-invalid", 401, "This token is not valid", "It is unknown, expired or withdrawn: ask for a new link."),
        ProblemType("csrf", 403, "The CSRF token is missing or wrong", "Send the `csrf` of GET /api/v1/session as `X-CSRFToken`."),
        ProblemType(
            "no-right", 403, "This token does not allow that", "Ask a director of the club for a token with the scope named in `needs`."
        ),
        ProblemType(
            "confirmed",
            403,
            "The result is settled",
            "Events up to `through` are settled. Ask a director, or send a batch that leaves scores and winners as they are.",
        ),
        ProblemType("wrong-pin", 403, "This is not the PIN of that seat", "Try again. The seat's link or a director can set a new PIN."),
        ProblemType("pin-set", 403, "That seat has a PIN already", "The link of the seat or a director can set a new one."),
        ProblemType("wider-view", 403, "This token may not see that view", "Leave `view` out, or name a view that shows less."),
        ProblemType(
            "history-closed", 403, "The history of a game in play is closed", "Ask for the current state, or wait until the game has ended."
        ),
        ProblemType(
            "not-found", 404, "There is nothing here", "Check the address and the token: what the token may not read is not found either."
        ),
        ProblemType("method-not-allowed", 405, "This address does not accept that method", "Use one of the methods in the `Allow` header."),
        ProblemType("not-acceptable", 406, "Not available in that form", "Ask for one of the formats that `detail` names."),
        ProblemType("not-yet", 409, "The record has not reached that version", "The version was not reached within a second: ask again."),
        ProblemType(
            "record-differs",
            409,
            "A different record of this game is stored here",
            "Both records have the same opening, but differ later; `versions` names the first event that differs. Nothing was stored.",
        ),
        ProblemType(
            "not-finished",
            409,
            "Not finished yet",
            "For a game: play it to its end, or record its result. For an archive: wait until it is done.",
        ),
        ProblemType("not-paired", 409, "There is no next round yet", "`detail` says why. Enter missing results, or change the settings."),
        ProblemType("person-erased", 410, "This person was erased", "This id cannot get a name again. Register the person under a new id."),
        ProblemType(
            "conflict", 412, "The record has moved on", "Read the events after `expected`, then send again with the version `actual`."
        ),
        ProblemType("too-large", 413, "The body is too large", "At most 500 events and 256 KiB at a time: send several batches."),
        ProblemType("unsupported-media-type", 415, "The body must be JSON", "Send `Content-Type: application/json`."),
        ProblemType("invalid", 422, "Some fields are wrong", "`errors` names every wrong field. Nothing was stored."),
        ProblemType(
            "record-refused",
            422,
            "The file is not a record that can be kept here",
            "`errors` names every fault with its line. Nothing was stored. A changed file cannot be repaired: export it again.",
        ),
        ProblemType(
            "id-taken",
            422,
            "This id is already used for something else",
            "Use a new id or Idempotency-Key, or send the first body unchanged.",
        ),
        ProblemType("too-many-attempts", 429, "Too many attempts", "Wait `Retry-After` seconds, then try again."),
        ProblemType(
            "precondition-required",
            428,
            "The header If-Match is missing",
            'Send the last version you know, `If-Match: "<version>"`, or `*` to append at the end.',
        ),
        ProblemType("too-many-streams", 503, "All live streams are in use", "Ask again after `Retry-After` seconds, or poll the state."),
        ProblemType("internal", 500, "The service failed", "The fault is in the service, not in your request: please report it."),
        ProblemType("record-damaged", 500, "The stored record is damaged", "Run `faceup doctor` on the server. Nothing was changed."),
        ProblemType(
            "store-unavailable",
            503,
            "The store does not answer",
            "Try again. It is not known whether a write was stored: repeat it with the same ids.",
        ),
    )
}
"""Every problem type by its slug. Other HTTP errors 4xx get the type `bad-request` and keep their status."""

_BY_STATUS: Final = {
    401: "token-missing",
    403: "no-right",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    500: "internal",
    503: "store-unavailable",
}

Place = Mapping[str, str]
"""One entry of `errors`: the `message`, and its place. The place is a JSON Pointer into the body (`pointer`), a query parameter
(`parameter`) or a header (`header`). For a line of a record file there is also `where`."""
MOST_PLACES: Final = 1000
"""The most wrong fields that one problem document names."""


class Problem(Exception):
    """An error that any code may raise during a request. The service answers with its problem document, to which `extras` are added."""

    def __init__(
        self,
        slug: str,
        detail: str,
        errors: Iterable[Place] = (),
        headers: Mapping[str, str] | None = None,
        **extras: Json,
    ) -> None:
        super().__init__(detail)
        self.type = PROBLEMS[slug]
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.extras = extras


def invalid(faults: Iterable[Fault]) -> Problem:
    """Return the problem `invalid` for the faults of a request body. The faults' pointers start at the root of the body."""
    places = _places(list(faults)[:MOST_PLACES])
    return Problem("invalid", f"{len(places)} field(s) cannot be accepted.", places)


def _places(faults: Iterable[Fault]) -> list[Place]:
    return [{"pointer": fault.pointer, "message": fault.message} for fault in faults]


def wrong_parameter(name: str, message: str) -> Problem:
    return Problem("invalid", f"The query parameter {name} {message}.", [{"parameter": name, "message": message}])


def not_found() -> NoReturn:
    """Raise the problem `not-found`. It is the same for a missing record and for a record that the visitor may not know of."""
    raise Problem("not-found", "There is nothing here that you may read.")


def printable(text: str, longest: int = 300) -> str:
    """Return the first `longest` characters of `text`. Unpaired surrogates, which UTF-8 cannot encode, are replaced."""
    return text[:longest].encode("utf-8", "replace").decode()


def document(problem: Problem, status: int | None = None) -> Response:
    """Return the response for a problem. `status` replaces the status of the problem's type."""
    code = status or problem.type.status
    if for_a_person():
        return page(problem, code)
    body: dict[str, Json] = {
        "type": f"/problems/{problem.type.slug}",
        "title": problem.type.title,
        "status": code,
        "detail": printable(problem.detail),
    }
    if problem.errors:
        body["errors"] = [{key: printable(text) for key, text in place.items()} for place in problem.errors]
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(orjson.dumps({**body, **problem.extras}), code, headers, content_type=MEDIA_TYPE)


def for_a_person() -> bool:
    """Whether to answer with an HTML page: the request prefers `text/html`, and its address is not in the API."""
    wanted = request.accept_mimetypes.best_match((MEDIA_TYPE, "application/json", "text/html"))
    return request.method in ("GET", "HEAD") and wanted == "text/html" and not request.path.startswith("/api/")


def page(problem: Problem, code: int) -> Response:
    """Return the problem as an HTML page. The page does not ask the store who the visitor is: the store may have failed."""
    text = current_app.jinja_env.get_template("problem.html").render(problem=problem)
    return Response(text, code, {"Cache-Control": "no-store", **problem.headers}, content_type="text/html; charset=utf-8")


def http_error(error: HTTPException) -> Response:
    """Answer errors that Flask, Werkzeug or flask-smorest raise (404, 405, 413, …), and uncaught exceptions (500)."""
    code = error.code or 500
    slug = _BY_STATUS.get(code, "internal" if code >= 500 else "bad-request")
    response = document(Problem(slug, _DETAILS.get(slug) or error.description or error.name), code)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Content-Range", "Retry-After", "WWW-Authenticate", "Location"):
            response.headers[name] = value
    if 300 <= code < 400:  # a redirect of the router, no problem
        return Response("", code, {"Location": response.headers["Location"]})
    return response


_DETAILS: Final = {
    "not-found": "There is nothing here that you may read.",
    "internal": "The service failed on this request; its log says why.",
}


def refused(refusal: Refusal) -> Problem:
    """Return the problem for a batch that the domain refused."""
    if refusal.kind == "invalid":
        return invalid(refusal.faults)
    extras: dict[str, Json] = {name: value for name, value in (("needs", refusal.needs), ("through", refusal.through)) if value is not None}
    headers = {} if refusal.wait is None else {"Retry-After": str(refusal.wait)}
    return Problem(refusal.kind, refusal.detail, _places(refusal.faults), headers, **extras)


def conflict(error: Conflict) -> Problem:
    detail = f"The record is at version {error.actual}, not at {error.expected}."
    return Problem("conflict", detail, headers={"ETag": f'"{error.actual}"'}, expected=error.expected, actual=error.actual)


def id_taken(error: BodyDiffers) -> Problem:
    return Problem("id-taken", "An event with this id is already stored, with different content.", versions=list(error.versions))


def record_differs(error: RecordDiffers) -> Problem:
    detail = f"{error.stream} is already stored here, but differs from the file from event {error.version} on."
    return Problem("record-differs", detail, versions=[error.version])


def batch_refused(error: BatchRefused) -> Problem:
    """Return the problem for a batch that the store refused. It names each correction that does not point at an earlier event, or else the
    whole batch."""
    places = [Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in error.faults]
    return invalid(places or [Fault("/events", error.reason)])


def register(app: Flask) -> None:
    """Make `app` answer every error with a problem document. service.api.lib.contract calls `http_error` for HTTP errors."""
    unavailable = Problem("store-unavailable", "The store did not answer in time.", headers={"Retry-After": "1"})
    damaged = Problem("record-damaged", "The stored record has a gap or a broken entry.")
    app.register_error_handler(Problem, document)
    app.register_error_handler(Refused, lambda error: document(refused(error.refusal)))
    app.register_error_handler(Conflict, lambda error: document(conflict(error)))
    app.register_error_handler(BodyDiffers, lambda error: document(id_taken(error)))
    app.register_error_handler(RecordDiffers, lambda error: document(record_differs(error)))
    app.register_error_handler(NoSuchGame, lambda _: document(Problem("not-found", "There is nothing here that you may read.")))
    app.register_error_handler(BatchRefused, lambda error: document(batch_refused(error)))
    app.register_error_handler(RecordDamaged, _logged(app, damaged))
    app.register_error_handler(StoreUnavailable, _logged(app, unavailable))
    app.register_error_handler(RedisError, _logged(app, unavailable))


def _logged(app: Flask, problem: Problem) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        app.logger.error("%s %s: %s", request.method, request.path, describe(error))
        return document(problem)

    return answer
