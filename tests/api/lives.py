"""Functions that play a game to its end and confirm its result, for the tests of the API."""

from typing import Any

from werkzeug.test import TestResponse

from tests.api.callers import Caller, opener

TOTALS = {"0": 4, "1": 2, "2": 0}


def event(type_: str, **data: Any) -> dict[str, Any]:
    return {"type": type_, "data": data}


def stated(winner: int = 0, **scores: int) -> dict[str, Any]:
    return event("ResultStated", winners=[winner], scores={seat[1:]: score for seat, score in scores.items()} or TOTALS)


def finished(scorekeeper: Caller) -> str:
    """Open a game that ends at version 3: version 2 chooses the opener, and version 3 states the result."""
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener(), stated())
    return game


def confirmed(caller: Caller, game: str, seat: int, version: int | str = 3, **body: Any) -> TestResponse:
    match = version if version == "*" else f'"{version}"'
    return caller.post(f"/games/{game}/confirmation", {"seat": seat, **body}, headers={"If-Match": match})


def life(caller: Caller, game: str) -> dict[str, Any]:
    state: dict[str, Any] = caller.get(f"/games/{game}").json["life"]
    return state


def problem(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.json["type"].removeprefix("/problems/")
