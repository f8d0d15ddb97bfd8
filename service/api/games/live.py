"""/games/{id}/live: sends the state of a game and its findings whenever they change (server-sent events, WHATWG HTML §9.2).

    event: table
    id: <version>.<verdict>.<engine>.e<digits of the last event's hash>
    data: {"game": …, "findings": […], "verdict": …, "engine": …, "validated": …, "parked": …}

The id is the entity tag of the findings, the breaches of rules that the record shows (service.api.games.findings). Its part `verdict` is
the number of findings raised and withdrawn that this viewer may see. While some events have not been checked against the rules, the id also
contains the last checked version. A client that reconnects with the id of the current state gets nothing until something changes.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, TypedDict

import orjson
from flask import Response
from marshmallow import Schema

from domain.system import PUBLIC
from domain.views.answers import Live
from domain.views.live import Judgement, live_json
from service.access import Access
from service.api.games.findings import parking_json
from service.api.games.games import viewed
from service.api.lib import live as lib
from service.api.lib.conditional import at_once
from service.api.lib.contract import SENT_HEADERS, Resource
from service.api.lib.guards import for_readers
from service.api.lib.live import LAST_EVENT_ID, few_at_once, renders, streamed
from service.clock import steady_ms
from service.memory.cache import REMEMBERED_MS
from service.store.errors import NoSuchGame
from service.store.games.records import Records
from service.store.games.verdicts import as_it_stands
from service.store.keys import GameId
from service.views.heads import cover_of, seated
from service.views.subscriptions import GameTopic, Message
from service.wiring import Wiring, wired

blueprint = Resource("live", "Follow a table live.")


class LiveQuery(Schema):
    view = viewed()


class LiveEvent(TypedDict):
    """One server-sent event of the stream. `data` is a string that contains JSON."""

    event: Literal["table"]
    id: Annotated[str, "Send it as `Last-Event-ID` when you connect again, to continue from this state."]
    data: Live


@blueprint.route("/games/<game>/live")
@few_at_once
@for_readers
@blueprint.arguments(LiveQuery, location="query")
@blueprint.response(200, LiveEvent, content_type="text/event-stream")
@blueprint.doc(**{SENT_HEADERS: [LAST_EVENT_ID]})
def watch_game(access: Access, query: dict[str, Any]) -> Response:
    """Follow a table live, with server-sent events of the type `table`

    The first event is sent immediately, the next ones when something changes. A client that sends the id of the current state as
    `Last-Event-ID` gets nothing until something changes. A comment every 15 seconds shows that the stream is alive.
    """
    access = access.seen_as(query.get("view"))
    return streamed(GameTopic(access.head.game, access.viewer, access.records), "table", permission(access))


def permission(access: Access) -> Callable[[], bool]:
    """Make a function that returns whether the visitor with `access` may still read the game."""
    parts, game = wired(), access.head.game
    return lib.permission(access.token, lambda: _is_open(parts.records, game, steady_ms() // REMEMBERED_MS))


@lru_cache(1024)
def _is_open(records: Records, game: GameId, _moment: int) -> bool:
    """Whether everyone may see the game. The answer is cached for all viewers until `_moment` changes, which it does every second."""
    head = records.head(game)
    return head is not None and head.visibility != "private"


@renders(GameTopic)
def rendered(parts: Wiring, topic: GameTopic) -> Message:
    """Make the message with the current state of a game, for all viewers who see the game in the same way (`topic`). Raises NoSuchGame,
    RecordDamaged, StoreUnavailable."""
    head = parts.records.head(topic.game)
    if head is None:
        raise NoSuchGame(topic.game)
    known = parts.delays.known(head) if head.delay and topic.viewer == PUBLIC else None
    # Events after this head's version are left out: what the viewer may see was decided for this version.
    reading = parts.readings.until(head) if known is None else known.late.reading
    head = head if known is None else known.head
    sitting = seated(topic.game, reading, parts.people)
    judged = parts.verdicts.at(head) if known is None else known.late.entries
    entries = [entry for entry in judged if topic.viewer.may_see(entry.finding)]
    standing = [entry.finding for entry in as_it_stands(entries).values() if entry.kind == "raised"]
    parked = parts.verdicts.parked_at(topic.game) if known is None else None
    judgement = Judgement(standing, len(entries), head.engine, head.validated, parking_json(parked))
    body = live_json(cover_of(head), reading, topic.viewer, sitting, judgement, prompts=topic.prompted)
    body["game"]["tag"] = str(head.seen)
    behind = "" if head.validated == reading.version else f".{head.validated}{'p' if parked else ''}"
    name = f"{reading.version}.{len(entries)}.{head.engine}{behind}.e{head.seen.digits}{at_once(head, topic.viewer)}"
    return Message(name, orjson.dumps(body), None if known is None else known.due)
