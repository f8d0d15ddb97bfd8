"""The projection `lists`: the games of a club, under each value that the list of games can be filtered by. Its rows have no content: each
is only a key, and the keys are kept in order (service/store/projected.py). So the newest games with a state are found without looking at
others.

    key = word NUL opened game      opened: when the server opened the record (6 bytes, ms UTC); game: the 16 letters of its id

A word is `state:<state>`, `system:<slug>`, `player:<person>`, the last person of a seat, or `month:<year-month>`, that at the table (UTC).
A game that was opened before its time at the table has `month:later` too. For public games there are also `public`, and each of these words
with `public ` before it. A game that was removed from the lists has no keys.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from domain.record.facts import GameFacts
from service.projections.projection import Projection, Row
from service.store.keys import Club, GameId, StreamId
from service.store.projected import KEY_ONLY, LISTS

PUBLIC: Final = "public"
LETTERS: Final = 16
_OPENED_BYTES: Final = 6
_LATER: Final = "later"
_DAY: Final = 86_400_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def word(field: str, value: str, *, public: bool) -> str:
    """Return the word for games whose `field` (`state`, `system`, `player` or `month`) is `value`. `public`: only for public games."""
    return f"{PUBLIC} {field}:{value}" if public else f"{field}:{value}"


def place(opened_at: int, game: StreamId) -> bytes:
    """Return the end that all keys of a game have. Because of this end, the sorted keys of a word are in the order of the list of games.
    `opened_at`: when the game was opened, as its head says."""
    return opened_at.to_bytes(_OPENED_BYTES) + game[-LETTERS:].encode()


def start(said: str) -> bytes:
    """Return the first bytes of all keys of a word."""
    return said.encode() + b"\0"


def placed(club: Club, key: bytes) -> tuple[int, GameId]:
    """Read a key, or the end of a key (`place`). Returns (when the game was opened, the game)."""
    at = len(key) - LETTERS
    return int.from_bytes(key[at - _OPENED_BYTES : at]), GameId(f"{club}-{key[at:].decode()}")


def months(since: int, until: int | None, now: int) -> Iterator[str]:
    """Yield the values of `month` under which all games are that were played from `since` until before `until` (None: later too). All are
    times in ms UTC."""
    day = _EPOCH + timedelta(milliseconds=since)
    last = _month(now + _DAY if until is None else until - 1)
    year, number = day.year, day.month
    while (month := f"{year:04}-{number:02}") <= last:
        yield month
        year, number = (year, number + 1) if number < 12 else (year + 1, 1)
    if until is None:
        yield _LATER


def _month(at: int) -> str:
    day = _EPOCH + timedelta(milliseconds=at)
    return f"{day.year:04}-{day.month:02}"


def words(facts: GameFacts) -> Iterable[str]:
    """Yield all words of a game."""
    people = dict.fromkeys(person for person in facts.people.values() if person is not None)
    fields = [("state", facts.state), ("system", facts.system), ("month", _month(facts.opened_at))]
    fields += [("player", person) for person in people]
    fields += [("month", _LATER)] if facts.opened_at > facts.listed_at + _DAY else []
    public = facts.visibility == PUBLIC
    for field, value in fields:
        yield word(field, value, public=False)
        if public:
            yield word(field, value, public=True)
    if public:
        yield PUBLIC


def _keys(facts: GameFacts) -> list[bytes]:
    end = place(facts.listed_at, GameId(facts.game))
    return [start(said) + end for said in words(facts)] if facts.listed_at and not facts.removed else []


def _fold(key: bytes, _row: Row | None, _before: GameFacts | None, after: GameFacts | None) -> Row | None:
    return KEY_ONLY if after is not None and key in _keys(after) else None


PROJECTION: Final = Projection(name=LISTS, kind="game", keys=_keys, fold=_fold)
