"""The standings of random small tournaments equal those of an independent recomputation, which shares no code with the product. The
recomputation itself is compared with published values."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from domain.tournament.fold import read
from domain.tournament.scoring import history_of
from domain.tournament.standings import explained, standings
from tests.speeds import examples
from tests.tournament.independent.finished import events_of, published
from tests.tournament.independent.past import Event
from tests.tournament.independent.places import Placed, standings_of
from tests.tournament.independent.stories import Acts, stories
from tests.tournament.stream import act, events

LEFT_OUT: Final = ("fide-tec-swiss16-rules2026", "hamilton-club-2018", "pairing-")
"""Finished tournaments that the recomputation does not cover: they use FIDE's rules of 2026 or an older rule, or have only pairings."""
FINISHED: Final = {
    told["id"]: told
    for told in json.loads(Path(__file__).with_name("tournaments.json").read_text(encoding="utf-8"))
    if not told["id"].startswith(LEFT_OUT)
}


@pytest.mark.parametrize("name", FINISHED)
def test_the_independent_recomputation_gives_the_published_values(name: str) -> None:
    made = [(row.entry, row.points, [Fraction(value) for value in row.values]) for row in standings_of(events_of(FINISHED[name]))]
    assert sorted(made) == sorted(published(FINISHED[name]))


def as_answered(acts: Acts) -> list[Event]:
    return [{"version": version, "type": name, "data": data} for version, (name, data) in enumerate(acts, 1)]


def as_folded(acts: Acts, through: int | None) -> list[Placed]:
    """Return the product's standings after these acts. Asserts that the explanation of each place sums to the values in the standings."""
    state = read(events([act(name, **data) for name, data in acts]))
    history, order = history_of(state, through), state.settings.tiebreaks
    rows = standings(history, order)
    for row in rows:
        values = explained(history, order, row.entry)
        shown = list(zip(["points", *order], [row.points, *row.values], strict=True))
        assert [(name, value.total) for name, value in values] == shown
        assert [(name, sum(part.value for part in value.contributions if part.counts)) for name, value in values] == shown
    return [Placed(row.place, row.entry, row.points, tuple(str(Fraction(value)) for value in row.values)) for row in rows]


def in_order(rows: list[Placed]) -> list[Any]:
    return sorted((row.place, row.entry, row.points, row.values) for row in rows)


@examples(200, 1_000, acts=stories(), through=st.sampled_from([None, 1, 2]))
def test_standings_of_random_tournaments_equal_an_independent_recomputation(acts: Acts, through: int | None) -> None:
    assert in_order(as_folded(acts, through)) == in_order(standings_of(as_answered(acts), through))
