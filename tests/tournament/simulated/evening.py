"""Plays a tournament through the API, as a director and a scorekeeper would, and keeps every version of the standings that somebody could
have read."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from werkzeug.test import TestResponse

from tests.api.callers import Caller
from tests.tournament.simulated.plans import Plan

SAMPLED = 29
"""In a large tournament, the standings are read only at versions that are a multiple of this number."""


def event(name: str, /, **data: Any) -> dict[str, Any]:
    return {"type": name, "data": data}


def answer(response: TestResponse, status: int = 201) -> Any:
    """Return the JSON of an answer. Asserts that the answer has this status."""
    assert response.status_code == status, response.get_data(as_text=True)
    return response.json


class Results(Protocol):
    """A way in which the result of a table arrives: a scorekeeper types it, or it comes from a recorded game."""

    def bring(self, evening: "Evening", number: int, table: dict[str, Any]) -> None:
        """Bring in the result of a table of round `number`, so that it counts. `table`: the table, as in the JSON answer about the
        round."""


@dataclass
class Evening:
    """One tournament. `seed`: decides what happens. `order`: decides in which order the tables of a round report. `watched`: whether the
    standings are read after each request (in a large tournament, after some requests). `published`: by version, the standings that were
    answered when this version was the newest. `ends`: by round, the version at the end of the round. `tables`: the tables of each round.
    `digests`: the answers when standings were published."""

    director: Caller
    scorekeeper: Caller
    plan: Plan
    results: Results
    seed: int
    order: Random
    watched: bool = True
    tournament: str = ""
    version: int = 0
    published: dict[int, dict[str, Any]] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    tables: dict[int, list[Any]] = field(default_factory=dict)
    digests: list[dict[str, Any]] = field(default_factory=list)

    # --- requests -------------------------------------------------------------------------------------------------------------------------

    def get(self, path: str) -> Any:
        return answer(self.director.get(f"/tournaments/{self.tournament}{path}"), 200)

    def directs(self, *events: dict[str, Any]) -> int:
        return self._sends(self.director, *events)

    def keeps(self, *events: dict[str, Any]) -> int:
        return self._sends(self.scorekeeper, *events)

    def _sends(self, caller: Caller, *events: dict[str, Any]) -> int:
        """Record the events. Returns the version of the last one."""
        path = f"/tournaments/{self.tournament}/events"
        sent = caller.post(path, {"events": list(events)}, headers={"If-Match": "*"})
        self.seen(int(answer(sent)["version"]))
        return self.version

    def seen(self, version: int) -> None:
        """Note that the tournament has now reached this version, and read its standings."""
        self.version = version
        if self.watched and (self.plan.small or version % SAMPLED == 0):
            self._watch()

    def _watch(self) -> None:
        self.published[self.version] = self.get("/standings")
        assert self.published[self.version]["version"] == self.version

    def events(self) -> list[dict[str, Any]]:
        """Return all events, in order of version."""
        found: list[dict[str, Any]] = []
        while len(found) < self.version:
            found += self.get(f"/events?after={len(found)}")["events"]
        return found

    # --- the evening ----------------------------------------------------------------------------------------------------------------------

    def play(self) -> "Evening":
        """Play the tournament from the opening to the end. Returns this object."""
        self.begin()
        for number in range(1, self._planned() + 1):
            self.round(number)
        assert not self._pair(self._planned() + 1)
        self.directs(event("TournamentFinished"))
        return self

    def begin(self) -> None:
        """Open the tournament, enter everybody, and check in everybody except the first entry."""
        self._open()
        self.directs(*(self._entry(number) for number in range(1, self.plan.size + 1)))
        self.directs(*(event("CheckedIn", entry=number) for number in range(2, self.plan.size + 1)))

    def round(self, number: int) -> None:
        """Pair, publish and play a round, including the events before and after the round."""
        if number > 1:
            self._before(number)
        assert self._pair(number)
        if number == 1 and self.plan.changes:
            self._paired_again()
        self.directs(event("RoundPublished", round=number))
        self.tables[number] = self.get(f"/rounds/{number}")["tables"]
        self._report(number)
        self._after(number)
        self.ends[number] = self.version
        self._watch()
        self._publish(number)

    def _open(self) -> None:
        body = {
            "title": "Simulated",
            "system": "high-card",
            "format": self.plan.format,
            "settings": {"round": {"ends": "target"}, **self.plan.settings},
        }
        made = answer(self.director.post("/tournaments", {**body, "visibility": "public"}))
        self.tournament = made["tournament"]
        self.seen(made["version"])

    def _entry(self, number: int, **more: Any) -> dict[str, Any]:
        people = [self._person(f"{number}.{place}") for place in range(self.plan.people)]
        return event("EntryMade", entry=number, people=people, name=f"Entry {number}", seed=number, **more)

    def _person(self, name: str) -> str:
        return str(answer(self.director.post("/people", {"name": f"Person {name}"}))["person"])

    def _planned(self) -> int:
        """Return the number of rounds. A round robin has as many rounds as it needs."""
        return int(self.plan.settings.get("rounds", self.plan.size - 1 + self.plan.size % 2))

    def _pair(self, number: int) -> bool:
        path, headers = f"/tournaments/{self.tournament}/rounds", {"If-Match": f'"{self.version}"'}
        foreseen = self.director.post(f"{path}?dry_run=true", {"seed": self.seed}, headers=headers)
        made = self.director.post(path, {"seed": self.seed}, headers=headers)
        if number > self._planned():
            assert answer(made, 409)["type"] == "/problems/not-paired"
            return False
        body = answer(made)
        assert body["round"] == number
        assert answer(foreseen, 200)["tables"] == body["tables"]
        self.seen(int(made.headers["ETag"].strip('"')))
        return True

    def _paired_again(self) -> None:
        """Let the director withdraw the first pairing, pair again and swap two entries."""
        self.directs(event("RoundPublished", round=1))
        self.directs(event("RoundUnpublished", round=1, reason="somebody came"))
        assert self._pair(1)
        made = self.get("/rounds/1")
        tables = [{"table": table["table"], "sides": table["sides"]} for table in made["tables"]]
        first, second = tables[0]["sides"], tables[-1]["sides"]
        first[0], second[-1] = second[-1], first[0]
        self.directs(event("PairingChanged", round=1, tables=tables, sits_out=made["sits_out"]))

    def _before(self, number: int) -> None:
        """Do what happens between rounds: an entry comes late, one entry withdraws or comes back, and one entry asks for an absence."""
        if number == 2:
            self.directs(event("EntryWithdrawn", entry=3, from_round=2))
            if self.plan.late:
                self._late(3)
        if number == 4 and self.plan.returns:
            self.directs(event("EntryReturned", entry=3, from_round=4))
        if self.plan.absences:
            kind = self.plan.absences[number % len(self.plan.absences)]
            self.directs(event("AbsenceNoted", entry=4 + number % 4, round=number, kind=kind))

    def _late(self, withdrawn: int) -> None:
        """Add a late entry. In a rotation, the late entry takes the line of the entry that withdrew. In other formats, the late entry asks
        for half of the points of round 1."""
        number = self.plan.size + 1
        lines = [one["data"] for one in self.events() if one["type"] == "EntryChanged" and one["data"]["entry"] == withdrawn]
        if lines:
            self.directs(self._entry(number, line=lines[-1]["line"]))
        else:
            self.directs(self._entry(number), event("AbsenceNoted", entry=number, round=1, kind="half"))

    def _report(self, number: int) -> None:
        """Let the tables report in any order. In every second round, the last table does not play because no player comes."""
        tables = list(self.tables[number])
        self.order.shuffle(tables)
        for table in tables:
            if self.plan.forfeits and number % 2 and table["table"] == len(tables):
                self.directs(event("ForfeitRuled", round=number, table=table["table"], winners=[0] if number % 4 == 1 else []))
            else:
                self.results.bring(self, number, table)

    def _publish(self, number: int) -> None:
        path, headers = f"/tournaments/{self.tournament}/standings/published", {"If-Match": f'"{self.version}"'}
        self.digests.append(answer(self.director.post(path, {"through_round": number}, headers=headers)))
        self.seen(self.digests[-1]["version"])

    def _after(self, number: int) -> None:
        """Record the director's rulings after a round: a deduction of points, lots, an order of entries, and a late forfeit in the previous
        round. The lots of round 3 are inserted before those of round 2, so the lots of round 2 count."""
        if number == 2:
            self.directs(event("ScoreAdjusted", entry=1, points=-1, reason="late", round=2))
            self.directs(event("ScoreAdjusted", entry=2, points=1, reason="count", score=2))
            self.directs(event("LotsDrawn", order=list(range(self.plan.size, 0, -1))))
        if number == 3:
            self.directs(event("OrderRuled", order=[2, 1], reason="play-off"))
            self.directs(event("OrderRuled", order=[5, 4], reason="play-off"))
            self.directs({**event("LotsDrawn", order=list(range(1, self.plan.size + 1))), "after": 1})
            self.directs({**event("ScoreAdjusted", entry=6, points=1, reason="count"), "after": self.ends[1]})
            if self.plan.forfeits:
                self.ruled_late(2, 1)

    def ruled_late(self, number: int, table: int) -> None:
        """Let the director rule on a table whose result was already used for a pairing. The dry run must list exactly the entries whose
        place changes."""
        ruling = event("ForfeitRuled", round=number, table=table, winners=[1])
        path = f"/tournaments/{self.tournament}/events?dry_run=true"
        before = {row["entry"]: row for row in self.get("/standings")["rows"]}
        foreseen = answer(self.director.post(path, {"events": [ruling]}, headers={"If-Match": "*"}), 200)
        assert {row["entry"]: row for row in self.get("/standings")["rows"]} == before
        self.directs(ruling)
        after = {row["entry"]: row for row in self.get("/standings")["rows"]}
        moved = [
            {"before": before[entry]["place"], **{name: row[name] for name in ("place", "entry", "points", "values")}}
            for entry, row in after.items()
            if row != before[entry]
        ]
        assert foreseen["moved"] == moved
        assert foreseen["paired_on_old"] == list(range(number + 1, len(self.tables) + 1))
