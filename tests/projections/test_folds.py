"""What the table of players counts for each player of a game, tested without a store. A correction takes back exactly what was counted
before."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, PersonId, Seating
from domain.kernel.findings import NOTHING_SEALED, Finding
from domain.record.facts import GameFacts, SeatFacts, facts_of
from domain.record.fold import read
from domain.systems import SYSTEMS
from service.projections import PROJECTIONS, changed, games, of_kind, players
from service.projections.players import Counts
from service.store.keys import Club, GameId, short_name
from tests.domain.playing import act, events, opener, played

GAME = "home-aaaaaaaaaaaaaaaa"
ANN, BEN = PersonId("ann"), PersonId("ben")


def seat(number: int, person: str | None, score: int | None = 0, breaches: int = 0, *, won: bool = False) -> SeatFacts:
    return SeatFacts(Seat(number), person and PersonId(person), score, breaches, won)


def facts(*seats: SeatFacts, state: str = "finished", game: str = GAME, system: str = "high-card") -> GameFacts:
    decided = state in ("finished", "confirmed", "final")
    people = {each.seat: each.person for each in seats}
    scores = {each.seat: each.score for each in seats if each.score is not None}
    winners = tuple(each.seat for each in reversed(seats) if each.won)
    told = (seats, people, scores, winners, "0123456789abcdef", "private")
    return GameFacts(game, system, state, decided, 9, 1, 1000, 2000, *told)  # type: ignore[arg-type]


COUNTED = [
    # (name of the case, facts of the game, what the game adds to Ann's row: games, finished games, wins, shared wins, points, breaches)
    ("a win", facts(seat(0, "ann", 7, won=True), seat(1, "ben", 3)), (1, 1, 1, 0, 7, 0)),
    ("a loss", facts(seat(0, "ann", 3), seat(1, "ben", 7, won=True)), (1, 1, 0, 0, 3, 0)),
    ("a shared win is a win", facts(seat(0, "ann", 7, won=True), seat(1, "ben", 7, won=True)), (1, 1, 1, 1, 7, 0)),
    ("shared with someone unnamed", facts(seat(0, "ann", 7, won=True), seat(1, None, 7, won=True)), (1, 1, 1, 1, 7, 0)),
    ("an open game has no points yet", facts(seat(0, "ann", 5), state="open"), (1, 0, 0, 0, 0, 0)),
    ("an abandoned one has none", facts(seat(0, "ann", 5), state="abandoned"), (1, 0, 0, 0, 0, 0)),
    ("one that ran out of time has none", facts(seat(0, "ann", 5), state="unfinished"), (1, 0, 0, 0, 0, 0)),
    ("a confirmed one counts", facts(seat(0, "ann", 7, won=True), state="confirmed"), (1, 1, 1, 0, 7, 0)),
    ("a final one counts", facts(seat(0, "ann", 7, won=True), state="final"), (1, 1, 1, 0, 7, 0)),
    ("a final one that nobody won has no points", facts(seat(0, "ann", 5), state="final")._replace(decided=False), (1, 0, 0, 0, 0, 0)),
    ("an annulled one counts nothing", facts(seat(0, "ann", None, 2), state="annulled"), (0, 0, 0, 0, 0, 0)),
    ("breaches count in any game", facts(seat(0, "ann", 5, 2), state="open"), (1, 0, 0, 0, 0, 2)),
    ("a record without scores", facts(seat(0, "ann", None, won=True)), (1, 1, 1, 0, 0, 0)),
    ("two seats, one game", facts(seat(0, "ann", 4, 1), seat(1, "ann", 3, 2, won=True)), (1, 1, 1, 0, 7, 3)),
    ("two winning seats of one person", facts(seat(0, "ann", 7, won=True), seat(1, "ann", 7, won=True)), (1, 1, 1, 1, 14, 0)),
    ("points may be negative", facts(seat(0, "ann", -4)), (1, 1, 0, 0, -4, 0)),
]


@pytest.mark.parametrize(("game", "counts"), [row[1:] for row in COUNTED], ids=[row[0] for row in COUNTED])
def test_a_game_adds_the_expected_counts_to_the_row_of_a_player(game: GameFacts, counts: tuple[int, ...]) -> None:
    assert players.counted(game, ANN) == Counts(*counts)


def test_the_counted_facts_of_a_game_are_the_same_after_storing_and_reading() -> None:
    joined_twice = COUNTED[1][1]._replace(people={Seat(0): ANN, Seat(1): None, Seat(2): BEN})
    for game in [*(row[1] for row in COUNTED), joined_twice]:
        assert games.unpacked(Club("home"), short_name(GameId(GAME)), games.packed(game)) == game


Rows = dict[str, dict[bytes, bytes]]


def applied(rows: Rows, *turns: tuple[GameFacts | None, GameFacts | None]) -> Rows:
    def rows_of(name: str, keys: Any) -> Mapping[bytes, bytes]:
        return {key: rows[name][key] for key in keys if key in rows[name]}

    changes = changed(of_kind("game"), turns, rows_of)
    return {name: {key: row for key, row in {**rows[name], **changes[name]}.items() if row is not None} for name in rows}


NONE: Rows = {projection.name: {} for projection in of_kind("game")}


ROWS: dict[str, tuple[Callable[[bytes, bytes], object], list[Any]]] = {
    "games": (lambda key, row: games.unpacked(Club("home"), key, row), [COUNTED[0][1]]),
    "lists": (
        lambda key, _row: key.partition(b"\0")[0].decode(),
        ["month:1970-01", "player:ann", "player:ben", "state:finished", "system:high-card"],
    ),
    "players": (
        lambda key, row: (key.decode(), players.unpacked(row)),
        [("ann", {"high-card": Counts(1, 1, 1, 0, 7, 0)}), ("ben", {"high-card": Counts(1, 1, 0, 0, 3, 0)})],
    ),
}
"""For each projection of games: a function that reads a row, and the rows that the first game of COUNTED makes, by key."""


def test_every_projection_has_the_expected_rows_after_one_game() -> None:
    assert ROWS.keys() == NONE.keys(), "a projection of games needs its rows in ROWS (tests/projections/test_folds.py)"
    others = PROJECTIONS.keys() - ROWS.keys()
    assert others == {"tournaments"}, f"{others} need tests of their rows, as tests/projections/test_tournaments.py has"
    for name, rows in applied(NONE, (None, COUNTED[0][1]._replace(listed_at=1000))).items():
        read_row, expected = ROWS[name]
        assert [read_row(*row) for row in sorted(rows.items())] == expected


def random_facts(dice: Random, game: str) -> GameFacts:
    people = dice.sample(["ann", "ben", "carl", None, None], 3)
    seats = [seat(n, person, dice.randint(-2, 9), dice.randint(0, 2), won=dice.random() < 0.4) for n, person in enumerate(people)]
    state, system = dice.choice(["open", "finished", "confirmed", "abandoned", "annulled"]), dice.choice(["high-card", "one-up"])
    return facts(*seats, state=state, game=game, system=system)


def test_a_table_updated_after_each_game_equals_a_table_counted_from_all_games_together() -> None:
    """Games are updated, corrected and removed in random order. In the table, each game counts with its last known facts."""
    dice = Random(3)
    for _ in range(50):
        standing: dict[str, GameFacts | None] = {}
        rows = NONE
        for _ in range(30):
            game = f"home-{dice.choice('abcdefgh') * 16}"
            now = None if dice.random() < 0.1 else random_facts(dice, game)
            rows = applied(rows, (standing.get(game), now))
            standing[game] = now
        assert rows == applied(NONE, *((None, now) for now in reversed(standing.values())))
        assert applied(rows, *((now, None) for now in standing.values())) == NONE


def test_a_game_whose_facts_are_unchanged_changes_no_row() -> None:
    rows = applied(NONE, (None, COUNTED[0][1]))
    assert changed(of_kind("game"), [(COUNTED[0][1], COUNTED[0][1])], lambda name, _: rows[name]) == NONE


def test_tables_over_many_games_count_only_findings_that_everyone_may_see() -> None:
    reading = played("high-card", 3, act("ResultStated", winners=[1], scores={"0": 2, "1": 7, "2": 0}))
    findings = [
        Finding("out-of-turn", "breach", "HC-2", (2,), "…", (Seat(0),), rests_on=NOTHING_SEALED),
        Finding("card-twice", "breach", "HC-14", (3,), "…", (Seat(0), Seat(2)), rests_on=NOTHING_SEALED),
        Finding("score-stated-otherwise", "contradiction", "00", (4,), "…", (Seat(0),), rests_on=NOTHING_SEALED),
        Finding("revoke", "breach", "HC-14", (5,), "…", (Seat(1),), rests_on=frozenset({Seat(1)})),
    ]
    counted = facts_of(GAME, reading, findings, 4)
    assert (counted.system, counted.state, counted.version, counted.verdict) == ("high-card", "finished", 2, 4)
    assert counted.seats == (seat(0, None, 2, 2), seat(1, None, 7, 0, won=True), seat(2, None, 0, 1))
    assert (counted.opened_at, counted.recorded_at) == (reading.events[0].at, reading.events[-1].recorded_at)


def test_a_substitute_gets_the_score_of_the_seat_but_not_its_earlier_breaches() -> None:
    system = SYSTEMS["high-card"]
    rules = system.rules_with({}, 3)
    opened = GameOpened(system.slug, rules, tuple(Seating(Seat(n), person) for n, person in enumerate([None, ANN, None])))
    left, joined = act("PlayerLeft", seat=1), act("PlayerJoined", seat=1, person="ben")
    stated = act("ResultStated", winners=[1], scores={"0": 2, "1": 7, "2": 0})
    reading = read(system, events([opened, opener(0), left, joined, stated]))
    findings = [Finding("out-of-turn", "breach", "HC-2", (version,), "…", (Seat(1),), rests_on=NOTHING_SEALED) for version in (2, 5)]
    counted = facts_of(GAME, reading, findings, 2)
    assert counted.seats == (seat(0, None, 2), seat(1, "ann", None, 1), seat(1, "ben", 7, 1, won=True), seat(2, None, 0))
    assert players.counted(counted, ANN) == Counts(games=1, finished=1, breaches=1)
    assert players.counted(counted, BEN) == Counts(1, 1, 1, 0, 7, 1)
