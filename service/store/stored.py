"""What is stored of one record, read back: events with their sealed values, checked against the head.

The usual check is that the stream holds exactly the versions the head promises. `verify` also walks the hash chain and every commitment.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis

from domain.canonical import Json
from domain.chain import GENESIS, commitment, link
from domain.events import Event
from service import wire
from service.store.connect import ask
from service.store.heads import Head, unpacked
from service.store.keys import GameId, keys_of
from service.store.outcomes import NoSuchGame, RecordDamaged

LOOKS: Final = 3
"""How often to look before calling a record damaged: an append may come between the head and the stream."""

SealedValues = dict[tuple[int, str], tuple[Json, bytes]]
"""(version, path) → (value, salt)."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """One consistent look: the head, the entries asked for in order, and all sealed values of the record."""

    head: Head
    entries: list[tuple[bytes, wire.Entry]]
    sealed: dict[bytes, bytes]


def read_events(redis: Redis, game: GameId, after: int = 0, upto: int | None = None, verify: bool = False) -> list[Event]:
    """The events `after` < version ≤ `upto` (None: to the end), in order of version, opened with every sealed value there is.

    Raises NoSuchGame, StoreUnavailable, UnknownEventType, and RecordDamaged unless the stream holds what the head promises.
    """
    stored = _look(redis, game, 0 if verify else after, None if verify else upto)
    if verify:
        _verify(stored)
    opened: dict[int, dict[str, Json]] = defaultdict(dict)
    for version, path, value, _ in map(wire.decode_sealed, stored.sealed.keys(), stored.sealed.values()):
        opened[version][path] = value
    try:
        events = [wire.decode(version, entry, opened.get(version, {})) for version, entry in _numbered(stored.entries)]
    except (KeyError, TypeError, IndexError) as error:
        raise RecordDamaged(f"an entry of {game} cannot be read: {error!r}") from error
    return [event for event in events if event.version > after and (upto is None or event.version <= upto)] if verify else events


def read_sealed(redis: Redis, game: GameId) -> SealedValues:
    """All sealed values of a record that are still kept, by version and path. Raises StoreUnavailable."""
    found = ask(lambda: redis.hgetall(keys_of(game).sealed(game)))
    unsealed = (wire.decode_sealed(field, packed) for field, packed in found.items())
    return {(version, path): (value, salt) for version, path, value, salt in unsealed}


def read_head(redis: Redis, game: GameId) -> Head | None:
    """The head of a record; None where there is no such game. Raises StoreUnavailable."""
    return unpacked(game, ask(lambda: redis.hgetall(keys_of(game).head(game))))


def _look(redis: Redis, game: GameId, after: int, upto: int | None) -> _Stored:
    keys = keys_of(game)

    def question() -> list[Any]:
        # No MULTI: Redis 7.0 refuses even reads in it when memory is full.
        with redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(keys.head(game))
            pipe.xrange(keys.stream(game), min=f"{after + 1}-0", max="+" if upto is None else f"{upto}-0")
            pipe.hgetall(keys.sealed(game))
            return pipe.execute()

    for _ in range(LOOKS):
        fields, entries, sealed = ask(question)
        head = unpacked(game, fields)
        if head is None:
            raise NoSuchGame(game)
        last = head.version if upto is None else min(upto, head.version)
        if [entry_id for entry_id, _ in entries] == [b"%d-0" % version for version in range(after + 1, last + 1)]:
            return _Stored(head, entries, sealed)
    raise RecordDamaged(f"the stream of {game} does not hold exactly the versions {after + 1} to {last}")


def _numbered(entries: list[tuple[bytes, wire.Entry]]) -> Iterable[tuple[int, wire.Entry]]:
    return ((int(entry_id[:-2]), entry) for entry_id, entry in entries)


def _verify(stored: _Stored) -> None:
    """Walk the chain and the commitments of a whole record. Raises RecordDamaged."""
    last = GENESIS
    commitments: dict[tuple[int, str], str] = {}
    for version, entry in _numbered(stored.entries):
        body = wire.body_of(version, entry)
        last = link(last, body)
        commitments |= {(version, path): commit for path, commit in wire.commitments_of(entry).items()}
    if last != stored.head.hash:
        raise RecordDamaged(f"the chain of {stored.head.game} does not end in the hash of its head")
    for field, packed in stored.sealed.items():
        version, path, value, salt = wire.decode_sealed(field, packed)
        if commitments.get((version, path)) != commitment(salt, value):
            raise RecordDamaged(f"the sealed {path} of version {version} of {stored.head.game} is not what was committed to")
