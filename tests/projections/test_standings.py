"""The stored rows of standings, and of the list of tournaments. Rows that were updated step by step equal rows made from the events alone,
also after jobs were lost or ran twice."""

from collections.abc import Mapping
from random import Random

import pytest

from bench.cup import BY, acts, draft, stored
from domain.kernel.events import Retracted, TournamentAct
from domain.kernel.events.tournaments import EntryMade, ForfeitRuled, ResultEntered, RoundPublished, RoundUnpublished, ScoreAdjusted
from domain.kernel.shapes import Sealed
from domain.tournament.reading import tournament_read
from service.projections import FOLD, Changes, standings
from service.projections import tournaments as lines
from service.projections.standings import key_of, mark_of, packed
from service.store.connect import write_client
from service.store.keys import CHANGES, HOME, GameId, StreamId
from service.store.projected import Generation, Stale
from service.store.tournaments.tournaments import TournamentStreams
from tests.projections.conftest import Evening, rebuilt
from tests.servers import RunningServer
from tests.speeds import seeds
from tests.waiting import WITHIN, until
from workers.project import Projector


@pytest.fixture
def streams(evening: Evening) -> TournamentStreams:
    return TournamentStreams(evening.parts.store, lambda: 0)


def expected(streams: TournamentStreams, *tournaments: StreamId) -> dict[bytes, bytes]:
    """Make the rows of standings of these tournaments from nothing but their events."""
    rows: dict[bytes, bytes] = {}
    for stream in tournaments:
        head = streams.head(stream)
        assert head is not None
        rows |= dict(packed(standings.made(stream, tournament_read(streams.events(stream)), head.hash)))
    return rows


def expected_lines(streams: TournamentStreams, *tournaments: StreamId) -> dict[bytes, bytes]:
    """Make the rows for the list of tournaments, and those for the people who play in them, from nothing but the tournaments' events."""
    rows: dict[bytes, bytes] = {}
    for stream in tournaments:
        head, reading = streams.head(stream), tournament_read(streams.events(stream))
        assert head is not None
        rows |= lines.packed(stream, lines.line_of(reading, head.hash), lines.people_of(reading))
    return rows


def in_parts(dice: Random, made: list[TournamentAct]) -> list[list[TournamentAct]]:
    cuts = sorted(dice.sample(range(1, len(made)), min(6, len(made) - 1)))
    return [made[start:end] for start, end in zip([0, *cuts], [*cuts, len(made)], strict=True)]


def surprise(dice: Random, version: int, entries: int) -> TournamentAct:
    """Return a random act that changes earlier standings: a correction, an adjustment, a forfeit, a late entry, or a round that is
    withdrawn or published."""
    some: list[TournamentAct] = [
        Retracted(dice.randint(2, version)),
        ScoreAdjusted(dice.randint(1, entries), dice.randint(-3, 3), Sealed("", "late"), round=dice.choice([None, 1, 2])),
        ForfeitRuled(dice.randint(1, 3), dice.randint(1, entries // 2), (dice.randint(0, 1),)),
        EntryMade(dice.randint(entries, entries + 5), (), Sealed("", "Late")),
        RoundUnpublished(dice.randint(1, 3), Sealed("", "wrong")),
        RoundPublished(dice.randint(1, 3)),
    ]
    return dice.choice(some)


@pytest.mark.parametrize("seed", seeds(6, 2))
def test_stored_standings_equal_standings_computed_from_the_events_alone(evening: Evening, streams: TournamentStreams, seed: int) -> None:
    """Several tournaments grow in random steps, with corrections. After each step one job runs, or two, or none."""
    dice = Random(seed)
    sizes = [(dice.choice([2, 5, 30, 130]), dice.randint(1, 3)) for _ in range(3)]
    waiting = [in_parts(dice, list(acts(*size))) for size in sizes]
    opened = [stored(streams, parts.pop(0)) for parts in waiting]
    while any(waiting):
        place = dice.choice([place for place, parts in enumerate(waiting) if parts])
        version = streams.append(opened[place], None, [draft(act) for act in waiting[place].pop(0)[:500]], BY).version
        if dice.random() < 0.5:
            streams.append(opened[place], None, [draft(surprise(dice, version, sizes[place][0]))], BY)
        for _ in range(dice.choice([0, 1, 2])):
            Projector(evening.parts).project(HOME)
    evening.projected()
    assert evening.rows("standings") == expected(streams, *opened)
    assert evening.rows("tournaments") == expected_lines(streams, *opened)
    before = evening.digest()
    assert rebuilt(evening) == before


def test_pages_of_standings_that_are_no_longer_needed_are_deleted(evening: Evening, streams: TournamentStreams) -> None:
    """After some entries are retracted, the standings have fewer pages."""
    cup = stored(streams, list(acts(102, 1))[:103])
    evening.projected()
    assert key_of(cup, 2) in evening.rows("standings")
    streams.append(cup, None, [draft(Retracted(version)) for version in (5, 6, 7)], BY)
    evening.projected()
    rows = evening.rows("standings")
    assert sorted(rows) == [key_of(cup), key_of(cup, 1)]
    assert mark_of(rows[key_of(cup)]).entries == 99


def test_an_update_of_standings_writes_only_the_rows_that_differ(
    evening: Evening, streams: TournamentStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typed result that nobody has approved yet changes the version of the tournament, but no page of the standings."""
    cup = stored(streams, list(acts(250, 2, open_last=True)))
    evening.projected()
    written: list[bytes] = []
    move = evening.parts.projected.move

    def noted(generation: Generation, position: int, changes: Changes, waits: Mapping[GameId, int]) -> Generation:
        written.extend(changes.get("standings", {}))
        return move(generation, position, changes, waits)

    monkeypatch.setattr(evening.parts.projected, "move", noted)
    for act in (ResultEntered(2, 1, (9, 2)), ScoreAdjusted(3, -1, Sealed("", "late"))):
        before = evening.rows("standings")
        written.clear()
        streams.append(cup, None, [draft(act)], BY)
        evening.projected()
        after = evening.rows("standings")
        assert sorted(written) == sorted(key for key in after if after[key] != before[key])
        assert (sorted(written) == [key_of(cup)]) == isinstance(act, ResultEntered)


def test_no_change_of_standings_is_lost_when_a_job_is_killed_before_writing(
    evening: Evening, streams: TournamentStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = stored(streams, list(acts(10, 2)))
    evening.projected()
    streams.append(cup, None, [draft(ScoreAdjusted(3, -1, Sealed("", "late")))], BY)
    projected = evening.parts.projected
    with monkeypatch.context() as patched:
        patched.setattr(projected, "move", _killed)
        with pytest.raises(KeyboardInterrupt):
            evening.projected()
    assert projected.behind([HOME], FOLD) == [HOME]
    evening.projected()
    assert evening.rows("standings") == expected(streams, cup)


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_late_job_does_not_replace_newer_stored_standings(evening: Evening, streams: TournamentStreams) -> None:
    cup = stored(streams, list(acts(10, 2)))
    evening.projected()
    stale = evening.live()
    streams.append(cup, None, [draft(ScoreAdjusted(3, -1, Sealed("", "late")))], BY)
    evening.projected()
    with pytest.raises(Stale):
        evening.parts.projected.move(stale, stale.position, {"standings": {key_of(cup, 1): b"[]"}})
    assert evening.rows("standings") == expected(streams, cup)


def test_the_worker_announces_standings_only_when_they_have_changed(
    evening: Evening, streams: TournamentStreams, server: RunningServer
) -> None:
    cup = stored(streams, list(acts(10, 2)))
    evening.projected()
    with write_client(server.socket) as redis, redis.pubsub() as heard:
        heard.subscribe(CHANGES)
        heard.get_message(timeout=WITHIN)
        version = streams.append(cup, None, [draft(ScoreAdjusted(3, -1, Sealed("", "late")))], BY).version
        evening.projected()
        evening.projected()
        redis.publish(CHANGES, "end")
        said: list[bytes] = []

        def ended() -> bool:
            message = heard.get_message(timeout=0.1)
            said.extend([message["data"]] if message is not None else [])
            return said[-1:] == [b"end"]

        until(ended)
    assert said == [f"tournament home {cup} {version}".encode(), f"standings home {cup} {version}".encode(), b"end"]


def test_an_unreadable_tournament_has_no_standings_and_other_tournaments_are_updated(evening: Evening, streams: TournamentStreams) -> None:
    broken, cup = (stored(streams, list(acts(4, 1))) for _ in range(2))
    evening.parts.store.xtrim(f"{{home}}:tournament:{broken}", maxlen=3, approximate=False)
    evening.projected()
    assert evening.rows("standings") == expected(streams, cup)
    assert evening.rows("tournaments") == expected_lines(streams, cup)
