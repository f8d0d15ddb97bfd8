"""`faceup demo`: the games that it plays, and the whole command as people start it."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import httpx
import pytest

from domain.kernel.events import EVENT_TYPES, Event, EventId, TokenId
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
from tests.domain.playing import opening
from tests.ops.processes import below, lives, until
from tests.ops.serving import FACEUP, free_port
from tests.speeds import rows, slow
from tests.systems import LEADING
from tests.waiting import WITHIN
from workers.demo.players import EVENINGS, LIVE, sizes
from workers.demo.script import NONE, Play, Slips, Turn, whole


def played(slug: str, seats: int, turns: list[Turn]) -> Reading:
    """Return the reading of a game in which these turns were recorded."""
    system = SYSTEMS[slug]
    acts: list[Any] = [opening(system, seats)]
    for turn in turns:
        for sent in turn.events:
            faults: list[Any] = []
            acts.append(EVENT_TYPES[str(sent["type"])].shape.read(sent["data"], "", faults))
            assert faults == []
    return read(system, [Event(n, EventId(str(UUID(int=n))), act, TokenId("t"), n, 0, n) for n, act in enumerate(acts, 1)])


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
@pytest.mark.parametrize(("title", "slips"), EVENINGS)
def test_every_demo_game_ends_and_shows_what_its_title_says(slug: str, title: str, slips: Slips) -> None:
    seats = sizes(SYSTEMS[slug])[-1]
    turns = whole(SYSTEMS[slug], seats, f"{slug} {title}", slips)
    reading = played(slug, seats, turns)
    assert reading.system.outcome(reading.table).state == "finished"
    assert any(turn.slip for turn in turns) == bool(slips.most)
    assert bool(reading.findings) == (bool(slips.most) and not slips.corrected)


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_slip_in_a_demo_game_raises_a_finding_that_a_correction_withdraws(slug: str) -> None:
    seats = sizes(SYSTEMS[slug])[0]
    turns = list(Play(SYSTEMS[slug], seats, Random(slug), LIVE).turns())
    first = next(n for n, turn in enumerate(turns) if turn.slip)
    assert played(slug, seats, turns[:first]).findings == ()
    assert played(slug, seats, turns[: first + 1]).findings
    assert turns[first + 1].events[0]["type"] == "Retracted"
    assert played(slug, seats, turns[: first + 2]).findings == ()


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_demo_game_with_the_same_seed_is_the_same(slug: str) -> None:
    games = [list(Play(SYSTEMS[slug], sizes(SYSTEMS[slug])[0], Random(slug), NONE).turns()) for _ in range(2)]
    assert games[0] == games[1]


# --- the whole command ------------------------------------------------------------------------------------------------------------------


@contextmanager
def demonstration(folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """Run `faceup demo` while the block runs, with its temporary data in `folder`. Then stop it as Ctrl-C does."""
    env = os.environ | {"TMPDIR": str(folder), "PORT": str(port), "FACEUP_DATA": str(folder / "mine"), "REDIS_URL": "redis://nowhere:1"}
    with (folder.parent / "demo.printed").open("w") as output:
        process = subprocess.Popen([*FACEUP, "demo"], env=env, stdout=output, stderr=output, text=True)
    try:
        yield process
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0
    finally:
        process.kill()
        process.wait()


@slow
def test_the_demo_shows_finished_games_and_a_running_game_of_every_system(short_directory: Path) -> None:
    folder, port = short_directory / "demo", free_port()
    folder.mkdir()
    printed = short_directory / "demo.printed"

    def games(state: str) -> list[dict[str, Any]]:
        answer = httpx.get(f"http://127.0.0.1:{port}/api/v1/games", params={"state": state, "limit": 50}, timeout=WITHIN)
        listed: list[dict[str, Any]] = answer.json()["games"]
        return listed

    with demonstration(folder, port) as process:
        until(lambda: "Look for proved breaches" in printed.read_text() or process.poll() is not None)
        output = printed.read_text()
        assert process.poll() is None, output
        assert f"Watch as a guest:\n  http://127.0.0.1:{port}/\n" in output
        assert f"it makes you a director of the club:\n  http://127.0.0.1:{port}/join#fu_home_" in output
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=WITHIN).status_code == 200
        assert output.index("Watch as a guest") < output.index("Recording finished games")
        assert {game["system"] for game in games("finished")} == set(SYSTEMS)
        before = {game["game"]: game["version"] for game in games("open")}
        assert len(before) == len(SYSTEMS)
        until(lambda: all(game["version"] > before[game["game"]] for game in games("open")))
        children = below(process.pid)
        assert "exit code" not in printed.read_text()
    assert list(folder.iterdir()) == []
    assert not any(map(lives, children))
    with pytest.raises(httpx.ConnectError):
        games("open")
