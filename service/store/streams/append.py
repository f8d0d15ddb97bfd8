"""What append.lua is told: which keys it writes, and the record as it was found with what is to stand behind it."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.events import EventId
from service.store.keys import GameId, keys_of, mark_of, short_name
from service.store.streams.batch import Chained
from service.store.streams.heads import Head, packed, packed_opening


def keys(game: GameId) -> list[str]:
    """KEYS of append.lua."""
    named = keys_of(game)
    return [named.stream(game), named.head(game), named.ids(game), named.sealed(game), named.feed, named.dirty, named.games]


def arguments(head: Head, new: Chained, ids: Sequence[EventId]) -> list[Any]:
    """ARGV of append.lua."""
    game, opens = head.game, head.version == 0
    hint = f"events {keys_of(game).club} {game} {new.head.version}"
    told: list[Any] = [
        head.version,
        bytes.fromhex(head.hash),
        new.head.version,
        game,
        short_name(game),
        hint,
        head.opened_at if opens else "",
    ]
    lists: list[Sequence[Any]] = [
        [mark_of(event_id) for event_id in ids],
        [written.entry[0] for written in new.written],
        [written.entry[1] for written in new.written],
        packed_opening(new.head, head) if opens else packed(new.head, head),
        [part for written in new.written for field in written.sealed.items() for part in field],
    ]
    for items in lists:
        told += [len(items), *items]
    return told
