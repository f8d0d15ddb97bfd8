"""Finds the lines of the list of tournaments, and the tournaments that given people are in, without reading the events of every tournament.

A worker keeps two rows of each tournament ready in Redis, a moment behind (service/projections/tournaments.py). The list shows these rows.
The line of a tournament without rows is computed here from its events. A tournament has no rows for a moment after it was opened, and while
a new version of the code makes all rows again.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.events import PersonId
from domain.tournament.reading import TournamentReading
from service.caches.standings import TournamentsRead
from service.failures import describe
from service.memory.work import TooLong
from service.projections import FOLD, readable
from service.projections.tournaments import (
    PROJECTION,
    ListedTournament,
    line_key,
    line_of,
    people_key,
    people_of,
    unpacked_line,
    unpacked_places,
)
from service.store.errors import StoreUnavailable
from service.store.keys import Club, StreamId, by_club
from service.store.projected import Projected
from service.store.streams.kinds import StreamHead
from service.store.tournaments.tournaments import TournamentStreams

MOST_LOOKED_AT: Final = 500
"""The most tournaments that one page looks at to find those that the visitor may see. After that many the page ends, even if it is not
full."""
MOST_FOLDED: Final = 300
"""The most events that are read for one page, of all its tournaments without rows together. One such tournament is always read, however
long it is. Measured: 6,000 events that are not cached take about 0.35 seconds, so 300 take less than 20 ms."""
AT_ONCE: Final = 50
"""How many tournaments are looked up in one round trip for a page."""
MANY: Final = 500
"""How many tournaments are looked up in one round trip when all tournaments of a club are looked up."""

log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """Which tournaments are listed. `format`, `finished`: None means any. `people`: only those with one of these people in their entries;
    None: all. `since`, `until`: only those that were opened at this time or later, or earlier than that; ms UTC."""

    format: str | None = None
    finished: bool | None = None
    people: frozenset[PersonId] | None = None
    since: int | None = None
    until: int | None = None

    def takes(self, line: ListedTournament) -> bool:
        return self.format in (None, line.format) and self.finished in (None, line.finished)

    def opened(self, at: int | None) -> bool:
        """Whether a tournament that was opened `at` this time may be listed."""
        return at is not None and (self.since is None or at >= self.since) and (self.until is None or at < self.until)


ALL: Final = Wanted()


class Listed(NamedTuple):
    """A page of the list. `last`: the last tournament that was looked at; None if the list ends there."""

    lines: list[tuple[StreamId, ListedTournament]]
    last: StreamId | None


class TournamentLines:
    """Finds the lines of the list of tournaments."""

    def __init__(self, projected: Projected, streams: TournamentStreams, read: TournamentsRead) -> None:
        self._projected = projected
        self._streams = streams
        self._read = read

    def page(
        self, club: Club, before: StreamId | None, limit: int, shown: Callable[[StreamId, ListedTournament], bool], wanted: Wanted = ALL
    ) -> Listed:
        """Return at most `limit` lines of a club's tournaments, newest first, that are wanted and for which `shown` is true. `before`: the
        last tournament of the previous page. A line may be a moment old; a tournament that cannot be read has none. Raises NoSuchStream if
        `before` does not exist."""
        return self._listed(self._looked_up(club, before, wanted), limit, shown, wanted)

    def places(self, club: Club, streams: Sequence[StreamId], people: frozenset[PersonId]) -> dict[StreamId, int]:
        """Return the best place of these people in each finished tournament of a club. A tournament whose rows are not there yet is left
        out, as is one without a round that counts."""
        rows = self._rows(club, [people_key(stream) for stream in streams])
        places: dict[StreamId, int] = {}
        for stream in streams:
            row = rows.get(people_key(stream))
            held = [] if row is None else [place for who, place in unpacked_places(row).items() if who in people and place is not None]
            places |= {stream: min(held)} if held else {}
        return places

    def among(
        self, streams: Sequence[StreamId], limit: int, shown: Callable[[StreamId, ListedTournament], bool]
    ) -> list[tuple[StreamId, ListedTournament]]:
        """Return at most `limit` lines of `streams`, in their order, only those for which `shown` is true. The tournaments may belong to
        different clubs. As in `page`, a line may be a moment old, and a tournament that cannot be read has no line."""
        return self._listed(self._found_in_all_clubs(streams), limit, shown).lines

    def _listed(
        self,
        looked_up: Iterable[tuple[StreamId, ListedTournament | StreamHead | None]],
        limit: int,
        shown: Callable[[StreamId, ListedTournament], bool],
        wanted: Wanted = ALL,
    ) -> Listed:
        lines: list[tuple[StreamId, ListedTournament]] = []
        looked, folded, last = 0, 0, None
        for stream, found in looked_up:
            events = found.version if isinstance(found, StreamHead) else 0
            too_many = bool(folded and events) and folded + events > MOST_FOLDED
            if too_many or len(lines) == limit or looked == MOST_LOOKED_AT:
                return Listed(lines, last)
            line = self._folded(found, wanted.people) if isinstance(found, StreamHead) else found
            lines += [(stream, line)] if line is not None and wanted.takes(line) and shown(stream, line) else []
            looked, folded, last = looked + 1, folded + events, stream
        return Listed(lines, None)

    def _looked_up(
        self, club: Club, before: StreamId | None, wanted: Wanted
    ) -> Iterator[tuple[StreamId, ListedTournament | StreamHead | None]]:
        """Yield the tournaments, newest first, each with its stored line. A tournament without a stored line comes with its head (a
        summary), or with None if it is damaged and has no head. One that cannot be wanted comes with None too."""
        dated = (wanted.since, wanted.until) != (None, None)
        while streams := self._streams.newest(club, before=before, limit=AT_ONCE):
            opened = self._streams.opened(club, streams) if dated else {}
            found = dict(self._found(club, [stream for stream in streams if not dated or wanted.opened(opened.get(stream))]))
            others = self._without(club, found, wanted.people)
            yield from ((stream, None if stream in others else found.get(stream)) for stream in streams)
            before = streams[-1]
            if wanted.since is not None and opened.get(before, wanted.since) < wanted.since:
                return

    def _without(
        self, club: Club, found: Mapping[StreamId, ListedTournament | StreamHead | None], people: frozenset[PersonId] | None
    ) -> frozenset[StreamId]:
        """Return those of the tournaments with a stored line that have none of `people` in their entries. None: leave out no tournament."""
        if people is None:
            return frozenset()
        keys = {people_key(stream): stream for stream, what in found.items() if isinstance(what, ListedTournament)}
        rows = self._projected.live(club, PROJECTION.name, list(keys)).rows if keys else {}
        return frozenset(stream for key, stream in keys.items() if key not in rows or people.isdisjoint(unpacked_places(rows[key])))

    def _found(self, club: Club, streams: Sequence[StreamId]) -> Iterator[tuple[StreamId, ListedTournament | StreamHead | None]]:
        """Yield these tournaments of one club, each with its stored line. A tournament without a stored line comes with its head, or with
        None if it is damaged."""
        fold, rows = self._projected.live(club, PROJECTION.name, [line_key(stream) for stream in streams])
        without = [stream for stream in streams if not readable(fold) or line_key(stream) not in rows]
        heads = dict(zip(without, self._streams.heads(without, for_list=True), strict=True)) if without else {}
        for stream in streams:
            yield stream, heads[stream] if stream in heads else unpacked_line(rows[line_key(stream)])

    def _found_in_all_clubs(self, streams: Sequence[StreamId]) -> Iterator[tuple[StreamId, ListedTournament | StreamHead | None]]:
        """Yield these tournaments of different clubs, as `_found` does. The next AT_ONCE are looked up only when they are needed."""
        for start in range(0, len(streams), AT_ONCE):
            part = streams[start : start + AT_ONCE]
            found = {stream: what for club, some in by_club(part, lambda each: each).items() for stream, what in self._found(club, some)}
            yield from ((stream, found[stream]) for stream in part)

    def _folded(self, head: StreamHead, people: frozenset[PersonId] | None) -> ListedTournament | None:
        """Return the line of the tournament; None if it cannot be read, or has none of `people` (None: anybody) in its entries."""
        reading = self._reading(head)
        if reading is None or (people is not None and people.isdisjoint(people_of(reading))):
            return None
        return line_of(reading, head.hash)

    def shared(self, club: Club, some: frozenset[PersonId], others: frozenset[PersonId]) -> StreamId | None:
        """Return an unfinished tournament of the club with somebody from `some` and somebody from `others` in its entries; None if there is
        none. Looks at the current version of each; one that cannot be read is left out."""
        streams = self._streams.newest(club)
        for start in range(0, len(streams), MANY):
            for stream, people in self._unfinished(club, streams[start : start + MANY]):
                if some.intersection(people) and others.intersection(people):
                    return stream
        return None

    def _unfinished(self, club: Club, streams: Sequence[StreamId]) -> Iterator[tuple[StreamId, frozenset[PersonId]]]:
        """Yield those of `streams` that are not finished, each with the people in its entries."""
        heads = [head for head in self._streams.heads(streams, for_list=True) if head is not None]
        rows = self._rows(club, [line_key(head.stream) for head in heads])
        lines = {key: unpacked_line(row) for key, row in rows.items()}
        current = {head.stream: line for head in heads if (line := lines.get(line_key(head.stream))) is not None and _is_of(line, head)}
        people = self._rows(club, [people_key(stream) for stream, line in current.items() if not line.finished])
        for head in heads:
            row, line = people.get(people_key(head.stream)), current.get(head.stream)
            if row is not None:
                yield head.stream, frozenset(unpacked_places(row))
            elif line is None or not line.finished:
                yield from self._read_unfinished(head)

    def _rows(self, club: Club, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the stored rows with these keys; an empty dict if another version of the code made them."""
        found = self._projected.live(club, PROJECTION.name, keys) if keys else None
        return found.rows if found is not None and found.fold == FOLD else {}

    def _read_unfinished(self, head: StreamHead) -> Iterator[tuple[StreamId, frozenset[PersonId]]]:
        reading = self._reading(head)
        if reading is not None and not reading.state.finished:
            yield head.stream, people_of(reading)

    def _reading(self, head: StreamHead) -> TournamentReading | None:
        """Return the tournament at `head`; None if it cannot be read."""
        try:
            return self._read.at(head)
        except (StoreUnavailable, TooLong):
            raise
        except Exception as error:
            log.warning("%s cannot be read and is left out of the list of tournaments: %s", head.stream, describe(error))
            return None


def _is_of(line: ListedTournament, head: StreamHead) -> bool:
    return (line.version, line.hash) == (head.version, head.hash)
