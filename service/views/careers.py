"""What the games of one person come to: counts by system, partners, opponents, and the last results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from domain.kernel.events import PersonId
from domain.record.facts import GameFacts
from service.projections.players import NOTHING, Counts, counted

MOST_RESULTS: Final = 10


class Together(NamedTuple):
    """How often two people were at one table, in games with a result that counts. `wins`, `losses`: games that only the first of them won,
    and that only the second won; of partners, games that they won and lost."""

    games: int = 0
    wins: int = 0
    losses: int = 0

    def plus(self, *, won: bool, lost: bool) -> "Together":
        return Together(self.games + 1, self.wins + won, self.losses + lost)


@dataclass(slots=True)
class Career:
    """`systems`: the counts for each system. `partners`, `opponents`: the people with whom, and against whom, the person played. `last`:
    the newest games with a result that counts, at most MOST_RESULTS, each with whether the person won."""

    systems: dict[str, Counts] = field(default_factory=dict)
    partners: dict[PersonId, Together] = field(default_factory=dict)
    opponents: dict[PersonId, Together] = field(default_factory=dict)
    last: list[tuple[GameFacts, bool]] = field(default_factory=list)


def career(games: Iterable[GameFacts], ids: frozenset[PersonId], into: Mapping[PersonId, PersonId]) -> Career:
    """Return the career of the person with these `ids`. `games`: newest first. `into`: each merged id → the id that stands for it."""
    made = Career()
    for facts in games:
        for person in ids.intersection(seat.person for seat in facts.seats if seat.person):
            made.systems[facts.system] = made.systems.get(facts.system, NOTHING).plus(counted(facts, person))
        mine = [seat for seat, person in facts.people.items() if person in ids]
        if facts.decided and facts.state != "annulled" and mine:
            won = any(seat in facts.winners for seat in mine)
            made.last += [(facts, won)] if len(made.last) < MOST_RESULTS else []
            _met(made, facts, ids, into, won=won)
    return made


def _met(made: Career, facts: GameFacts, ids: frozenset[PersonId], into: Mapping[PersonId, PersonId], *, won: bool) -> None:
    """Count this game with each partner and each opponent."""
    sides = {facts.sides[seat] for seat, person in facts.people.items() if person in ids and seat in facts.sides}
    winners: dict[tuple[bool, PersonId], bool] = {}
    for seat, person in facts.people.items():
        if person is not None and person not in ids:
            key = (facts.sides.get(seat) in sides, into.get(person, person))
            winners[key] = winners.get(key, False) or seat in facts.winners
    for (partner, person), other_won in winners.items():
        met = made.partners if partner else made.opponents
        lost = not won if partner else other_won and not won
        met[person] = met.get(person, Together()).plus(won=won and (partner or not other_won), lost=lost)


def most_met(met: Mapping[PersonId, Together], names: Mapping[PersonId, str], most: int) -> list[tuple[PersonId, Together]]:
    """Return the people whom the person met most often, at most `most`; without those who have no name, as an erased person has none."""
    often = sorted(met.items(), key=lambda each: (-each[1].games, -each[1].wins, names.get(each[0], "")))
    return list(islice((each for each in often if each[0] in names), most))
