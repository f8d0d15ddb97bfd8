"""Reading: ranges of events, damaged records, pages of games, the feed, and what the store shows of sealed values."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.kernel.events import CardPlaced
from service.store.errors import NoSuchGame, RecordDamaged
from service.store.games.records import Records
from service.store.keys import HOME, Club, GameId, keys_of
from service.store.streams import wire
from tests.store.bench import BY, NOON, Store, chosen, everything, noted, numbered_id, opening, placed


def test_the_events_between_two_versions_of_a_record_can_be_read(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [placed("2C", n % 3) for n in range(4)], BY)
    rows = [(0, None, [1, 2, 3, 4, 5]), (3, None, [4, 5]), (5, None, []), (9, None, []), (1, 3, [2, 3]), (4, 99, [5]), (0, 0, [])]
    for after, upto, versions in rows:
        assert [event.version for event in store.records.events(game, after, upto)] == versions
        assert [event.version for event in store.records.events(game, after, upto, verify=True)] == versions


def test_a_part_of_a_record_is_read_with_the_same_sealed_values_as_the_whole(store: Store) -> None:
    """In this record, one sealed value was erased, and the last event never had a sealed value."""
    game = store.open()
    store.records.append(game, 1, [placed("2C"), chosen(), noted("é"), placed("AS", 1), placed("KH", 2), chosen()], BY)
    store.redis.hdel(keys_of(game).sealed(game), str(wire.number_of(5)))
    whole = store.records.events(game)
    assert [act.card.value for act in (event.act for event in whole) if isinstance(act, CardPlaced) and act.card] == ["2C", None, "KH"]
    for after in range(1, 8):
        for upto in (None, 1, 4, 6):
            assert store.records.events(game, after, upto) == whole[after:upto]
    assert store.records.events(game, 0, 1) == whole[:1]


def test_sealed_values_are_read_with_their_salts(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [placed("2C"), chosen(), noted("é")], BY)
    sealed = store.records.sealed(game)
    assert {key: value for key, (value, _) in sealed.items()} == {(2, "card"): "2C", (4, "note"): "é"}
    assert {len(salt) for _, salt in sealed.values()} == {wire.SALT_BYTES}
    assert len({salt for _, salt in sealed.values()}) == 2


# --- damage -----------------------------------------------------------------------------------------------------------------------------


def drop_stream(store: Store, game: GameId) -> None:
    store.redis.delete(keys_of(game).stream(game))


def drop_middle(store: Store, game: GameId) -> None:
    store.redis.xdel(keys_of(game).stream(game), f"2-{NOON}")


def drop_last(store: Store, game: GameId) -> None:
    store.redis.xdel(keys_of(game).stream(game), f"3-{NOON}")


def add_behind_the_head(store: Store, game: GameId) -> None:
    ((_, entry),) = store.redis.xrange(keys_of(game).stream(game), 3, 3)
    store.redis.xadd(keys_of(game).stream(game), entry, id="4-0")


def add_between(store: Store, game: GameId) -> None:
    ((_, entry),) = store.redis.xrange(keys_of(game).stream(game), 3, 3)
    store.redis.xadd(keys_of(game).stream(game), entry, id=f"3-{NOON + 1}")


def spoil_an_entry(store: Store, game: GameId) -> None:
    store.redis.delete(keys_of(game).stream(game))
    for version in (1, 2, 3):
        store.redis.xadd(keys_of(game).stream(game), {"e": bytes(16) + b"OC"}, id=f"{version}-0")


@pytest.mark.parametrize("damage", [drop_stream, drop_middle, drop_last, add_behind_the_head, add_between, spoil_an_entry])
def test_a_stream_is_reported_as_damaged_if_it_does_not_match_its_stored_version_and_hash(
    store: Store, damage: Callable[[Store, GameId], None]
) -> None:
    game = store.open()
    store.records.append(game, 1, [chosen(), chosen()], BY)
    damage(store, game)
    with pytest.raises(RecordDamaged):
        store.records.events(game)


def test_an_append_reads_no_earlier_event_of_the_record(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [chosen()], BY)
    store.redis.delete(keys_of(game).stream(game))
    for records in (store.records, store.another()):
        records.append(game, None, [chosen()], BY)
    head = store.records.head(game)
    assert head is not None
    assert head.version == 4
    assert [event.version for event in store.records.events(game, after=2)] == [3, 4]
    with pytest.raises(RecordDamaged):
        store.records.events(game)


def test_a_record_whose_stored_version_and_hash_were_lost_accepts_no_event(store: Store) -> None:
    draft = opening()
    game = store.records.open(HOME, draft, BY).game
    store.redis.delete(keys_of(game).head(game))
    for records in (store.records, store.another()):
        with pytest.raises(NoSuchGame):
            records.append(game, 1, [chosen()], BY)
        with pytest.raises(RecordDamaged):
            records.open(HOME, draft, BY)
    assert store.redis.xlen(keys_of(game).stream(game)) == 1


def test_verifying_a_record_compares_sealed_values_with_their_commitments(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [placed("2C"), chosen(1)], BY)
    sealed = keys_of(game).sealed(game)
    number = str(2 * 128)
    salted = store.redis.hget(sealed, number)
    assert isinstance(salted, bytes)
    store.redis.hset(sealed, number, salted.replace(b"2C", b"3C"))
    assert len(store.records.events(game)) == 3
    with pytest.raises(RecordDamaged, match="sealed card of version 2"):
        store.records.events(game, verify=True)


def test_verifying_a_record_finds_one_changed_byte(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [chosen(0), chosen(1)], BY)
    keys = keys_of(game)
    entries = store.redis.xrange(keys.stream(game))
    store.redis.delete(keys.stream(game))
    for entry_id, fields in entries:
        store.redis.xadd(keys.stream(game), {b"e": fields[b"e"].replace(b"[0,1]", b"[0,2]")}, id=entry_id)
    assert len(store.records.events(game)) == 3
    with pytest.raises(RecordDamaged, match="chain"):
        store.records.events(game, verify=True)


# --- lists ------------------------------------------------------------------------------------------------------------------------------


def test_the_list_of_games_has_pages_with_the_newest_first(store: Store) -> None:
    games = []
    for n in range(7):
        store.clock.now += n % 2  # some games open in the same millisecond
        games.append(store.open())
    store.records.open(Club("other"), opening(), BY)
    listed = store.records.games(HOME, limit=100)
    assert {head.game for head in listed} == set(games)
    assert [head.opened_at for head in listed] == sorted((head.opened_at for head in listed), reverse=True)

    paged, before = [], None
    for _ in range(3):
        paged += store.records.games(HOME, before=before, limit=3)
        before = paged[-1].game
        store.clock.now += 1
        store.open()  # opening a newer game does not change the following pages
    assert paged == listed
    assert store.records.games(HOME, before=before, limit=3) == []
    with pytest.raises(NoSuchGame):
        store.records.games(HOME, before=GameId("home-aaaaaaaaaaaaaaaa"), limit=3)


def test_the_feed_lists_every_batch_in_order(store: Store) -> None:
    one, two = store.open(), store.open()
    store.records.append(one, 1, [chosen(), chosen()], BY)
    store.records.append(two, 1, [chosen()], BY)
    feed = store.records.feed(HOME, 0, 100)
    assert [(entry.n, entry.letter, entry.stream, entry.version) for entry in feed] == [
        (1, "e", one, 1),
        (2, "e", two, 1),
        (3, "e", one, 3),
        (4, "e", two, 2),
    ]
    assert store.records.feed(HOME, 1, 2) == feed[1:3]
    assert store.records.feed(HOME, 4, 100) == store.records.feed(Club("other"), 0, 100) == []


# --- what the store shows of a sealed value ----------------------------------------------------------------------------------------------


def test_a_sealed_card_leaves_no_readable_trace_in_the_stream(store: Store) -> None:
    """If two records differ only in a hidden card, their data in the store differ only in four values: the commitment, the hash in the
    head and its first bytes in the feed, and the sealed value."""

    def record_of(card: str) -> dict[str, object]:
        store.redis.flushall()
        salt = iter(range(1, 99))
        records = Records(store.clients[0], store.clock, lambda: next(salt).to_bytes(wire.SALT_BYTES, "big"))
        game = records.open(HOME, opening(event_id=numbered_id(1)), BY).game
        records.append(game, 1, [replace(placed(card), id=numbered_id(2))], BY)
        keys = keys_of(game)
        stream = store.redis.xrange(keys.stream(game))
        stored: dict[str, object] = {key.decode(): dump for key, dump in everything(store).items()}
        del stored[keys.stream(game)]
        for entry_id, fields in stream:
            packed = fields[b"e"]
            end = packed.index(b"[", 19 + 32 * packed[18])
            stored |= {f"{entry_id}:front": packed[:19], f"{entry_id}:commitments": packed[19:end], f"{entry_id}:data": packed[end:]}
        stored[keys.head(game)] = {**store.redis.hgetall(keys.head(game)), b"hash": b""}
        stored[keys.feed] = [(entry_id, {**fields, b"s": b""}) for entry_id, fields in store.redis.xrange(keys.feed)]
        return stored

    ten, two = record_of("TS"), record_of("2C")
    assert ten.keys() == two.keys()
    differing = {key for key in ten if ten[key] != two[key]}
    assert {key.partition(":")[2].partition(":")[0] if key.startswith("{") else key for key in differing} == {
        "sealed",
        f"b'2-{NOON}':commitments",
    }


def test_an_erased_value_is_removed_and_the_hash_chain_still_verifies(store: Store) -> None:
    game = store.open()
    store.records.append(game, 1, [placed("2C")], BY)
    store.redis.delete(keys_of(game).sealed(game))
    act = store.records.events(game, verify=True)[1].act
    assert isinstance(act, CardPlaced)
    assert act.card is not None
    assert act.card.value is None
