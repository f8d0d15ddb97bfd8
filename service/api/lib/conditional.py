"""Conditional requests and caching (RFC 9110 §13, RFC 9111): entity tags of answers about records, and who may cache them.

The tag of a game's state is `"<version>.e<digits>"`, that of an answer with findings `"<version>.<verdict>.<engine>.e<digits>"`. `digits`
are made from the hash of the record's last event, also in an answer about an earlier version: after a failover or a restore, the same
version may be another event. `verdict` counts the findings
raised and withdrawn that this viewer may see; other findings change no tag. `engine` is the version of the rules. After a person
of the club was renamed, merged or erased, all these tags end with `.n<number>`, with a new number each time. So no cache shows the former
name. All answers depend on the token. Caches must ask again before each use.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

import orjson
from flask import Response, g, request

from domain.system import PUBLIC, Viewer
from service.access import Access, visitor
from service.errors import Problem
from service.store.games.heads import Head
from service.store.keys import Club, club_of
from service.store.streams.seen import digits_of
from service.wiring import wired

PATIENCE_MS: Final = 1000
"""How many milliseconds a request with `at_least` waits for that version."""
_POLL_SECONDS: Final = 0.01
OWN: Final = {"Cache-Control": "private, no-cache"}
"""The header of an answer that depends on the visitor. Only the visitor's own cache may keep it, and must ask again before each use."""
JSON: Final = "application/json"


def kept_by(access: Access) -> str:
    """Return the header Cache-Control for an answer about a record. Shared caches may keep only answers that everybody may read."""
    shared = access.token is None and access.head.visibility == "public"
    return f"{'public' if shared else 'private'}, no-cache"


def tagged(access: Access, tag: str, body: Callable[[], Mapping[str, object]]) -> Response:
    """Answer with `body()` and the entity tag. A client that already has the answer with this tag gets 304, and `body` is not called."""
    return unchanged(access, tag) or Response(orjson.dumps(body()), 200, headers_of(access, tag), content_type=JSON)


def unchanged(access: Access, tag: str, *, lasts: bool = True) -> Response | None:
    """Return the response 304 if the client already has the answer with this tag; else None. `lasts`: whether the tag depends only on
    the head, the visitor and the names of people (service/caches/answers.py)."""
    if known(tag + _end(access)):
        if lasts and _lasts(access):
            g.lasting = access.head
        return Response(status=304, headers=headers_of(access, tag))
    return None


def listed(body: Mapping[str, object], headers: Mapping[str, str] = OWN) -> Response:
    """Answer with a list. Its entity tag is a digest of the answer that this visitor gets now, so it changes with everything that the list
    shows: with a name that was erased, and with what the visitor may see. A client that has the same answer gets 304."""
    content = orjson.dumps(body)
    tag = sha256(content + headers.get("Link", "").encode()).hexdigest()[:16]
    sent = {"ETag": f'W/"{tag}"', **headers}  # weak: the list may be sent compressed
    return whole_or_304(tag, content, sent)


def versioned(version: int, body: Mapping[str, object]) -> Response:
    """Answer with what this visitor sees of a tournament or a season at this version; with 304 if the client has this answer. The entity
    tag begins with the version, and the header If-Match takes it. The rest is a digest of the answer, which also changes with names, and
    with what this visitor may see."""
    content = orjson.dumps(body)
    tag = f"{version}.d{digits_of(sha256(content).hexdigest())}"
    return whole_or_304(tag, content, {"ETag": f'"{tag}"', **OWN})


def file_or_304(data: bytes, name: str, content_type: str, *, kept: Mapping[str, str] = OWN) -> Response:
    """Answer with a file to download; with 304 if the client already has it. Its entity tag comes from its bytes, because erasing a person
    changes a file but not the version of its stream. `kept`: who may cache it."""
    tag = sha256(data).hexdigest()[:32]
    headers = {"ETag": f'"{tag}"', **kept}
    if known(tag):
        return Response(status=304, headers=headers)
    return Response(data, 200, {**headers, "Content-Disposition": f'attachment; filename="{name}"'}, content_type=content_type)


def whole_or_304(tag: str, content: bytes, headers: Mapping[str, str]) -> Response:
    """Answer with `content`, which is JSON; with 304 if the client already has it. `tag`: the entity tag in `headers`."""
    return Response(status=304, headers=headers) if known(tag) else Response(content, 200, headers, content_type=JSON)


def known(tag: str) -> bool:
    """Whether the client already has the answer with this entity tag."""
    return bool(request.headers.get("If-None-Match")) and request.if_none_match.contains_weak(tag)


def _lasts(access: Access) -> bool:
    """Whether the answer 304 stays correct as long as the head, the token and the names stay the same (service/caches/answers.py).

    It does not if the answer depends on something else too: on the time, if this visitor sees the game late; on a tournament, if the token
    is limited to one; on whether validation failed, if some events are not validated. Without a valid token, the request must not have a
    cookie or the header Authorization."""
    token, head = visitor(), access.head
    named = "Authorization" in request.headers or "Cookie" in request.headers
    return not access.delayed and head.validated == head.version and (not named if token is None else token.tournament is None)


def headers_of(access: Access, tag: str) -> dict[str, str]:
    return {"ETag": f'"{tag}{_end(access)}"', "Cache-Control": kept_by(access)}


def _end(access: Access) -> str:
    return f".e{access.head.seen.digits}" + at_once(access.head, access.viewer) + _names_tag(club_of(access.head.game))


def _names_tag(club: Club) -> str:
    """Return the end of all entity tags of a club's records. It changes whenever a person of the club is renamed, merged or erased; it is
    empty if nobody was. Within a request the result stays the same. Call this before reading names, so that an answer with a former name
    never gets the new tag."""
    if "named" not in g:
        g.named = wired().people.lately.named_at(club)
    return f".n{g.named}" if g.named else ""


def at_once(head: Head, viewer: Viewer) -> str:
    """Return the end of the entity tag for a spectator who sees the record late; empty for other viewers. It changes when the delay or the
    visibility of the game changes. Spectators see these two changes immediately, and all others late."""
    return f".{head.delay}{head.visibility[:2]}" if head.delay and viewer == PUBLIC else ""


def await_version(wanted: int | None, reached: Callable[[], int]) -> None:
    """Wait until `reached()` is at least `wanted`. Raises Problem `not-yet` after PATIENCE_MS."""
    parts = wired()
    polls = PATIENCE_MS / 1000 / _POLL_SECONDS  # polls are counted, because the clock may be set back during the wait
    while wanted is not None and (actual := reached()) < wanted:
        polls -= 1
        if polls < 0:
            detail = f"This answer is ready up to version {actual}, not yet up to {wanted}."
            raise Problem("not-yet", detail, headers={"Retry-After": "1"}, expected=wanted, actual=actual)
        parts.pause(_POLL_SECONDS)
