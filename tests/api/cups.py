"""A tournament in play, and the visitors whose rights in it are tested. The tests write the tournament directly into the store, which is
faster than requests."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from werkzeug.test import TestResponse

from domain.kernel.events import EventId, TournamentAct
from service.clock import now_ms
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME, StreamId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.tournament.stream import BY, act, entries, paired

TABLES = ([[1], [2]], [[3], [4]], [[5], [6]])
"""The sides of tables 1 to 3 in round 1."""


@dataclass
class Cup:
    """A tournament. `games`: the games of its tables, by name."""

    parts: Wiring
    id: StreamId
    games: dict[str, str] = field(default_factory=dict)

    def add(self, *acts: TournamentAct) -> int:
        """Append events. Return the last version."""
        drafts = [TournamentDraft(item, EventId(str(uuid4()))) for item in acts]
        return self.parts.tournaments.append(self.id, None, drafts, BY).version

    @property
    def version(self) -> int:
        return self.parts.tournaments_read.of(self.id).version


def opened_cup(parts: Wiring, visibility: str = "private") -> Cup:
    """Return a tournament at version 9. Its six entries name no people. Round 1 is paired and published."""
    opening = act("TournamentOpened", title="Cup", system="high-card", rules={}, format="swiss", settings={}, visibility=visibility)
    made = Cup(parts, parts.tournaments.open(HOME, TournamentDraft(opening, EventId(str(uuid4()))), BY).stream)
    made.add(*entries(6), paired(1, *TABLES), act("RoundPublished", round=1))
    return made


def linked(cup: Cup, director: Caller, name: str, number: int, table: int) -> None:
    """Open a private game, and link it to a table."""
    cup.games[name] = director.opened()
    cup.add(act("TableLinked", round=number, table=table, game=cup.games[name]))


def shown(parts: Wiring, director: Caller, visibility: str) -> Cup:
    """Return a tournament with games at its tables. The private games `one` and `two` are at tables 1 and 2 of round 1. Round 2 is not
    published; the game `hidden` is at its table 1. The game `casual` is at no table."""
    cup = opened_cup(parts, visibility)
    linked(cup, director, "one", 1, 1)
    linked(cup, director, "two", 1, 2)
    cup.add(paired(2, [[1], [3]], [[2], [4]], [[5], [6]]))
    linked(cup, director, "hidden", 2, 1)
    cup.games["casual"] = director.opened()
    return cup


VISITORS = (
    "owner",
    "director",
    "scorekeeper",
    "viewer",
    "link of table 1",
    "link of table 2",
    "check-in of entry 1",
    "check-in of entry 3",
    "viewing link",
    "table 1 of another tournament",
    "entry 1 of another tournament",
    "viewing another tournament",
    "link of a game",
    "another club",
    "expired",
    "anonymous",
)
CLUB = ("owner", "director", "scorekeeper", "viewer")
LINKS = ("link of table 1", "link of table 2", "check-in of entry 1", "check-in of entry 3", "viewing link")


def visiting(callers: Callers, cup: Cup, name: str) -> Caller:
    """Return the visitor of this name. Entries 1 and 2 sit at table 1, entries 3 and 4 at table 2."""
    here = {"tournament": cup.id}
    match name:
        case "anonymous":
            return callers.anonymous()
        case "expired":
            return callers.holder("direct", expires=now_ms() - 1)
        case "another club":
            callers.parts.clubs.found("away")  # type: ignore[arg-type]
            return callers.holder("own", club="away")
        case "link of a game":
            return callers.holder("record", game=callers.holder("direct").opened())
        case "table 1 of another tournament":
            return callers.holder("record", tournament=opened_cup(callers.parts).id, table=1)
        case "entry 1 of another tournament":
            return callers.holder("read", tournament=opened_cup(callers.parts).id, entry=1)
        case "viewing another tournament":
            return callers.holder("read", tournament=opened_cup(callers.parts).id)
        case "viewing link":
            return callers.holder("read", **here)
        case "link of table 1" | "link of table 2":
            return callers.holder("record", **here, table=int(name[-1]))
        case "check-in of entry 1" | "check-in of entry 3":
            return callers.holder("read", **here, entry=int(name[-1]))
        case _:
            return callers.holder({"owner": "own", "director": "direct", "scorekeeper": "record", "viewer": "read"}[name])  # type: ignore[arg-type]


def event(name: str, /, **data: Any) -> dict[str, Any]:
    return {"type": name, "data": data}


def send(caller: Caller, cup: Cup, *events: dict[str, Any], query: str = "") -> TestResponse:
    return caller.post(f"/tournaments/{cup.id}/events{query}", {"events": list(events)}, headers={"If-Match": "*"})


# --- PINs and approvals -------------------------------------------------------------------------------------------------------------------

PIN = "2468"


def typed(cup: Cup, table: int = 1, scores: Sequence[int] = (7, 7)) -> int:
    """Type a result; by default a draw, which either side may approve. Returns the version of its event."""
    return cup.add(act("ResultEntered", round=1, table=table, scores=list(scores)))


def approve(caller: Caller, cup: Cup, result: int, *, table: int | str = 1, number: int | str = 1, **body: Any) -> TestResponse:
    return caller.post(f"/tournaments/{cup.id}/rounds/{number}/tables/{table}/approval", {"result": result, **body})


def set_pin(caller: Caller, cup: Cup, entry: int, pin: Any = PIN) -> TestResponse:
    return caller.call("PUT", f"/tournaments/{cup.id}/entries/{entry}/pin", json={"pin": pin})


def check_in(caller: Caller, cup: Cup, entry: int, **body: Any) -> TestResponse:
    return caller.post(f"/tournaments/{cup.id}/entries/{entry}/check-in", body)


def kind(response: TestResponse) -> str:
    """Return `done` if the request succeeded; otherwise the type of the problem and the pointers that the problem names."""
    if response.status_code < 300:
        return "done"
    body: dict[str, Any] = response.json or {}
    return " ".join([body["type"].removeprefix("/problems/"), *(fault["pointer"] for fault in body.get("errors", ()))])
