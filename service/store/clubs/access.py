"""The tokens, invitations and PINs of a club, for a backup. Their secrets are stored only as hashes, so a backup contains only hashes too.
A backup does not contain other secrets: the key that signs cookies, and the secrets from which the ids of tables' games are computed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson
from redis import Redis
from redis.client import Pipeline

from service.store.connect import ask
from service.store.keys import Club, Keys, StreamId

Row = Mapping[str, str]
"""The fields of one stored row. The SHA-256 of its secret is in hexadecimal; the other fields are text."""
Access = Mapping[str, Mapping[str, Row]]
"""Rows by kind (`token`, `invitation`, `pins`) and id. PINs have the id of their game or tournament."""

HASH: Final = "hash"
HASHES: Final = frozenset({HASH, "former"})
"""The fields of a row that hold the SHA-256 of a secret. `former`: that of a link that was handed over, which is not valid any more."""
AT_ONCE: Final = 500
"""How many rows are read or written in one round trip."""


def read_access(redis: Redis, club: Club) -> Access:
    """Return the tokens (withdrawn ones too, because events name them), invitations and PINs of a club."""
    return {kind: _rows(redis, f"{{{club}}}:{kind}:") for kind in _PUT}


def _rows(redis: Redis, front: str) -> dict[str, Row]:
    """Return all rows whose keys in Redis begin with `front`, each under the rest of its key."""
    keys: list[bytes] = ask(lambda: sorted(redis.scan_iter(match=f"{front}*", count=1000)))
    rows: dict[str, Row] = {}
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]

        def question(some: list[bytes] = some) -> list[Any]:
            with redis.pipeline(transaction=False) as pipe:
                for key in some:
                    pipe.hgetall(key)
                return pipe.execute()

        rows |= {key.decode().removeprefix(front): _read(row) for key, row in zip(some, ask(question), strict=True) if row}
    return rows


def write_access(redis: Redis, club: Club, access: Access) -> None:
    """Store what `read_access` returned. Safe to repeat."""
    for kind, rows in access.items():
        items = [*rows.items()]
        for start in range(0, len(items), AT_ONCE):

            def question(kind: str = kind, some: list[tuple[str, Row]] = items[start : start + AT_ONCE]) -> list[Any]:
                with redis.pipeline(transaction=False) as pipe:
                    for id_, row in some:
                        _PUT[kind](pipe, Keys(club), id_, row)
                    return pipe.execute()

            ask(question)


def _put_token(pipe: Pipeline, keys: Keys, token: str, row: Row) -> None:
    body = orjson.loads(row["token"])
    if person := body.get("w"):
        pipe.sadd(keys.devices(person), token)
    if body.get("t") is not None and body.get("y") is not None:
        pipe.sadd(keys.links(StreamId(body["t"]), body["y"]), token)
    pipe.hset(keys.token(token), mapping=_stored(row))
    if HASH in row:  # a withdrawn token has no hash
        pipe.zadd(keys.tokens, {token: body["c"]})


def _put_invitation(pipe: Pipeline, keys: Keys, invitation: str, row: Row) -> None:
    made, expires = orjson.loads(row["invitation"])[-2:]
    pipe.hset(keys.invitation(invitation), mapping=_stored(row))
    pipe.pexpireat(keys.invitation(invitation), expires)
    if "used" not in row:
        pipe.zadd(keys.invitations, {invitation: made})


def _put_pins(pipe: Pipeline, keys: Keys, stream: str, row: Row) -> None:
    pipe.hset(keys.pins(StreamId(stream)), mapping=_stored(row))


_PUT: Final[Mapping[str, Callable[[Pipeline, Keys, str, Row], None]]] = {
    "token": _put_token,
    "invitation": _put_invitation,
    "pins": _put_pins,
}
"""The functions that store one row, by kind. A kind is also the word in the keys of its rows."""


def _read(row: Mapping[bytes, bytes]) -> Row:
    fields = {name.decode(): value for name, value in row.items()}
    return {name: value.hex() if name in HASHES else value.decode() for name, value in fields.items()}


def _stored(row: Row) -> dict[Any, Any]:
    return {name: bytes.fromhex(value) if name in HASHES else value.encode() for name, value in row.items()}
