"""/clubs/{club}/feed: every change in a club, in order, for members of the club.

Each acknowledged append of events and each change of a game's verdict (the result of checking the game against its rules) has exactly one
entry. One Redis script writes the change and its entry together. Entries are numbered 1, 2, 3 … without gaps, in the order of the changes.
They are never changed or removed. A client remembers the number of the last entry that it got, and asks for the entries after that number.
So the client misses nothing and gets nothing twice. If it asks with the *place* of that entry, this also holds when the server has lost its
newest changes, and gives their numbers to others.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from flask import Response
from marshmallow import Schema, ValidationError

from domain.kernel.shapes import Whole
from domain.system import PUBLIC
from service.access import viewer_of
from service.api.lib.conditional import OWN, listed
from service.api.lib.contract import ETAG, Resource
from service.api.lib.fields import Digits
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, page_link
from service.errors import not_found, wrong_parameter
from service.store.clubs.clubs import Token
from service.store.keys import Club
from service.store.streams.feed import FeedEntry, FeedPlace, last_entry, last_number
from service.views.feed import Feed, feed_json
from service.wiring import wired

blueprint = Resource("feed", "Every change in a club.")


LATEST: Final = "latest"
_PLACE: Final = re.compile(r"([0-9]{1,13})\.([0-9a-f]{8})")


class After(Digits):
    """The number of an entry, its place, or LATEST."""

    def __init__(self) -> None:
        super().__init__(Whole(0, 10**12), load_default=FeedPlace(0))
        about = (
            f"List entries after this number or `place`. 0: from the first. {LATEST}: no entries, only the last one's `last` and `place`."
        )
        marked = {"type": "string", "pattern": f"^{_PLACE.pattern}$"}
        self.metadata = {"anyOf": [self.shape.schema(), {"const": LATEST}, marked], "description": about}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value == LATEST:
            return value
        marked = _PLACE.fullmatch(value)
        try:
            return FeedPlace(super()._deserialize(marked[1] if marked else value, attr, data, **kwargs), marked[2] if marked else "")
        except ValidationError as error:
            raise ValidationError([f"{message}, or be a mark or {LATEST}" for message in error.messages]) from None


class FeedQuery(Schema):
    after = After()
    limit = Digits(Whole(1, 1000), load_default=100)


@blueprint.route("/clubs/<club>/feed")
@for_token("read", club_wide=True)
@blueprint.arguments(FeedQuery, location="query")
@blueprint.response(200, Feed, headers=ETAG | NEXT)
@blueprint.refuses("not-found")
def list_club_feed(token: Token, query: dict[str, Any], club: str) -> Response:
    """List the changes in a club, oldest first

    Each acknowledged append of events and each change of a game's verdict (the result of checking the game) has exactly one entry. The
    numbers of the entries have no gaps. If the club is restored from a backup, the next numbers are much higher, and every record gets a
    new entry. An entry names what has changed; it does not hold the change. If your token only allows reading, entries that would show more
    than spectators may know are withheld from you: they have only their number.

    To hear only of what happens from now on, begin with `after=latest`, and send the `place` of each answer as the next `after`. A number
    beyond the last entry is refused, and so is the place of an entry that was lost: then everything has to be read again.
    """
    if token.club != club:
        not_found()
    parts, after = wired(), query["after"]
    if after == LATEST:
        newest = last_entry(parts.redis, token.club)
        return listed(feed_json((), newest.place if newest else FeedPlace(0), spectator=False, late=()))
    entries = _entries(token.club, after, query["limit"])
    spectator = viewer_of(token) == PUBLIC
    late = {head.stream for head in parts.records.late(token.club, {entry.stream for entry in entries})} if spectator else ()
    body = feed_json(entries, after, spectator=spectator, late=late)
    link = {"Link": page_link("next", after=body["place"], limit=query["limit"])} if len(entries) == query["limit"] else {}
    return listed(body, OWN | link)


def _entries(club: Club, after: FeedPlace, limit: int) -> Sequence[FeedEntry]:
    """Return at most `limit` entries after `after`. Raises Problem `invalid` if the feed does not lead on from there. A restored feed does:
    all its numbers are higher, and it names every record again."""
    parts = wired()
    if not after.stamp or not after.n:
        entries = parts.records.feed(club, after.n, limit)
    else:
        entries = parts.records.feed(club, after.n - 1, limit + 1)
        if entries and entries[0].n == after.n:
            if entries[0].place != after:
                raise wrong_parameter("after", f"is another entry than the one with number {after.n} now. Begin again with 0 or {LATEST}")
            return entries[1:]
        entries = entries[:limit]
    if not entries and after.n > (last := last_number(parts.redis, club)):
        raise wrong_parameter("after", f"is not a number of this feed: its last entry is {last}. Begin again with 0 or {LATEST}")
    return entries
