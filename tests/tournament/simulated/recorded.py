"""Results that come from recorded games. The game of each table is opened, played by legal acts and confirmed. Then the jobs of the workers
take its result."""

from dataclasses import dataclass, field
from typing import Any

from domain.systems import SYSTEMS
from service.store.keys import HOME, GameId
from tests.api.callers import Caller
from tests.tournament.simulated.evening import Evening, answer, event
from workers.demo.script import NONE, whole
from workers.take import Taker
from workers.validate import validator_with
from workers.wiring import Wiring

PIN = "2468"


@dataclass
class Recorded:
    """Plays the games of `system` over HTTP. `seed`: decides every card, whatever the order in which the tables play. `jobs`: the parts
    that the workers share. `games`: the id of each game, by round and table."""

    jobs: Wiring
    seed: int
    system: str = "high-card"
    games: dict[tuple[int, int], str] = field(default_factory=dict)

    def bring(self, evening: Evening, number: int, table: dict[str, Any]) -> None:
        keeper = evening.scorekeeper
        self.games[number, table["table"]] = game = self.opened(evening, number, table)
        evening.seen(evening.get("")["version"])
        seats = len(answer(keeper.get(f"/games/{game}"), 200)["seats"])
        seed = f"{self.seed}:{number}:{table['sides']}"
        turns = whole(SYSTEMS[self.system], seats, seed, NONE)
        version = keeper.recorded(game, *(sent for turn in turns for sent in turn.events))
        entry = table["sides"][1][0] if number == table["table"] == 1 else None
        confirm(evening, game, version, entry)
        self.taken(game)
        evening.seen(evening.get("")["version"])
        assert evening.get(f"/rounds/{number}")["tables"][table["table"] - 1]["result"]["source"] == "taken"
        if table["table"] == 2:
            self.ruled(evening, number, 2)
            decides(evening, accept=number % 2 == 1)

    def ruled(self, evening: Evening, number: int, table: int) -> None:
        """Let the director take points from a loser at the table after the confirmation. The ruling ends the confirmation. The changed
        result waits for the director, and no place changes."""
        game, result = self.games[number, table], evening.get(f"/rounds/{number}")["tables"][table - 1]["result"]
        before = evening.get("/standings")["rows"]
        loser = next((side for side in range(len(result["scores"])) if side not in result["winners"]), 0)
        called = evening.director.recorded(game, event("IrregularityCalled", kind="other"))
        ruling = {"cites": {"dispute": called}, "rule": "house", "rectification": "penalty", "points": {str(loser): -2}}
        evening.director.recorded(game, event("RulingRecorded", **ruling))
        assert evening.get("/pending")["changes"] == []
        self.taken(game)
        evening.seen(evening.get("")["version"])
        (change,) = evening.get("/pending")["changes"]
        assert (change["round"], change["table"], change["game"]) == (number, table, game)
        assert evening.get("/standings")["rows"] == before

    def opened(self, evening: Evening, number: int, table: dict[str, Any]) -> str:
        """Send the request that opens the game of a table twice, and check that only one game is opened. Returns the id of the game."""
        path = f"/tournaments/{evening.tournament}/rounds/{number}/tables/{table['table']}/game"
        first, again = (answer(evening.scorekeeper.post(path, {})) for _ in range(2))
        assert first["game"] == again["game"]
        return str(first["game"])

    def taken(self, game: str) -> None:
        """Run the jobs that follow a change of the game. Each job runs twice, and the second run changes nothing."""
        for _ in range(2):
            validator_with(self.jobs).validate(GameId(game), 1)
            taker = Taker(self.jobs)
            while not taker.take(HOME):
                pass


def confirm(evening: Evening, game: str, version: int, entry: int | None) -> None:
    """Let the player on seat 1 confirm the result. `entry`: the player's entry, whose PIN the player types on the scorekeeper's phone. A
    player who won, or whose entry is None, uses the link of the seat."""
    keeper, path, headers = evening.scorekeeper, f"/games/{game}/confirmation", {"If-Match": f'"{version}"'}
    if entry is not None:
        address = f"/tournaments/{evening.tournament}/entries/{entry}/pin"
        assert evening.director.call("PUT", address, json={"pin": PIN}).status_code == 204
    if 1 in answer(keeper.get(f"/games/{game}/pins"), 200)["seats"]:
        answer(keeper.post(path, {"seat": 1, "pin": PIN}, headers=headers))
    else:
        link = answer(evening.director.post("/tokens", {"label": "seat 1", "scopes": ["read"], "game": game, "seat": 1}))
        answer(Caller(keeper.app, link["token"]).post(path, {"seat": 1}, headers=headers))


def decides(evening: Evening, *, accept: bool) -> None:
    """Let the director decide about the change that waits. If the director accepts, the places change as in the preview. If the director
    declines, no place changes."""
    before = {row["entry"]: row for row in evening.get("/standings")["rows"]}
    (change,) = evening.get("/pending")["changes"]
    at = {"round": change["round"], "table": change["table"], "change": change["change"]}
    evening.directs(event("ChangeAccepted", **at) if accept else event("ChangeDeclined", **at, reason="settled at the table"))
    after = {row["entry"]: row for row in evening.get("/standings")["rows"]}
    moved = [
        {"before": before[entry]["place"], **{name: row[name] for name in ("place", "entry", "points", "values")}}
        for entry, row in after.items()
        if row != before[entry]
    ]
    assert moved == (change["preview"]["moved"] if accept else [])
    assert evening.get("/pending")["changes"] == []
