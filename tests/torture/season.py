"""The clients of seasons: one plays short evenings, counts them and corrects them later; the other decides about the changes that wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any, Final, NamedTuple

from tests.torture.cup import Host
from tests.torture.phone import GaveUp, Phone
from tests.torture.players import Client
from workers.demo.client import Refused
from workers.demo.director import act
from workers.demo.script import Sent

NEWEST: Final = 3
"""The second client looks at one of this many newest seasons."""
POINTS: Final = ("place", "place", "points", "percentage")
SEEN_BY: Final = ("public", "public", "unlisted", "private")


class Form(NamedTuple):
    """A kind of evening. `of`: how many people an entry has."""

    format: str
    settings: dict[str, Any]
    entries: int
    of: int = 1


FORMS: Final = (
    Form("round-robin", {"groups": {"count": 2}, "cut": {"top": 1}}, 4),
    Form("single-elimination", {}, 4),
    Form("swiss", {"rounds": 2, "tiebreaks": ["buchholz"]}, 5, of=2),
    Form("round-robin", {"groups": {"count": 2}, "cut": {"top": 2, "format": "single-elimination-third"}}, 7),
    Form("double-elimination-one-final", {}, 6),
    Form("swiss", {"rounds": 3}, 8),
)
"""The evenings of a season, in order."""


@dataclass
class Evening:
    """A finished tournament. `version`: that of its end. `last`: round, table and winner (a side) of the match that was recorded last."""

    cup: str
    version: int
    last: tuple[int, int, int]


class Keeper(Host):
    """Keeps one season after another. `season`, `at`: the current one, and its version after the last request. `visibility`: of the
    season. `counted`: the version of the event that counted each tournament last."""

    def __init__(self, name: str, phone: Phone, dice: Random, stopping: Event, people: list[str]) -> None:
        super().__init__(name, phone, dice, stopping, people)
        self.season, self.at, self.visibility = "", 0, ""
        self.counted: dict[str, int] = {}

    def play(self) -> None:
        self._found()
        evenings: list[Evening] = []
        uncounted: list[Evening] = []
        for form in FORMS:
            uncounted.append(self._evening(form))
            if not evenings or self.dice.random() < 0.6:
                self._count([each.cup for each in uncounted])
                evenings, uncounted = evenings + uncounted, []
            self._correct(self.dice.choice(evenings))
            decided(self, self.season)
            self._change()
        if self.dice.random() < 0.5:
            self._write(act("SeasonClosed"))

    def _next(self) -> None:
        if not self.rest():
            raise GaveUp("the faults are over")

    # --- a tournament ---

    def _evening(self, form: Form) -> Evening:
        """Play a tournament to its end. At each table the one who is stronger today wins, so that nobody is level at a cut."""
        who = self.dice.sample(self.people, form.entries * form.of)
        entries = [who[at : at + form.of] for at in range(0, len(who), form.of)]
        seen = self.visibility if self.dice.random() < 0.7 else "public"
        title = f"{form.format} {self.dice.random()}"
        self.opened({"title": title, "system": "high-card", "format": form.format, "settings": form.settings, "visibility": seen}, entries)
        strength = self.dice.sample(range(form.entries), form.entries)
        last = (0, 0, 0)
        while self.phone.get(f"/tournaments/{self.cup}/desk")["next"] != "finish":
            self._next()
            paired = self.paired()
            self._next()
            results: list[Sent] = []
            for table in paired["tables"]:
                winner = min(range(2), key=lambda side: strength[table["sides"][side][0] - 1])
                last = (paired["round"], table["table"], winner)
                results += self._result(*last, self.version + 1 + len(results))
            self.record(act("RoundPublished", round=paired["round"]), *results)
        self._next()
        self.record(act("TournamentFinished"))
        return Evening(self.cup, self.version, last)

    @staticmethod
    def _result(number: int, table: int, winner: int, after: int) -> list[Sent]:
        """Return the events of a result. `after`: the version before them."""
        at = {"round": number, "table": table}
        return [act("ResultEntered", **at, winners=[winner]), act("ResultApproved", **at, result=after + 1)]

    def _correct(self, evening: Evening) -> None:
        """Open a tournament again, let the other side win the last match, and end it again."""
        self._next()
        self.cup, self.version = evening.cup, evening.version
        self.record(act("Retracted", target=evening.version))
        self._next()
        number, table, winner = evening.last
        evening.last = (number, table, 1 - winner)
        self.record(*self._result(*evening.last, self.version), act("TournamentFinished"))
        evening.version = self.version

    # --- the season ---

    def _found(self) -> None:
        self.visibility = self.dice.choice(SEEN_BY)
        name = f"Season {self.dice.random()}"
        made = self.phone.post("/seasons", {"name": name, "settings": self._settings(), "visibility": self.visibility})
        self.season, self.at, self.counted = made["season"], made["version"], {}

    def _settings(self) -> dict[str, Any]:
        return {
            "by": self.dice.choice(POINTS),
            "joint": self.dice.choice(("share", "same")),
            "best": self.dice.choice((None, 2, 4)),
            "least": self.dice.choice((1, 1, 2)),
            "accept_changes": self.dice.random() < 0.4,
        }

    def _count(self, cups: Sequence[str]) -> None:
        self._next()
        made = self.phone.post(f"/seasons/{self.season}/tournaments", {"tournaments": cups})
        self.at = int(made["version"])
        self.counted |= {cup: int(event["version"]) for cup, event in zip(cups, made["events"], strict=True)}

    def _change(self) -> None:
        """Change the settings, write a note, end the season and reopen it, or leave a tournament out, which may be taken back."""
        counted = [each["tournament"] for each in self._look()["tournaments"]]
        cup = self.dice.choice(counted or [""])
        match self.dice.choice(("settings", "note", "end", "leave out", "withdraw")):
            case "settings":
                self._write(act("SeasonSettingsChanged", settings=self._settings()))
            case "note":
                self._write(act("NoteWritten", note=f"note {self.dice.random()}"))
            case "end":
                self._write(act("Retracted", target=self._write(act("SeasonClosed"))))
            case what if cup:
                gone = act("TournamentLeftOut", tournament=cup, reason="torture")
                version = self._write(gone if what == "leave out" else act("Retracted", target=self.counted[cup]))
                if self.dice.random() < 0.4:
                    self._write(act("Retracted", target=version))
                elif self.dice.random() < 0.7:
                    self._count([cup])

    def _write(self, event: Sent) -> int:
        """Record an event. Returns its version."""
        self._next()
        made = self.again(lambda: self.phone.post(f"/seasons/{self.season}/events", {"events": [event]}, self.at), self._look)
        self.at = int(made["version"])
        return int(made["events"][0]["version"])

    def _look(self) -> dict[str, Any]:
        state = self.seen(self.season, self.at, "seasons")
        self.at = int(state["version"])
        return state


class Decider(Client):
    """Decides about changes that wait in the newest seasons, while the keeper does so too."""

    def play(self) -> None:
        seasons = self.phone.ledger.seasons()
        if seasons:
            decided(self, self.dice.choice(seasons[-NEWEST:]))
        self.rest()


def decided(client: Client, season: str) -> None:
    """Accept or decline some of the changes that wait in a season. Somebody else may decide first, or end the season."""
    for change in client.phone.get(f"/seasons/{season}/pending")["changes"]:
        decision = {"tournament": change["tournament"], "digest": change["digest"]}
        doing = client.dice.choice((decision, {**decision, "decline": "too late"}, None))
        try:
            if doing is not None:
                client.phone.post(f"/seasons/{season}/pending", doing)
        except Refused as refused:
            if refused.type != "invalid":
                raise
