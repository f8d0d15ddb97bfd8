"""Functions that make tournaments through the API, before a test opens a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

NAMES = ("Anna", "Ben", "Carla", "Dora", "Eve", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Lea", "Max")
FOUR = NAMES[:4]
PIN = "2580"
SWISS: dict[str, Any] = {
    "title": "Autumn cup",
    "system": "high-card",
    "format": "swiss",
    "settings": {"tiebreaks": ["buchholz-cut-1", "head-to-head"]},
    "visibility": "public",
}
EVENING: dict[str, Any] = {"format": "round-robin", "options": {"target": 1}, "settings": {}, "visibility": "private"}
PLAIN: dict[str, Any] = {
    "table": 2,
    "partners": 1,
    "scoring": {"kind": "wins", "win": 2, "draw": 1, "loss": 0, "bye": 2},
    "round": {"ends": "target"},
    "tiebreaks": [],
}
"""The settings that a test does not give. A format would propose others."""
SCORED = {"tiebreaks": ["difference"], "rounds": 3}
"""Settings under which a result must have scores."""


def sent(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


@dataclass(frozen=True)
class Cup:
    """A tournament. `id`: its id. `api`: sends requests as the director who made the tournament."""

    api: httpx.Client
    id: str

    @property
    def page(self) -> str:
        return f"/tournaments/{self.id}"

    def record(self, *events: tuple[str, dict[str, Any]]) -> int:
        """Record events, given as pairs of type and data. Returns the version after them."""
        body = {"events": [{"type": kind, "data": data} for kind, data in events]}
        return int(sent(self.api.post(f"{self.page}/events", json=body, headers={"If-Match": "*"}))["version"])

    def get(self, path: str = "") -> Any:
        return sent(self.api.get(self.page + path))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send a request that names the newest version of the tournament."""
        return sent(self.api.post(self.page + path, json=body, headers={"If-Match": f'"{self.get()["version"]}"'}))

    def types(self) -> list[str]:
        """Return the types of all events, the oldest first."""
        return [event["type"] for event in self.get("/events")["events"]]

    def link(self, scope: str = "record", **limits: Any) -> str:
        """Make a link of this tournament. Returns its secret."""
        return str(sent(self.api.post("/tokens", json={"label": "link", "scopes": [scope], "tournament": self.id, **limits}))["token"])

    def pin(self, *entries: int) -> None:
        for entry in entries:
            assert self.api.put(f"{self.page}/entries/{entry}/pin", json={"pin": PIN}).status_code == 204

    # --- rounds ---

    def pair(self, *, publish: bool = True) -> Any:
        """Pair the next round and publish it. Returns the round."""
        made = self.post("/rounds", {"seed": 1})
        if publish:
            self.record(("RoundPublished", {"round": made["round"]}))
        return made

    def start(self, **clock: int) -> None:
        """Pair, publish and start the next round."""
        self.record(("RoundStarted", {"round": self.pair()["round"], **clock}))

    def play(self) -> None:
        """Pair and publish the next round. At each table the first side wins."""
        made = self.pair()
        for table in made["tables"]:
            self.typed(made["round"], table["table"], 7, 2)

    def paired(self, number: int, *tables: Sequence[Sequence[int]], sits_out: Sequence[int] = ()) -> None:
        """Record and publish a round with exactly these tables. Each table is given as its sides."""
        seated = [{"table": table, "sides": sides} for table, sides in enumerate(tables, 1)]
        by = {"engine": "hand", "version": 1}
        body = {"type": "RoundPaired", "data": {"round": number, "tables": seated, "sits_out": sits_out, "by": by}}
        self.post("/events", {"events": [body]})
        self.record(("RoundPublished", {"round": number}))

    # --- tables ---

    def entered(self, number: int, table: int, *scores: int) -> int:
        """Type the result of a table. Returns its version."""
        return self.record(("ResultEntered", {"round": number, "table": table, "scores": scores}))

    def typed(self, number: int, table: int, *scores: int) -> None:
        """Type the result of a table, and approve it."""
        self.record(("ResultApproved", {"round": number, "table": table, "result": self.entered(number, table, *scores)}))

    def forfeit(self, number: int, *tables: int) -> None:
        """Rule that the first side wins at these tables."""
        self.record(*(("ForfeitRuled", {"round": number, "table": table, "winners": [0]}) for table in tables))

    def game(self, number: int, table: int) -> str:
        """Open the game of a table. Returns its id."""
        return str(sent(self.api.post(f"{self.page}/rounds/{number}/tables/{table}/game", json={}))["game"])

    def table(self, number: int, table: int) -> Any:
        return next(each for each in self.get(f"/rounds/{number}")["tables"] if each["table"] == table)

    def sides(self, number: int, table: int) -> list[list[int]]:
        return list(self.table(number, table)["sides"])


def opened(api: httpx.Client, names: Sequence[str], people: Mapping[str, Sequence[str]] | None = None, **changes: Any) -> Cup:
    """Make a public tournament of these entries. `people`: maps the name of an entry to the ids of its people in the directory."""
    body = {**SWISS, **changes}
    cup = Cup(api, sent(api.post("/tournaments", json=body | {"settings": PLAIN | body["settings"]}))["tournament"])
    entries = [
        ("EntryMade", {"entry": number, "people": [*(people or {}).get(name, ())], "name": name}) for number, name in enumerate(names, 1)
    ]
    for start in range(0, len(entries), 60):
        cup.record(*entries[start : start + 60])
    return cup


def evening(api: httpx.Client, names: Sequence[str] = FOUR, people: Mapping[str, Sequence[str]] | None = None, **changes: Any) -> Cup:
    """Make a private round robin of short games."""
    return opened(api, names, people, **{**EVENING, **changes})


def two_rounds(api: httpx.Client, *scores: int) -> Cup:
    """Round 1: Anna beats Ben, Carla beats Dora. Round 2: Anna plays against Carla, and Ben against Dora. The scores of Anna and Carla are
    `scores`."""
    made = opened(api, FOUR)
    made.paired(1, [[1], [2]], [[3], [4]])
    made.typed(1, 1, 11, 5)
    made.typed(1, 2, 11, 8)
    made.paired(2, [[1], [3]], [[2], [4]])
    made.typed(2, 1, *scores)
    return made


def registered(api: httpx.Client, *names: str) -> dict[str, list[str]]:
    """Add people to the directory. Returns a mapping from each name to a list with the id of this person only."""
    return {name: [str(sent(api.post("/people", json={"name": name}))["person"])] for name in names}
