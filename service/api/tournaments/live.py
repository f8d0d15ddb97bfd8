"""/tournaments/{id}/live: says what has changed, whenever the tournament changes (server-sent events, WHATWG HTML §9.2).

    event: change
    id: <version>.e<digits>
    data: {"tournament": …, "version": …, "since": …, "standings": …, "entries": …, "rounds": […], "clock": …, "tables": […],
        "corrected": […]}

An event tells what has changed since the last event that the client got. A client that reconnects names that event in `Last-Event-ID`. A
slow client gets several changes in one event.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Literal, TypedDict

import orjson
from flask import Response

from domain.tournament.reading import TournamentReading
from domain.tournament.state import Tournament
from service.api.lib.contract import SENT_HEADERS, Resource
from service.api.lib.live import LAST_EVENT_ID, few_at_once, permission, renders, streamed
from service.api.tournaments.access import TournamentAccess, for_tournament_watchers
from service.memory.cache import Region
from service.store.errors import NoSuchStream
from service.store.keys import StreamId
from service.store.streams.seen import digits_of
from service.views.subscriptions import Message
from service.views.tournament_changes import TournamentChanges, changes, everything
from service.wiring import Wiring

NEAR: Final = 250
"""A former state of a tournament that is not in memory is computed for a viewer only if its version is at most this number. A higher
version could take long. Measured: 250 events take 4 ms."""

blueprint = Resource("tournament-live", "Follow a tournament live.")


class TournamentLiveEvent(TypedDict):
    """One server-sent event of the stream. `data` is a string that contains JSON."""

    event: Literal["change"]
    id: Annotated[str, "Send it as `Last-Event-ID` when you connect again, to continue from this version."]
    data: TournamentChanges


@dataclass(frozen=True, slots=True)
class TournamentTopic:
    """A tournament as it is followed live. `records`: whether the viewers may record, and so see rounds that are not published."""

    stream: StreamId
    records: bool


@dataclass(frozen=True)
class Changed(Message):
    """A message to all who follow a tournament. `since(id)`: returns what has changed since the message with that id; None: nothing has
    changed."""

    since: Callable[[str], bytes | None] = lambda _: None

    def told(self, seen: str) -> bytes | None:
        return self.since(seen)


@blueprint.route("/tournaments/<tournament>/live")
@few_at_once
@for_tournament_watchers
@blueprint.response(200, TournamentLiveEvent, content_type="text/event-stream")
@blueprint.doc(**{SENT_HEADERS: [LAST_EVENT_ID]})
def watch_tournament(access: TournamentAccess) -> Response:
    """Follow a tournament live, with server-sent events of the type `change`

    Each event says which parts of the tournament to read again. The first event is sent immediately. If a client sends the id of its last
    event as `Last-Event-ID`, the first event says what has changed since then. A comment every 15 seconds shows that the stream is alive.
    """
    visibility = access.reading.state.visibility
    return streamed(TournamentTopic(access.id, access.records), "change", permission(access.token, lambda: visibility != "private"))


@renders(TournamentTopic)
def rendered(parts: Wiring, topic: TournamentTopic) -> Message:
    """Make the message about the current state of a tournament, for all viewers who see it in the same way (`topic`). Raises NoSuchStream,
    RecordDamaged, StoreUnavailable."""
    head = parts.tournaments.head(topic.stream)
    if head is None:
        raise NoSuchStream(topic.stream)
    reading = parts.tournaments_read.at(head, however_long=True)  # long tournaments too, because one reading serves all viewers
    states = States(topic.stream, reading, parts.former)

    @lru_cache(64)
    def since(seen: str) -> bytes | None:
        known = _version(seen, reading)
        if known is None or not states.is_near(known):
            return orjson.dumps(everything(topic.stream, reading.state, records=topic.records))
        told = changes(topic.stream, states.at(known), reading.state, records=topic.records)
        return None if told is None else orjson.dumps(told)

    return Changed(_id_of(reading, reading.version), b"", None, since)


def _id_of(reading: TournamentReading, version: int) -> str:
    """Return the id of the message about the tournament at this version. After a failover or a restore, that may be another event."""
    return f"{version}.e{digits_of(reading.mark(version))}"


def _version(seen: str, reading: TournamentReading) -> int | None:
    """Read the id of a server-sent event. Returns the version of the tournament; None if `seen` is no id of this tournament."""
    number = seen.partition(".")[0]
    known = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else 0
    return known if 1 <= known <= reading.version and seen == _id_of(reading, known) else None


class States:
    """The states of a tournament at earlier versions. `reading`: the tournament now. `former`: former states of tournaments, which clients
    may have seen. The key is the tournament and the id of the message about that state."""

    def __init__(self, stream: StreamId, reading: TournamentReading, former: Region[tuple[StreamId, str], Tournament]) -> None:
        self._stream = stream
        self._reading = reading
        self._former = former
        former.put((stream, _id_of(reading, reading.version)), reading.state)

    def is_near(self, version: int) -> bool:
        """Whether the state at `version` can be found with little work. If not, the viewer who last saw this version must read everything
        again. The limit is needed because anybody may send any id, as often as they like, and could cause much work."""
        return version <= NEAR or self._former.get((self._stream, _id_of(self._reading, version))) is not None

    def at(self, version: int) -> Tournament:
        """Return the state at `version`, a number from 1 to the current version."""
        key = (self._stream, _id_of(self._reading, version))
        state = self._former.get(key)
        if state is None:
            state = self._reading.at(version).state
            self._former.put(key, state)
        return state
