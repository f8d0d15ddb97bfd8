"""A game that waits for its verdict does not delay the counting of other games. Until the verdict comes, the game itself counts with its
last known facts."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import IrregularityCalled, ResultStated
from service.engine import ENGINE
from service.projections import FOLD
from service.projections.players import Counts, together, unpacked
from service.store.keys import HOME, GameId, Keys, short_name
from service.store.projected import Stale
from tests.projections.conftest import PEOPLE, Evening, rebuilt
from tests.verdicts import judged
from tests.workers.conftest import Store
from workers.validate import validator_with

ANN, BEN, CARL = PEOPLE[:3]
ANN_WINS = ResultStated((Seat(0),), {Seat(0): 4, Seat(1): 2})
NOTE = IrregularityCalled("note")


def validated(evening: Evening, *games: GameId) -> None:
    for game in games:
        validator_with(evening.parts).validate(game, 1)


def counts(evening: Evening, person: str) -> Counts:
    row = evening.rows("players").get(person.encode())
    return Counts() if row is None else together(unpacked(row))


def test_a_game_that_waits_for_its_verdict_delays_no_other_game(evening: Evening) -> None:
    waits, good = evening.opened("high-card", ANN, BEN), evening.opened("high-card", ANN, CARL)
    evening.append(good, ANN_WINS)
    validated(evening, good)

    evening.projected()

    assert evening.rows("games").keys() == {short_name(good)}
    assert evening.live().position == evening.parts.projected.end(HOME)
    assert evening.waiting() == {waits: 1}
    assert evening.live().waiting == 1


def test_a_game_that_waits_for_its_verdict_is_counted_when_the_verdict_comes(evening: Evening) -> None:
    """A verdict without findings adds nothing to the feed. Only the list of waiting games shows that the verdict came."""
    waits = evening.opened("high-card", ANN, BEN)
    evening.projected()
    end = evening.parts.projected.end(HOME)
    assert evening.parts.projected.behind([HOME], FOLD) == []

    validated(evening, waits)

    assert evening.parts.projected.end(HOME) == end
    assert evening.parts.projected.behind([HOME], FOLD) == [HOME]
    evening.projected()
    assert evening.rows("games").keys() == {short_name(waits)}
    assert evening.waiting() == {}


def test_a_game_that_waits_for_its_verdict_counts_with_its_last_known_facts(evening: Evening) -> None:
    game = evening.opened("high-card", ANN, BEN)
    evening.append(game, ANN_WINS)
    validated(evening, game)
    evening.projected()
    known = evening.digest()

    evening.append(game, NOTE)
    evening.projected()

    assert evening.waiting() == {game: 3}
    assert (evening.digest(), counts(evening, ANN).wins) == (known, 1)
    assert rebuilt(evening) == known
    assert evening.waiting() == {game: 3}


def test_a_game_with_later_events_counts_as_it_was_at_its_verdict(evening: Evening, store: Store) -> None:
    game = evening.opened("high-card", ANN, BEN)
    evening.append(game, ANN_WINS)
    validated(evening, game)
    evening.append(game, NOTE)

    evening.projected()

    assert counts(evening, ANN) == Counts(1, 1, 1, 0, 4, 0)
    assert evening.waiting() == {game: 3}


def test_a_game_that_failed_validation_counts_with_its_last_known_facts(evening: Evening, store: Store) -> None:
    bad = store.open()
    evening.games.append(bad)
    validated(evening, bad)
    evening.projected()
    known = evening.digest()
    version = store.happens(bad, "raise")
    evening.projected()
    assert evening.waiting() == {bad: version}

    assert store.verdicts.park(bad, version, 3, "KeyError at somewhere:1", ENGINE)
    evening.projected()

    assert evening.waiting() == {}
    assert (evening.rows("games").keys(), evening.digest()) == ({short_name(bad)}, known)
    assert rebuilt(evening) == known


def test_a_game_that_only_older_rules_could_validate_has_no_row(evening: Evening, store: Store) -> None:
    """When the game is counted, it is not read with the current rules, because these rules might hang."""
    bad = store.open()
    judged(store.verdicts, bad, 0, 1, "00000000", "open", [], [])
    version = store.happens(bad, "hang")
    assert store.verdicts.park(bad, version, 3, "JobTimeoutException at somewhere:1", ENGINE)

    evening.projected()

    assert (evening.rows("games"), evening.waiting()) == ({}, {})
    assert evening.up_to_date()


def test_counting_a_game_does_not_check_it_against_the_rules_again(evening: Evening, store: Store) -> None:
    """The check of this game would never end. It runs only when a verdict is made, and not when the game is counted."""
    slow = store.open()
    judged(store.verdicts, slow, 0, store.happens(slow, "hang"), ENGINE, "open", [], [])

    evening.projected()

    assert evening.rows("games").keys() == {short_name(slow)}


def test_counting_a_game_does_not_read_events_after_its_verdict(evening: Evening, store: Store) -> None:
    bad = store.open()
    validated(evening, bad)
    store.happens(bad, "garbled")

    evening.projected()

    assert evening.rows("games").keys() == {short_name(bad)}


def test_rows_equal_rebuilt_rows_even_while_some_games_wait_for_their_verdict(evening: Evening) -> None:
    for _ in range(6):
        evening.at_random(10)
        validated(evening, *evening.dice.sample(evening.games, len(evening.games) // 2))
        evening.projected()
        live, waiting, keys = evening.digest(), evening.waiting(), evening.rows("lists")
        assert waiting
        assert rebuilt(evening) == live
        assert (evening.waiting(), evening.rows("lists")) == (waiting, keys)
    evening.validated()
    evening.projected()
    assert evening.waiting() == {}
    live = evening.digest()
    assert rebuilt(evening) == live


def test_a_worker_that_has_read_rows_cannot_write_them_if_a_waiting_game_is_counted_meanwhile(evening: Evening) -> None:
    """When a waiting game is counted, the stored position in the club's feed stays the same. The position alone does not show that rows
    have changed."""
    game = evening.opened("high-card", ANN, BEN)
    evening.append(game, ANN_WINS)
    evening.projected()
    seen = evening.live()
    validated(evening, game)
    evening.projected()
    assert evening.live().position == seen.position
    with pytest.raises(Stale):
        evening.parts.projected.move(seen, seen.position, {"games": {b"x" * 10: b"[]"}})


def test_simultaneous_jobs_count_a_waiting_game_once(evening: Evening) -> None:
    with ThreadPoolExecutor(6) as pool:
        for _ in range(10):
            evening.at_random(3)
            evening.projected()
            evening.validated()
            for run in [pool.submit(evening.projected) for _ in range(5)]:
                run.result()
    assert evening.up_to_date()
    live = evening.digest()
    assert rebuilt(evening) == live


def test_the_rows_are_rebuilt_if_the_list_of_waiting_games_is_lost(evening: Evening, store: Store) -> None:
    first = evening.opened("high-card", ANN, BEN)
    evening.projected()
    assert store.redis.delete(Keys(HOME).waiting("live")) == 1
    validated(evening, first)
    evening.opened("high-card", ANN, CARL)
    evening.projected()
    assert evening.rows("games").keys() == {short_name(first)}
