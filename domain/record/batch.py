"""Reads a batch of events before it is appended to a stream, and refuses what cannot be recorded.

It refuses what cannot have a meaning: a field of the wrong shape, an unknown type, a seat that was never taken, a correction of a version
that cannot be corrected. Illegal play is recorded, and the validator reports it (docs/decisions/api-contract.md). A `Vocabulary` describes
the stream; the code is the same for every kind of stream."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    AnyAct,
    EventId,
    EventType,
    PersonId,
    PlayerJoined,
    PlayerSubstituted,
    Retracted,
    Right,
    StreamEvent,
    TokenId,
)
from domain.kernel.seats import seats_sent
from domain.kernel.shapes import Fault
from domain.record.fold import misplaced
from domain.record.refusals import Refusal
from domain.words.phrases import the_seats

A_co = TypeVar("A_co", bound=AnyAct, covariant=True)
"""The type of the acts of one kind of stream."""
A = TypeVar("A", bound=AnyAct)


@dataclass(frozen=True, slots=True)
class StreamDraft(Generic[A_co]):
    """An event that is about to be recorded: its act, with the values of sealed fields, and the id that its writer gave it.

    `after`: the version after which the event belongs; None if it belongs at the end. `at`: milliseconds UTC at the table; None for the
    server's time. `offset`: minutes east of UTC at the table."""

    act: A_co
    id: EventId
    after: int | None = None
    at: int | None = None
    offset: int = 0


if TYPE_CHECKING:
    Draft = StreamDraft[Act]
    AnyDraft = StreamDraft[AnyAct]
else:
    Draft = AnyDraft = StreamDraft


class Sent(NamedTuple):
    """An event as it was sent. `body`: its valid members, from `type`, `data`, `id`, `after`, `at` and `offset`; the contents of `data` are
    not checked yet. `faults`: what is wrong with its other members, with pointers into the whole request."""

    body: Mapping[str, Json]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The types, seats and people that events sent to one stream may name.

    `called`: the word for such a stream in messages, such as "game". `recorded`: every type that the stream may hold. `types`: the types
    that a batch may contain. `elsewhere`: the types that only another request records, with the name of that request. `settling`: the types
    that must be checked against a confirmed or final result. Corrections must always be checked.

    `seats`: every seat that was ever taken; None if the stream has no seats. `people`: a function that returns which of the given people
    are in the club's directory. It is called only if a batch names people.
    """

    called: str
    recorded: Mapping[str, EventType]
    types: Mapping[str, EventType]
    elsewhere: Mapping[str, str]
    settling: frozenset[str]
    seats: frozenset[Seat] | None
    people: Callable[[Iterable[PersonId]], Container[PersonId]]


class Batch(NamedTuple):
    """What was read from a batch. `drafts`: the valid events by their index in the batch. `faults`: all faults of the batch."""

    drafts: Mapping[int, AnyDraft]
    faults: tuple[Fault, ...]


def read_batch(sent: Sequence[Sent], known: Vocabulary, base: int, fresh: Callable[[int], EventId]) -> Batch:
    """Read the events in `sent`, which will follow version `base`. `fresh(index)`: a new id for an event that was sent without one."""
    faults: list[Fault] = []
    drafts: dict[int, AnyDraft] = {}
    for index, item in enumerate(sent):
        draft = _draft(item, index, known, fresh, faults)
        if draft is not None:
            drafts[index] = draft
    faults += _repeated_ids(drafts)
    faults += _unknown_seats(sent, known)
    faults += (Fault(f"/events/{index}{fault.pointer}", fault.message) for index, fault in misplaced_drafts(drafts, base))
    faults += _unknown_people(drafts, known)
    return Batch(drafts, tuple(faults))


def _draft(item: Sent, index: int, known: Vocabulary, fresh: Callable[[int], EventId], faults: list[Fault]) -> AnyDraft | None:
    before, pointer, body = len(faults), f"/events/{index}", item.body
    faults += item.faults
    name = cast("str | None", body.get("type"))
    if name is None:
        return None
    if name in known.elsewhere:
        faults.append(Fault(f"{pointer}/type", f"cannot be recorded here; use {known.elsewhere[name]}"))
        return None
    kind = known.types.get(name)
    if kind is None:
        listed = ", ".join(sorted(known.types))
        faults.append(Fault(f"{pointer}/type", f"is not an event type of this {known.called}; known: {listed}"))
        return None
    act = cast("AnyAct", kind.shape.read(body["data"], f"{pointer}/data", faults) if "data" in body else None)
    if len(faults) > before:
        return None
    given = cast("str | None", body.get("id"))
    event_id = EventId(given.lower()) if given else fresh(index)
    return AnyDraft(
        act, event_id, cast("int | None", body.get("after")), cast("int | None", body.get("at")), cast("int", body.get("offset", 0))
    )


def _repeated_ids(drafts: Mapping[int, AnyDraft]) -> Iterator[Fault]:
    seen: set[EventId] = set()
    for index, draft in drafts.items():
        if draft.id in seen:
            yield Fault(f"/events/{index}/id", "is also the id of an earlier event in this batch")
        seen.add(draft.id)


def _unknown_seats(sent: Sequence[Sent], known: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each seat that nobody ever took. If an event of the batch lets a player take a seat, this event and later ones may
    name the seat."""
    taken = known.seats
    if taken is None:
        return
    for index, (body, _) in enumerate(sent):
        name = body.get("type")
        if not isinstance(name, str) or name not in known.types:
            continue
        joining: frozenset[Seat] = frozenset()
        for place, seat in seats_sent(name, body.get("data")):
            if (name, place) == ("PlayerJoined", "/seat"):
                joining = frozenset((seat,))
            elif seat not in taken:
                yield Fault(f"/events/{index}/data{place}", f"there is no seat {seat} at this table: it has {the_seats(taken)}")
        taken |= joining


def misplaced_drafts(drafts: Mapping[int, AnyDraft], base: int) -> list[tuple[int, Fault]]:
    """Return the faults of corrections in a batch that will follow version `base`, as (index in the batch, fault). `drafts`: the valid
    events by their index in the batch."""
    if not any(map(corrects_earlier, drafts.values())):
        return []
    numbers = list(drafts)
    corrections = [
        (base + 1 + index, draft.act if isinstance(draft.act, Retracted) else None, draft.after) for index, draft in drafts.items()
    ]
    return [(numbers[number], fault) for number, fault in misplaced(corrections)]


def _unknown_people(drafts: Mapping[int, AnyDraft], known: Vocabulary) -> Iterator[Fault]:
    sitting_down = {index: draft.act for index, draft in drafts.items() if isinstance(draft.act, PlayerJoined | PlayerSubstituted)}
    named = {index: act.person for index, act in sitting_down.items() if act.person}
    there: Container[PersonId] = known.people(named.values()) if named else ()
    for index, person in named.items():
        if person not in there:
            yield Fault(f"/events/{index}/data/person", "is not a person in this club's directory")


def as_events(drafts: Sequence[StreamDraft[A]], base: int, by: TokenId, at: int) -> list[StreamEvent[A]]:
    """Return the drafts as events after version `base`, as if the token `by` recorded them at the moment `at` (milliseconds UTC)."""
    return [
        StreamEvent(version, draft.id, draft.act, by, at if draft.at is None else draft.at, draft.offset, at, draft.after)
        for version, draft in enumerate(drafts, base + 1)
    ]


def repeats(drafts: Iterable[AnyDraft], events: Iterable[StreamEvent[AnyAct]]) -> bool:
    """Whether all drafts are recorded already: each has the id of an event in `events`. Drafts that are recorded already were checked when
    they were recorded."""
    return {draft.id for draft in drafts} <= {event.id for event in events}


def touches_settled(drafts: Iterable[AnyDraft], known: Vocabulary) -> bool:
    """Whether the drafts must be checked against a confirmed or final result. Corrections and the types in `known.settling` must be
    checked. Plain play need not be checked. (The check is slow, because it reads the whole stream.)"""
    return any(corrects_earlier(draft) or type(draft.act).__name__ in known.settling for draft in drafts)


def corrects_earlier(draft: AnyDraft) -> bool:
    return draft.after is not None or isinstance(draft.act, Retracted)


def without_right(
    drafts: Sequence[AnyDraft], known: Vocabulary, rights: Collection[str], base: int | None, events: Sequence[StreamEvent[AnyAct]]
) -> Refusal | None:
    """Check whether a sender with these rights may record the batch. Returns None if the sender may record all of it, otherwise a refusal.

    To withdraw an event, the sender needs the right to record it. To withdraw a retraction, the sender needs the right to record the event
    that the retraction withdrew. `base`: the version that the batch will follow; None if it is not known yet. `events`: the recorded
    events, needed only for a batch with corrections.
    """
    for index, draft in enumerate(drafts):
        act = _withdrawn(draft.act, drafts, base, events)
        if act is None and base is not None:
            continue  # The retracted version does not exist yet. The append will refuse it as a conflict, so no right is checked here.
        right: Right = "direct" if act is None else known.recorded[type(act).__name__].right
        if right not in rights:
            places = (Fault(f"/events/{index}/type", f"needs the scope {right}"),)
            return Refusal("no-right", f"Event {index} of the batch needs a token with the scope {right}.", places, needs=right)
    return None


def _withdrawn(act: AnyAct, drafts: Sequence[AnyDraft], base: int | None, events: Sequence[StreamEvent[AnyAct]]) -> AnyAct | None:
    """Return the act at the end of a chain of retractions. If `act` is no retraction, this is `act` itself. If `act` is a retraction, the
    act that it withdraws is followed in the same way. Returns None if a withdrawn act is not known yet."""
    while isinstance(act, Retracted):
        target = act.target
        if base is not None and target > base:
            act = drafts[target - base - 1].act
        elif target <= len(events):
            act = events[target - 1].act
        else:
            return None
    return act
