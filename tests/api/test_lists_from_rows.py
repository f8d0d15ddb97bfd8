"""Lists of games that are made from stored rows (one for each game) equal lists that are made from the events of every game. The tests
compare them for every visitor, filter and system, for spectators who see games late, and while workers lag behind or do not run."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import (
    GameAbandoned,
    GameAnnulled,
    PersonId,
    PlayerJoined,
    PlayerSubstituted,
    ResultStated,
    SpectatorDelaySet,
    TimeCalled,
    VisibilitySet,
)
from domain.record.facts import people_of
from domain.record.fold import Reading, read
from domain.record.life import STATES
from domain.selfplay import move
from domain.system import PUBLIC
from domain.systems import SYSTEMS
from service.api.server.public import MOST_LISTED
from service.caches import game_lines, listing
from service.store.keys import HOME, GameId, Keys, parse_game
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import linked, opened_cup
from tests.api.test_delay import Clock, clock
from tests.api.test_game_list import Line, listed
from tests.projections.conftest import Evening
from tests.speeds import long, slow
from tests.systems import LEADING, SAMPLED
from tests.tournament.stream import BY
from workers.project import Projector
from workers.validate import validator_with
from workers.wiring import wired_to

__all__ = ["clock"]


@dataclass
class Visitor:
    """Somebody who asks for a list. `reaches`: a function that returns whether the token gives access to a game. `late`: whether games
    with a delay are shown late to this visitor."""

    caller: Caller
    reaches: Callable[[str], bool]
    late: bool


@dataclass
class Truth:
    """Makes the expected lines of a list. For each line, it reads all events of the game."""

    parts: Wiring
    clock: Clock

    def lines(self, visitor: Visitor, system: str = "", state: str = "", player: str = "") -> list[Line]:
        games = [parse_game(game.decode()) for game in self.parts.redis.zrevrange(Keys(HOME).games, 0, -1)]
        found = [self._line(game, visitor) for game in games]
        ids = self.parts.people.directory(HOME).ids_of(PersonId(player))
        return [
            line
            for line in found
            if line is not None
            and system in ("", line["system"])
            and state in ("", line["state"])
            and (not player or ids & {seat["person"] for seat in line["seats"]})
        ]

    def _line(self, game: GameId, visitor: Visitor) -> Line | None:
        head, events = self.parts.records.head(game), self.parts.records.events(game)
        assert head is not None
        reaches = visitor.reaches(game)
        if not reaches and head.visibility != "public":
            return None
        if (visitor.late or not reaches) and head.delay:
            seen = [event for event in events if event.recorded_at + 1000 * head.delay <= self.clock.ms]
            events = seen or events[:1]
        reading: Reading = read(SYSTEMS[head.system], events)
        people, result, title = people_of(reading), reading.result, reading.opened.title
        names = self.parts.people.names(HOME, [person for person in people.values() if person])
        return {
            "game": game,
            "system": head.system,
            "state": result.state,
            "version": len(events),
            "opened_at": events[0].at,
            "seats": [{"seat": seat, "person": who, "name": None if who is None else names.get(who)} for seat, who in people.items()],
            "scores": {str(seat): score for seat, score in sorted(result.scores.items())} or None,
            "sides": partners(reading),
            "winners": list(result.winners),
            "visibility": head.visibility,
            "title": None if title is None else title.value,
        }


def partners(reading: Reading) -> list[list[Seat]]:
    """Return the seats of each side, if somebody has a fixed partner."""
    by_side: dict[int, list[Seat]] = {}
    for state in reading.system.view(reading.table, PUBLIC).seats:
        if state.side is not None:
            by_side.setdefault(state.side, []).append(state.seat)
    sides = [by_side[side] for side in sorted(by_side)]
    return sides if any(len(side) > 1 for side in sides) else []


@dataclass
class Night:
    """A club whose games are opened, played, corrected and settled at random. Sometimes workers run in between."""

    evening: Evening
    clock: Clock
    people: list[PersonId]
    systems: tuple[str, ...]
    parked: set[GameId] = field(default_factory=set)

    def step(self) -> None:
        dice = self.evening.dice
        self.clock.wait(dice.choice([0, 5, 40]))
        chance = dice.random()
        if chance < 0.3 or not self.evening.games:
            self._opened()
        elif chance < 0.45:
            self.evening.corrected(dice.choice(self.evening.games))
        else:
            self._changed(dice.choice(self.evening.games))

    def _opened(self) -> None:
        dice, system = self.evening.dice, SYSTEMS[self.evening.dice.choice(self.systems)]
        least, most = system.players
        count = dice.randint(least, most)
        people = [dice.choice([*self.people, None]) for _ in range(count)]
        seated = [person if person not in people[:at] else None for at, person in enumerate(people)]
        game = self.evening.opened(system.slug, *seated)
        if dice.random() < 0.6:
            self.evening.append(game, VisibilitySet("public"))
        if dice.random() < 0.4:
            self.evening.append(game, SpectatorDelaySet(60))

    def _changed(self, game: GameId) -> None:
        dice, seat, person = self.evening.dice, Seat(0), self.evening.dice.choice([*self.people, None])
        acts = [
            VisibilitySet(dice.choice(["private", "unlisted", "public"])),
            SpectatorDelaySet(dice.choice([0, 30])),
            PlayerJoined(seat, person),
            PlayerSubstituted(seat, person),
            ResultStated((Seat(1), seat), {seat: dice.randint(-3, 9), Seat(1): 4}),
            TimeCalled("late"),
            GameAbandoned("left"),
            GameAnnulled("a test"),
        ]
        if dice.random() < 0.5:
            reading = self.evening.parts.readings.of(game)
            made = move(reading.system, reading.table, dice.choice)
            acts += [] if made is None else [made] * 20  # type: ignore[list-item]
        self.evening.append(game, dice.choice(acts))

    def workers_run(self) -> None:
        """Validate some games, and perhaps read a part of the feed."""
        dice = self.evening.dice
        some = self.evening.games if dice.random() < 0.5 else dice.sample(self.evening.games, len(self.evening.games) // 2)
        for game in some:
            validator_with(self.evening.parts).validate(game, 1)
        if dice.random() < 0.7:
            Projector(self.evening.parts).project(HOME)


@pytest.fixture
def night(parts: Wiring, clock: Clock, director: Caller) -> Night:
    """A club with the ids of six people. Two of the ids belong to one person, because they were merged. One person was erased."""
    people = [PersonId(director.post("/people", {"name": f"Person {number}"}).json["person"]) for number in range(6)]
    parts.people.merge(HOME, people[0], people[1], BY, owner=True)
    parts.people.erase(HOME, people[2], BY)
    jobs = wired_to(parts.redis)
    turned: Wiring = director.app.extensions[EXTENSION]
    evening = Evening(replace(jobs, records=turned.records, readings=turned.readings), Random(1))
    return Night(evening, clock, people, tuple(sorted(LEADING)))


def visitors(callers: Callers, night: Night) -> dict[str, Visitor]:
    """Make a visitor for each way to see games. Two games belong to a tournament."""
    parts = callers.parts
    games = night.evening.games
    cup = opened_cup(parts)
    director = callers.holder("direct")
    linked(cup, director, "one", 1, 1)
    ours = cup.games["one"]
    night.evening.games.append(parse_game(ours))
    return {
        "director": Visitor(director, lambda _: True, late=False),
        "scorekeeper": Visitor(callers.holder("record"), lambda _: True, late=False),
        "reader": Visitor(callers.holder("read"), lambda _: True, late=True),
        "stranger": Visitor(callers.anonymous(), lambda _: False, late=True),
        "other club": Visitor(callers.holder("direct", club="away"), lambda _: False, late=True),
        "game link": Visitor(callers.holder("record", game=games[0]), lambda game: game == games[0], late=False),
        "seat link": Visitor(callers.holder("read", game=games[0], seat=Seat(0)), lambda game: game == games[0], late=False),
        "table link": Visitor(callers.holder("record", tournament=cup.id, table=1), lambda game: game == ours, late=False),
    }


def queries(night: Night) -> list[dict[str, str]]:
    dice = night.evening.dice
    states = [{"state": state} for state in STATES]
    people = [{"player": person} for person in (*night.people, "nobody")]
    systems = [{"system": slug} for slug in (*night.systems, "whist")]
    state, person, system = dice.choice(states), dice.choice(people), dice.choice(systems)
    return [{}, *states, *people, *systems, state | person, state | system, person | system, state | person | system]


def compared(night: Night, visitors: dict[str, Visitor], truth: Truth, many: int) -> None:
    """Compare `many` random lists, and the public games in play, with the lists that are made from events."""
    dice = night.evening.dice
    for _ in range(many):
        name, query = dice.choice(list(visitors)), dice.choice(queries(night))
        sent = {**query, "club": "home", "limit": str(dice.choice([1, 2, 50]))}
        found = listed(visitors[name].caller, "&".join(f"{key}={value}" for key, value in sent.items()))
        assert found == truth.lines(visitors[name], **query), (name, query)
    public = [{key: line[key] for key in line if key != "club"} for line in visitors["stranger"].caller.get("/public").json["games"]]
    playing = truth.lines(visitors["stranger"], state="open")[:MOST_LISTED]
    assert public == playing or (len(public) < len(playing) and game_lines.MOST_FOLDED < 50_000)


def play_and_compare(night: Night, callers: Callers, steps: int, rounds: int, many: int) -> None:
    truth = Truth(callers.app.extensions[EXTENSION], night.clock)
    night.step()
    made = visitors(callers, night)
    for _ in range(rounds):
        for _ in range(steps):
            night.step()
        if night.evening.dice.random() < 0.7:
            night.workers_run()
        compared(night, made, truth, many)


EVERY_LIMIT = (0, 1, 5)
"""Seeds for which `small_pages` together sets each limit to each of its values."""


def small_pages(monkeypatch: pytest.MonkeyPatch, dice: Random) -> None:
    """Set random limits. Some limits are so small that pages end early, or that rows are treated as too old, even in a small club."""
    monkeypatch.setattr(game_lines, "MOST_FOLDED", dice.choice([1, 20, 50_000]))
    monkeypatch.setattr(game_lines, "MOST_LOOKED_AT", dice.choice([2, 500]))
    monkeypatch.setattr(listing, "AT_ONCE", dice.choice([2, 50]))
    monkeypatch.setattr(listing, "MOST_CHANGED", dice.choice([0, 10, 500]))


def test_lists_made_from_rows_equal_lists_made_from_events(night: Night, callers: Callers) -> None:
    play_and_compare(night, callers, steps=8, rounds=2, many=6)


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=slow if seed in EVERY_LIMIT else long) for seed in range(24)])
def test_lists_made_from_rows_equal_lists_made_from_events_even_if_pages_are_small(
    night: Night, callers: Callers, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.evening.dice = Random(seed)
    night.systems = tuple(SAMPLED)
    small_pages(monkeypatch, night.evening.dice)
    play_and_compare(night, callers, steps=10, rounds=3, many=15)
