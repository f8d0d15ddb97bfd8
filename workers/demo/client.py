"""A small client of the HTTP API, for the demonstration. It sends and receives JSON over one connection, and reconnects."""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any, Final
from uuid import uuid4

from service.config import Config
from service.running.front_door import near

PREFIX: Final = "/api/v1"
TYPES: Final = "/problems/"
PATIENCE: Final = 30.0
"""If the API does not answer, a request is repeated for at most this many seconds."""


class Refused(RuntimeError):
    """The API refused a request. `status`: its HTTP status code. `problem`: the body of the answer. `type`: the type of the problem as in
    docs/problems.md, such as `conflict`; empty if the body is not a problem document."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(f"{status} {problem}")
        self.type = _type_of(problem)


def _type_of(problem: str) -> str:
    try:
        document = json.loads(problem)
    except ValueError:
        return ""
    return str(document.get("type", "")).removeprefix(TYPES) if isinstance(document, dict) else ""


class Client:
    """Sends requests with one token. `stopped`: a function that says whether the demonstration is ending. If so, a request without an
    answer is not repeated; its error is raised."""

    def __init__(self, config: Config, token: str, stopped: Callable[[], bool]) -> None:
        self._connection = HTTPConnection(near(config), config.port, timeout=10)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._stopped = stopped

    def get(self, path: str) -> dict[str, Any]:
        """Send a GET request for `path`. Returns the body of the answer. Raises Refused, OSError, HTTPException."""
        return self._asked("GET", path, None, {})

    def post(self, path: str, body: dict[str, Any], version: int | None = None) -> dict[str, Any]:
        """Send a POST request with `body`. Returns the body of the answer. The server carries it out only once, however often it is sent.
        `version`: the record's current version, if the request appends to one. Raises Refused, OSError, HTTPException."""
        headers = {"Idempotency-Key": str(uuid4())}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._asked("POST", path, json.dumps(body), headers)

    def _asked(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection.request(method, PREFIX + path, body, self._headers | headers)
                answer = self._connection.getresponse()
                status, content = answer.status, answer.read()
            except (OSError, HTTPException):
                status, content = 0, b""
                self._connection.close()
                if self._stopped() or time.monotonic() > until:
                    raise
            if 200 <= status < 300:
                body_of_answer: dict[str, Any] = json.loads(content)
                return body_of_answer
            if 400 <= status < 500 or (status and (self._stopped() or time.monotonic() > until)):
                raise Refused(status, content.decode(errors="replace"))
            time.sleep(0.25)
