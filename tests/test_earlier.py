"""An earlier version of a tournament is the same whether it is computed from a cached version or from all events."""

from random import Random

import pytest

from bench.cup import acts
from domain.kernel.events import EventId, TournamentEvent
from domain.tournament.reading import tournament_read
from service.caches import streams
from service.caches.streams import EARLIER_EVENT_BYTES, Earlier
from service.memory.cache import MIB, Cache
from service.store.keys import StreamId
from tests.projections.test_tournaments import surprise
from tests.tournament.stream import events

CUP = StreamId("home-taaaaaaaaaaaaaaaa")


def corrected(dice: Random) -> list[TournamentEvent]:
    """The events of a tournament of six entries in three rounds, with random corrections in between."""
    made = [*acts(6, 3)]
    for _ in range(dice.randint(0, 8)):
        place = dice.randint(8, len(made))
        made.insert(place, surprise(dice, place, 6))
    return events(made)


@pytest.mark.parametrize("seed", range(8))
def test_earlier_versions_of_a_tournament_are_the_same_from_the_cache_and_from_its_events(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some versions come from the cache. Others are computed from the events, because the cache has room for few versions or none."""
    dice = Random(seed)
    monkeypatch.setattr(streams, "EARLIER_STEP", dice.choice([1, 4, 7, 500]))
    now = tournament_read(corrected(dice))
    known = Earlier(Cache(dice.choice([0, 200 * EARLIER_EVENT_BYTES, MIB])))
    for version in dice.choices(range(1, now.version + 1), k=80):
        assert known.at(CUP, now, version) == tournament_read(now.events[:version])


def test_an_earlier_version_that_is_requested_again_comes_from_the_cache() -> None:
    now, known = tournament_read(events(acts(4, 2))), Earlier(Cache())
    assert known.at(CUP, now, 9) is known.at(CUP, now, 9)
    assert known.at(CUP, now, now.version) is now


def test_cached_versions_of_a_stream_are_not_used_after_it_was_restored_from_a_backup() -> None:
    former, known = tournament_read(events(acts(4, 2))), Earlier(Cache())
    known.at(CUP, former, 9)
    now = tournament_read([*former.events[:8], former.events[8]._replace(id=EventId(f"{99:032x}")), *former.events[9:]])
    assert known.at(CUP, now, 9).events == now.events[:9]


def test_the_cache_of_earlier_versions_stays_within_its_limit() -> None:
    cache = Cache(500 * EARLIER_EVENT_BYTES)
    now, known = tournament_read(events(acts(6, 3))), Earlier(cache)
    for version in range(1, now.version):
        known.at(CUP, now, version)
        assert cache.bytes <= 500 * EARLIER_EVENT_BYTES
