"""The attacks on a club and its tournaments: feeds, live streams, pairing, standings, files, people, hostile words and PINs. Each function
returns the requests that the attacker repeats, one after another."""

import socket
from itertools import count
from typing import Any, Final
from urllib.parse import quote

import httpx

from tests.attacks.known import API, Known, Send, getting

HOSTILE: Final = (
    "%00",
    "..%2f..%2fetc%2fpasswd",
    "%ff%fe",
    quote("💥" * 500),
    "x" * 3000,
    quote("' OR 1=1 --"),
    "%e2%80%ae%0d%0aSet-Cookie:a=b",
    "9" * 400,
    "-1",
    "*",
    quote('{"$gt":""}'),
)
"""Search words that no page sends."""
GARBAGE: Final = (b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nA b: c\r\n\r\n")
NAMES: Final = ("name,id\n" + "".join(f"{chr(0x1D400 + n % 50)}ﷺ{n},\n" for n in range(2000))).encode()
"""A file of people whose names become much longer when the service normalises them (NFKC) to compare them."""


def feed(known: Known) -> list[Send]:
    """A member requests the feed from its beginning and from beyond its end, and the events of a large tournament."""
    at = f"{API}/clubs/home/feed"
    pages = (f"{at}?limit=1000", f"{at}?after=300&limit=1000", f"{at}?after=1000000000000", f"{API}/tournaments/{known.largest}/events")
    return getting(*pages)


def live(known: Known) -> list[Send]:
    """Strangers open live streams and close each after its first event. Each request has a different `Last-Event-ID`, so that the service
    must compare states."""
    versions = count(1)

    def watched(path: str, last: str = "") -> Send:
        def send(client: httpx.Client) -> httpx.Response:
            name = last or str(next(versions) * 7 % 5000 + 1)
            with client.stream("GET", path, headers={"Last-Event-ID": name}) as answer:
                next((line for line in answer.iter_lines() if line.startswith("id: ")), None)
            return answer

        return send

    cup, game = f"{API}/tournaments/{known.largest}/live", f"{API}/games/{known.game}/live"
    return [watched(cup), watched(cup), watched(game), watched(cup, "9" * 2000), watched(game, "1.\xff".encode("latin-1").hex())]


def standings(known: Known) -> list[Send]:
    """Strangers request earlier standings of a large tournament, and its other tables of results."""
    at = f"{API}/tournaments/{known.largest}"
    versions = count(1)

    def earlier(client: httpx.Client) -> httpx.Response:
        return client.get(f"{at}/standings?known_at={next(versions) * 13 % known.events + 1}&as_of={next(versions) % 9}")

    words = ("/crosstable", "/standings/people", "/standings/pairs", "/standings/1?as_of=3", "/standings?page=3", "/crosstable?as_of=2", "")
    return [earlier, *getting(*(at + word for word in words), f"{API}/tournaments/formats?entries=2000&members=8")]


def pairing(known: Known) -> list[Send]:
    """A director tries out the next pairing of two tournaments, a middling one and the largest, and requests plans of a very large one."""

    def dry(tournament: str) -> Send:
        def send(client: httpx.Client) -> httpx.Response:
            at = f"{API}/tournaments/{tournament}"
            version = client.get(f"{at}/rounds/1").headers["ETag"]
            return client.post(f"{at}/rounds?dry_run=true", json={"seed": 1}, headers={"If-Match": version})

        return send

    plan = {"title": "x", "system": "high-card", "format": "round-robin", "settings": {}, "entries": 2000}
    return [dry(known.largest), dry(known.middling), lambda client: client.post(f"{API}/tournaments/plan", json=plan), dry(known.middling)]


def unpaired(known: Known) -> list[Send]:
    """Strangers request pairings, proposals and plans that they have no right to see."""
    at = f"{API}/tournaments/{known.largest}"

    def post(path: str) -> Send:
        return lambda client: client.post(path, json={"seed": 1, "accept_least": True}, headers={"If-Match": '"9"'})

    return [post(f"{at}/rounds"), post(f"{at}/rounds?dry_run=true"), *getting(f"{at}/pairings/{'a' * 32}"), post(f"{API}/tournaments/plan")]


def files(known: Known) -> list[Send]:
    """A director exports a long game, the largest tournament and the club's own stream, and requests archives of the club."""
    game, cup, club = f"{API}/games/{known.game}/export", f"{API}/tournaments/{known.largest}/export", f"{API}/clubs/home"
    paths = (
        f"{game}?format=csv",
        f"{game}?format=ndjson",
        f"{game}?format=text",
        f"{cup}?format=json",
        f"{club}/export",
        f"{club}/exports",
    )
    return [*getting(*paths), lambda client: client.post(f"{club}/exports")]


def tables(known: Known) -> list[Send]:
    """Strangers request tables for spreadsheets."""
    game, cup = f"{API}/games/{known.game}/export", f"{API}/tournaments/{known.largest}/export?format=csv&table="
    paths = (f"{game}?format=csv", f"{game}?format=csv-rounds", f"{game}?format=csv-plays", f"{cup}standings", f"{cup}crosstable")
    return getting(*paths)


def people(known: Known) -> list[Send]:
    """A director requests all people of the club and its table of players, and sends files of hostile names, which are not stored."""
    at = f"{API}/people"

    def file(client: httpx.Client) -> httpx.Response:
        return client.post(f"{at}/import?dry_run=true", content=NAMES, headers={"Content-Type": "text/csv"})

    return [*getting(at, f"{API}/clubs/home/players", f"{at}/{known.person}", f"{API}/clubs", f"{API}/clubs/home"), file]


def words(known: Known) -> list[Send]:
    """Strangers send hostile words wherever a request searches for something."""
    places = (
        "games?player={}",
        "games?cursor={}",
        "games?state={}&system={}",
        "tournaments?cursor={}",
        "systems/{}",
        "games/{}",
        "public?x={}",
    )
    cup = f"tournaments/{known.largest}/standings/{{}}"
    return getting(*(f"{API}/{place.replace('{}', word)}" for word in HOSTILE for place in (*places, cup)))


def pins(known: Known) -> list[Send]:
    """The holder of a token sets PINs, and tries wrong PINs, again and again."""
    at = f"{API}/games/{known.game}"

    def confirm(client: httpx.Client) -> httpx.Response:
        body: dict[str, Any] = {"seat": 1, "pin": "0000"}
        return client.post(f"{at}/confirmation", json=body, headers={"If-Match": "*"})

    return [lambda client: client.put(f"{at}/seats/0/pin", json={"pin": "1234"}), confirm]


def garbage(_: Known) -> list[Send]:
    """Strangers send bytes that are not an HTTP request."""

    def send(sent: bytes) -> Send:
        def begin(client: httpx.Client) -> httpx.Response:
            to = client.base_url
            with socket.create_connection((to.host, to.port or 80), timeout=30) as connection:
                connection.sendall(sent)
                first = connection.recv(4096).split(b" ")
            return httpx.Response(int(first[1]) if len(first) > 1 else 400)

        return begin

    return [send(each) for each in GARBAGE]
