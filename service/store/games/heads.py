"""The heads of games. A head is a short stored summary of a game's record and verdict. So most code need not read all events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, cast

import orjson

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    AnyAct,
    Event,
    GameOpened,
    PlayerJoined,
    Retracted,
    SpectatorDelaySet,
    Visibility,
    VisibilitySet,
)
from domain.record.fold import retracted
from domain.record.life import State
from service.store.keys import GameId
from service.store.streams.kinds import Fields, StreamHead


@dataclass(frozen=True, slots=True, kw_only=True)
class Head(StreamHead):
    """The head of one game. `seats`: every seat that was ever taken, ascending. `delay`: how many seconds late spectators see the record.
    `verdict`: number of entries in the verdict. `validated`: the last validated version (0: none); `engine`, `state`: what validated it
    (empty: nothing), and the game's state there. `units`: how much of the record's budget is used (0: not counted yet); `links`: how much
    of it by each link, by the id of its token."""

    system: str
    seats: tuple[Seat, ...]
    visibility: Visibility
    state: State
    verdict: int = 0
    validated: int = 0
    engine: str = ""
    delay: int = 0
    units: int = 0
    links: tuple[tuple[str, int], ...] = ()

    @property
    def game(self) -> GameId:
        return GameId(self.stream)


_CHAIN: Final = tuple(field.name for field in fields(StreamHead))


def before_opening(chain: StreamHead, opened: Act) -> Head:
    """Make the head of a new game (version 0), before its opening event `opened` is written."""
    assert isinstance(opened, GameOpened)
    known = {name: getattr(chain, name) for name in _CHAIN}
    return Head(**known, system=opened.system, seats=(), visibility=opened.visibility, state="open")


def moved(head: Head, acts: Sequence[AnyAct]) -> Head:
    """Return the head after `acts` were added. None of the acts may be a retraction: after a retraction, use `told_again`."""
    if not any(isinstance(act, _MOVING) for act in acts):
        return head
    visibility = next((act.visibility for act in reversed(acts) if isinstance(act, VisibilitySet)), head.visibility)
    delay = next((act.seconds for act in reversed(acts) if isinstance(act, SpectatorDelaySet)), head.delay)
    return replace(head, seats=seats_after(head.seats, acts), visibility=visibility, delay=delay)


_MOVING: Final = (GameOpened, PlayerJoined, VisibilitySet, SpectatorDelaySet)


def told_again(head: Head, events: Sequence[Event]) -> Head:
    """Return the head with visibility and delay computed from all `events` of the record, in order of version. Needed after a
    retraction."""
    telling = [event for event in events if isinstance(event.act, TELLING)]
    return replace(head, visibility=visibility_of(telling), delay=delay_of(telling))


def packed(head: Head, before: Head) -> Fields:
    """Return those fields of a game's head that an append must write. `before`: the head before the append. At the opening these include
    the fields that never change, and the verdict's first values."""
    written: Fields = ["seats", ",".join(map(str, head.seats)), "visibility", head.visibility]
    if head.delay != before.delay:
        written += ["delay", head.delay]
    if head.units != before.units:
        written += ["units", head.units]
    if head.links != before.links:
        written += ["links", orjson.dumps(dict(head.links))]
    if before.version:
        return written
    return [*written, "system", head.system, "state", "open", "verdict", 0, "validated", 0, "engine", ""]


def unpacked(chain: dict[str, Any], fields: Mapping[bytes, bytes]) -> Head:
    """Read the head of a game from its stored `fields` (the reply of HGETALL). `chain`: those fields that every kind of stream has,
    already read."""
    return Head(
        **chain,
        system=fields[b"system"].decode(),
        seats=tuple(Seat(int(seat)) for seat in fields[b"seats"].split(b",")),
        visibility=cast("Visibility", fields[b"visibility"].decode()),
        state=cast("State", fields[b"state"].decode()),
        verdict=int(fields[b"verdict"]),
        validated=int(fields[b"validated"]),
        engine=fields[b"engine"].decode(),
        delay=int(fields.get(b"delay", 0)),
        units=int(fields.get(b"units", 0)),
        links=tuple(orjson.loads(fields.get(b"links", b"{}")).items()),
    )


def seats_after(seats: tuple[Seat, ...], acts: Sequence[AnyAct]) -> tuple[Seat, ...]:
    """Return `seats` and the seats that players take in `acts`, ascending."""
    taken = set(seats)
    for act in acts:
        if isinstance(act, GameOpened):
            taken |= {seating.seat for seating in act.seats}
        elif isinstance(act, PlayerJoined):
            taken.add(act.seat)
    return tuple(sorted(taken))


TELLING: Final = (GameOpened, VisibilitySet, SpectatorDelaySet, Retracted)
"""The acts that decide what `visibility_of` and `delay_of` return."""


def visibility_of(events: Sequence[Event]) -> Visibility:
    """Return who may read the record: the last visibility that was not withdrawn. `events`: all of the record, in order of version."""
    gone = retracted(events)
    said = [event.act.visibility for event in events if event.version not in gone and isinstance(event.act, GameOpened | VisibilitySet)]
    return said[-1]


def delay_of(events: Sequence[Event]) -> int:
    """Return how many seconds late spectators see the record: the last delay that was not withdrawn. `events`: all of the record, in
    order of version."""
    gone = retracted(events)
    said = [event.act.seconds for event in events if event.version not in gone and isinstance(event.act, SpectatorDelaySet)]
    return said[-1] if said else 0
