"""What lists have in common: links to other pages, cursors, and the query parameter `q`.

A cursor says where the next page begins. Only this installation can read it: a page may end at a game or tournament that the visitor must
not know, so a key of this installation masks its id. The mask also proves that this installation made the cursor."""

import hmac
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import request

from domain.kernel.shapes import Text
from domain.record.directory import words_of
from service.api.lib.fields import Shaped
from service.errors import Problem, wrong_parameter
from service.store.keys import Club, GameId, StreamId, short_name

NEXT: Final = {"Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=next."}}
"""The description of the header `Link` in the contract. The header has a link to the next page."""
NEAR: Final = {"Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=prev and rel=next."}}
"""The same, for `near_pages`."""


def sent_cursor(pattern: str = "") -> Shaped:
    """Make the field for a cursor in the query string. `pattern`: what a cursor of the list must match (empty: it is checked later)."""
    return Shaped(Text(200, pattern), metadata={"description": "The cursor from the `next` link of the page before."})


def page_link(rel: str, **start: object) -> str:
    """Return a link to another page of the requested list. `rel`: how that page relates to the requested one, such as `next`. `start`: the
    query parameters that say where that page begins; None: the link does not have this one. The others stay the same."""
    query = {name: value for name, value in {**request.args.to_dict(), **start}.items() if value is not None}
    return f'<{request.path}?{urlencode(query)}>; rel="{rel}"'


_ID_BYTES: Final = 10
_ID_LETTERS: Final = 16
_PROOF_BYTES: Final = 12


def cursor_of(stream: StreamId, key: bytes) -> str:
    raw = short_name(stream)
    proof = _proof(key, stream[:-_ID_LETTERS], raw)
    return urlsafe_b64encode(proof + _masked(key, proof, raw)).decode().rstrip("=")


def next_page(last: StreamId | None, key: bytes, **start: object) -> dict[str, str]:
    """Return the header with the link to the page that begins after the stream `last`; empty if that is None: this page is the last.
    `start`: as in `page_link`."""
    return {} if last is None else {"Link": page_link("next", cursor=cursor_of(last, key), **start)}


def near_pages(number: int, pages: int) -> dict[str, str]:
    """Return the header with the links to the pages before and after this one of a table whose pages are numbered; empty if there are
    none."""
    near = {"prev": number - 1, "next": number + 1}
    links = [page_link(rel, page=there) for rel, there in near.items() if 1 <= there <= pages]
    return {"Link": ", ".join(links)} if links else {}


def game_at(query: Mapping[str, Any], club: Club, key: bytes) -> GameId | None:
    """Return the game after which the asked page of this club's games begins; None: it is the first. Raises Problem `invalid`."""
    before = stream_at(query, f"{club}-", key)
    return None if before is None else GameId(before)


def stream_at(query: Mapping[str, Any], prefix: str, key: bytes) -> StreamId | None:
    """Return the stream after which the asked page begins; None: it is the first. `prefix`: what stands before the last 16 letters in the
    ids of this list. Raises Problem `invalid` if the cursor is not of this list."""
    if "cursor" not in query:
        return None
    try:
        sent = urlsafe_b64decode(query["cursor"].encode("ascii") + b"=" * (-len(query["cursor"]) % 4))
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


MOST_TYPED: Final = 60
_ABOUT: Final = "Each word is the beginning of a word of the name. Case, accents and punctuation do not count."


A_NAME: Final = 2
"""Comparing a name with what was typed takes as long as listing this many people."""


def searched(what: str) -> Shaped:
    """Make the field `q`. `what`: a sentence that says what it finds."""
    return Shaped(Text(MOST_TYPED), metadata={"description": f"{what} {_ABOUT}"})


def typed_words(q: str | None) -> list[str] | None:
    """Return the words of the parameter `q`; None if it was not sent. Raises Problem `invalid` if it has no words."""
    words = None if q is None else words_of(q)
    if words == []:
        raise wrong_parameter("q", "must have a letter or a digit")
    return words
