"""What the attackers know of the installation, and a helper that makes their GET requests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import httpx

API: Final = "/api/v1"
Send = Callable[[httpx.Client], httpx.Response]


@dataclass(frozen=True, slots=True)
class Known:
    """What an attacker knows: the ids of some records, and a version. `game`: a long public game. `person`: a person with many games.
    `tournament`: a tournament in play. `middling`: a tournament so small that its next round is paired during the request. `largest`: a
    tournament so large that a worker must pair its next round. `events`: the last version of `largest`."""

    game: str = ""
    person: str = ""
    tournament: str = ""
    middling: str = ""
    largest: str = ""
    events: int = 1


def getting(*paths: str) -> list[Send]:
    return [lambda client, path=path: client.get(path) for path in paths]  # type: ignore[misc]
