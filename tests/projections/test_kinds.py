"""The projector counts facts of games and of other kinds of stream. It skips a kind of stream if no class reads the facts of this
kind."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from service.projections import PROJECTIONS
from service.projections.projection import Projection, Row
from service.store.keys import HOME, GameId
from service.store.projected import Generation, Projected
from service.store.streams.feed import FeedEntry
from tests.projections.conftest import Evening
from tests.workers.conftest import Store
from workers.facts import Games, Look
from workers.project import Projector
from workers.wiring import Wiring

Tally = tuple[str, int]
"""Facts of a kind that exists only in this test: the name of a stream, and its version."""


def _kept(key: bytes, _row: Row | None, _before: Tally | None, after: Tally | None) -> Row | None:
    return None if after is None else str(after[1]).encode()


def _summed(_key: bytes, row: Row | None, before: Tally | None, after: Tally | None) -> Row | None:
    total = int(row or 0) + (after[1] if after else 0) - (before[1] if before else 0)
    return str(total).encode() if total else None


TALLIES: tuple[Projection[Tally], ...] = (
    Projection("tallies", "tally", lambda tally: (tally[0].encode(),), _kept),
    Projection("sums", "tally", lambda _: (b"all",), _summed),
)


class Tallies:
    """A source of facts of the type `Tally`. Its streams never wait for a verdict."""

    def __init__(self, parts: Wiring) -> None:
        self._parts = parts

    def looks(self, generation: Generation, streams: Sequence[str]) -> Mapping[str, Look[Tally]]:
        rows = self._parts.projected.rows_of(generation, "tallies", [stream.encode() for stream in streams])
        counted = {key.decode(): (key.decode(), int(row)) for key, row in rows.items()}
        return {stream: Look(counted.get(stream), lambda stream=stream: self._now(stream)) for stream in streams}  # type: ignore[misc]

    def _now(self, stream: str) -> Tally:
        head = self._parts.records.head(GameId(stream))
        assert head is not None
        return stream, head.version


def test_another_kind_of_stream_can_be_counted_together_with_games(evening: Evening, store: Store) -> None:
    game, tally, unknown = (evening.opened("high-card", None, None) for _ in range(3))
    kinds = {game: "game", tally: "tally", unknown: "unheard-of"}
    projections = (*PROJECTIONS.values(), *TALLIES)
    parts = replace(evening.parts, projected=Projected(store.redis, [projection.name for projection in projections]))
    sources = {"game": Games(parts, "any"), "tally": Tallies(parts)}

    def kind_of(entry: FeedEntry) -> tuple[str, str]:
        return kinds[GameId(entry.stream)], entry.stream

    projector = Projector(parts, sources=sources, projections=projections, stream_of=kind_of)
    evening.validated()
    for _ in range(3):
        evening.goes_on(tally, 1)
        while not projector.project(HOME):
            pass

    head = parts.records.head(tally)
    assert head is not None
    assert parts.projected.live(HOME, "tallies").rows == {tally.encode(): str(head.version).encode()}
    assert parts.projected.live(HOME, "sums").rows == {b"all": str(head.version).encode()}
    live = parts.projected.digest(HOME)
    assert live is not None
    assert (live[0].rows["games"], live[0].waiting, live[0].position) == (1, 0, parts.projected.end(HOME))
    for _ in projector.rebuild(HOME):
        pass
    again = parts.projected.digest(HOME)
    assert again is not None
    assert (again[0].id != live[0].id, again[1]) == (True, live[1])
