"""Reads requests that append events to a stream: the headers, and the envelope of each event (the members around its data). Also makes the
answer."""

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from logging import Logger
from typing import Any, Final, TypeVar

from flask import Response, request
from marshmallow import Schema, ValidationError, fields
from redis import RedisError
from werkzeug.http import parse_list_header

from domain.kernel.events import EventId, Retracted
from domain.kernel.events.club import VISIBILITIES
from domain.kernel.shapes import MILLISECONDS, OFFSET, OneOf, Text
from domain.record.batch import Sent
from service.api.lib.bodies import MOST_EVENTS
from service.api.lib.contract import ETAG, PREFIX, reply
from service.api.lib.fields import UUID, VERSION, Shaped, ShapedSchema, pointed
from service.errors import Problem
from service.failures import describe
from service.memory.work import TooLong
from service.recording.recorder import Ids, When
from service.store.clubs.clubs import Token
from service.store.errors import NoSuchStream, RecordDamaged, StoreUnavailable
from service.store.streams.append import Appended, Restored
from service.store.streams.seen import Seen
from service.wiring import wired

_TAG: Final = r'"([0-9]{1,10})(\.d[0-9]{1,10}|\.e([0-9]{1,10}))?(\.n[0-9]{1,10})?"'
_IF_MATCH: Final = re.compile(_TAG)
MOST_KEY: Final = 200
IF_MATCH: Final = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": (
        'The last version you know, `"<version>"`, or `*` to append at the end. Better: the `ETag` of the state that you know. A game then '
        "records nothing (412) if the server has lost this version and another event has it."
    ),
    "schema": {"type": "string", "pattern": rf"^(\*|{_TAG})$"},
}
IF_MATCH_VERSION: Final = IF_MATCH | {
    "description": 'The last version you know, `"<version>"`, or better the `ETag` of the state that you know. `*` is refused.',
    "schema": {"type": "string", "pattern": f"^{_TAG}$"},
}


class DraftBody(ShapedSchema):
    """An event as a client sends it. `data` follows the schema of the event's type; values that will be sealed, such as hidden cards, are
    sent readable."""

    type = Shaped(Text(60), required=True)
    data = fields.Raw(required=True, metadata={"description": "See GET /systems/{slug}: event_types."})
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Without it: from Idempotency-Key and index; else random."})
    after = Shaped(VERSION, metadata={"description": "For an inserted event: the version that it followed at the table. Without it: last."})
    at = Shaped(MILLISECONDS, metadata={"description": "When it happened at the table: milliseconds since 1970, UTC. Without it: now."})
    offset = Shaped(OFFSET, load_default=0, metadata={"description": "The device's offset from UTC in minutes; east is positive."})


_DRAFT: Final = DraftBody()


class Events(fields.List):  # type: ignore[type-arg]
    """A field with a list of events. Each event is read as a `Sent`, which also keeps the event's faults. So one answer can name the faults
    of all events."""

    def __init__(self) -> None:
        super().__init__(fields.Nested(DraftBody), required=True, metadata={"minItems": 1, "maxItems": MOST_EVENTS})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list) or not value:
            raise ValidationError("must be a list of at least one event")
        if len(value) > MOST_EVENTS:
            raise Problem("too-large", f"The batch has {len(value)} events; at most {MOST_EVENTS} are accepted at a time.")
        return [_sent(item, index) for index, item in enumerate(value)]


def _sent(item: Any, index: int) -> Sent:
    try:
        return Sent(_DRAFT.load(item))
    except ValidationError as error:
        right = error.valid_data if isinstance(error.valid_data, dict) else {}
        return Sent(right, tuple(pointed(error.messages, f"/events/{index}")))


def corrects(sent: Sent) -> bool:
    """Whether an event may change what events before it led to."""
    return sent.body.get("type") == Retracted.__name__ or sent.body.get("after") is not None


def expected_seen() -> Seen | None:
    """Read from the header `If-Match` what the client has seen. Returns None for `*`: append at the end, at any version. Raises Problem
    `precondition-required` or `invalid`."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(
            "precondition-required", 'Send If-Match: "<version>", the last version you know, or If-Match: * to append at the end.'
        )
    if header.strip() == "*":
        return None
    match = _IF_MATCH.fullmatch(header.strip())
    if match is None:
        message = 'must be one version in quotes ("7"), or *'
        raise Problem("invalid", f"The header If-Match {message}.", [{"header": "If-Match", "message": message}])
    return Seen(int(match[1]), match[3])


def exact_version(reason: str) -> int:
    """Read the expected version from the header `If-Match`. `*` is refused. `reason`: a clause that says why a version is needed. Raises
    Problem `precondition-required` or `invalid`."""
    expected = expected_seen()
    if expected is None:
        raise Problem("precondition-required", f'Send If-Match: "<version>", the last version you know: {reason}.')
    return expected.version


def idempotency_key() -> str | None:
    """Return the header Idempotency-Key; None if it is missing. Raises Problem `invalid` if the value does not have the form of a key."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not (1 <= len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        message = f"must be 1 to {MOST_KEY} printable ASCII characters"
        raise Problem("invalid", f"The header Idempotency-Key {message}.", [{"header": "Idempotency-Key", "message": message}])
    return key


def event_id(token: Token, scope: str) -> EventId:
    """Return the id for the event that this request records. The id is derived from the Idempotency-Key; without a key it is random."""
    return Ids(token.id, idempotency_key(), scope).at(0)


def appended(kind: str, made: Appended, state: Mapping[str, Any] | None = None) -> Response:
    """Answer a successful append, and count it in the metrics. `kind`: the kind of stream. `state`: the stream as it is now, if the answer
    has it."""
    body = _made(kind, made) | {"first": made.first}
    if state is None:
        return reply(body, 201, {"ETag": _tag(kind, made)})
    return reply(body | {"state": state}, 201, {"ETag": _tag(kind, made), **APPLIED})


def opened(kind: str, made: Appended) -> Response:
    """Answer the opening of a stream, and count it in the metrics."""
    return reply(_made(kind, made), 201, {"Location": f"{PREFIX}/{kind}s/{made.stream}", "ETag": _tag(kind, made)})


def _tag(kind: str, made: Appended) -> str:
    return f'"{made.seen if kind == "game" else made.version}"'


def tag_of_copy(kind: str, made: Restored) -> str:
    """Return the header ETag of an answer to an import. `kind`: the kind of stream."""
    head = wired().records.head(made.game) if kind == "game" else None
    return f'"{made.version if head is None else head.seen}"'


def _made(kind: str, made: Appended) -> dict[str, Any]:
    wired().metrics.appended(made.outcome)
    events = [{"version": version, "id": name} for version, name in made.events]
    return {kind: made.stream, "version": made.version, "outcome": made.outcome, "events": events}


class OpeningBody(Schema):
    """What every request to open a stream may send."""

    id = Shaped(UUID, metadata={"format": "uuid", "description": "Without it: from Idempotency-Key, else random."})
    at = Shaped(MILLISECONDS, metadata={"description": "When it was opened: milliseconds since 1970, UTC. Without it: now."})
    offset = Shaped(OFFSET, load_default=0)
    visibility = Shaped(OneOf(VISIBILITIES), metadata={"description": "Without it: as in the settings of the club."})


def when_of(body: Mapping[str, Any]) -> When:
    """Return when and under which id the stream is opened."""
    return When(body.get("id"), body.get("at"), body["offset"])


LEAST: Final = 500
"""Answers of fewer bytes than this are sent as they are: compression would save nothing."""
FAST: Final = 5


def compressed(response: Response) -> Response:
    """Compress the body with gzip if the visitor accepts gzip. Return the same response."""
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        response.set_data(gzip.compress(body, FAST, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


# --- the preference return=representation -------------------------------------------------------------------------------------------------


_REPRESENTATION: Final = "return=representation"
PREFER: Final = {
    "name": "Prefer",
    "in": "header",
    "description": f"`{_REPRESENTATION}` (RFC 7240): the answer also has `state`, the game or tournament as you would get it now.",
    "schema": {"type": "string"},
}
APPENDED: Final = ETAG | {
    "Preference-Applied": {"schema": {"type": "string"}, "description": f"`{_REPRESENTATION}`, if the answer has `state`."}
}
"""Describes, for the contract, the headers of the answer to an append."""
APPLIED: Final = {"Preference-Applied": _REPRESENTATION}
"""The header of an answer that has `state`."""

State = TypeVar("State")


def prefers_representation() -> bool:
    """Whether the first preference `return` of the request is `representation` (RFC 7240 §2: later ones do not count)."""
    sent = request.headers.get("Prefer")
    return sent is not None and next((value for name, value in _preferences(sent) if name == "return"), None) == "representation"


def _preferences(sent: str) -> Iterator[tuple[str, str]]:
    """Yield each preference in the header `Prefer` as (name, value). Its parameters are left out."""
    for preference in parse_list_header(sent):
        name, _, value = preference.partition(";")[0].partition("=")
        yield name.strip().lower(), value.strip().strip('"').lower()


def state_or_none(state: Callable[[], State], stream: str, log: Logger) -> State | None:
    """Return `state()`; None if what was appended to cannot be read now. `stream`: its id, which the log then names."""
    try:
        return state()
    except (NoSuchStream, RecordDamaged, RedisError, StoreUnavailable, TooLong) as error:
        log.warning("%s was appended to, but cannot be shown: %s", stream, describe(error))
        return None
