"""The store on a Redis Cluster: lost replies, slots that move, nodes that hang, and replicas that do not confirm."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import count, product
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from service.running.server import Given, ServerFailed
from service.store import routed
from service.store.asking import asked_of_each
from service.store.clubs.archives import Exports
from service.store.clubs.members import Members
from service.store.connect import read_client, write_client
from service.store.errors import Conflict, StoreUnavailable, VerdictRaced
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME, Club, GameId, Keys, StreamId, club_of, keys_of
from service.store.nodes import Nodes
from service.store.pins import SeatPins
from service.store.projected import Projected, Stale
from service.store.rewriting import rewritten, settle
from service.store.routed import Routed, fence_of
from service.store.slots import NoClub, Slots, slot_of
from service.store.streams.seen import Seen, digits_of
from service.store.tournaments.pairings import PairingJob, PairingJobs
from tests.cluster import HOST, RunningCluster
from tests.servers import RunningServer
from tests.store.bench import BY, Store, chosen, opening, placed
from tests.store.conftest import on_clusters
from tests.store.deeds import Deed, Office, Room, without_fence
from tests.store.members import ANN, BEN, another, device, invited
from tests.store.proxy import lossy_proxy
from tests.waiting import until

pytestmark = on_clusters


@pytest.fixture
def cluster(store: Store) -> RunningCluster:
    assert isinstance(store.server, RunningCluster)
    return store.server


def a_club_of_each_node(cluster: RunningCluster) -> dict[int, Club]:
    """Return the name of a club for each node that has slots, by the node's number."""
    found: dict[int, Club] = {}
    for number in count():
        club = Club(f"c{number}")
        found.setdefault(cluster.nodes.index(cluster.master_of(club)), club)
        if len(found) == len(cluster.nodes) / 2:
            return found
    raise AssertionError


@contextmanager
def stopped(node: RunningServer) -> Iterator[None]:
    """Stop a node, as a machine that hangs, while the block runs."""
    node.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.process.send_signal(signal.SIGCONT)


# --- addresses ----------------------------------------------------------------------------------------------------------------------------


def test_the_address_of_one_node_is_refused_with_the_address_of_a_cluster(cluster: RunningCluster) -> None:
    with pytest.raises(ServerFailed, match=r"is a node of a cluster: set REDIS_URL=redis\+cluster://host:port,host:port\."):
        Given(f"redis://{HOST}:{cluster.ports[0]}").enter()
    server = Given(cluster.socket)
    assert server.enter().startswith("using ")
    assert server.alone()


def test_one_node_that_answers_is_enough_to_find_the_others(cluster: RunningCluster, store: Store) -> None:
    game = store.open()
    with write_client(f"redis+cluster://nobody.invalid:1,{HOST}:{cluster.ports[-1]}") as redis:
        assert Records(redis, store.clock).events(game)
        assert len(Nodes(redis).all()) == len(cluster.nodes) / 2


def test_a_command_without_a_club_is_not_sent_to_just_any_node(cluster: RunningCluster, store: Store) -> None:
    with write_client(cluster.socket, "somebody") as redis:
        with pytest.raises(NoClub, match="names no club"):
            redis.dbsize()
        assert Nodes(redis).answers(lambda node: node.ping()) == ([True] * 3, [])
        assert "somebody" in Nodes(redis).clients()
        games = {store.records.open(club, opening(), BY).game for club in a_club_of_each_node(cluster).values()}
        heads = {f"{{{club_of(game)}}}:head:{game}".encode() for game in games}
        assert set(redis.scan_iter("{*}:head:*")) == heads
        assert [set(redis.scan_iter(f"{{{club_of(game)}}}:head:*")) for game in games] == [
            {f"{{{club_of(game)}}}:head:{game}".encode()} for game in games
        ]


def test_the_nodes_that_answer_are_enough_and_the_others_are_named(cluster: RunningCluster) -> None:
    with write_client(cluster.socket) as redis:
        gone = {Nodes(redis).of(HOME)}

        def question(node: Redis) -> bool:
            if node in gone:
                raise ConnectionError
            return bool(node.ping())

        port = cluster.ports[cluster.nodes.index(cluster.master_of(HOME))]
        assert Nodes(redis).answers(question) == ([True] * 2, [f"{HOST}:{port}"])
        gone |= {*Nodes(redis).all()}
        with pytest.raises(ConnectionError):
            Nodes(redis).answers(question)


# --- lost replies -------------------------------------------------------------------------------------------------------------------------


def test_an_append_whose_reply_is_lost_at_any_node_is_written_once(cluster: RunningCluster, store: Store, short_directory: Path) -> None:
    for number, club in a_club_of_each_node(cluster).items():
        path = short_directory / f"node-{number}"
        path.unlink(missing_ok=True)
        with lossy_proxy(cluster.nodes[number].socket, path) as proxy:

            def made(address: tuple[str, int], _: float, number: int = number, path: Path = path) -> Redis:
                node = cluster.ports.index(address[1])
                return write_client(str(path) if node == number else cluster.nodes[node].socket)

            client = Routed(Slots([(HOST, port) for port in cluster.ports], made), Retry(NoBackoff(), 0), 1)
            far = Records(client, store.clock)
            game = far.open(club, opening(), BY).game
            for expected, batch in ((1, [chosen()]), (None, [placed("TS"), placed("2C", 1)])):
                proxy.lose()
                assert far.append(game, expected, batch, BY).outcome == "appended"
            assert proxy.lost == 2
            client.close()
        assert [event.version for event in store.records.events(game, verify=True)] == [1, 2, 3, 4]


# --- slots that move ----------------------------------------------------------------------------------------------------------------------


def nodes_for_a_move(cluster: RunningCluster) -> tuple[RunningServer, RunningServer]:
    """Return the node that has the club `home`, and another one."""
    source = cluster.master_of(HOME)
    return source, next(node for node in map(cluster.master_of, a_club_of_each_node(cluster).values()) if node is not source)


def begin_move(cluster: RunningCluster, club: Club, source: RunningServer, target: RunningServer, *keys: str | bytes) -> None:
    """Begin to move a club to another node, with these of its keys."""
    slot, port = slot_of(("", Keys(club).feed)), cluster.ports[cluster.nodes.index(target)]
    target.asked("CLUSTER SETSLOT", slot, "IMPORTING", source.asked("CLUSTER MYID"))
    source.asked("CLUSTER SETSLOT", slot, "MIGRATING", target.asked("CLUSTER MYID"))
    for key in keys:
        assert source.asked("MIGRATE", HOST, port, key, 0, 5000) == b"OK"


def move(cluster: RunningCluster, club: Club, source: RunningServer, target: RunningServer) -> None:
    """Move a club with all its keys to another node, as `redis-cli --cluster reshard` does."""
    slot, port = slot_of(("", Keys(club).feed)), cluster.ports[cluster.nodes.index(target)]
    begin_move(cluster, club, source, target)
    while keys := source.asked("CLUSTER GETKEYSINSLOT", slot, 3):
        source.asked("MIGRATE", HOST, port, "", 0, 5000, "KEYS", *keys)
    for node in (target, source):
        node.asked("CLUSTER SETSLOT", slot, "NODE", target.asked("CLUSTER MYID"))
    until(lambda: cluster.master_of(club) is target)


def move_at_once(cluster: RunningCluster, club: Club, source: RunningServer, target: RunningServer) -> None:
    """Move a club in one step, as only Valkey 9 does."""
    slot = slot_of(("", Keys(club).feed))
    source.asked("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", target.asked("CLUSTER MYID"))
    until(lambda: cluster.master_of(club) is target)


def test_nothing_is_refused_or_lost_while_a_club_moves_from_node_to_node(cluster: RunningCluster, store: Store) -> None:
    done, refused, acknowledged = Event(), list[Exception](), list[Deed]()

    def write(deeds: Iterator[Deed]) -> None:
        office = Office(cluster.socket, 1)
        while not done.is_set():
            deed = next(deeds)
            try:
                deed.ask(office)
            except Exception as refusal:
                refused.append(refusal)
            else:
                acknowledged.append(deed)
        office.close()

    first = Office(cluster.socket, 1)
    rooms = [Room.open(first, HOME) for _ in range(3)]
    writers = [Thread(target=write, args=(deeds,)) for deeds in (rooms[0].moves(), rooms[1].moves(), rooms[2].papers())]
    for writer in writers:
        writer.start()
    try:
        moves = [move, move_at_once] if cluster.nodes[0].binary.name == "valkey-server" else [move]
        for how, club in product(moves, a_club_of_each_node(cluster).values()):
            source, target = cluster.master_of(HOME), cluster.master_of(club)
            if source is not target:
                how(cluster, HOME, source, target)
                before = len(acknowledged)
                until(lambda before=before: len(acknowledged) > before + 20 or refused)  # type: ignore[misc]
    finally:
        done.set()
        for writer in writers:
            writer.join()
    first.close()
    last = Office(cluster.socket, 1)
    assert not refused
    assert {deed.name for deed in acknowledged} == {"event", "result", "approval", "confirmation", "token", "PIN", "person"}
    assert all(deed.is_kept(last) for deed in acknowledged)
    for room in rooms:
        for stream in room.streams():
            ids = last.ids(stream)
            assert len(ids) == len({*ids})
    last.close()


def test_a_single_command_follows_a_key_that_has_already_moved(cluster: RunningCluster, store: Store) -> None:
    """A node answers ASK for a key that is on its way: the other node takes the command only after ASKING."""
    game = store.open()
    source, target = nodes_for_a_move(cluster)
    begin_move(cluster, HOME, source, target, keys_of(game).head(game))
    with read_client(cluster.socket) as redis:
        assert store.records.head(game) == Records(redis, store.clock).heads([game])[0] is not None  # with `Direct`, and in a pipeline
        assert redis.hget(keys_of(game).head(game), "version") == b"1"
        assert [event.version for event in Records(redis, store.clock).events(game, verify=True)] == [1]  # the entries did not move
        clubs = [HOME, *a_club_of_each_node(cluster).values()]  # one that moves silences no other
        asked = asked_of_each(redis, clubs, lambda keys: [("EXISTS", keys.head(game))])
        assert dict(asked) == {club: [int(club == HOME)] for club in clubs}
    began = monotonic()
    with pytest.raises(StoreUnavailable):
        store.records.append(game, 1, [chosen()], BY)  # its keys are on two nodes
    assert monotonic() - began < 4
    move(cluster, HOME, source, target)
    assert store.records.append(game, 1, [chosen()], BY).version == 2


def test_writes_wait_while_only_their_fence_has_moved(cluster: RunningCluster, store: Store, members: Members) -> None:
    """Their own keys are still where they were. They neither follow the fence nor are refused."""
    game, redis = store.open(), store._client(store.server.socket)
    writes: list[Callable[[], object]] = [
        lambda: store.another().append(game, 1, [chosen()], BY).version == 2,
        lambda: PairingJobs(redis).request(PAIRING) == PAIRING,  # a transaction with a watched key
        lambda: invited(members),  # a transaction
    ]
    source, target = nodes_for_a_move(cluster)
    begin_move(cluster, HOME, source, target, fence_of(Keys(HOME).feed.encode()))
    with ThreadPoolExecutor() as threads:
        waiting = [threads.submit(write) for write in writes]
        assert not wait(waiting, timeout=0.5).done
        move(cluster, HOME, source, target)
        assert all(each.result() for each in waiting)
    assert [event.version for event in store.records.events(game, verify=True)] == [1, 2]


# --- nodes that hang ----------------------------------------------------------------------------------------------------------------------


def test_a_node_that_hangs_stops_only_its_own_clubs_until_its_replica_takes_over(cluster: RunningCluster, store: Store) -> None:
    clubs = a_club_of_each_node(cluster)
    games = {club: store.records.open(club, opening(), BY).game for club in clubs.values()}
    number, hangs = next(iter(clubs.items()))
    with write_client(cluster.socket) as redis:
        records, nodes = Records(redis, store.clock), Nodes(redis)
        with stopped(cluster.nodes[number]):
            began = monotonic()
            with pytest.raises(StoreUnavailable):
                records.append(games[hangs], 1, [chosen()], BY)
            assert monotonic() - began < 6
            for club, game in games.items():
                if club != hangs:
                    began = monotonic()
                    assert records.append(game, 1, [chosen()], BY).version == 2
                    assert monotonic() - began < 2
            until(lambda: found(nodes, hangs))
            until(lambda: read(records, games[hangs]))
        until(cluster.is_whole)
        until(lambda: appended(records, games[hangs]))


def test_what_was_read_before_a_failover_is_not_taken_for_what_came_back_with_its_number(cluster: RunningCluster, store: Store) -> None:
    """A replica takes over that lacks the newest event. Then another event gets its version, and its number in the feed."""
    game = store.open()
    with write_client(cluster.socket) as redis:
        generation = Projected(redis, ("games",)).shadow(HOME, "fold")
    master, replica = cluster.master_of(HOME), cluster.replica_of(HOME)
    written = master.asked("INFO", "replication")["master_repl_offset"]
    until(lambda: replica.asked("INFO", "replication")["slave_repl_offset"] >= written)
    for command in ("-psync", "-sync"):
        master.asked("ACL", "SETUSER", "default", command)
    replica.asked("CLIENT", "KILL", "TYPE", "master")
    with write_client(cluster.socket, copies=0) as alone:
        records, rows = Records(alone, store.clock), Projected(alone, ("games",))
        records.append(game, 1, [chosen()], BY)
        lost, (*_, entry) = records.head(game), records.feed(HOME, 0, 100)
        assert lost is not None
        checked = records.events(game)[-1]
        master.kill()
        until(lambda: cluster.master_of(HOME, master) is replica)
        until(lambda: appended(records, game))
        cluster.start_again(master)
        until(cluster.is_whole)

        head, (*_, now) = records.head(game), records.feed(HOME, 0, 100)
        assert head is not None
        assert (head.version, now.n, head.hash != lost.hash) == (lost.version, entry.n, True)
        assert now.place != entry.place
        with pytest.raises(Conflict):
            records.append(game, Seen(lost.version, digits_of(lost.hash)), [chosen()], BY)
        with pytest.raises(VerdictRaced):
            Verdicts(alone, store.clock).record(game, 0, checked, "0badcafe", "open", [], [])
        with pytest.raises(Stale):
            rows.move(generation, entry.n, {})
        assert rows.move(rows.shadow(HOME, "fold"), now.n, {}).position == now.n


def found(nodes: Nodes, club: Club) -> bool:
    with suppress(RedisError, StoreUnavailable):
        return bool(nodes.of(club).exists(Keys(club).feed))
    return False


def read(records: Records, game: GameId) -> bool:
    try:
        return bool(records.events(game, verify=True))
    except StoreUnavailable:
        return False


def appended(records: Records, game: GameId) -> bool:
    try:
        return records.append(game, None, [chosen()], BY).version > 1
    except StoreUnavailable:
        return False


# --- confirmed writes ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routed, "CONFIRM_MS", 100)


def test_an_append_is_acknowledged_only_when_a_replica_has_it(cluster: RunningCluster, store: Store, hurried: None) -> None:
    game, batch = store.open(), [chosen()]
    with stopped(cluster.replica_of(HOME)):
        for expected in (1, 1, None):  # repeated over a new connection, too, where the script has nothing to write
            with pytest.raises(StoreUnavailable):
                store.another().append(game, expected, batch, BY)
        assert [event.version for event in store.records.events(game)] == [1, 2]
    assert store.another().append(game, 1, batch, BY).events == ((2, batch[0].id),)


def test_without_a_fence_a_repeated_append_would_be_acknowledged_too_early(cluster: RunningCluster, store: Store, hurried: None) -> None:
    if cluster.nodes[0].binary.name != "valkey-server":
        pytest.skip("Redis 7.0 lets WAIT count after a command that only reads")
    game, batch = store.open(), [chosen()]
    with without_fence(), stopped(cluster.replica_of(HOME)):
        with pytest.raises(StoreUnavailable):
            store.records.append(game, 1, batch, BY)
        assert store.another().append(game, 1, batch, BY).version == 2


def test_an_erased_name_is_in_no_log_of_the_nodes_and_their_replicas(cluster: RunningCluster, store: Store, members: Members) -> None:
    members.erase(HOME, BEN, BY, owner=True)
    redis = store._client(store.server.socket)
    assert rewritten(redis) in ("rewritten", "later")  # a new node may not know its replica's address yet
    until(lambda: not settle(redis))
    until(lambda: not logged(cluster, b"Benedict"), within=20)  # a server removes its former files in the background
    assert len(logged(cluster, b"Annabel")) == 2


def test_a_replica_that_is_away_during_an_erasure_rewrites_its_log_after_its_return(
    cluster: RunningCluster, store: Store, members: Members
) -> None:
    redis, replica = store._client(store.server.socket), cluster.replica_of(HOME)
    members.erase(HOME, BEN, BY, owner=True)
    with stopped(replica):
        until(lambda: any(Nodes(redis).known().values()))
        assert rewritten(redis) == "later"
        (_,) = settle(redis)
    until(lambda: not settle(redis))
    until(lambda: not logged(cluster, b"Benedict"), within=20)
    until(cluster.is_whole)


def logged(cluster: RunningCluster, name: bytes) -> list[Path]:
    """Return the files of the nodes' logs of writes that hold a name."""
    found = []
    for node in cluster.nodes:
        for file in (node.directory / "appendonlydir").glob("*.aof"):
            with suppress(FileNotFoundError):
                found += [file] * (name in file.read_bytes())
    return found


PAIRING = PairingJob("p1", StreamId(f"{HOME}-t{'a' * 16}"), BY, 1, 1)
WRITES: dict[str, Callable[[Store, Members, GameId], object]] = {
    "open": lambda store, _, __: store.open(),
    "issue": lambda _, members, __: members.clubs.issue(HOME, "phone", "read", seed=bytes(32)),
    "withdraw": lambda _, members, __: members.clubs.withdraw_devices(HOME, [ANN]),
    "invite": lambda _, members, __: members.invitations.make(HOME, "viewer", BY, 2**42, name="Carla", seed=bytes(32)),
    "accept": lambda _, members, __: members.accept(invited(members), "phone"),
    "register": lambda _, members, __: members.people.register(HOME, {PersonId("p-new"): "Nina"}, BY),
    "erase": lambda _, members, __: members.erase(HOME, BEN, BY, owner=True),
    "pairing": lambda store, _, __: PairingJobs(store._client(store.server.socket)).request(PAIRING),
    "cancel": lambda store, _, __: PairingJobs(store._client(store.server.socket)).cancel(PAIRING),
    "export": lambda store, _, __: Exports(store._client(store.server.socket), store.clock).request(HOME, BY),
    "pin": lambda store, _, game: SeatPins(store._client(store.server.socket)).of(game, Seat(0), ANN).put("1234"),
}


@pytest.mark.parametrize("name", WRITES)
def test_nothing_is_acknowledged_that_no_replica_has(
    cluster: RunningCluster, store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    members, game = another(store), store.open()
    members.people.register(HOME, {ANN: "Annabel", BEN: "Benedict"}, BY)
    device(members, ANN)
    with stopped(cluster.replica_of(HOME)), monkeypatch.context() as hurried:
        hurried.setattr(routed, "CONFIRM_MS", 100)
        for _ in range(2):
            with pytest.raises((StoreUnavailable, RedisError)):
                WRITES[name](store, members, game)
    WRITES[name](store, members, game)
