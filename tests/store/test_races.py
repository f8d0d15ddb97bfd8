"""Several writers append at the same time, and each remembers by itself the version and last hash of every game. Every event is written
once, and versions, feeds and hash chains have no gaps."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from service.store.errors import Conflict
from service.store.games.records import Records
from service.store.keys import HOME
from tests.store.bench import BY, Store, breach, chosen, everything, new_id, opening, placed
from tests.verdicts import judged

WRITERS = 4
EACH = 25


def at_once(tasks: list[Callable[[], object]]) -> list[object]:
    """Run the tasks in threads that start together. Returns their results, or raises the first error."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], object]) -> object:
        barrier.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_simultaneous_writers_without_an_expected_version_all_succeed(store: Store) -> None:
    games = [store.open(), store.open()]
    drafts = {n: [placed("TS", n % 3) for _ in range(EACH)] for n in range(WRITERS)}

    def write(records: Records, n: int) -> None:
        for k, draft in enumerate(drafts[n]):
            records.append(games[k % 2], None, [draft, chosen()], BY)

    racing = [store.another() for _ in range(WRITERS)]
    at_once([lambda n=n, records=records: write(records, n) for n, records in enumerate(racing)])
    recorded = [event for game in games for event in store.records.events(game, verify=True)]
    ids = [event.id for event in recorded]
    assert len(ids) == len(set(ids)) == 2 + WRITERS * EACH * 2
    assert {draft.id for batch in drafts.values() for draft in batch} <= set(ids)
    feed = store.records.feed(HOME, 0, 10_000)
    assert [entry.n for entry in feed] == list(range(1, 2 + WRITERS * EACH + 1))
    for game in games:
        heads = [entry.version for entry in feed if entry.stream == game]
        assert heads == sorted(heads)
        assert dict(store.verdicts.dirty(HOME))[game] == heads[-1] == len(store.records.events(game))


def test_only_one_of_two_writers_that_expect_the_same_version_succeeds(store: Store) -> None:
    game = store.open()

    def write(records: Records, version: int) -> str:
        try:
            return records.append(game, version, [chosen()], BY).outcome
        except Conflict as conflict:
            return f"conflict at {conflict.actual}"

    racing = [store.another() for _ in range(2)]
    for version in range(1, 30):
        outcomes = at_once([lambda records=records, version=version: write(records, version) for records in racing])
        assert sorted(map(str, outcomes)) == ["appended", f"conflict at {version + 1}"]
    assert len(store.records.events(game, verify=True)) == 30


def test_the_same_batch_from_two_writers_is_recorded_once(store: Store) -> None:
    game = store.open()
    racing = [store.another() for _ in range(3)]
    for _ in range(15):
        batch = [placed(), chosen()]
        outcomes = at_once([lambda records=records, batch=batch: records.append(game, None, batch, BY).outcome for records in racing])
        assert sorted(map(str, outcomes)) == ["already-there", "already-there", "appended"]
    assert len(store.records.events(game, verify=True)) == 31


def test_the_same_opening_from_two_writers_opens_one_game(store: Store) -> None:
    draft = opening(event_id=new_id())
    racing = [store.another() for _ in range(3)]
    opened = at_once([lambda records=records: records.open(HOME, draft, BY).game for records in racing])
    assert len(set(opened)) == 1
    assert len(store.records.games(HOME, limit=10)) == len(store.records.feed(HOME, 0, 10)) == 1


def test_readers_see_consistent_records_while_writers_write(store: Store) -> None:
    """A reader always gets whole batches of events. It gets a verdict only together with all findings of the verdict."""
    game, writer, reader = store.open(), store.another(), store.another()

    def write() -> None:
        for n in range(60):
            writer.append(game, None, [chosen(), chosen()], BY)
            judged(store.verdicts, game, n, n + 1, "0badcafe", "open", [breach(n + 1)], [])

    def read() -> None:
        for _ in range(120):
            assert len(reader.events(game)) % 2 == 1
            standing = store.verdicts.state(game)
            assert len(standing.findings) == standing.verdict == standing.validated

    at_once([write, read, read])


def test_a_writer_who_remembers_a_version_that_a_failover_has_taken_back_is_not_refused_for_ever(store: Store) -> None:
    game, late = store.open(), store.another()
    before = everything(store)
    late.append(game, 1, [chosen()], BY)
    for key in everything(store):
        store.redis.delete(key)
        if key in before:
            store.redis.restore(key, 0, before[key])
    assert late.append(game, 1, [chosen(), chosen()], BY).version == 3
    assert [event.version for event in store.records.events(game, verify=True)] == [1, 2, 3]
