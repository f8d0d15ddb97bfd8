"""Functions that make games through the API, before a test opens a page."""

from collections.abc import Sequence
from typing import Any

import httpx

TABLE = {"system": "high-card", "seats": [{"name": "Chris"}, {"name": "Guy"}, {"name": "Eric"}]}


def opened(api: httpx.Client, **more: Any) -> str:
    """Make a game of three players and choose Chris as the opener. Returns the game's id."""
    game = str(api.post("/games", json={**TABLE, **more}).json()["game"])
    say(api, game, ("OpenerChosen", {"seat": 0}))
    return game


def finished(api: httpx.Client, **more: Any) -> str:
    """Make a game of one round, which Chris wins, with every card recorded. Its last version is 6. Returns the game's id."""
    game = opened(api, options={"target": 1}, **more)
    placed = [("CardPlaced", {"seat": seat, "call": "highest"}) for seat in range(3)]
    say(api, game, *placed, ("CardsRevealed", {"cards": {"0": "KH", "1": "3S", "2": "4D"}}))
    return game


def say(api: httpx.Client, game: str, *acts: tuple[str, dict[str, Any]]) -> None:
    """Append acts, given as pairs of type and data, at the end of the record."""
    events = [{"type": kind, "data": data} for kind, data in acts]
    answer = api.post(f"/games/{game}/events", json={"events": events}, headers={"If-Match": "*"})
    assert answer.status_code == 201, answer.text


def link(api: httpx.Client, game: str, scope: str, label: str = "link", **more: Any) -> str:
    return str(api.post("/tokens", json={"label": label, "scopes": [scope], "game": game, **more}).json()["token"])


def pitched(api: httpx.Client, *cards: str, names: Sequence[str] = ("Ann", "Bob", "Cyd"), **more: Any) -> str:
    """Make a game of Auction Pitch: Ann deals, Bob wins the auction with a bid of 2, and the given cards are played in turn. The first card
    is the event with the version (number of players + 3). Returns the game's id."""
    seats = len(names)
    opening = {"system": "pitch-auction-classic", "seats": [{"name": name} for name in names], **more}
    game = str(api.post("/games", json=opening).json()["game"])
    passing = [("BidPassed", {"seat": seat % seats}) for seat in range(2, seats + 1)]
    say(api, game, ("CardsDealt", {"dealer": 0}), ("BidMade", {"seat": 1, "amount": 2}), *passing)
    for card in cards:
        turn = api.get(f"/games/{game}").json()["view"]["turn"]
        say(api, game, ("CardPlayed", {"seat": turn[0], "card": card}))
    return game
