"""What the tables count after a result is settled. The cases are: a result that was confirmed under other rules, an annulled game, a
substitute."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import (
    Act,
    ConcessionMade,
    GameAnnulled,
    PlayerSubstituted,
    ResultConfirmed,
    ResultFinalised,
    ResultStated,
    Retracted,
    TimeCalled,
)
from domain.record.chain import hashes
from domain.record.life import confirming
from service.projections import players
from service.projections.players import NOTHING, Counts
from service.store.keys import GameId
from tests.projections.conftest import PEOPLE, Evening, relaying, store, workers

__all__ = ["relaying", "store", "workers"]

ANN, BEN, CARL = PEOPLE[:3]
ANN_WINS = ResultStated((Seat(0),), {Seat(0): 4, Seat(1): 2})


@pytest.fixture
def game(evening: Evening) -> GameId:
    game = evening.opened("high-card", ANN, BEN)
    evening.append(game, ANN_WINS)
    return game


def confirmation(evening: Evening, game: GameId) -> ResultConfirmed:
    """Return the event by which seat 1 confirms the result that the current rules give."""
    reading = evening.parts.readings.of(game)
    *_, reached = hashes(reading.events)
    return confirming(Seat(1), reading.version, reached, reading.system.outcome(reading.table))


def counted(evening: Evening, *acts: Act, game: GameId) -> dict[str, Counts]:
    """Append the acts, validate and count them. Returns the counts of each player."""
    for act in acts:
        evening.append(game, act)
    evening.validated()
    evening.projected()
    rows = evening.rows(players.PROJECTION.name)
    return {key.decode(): players.together(players.unpacked(row)) for key, row in rows.items()}


def standing(evening: Evening, game: GameId) -> list[str]:
    return [entry.finding.id for entry in evening.parts.verdicts.state(game).findings]


def state(evening: Evening, game: GameId) -> str:
    head = evening.parts.records.head(game)
    assert head is not None
    return head.state


def test_a_confirmed_result_that_new_rules_contradict_is_still_counted(evening: Evening, game: GameId) -> None:
    """Ben won by the former rules, and that result was confirmed. The current rules make Ann the winner, but Ben's win counts."""
    then = confirmation(evening, game)
    of_that_evening = ResultConfirmed(then.seat, then.through, then.hash, {Seat(0): 2, Seat(1): 4}, (Seat(1),))

    counts = counted(evening, of_that_evening, game=game)

    assert (counts[ANN], counts[BEN]) == (Counts(1, 1, 0, 0, 2, 0), Counts(1, 1, 1, 0, 4, 0))
    assert standing(evening, game) == ["confirmed-result-differs@3"]
    assert (state(evening, game), evening.parts.readings.of(game).version) == ("confirmed", 3)

    corrected = counted(evening, Retracted(2), ANN_WINS, game=game)

    assert (corrected[ANN].wins, corrected[BEN].wins) == (1, 0)
    assert (state(evening, game), standing(evening, game)) == ("finished", [])


def test_new_rules_that_agree_with_a_confirmed_result_raise_no_finding(evening: Evening, game: GameId) -> None:
    counts = counted(evening, confirmation(evening, game), ResultFinalised(), game=game)

    assert (counts[ANN].wins, state(evening, game), standing(evening, game)) == (1, "final", [])


def test_an_annulled_game_is_not_counted_and_its_record_remains(evening: Evening, game: GameId) -> None:
    other = evening.opened("high-card", ANN, CARL)
    assert counted(evening, ANN_WINS, game=other)[ANN] == Counts(2, 2, 2, 0, 8, 0)

    counts = counted(evening, GameAnnulled("a test"), game=game)

    assert (counts[ANN], counts.get(BEN, NOTHING)) == (Counts(1, 1, 1, 0, 4, 0), NOTHING)
    assert state(evening, game) == "annulled"
    assert len(evening.parts.records.events(game)) == 3

    assert counted(evening, Retracted(3), game=game)[BEN] == Counts(1, 1, 0, 0, 2, 0)


def test_an_unfinished_game_counts_as_played_and_not_as_won(evening: Evening) -> None:
    game = evening.opened("high-card", ANN, BEN)

    counts = counted(evening, ConcessionMade(Seat(1)), TimeCalled("late"), game=game)

    assert (counts[ANN], state(evening, game)) == (Counts(games=1), "unfinished")


def test_a_result_counts_for_the_substitute_and_not_for_the_replaced_player(evening: Evening) -> None:
    game = evening.opened("high-card", ANN, BEN)

    counts = counted(evening, PlayerSubstituted(Seat(0), CARL), ANN_WINS, game=game)

    assert (counts[ANN], counts[CARL]) == (Counts(1, 1), Counts(1, 1, 1, 0, 4, 0))
