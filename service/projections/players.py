"""The projection `players`: one row for each person who ever had a seat in a game of a club, under the person's id. The row holds counts
for each system.

    games     games in which the person had a seat, finished or not; two seats in one game are one game
    finished  how many of these games are finished
    wins      finished games that the person won, alone or with others
    shared    how many of these wins were shared with another seat
    points    the sum of the totals of the person's seats in finished games; a record without scores adds nothing
    breaches  standing findings of the kind `breach` on the person's seats, only those that every reader of the record may see

If several people took a seat in turn, score and win count for the last of them. A breach counts for the person who sat there when it
happened. All counts are sums of whole numbers over games, so a game can be subtracted exactly.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import orjson

from domain.kernel.events import PersonId
from domain.record.facts import GameFacts
from service.projections.projection import Projection, Row


class Counts(NamedTuple):
    """The counts of one person."""

    games: int = 0
    finished: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    breaches: int = 0

    def plus(self, other: "Counts", sign: int = 1) -> "Counts":
        return Counts(*(mine + sign * theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING: Final = Counts()


def counted(facts: GameFacts, person: PersonId) -> Counts:
    """Return what one game adds to the counts of a person who had a seat in it. A game that is annulled, or removed from the lists, adds
    nothing."""
    if facts.state == "annulled" or facts.removed:
        return NOTHING
    mine = [seat for seat in facts.seats if seat.person == person]
    breaches = sum(seat.breaches for seat in mine)
    if not facts.decided:
        return Counts(games=1, breaches=breaches)
    won = any(seat.won for seat in mine)
    shared = won and sum(seat.won for seat in facts.seats) > 1
    return Counts(1, 1, int(won), int(shared), sum(seat.score or 0 for seat in mine), breaches)


def together(by_system: Mapping[str, Counts]) -> Counts:
    """Return the sum of the counts of all systems."""
    total = NOTHING
    for counts in by_system.values():
        total = total.plus(counts)
    return total


def packed(by_system: Mapping[str, Counts]) -> Row | None:
    """Return the stored row of a person: the counts of each system by its slug. None if all counts are 0."""
    kept = {slug: list(counts) for slug, counts in by_system.items() if counts != NOTHING}
    return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS) if kept else None


def unpacked(row: Row) -> dict[str, Counts]:
    return {slug: Counts(*counts) for slug, counts in orjson.loads(row).items()}


def merged(rows: Mapping[bytes, Row], into: Mapping[PersonId, PersonId]) -> dict[PersonId, dict[str, Counts]]:
    """Add up the counts of ids that belong to the same person. Returns {person: counts by system}. `into`: each merged id → the person's
    id. If two ids of one person had seats in the same game, the game counts twice."""
    totals: dict[PersonId, dict[str, Counts]] = {}
    for key, row in rows.items():
        person = PersonId(key.decode())
        total = totals.setdefault(into.get(person, person), {})
        for slug, counts in unpacked(row).items():
            total[slug] = total.get(slug, NOTHING).plus(counts)
    return totals


def _fold(key: bytes, row: Row | None, before: GameFacts | None, after: GameFacts | None) -> Row | None:
    by_system = {} if row is None else unpacked(row)
    for facts, sign in ((before, -1), (after, 1)):
        if facts is not None and key in _people(facts):
            counts = by_system.get(facts.system, NOTHING)
            by_system[facts.system] = counts.plus(counted(facts, PersonId(key.decode())), sign)
    return packed(by_system)


def _people(facts: GameFacts) -> frozenset[bytes]:
    return frozenset(seat.person.encode() for seat in facts.seats if seat.person is not None)


PROJECTION: Final = Projection(name="players", kind="game", keys=_people, fold=_fold)
