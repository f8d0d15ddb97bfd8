"""Computes again what a season must hold and show, from the stored events alone: in one loop over JSON, without the product's fold and
table. This module sends no requests."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from domain.kernel.events import SeasonEvent, TournamentEvent, data_of
from domain.kernel.events.club import VISIBILITIES
from domain.kernel.events.seasons import FINAL_ROWS
from domain.record.chain import hashes
from domain.season.counting import final_rows
from domain.tournament.reading import tournament_read
from tests.season.recomputed import recomputed
from tests.torture.compared import Found, digest
from tests.torture.ledger import Json

Answers = Mapping[str, bytes]
"""Answers by `<path> as <owner or stranger>`: the status, a space, and the body."""
Cups = Mapping[str, Sequence[TournamentEvent]]
"""The events of tournaments."""
MOST_WAITING: Final = 5
"""How many waiting changes an answer shows."""
MOST_LISTED: Final = 50
"""How many seasons a page of the list has."""
FOR_MEMBERS: Final = ("/pending", "/events")


class Waiting(NamedTuple):
    """A change that waits: the version of the tournament that brings it, and the digest of its rows."""

    tournament: str
    version: int
    digest: str


@dataclass
class Recount:
    """A season. `counted`: by tournament, the data of the event that counts. `declined`: by tournament, digests. `withdrawn`: tournaments
    and versions of accepted changes that were withdrawn: no worker accepts those again."""

    settings: Json = field(default_factory=dict)
    visibility: str = ""
    counted: dict[str, Json] = field(default_factory=dict)
    declined: dict[str, set[str]] = field(default_factory=dict)
    withdrawn: set[tuple[str, int]] = field(default_factory=set)
    closed: bool = False

    def table(self) -> dict[str, tuple[int | None, Fraction]]:
        rows = [[(row["place"], row["people"], row["points"]) for row in data["rows"]] for data in self.counted.values()]
        return recomputed(self.settings, rows)

    def waiting(self, cups: Cups) -> list[Waiting]:
        """Return all changes that wait, in the order in which their tournaments were counted."""
        found = []
        for cup, data in self.counted.items():
            state, version = tournament_read(cups[cup]).state, cups[cup][-1].version
            if version > data["version"] and state.finished and self._may_count(state.visibility):
                rows = FINAL_ROWS.dump(final_rows(state))
                if digest(rows) not in {digest(data["rows"]), *self.declined[cup]}:
                    found.append(Waiting(cup, version, digest(rows)))
        return found

    def _may_count(self, visibility: str) -> bool:
        return VISIBILITIES.index(visibility) >= VISIBILITIES.index(self.visibility)


def recount(events: Sequence[SeasonEvent]) -> Recount:
    """Return the season after these events."""
    made, gone = Recount(), set[int]()
    for event in reversed(events):
        data: Any = data_of(event.act)
        if event.type == "Retracted" and event.version not in gone:
            gone.add(data["target"])
        if event.type == "CorrectionAccepted" and event.version in gone:
            made.withdrawn.add((data["tournament"], data["version"]))
    for event in events:
        if event.version not in gone:
            _take(made, event.type, data_of(event.act))
    return made


def _take(made: Recount, name: str, data: Any) -> None:
    cup = data.get("tournament", "")
    there = cup in made.counted
    match name:
        case "SeasonOpened":
            made.settings, made.visibility = data["settings"], data["visibility"]
        case "SeasonSettingsChanged":
            made.settings = data["settings"]
        case "TournamentCounted" if not there:
            made.counted[cup], made.declined[cup] = data, set()
        case "CorrectionAccepted" if there and data["version"] > made.counted[cup]["version"]:
            made.counted[cup], made.declined[cup] = data, set()
        case "CorrectionDeclined" if there:
            made.declined[cup].add(data["digest"])
        case "TournamentLeftOut" if there:
            del made.counted[cup]
        case "SeasonClosed":
            made.closed = True


def copied(season: str, events: Sequence[SeasonEvent], cups: Cups) -> Found:
    """Find standings that the season counts and the tournament did not have, and what was counted or decided twice."""
    found, known = Found(), {cup: list(hashes(stored)) for cup, stored in cups.items()}
    for event in events:
        data: Any = data_of(event.act)
        where, cup = f"{season}: version {event.version}, {event.type}", data.get("tournament", "")
        before = recount(events[: event.version - 1])
        there = before.counted.get(cup)
        if event.type in {"TournamentCounted", "CorrectionAccepted"}:
            state = tournament_read(cups[cup][: data["version"]]).state
            if known[cup][data["version"] - 1] != data["hash"] or FINAL_ROWS.dump(final_rows(state)) != data["rows"] or not state.finished:
                found.divergent.append(f"{where}: {cup} did not end with these standings at version {data['version']}")
        if event.type == "TournamentCounted" and there is not None:
            found.doubled.append(f"{where}: {cup} counted already")
        elif event.type in {"CorrectionAccepted", "CorrectionDeclined"}:
            rows = data["digest"] if event.type == "CorrectionDeclined" else digest(data["rows"])
            if there is None or rows in {digest(there["rows"]), *before.declined[cup]} or data.get("version", 10**9) <= there["version"]:
                found.doubled.append(f"{where}: no such change of {cup} waited")
    return found


# --- what is shown ------------------------------------------------------------------------------------------------------------------------


def pages(season: str, known_at: int, person: str) -> list[str]:
    """Return the paths of the pages that `shown` compares."""
    paths = ("", "/standings", f"/standings?known_at={known_at}", f"/standings/{person}", *FOR_MEMBERS)
    return [f"/seasons/{season}{path}" for path in paths]


class Shown(NamedTuple):
    """What a visitor sees of a season."""

    answers: Answers
    season: str
    who: str

    def said(self, path: str) -> tuple[int, Any]:
        """Return status and body (None if the status is not 200)."""
        answer = self.answers[f"/seasons/{self.season}{path} as {self.who}"]
        return int(answer[:3]), json.loads(answer[4:]) if answer.startswith(b"200 ") else None

    def table(self, path: str) -> dict[str, tuple[int | None, Fraction]] | None:
        _, body = self.said(path)
        return None if body is None else {row["person"]: (row["place"], Fraction(row["points"])) for row in body["rows"]}


def shown(season: str, events: Sequence[SeasonEvent], cups: Cups, answers: Answers, known_at: int, person: str) -> Found:
    """Compare the pages of a season, and the changes that wait in it, with its events."""
    now, then, found = recount(events), recount(events[:known_at]), Found()
    owner = Shown(answers, season, "owner")
    readers = [owner] if now.visibility == "private" else [owner, Shown(answers, season, "stranger")]
    for page in [path.removeprefix(f"/seasons/{season}") for path in pages(season, known_at, person)]:
        status, _ = Shown(answers, season, "stranger").said(page)
        if (now.visibility == "private" or page in FOR_MEMBERS) and status == 200:
            found.divergent.append(f"{season}: strangers see {page or 'the season'}")
    for reader in readers:
        found.divergent += [f"{season} as {reader.who}: {what}" for what in _differing(reader, now, then, known_at, person, len(events))]
    _, listed = owner.said("/events")
    if listed is None or [(each["version"], each["id"], each["type"]) for each in listed["events"]] != [
        (event.version, event.id, event.type) for event in events
    ]:
        found.divergent.append(f"{season}: other events are listed than stored")
    found.add(_waiting(owner, now, now.waiting(cups)))
    return found


def _differing(reader: Shown, now: Recount, then: Recount, known_at: int, person: str, version: int) -> Iterator[str]:
    """Yield a sentence for each page that differs from the recount."""
    _, state = reader.said("")
    counted = [(cup, data["version"], len(data["rows"])) for cup, data in now.counted.items()]
    if state is None or (
        state["version"],
        state["closed"],
        state["visibility"],
        state["settings"],
        [(each["tournament"], each["version"], each["entries"]) for each in state["tournaments"]],
    ) != (version, now.closed, now.visibility, now.settings, counted):
        yield "the season is shown otherwise than it is recorded"
    for path, known in (("/standings", now), (f"/standings?known_at={known_at}", then)):
        if reader.table(path) != known.table():
            yield f"{path} is not the table that follows from the record"
    status, row = reader.said(f"/standings/{person}")
    expected = now.table().get(person)
    if expected is None:
        if status != 404:
            yield f"{person} is shown, and is not in the table"
    elif row is None or (row["place"], Fraction(row["points"])) != expected or _sum(row) != expected[1]:
        yield f"the place of {person} does not follow from the record"


def _sum(row: Json) -> Fraction:
    return sum((Fraction(credit["worth"]) for credit in row["credits"] if credit["counts"]), Fraction(0))


def _waiting(owner: Shown, now: Recount, waiting: Sequence[Waiting]) -> Found:
    season, found = owner.season, Found()
    _, body = owner.said("/pending")
    told = [Waiting(each["tournament"], each["version"], each["digest"]) for each in body["changes"]] if body else []
    found.lost += [f"{season}: the change of {each.tournament} is not shown" for each in waiting[:MOST_WAITING] if each not in told]
    found.doubled += [f"{season}: a change of {each.tournament} is shown that does not wait" for each in told if each not in waiting]
    found.doubled += [f"{season}: changes are shown twice"] * (len(told) != len({each.tournament for each in told}))
    if now.settings["accept_changes"] and not now.closed:
        left = [each for each in waiting if (each.tournament, each.version) not in now.withdrawn]
        found.lost += [f"{season}: accepts changes, and that of {each.tournament} waits" for each in left]
    return found


def listed(path: str, seasons: Mapping[str, Sequence[SeasonEvent]], answers: Answers) -> Found:
    """Compare the first page of the list of seasons. `seasons`: all, the newest first."""
    found = Found()
    for who in ("owner", "stranger"):
        recounts = {season: (recount(events), len(events)) for season, events in seasons.items()}
        lines = [
            (season, version, now.closed, len(now.counted), now.visibility)
            for season, (now, version) in [*recounts.items()][:MOST_LISTED]
            if who == "owner" or now.visibility == "public"
        ]
        told = json.loads(answers[f"{path} as {who}"][4:])["seasons"]
        shown_lines = [(each["season"], each["version"], each["closed"], each["tournaments"], each["visibility"]) for each in told]
        if sorted(shown_lines) != sorted(lines):
            found.divergent.append(f"{path} as {who}: the list of seasons is not that of the record")
    return found
