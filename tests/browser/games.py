"""Games made through the API, before a test opens a page."""

from collections.abc import Sequence
from typing import Any

import httpx

TABLE = {"system": "high-card", "seats": [{"name": "Chris"}, {"name": "Guy"}, {"name": "Eric"}]}


def opened(api: httpx.Client, **more: Any) -> str:
    """Make a game of three that Chris opens. Returns its id."""
    game = str(api.post("/games", json={**TABLE, **more}).json()["game"])
    say(api, game, ("OpenerChosen", {"seat": 0}))
    return game


def finished(api: httpx.Client, **more: Any) -> str:
    """Make a game of one round with every card recorded (version 6). Chris has won it. Returns its id."""
    game = opened(api, options={"target": 1}, **more)
    placed = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in range(3)]
    say(api, game, *placed, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    return game


def say(api: httpx.Client, game: str, *acts: tuple[str, dict[str, Any]]) -> None:
    """Append acts at the end, each a type and its data."""
    events = [{"type": kind, "data": data} for kind, data in acts]
    answer = api.post(f"/games/{game}/events", json={"events": events}, headers={"If-Match": "*"})
    assert answer.status_code == 201, answer.text


def link(api: httpx.Client, game: str, scope: str, label: str = "link", **more: Any) -> str:
    """A table link's token."""
    return str(api.post("/tokens", json={"label": label, "scopes": [scope], "game": game, **more}).json()["token"])


def pitched(api: httpx.Client, *cards: str, names: Sequence[str] = ("Ann", "Bob", "Cyd"), **more: Any) -> str:
    """A deal of Auction Pitch that Ann deals and Bob makes for 2, with these cards played round the table in turn (from event 3 + the
    number of players). Returns its id."""
    seats = len(names)
    opening = {"system": "pitch-auction-classic", "seats": [{"name": name} for name in names], **more}
    game = str(api.post("/games", json=opening).json()["game"])
    passing = [("BidPassed", {"seat": seat % seats}) for seat in range(2, seats + 1)]
    say(api, game, ("CardsDealt", {"dealer": 0}), ("BidMade", {"seat": 1, "amount": 2}), *passing)
    for card in cards:
        turn = api.get(f"/games/{game}").json()["view"]["turn"]
        say(api, game, ("CardPlayed", {"seat": turn[0], "card": card}))
    return game
