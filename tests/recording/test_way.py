"""Before a batch is recorded, the code checks whether it may change a settled result. The check reads the record at exactly the version
after which the batch is recorded, even if others write at the same time."""

from collections.abc import Callable

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import ResultStated
from domain.record.batch import Draft, Sent
from domain.record.chain import hashes
from domain.record.fold import Reading
from domain.record.life import confirming
from domain.record.refusals import Refused
from service.caches.streams import Readings
from service.recording.games import GameRecorder, Games
from service.recording.recorder import Recorder
from service.store.clubs.clubs import Token
from service.store.clubs.people import People
from service.store.errors import Conflict
from service.store.keys import HOME, GameId
from service.store.streams.seen import Seen
from tests.store.bench import BY, Store, chosen, new_id

SCOREKEEPER = Token(BY, HOME, "record", "at the table")
CORRECTION = [Sent({"type": "Retracted", "data": {"target": 3, "reason": "not what was said"}})]


@pytest.fixture
def game(store: Store) -> GameId:
    """A game whose version 3 states the result, which nobody has confirmed yet."""
    game = store.open()
    store.records.append(game, 1, [chosen(), Draft(ResultStated((Seat(0),), {Seat(0): 4, Seat(1): 2}), new_id())], BY)
    return game


def recorder(store: Store, state: Callable[[GameId], Reading]) -> GameRecorder:
    return Recorder(Games(state, store.verdicts, People(store.redis, store.clock)), store.records, store.clock)


def confirmed_meanwhile(store: Store) -> Callable[[GameId], Reading]:
    """Return a function that reads a game. Directly after the first reading, a player confirms the result."""
    readings, other = Readings(store.records), store.another()
    looks = []

    def state(game: GameId) -> Reading:
        now = readings.of(game)
        if not looks:
            *_, hash_ = hashes(now.events)
            act = confirming(Seat(1), now.version, hash_, now.system.outcome(now.table))
            other.append(game, now.version, [Draft(act, new_id())], BY)
        looks.append(now.version)
        return now

    return state


def test_a_correction_is_refused_if_the_result_was_confirmed_meanwhile(store: Store, game: GameId) -> None:
    head = store.records.head(game)
    assert head is not None

    with pytest.raises(Refused) as refused:
        recorder(store, confirmed_meanwhile(store)).append(head, SCOREKEEPER, CORRECTION, None, None)

    assert (refused.value.refusal.kind, refused.value.refusal.through) == ("confirmed", 3)
    assert [event.type for event in store.records.events(game, 3)] == ["ResultConfirmed"]


def test_a_correction_that_expects_a_future_version_is_a_conflict(store: Store, game: GameId) -> None:
    """The correction expects version 4, but the record is read at version 3. After this reading, another client records a confirmation as
    version 4."""
    head = store.records.head(game)
    assert head is not None

    with pytest.raises(Conflict) as conflict:
        recorder(store, confirmed_meanwhile(store)).append(head, SCOREKEEPER, CORRECTION, Seen(4, None), None)

    assert (conflict.value.expected, conflict.value.actual) == (4, 3)
    assert [event.type for event in store.records.events(game, 3)] == ["ResultConfirmed"]


def test_a_director_may_correct_a_result_that_was_confirmed_meanwhile(store: Store, game: GameId) -> None:
    head = store.records.head(game)
    assert head is not None

    made = recorder(store, confirmed_meanwhile(store)).append(head, Token(BY, HOME, "direct", "the director"), CORRECTION, None, None)

    assert (made.outcome, made.version) == ("appended", 5)
