"""A run (`System.run`) reads many cards at once. Its findings and its table must equal those of `check` and `evolve`, which read one
card at a time."""

from dataclasses import replace
from random import Random

import pytest

from domain.kernel.events import Act, CardPlayed
from domain.record.fold import read
from domain.systems import SYSTEMS
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.playing import events
from tests.speeds import rows
from tests.systems import COVERED

PLAYED = {slug: system for slug, system in SYSTEMS.items() if system.family in ("spades", "bid-whist")}


def marred(acts: list[Act], dice: Random) -> list[Act]:
    """Return the acts with a few cards exchanged, left out or written twice."""
    made: list[Act] = []
    for act in acts:
        slip = dice.random() if isinstance(act, CardPlayed) else 1.0
        if slip < 0.01:
            continue
        made += [act, act] if slip < 0.02 else [act]
        if slip < 0.05 and len(made) > 2:
            made[-1], made[-2] = made[-2], made[-1]
    return made


@pytest.mark.parametrize("slug", rows(PLAYED, COVERED))
def test_a_record_read_in_runs_has_the_same_findings_and_tables_as_without_runs(slug: str) -> None:
    system = PLAYED[slug]
    for seed in range(3):
        dice = Random(f"{slug} {seed}")
        opening, *acts = whole_game(system, dice, 150)
        if seed:
            opening, *acts = hidden([opening, *marred(acts, dice)], dice, 0.02)
        record = events([opening, *acts])
        table = system.open_table(record[0].act)  # type: ignore[arg-type]
        for version, event in enumerate(record[1:], 2):
            table = system.evolve(table, event)
            if dice.random() < 0.15:  # read a record that ends with this event
                assert read(system, record[:version]).table == table, (seed, event)
        reading, slow = read(system, record), read(replace(system, run=None), record)
        assert [(step.findings, step.settled) for step in reading.steps] == [(step.findings, step.settled) for step in slow.steps], seed
        assert reading.steps[-1].table == table
