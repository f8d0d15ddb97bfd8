"""Whole tournaments of every format, played over HTTP. At every point, and whatever the order of results, the standings equal an
independent recomputation."""

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.files.tournament import tournament_transcript
from domain.kernel.canonical import canonical
from domain.tournament.reading import tournament_read
from domain.tournament.scoring import history_of
from domain.tournament.standings import standings
from service.app import create_app
from service.config import Config
from tests.api.callers import Caller
from tests.servers import RunningServer
from tests.speeds import rows
from tests.streams import end_streams
from tests.tournament.independent.places import standings_of
from tests.tournament.simulated.evening import Evening
from tests.tournament.simulated.plans import PLANS, QUICK, Plan
from tests.tournament.simulated.typed import Typed

SEED = 12


@pytest.fixture(scope="session")
def another_app(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A new application with empty caches, which must compute everything from the stored events."""
    made = create_app(Config(data=tmp_path_factory.mktemp("another") / "data", redis_url=f"unix://{server.socket}"))
    yield made
    end_streams(made)


def recomputed(events: list[dict[str, Any]], through: int | None = None) -> set[Any]:
    return {(row.place, row.entry, row.points, row.values) for row in standings_of(events, through)}


def answered(standings: dict[str, Any]) -> set[Any]:
    return {(row["place"], row["entry"], row["points"], tuple(row["values"])) for row in standings["rows"]}


def arrived(evening: Evening) -> list[tuple[int, int]]:
    """Return round and table of each result, in the order in which the results came."""
    return [(one["data"]["round"], one["data"]["table"]) for one in evening.events() if one["type"] in ("ResultEntered", "ResultTaken")]


def check_as_recomputed(evening: Evening) -> None:
    """Check the standings at the end of each round: the current standings, the standings as known at that time, and the standings after
    each earlier round."""
    events = evening.events()
    assert answered(evening.get("/standings")) == recomputed(events)
    for number, version in evening.ends.items():
        assert answered(evening.published[version]) == recomputed(events[:version])
        for through in range(number + 1) if evening.plan.small else (number - 1,):
            then = evening.get(f"/standings?known_at={version}&as_of={through}")
            assert answered(then) == recomputed(events[:version], through)
        assert answered(evening.get(f"/standings?as_of={number}")) == recomputed(events, number)


def check_as_known_then(evening: Evening) -> None:
    for version, shown in evening.published.items():
        assert evening.get(f"/standings?known_at={version}") == shown


def check_explanations(evening: Evening) -> None:
    for row in evening.get("/standings")["rows"][:: 1 if evening.plan.small else 19]:
        why = evening.get(f"/standings/{row['entry']}")
        assert [part["total"] for part in why["values"]] == [str(row["points"]), *row["values"]]
        for value in why["values"]:
            assert sum(Fraction(part["value"]) for part in value["contributions"] if part["counts"]) == Fraction(value["total"])


def check_rebuilt(evening: Evening, another: Flask) -> None:
    """Check that an application with empty caches gives the same answers, byte for byte."""
    stranger, director = Caller(another), Caller(another, evening.director.secret)
    paths = ["", "/standings", *(f"/rounds/{number}" for number in evening.tables), *(f"/standings?as_of={n}" for n in evening.tables)]
    for path in [f"/tournaments/{evening.tournament}{path}" for path in paths]:
        assert stranger.get(path).get_data() == Caller(evening.director.app).get(path).get_data()
    events = f"/tournaments/{evening.tournament}/events"
    assert director.get(events).get_data() == evening.director.get(events).get_data()


def check_published(evening: Evening) -> None:
    """Check the digest of published standings. The expected digest is computed only from the answer to a request with `known_at`."""
    assert len(evening.digests) == len(evening.ends)
    for one in evening.digests:
        shown = evening.get(f"/standings?as_of={one['through_round']}&known_at={one['version']}")
        assert sha256(canonical(without_names(shown))).hexdigest() == one["digest"]


def check_exported(evening: Evening) -> None:
    """Check that the standings computed from an exported file are the same bytes as the standings of the API, after each round."""
    exported = evening.director.get(f"/tournaments/{evening.tournament}/export?format=json")
    state = tournament_read(tournament_transcript(exported.get_data()).events).state
    order = state.settings.tiebreaks
    for number in evening.ends:
        rows = standings(history_of(state, number), order)
        written = [[row.place, row.entry, state.entries[row.entry].name, row.points, *map(str, row.values)] for row in rows]
        answered = evening.get(f"/standings?as_of={number}")["rows"]
        shown = [[row["place"], row["entry"], row["name"], row["points"], *row["values"]] for row in answered]
        assert canonical(written) == canonical(shown)


def check_all(evening: Evening, another: Flask) -> None:
    check_as_recomputed(evening)
    check_as_known_then(evening)
    check_explanations(evening)
    check_published(evening)
    check_rebuilt(evening, another)
    check_exported(evening)


def without_names(shown: dict[str, Any]) -> dict[str, Any]:
    rows = [{name: row[name] for name in ("place", "entry", "points", "values")} for row in shown["rows"]]
    return {"through": shown["through"], "tiebreaks": [tiebreak["name"] for tiebreak in shown["tiebreaks"]], "rows": rows}


@pytest.mark.parametrize("plan", rows(PLANS, QUICK, PLANS.__getitem__))
def test_standings_of_a_tournament_over_http_equal_an_independent_recomputation(
    director: Caller, scorekeeper: Caller, another_app: Flask, plan: Plan
) -> None:
    evening = Evening(director, scorekeeper, plan, Typed(SEED), SEED, Random(1)).play()
    check_all(evening, another_app)


ORDERED = [name for name, plan in PLANS.items() if plan.size == 13]


@pytest.mark.parametrize("plan", rows(ORDERED, (), PLANS.__getitem__))
def test_pairings_and_standings_do_not_depend_on_the_order_of_results(director: Caller, scorekeeper: Caller, plan: Plan) -> None:
    first, second = (Evening(director, scorekeeper, plan, Typed(SEED), SEED, Random(order), watched=False).play() for order in (1, 2))
    assert arrived(first) != arrived(second)
    check_same_rounds(first, second)


def check_same_rounds(first: Evening, second: Evening) -> None:
    assert sorted(arrived(first)) == sorted(arrived(second))
    for number, tables in first.tables.items():
        assert [table["sides"] for table in tables] == [table["sides"] for table in second.tables[number]]
        assert first.get(f"/standings?as_of={number}")["rows"] == second.get(f"/standings?as_of={number}")["rows"]
