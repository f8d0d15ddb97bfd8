"""Remembers requests that were answered with 304 (not modified), so that the same request can get the same answer with little work.

Such an answer was made from three things: the head of the record, the visitor's token, and the last change of a name in the club. It is
given again only while all three are the same. The head is read each time; the other two are at most a second old, as for every request. In
any other case the request is handled in the usual way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from service.memory import shares
from service.memory.cache import Cache, Region
from service.store.clubs.clubs import Clubs, Token
from service.store.clubs.people import People
from service.store.games.heads import Head
from service.store.games.records import Records
from service.store.keys import club_of
from service.store.streams.append import Now

LONGEST_MS: Final = 60 * 60 * 1000
"""How long an answer is remembered. The time is short enough to notice that a session has expired."""
_ANSWER_BYTES: Final = 2500
_SENT: Final = ("PATH_INFO", "QUERY_STRING", "HTTP_IF_NONE_MATCH", "HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_ACCEPT")
"""The parts of a request that its answer may depend on, by their names in WSGI."""

Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Unmodified:
    """An answer 304. `head`, `token` (None: the request had none), `named`: what the answer was made from. `endpoint`: what was asked for.
    `headers`: the headers of the answer."""

    head: Head
    token: Token | None
    named: int
    endpoint: str
    headers: Headers


class Unchanged:
    """Remembers the requests that one process has answered with 304."""

    def __init__(self, records: Records, clubs: Clubs, people: People, cache: Cache, now: Now) -> None:
        self._records = records
        self._clubs = clubs
        self._people = people
        self._kept: Region[bytes, Unmodified] = Region(cache, lambda _: _ANSWER_BYTES, shares.UNCHANGED, LONGEST_MS, now)

    def keep(self, request: Mapping[str, Any], answer: Unmodified) -> None:
        """Remember the answer to a request. `request`: its WSGI environment."""
        self._kept.put(_key(request), answer)

    def of(self, request: Mapping[str, Any]) -> Unmodified | None:
        """Return the answer to the same request if that answer is still correct; None if the request must be answered in the usual way."""
        if "HTTP_IF_NONE_MATCH" not in request or request["REQUEST_METHOD"] != "GET":
            return None
        key = _key(request)
        answer = self._kept.get(key)
        if answer is None:
            return None
        try:
            holds = self._holds(answer)
        except Exception:  # the request is now answered in the usual way, which reports the error
            holds = False
        if not holds:
            self._kept.drop(key)
        return answer if holds else None

    def _holds(self, answer: Unmodified) -> bool:
        token, game = answer.token, answer.head.game
        if token is not None and self._clubs.token(token.club, token.id) != token:
            return False
        return self._records.head(game) == answer.head and self._people.lately.named_at(club_of(game)) == answer.named


def _key(request: Mapping[str, Any]) -> bytes:
    """Return a digest of the request. Secrets are not kept."""
    return sha256("\0".join(request.get(name, "") for name in _SENT).encode("latin-1", "replace")).digest()
