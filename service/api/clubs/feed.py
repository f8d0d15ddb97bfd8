"""/clubs/{club}/feed: every change in a club, in order, for members of the club.

Each acknowledged append of events and each change of a game's verdict (the result of checking the game against its rules) has exactly one
entry. One Redis script writes the change and its entry together. Entries are numbered 1, 2, 3 … without gaps, in the order of the changes.
They are never changed or removed. A client remembers the number of the last entry that it got, and asks for the entries after that number.
So the client misses nothing and gets nothing twice.
"""

from typing import Any

from flask import Response
from marshmallow import Schema

from domain.kernel.shapes import Whole
from domain.system import PUBLIC
from service.access import viewer_of
from service.api.lib.contract import Resource, reply
from service.api.lib.fields import Digits
from service.api.lib.guards import for_token
from service.api.lib.paging import NEXT, page_link
from service.errors import not_found
from service.seen.feed import Feed, feed_json
from service.store.clubs.clubs import Token
from service.wiring import wired

blueprint = Resource("feed", "Every change in a club.")


class FeedQuery(Schema):
    after = Digits(Whole(0, 10**12), load_default=0, metadata={"description": "List entries after this number. 0: from the first entry."})
    limit = Digits(Whole(1, 1000), load_default=100)


@blueprint.route("/clubs/<club>/feed")
@for_token("read", club_wide=True)
@blueprint.arguments(FeedQuery, location="query")
@blueprint.response(200, Feed, headers=NEXT)
def list_club_feed(token: Token, query: dict[str, Any], club: str) -> Response:
    """List the changes in a club, oldest first

    Each acknowledged append of events and each change of a game's verdict (the result of checking the game) has exactly one entry. The
    numbers of the entries have no gaps. If the club is restored from a backup, the next numbers are much higher, and every record gets a
    new entry. An entry names what has changed; it does not hold the change. If your token only allows reading, entries that would show more
    than spectators may know are withheld from you: they have only their number.
    """
    if token.club != club:
        not_found()
    parts, after = wired(), query["after"]
    entries = parts.records.feed(token.club, after, query["limit"])
    spectator = viewer_of(token) == PUBLIC
    late = {head.stream for head in parts.records.late(token.club, {entry.stream for entry in entries})} if spectator else ()
    body = feed_json(entries, after, spectator=spectator, late=late)
    headers = {"Cache-Control": "private, no-cache"}
    if len(entries) == query["limit"]:
        headers["Link"] = page_link("next", after=body["last"], limit=query["limit"])
    return reply(body, headers=headers)
