"""Reads request bodies. Accepts only JSON that all programs understand in the same way (RFC 8259 §4, §8; RFC 7493).

A body must be UTF-8, without repeated keys, NaN or Infinity. It is nested at most `DEEPEST` levels deep. It has at most `MOST_BYTES` bytes
if the resource does not allow more.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NoReturn

from flask import Request, request
from marshmallow import RAISE, Schema, ValidationError
from webargs.core import is_json
from webargs.flaskparser import FlaskParser

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault
from domain.tournament.published import exact
from service.api.lib.fields import pointed
from service.errors import MOST_PLACES, Problem, invalid
from service.files.archive_reading import OpenArchive, unpacked_size
from service.wiring import wired

MOST_EVENTS: Final = 500
MOST_BYTES: Final = 256 * 1024
SLACK: Final = 4 * 1024
"""How many bytes a body may have besides its events."""
MOST_BYTES_VERIFIED: Final = 16 * 1024 * 1024
MOST_UNPACKED: Final = 256 * 1024 * 1024
"""The most bytes of an archive of a tournament when it is unpacked."""
DEEPEST: Final = 32
FILE: Final = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
"""Describes, for the contract, a body that is a file of any type. Generated clients send it as bytes. The service does not look at the
media type of a file that it reads."""
REMEMBERED: Final = 256
"""How many different query strings are cached for each operation."""


class _Unreadable(ValueError):
    """The body cannot be read. The message tells the sender why."""


def parsed(content: bytes, *, exact_numbers: bool = False) -> Json:
    """Parse the JSON in `content`. Raises Problem `malformed-body`. `exact_numbers`: whether a number with a decimal point becomes a
    Fraction. If so, raises Problem `invalid` for a number that has an exponent or too many digits."""
    try:
        value: Json = (_EXACT if exact_numbers else _JSON).decode(content.decode("utf-8"))
        # a body with at most DEEPEST opening brackets cannot be nested too deeply
        if content.count(b"[") + content.count(b"{") > DEEPEST:
            _refuse_deep(value)
    except UnicodeDecodeError as fault:
        raise Problem("malformed-body", f"The body is not UTF-8: byte {fault.start} cannot be read.") from None
    except json.JSONDecodeError as fault:
        raise Problem("malformed-body", f"The body is not JSON: {fault.msg} at character {fault.pos}.") from None
    except RecursionError:
        raise Problem("malformed-body", f"The body is nested deeper than {DEEPEST} levels.") from None
    except ValueError as fault:  # int() also raises ValueError, for a number with more than 4,300 digits
        said = str(fault) if isinstance(fault, _Unreadable) else "a number has too many digits"
        raise Problem("malformed-body", f"The body cannot be read: {said}.") from None
    return value


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Unreadable("a key is repeated in a map")
    return members


def _not_json(name: str) -> NoReturn:
    raise _Unreadable(f"{name} is not JSON")


def _exact(number: str) -> Fraction:
    try:
        return exact(number)
    except ValueError as fault:
        raise invalid([Fault("", str(fault))]) from None


_JSON: Final = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_not_json)
_EXACT: Final = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_not_json, parse_float=_exact)


def _refuse_deep(value: Json) -> None:
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = inner
        if not level:
            return
    raise _Unreadable(f"it is nested deeper than {DEEPEST} levels")


def content_of(request: Request, most: int) -> bytes:
    """Read the bytes of a request's body. Raises Problem `too-large` or RequestEntityTooLarge if there are more than `most`. Raises TooLong
    if this process may not parse that many."""
    request.max_content_length = most + 1  # one byte more than allowed: Werkzeug may drop the rest of a longer body silently
    content = request.get_data()
    if len(content) > most:
        raise Problem("too-large", f"The body has more than {most} bytes.")
    wired().work.bytes(len(content))
    return content


def archive_of(content: bytes) -> OpenArchive:
    """Open the archive of a tournament. Raises Problem `too-large` if it has more than MOST_UNPACKED bytes when it is unpacked, TooLong if
    this process may not unpack that many, NotARecord if it is not sound."""
    size = unpacked_size(content)
    if size > MOST_UNPACKED:
        detail = f"The files in the archive have more than {MOST_UNPACKED} bytes unpacked. `faceup import` takes larger ones."
        raise Problem("too-large", detail)
    wired().work.bytes(size)
    return OpenArchive(content)


def json_of(request: Request, most: int = MOST_BYTES + SLACK) -> Json:
    """Read and parse the JSON body of a request, of at most `most` bytes. Raises Problem `unsupported-media-type`, `malformed-body` or
    `too-large`, or RequestEntityTooLarge."""
    content = content_of(request, most)
    if not content:
        raise Problem("malformed-body", "The body is empty; it must be JSON.")
    if not is_json(request.mimetype):
        raise Problem("unsupported-media-type", "The body must be sent as application/json.")
    return parsed(content)


def reader(schema: Schema, location: str) -> Callable[[], Any]:
    """Make a function that reads the current request with `schema`. It raises one Problem that names all faults. `location`: `json` for the
    body, `query` for the query string."""
    return _query_reader(schema) if location == "query" else _body_reader(schema)


def _body_reader(schema: Schema) -> Callable[[], Any]:
    def read() -> Any:
        try:
            return schema.load(json_of(request))  # type: ignore[arg-type]
        except ValidationError as error:
            raise invalid(pointed(error.messages)) from None

    return read


def _query_reader(schema: Schema) -> Callable[[], Any]:
    """Make a function that reads the query string with `schema`. It caches its results: few different query strings are in use."""
    parser = _QueryParser()
    names = ", ".join(field.data_key or name for name, field in schema.fields.items())
    here = f"there are {names}" if names else "this address has none"
    schema.error_messages = {**schema.error_messages, "unknown": f"is not a query parameter here: {here}"}

    @lru_cache(REMEMBERED)
    def parsed_query(_query: bytes) -> dict[str, Any]:
        values: dict[str, Any] = parser.parse(schema, location="query")
        if places := _sent_twice(request):
            raise _refused(places)
        return values

    return lambda: dict(parsed_query(request.query_string))


class _QueryParser(FlaskParser):
    """The parser of webargs, made to refuse unknown parameters. Otherwise a request with a mistyped `dry_run` would record something."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}  # noqa: RUF012 (as webargs declares it)

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **kwargs: Any) -> NoReturn:
        places = [{"parameter": fault.pointer[1:], "message": fault.message} for fault in pointed(error.messages_dict["query"])]
        raise _refused([*places, *_sent_twice(req)])


def _sent_twice(req: Request) -> list[dict[str, str]]:
    return [{"parameter": name, "message": "must be sent only once"} for name, values in req.args.lists() if len(values) > 1]


def _refused(places: list[dict[str, str]]) -> Problem:
    return Problem("invalid", f"{len(places)} query parameter(s) cannot be accepted.", places[:MOST_PLACES])
