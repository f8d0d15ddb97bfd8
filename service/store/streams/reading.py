"""What is stored of one record, read back: events with their sealed values, checked against the head.

The usual check is that the stream holds exactly the versions the head promises. `verify` also walks the hash chain and every commitment.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis

from domain.kernel.canonical import Json
from domain.kernel.events import Event
from domain.record.chain import GENESIS, commitment, link
from service.store.connect import Direct, ask
from service.store.keys import GameId, keys_of
from service.store.outcomes import NoSuchGame, RecordDamaged
from service.store.streams import wire
from service.store.streams.heads import Head, unpacked, unpacked_flat

LOOKS: Final = 3
"""How often to look before calling a record damaged: an append may come between the head and the stream."""

SealedValues = dict[tuple[int, str], tuple[Json, bytes]]
"""(version, path) → (value, salt)."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """One consistent look: the head, the entries asked for in order, and the hash of all sealed values of the record."""

    head: Head
    entries: list[wire.Entry]
    sealed: dict[bytes, bytes]


def read_events(redis: Redis, game: GameId, after: int = 0, upto: int | None = None, verify: bool = False) -> list[Event]:
    """The events `after` < version ≤ `upto` (None: to the end), in order of version, opened with every sealed value there is.

    Raises NoSuchGame, StoreUnavailable, UnknownEventType, and RecordDamaged unless the stream holds what the head promises.
    """
    stored = _look(redis, game, 0 if verify else after, None if verify else upto)
    if verify:
        _verify(stored)
    try:
        events = wire.decode(stored.entries, stored.head.origins, wire.decode_sealed(stored.sealed))
    except wire.UnknownEventType:
        raise
    except wire.UNREADABLE as error:
        raise RecordDamaged(f"an entry of {game} cannot be read: {error!r}") from error
    return [event for event in events if event.version > after and (upto is None or event.version <= upto)] if verify else events


def read_sealed(redis: Redis, game: GameId) -> SealedValues:
    """All sealed values of a record that are still kept, by version and path. Raises as `read_events` does."""
    stored = _look(redis, game, 0, None)
    values, salts = wire.decode_sealed(stored.sealed), wire.salts_of(stored.sealed)
    return {(version, path): (values[number], salts[number]) for version, number, path, _ in _commitments(stored) if number in values}


def read_head(direct: Direct, game: GameId) -> Head | None:
    """The head of a record; None where there is no such game. Raises StoreUnavailable."""
    fields = ask(lambda: direct("HGETALL", keys_of(game).head(game)))
    return unpacked(game, fields) if isinstance(fields, dict) else unpacked_flat(game, fields)  # RESP3, RESP2


def _look(redis: Redis, game: GameId, after: int, upto: int | None) -> _Stored:
    keys = keys_of(game)

    def question() -> list[Any]:
        # No MULTI: Redis 7.0 refuses even reads in it when memory is full. XRANGE as bytes: its reply comes as it is, in half the time.
        with redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(keys.head(game))
            pipe.execute_command(b"XRANGE", keys.stream(game), f"{after + 1}-0", "+" if upto is None else upto)  # type: ignore[no-untyped-call]
            pipe.hgetall(keys.sealed(game))
            return pipe.execute()

    for _ in range(LOOKS):
        fields, found, sealed = ask(question)
        head = unpacked(game, fields)
        if head is None:
            raise NoSuchGame(game)
        entries = [(entry_id, fields[1]) for entry_id, fields in found]
        last = head.version if upto is None else min(upto, head.version)
        if wire.versions_of(entries) == list(range(after + 1, last + 1)):
            return _Stored(head, entries, sealed)
    raise RecordDamaged(f"the stream of {game} does not hold exactly the versions {after + 1} to {last}")


def _commitments(stored: _Stored) -> Iterator[tuple[int, int, str, str]]:
    """(version, number, path, commitment in hex) of every sealed value."""
    for version, entry in enumerate(stored.entries, 1):
        for number, (path, commit) in wire.commitments_of(entry).items():
            yield version, number, path, commit


def _verify(stored: _Stored) -> None:
    """Walk the chain and the commitments of a whole record. Raises RecordDamaged."""
    last = GENESIS
    for entry in stored.entries:
        last = link(last, wire.body_of(entry, stored.head.origins))
    if last != stored.head.hash:
        raise RecordDamaged(f"the chain of {stored.head.game} does not end in the hash of its head")
    values, salts = wire.decode_sealed(stored.sealed), wire.salts_of(stored.sealed)
    for version, number, path, commit in _commitments(stored):
        if number in values and commit != commitment(salts.pop(number), values.pop(number)):
            raise RecordDamaged(f"the sealed {path} of version {version} of {stored.head.game} is not what was committed to")
    if values:
        raise RecordDamaged(f"{stored.head.game} has {len(values)} sealed value(s) of no event")
