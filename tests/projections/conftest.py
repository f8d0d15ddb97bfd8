"""Clubs whose games are played and corrected at random. Store, workers and relay are fixtures of tests/workers."""

from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, IrregularityAttested, PersonId, Retracted, Seating
from domain.record.batch import Draft
from domain.selfplay import move
from domain.systems import SYSTEMS
from service.projections import FOLD
from service.store.keys import HOME, Club, GameId, Keys
from service.store.projected import KEY_ONLY, LISTS, Generation
from tests.workers.conftest import BY, Store, relaying, store, until, workers
from workers.project import Projector
from workers.validate import validator_with
from workers.wiring import Wiring, wired_to

__all__ = ["relaying", "store", "workers"]

PEOPLE = tuple(PersonId(f"p-{name}") for name in ("ann", "ben", "carl", "dora", "eve", "finn", "gus", "hal"))


@dataclass
class Evening:
    """Plays and corrects the games of a club, and updates the rows that count them. `dice` chooses everything except the ids."""

    parts: Wiring
    dice: Random
    club: Club = HOME
    games: list[GameId] = field(default_factory=list)

    def append(self, game: GameId, act: Act, after: int | None = None) -> int:
        return self.parts.records.append(game, None, [Draft(act, EventId(str(uuid4())), after)], BY).version

    def opened(self, slug: str, *people: PersonId | None) -> GameId:
        system = SYSTEMS[slug]
        seats = tuple(Seating(Seat(seat), person) for seat, person in enumerate(people))
        act = GameOpened(slug, system.rules_with(system.options_for(len(seats)), len(seats)), seats)
        game = self.parts.records.open(self.club, Draft(act, EventId(str(uuid4()))), BY).game
        self.games.append(game)
        return game

    def played(self, moves: int) -> GameId:
        """Open a game of a random system and play at most `moves` acts. Returns its id."""
        system = SYSTEMS[self.dice.choice(["high-card", "high-card-low-card", "one-up"])]
        least, most = system.players
        people = self.dice.sample([*PEOPLE, None], self.dice.randint(least, min(most, len(PEOPLE))))
        game = self.opened(system.slug, *people)
        self.goes_on(game, moves)
        return game

    def goes_on(self, game: GameId, moves: int) -> None:
        for _ in range(moves):
            reading = self.parts.readings.of(game)
            act = move(reading.system, reading.table, self.dice.choice)
            if act is None:
                return
            self.append(game, act)

    def corrected(self, game: GameId) -> None:
        """Retract a random event (which may itself be a retraction), or insert an act before the end of the record. The inserted act would
        be legal at the end of the record."""
        reading = self.parts.readings.of(game)
        act = move(reading.system, reading.table, self.dice.choice)
        if act is not None and self.dice.random() < 0.4:
            self.append(game, act, after=self.dice.randint(1, reading.version))
        elif reading.version > 1:
            self.append(game, Retracted(self.dice.randint(2, reading.version)))

    def attested(self, game: GameId) -> None:
        """Confirm a random open question of the game (a finding of kind `query`) as the players would. Do nothing if the game has no open
        question."""
        queries = [finding for finding in self.parts.readings.of(game).findings if finding.kind == "query"]
        if queries:
            self.append(game, IrregularityAttested(self.dice.choice(queries).id))

    def at_random(self, steps: int) -> None:
        for _ in range(steps):
            chance = self.dice.random()
            if chance < 0.2 or not self.games:
                self.played(self.dice.randint(0, 12))
            elif chance < 0.7:
                self.goes_on(self.dice.choice(self.games), self.dice.randint(1, 8))
            else:
                self.corrected(self.dice.choice(self.games))

    # the following methods make the verdicts and rows of the games

    def validated(self) -> None:
        for game in self.games:
            validator_with(self.parts).validate(game, 1)

    def projector(self) -> Projector:
        return Projector(self.parts)

    def projected(self) -> None:
        while not self.projector().project(self.club):
            pass

    def live(self) -> Generation:
        generation = self.parts.projected.written(self.club, "live")
        assert generation is not None
        return generation

    def digest(self) -> str:
        value = self.parts.projected.digest(self.club)
        assert value is not None
        return value[1]

    def up_to_date(self) -> bool:
        return self.parts.projected.behind([self.club], FOLD) == [] and not self.waiting()

    def waiting(self) -> dict[GameId, int]:
        live = self.parts.projected.generation(self.club, "live")
        return {} if live is None else self.parts.projected.waiting(live)

    def rows(self, projection: str) -> dict[bytes, bytes]:
        if projection == LISTS:
            return dict.fromkeys(self.parts.store.zrange(Keys(self.club).rows("live", LISTS), 0, -1), KEY_ONLY)
        return self.parts.projected.live(self.club, projection).rows


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(wired_to(store.redis), Random(2711))


def soon(evening: Evening) -> None:
    """Wait until every game has its verdict, and the rows include everything up to the end of the feed."""
    until(evening.up_to_date)


def rebuilt(evening: Evening) -> str:
    for _ in evening.projector().rebuild(evening.club):
        pass
    return evening.digest()
