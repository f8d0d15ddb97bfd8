"""The programs of the guide in `/docs`, run as they are against a running installation, also while answers are lost."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

import httpx
import pytest

from tests.ops.serving import Serving, configured, free_port, serving
from tests.speeds import slow
from tests.waiting import WITHIN

GUIDE: Final = Path(__file__).parents[2] / "service" / "api" / "static" / "guide"

pytestmark = slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("guide")
    with serving(configured(folder / "data"), folder / "printed") as running:
        yield running


@contextmanager
def losing(to: int, every: int) -> Iterator[str]:
    """A proxy to the port `to` that handles one request for each connection. It loses the answer to every `every`-th request: the service
    has done what was asked, and the client does not know. Yields the URL of the proxy."""
    with socket.create_server(("127.0.0.1", free_port())) as listener:

        def serve() -> None:
            number = 0
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                number += 1
                with client, socket.create_connection(("127.0.0.1", to)) as service:
                    service.sendall(_request(client))
                    answer = b""
                    while part := service.recv(65536):
                        answer += part
                    if number % every:
                        client.sendall(answer)

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def _request(client: socket.socket) -> bytes:
    """Read a whole request."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    lengths = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while len(body) < sum(lengths):
        body += client.recv(65536)
    return head + b"\r\n\r\n" + body


def run(server: Serving, program: str, *words: str, **settings: str) -> str:
    env = os.environ | {"FACEUP_URL": server.url, "FACEUP_TOKEN": server.owner()} | settings
    command = [sys.executable, GUIDE / f"{program}.py", *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=WITHIN, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_program_shows_the_rights_of_a_token_and_makes_a_weaker_one(server: Serving, tmp_path: Path) -> None:
    first, second = run(server, "first_token").splitlines()
    assert first.startswith("club home, rights: ")
    weaker = second.rpartition(" ")[2]
    run(server, "feed", str(tmp_path / "place"), FACEUP_TOKEN=weaker)
    refused = httpx.post(f"{server.url}/api/v1/games", headers={"Authorization": f"Bearer {weaker}"}, json={}, timeout=WITHIN)
    assert refused.status_code == 403


@pytest.mark.parametrize("every", [2, 3, 100], ids=["every second answer is lost", "every third answer is lost", "no answer is lost"])
def test_a_hand_is_recorded_once_whatever_answers_are_lost(server: Serving, tmp_path: Path, every: int) -> None:
    with losing(server.config.port, every) as url:
        game = run(server, "record", FACEUP_URL=url).strip()
        name = tmp_path / "game.json"
        assert run(server, "export", game, str(name), FACEUP_URL=url) == "the file is whole and unchanged\n"
    state = httpx.get(f"{server.url}/api/v1/games/{game}", timeout=WITHIN).json()
    assert (state["version"], state["outcome"]["scores"]["2"]) == (7, 1)


def test_a_game_is_followed_until_it_is_over_and_an_unknown_one_not_at_all(server: Serving) -> None:
    game = run(server, "record").strip()
    env = os.environ | {"FACEUP_URL": server.url, "FACEUP_TOKEN": server.owner()}
    with subprocess.Popen([sys.executable, GUIDE / "follow.py", game], env=env, stdout=subprocess.PIPE, text=True) as following:
        assert following.stdout is not None
        assert following.stdout.readline().startswith("version 7: open, scores {")
        over = {"events": [{"type": "ResultStated", "data": {"winners": [2], "scores": {"0": 0, "1": 0, "2": 4, "3": 0}}}]}
        sent = {"Authorization": f"Bearer {server.owner()}", "If-Match": "*"}
        httpx.post(f"{server.url}/api/v1/games/{game}/events", headers=sent, json=over, timeout=WITHIN).raise_for_status()
        assert following.stdout.readline().startswith("version 8: finished, scores {")
        assert following.wait(WITHIN) == 0
    unknown = [sys.executable, GUIDE / "follow.py", "home-aaaaaaaaaaaaaaaa"]
    refused = subprocess.run(unknown, env=env, capture_output=True, text=True, timeout=WITHIN, check=False)
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)


def test_the_feed_is_read_on_where_it_was_left(server: Serving, tmp_path: Path) -> None:
    place = str(tmp_path / "place")
    run(server, "feed", place)
    game = run(server, "record").strip()
    lines = [line.split() for line in run(server, "feed", place).splitlines()]
    assert [line[3] for line in lines if line[1:3] == ["game", game]] == ["1", "2", "6", "7"]


def test_the_scoreboard_shows_games_in_play_and_goes_on_where_it_was_also_at_a_new_server(server: Serving, tmp_path: Path) -> None:
    place = tmp_path / "board"
    game = run(server, "record").strip()
    with losing(server.config.port, 3) as url:
        assert "high-card  " in run(server, "scoreboard", str(place), "once", FACEUP_URL=url)
    board = json.loads(place.read_text())
    assert board["games"][game]["version"] == 7
    over = {"events": [{"type": "ResultStated", "data": {"winners": [2], "scores": {"0": 0, "1": 0, "2": 4, "3": 0}}}]}
    sent = {"Authorization": f"Bearer {server.owner()}", "If-Match": "*"}
    httpx.post(f"{server.url}/api/v1/games/{game}/events", headers=sent, json=over, timeout=WITHIN).raise_for_status()
    run(server, "scoreboard", str(place), "once")
    went_on = json.loads(place.read_text())
    assert set(board["games"]) - set(went_on["games"]) == {game}

    place.write_text(json.dumps({"last": 10**9, "games": {"home-aaaaaaaaaaaaaaaa": board["games"][game]}}))
    run(server, "scoreboard", str(place), "once")
    assert json.loads(place.read_text())["games"] == went_on["games"]


def test_a_swiss_tournament_of_six_is_played_although_answers_are_lost(server: Serving) -> None:
    with losing(server.config.port, 7) as url:
        rows = [line.split() for line in run(server, "tournament", FACEUP_URL=url).splitlines()]
    assert rows[0][1] == "Anna"
    assert sum(int(row[2]) for row in rows) == 18
