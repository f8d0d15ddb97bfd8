"""The job queue may use a separate Redis server. If the disk of that server is full, the server refuses writes, but games can still be
recorded and read. When the disk has room again, the workers continue without help."""

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
def test_games_recorded_while_the_disk_of_the_queue_server_is_full_are_checked_later(short_directory: Path) -> None:
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
