"""The feed of a club for its members: every change in the club, in order (service/store/streams/feed.py).

Some members are spectators at the tables (their tokens only read). Entries about verdicts, and about games that spectators see late, would
show spectators more than the games themselves do. So these entries are withheld from spectators: an entry keeps its number, but its other
fields are null.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Final, TypedDict

from service.store.keys import GAME_LETTERS, StreamId
from service.store.kinds import KINDS
from service.store.streams.feed import FeedEntry, FeedPlace

EVENTS, VERDICT = GAME_LETTERS
KIND_BY_LETTER: Final = {EVENTS: "game", VERDICT: "verdict"} | {kind.letter: kind.name for kind in KINDS if kind.letter not in GAME_LETTERS}


class FeedLine(TypedDict):
    n: Annotated[int, "Number of the entry, from 1, without gaps; after a restore from a backup, from a much later number."]
    kind: Annotated[str | None, "What has changed: game, verdict (the check of a game), tournament or club; null: withheld from you."]
    stream: Annotated[str | None, "Id of the game or tournament, or name of the club; null: withheld from you."]
    version: Annotated[int | None, "Version after the change; for a verdict, the last version that was checked; null: withheld from you."]


class Feed(TypedDict):
    entries: Annotated[list[FeedLine], "In order."]
    last: Annotated[
        int,
        "Number of the last entry here: send it as `after` to read on. If there are no entries: the `after` that you sent; with "
        "`after=latest`: the number of the last entry of the feed, 0 if it has none.",
    ]
    place: Annotated[
        str,
        "`last`, and what tells that entry from any other. Better to send as `after`: if the server has lost that entry, and its number is "
        "now that of another one, the request is refused, so that you miss nothing.",
    ]


def line_json(entry: FeedEntry, *, spectator: bool, late: Collection[StreamId]) -> FeedLine:
    """Return one line of the feed as JSON. `spectator`: the member's token only reads. `late`: the games that spectators know only in
    part."""
    kind = KIND_BY_LETTER.get(entry.letter)
    if spectator and (kind == "verdict" or entry.stream in late):
        kind = None
    if kind is None:
        return {"n": entry.n, "kind": None, "stream": None, "version": None}
    return {"n": entry.n, "kind": kind, "stream": entry.stream, "version": entry.version}


def feed_json(entries: Sequence[FeedEntry], after: FeedPlace, *, spectator: bool, late: Collection[StreamId]) -> Feed:
    """Return the part of the feed that begins after `after`, as JSON."""
    lines = [line_json(entry, spectator=spectator, late=late) for entry in entries]
    place = entries[-1].place if entries else after
    return {"entries": lines, "last": place.n, "place": str(place)}
