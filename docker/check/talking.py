"""Sends requests to the services, directly and through the proxy, and checks the answers."""

import json
import socket
import ssl
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any

Seen = Callable[..., None]

PLAY = [
    {"type": "OpenerChosen", "data": {"seat": 0}},
    {"type": "CardPlaced", "data": {"seat": 0, "call": "middle"}},
    {"type": "CardPlaced", "data": {"seat": 1, "call": "highest"}},
    {"type": "CardsRevealed", "data": {"cards": {"0": "KH", "1": "KH"}}},
]
"""A play in which two players have the same card: a contradiction that everybody can see."""
LONG = [{"type": "CardsShown", "data": {"seat": 0, "cards": ["AS"]}}] * 500
"""More events than an API process reads by itself for one request."""


def connection(host: str) -> HTTPConnection:
    """Return a connection to the replica at `host`. For `localhost`: to the proxy, whose certificate the proxy has made itself."""
    if host == "localhost":
        return HTTPSConnection(host, 443, timeout=20, context=ssl._create_unverified_context())
    return HTTPConnection(host, 8000, timeout=20)


def asked(host: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Send a request. Returns status, body and headers of the answer, with header names in lower case. Status 0: no answer."""
    to = connection(host)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        to.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json", **sent})
        answer = to.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    except OSError:
        return 0, b"", {}
    finally:
        to.close()


def get(host: str, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    return asked(host, "GET", path, **headers)


def redis(*words: str) -> bytes:
    """Ask the Redis server; return the first line of its answer, or an empty text if it does not answer."""
    sent = f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
    try:
        with socket.create_connection(("valkey", 6379), timeout=5) as to:
            to.sendall(sent.encode())
            return to.recv(1000).split(b"\r\n")[0]
    except OSError:
        return b""


class Live:
    def __init__(self, host: str, game: str) -> None:
        self._connection = connection(host)
        self._connection.request("GET", f"/api/v1/games/{game}/live")
        self.answer: HTTPResponse = self._connection.getresponse()
        self.last: dict[str, Any] = {}

    def until(self, wanted: Callable[[dict[str, Any]], object]) -> float:
        """Read the live stream until it sends a table for which `wanted` is true. Returns how many seconds that took."""
        begun = time.monotonic()
        while not self.last or not wanted(self.last):
            line = self.answer.readline()
            if not line:
                raise SystemExit("the live stream ended")
            if line.startswith(b"data: "):
                self.last = json.loads(line[6:])
        return time.monotonic() - begun

    def close(self) -> None:
        self._connection.close()


def durability(host: str) -> str:
    """Return the durability that a ready replica reports. If the replica is not ready, end the program."""
    status, body, _ = get(host, "/readyz")
    if status != 200:
        raise SystemExit(f"{host} is not ready: {body.decode()}")
    reported: str = json.loads(body)["checks"]["durability"]["told"]
    return reported


def check_replicas(token: str, seen: Seen) -> str:
    """Record a game through one replica and read it through the other. Returns the id of the game."""
    for host in ("127.0.0.1", "127.0.0.2"):
        seen(f"{host} is ready: {durability(host)}")
    mine = {"Authorization": f"Bearer {token}"}
    opening = {"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Bea"}], "visibility": "public"}
    status, body, _ = asked("127.0.0.1", "POST", "/api/v1/games", opening, **mine)
    game: str = json.loads(body)["game"]
    seen(f"open a game through one replica: status {status}", status == 201)
    live = Live("127.0.0.2", game)
    live.until(lambda moment: moment["game"]["version"] == 1)
    status, _, _ = asked("127.0.0.1", "POST", f"/api/v1/games/{game}/events", {"events": PLAY}, If_Match='"1"', **mine)
    took = live.until(lambda moment: moment["findings"])
    seen(f"one replica records: {status}; {took * 1000:.0f} ms later the other shows: {live.last['findings'][0]['sentence']}")
    live.close()
    status, body, headers = get("127.0.0.2", f"/api/v1/games/{game}")
    seen(f"the other replica reads version {json.loads(body)['version']}, entity tag {headers['etag']}", json.loads(body)["version"] == 5)
    status, _, headers = asked("127.0.0.1", "POST", "/api/v1/session", {"token": token}, X_Forwarded_Proto="https")
    cookie = headers["set-cookie"]
    seen("a visitor by https gets a cookie that is marked Secure", status == 204 and "; Secure" in cookie)
    _, body, _ = get("127.0.0.2", "/api/v1/session", Cookie=cookie.split(";")[0])
    seen("a cookie that one replica signed is valid for the other", json.loads(body).get("club") == "home")
    figures = [get(host, "/metrics")[1].count(b'faceup_appends_total{outcome="appended"}') for host in ("127.0.0.1", "127.0.0.2")]
    seen(f"each replica counts only its own appends: {figures}", figures == [1, 0])
    check_long_record(mine, seen)
    check_archive(mine, seen)
    return game


def check_long_record(mine: dict[str, str], seen: Seen) -> None:
    """Record 500 events through one replica; read them and undo one through both. The heavy workers answer all this."""
    opening = {"system": "high-card", "seats": [{}, {}], "visibility": "public"}
    game = f"/api/v1/games/{json.loads(asked('127.0.0.1', 'POST', '/api/v1/games', opening, **mine)[1])['game']}"
    status, _, _ = asked("127.0.0.1", "POST", f"{game}/events", {"events": LONG}, If_Match='"1"', **mine)
    seen(f"record 500 events: status {status}", status == 201)
    for version, host in ((501, "127.0.0.1"), (502, "127.0.0.2")):
        undo = {"events": [{"type": "Retracted", "data": {"target": version - 480, "reason": "slip"}}]}
        undone, _, _ = asked(host, "POST", f"{game}/events", undo, If_Match=f'"{version}"', **mine)
        answers = [get(host, f"{game}{path}", **mine)[:2] for path in ("", "/replay", "/export?format=json")]
        versions = [json.loads(answers[0][1]).get("version"), len(json.loads(answers[2][1]).get("events", []))]
        statuses = [undone, *(status for status, _ in answers)]
        seen(
            f"{host} undoes one of them, shows, replays and exports all: {statuses}, version {versions[0]}",
            statuses == [201, 200, 200, 200] and versions == [version + 1] * 2,
        )


def check_archive(mine: dict[str, str], seen: Seen) -> None:
    """Read the archive of the club, which a worker made, from both replicas."""
    _, body, _ = asked("127.0.0.1", "POST", "/api/v1/clubs/home/exports", {}, **mine)
    export = json.loads(body)
    deadline = time.monotonic() + 20
    while export["state"] in ("requested", "running") and time.monotonic() < deadline:
        time.sleep(0.1)
        export = json.loads(get("127.0.0.2", f"/api/v1/clubs/home/exports/{export['id']}", **mine)[1])
    seen(f"the archive of the club is {export['state']}: {export['done']} of {export['total']} games", export["state"] == "done")
    sizes = [len(get(host, export["file"], **mine)[1]) for host in ("127.0.0.1", "127.0.0.2")]
    seen(f"both replicas send the archive, in bytes: {sizes}", sizes == [export["bytes"]] * 2)


def proxied() -> bool:
    return get("localhost", "/livez")[0] == 200


def check_proxy(token: str, game: str, seen: Seen) -> None:
    """Check what a visitor sees through the proxy."""
    mine = {"Authorization": f"Bearer {token}"}
    to = HTTPConnection("localhost", 80, timeout=5)
    to.request("GET", "/")
    where = to.getresponse()
    seen(f"http is sent on: {where.status} to {where.headers['Location']}", where.headers["Location"] == "https://localhost/")
    seen("the proxy does not show /metrics and /readyz", [get("localhost", path)[0] for path in ("/metrics", "/readyz")] == [404, 404])
    _, _, headers = get("localhost", f"/api/v1/games/{game}", Accept_Encoding="gzip, br, zstd")
    seen(f"the entity tag comes through as it is: {headers['etag']}", headers["etag"] == '"5"')
    live = Live("localhost", game)
    seen(f"a live stream begins after {live.until(bool) * 1000:.0f} ms")
    begun = time.monotonic()
    note = {"events": [{"type": "ScoreStated", "data": {"scores": {"0": 3}}}]}
    status, _, _ = asked("localhost", "POST", f"/api/v1/games/{game}/events", note, If_Match='"5"', **mine)
    live.until(lambda moment: moment["game"]["version"] == 6)
    took = time.monotonic() - begun
    seen(f"recorded ({status}) and on the stream after {took * 1000:.0f} ms: nothing is held back", took < 2)
    live.close()
    status, body, headers = asked("localhost", "POST", "/api/v1/session", {"token": token})
    seen("the cookie is marked Secure", status == 204 and "; Secure" in headers["set-cookie"])
    _, body, _ = asked("localhost", "POST", "/api/v1/tokens", {"label": "a guest", "scopes": ["read"]}, **mine)
    seen("links are for https://localhost", json.loads(body)["link"].startswith("https://localhost/join#"))


def check_one_replica(game: str, seen: Seen) -> None:
    """Check that one replica serves every request while the other is stopped."""
    answers = [get("localhost", f"/api/v1/games/{game}")[0] for _ in range(20)]
    seen(f"with one replica gone, 20 requests through the proxy: {sorted(set(answers))}", set(answers) == {200})
