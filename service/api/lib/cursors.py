"""Makes and reads the cursors of the list of games. A cursor says where the next page begins. Only this installation can read it.

A page may end at a game that the visitor must not know, so a key of this installation masks the game's id. The mask also proves that this
installation made the cursor.
"""

import hmac
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from service.store.keys import Club, GameId

_ID_BYTES: Final = 10
_PROOF_BYTES: Final = 12


def cursor_of(game: GameId, key: bytes) -> str:
    club, _, letters = game.partition("-")
    raw = b32decode(letters.upper())
    proof = _proof(key, club, raw)
    return urlsafe_b64encode(proof + _masked(key, proof, raw)).decode().rstrip("=")


def game_at(cursor: str, club: Club, key: bytes) -> GameId:
    """Return the game after which the next page begins. Raises ValueError if `cursor` is not of this club's list."""
    sent = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
    proof, raw = sent[:_PROOF_BYTES], _masked(key, sent[:_PROOF_BYTES], sent[_PROOF_BYTES:])
    if len(raw) != _ID_BYTES or not hmac.compare_digest(proof, _proof(key, club, raw)):
        raise ValueError("not a cursor of this list")
    return GameId(f"{club}-{b32encode(raw).decode().lower()}")


def _proof(key: bytes, club: str, raw: bytes) -> bytes:
    return hmac.digest(key, b"cursor proof " + club.encode() + raw, "sha256")[:_PROOF_BYTES]


def _masked(key: bytes, proof: bytes, raw: bytes) -> bytes:
    mask = hmac.digest(key, b"cursor mask " + proof, "sha256")
    return bytes(byte ^ hidden for byte, hidden in zip(raw, mask, strict=False))
