"""The projection `lists`: the games of a club, under each value that the list of games can be filtered by. Its rows have no content: each
is only a key, and the keys are kept in order (service/store/projected.py). So the newest games with a state are found without looking at
others.

    key = word NUL opened game      opened: when the server opened the record (6 bytes, ms UTC); game: the 16 letters of its id

A word is `state:<state>`, `system:<slug>` or `player:<person>`, the last person of a seat. For public games there are also `public`, and
each of these words with `public ` before it. A game that was removed from the lists has no keys.
"""

from collections.abc import Iterable
from typing import Final

from domain.record.facts import GameFacts
from service.projections.projection import Projection, Row
from service.store.keys import Club, GameId, StreamId
from service.store.projected import KEY_ONLY, LISTS

PUBLIC: Final = "public"
LETTERS: Final = 16
_OPENED_BYTES: Final = 6


def word(field: str, value: str, *, public: bool) -> str:
    """Return the word for games whose `field` (`state`, `system` or `player`) is `value`. `public`: only for public games."""
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


def words(facts: GameFacts) -> Iterable[str]:
    """Yield all words of a game."""
    people = dict.fromkeys(person for person in facts.people.values() if person is not None)
    fields = [("state", facts.state), ("system", facts.system), *(("player", person) for person in people)]
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
