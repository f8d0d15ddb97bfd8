"""Conditional requests and caching (RFC 9110 §13, RFC 9111): entity tags of answers about records, and who may cache them.

The tag of a game's state is `"<version>"`, that of an answer with findings `"<version>.<verdict>.<engine>"`. `verdict` counts the entries
that this viewer may see; other entries change no tag. `engine` is the version of the rules. All answers depend on the token. Caches must
ask again before each use.
"""

from collections.abc import Callable, Mapping
from typing import Final

import orjson
from flask import Response, request

from domain.system import PUBLIC, Viewer
from service.access import Access
from service.errors import Problem
from service.store.games.heads import Head
from service.wiring import wired

PATIENCE_MS: Final = 1000
"""How many milliseconds a request with `at_least` waits for that version."""
_POLL_SECONDS: Final = 0.01
IMMUTABLE: Final = "private, max-age=86400, immutable"
JSON: Final = "application/json"


def kept_by(access: Access) -> str:
    """Return the header Cache-Control for an answer about a record. Shared caches may keep only answers that everybody may read."""
    shared = access.token is None and access.head.visibility == "public"
    return f"{'public' if shared else 'private'}, no-cache"


def tagged(access: Access, tag: str, body: Callable[[], Mapping[str, object]]) -> Response:
    """Answer with `body()` and the entity tag. A client that already has the answer with this tag gets 304, and `body` is not called."""
    return unchanged(access, tag) or Response(orjson.dumps(body()), 200, headers_of(access, tag), content_type=JSON)


def unchanged(access: Access, tag: str) -> Response | None:
    """Return the response 304 if the client already has the answer with this tag; else None."""
    if request.headers.get("If-None-Match") and request.if_none_match.contains_weak(tag + at_once(access.head, access.viewer)):
        return Response(status=304, headers=headers_of(access, tag))
    return None


def headers_of(access: Access, tag: str) -> dict[str, str]:
    return {"ETag": f'"{tag}{at_once(access.head, access.viewer)}"', "Cache-Control": kept_by(access)}


def at_once(head: Head, viewer: Viewer) -> str:
    """Return the end of an entity tag for a spectator who sees the record late. It changes with the delay and the visibility, which even
    late spectators see at once."""
    return f".{head.delay}{head.visibility[:2]}" if head.delay and viewer == PUBLIC else ""


def await_version(wanted: int | None, reached: Callable[[], int]) -> None:
    """Wait until `reached()` is at least `wanted`. Raises Problem `not-yet` after PATIENCE_MS."""
    parts = wired()
    until = parts.now() + PATIENCE_MS
    while wanted is not None and (actual := reached()) < wanted:
        if parts.now() >= until:
            raise Problem(
                "not-yet", f"The record is at {actual}, not yet at {wanted}.", headers={"Retry-After": "1"}, expected=wanted, actual=actual
            )
        parts.pause(_POLL_SECONDS)
