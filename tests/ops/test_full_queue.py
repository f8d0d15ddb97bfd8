"""The queue may have a server of its own, which somebody else runs. While that one takes no writes, because its disk is full, everything is
recorded and read; the workers go on by themselves when there is room again."""

from dataclasses import replace
from pathlib import Path

from service.running import room
from service.running.server import client
from service.store.keys import HOME, GameId, Keys
from tests.ops.processes import until
from tests.ops.serving import configured, serving
from tests.ops.test_full_disk import Scorekeeper
from tests.servers import packaged_valkey, start_server
from tests.speeds import slow


@slow
def test_while_the_disk_of_the_queues_server_is_full_games_are_recorded_and_are_checked_afterwards(short_directory: Path) -> None:
    queue = start_server(packaged_valkey(), short_directory / "queue")
    config = replace(configured(short_directory / "queued"), rq_redis_url=f"unix://{queue.socket}")
    try:
        with serving(config, short_directory / "queued.printed") as running, running.api() as api, client(config.store_url) as store:
            until(running.ready)
            keeper = Scorekeeper(running, api)
            game, checked = GameId(keeper.game), lambda: store.zcard(Keys(HOME).dirty) == 0
            until(checked)
            room.make_read_only(queue.client())
            assert [keeper.record() for _ in range(20)] == [201] * 20
            assert store.zscore(Keys(HOME).dirty, game) == 21
            assert [keeper.read(), api.get("/livez").status_code] == [200, 200]
            assert room.make_writable(queue.client())
            until(checked)
            assert keeper.record() == 201
            until(checked)
            assert store.zcard(Keys(HOME).parked) == 0
    finally:
        queue.stop()
