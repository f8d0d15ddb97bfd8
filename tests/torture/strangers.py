"""The clients that only read: strangers who follow live streams, and a member who reads replays, lists and standings."""

import json
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event
from typing import Any, Final

from service.store.keys import is_game
from tests.torture.phone import Phone
from tests.torture.players import Client
from tests.torture.wire import HOST
from workers.demo.client import PREFIX, Refused

SILENT: Final = 20.0
"""A stream that sends nothing for this many seconds is opened again, as browsers do."""
AT_ONCE: Final = 3.0
"""The first message of a new stream must come within this many seconds."""
NEWEST: Final = 4
"""A stranger chooses one of this many newest games, or of this many newest tournaments, and follows it."""
OF_A_GAME: Final = (
    "/replay",
    "/replay?as=recorded",
    "/findings",
    "/rulings",
    "/events",
    "/export?format=json",
    "/diff?from=1&to=2",
    "?at=2",
)
OF_A_CUP: Final = ("/standings", "/desk", "/crosstable", "/standings/people", "/stages", "/bracket")
OF_A_SEASON: Final = ("", "/standings", "/pending", "/export?format=json")
ALLOWED: Final = frozenset({"not-found", "not-paired", "invalid"})
"""Problems that a reader may get: the page does not exist yet, or does not exist for this format of tournament."""


class Watcher(Client):
    """Follows a game or a tournament live, without a token, and connects again when the stream breaks. `stream`: the id of the game or
    tournament. `last`: the last received data. `last_id`: the id of the last received event. `began`: the number of opened streams."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, port: int, kind: str) -> None:
        super().__init__(name, phone, dice, stopping)
        self._port = port
        self._kind = kind
        self.stream, self.last_id, self.began = "", "", 0
        self.last: dict[str, Any] = {}

    def play(self) -> None:
        known = [stream for stream in getattr(self.phone.ledger, self._kind)() if stream not in self.phone.ledger.hidden]
        chosen = self.dice.choice(known[-NEWEST:]) if known else ""
        if chosen != self.stream and (not self.stream or self.dice.random() < 0.3):
            self.stream, self.last_id, self.last = chosen, "", {}
        if self.stream:
            self._follow()
        self.stopping.wait(0.2)

    def _hears_more(self) -> bool:
        """Open a new stream that continues after the last received event, and return whether it sends any data. It sends none if all later
        events are hidden from strangers."""
        connection = HTTPConnection(HOST, self._port, timeout=AT_ONCE)
        try:
            connection.request("GET", f"{PREFIX}/{self._kind}/{self.stream}/live", headers={"Last-Event-ID": self.last_id})
            with connection.getresponse() as answer:
                return any(line.startswith(b"data: ") for line in answer)
        except TimeoutError:
            return False
        finally:
            connection.close()

    def _follow(self) -> None:
        connection = HTTPConnection(HOST, self._port, timeout=SILENT)
        try:
            headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
            connection.request("GET", f"{PREFIX}/{self._kind}/{self.stream}/live", headers=headers)
            answer = connection.getresponse()
            self.phone.ledger.answered(answer.status)
            if answer.status == 500:
                self.phone.ledger.note(f"500 for the live stream of {self.stream}: {answer.read()[:300]!r}")
            if answer.status == 200:
                self.began += 1
                with answer:
                    self._read(answer)
        except (OSError, HTTPException):
            self.phone.ledger.answered(0)
        finally:
            connection.close()

    def _read(self, answer: Any) -> None:
        name = ""
        while not self.stopping.is_set() and (line := answer.readline()):
            if line.startswith(b"id: "):
                name = line[4:].decode().strip()
            elif line.startswith(b"data: "):
                self.last_id, self.last = name, json.loads(line[6:])

    def behind(self) -> str:
        """Return a sentence about what this stranger has not yet seen of the stream; empty if the stranger has seen everything."""
        if not self.stream:
            return ""
        now = self.phone.get(f"/{self._kind}/{self.stream}")
        if not is_game(self.stream):
            seen = self.last_id.partition(".")[0]
            if seen == str(now["version"]) or not self._hears_more():
                return ""
            return f"{self.stream}: version {now['version']}, and the live stream is at {seen!r}"
        found = self.phone.get(f"/games/{self.stream}/findings")["findings"]
        standing = [finding["id"] for finding in found if finding["status"] == "standing"]
        shown = [finding["id"] for finding in self.last.get("findings", [])]
        if self.last.get("game") == now and shown == standing:
            return ""
        return f"{self.stream}: version {now['version']}, {len(standing)} findings; the live stream is at {self.last_id!r}"


class Reader(Client):
    """Reads what members read. It reads each page twice, the second time with the entity tag of the first answer."""

    def play(self) -> None:
        ledger = self.phone.ledger
        games, cups, seasons = ledger.games(), ledger.tournaments(), ledger.seasons()
        paths = ["/games?limit=20", "/clubs/home/players", "/clubs/home/games", "/public", "/tournaments", "/seasons"]
        for game in self.dice.sample(games[-NEWEST:], min(2, len(games))) if games else []:
            paths += [f"/games/{game}{what}" for what in OF_A_GAME]
        if cups:
            paths += [f"/tournaments/{cups[-1]}{what}" for what in OF_A_CUP]
        if seasons:
            paths += [f"/seasons/{seasons[-1]}{what}" for what in OF_A_SEASON]
        path = self.dice.choice(paths)
        try:
            body, tag = self.phone.tagged(path, "")
            if body and tag:
                self.phone.tagged(path, tag)
        except Refused as refused:
            if refused.type not in ALLOWED:
                raise
        self.rest()
