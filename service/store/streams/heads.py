"""Heads: what is known of each record without reading it. A head outlives its stream, and only it says where a record ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import orjson

from domain.kernel.cards import Seat
from domain.kernel.events import Event, GameOpened, Retracted, SpectatorDelaySet, Visibility, VisibilitySet
from domain.record.chain import GENESIS
from domain.record.fold import retracted
from domain.record.life import State
from service.kept.cache import MIB, Cache, Shelf
from service.store.keys import GameId
from service.store.streams.wire import Origin

MOST_ORIGINS: Final = 16
"""So many are kept in a head; entries of further ones hold their own."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one record.

    `version`, `hash`, `recorded_at`: of its last event. `seats`: every seat that was ever taken, ascending. `verdict`: number of entries in
    the verdict; `validated`: the version it was validated through, by `engine` (0 and empty: not yet); `state` is what that
    validation made of the game. `imported`: the last event that came from a file and was not recorded here; 0: none. `origins`: the
    first writers and devices of the record, in order of their first event (service/store/streams/wire.py). `delay`: by so many seconds
    spectators see the record late (service/kept/delays.py).
    """

    game: GameId
    version: int
    hash: str
    system: str
    seats: tuple[Seat, ...]
    visibility: Visibility
    state: State
    recorded_at: int
    opened_at: int
    verdict: int = 0
    validated: int = 0
    engine: str = ""
    imported: int = 0
    origins: tuple[Origin, ...] = ()
    delay: int = 0


def before_opening(game: GameId, opened: GameOpened, now: int) -> Head:
    """The head behind which the opening of a record is put: version 0."""
    return Head(game, 0, GENESIS, opened.system, (), opened.visibility, "open", now, now)


def packed(head: Head, before: Head) -> list[bytes | str | int]:
    """What an append behind `before` writes into a head beside its version; of one that is opened, also what only the opening tells."""
    written: list[bytes | str | int] = ["hash", bytes.fromhex(head.hash), "recorded_at", head.recorded_at]
    written += ["seats", ",".join(map(str, head.seats)), "visibility", head.visibility, "origins", orjson.dumps(head.origins)]
    written += ["imported", head.imported] if head.imported else []
    return [*written, "delay", head.delay] if head.delay != before.delay else written


def packed_opening(head: Head, before: Head) -> list[bytes | str | int]:
    once: list[bytes | str | int] = [
        "system",
        head.system,
        "opened_at",
        head.opened_at,
        "state",
        "open",
        "verdict",
        0,
        "validated",
        0,
        "engine",
        "",
    ]
    return [*packed(head, before), *once]


def unpacked(game: GameId, fields: Mapping[bytes, bytes]) -> Head | None:
    """The head as HGETALL returns it; None where there is none."""
    if not fields:
        return None
    text = {name.decode(): value.decode() for name, value in fields.items() if name != b"hash"}
    return Head(
        game=game,
        version=int(text["version"]),
        hash=fields[b"hash"].hex(),
        system=text["system"],
        seats=tuple(Seat(int(seat)) for seat in text["seats"].split(",")),
        visibility=cast("Visibility", text["visibility"]),
        state=cast("State", text["state"]),
        recorded_at=int(text["recorded_at"]),
        opened_at=int(text["opened_at"]),
        verdict=int(text["verdict"]),
        validated=int(text["validated"]),
        engine=text["engine"],
        imported=int(text.get("imported", 0)),
        origins=tuple((by, offset) for by, offset in orjson.loads(text["origins"])),
        delay=int(text.get("delay", 0)),
    )


def unpacked_flat(game: GameId, fields: Sequence[bytes]) -> Head | None:
    """The head as a script returns it: names and values in turn."""
    return unpacked(game, dict(zip(fields[::2], fields[1::2], strict=True)))


def origins_after(origins: tuple[Origin, ...], met: Iterable[Origin]) -> tuple[Origin, ...]:
    """`origins` and those of `met` that are new, in order, as far as there is room."""
    return (*origins, *(origin for origin in dict.fromkeys(met) if origin not in origins))[:MOST_ORIGINS]


TELLING: Final = GameOpened | VisibilitySet | SpectatorDelaySet | Retracted
"""The acts that say what `visibility_of` and `delay_of` ask for."""


def visibility_of(events: Sequence[Event]) -> Visibility:
    """Who may read the record after `events` (all of them, in order of version): what was said last and stands."""
    gone = retracted(events)
    said = [event.act.visibility for event in events if event.version not in gone and isinstance(event.act, GameOpened | VisibilitySet)]
    return said[-1]


def delay_of(events: Sequence[Event]) -> int:
    """By how many seconds spectators see the record late after `events` (all of them, in order of version)."""
    gone = retracted(events)
    said = [event.act.seconds for event in events if event.version not in gone and isinstance(event.act, SpectatorDelaySet)]
    return said[-1] if said else 0


HEAD_BYTES: Final = 1500
"""Of one in memory, with a few origins."""


class RememberedHeads:
    """The heads last seen by this process, so that a usual append is one round trip. They may be stale: the append script decides."""

    def __init__(self) -> None:
        self._heads: Shelf[GameId, Head] = Shelf(Cache(6 * MIB), lambda _: HEAD_BYTES)

    def get(self, game: GameId) -> Head | None:
        return self._heads.get(game)

    def put(self, game: GameId, head: Head | None) -> None:
        """`None` forgets the game."""
        if head is None:
            self._heads.drop(game)
        else:
            self._heads.put(game, head)
