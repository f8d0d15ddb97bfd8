"""The stored rows of the list of tournaments. Rows that were updated step by step equal rows made from the events alone, also after jobs
were lost or ran twice."""

from random import Random

import pytest

from bench.cup import BY, acts, draft, stored
from domain.kernel.events import Retracted, TournamentAct
from domain.kernel.events.tournaments import EntryMade, ForfeitRuled, RoundPublished, RoundUnpublished, ScoreAdjusted
from domain.kernel.shapes import Sealed
from domain.tournament.reading import tournament_read
from service.projections import FOLD
from service.projections import tournaments as lines
from service.store.keys import HOME, StreamId
from service.store.projected import Stale
from service.store.tournaments.tournaments import TournamentStreams
from tests.projections.conftest import Evening, rebuilt
from tests.speeds import seeds
from workers.project import Projector


@pytest.fixture
def streams(evening: Evening) -> TournamentStreams:
    return TournamentStreams(evening.parts.store, lambda: 0)


def expected(streams: TournamentStreams, *tournaments: StreamId) -> dict[bytes, bytes]:
    """Make the rows for the list of tournaments, and those for the people who play in them, from nothing but the tournaments' events."""
    rows: dict[bytes, bytes] = {}
    for stream in tournaments:
        head, reading = streams.head(stream), tournament_read(streams.events(stream))
        assert head is not None
        rows |= lines.packed(stream, lines.line_of(reading, head.hash), lines.places_of(reading))
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
def test_stored_rows_equal_rows_computed_from_the_events_alone(evening: Evening, streams: TournamentStreams, seed: int) -> None:
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
    assert evening.rows("tournaments") == expected(streams, *opened)
    before = evening.digest()
    assert rebuilt(evening) == before


def test_no_change_of_a_tournament_is_lost_when_a_job_is_killed_before_writing(
    evening: Evening, streams: TournamentStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = stored(streams, list(acts(10, 2)))
    evening.projected()
    streams.append(cup, None, [draft(EntryMade(11, (), Sealed("", "Late")))], BY)
    projected = evening.parts.projected
    with monkeypatch.context() as patched:
        patched.setattr(projected, "move", _killed)
        with pytest.raises(KeyboardInterrupt):
            evening.projected()
    assert projected.behind([HOME], FOLD) == [HOME]
    evening.projected()
    assert evening.rows("tournaments") == expected(streams, cup)


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_late_job_does_not_replace_newer_rows(evening: Evening, streams: TournamentStreams) -> None:
    cup = stored(streams, list(acts(10, 2)))
    evening.projected()
    stale = evening.live()
    streams.append(cup, None, [draft(EntryMade(11, (), Sealed("", "Late")))], BY)
    evening.projected()
    with pytest.raises(Stale):
        evening.parts.projected.move(stale, stale.position, {"tournaments": {lines.people_key(cup): b"[]"}})
    assert evening.rows("tournaments") == expected(streams, cup)


def test_an_unreadable_tournament_has_no_rows_and_other_tournaments_are_updated(evening: Evening, streams: TournamentStreams) -> None:
    broken, cup = (stored(streams, list(acts(4, 1))) for _ in range(2))
    evening.parts.store.xtrim(f"{{home}}:tournament:{broken}", maxlen=3, approximate=False)
    evening.projected()
    assert evening.rows("tournaments") == expected(streams, cup)
