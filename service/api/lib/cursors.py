"""Makes and reads the cursors of the lists of games and of tournaments. A cursor says where the next page begins. Only this installation
can read it.

A page may end at a game or tournament that the visitor must not know, so a key of this installation masks its id. The mask also proves that
this installation made the cursor.
"""

import hmac
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from service.errors import Problem, wrong_parameter
from service.store.keys import Club, GameId, StreamId, short_name

_ID_BYTES: Final = 10
_ID_LETTERS: Final = 16
_PROOF_BYTES: Final = 12


def cursor_of(stream: StreamId, key: bytes) -> str:
    raw = short_name(stream)
    proof = _proof(key, stream[:-_ID_LETTERS], raw)
    return urlsafe_b64encode(proof + _masked(key, proof, raw)).decode().rstrip("=")


def game_at(cursor: str, club: Club, key: bytes) -> GameId:
    """Return the game after which the next page begins. Raises Problem `invalid` if `cursor` is not of this club's list of games."""
    return GameId(stream_at(cursor, f"{club}-", key))


def stream_at(cursor: str, prefix: str, key: bytes) -> StreamId:
    """Return the stream after which the next page begins. `prefix`: what stands before the last 16 letters in the ids of this list. Raises
    Problem `invalid` if `cursor` is not of this list."""
    try:
        sent = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
    except ValueError:
        raise _foreign() from None
    proof, raw = sent[:_PROOF_BYTES], _masked(key, sent[:_PROOF_BYTES], sent[_PROOF_BYTES:])
    if len(raw) != _ID_BYTES or not hmac.compare_digest(proof, _proof(key, prefix, raw)):
        raise _foreign()
    return StreamId(f"{prefix}{b32encode(raw).decode().lower()}")


def _foreign() -> Problem:
    return wrong_parameter("cursor", "is not from a `next` link of this list")


def _proof(key: bytes, prefix: str, raw: bytes) -> bytes:
    return hmac.digest(key, b"cursor proof " + prefix.encode() + raw, "sha256")[:_PROOF_BYTES]


def _masked(key: bytes, proof: bytes, raw: bytes) -> bytes:
    mask = hmac.digest(key, b"cursor mask " + proof, "sha256")
    return bytes(byte ^ hidden for byte, hidden in zip(raw, mask, strict=False))
