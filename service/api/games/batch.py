"""A batch of events about to be appended: read, and refused where it cannot be written at all (docs/decisions/api-refusals.md).

Refused is what no table could mean: a field of the wrong shape, a type that is not of this game, a seat that was never taken, a
correction that points nowhere. Illegal play is not refused: it is recorded, and the validator says so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid4, uuid5

from marshmallow import ValidationError, fields

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import COMMON, EVENT_TYPES, Act, Event, EventId, PersonId, PlayerJoined, PlayerSubstituted, Retracted, TokenId
from domain.kernel.seats import seats_sent
from domain.kernel.shapes import MILLISECONDS, OFFSET, Fault, Text
from domain.record.fold import Reading, misplaced
from domain.systems import SYSTEMS
from service.api.lib.bodies import MOST_EVENTS
from service.api.lib.fields import MOST_PLACES, UUID, VERSION, Shaped, ShapedSchema, pointed
from service.errors import Problem, invalid
from service.store.clubs.clubs import Token
from service.store.games.heads import Head
from service.store.streams.batch import Draft

ELSEWHERE: Final = {
    "GameOpened": "POST /games",
    "ResultConfirmed": "POST /games/{game}/confirmation",
    "GameLinked": "POST /games/{game}/rematch",
}
"""Event types that are recorded by requests of their own only."""
KEYED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/idempotency-key")
"""Namespace (RFC 9562 §5.5) of the event ids that follow from an Idempotency-Key."""
MOST_KEY: Final = 200


class DraftBody(ShapedSchema):
    """An event as a recorder sends it. `data` follows the schema of its type; sealed values stand in the clear."""

    type = Shaped(Text(60), required=True)
    data = fields.Raw(required=True, metadata={"description": "See GET /systems/{slug}: event_types."})
    id = Shaped(UUID, metadata={"format": "uuid", "description": "Default: from Idempotency-Key and index, else random."})
    after = Shaped(VERSION, metadata={"description": "The version after which this belongs in table order. Default: last."})
    at = Shaped(MILLISECONDS, metadata={"description": "Milliseconds UTC at the table. Default: now."})
    offset = Shaped(OFFSET, load_default=0, metadata={"description": "Minutes east of UTC of the device."})


class Events(fields.List):  # type: ignore[type-arg]
    """The list of drafts. It is only counted here: `read_batch` names everything that is wrong in any of them at once."""

    def __init__(self) -> None:
        super().__init__(fields.Nested(DraftBody), required=True, metadata={"minItems": 1, "maxItems": MOST_EVENTS})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list) or not value:
            raise ValidationError("must be a list of at least one event")
        if len(value) > MOST_EVENTS:
            raise Problem("too-large", f"{len(value)} events; at most {MOST_EVENTS} at a time.")
        return value


_DRAFT: Final = DraftBody()


@dataclass(frozen=True, slots=True)
class Ids:
    """Where the ids of events come from that the sender did not name: `key`, the Idempotency-Key, or chance."""

    token: Token
    key: str | None
    scope: str

    def of(self, index: int) -> EventId:
        if self.key is None:
            return EventId(str(uuid4()))
        return EventId(str(uuid5(KEYED, f"{self.token.id}:{self.scope}:{self.key}:{index}")))


def ids_for(token: Token, key: str | None, scope: str) -> Ids:
    """Raises Problem `invalid` for a key that is no key. `scope`: the game, or `open`."""
    if key is not None and not (1 <= len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        message = f"must be 1 to {MOST_KEY} printable ASCII characters"
        raise Problem("invalid", f"The header Idempotency-Key {message}.", [{"header": "Idempotency-Key", "message": message}])
    return Ids(token, key, scope)


def read_batch(sent: list[Json], head: Head, base: int, ids: Ids, known: Callable[[Iterable[PersonId]], Set[PersonId]]) -> list[Draft]:
    """The drafts in `sent`, to follow version `base` of the record. `known`: which of these people the directory has.

    Raises Problem `invalid` naming every fault of every event.
    """
    faults: list[Fault] = []
    types = SYSTEMS[head.system].acts | COMMON - ELSEWHERE.keys()
    read = [_draft(item, f"/events/{index}", types, partial(ids.of, index), faults) for index, item in enumerate(sent)]
    drafts = {index: draft for index, draft in enumerate(read) if draft is not None}
    faults += _repeated_ids(drafts)
    faults += _unknown_seats(sent, types, frozenset(head.seats))
    faults += _misplaced(drafts, base)
    faults += _unknown_people(drafts, known)
    if faults:
        raise invalid(faults[:MOST_PLACES])
    return list(drafts.values())


def _draft(item: Json, pointer: str, types: Set[str], fresh: Callable[[], EventId], faults: list[Fault]) -> Draft | None:
    """One event; None where it has faults, which are added to `faults`."""
    before = len(faults)
    try:
        body = _DRAFT.load(item)
    except ValidationError as error:
        faults += pointed(error.messages, pointer)
        body = error.valid_data if isinstance(error.valid_data, dict) else {}
    name = body.get("type")
    if name is None:
        return None
    if name in ELSEWHERE:
        faults.append(Fault(f"{pointer}/type", f"is recorded by {ELSEWHERE[name]}"))
        return None
    if name not in types:
        faults.append(Fault(f"{pointer}/type", f"is not an event type of this game; known: {', '.join(sorted(types))}"))
        return None
    act: Any = EVENT_TYPES[name].shape.read(body["data"], f"{pointer}/data", faults) if "data" in body else None
    if len(faults) > before:
        return None
    given = body.get("id")
    return Draft(act, EventId(given.lower()) if given else fresh(), body.get("after"), body.get("at"), body["offset"])


def _repeated_ids(drafts: Mapping[int, Draft]) -> Iterator[Fault]:
    seen: set[EventId] = set()
    for index, draft in drafts.items():
        if draft.id in seen:
            yield Fault(f"/events/{index}/id", "is the id of another event of this batch")
        seen.add(draft.id)


def _unknown_seats(sent: Sequence[Json], types: Set[str], taken: frozenset[Seat]) -> Iterator[Fault]:
    """Seats that nobody ever took, in events that may have other faults too. Who joins takes one, for the events behind it."""
    for index, item in enumerate(sent):
        name = item.get("type") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(name, str) or name not in types:
            continue
        named = list(seats_sent(name, item.get("data")))
        joining = {seat for place, seat in named if (name, place) == ("PlayerJoined", "/seat")}
        for place, seat in named:
            if seat not in taken and not (joining and place == "/seat"):
                yield Fault(f"/events/{index}/data{place}", f"there is no seat {seat} at this table")
        taken |= joining


def _misplaced(drafts: Mapping[int, Draft], base: int) -> Iterator[Fault]:
    numbers = list(drafts)
    corrections = [
        (base + 1 + index, draft.act if isinstance(draft.act, Retracted) else None, draft.after) for index, draft in drafts.items()
    ]
    for number, fault in misplaced(corrections):
        yield Fault(f"/events/{numbers[number]}{fault.pointer}", fault.message)


def _unknown_people(drafts: Mapping[int, Draft], known: Callable[[Iterable[PersonId]], Set[PersonId]]) -> Iterator[Fault]:
    sitting_down = {index: draft.act for index, draft in drafts.items() if isinstance(draft.act, PlayerJoined | PlayerSubstituted)}
    named = {index: act.person for index, act in sitting_down.items() if act.person}
    found = known(named.values()) if named else frozenset()
    for index, person in named.items():
        if person not in found:
            yield Fault(f"/events/{index}/data/person", "is nobody in this club's directory")


def as_events(drafts: Sequence[Draft], reading: Reading, by: TokenId, at: int) -> list[Event]:
    """The drafts as events behind the reading, as if they were recorded by that token at that moment (ms UTC)."""
    return [
        Event(version, draft.id, draft.act, by, at if draft.at is None else draft.at, draft.offset, at, draft.after)
        for version, draft in enumerate(drafts, reading.version + 1)
    ]


def refuse_without_right(drafts: Sequence[Draft], token: Token, base: int | None, recorded: Callable[[int], Act | None]) -> None:
    """Raises Problem `no-right` unless the token may record all of `drafts`.

    Whoever withdraws an event needs the right to record it, through any number of retractions of retractions. `base`: the version that the
    batch will follow, None where that cannot be told; `recorded`: the act at a version of the record, None where there is none yet.
    """
    for index, draft in enumerate(drafts):
        act: Act | None = draft.act
        while isinstance(act, Retracted):
            target = act.target
            act = drafts[target - base - 1].act if base is not None and target > base else recorded(target)
        right = "direct" if act is None else EVENT_TYPES[type(act).__name__].right
        if not token.may(right):
            places = [{"pointer": f"/events/{index}/type", "message": f"needs the scope {right}"}]
            raise Problem("no-right", f"Event {index} of the batch needs a token with the scope {right}.", places, needs=right)
