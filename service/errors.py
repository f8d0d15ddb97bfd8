"""Makes the problem documents (RFC 9457) that the service sends when a request fails. No other module makes them.

A *problem* has a registered type (service/problems.py), a status and a detail for the sender. `errors` has an entry
for each wrong field: a `message` and the field's place. A problem repeats at most a short, printable excerpt of the request, and never a
token.

A browser that asks for an address outside the API gets a page with the same text.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NoReturn

import orjson
from flask import Flask, Response, current_app, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault
from domain.record.keystrokes import TooManyCorrections
from domain.record.refusals import Refusal
from service.failures import describe
from service.problems import PROBLEMS
from service.request_log import asked_as
from service.store.connect import refused as refused_by
from service.store.connect import refuses_writes
from service.store.errors import (
    BatchRefused,
    BodyDiffers,
    ClubExists,
    Conflict,
    Contended,
    LastOwner,
    NoSuchGame,
    OnlyForDirectors,
    OnlyForOwners,
    OverBudget,
    PersonGone,
    RecordDamaged,
    RecordDiffers,
    StoreUnavailable,
    WritesRefused,
)

MEDIA_TYPE: Final = "application/problem+json"


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
MOST_TEXT: Final = 2000
"""The most characters of one text in a problem document. A list of all tie-breaks has 500 characters."""
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


def printable(text: str) -> str:
    """Return the first MOST_TEXT characters of `text`. Unpaired surrogates, which UTF-8 cannot encode, are replaced."""
    return text[:MOST_TEXT].encode("utf-8", "replace").decode()


PAGES: Final[dict[str, Callable[[Problem, int], Response]]] = {}
"""Functions that make the page of a problem for addresses that begin like this, whatever the request prefers."""


def document(problem: Problem, status: int | None = None) -> Response:
    """Return the response for a problem. `status` replaces the status of the problem's type."""
    code = status or problem.type.status
    own = next((made for begin, made in PAGES.items() if request.path.startswith(begin)), page if for_a_person() else None)
    if own is not None:
        return own(problem, code)
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(orjson.dumps(body_of(problem, code)), code, headers, content_type=MEDIA_TYPE)


def body_of(problem: Problem, status: int | None = None) -> dict[str, Json]:
    """Return the problem document as JSON. `status` replaces the status of the problem's type."""
    body: dict[str, Json] = {
        "type": f"/problems/{problem.type.slug}",
        "title": problem.type.title,
        "status": status or problem.type.status,
        "detail": printable(problem.detail),
    }
    if problem.errors:
        body["errors"] = [{key: printable(text) for key, text in place.items()} for place in problem.errors]
    return {**body, **problem.extras}


def for_a_person() -> bool:
    """Whether to answer with an HTML page: the request prefers `text/html`, and its address is not in the API."""
    wanted = request.accept_mimetypes.best_match((MEDIA_TYPE, "application/json", "text/html"))
    return request.method in ("GET", "HEAD") and wanted == "text/html" and not request.path.startswith("/api/")


def page(problem: Problem, code: int) -> Response:
    """Return the problem as an HTML page. The page does not ask the store who the visitor is: the store may have failed."""
    text = current_app.jinja_env.get_template("problem.html").render(problem=problem)
    return Response(text, code, {"Cache-Control": "no-store", **problem.headers}, content_type="text/html; charset=utf-8")


def http_error(error: HTTPException) -> Response:
    """Answer errors that Flask or Werkzeug raise (404, 405, 413, …), and uncaught exceptions (500)."""
    code = error.code or 500
    slug = _BY_STATUS.get(code, "internal" if code >= 500 else "bad-request")
    response = document(Problem(slug, _DETAILS.get(slug) or error.description or error.name), code)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Content-Range", "Retry-After", "WWW-Authenticate", "Location"):
            response.headers[name] = value
    if 300 <= code < 400:  # the router redirects, which is no error
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
    members: dict[str, Json] = {"needs": refusal.needs, "through": refusal.through, "least": refusal.least}
    extras = {name: value for name, value in members.items() if value is not None}
    headers = {} if refusal.wait is None else {"Retry-After": str(refusal.wait)}
    return Problem(refusal.kind, refusal.detail, _places(refusal.faults), headers, **extras)


def conflict(error: Conflict) -> Problem:
    if error.expected > error.actual:
        detail = f"The record is only at version {error.actual}: there is no version {error.expected}."
    elif error.expected < error.actual:
        detail = f"The record is at version {error.actual}, not at {error.expected}."
    else:
        detail = f"The version {error.expected} that you know was lost, and this is another one. Read the record again."
    return Problem("conflict", detail, headers={"ETag": f'"{error.seen}"'}, expected=error.expected, actual=error.actual)


def id_taken(error: BodyDiffers) -> Problem:
    return Problem("id-taken", "An event with this id is already stored, with different content.", versions=list(error.versions))


def record_differs(error: RecordDiffers) -> Problem:
    detail = f"{error.stream} is already stored here, but differs from the file from event {error.version} on."
    return Problem("record-differs", detail, versions=[error.version])


def batch_refused(error: BatchRefused) -> Problem:
    """Return the problem for a batch that the store refused. It names each event with a fault. If no single event is at fault, it names the
    whole batch."""
    places = [Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in error.faults]
    return invalid(places or [Fault("/events", error.reason)])


def over_budget(error: OverBudget) -> Problem:
    """Return the problem for a batch that does not fit into the budget of its record. It says what is used up and what still works."""
    said = f"{_USED[error.what]}: {error.spent:,} of {error.most:,}. {_STILL_LESS[error.what] if error.settles else _STILL[error.what]}"
    budget: dict[str, Json] = {"of": error.what, "spent": error.spent, "most": error.most}
    return Problem("over-budget", said, budget=budget)


_USED: Final = {
    "link": "This link has used what one link may record in a game",
    "links": "The links to this game have used what all links together may record in it",
    "units": "This game is nearly full",
    "events": "This game is nearly full",
}
_PASSES: Final = "withdraw entries, rule, end the game, and state or confirm its result"
_STILL: Final = {
    "link": f"With it you can still {_PASSES}. A scorekeeper of the club goes on recording.",
    "links": f"With a link you can still {_PASSES}. A scorekeeper of the club goes on recording.",
    "units": f"You can still {_PASSES}. Open another game to go on recording.",
    "events": f"You can still {_PASSES}. Open another game to go on recording.",
}
_STILL_LESS: Final = {
    "link": "The result can still be confirmed. A scorekeeper of the club or a director corrects the record.",
    "links": "The result can still be confirmed. A scorekeeper of the club or a director corrects the record.",
    "units": "The result can still be confirmed. A director corrects the record.",
    "events": "The result can still be confirmed. A director corrects the record.",
}
LAST_OWNER: Final = "After this, nobody could act as the club's owner. Make somebody else an owner, and let them sign in first."
ONLY_FOR_OWNERS: Final = "Only an owner may end a membership, or merge people who have different roles."
ONLY_FOR_DIRECTORS: Final = "The club's directory is almost full: only a director registers more people."
CONTENDED: Final = "Others were faster here, again and again. Nothing was stored: send the same again."
DAMAGED: Final = "What is stored of this record is not what was recorded, so it is not shown. Other records are not affected."
DISK_FULL: Final = ("disk-full", "The disk with the records is almost full: nothing can be recorded until there is room. Reading goes on.")
NO_WRITES: Final = ("store-unavailable", "The store takes no writes now: nothing was recorded. Reading goes on.")
RETRY_SECONDS: Final = "10"
"""After how many seconds a refused write may be sent again. Before that, somebody must make room on the disk."""
TOO_MANY_CORRECTIONS: Final = (
    "This record has so many corrections that it is not shown in the order of recording. Read it as corrected, or an earlier version."
)
PERSON_ERASED: Final = "The names of this person were erased; the id cannot have a name again."


def unavailable() -> Problem:
    return Problem("store-unavailable", "The store did not answer in time.", headers={"Retry-After": "1"})


def register(app: Flask, *, own_server: bool) -> None:
    """Make `app` answer every error with a problem document. `own_server`: whether Faceup runs the server of the records itself. If so, the
    server refuses writes only while its disk is short of room. Errors that may mean a wrong PIN, invitation or token are answered by
    `service.admission`."""

    def unwritten(error: Exception) -> Response:
        refusal = refused_by(error) if isinstance(error, RedisError) else error
        full = own_server or (isinstance(refusal, WritesRefused) and refusal.disk_full)
        return document(Problem(*(DISK_FULL if full else NO_WRITES), headers={"Retry-After": RETRY_SECONDS}))

    damaged = Problem("record-damaged", DAMAGED)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Problem, document)
    app.register_error_handler(Conflict, lambda error: document(conflict(error)))
    app.register_error_handler(Contended, lambda _: document(Problem("contended", CONTENDED, headers={"Retry-After": "1"})))
    app.register_error_handler(BodyDiffers, lambda error: document(id_taken(error)))
    app.register_error_handler(RecordDiffers, lambda error: document(record_differs(error)))
    app.register_error_handler(ClubExists, lambda _: document(Problem("club-exists", "A club with this short name exists already.")))
    app.register_error_handler(LastOwner, lambda _: document(Problem("last-owner", LAST_OWNER)))
    app.register_error_handler(OnlyForOwners, lambda _: document(Problem("no-right", ONLY_FOR_OWNERS, needs="own")))
    app.register_error_handler(OnlyForDirectors, lambda _: document(Problem("no-right", ONLY_FOR_DIRECTORS, needs="direct")))
    app.register_error_handler(PersonGone, lambda _: document(Problem("person-erased", PERSON_ERASED)))
    app.register_error_handler(NoSuchGame, lambda _: document(Problem("not-found", "There is nothing here that you may read.")))
    app.register_error_handler(OverBudget, lambda error: document(over_budget(error)))
    app.register_error_handler(BatchRefused, lambda error: document(batch_refused(error)))
    app.register_error_handler(TooManyCorrections, lambda _: document(Problem("too-costly", TOO_MANY_CORRECTIONS)))
    app.register_error_handler(RecordDamaged, _logged(app, damaged))
    app.register_error_handler(StoreUnavailable, _logged(app, unavailable()))
    app.register_error_handler(RedisError, lambda error: unwritten(error) if refuses_writes(error) else _logged(app, unavailable())(error))
    app.register_error_handler(WritesRefused, unwritten)


def _logged(app: Flask, problem: Problem) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        app.logger.error("%s: %s", asked_as(request), describe(error))
        return document(problem)

    return answer
