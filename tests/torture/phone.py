"""A client of the API that behaves as the product's pages on a phone do. It gives every event an id. It repeats a request with the same ids
until it gets a final answer. All answers are noted in the ledger."""

import json
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from itertools import chain, repeat
from random import Random
from threading import Event
from typing import Any, Final
from uuid import UUID

from tests.torture.ledger import Acknowledged, Json, Ledger
from tests.torture.wire import HOST
from workers.demo.client import PREFIX, Refused
from workers.demo.script import Sent

TIMEOUT: Final = 6.0
"""After this many seconds without an answer, a phone closes the connection. A stopped process may still carry out the request later."""
PATIENCE: Final = 240.0
"""If a request still has no final answer after this many seconds, this is noted as wrong."""
WAIT: Final = 0.15


class GaveUp(Exception):
    """Raised when a request got no final answer in PATIENCE seconds, or none before the end of the campaign."""


class Phone:
    """A phone with one token (None: a stranger). `port`: the port of the wire. `dice`: makes the ids. `ended`: set when the campaign is
    over. After that, a request without an answer raises GaveUp immediately."""

    def __init__(self, port: int, token: str | None, ledger: Ledger, dice: Random, ended: Event) -> None:
        self.ledger = ledger
        self._connection = HTTPConnection(HOST, port, timeout=TIMEOUT)
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._dice = dice
        self._ended = ended

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Json:
        """Send a GET request. Returns the body. Raises Refused, GaveUp."""
        return self._asked("GET", path, None, headers or {})[0]

    def tagged(self, path: str, tag: str) -> tuple[Json, str]:
        """Read `path` again, with the entity tag of the last answer. Returns the body (empty: unchanged) and the new tag. Raises Refused,
        GaveUp."""
        return self._asked("GET", path, None, {"If-None-Match": tag} if tag else {})

    def put(self, path: str, body: Json) -> None:
        self._asked("PUT", path, body, {})

    def post(self, path: str, body: Json, version: int | None = None, *, at_the_end: bool = False) -> Json:
        """Send a POST request. Returns the body of the answer. The events in `body` get ids. `version`: the last version of the stream
        that the phone knows. `at_the_end`: append after any version. Raises Refused, GaveUp."""
        sent: list[Sent] = []
        if path.endswith("/events"):
            sent = [{**event, "id": self.id()} for event in body["events"]]
            body = {**body, "events": sent}
        headers = {"Idempotency-Key": self.id()}
        if at_the_end or version is not None:
            headers["If-Match"] = "*" if at_the_end else f'"{version}"'
        answer, _ = self._asked("POST", path, body, headers)
        self._keep(path, answer, sent, _asked_for(path, body))
        return answer

    def close(self) -> None:
        self._connection.close()

    def id(self) -> str:
        return str(UUID(int=self._dice.getrandbits(128), version=4))

    def _keep(self, path: str, answer: Json, sent: list[Sent], asked: list[tuple[str, Json]]) -> None:
        """Note in the ledger the events that the answer acknowledges. `asked`: those that the service wrote, in order."""
        if path.endswith("/people"):
            self.ledger.people.add(answer["person"])
            return
        known = {str(event["id"]): (str(event["type"]), event["data"]) for event in sent}
        stream = str(answer.get("game") or answer.get("tournament") or answer.get("season") or path.split("/")[2])
        if "events" in answer:
            for event, wanted in zip(answer["events"], chain(asked, repeat(None)), strict=False):
                body: Any = known.pop(event["id"], None)
                self.ledger.acknowledge(stream, int(event["version"]), Acknowledged(event["id"], body, wanted))
            for missing in [*known, *asked[len(answer["events"]) :]]:
                self.ledger.note(f"{stream}: the answer to {path} does not name {missing}")
        elif "version" in answer:
            self.ledger.acknowledge(stream, int(answer["version"]), Acknowledged("", None))

    def _asked(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> tuple[Json, str]:
        until = time.monotonic() + PATIENCE
        content = None if body is None else json.dumps(body)
        while True:
            status, told, tag, wait = self._once(method, path, content, headers)
            self.ledger.answered(status)
            if 200 <= status < 300 or status == 304:
                return (json.loads(told) if told and status != 204 else {}), tag
            if status == 500:
                self.ledger.note(f"500 for {method} {path}: {told.decode(errors='replace')[:300]}")
            if 400 <= status < 500 and status != 429:  # 429, 500 and more: a later try may succeed
                refused = Refused(status, told.decode(errors="replace"))
                self.ledger.refusal(f"{status} {refused.type}")
                raise refused
            if time.monotonic() > until:
                self.ledger.note(f"no answer that decides in {PATIENCE:g} s: {method} {path}, last {status}")
                raise GaveUp(path)
            if self._ended.wait(wait):
                raise GaveUp(path)

    def _once(self, method: str, path: str, content: str | None, headers: Mapping[str, str]) -> tuple[int, bytes, str, float]:
        """Send a request once. Returns status (0: no answer), body, entity tag, and the seconds to wait before it is sent again."""
        try:
            self._connection.request(method, PREFIX + path, content, {**self._headers, **headers})
            answer = self._connection.getresponse()
            after = answer.headers.get("Retry-After", "")
            wait = min(2.0, float(after)) if after.isdigit() else WAIT
            return answer.status, answer.read(), answer.headers.get("ETag", ""), wait
        except (OSError, HTTPException):
            self._connection.close()
            return 0, b"", "", WAIT


def _asked_for(path: str, body: Json) -> list[tuple[str, Json]]:
    """Return type and some fields of each event that the service writes into a season for this request, in order."""
    match path.split("/")[1:]:
        case ["seasons", _, "tournaments"]:
            return [("TournamentCounted", {"tournament": each}) for each in body["tournaments"]]
        case ["seasons", _, "pending"]:
            decided = "CorrectionDeclined" if "decline" in body else "CorrectionAccepted"
            return [(decided, {"tournament": body["tournament"], "digest": body["digest"]})]
        case _:
            return []
