"""The recount of seasons finds a wrong table, a lost change and a doubled one. Each test row damages what is stored or what is shown."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from domain.kernel.events import EventId, PersonId, SeasonEvent, StreamEvent, TokenId, TournamentEvent
from domain.kernel.events.seasons import CorrectionAccepted, CorrectionDeclined, SeasonOpened, TournamentCounted
from service.store.keys import HOME, StreamId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.evenings import corrected, count, evening, opened_season
from tests.torture import recount
from tests.torture.compared import Found

PEOPLE = {f"p-{name.lower()}": name for name in ("Ann", "Ben", "Cleo", "Dora")}
SEASONS = "/seasons?limit=50"
KNOWN_AT = 3
Json = dict[str, Any]


@dataclass
class Case:
    """A season of three evenings, as it is stored and as it is shown. The change of the first was accepted, that of the second declined; a
    change of the third waits."""

    season: str
    events: list[SeasonEvent]
    cups: dict[str, list[TournamentEvent]]
    answers: dict[str, bytes] = field(default_factory=dict)

    def found(self) -> Found:
        found = recount.copied(self.season, self.events, self.cups)
        found.add(recount.shown(self.season, self.events, self.cups, self.answers, KNOWN_AT, "p-ann"))
        found.add(recount.listed(SEASONS, {self.season: self.events}, self.answers))
        return found

    def change(self, page: str, changed: Callable[[Json], object]) -> None:
        """Change what a page shows."""
        for who in ("owner", "stranger"):
            key = f"{page if page == SEASONS else f'/seasons/{self.season}{page}'} as {who}"
            if self.answers[key].startswith(b"200 "):
                body = json.loads(self.answers[key][4:])
                changed(body)
                self.answers[key] = b"200 " + json.dumps(body).encode()

    def place_of(self, kind: type) -> int:
        return next(index for index, event in enumerate(self.events) if isinstance(event.act, kind))

    def alter(self, kind: type, **fields: Any) -> None:
        """Alter the first event of a type."""
        index = self.place_of(kind)
        self.events[index] = self.events[index]._replace(act=replace(self.events[index].act, **fields))  # type: ignore[type-var]

    def again(self, kind: type) -> None:
        """Store the first event of a type once more, and show that it is there."""
        event = self.events[self.place_of(kind)]
        version = len(self.events) + 1
        doubled = StreamEvent(version, EventId(f"{version:032x}"), event.act, event.by, event.at, event.offset, event.recorded_at)
        self.events.append(doubled)
        told = {"version": version, "id": doubled.id, "type": doubled.type}
        self.change("/events", lambda body: body["events"].append(told))
        for page in ("", "/standings"):
            self.change(page, lambda body: body.update(version=version))
        self.change(SEASONS, lambda body: body["seasons"][0].update(version=version))

    def tell_strangers(self) -> None:
        page = f"/seasons/{self.season}/pending"
        self.answers[f"{page} as stranger"] = self.answers[f"{page} as owner"]

    def accept_changes(self) -> None:
        opening = self.events[0].act
        assert isinstance(opening, SeasonOpened)
        self.alter(SeasonOpened, settings=replace(opening.settings, accept_changes=True))
        self.change("", lambda body: body["settings"].update(accept_changes=True))


@pytest.fixture
def case(director: Caller, stranger: Caller, parts: Wiring) -> Case:
    parts.people.register(HOME, {PersonId(person): name for person, name in PEOPLE.items()}, TokenId("t-director"))
    season = opened_season(director, settings={"best": 2, "least": 1})
    cups = [evening(parts, who) for who in (list(PEOPLE), ["p-ben", "p-ann"], ["p-cleo", "p-dora", "p-ann", "p-ben"])]
    count(director, season, *cups)
    for cup, words in zip(cups, ({}, {"decline": "too late"}, None), strict=True):
        corrected(cup)
        (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
        if words is not None:
            decided = {"tournament": cup.id, "digest": change["digest"], **words}
            assert director.post(f"/seasons/{season}/pending", decided).status_code == 201
    answers = {}
    for path in [*recount.pages(season, KNOWN_AT, "p-ann"), SEASONS]:
        for who, caller in (("owner", director), ("stranger", stranger)):
            answer = caller.get(path)
            answers[f"{path} as {who}"] = b"%d %b" % (answer.status_code, answer.data)
    stored = {str(cup.id): parts.tournaments.events(cup.id) for cup in cups}
    return Case(season, parts.seasons.events(StreamId(season)), stored, answers)


def first(rows: str, **changed: object) -> Callable[[Json], object]:
    return lambda body: body[rows][0].update(changed)


def twice(body: Json) -> None:
    body["changes"] *= 2


ROWS: list[tuple[str, Callable[[Case], object], set[str]]] = [
    ("nothing", Case.__repr__, set()),
    ("a person has other points", lambda case: case.change("/standings", first("rows", points="1/2")), {"divergent"}),
    ("a person has another place", lambda case: case.change("/standings", first("rows", place=4)), {"divergent"}),
    ("a person is missing", lambda case: case.change("/standings", lambda body: body["rows"].pop()), {"divergent"}),
    ("the table was another", lambda case: case.change(f"/standings?known_at={KNOWN_AT}", first("rows", points="99")), {"divergent"}),
    ("a reason does not count", lambda case: case.change("/standings/p-ann", lambda body: body["credits"].pop()), {"divergent"}),
    ("a tournament is not shown", lambda case: case.change("", lambda body: body["tournaments"].pop()), {"divergent"}),
    ("an event is not shown", lambda case: case.change("/events", lambda body: body["events"].pop()), {"divergent"}),
    ("the list has an older season", lambda case: case.change(SEASONS, first("seasons", version=2)), {"divergent"}),
    ("the list has no season", lambda case: case.change(SEASONS, lambda body: body["seasons"].clear()), {"divergent"}),
    ("standings that no tournament had", lambda case: case.alter(TournamentCounted, rows=()), {"divergent"}),
    ("standings of another version", lambda case: case.alter(TournamentCounted, hash="ab" * 32), {"divergent"}),
    ("strangers see what waits", Case.tell_strangers, {"divergent"}),
    ("the waiting change is not shown", lambda case: case.change("/pending", lambda body: body["changes"].clear()), {"lost"}),
    ("the waiting change is shown twice", lambda case: case.change("/pending", twice), {"doubled"}),
    ("a decided change waits", lambda case: case.change("/pending", first("changes", digest="ab" * 32)), {"lost", "doubled"}),
    ("no worker accepted the change", Case.accept_changes, {"lost"}),
    ("a change is accepted twice", lambda case: case.again(CorrectionAccepted), {"doubled"}),
    ("a change is declined twice", lambda case: case.again(CorrectionDeclined), {"doubled"}),
    ("a tournament is counted twice", lambda case: case.again(TournamentCounted), {"doubled"}),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "where"), [pytest.param(damage, where, id=name) for name, damage, where in ROWS])
def test_the_recount_finds_what_is_wrong_with_a_season(case: Case, damage: Callable[[Case], object], where: set[str]) -> None:
    damage(case)
    found = case.found()
    assert {name for name in ("lost", "doubled", "divergent") if getattr(found, name)} == where, found


def test_the_waiting_change_is_the_one_that_was_not_decided(case: Case) -> None:
    (waiting,) = recount.recount(case.events).waiting(case.cups)
    assert waiting.tournament == [*case.cups][-1]
    assert waiting.version == case.cups[waiting.tournament][-1].version
