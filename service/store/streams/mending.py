"""Puts the events of a damaged stream back, from a file that has them.

The stored head has the hash of the last acknowledged event. A file whose event of that version has the same hash holds exactly what was
acknowledged. Head and feed stay. So do sealed values that match their commitments; others are replaced by those in the file. A missing
value was erased, and stays missing."""

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from redis import Redis

from domain.record.chain import GENESIS, commitment, event_json, link
from service.store.connect import ask, direct, script
from service.store.keys import StreamId, keys_of, mark_of
from service.store.streams import wire
from service.store.streams.copies import Copied
from service.store.streams.kinds import AnyKind
from service.store.streams.reading import read_head
from service.store.streams.soundness import damage_of

Mending = Literal["mended", "sound", "missing", "other"]
"""The outcome. `sound`: the stream is not damaged. `missing`: there is no such stream, import the file. `other`: the file ends before the
head, or has other events. Only `mended` has changed anything."""
_Written = tuple[wire.Entry, dict[bytes, bytes]]


def mended(redis: Redis, kind: AnyKind, stream: StreamId, record: Sequence[Copied]) -> Mending:
    """Replace the stored events of `stream` by those of `record`, all events of a file, if they are damaged and the hashes prove that
    `record` holds the acknowledged ones. Raises RecordDamaged if the head cannot be read."""
    head = read_head(direct(redis), kind, stream)
    if head is None:
        return "missing"
    if damage_of(redis, kind, stream) is None:
        return "sound"
    copies = record[: head.version]
    if len(copies) < head.version or _last_hash(copies) != head.hash:
        return "other"
    written = [wire.encode(event_json(copied.event), head.origins, copied.opened, kind.codes) for copied in copies]
    keys = keys_of(stream)
    stored = cast("dict[bytes, bytes]", ask(lambda: redis.hgetall(keys.sealed(stream))))
    gone, put = _sealed(kind, stored, written)
    names = [keys.stream(stream, kind.name), keys.head(stream), keys.ids(stream), keys.sealed(stream)]
    names += [keys.dirty] if kind.validated else []
    arguments: list[object] = [head.version, bytes.fromhex(head.hash), stream]
    for items in (
        [part for entry, _ in written for part in entry],
        [mark_of(copied.event.id) for copied in copies],
        gone,
        [part for field in put.items() for part in field],
    ):
        arguments += [len(items), *items]
    # The script writes nothing if the head has changed, because events were appended after the stream was read: try again.
    return "mended" if script(redis, "streams/mend.lua", confirmed=True)(names, arguments) else mended(redis, kind, stream, record)


def _last_hash(copies: Sequence[Copied]) -> str:
    """Return the hash of the last of `copies`, computed from all of them."""
    last = GENESIS
    for copied in copies:
        last = link(last, event_json(copied.event))
    return last


def _sealed(kind: AnyKind, stored: Mapping[bytes, bytes], written: Sequence[_Written]) -> tuple[list[bytes], dict[bytes, bytes]]:
    """Return the fields of sealed values that must be deleted, and those that must be written with their values."""
    commits: dict[bytes, str] = {}
    offered: dict[bytes, bytes] = {}
    for entry, sealed in written:
        commits |= {b"%d" % number: commit for number, (_, commit) in wire.commitments_of(entry, kind.codes).items()}
        offered |= sealed
    wrong = [field for field, packed in stored.items() if not _matches(packed, commits.get(field))]
    return [field for field in wrong if field not in offered], {field: offered[field] for field in wrong if field in offered}


def _matches(packed: bytes, commit: str | None) -> bool:
    try:
        (value,), (salt,) = wire.decode_sealed({b"0": packed}).values(), wire.salts_of({b"0": packed}).values()
    except wire.UNREADABLE:
        return False
    return commit == commitment(salt, value)
