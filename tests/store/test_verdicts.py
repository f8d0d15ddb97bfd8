"""Verdicts from repeated, late or simultaneous validations. Also: parked games (their validation failed), dirty games (they wait for
validation), and hints (messages about changes)."""

from dataclasses import replace
from random import Random
from typing import Literal

import orjson
import pytest

from domain.kernel.cards import Seat
from domain.kernel.findings import Finding
from service.memory.cache import FINDING_BYTES, MIB, Cache
from service.store.errors import NoSuchGame, VerdictRaced
from service.store.games.heads import Head
from service.store.games.verdicts import Parked, Recorded, VerdictEntry, Verdicts, as_it_stands
from service.store.keys import HOME, GameId, keys_of
from service.store.nodes import Nodes
from service.store.streams.hints import channel_of
from tests.store.bench import BY, NOON, Store, breach, chosen
from tests.store.test_races import at_once
from tests.verdicts import judged
from tests.waiting import WITHIN

OLD, NEW = "00000001", "00000002"
UNKNOWN = GameId("home-aaaaaaaaaaaaaaaa")


def recorded(store: Store, events: int) -> GameId:
    game = store.open()
    store.records.append(game, 1, [chosen() for _ in range(events - 1)], BY)
    return game


def feed_of(store: Store) -> list[tuple[str, int]]:
    return [(entry.letter, entry.version) for entry in store.records.feed(HOME, 0, 100)]


def test_the_feed_shows_that_findings_were_raised_or_withdrawn(store: Store) -> None:
    game = recorded(store, 4)
    full = Finding("seen-twice", "contradiction", "HC-14", (2, 4), "The ten came twice.", (Seat(1),), "a", ("b",), frozenset({Seat(1)}))
    assert store.verdicts.state(game) == ([], 0, 0, "")
    assert judged(store.verdicts, game, 0, 3, OLD, "open", [breach(2), breach(3)], []) == Recorded(4, 2)
    store.clock.now += 10
    assert judged(store.verdicts, game, 2, 4, OLD, "finished", [full], [breach(2).id]) == Recorded(4, 4)
    standing = store.verdicts.state(game)
    assert [entry.finding for entry in standing.findings] == [breach(3), full]
    assert standing[1:] == (4, 4, OLD)
    entries = store.verdicts.entries(game)
    assert [(entry.n, entry.kind, entry.finding, entry.through, entry.engine, entry.at - NOON) for entry in entries] == [
        (1, "raised", breach(2), 3, OLD, 0),
        (2, "raised", breach(3), 3, OLD, 0),
        (3, "raised", full, 4, OLD, 10),
        (4, "withdrawn", breach(2), 4, OLD, 10),
    ]
    head = store.records.head(game)
    assert head is not None
    assert (head.verdict, head.validated, head.engine, head.state) == (4, 4, OLD, "finished")


def test_a_finding_that_is_raised_again_has_its_newest_sentence(store: Store) -> None:
    game = recorded(store, 2)
    reworded = breach(2, sentence="It was not the turn of {0}.")
    judged(store.verdicts, game, 0, 2, OLD, "open", [breach(2)], [])
    judged(store.verdicts, game, 1, 2, NEW, "open", [reworded], [])
    assert [(entry.n, entry.finding.sentence) for entry in store.verdicts.state(game).findings] == [(2, reworded.sentence)]


def test_a_game_waits_for_validation_until_its_last_version_is_validated(store: Store) -> None:
    game = recorded(store, 4)
    judged(store.verdicts, game, 0, 3, OLD, "open", [], [])
    assert store.verdicts.dirty(HOME) == [(game, 4)]
    judged(store.verdicts, game, 0, 4, OLD, "open", [], [])
    assert store.verdicts.dirty(HOME) == []
    store.records.append(game, None, [chosen()], BY)
    assert store.verdicts.dirty(HOME) == [(game, 5)]


def test_the_feed_shows_a_verdict_only_when_it_changes(store: Store) -> None:
    game = recorded(store, 3)
    judged(store.verdicts, game, 0, 2, OLD, "open", [], [])
    judged(store.verdicts, game, 0, 3, OLD, "open", [breach(2), breach(3)], [])
    judged(store.verdicts, game, 2, 3, OLD, "open", [], [])
    judged(store.verdicts, game, 2, 3, NEW, "open", [], [breach(2).id])
    assert feed_of(store) == [("e", 1), ("e", 3), ("v", 3), ("v", 3)]


def test_the_second_of_two_equal_verdicts_on_a_game_adds_nothing(store: Store) -> None:
    game = recorded(store, 3)
    judged(store.verdicts, game, 0, 3, OLD, "open", [breach(2)], [])
    with pytest.raises(VerdictRaced):
        judged(store.verdicts, game, 0, 3, OLD, "open", [breach(2)], [])
    assert judged(store.verdicts, game, 1, 3, OLD, "open", [], []) == Recorded(3, 1)
    assert len(store.verdicts.entries(game)) == 1


def test_a_late_verdict_on_fewer_events_does_not_replace_a_newer_verdict(store: Store) -> None:
    game = recorded(store, 4)
    judged(store.verdicts, game, 0, 4, OLD, "finished", [], [])
    for engine in (OLD, NEW):
        with pytest.raises(VerdictRaced):
            judged(store.verdicts, game, 0, 3, engine, "open", [breach(3)], [])
    assert store.verdicts.state(game) == ([], 0, 4, OLD)


def test_a_verdict_on_a_version_that_does_not_exist_is_refused(store: Store) -> None:
    game = recorded(store, 2)
    with pytest.raises(VerdictRaced):
        judged(store.verdicts, game, 0, 3, OLD, "open", [], [])


def test_only_one_of_several_simultaneous_verdicts_on_a_game_is_stored(store: Store) -> None:
    game = recorded(store, 3)

    def validate() -> str:
        try:
            judged(store.verdicts, game, 0, 3, OLD, "open", [breach(2), breach(3)], [])
        except VerdictRaced:
            return "raced"
        return "settled"

    assert sorted(map(str, at_once([validate] * 4))) == ["raced", "raced", "raced", "settled"]
    assert [entry.n for entry in store.verdicts.entries(game)] == [1, 2]


def test_appends_and_verdicts_share_one_feed_without_gaps(store: Store) -> None:
    game = recorded(store, 2)

    def record() -> None:
        for _ in range(30):
            store.records.append(game, None, [chosen()], BY)

    def validate() -> None:
        for n in range(30):
            standing = store.verdicts.state(game)
            judged(store.verdicts, game, standing.verdict, 2, OLD, "open", [breach(2, n + 3)], [])

    at_once([record, validate])
    feed = store.records.feed(HOME, 0, 1000)
    assert [entry.n for entry in feed] == list(range(1, 63))
    assert sum(entry.letter == "v" for entry in feed) == 30


def test_a_game_that_failed_validation_is_listed_until_it_can_be_validated(store: Store) -> None:
    game = recorded(store, 3)
    assert store.verdicts.park(game, 3, 4, "ZeroDivisionError", OLD)
    parked = Parked(game, 3, 4, "ZeroDivisionError", OLD, NOON)
    assert store.verdicts.parked(HOME) == [parked]
    assert store.verdicts.parked_at(game) == parked
    assert store.verdicts.dirty(HOME) == []
    store.records.append(game, None, [chosen()], BY)
    assert store.verdicts.dirty(HOME) == [(game, 4)]
    judged(store.verdicts, game, 0, 4, OLD, "open", [], [])
    assert store.verdicts.parked(HOME) == []
    assert store.verdicts.parked_at(game) is None


def test_a_game_that_failed_validation_waits_again_if_it_has_later_events(store: Store) -> None:
    game = recorded(store, 3)
    assert store.verdicts.park(game, 2, 4, "ValueError", OLD)
    assert store.verdicts.dirty(HOME) == [(game, 3)]


def test_a_late_verdict_on_fewer_events_does_not_clear_a_failed_validation(store: Store) -> None:
    game = recorded(store, 3)
    store.verdicts.park(game, 3, 4, "ValueError", OLD)
    judged(store.verdicts, game, 0, 2, OLD, "open", [], [])
    assert [parked.version for parked in store.verdicts.parked(HOME)] == [3]


def test_a_failed_validation_is_not_stored_for_a_version_that_is_already_validated(store: Store) -> None:
    game = recorded(store, 3)
    judged(store.verdicts, game, 0, 3, OLD, "open", [], [])
    assert not store.verdicts.park(game, 3, 4, "ValueError", OLD)
    assert store.verdicts.parked(HOME) == []
    assert store.verdicts.park(game, 3, 4, "ValueError", NEW)


def test_reading_or_storing_a_verdict_on_an_unknown_game_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchGame):
        store.verdicts.state(UNKNOWN)
    with pytest.raises(NoSuchGame):
        judged(store.verdicts, UNKNOWN, 0, 1, OLD, "open", [], [])
    assert store.verdicts.entries(UNKNOWN) == []
    assert not store.verdicts.park(UNKNOWN, 1, 1, "x", OLD)
    assert store.redis.keys() == []


def test_every_append_and_verdict_on_a_game_publishes_a_message(store: Store) -> None:
    with Nodes(store.redis).of(HOME).pubsub() as heard:
        heard.ssubscribe(channel_of(store.redis)(HOME))
        assert heard.get_message(timeout=WITHIN)["type"] == "ssubscribe"
        game = store.open()
        store.records.append(game, 1, [chosen(), chosen()], BY)
        judged(store.verdicts, game, 0, 2, OLD, "open", [], [])
        store.verdicts.park(game, 3, 1, "x", OLD)
        hints = [heard.get_message(timeout=WITHIN)["data"].decode() for _ in range(4)]
    assert hints == [f"events home {game} 1", f"events home {game} 3", f"verdict home {game} 2", f"parked home {game} 3"]


def test_each_proof_of_a_finding_is_stored_and_withdrawn_separately(store: Store) -> None:
    game = recorded(store, 2)
    first, second, both = (breach(2, sentence=f"By {seats}.", rests_on=seats) for seats in ((1,), (2,), ()))
    judged(store.verdicts, game, 0, 2, OLD, "open", [first, second], [])
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [first, second]
    judged(store.verdicts, game, 2, 2, OLD, "open", [], [second.proof])
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [first]
    judged(store.verdicts, game, 3, 2, OLD, "open", [both], [first.proof])
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [both]
    judged(store.verdicts, game, 5, 2, OLD, "open", [], [both.id])
    assert store.verdicts.state(game).findings == []
    entries = [(entry.kind, entry.finding.sentence) for entry in store.verdicts.entries(game)]
    assert entries[2:] == [("withdrawn", "By (2,)."), ("raised", "By ()."), ("withdrawn", "By (1,)."), ("withdrawn", "By ().")]


def test_the_withdrawal_of_a_finding_can_name_the_finding_or_one_of_its_proofs(store: Store) -> None:
    """Older records have withdrawals that name only the finding's id. When they were written, a finding had only one proof."""
    game = recorded(store, 2)
    alone = breach(2, rests_on=(1,))
    judged(store.verdicts, game, 0, 2, OLD, "open", [alone], [])
    judged(store.verdicts, game, 1, 2, OLD, "open", [], [alone.id])
    judged(store.verdicts, game, 2, 2, OLD, "open", [alone], [alone.proof])
    stored = [orjson.loads(entry) for entry in store.redis.lrange(keys_of(game).verdict(game), 0, -1)]
    assert [entry[4] for entry in stored if entry[0] == "w"] == [alone.id, [alone.id, [1]]]


def test_a_finding_has_the_status_of_its_most_public_proof() -> None:
    first, second, public = (breach(2, sentence=f"By {seats}.", rests_on=seats) for seats in ((1,), (2,), ()))
    kinds: list[tuple[Literal["raised", "withdrawn"], Finding]] = [("raised", second), ("raised", first), ("withdrawn", first)]
    entries = [VerdictEntry(n, kind, finding, 2, OLD, NOON) for n, (kind, finding) in enumerate(kinds, 1)]
    assert as_it_stands(entries) == {second.id: entries[0]}
    assert as_it_stands(entries[:2]) == {second.id: entries[1]}
    gone = VerdictEntry(4, "withdrawn", second, 2, OLD, NOON)
    assert as_it_stands([*entries, gone])[second.id].kind == "withdrawn"
    shown = VerdictEntry(5, "raised", public, 2, OLD, NOON)
    assert as_it_stands([*entries, gone, shown]) == {second.id: shown}


def test_a_process_that_read_an_earlier_verdict_reads_the_same_verdict_as_a_new_process(store: Store) -> None:
    """Findings are raised, reworded and withdrawn at random. Between two reads, another process may add several entries."""
    game, dice = recorded(store, 9), Random(5)
    new = lambda: Verdicts(store.redis, store.clock)  # noqa: E731
    for number in range(60):
        standing = new().state(game)
        there = {entry.finding.id for entry in standing.findings}
        version = dice.randint(2, 9)
        raised = [breach(version, sentence=f"Sentence {number}.")] if dice.random() < 0.7 else []
        withdrawn = sorted(there - {finding.id for finding in raised})[: dice.randint(0, 2)]
        judged(store.verdicts, game, standing.verdict, 9, OLD, "open", raised, withdrawn)
        if dice.random() < 0.6:
            assert store.verdicts.state(game) == new().state(game)


def test_a_verdict_that_was_replaced_is_read_again(store: Store) -> None:
    """A restored backup can replace a verdict. The new verdict has as many entries as the old one, or fewer."""
    game = recorded(store, 4)
    verdict = keys_of(game).verdict(game)
    judged(store.verdicts, game, 0, 4, OLD, "open", [breach(2), breach(3)], [])
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [breach(2), breach(3)]
    entries = store.redis.lrange(verdict, 0, -1)

    store.redis.lset(verdict, 1, entries[1].replace(b'"versions":[3]', b'"versions":[4]'))
    assert [entry.finding.versions for entry in store.verdicts.state(game).findings] == [(2,), (4,)]

    store.redis.ltrim(verdict, 0, 0)
    store.redis.hset(keys_of(game).head(game), "verdict", 1)
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [breach(2)]


def test_the_entries_of_a_verdict_are_those_of_the_head(store: Store) -> None:
    """Entries that were added after the head was read are left out. Between two reads, findings are raised and withdrawn at random."""
    game, dice, heads = recorded(store, 9), Random(6), list[Head]()
    for number in range(40):
        standing = Verdicts(store.redis, store.clock).state(game)
        there = sorted(entry.finding.id for entry in standing.findings)
        raised = [breach(dice.randint(2, 9), sentence=f"Sentence {number}.")] if dice.random() < 0.7 else []
        withdrawn = [name for name in there if name not in {finding.id for finding in raised}][: dice.randint(0, 2)]
        judged(store.verdicts, game, standing.verdict, 9, OLD, "open", raised, withdrawn)
        heads.append(current(store, game))
        head = dice.choice(heads[-3:])
        assert store.verdicts.at(head) == tuple(store.verdicts.entries(game)[: head.verdict])
        if dice.random() < 0.3:
            assert store.verdicts.state(game) == Verdicts(store.redis, store.clock).state(game)


def test_a_verdict_is_kept_once_and_not_read_again_for_the_same_head(store: Store) -> None:
    game, cache = recorded(store, 4), Cache(MIB)
    verdicts = Verdicts(store.redis, store.clock, cache)
    judged(verdicts, game, 0, 4, OLD, "open", [breach(2), breach(3)], [])
    head = current(store, game)
    verdicts.state(game)
    assert cache.bytes == 3 * FINDING_BYTES
    reads = counted(store)
    assert verdicts.at(head) is verdicts.at(head)
    assert [entry.finding for entry in verdicts.at(head)] == [breach(2), breach(3)]
    assert (counted(store), cache.bytes) == (reads, 3 * FINDING_BYTES)
    assert verdicts.at(replace(head, verdict=0)) == ()


def test_the_entries_of_a_verdict_that_was_replaced_are_read_again(store: Store) -> None:
    """A restored backup can replace a verdict. The new verdict has as many entries as the old one, or fewer."""
    game = recorded(store, 4)
    verdict = keys_of(game).verdict(game)
    judged(store.verdicts, game, 0, 4, OLD, "open", [breach(2), breach(3)], [])
    head = current(store, game)
    assert [entry.finding for entry in store.verdicts.at(head)] == [breach(2), breach(3)]
    store.redis.lset(verdict, 1, store.redis.lindex(verdict, 1).replace(b'"versions":[3]', b'"versions":[4]'))
    assert [entry.finding.versions for entry in store.verdicts.at(replace(head, hash="0" * 64))] == [(2,), (4,)]
    store.redis.ltrim(verdict, 0, 0)
    assert [entry.finding for entry in store.verdicts.at(replace(head, verdict=1))] == [breach(2)]
    store.redis.delete(verdict)
    assert store.verdicts.at(replace(head, engine=NEW)) == ()


def current(store: Store, game: GameId) -> Head:
    head = store.records.head(game)
    assert head is not None
    return head


def counted(store: Store) -> int:
    """Return how often the server was asked for a list."""
    return int(store.redis.info("commandstats")["cmdstat_lrange"]["calls"])


def test_findings_that_were_stored_before_they_named_suspects_are_still_read(store: Store) -> None:
    game = recorded(store, 3)
    mistyped = Finding("seen-twice", "contradiction", "HC-14", (2, 3), "Twice.", alternatives=("mistyped card at 3?",), suspects=(3,))
    judged(store.verdicts, game, 0, 3, OLD, "open", [mistyped], [])
    assert [entry.finding for entry in store.verdicts.state(game).findings] == [mistyped]
    kind, through, engine, at, finding = orjson.loads(store.redis.lpop(keys_of(game).verdict(game)))
    del finding["suspects"]
    store.redis.lpush(keys_of(game).verdict(game), orjson.dumps([kind, through, engine, at, finding]))
    assert [entry.finding for entry in store.verdicts.entries(game)] == [replace(mistyped, suspects=())]
