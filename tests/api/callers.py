"""The visitors who call the API in the tests. Every answer is checked before a test sees it: its client compares it with the contract
(tests/api/conftest.py), and none may be a failure of the service."""

from dataclasses import dataclass, field
from time import sleep
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

API = "/api/v1"
HIGH_CARD = {"system": "high-card", "seats": [{}, {}, {}]}


@dataclass
class Caller:
    """One visitor. `secret`: the secret of the visitor's token; None makes the visitor anonymous."""

    app: Flask
    secret: str | None = None
    client: FlaskClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.app.test_client(use_cookies=False)

    def call(self, method: str, path: str, **options: Any) -> TestResponse:
        """Send a request and check its answer. `path` is relative to /api/v1, unless it begins with a root such as /metrics."""
        headers = dict(options.pop("headers", {}))
        if self.secret is not None:
            headers.setdefault("Authorization", f"Bearer {self.secret}")
        url = (
            path if path.startswith(("/api", "/livez", "/readyz", "/metrics", "/docs", "/openapi", "/problems", "/faults")) else API + path
        )
        response = self.client.open(url, method=method, headers=headers, **options)
        not_ready = (response.status_code, path) == (503, "/readyz")
        assert response.status_code < 500 or not_ready, response.get_data(as_text=True)
        return response

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.call("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> TestResponse:
        return self.call("POST", path, json=body, **options)

    def opened(self, **changes: Any) -> str:
        """Open a game of High Card with three seats. `changes` replace members of the request. Returns the id of the game. No other game
        is opened in the same millisecond: lists would have such games in any order."""
        response = self.post("/games", {**HIGH_CARD, **changes})
        assert response.status_code == 201, response.get_data(as_text=True)
        sleep(0.002)
        return str(response.json["game"])

    def append(self, game: str, *events: dict[str, Any], match: str | None = "*", **options: Any) -> TestResponse:
        """Append the events. `match`: the header `If-Match`; None sends no such header."""
        headers = {**options.pop("headers", {}), **({} if match is None else {"If-Match": match})}
        return self.post(f"/games/{game}/events", {"events": list(events)}, headers=headers, **options)

    def recorded(self, game: str, *events: dict[str, Any]) -> int:
        """Append the events at the end of the record and assert success. Returns the new version."""
        response = self.append(game, *events)
        assert response.status_code == 201, response.get_data(as_text=True)
        return int(response.json["version"])


def opener(seat: int = 0) -> dict[str, Any]:
    return {"type": "OpenerChosen", "data": {"seat": seat}}


def placed(seat: int, call: str = "middle", card: str | None = None) -> dict[str, Any]:
    return {"type": "CardPlaced", "data": {"seat": seat, "call": call} | ({} if card is None else {"card": card})}


def revealed(**cards: str) -> dict[str, Any]:
    """A CardsRevealed event: `revealed(s0="TS")` shows the ten of spades at seat 0."""
    return {"type": "CardsRevealed", "data": {"cards": {seat[1:]: card for seat, card in cards.items()}}}
