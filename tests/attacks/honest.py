"""The honest people during an attack: a scorekeeper who records, a stranger who watches the game live, and somebody who requests /livez."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import httpx

from tests.waiting import WITHIN

API = "/api/v1"
PAUSE = 0.04
"""Seconds between two requests of one person."""


@dataclass
class Seen:
    """What one person saw: the seconds of each answer, and everything that went wrong."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class Honest:
    """Honest people who use the installation at `url` while the block runs. `token`: the token of a scorekeeper."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"}
        self._over = threading.Event()
        self.game = self._opened()
        self.appends, self.lives, self.watched = Seen(), Seen(), Seen()
        self.versions: list[int] = []
        self._threads = [threading.Thread(target=person, daemon=True) for person in (self._record, self._ask, self._watch)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(WITHIN)

    def _opened(self) -> str:
        body = {"system": "high-card", "seats": [{}, {}, {}], "visibility": "public"}
        return str(httpx.post(f"{self._url}{API}/games", json=body, headers=self._headers, timeout=WITHIN).json()["game"])

    def _timed(self, seen: Seen, ask: Callable[[httpx.Client], httpx.Response], right: int) -> None:
        """Send a request on a new connection, so that each API process gets some of the requests. Notes how long the answer took."""
        began = time.perf_counter()
        try:
            with httpx.Client(base_url=self._url, timeout=WITHIN) as client:
                answer = ask(client)
        except httpx.TransportError as lost:
            seen.wrong.append(type(lost).__name__)
            return
        seen.seconds.append(time.perf_counter() - began)
        if answer.status_code != right:
            seen.wrong.append(f"{answer.status_code} {answer.text[:100]}")

    def _record(self) -> None:
        note: dict[str, Any] = {"events": [{"type": "NoteWritten", "data": {"note": "still here"}}]}
        headers = {**self._headers, "If-Match": "*"}
        while not self._over.wait(PAUSE):
            self._timed(self.appends, lambda client: client.post(f"{API}/games/{self.game}/events", json=note, headers=headers), 201)

    def _ask(self) -> None:
        while not self._over.wait(PAUSE):
            self._timed(self.lives, lambda client: client.get("/livez"), 200)

    def _watch(self) -> None:
        try:
            with httpx.stream("GET", f"{self._url}{API}/games/{self.game}/live", timeout=WITHIN) as stream:
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        self.versions.append(int(line.removeprefix("id: ").split(".")[0]))
                    if self._over.is_set():
                        return
        except httpx.TransportError as lost:
            self.watched.wrong.append(type(lost).__name__)
