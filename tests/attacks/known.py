"""What the attackers know of the installation, and a helper that makes their GET requests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import httpx

API: Final = "/api/v1"
Send = Callable[[httpx.Client], httpx.Response]


@dataclass(frozen=True, slots=True)
class Known:
    """The ids that an attacker knows. `game`: a long public game. `person`: a person with many games. `tournament`: one that is being
    played. `middling`: a tournament whose next round is paired during the request. `largest`: a tournament whose next round only a worker
    can pair. `events`: the version of the largest tournament."""

    game: str = ""
    person: str = ""
    tournament: str = ""
    middling: str = ""
    largest: str = ""
    events: int = 1


def getting(*paths: str) -> list[Send]:
    return [lambda client, path=path: client.get(path) for path in paths]  # type: ignore[misc]
