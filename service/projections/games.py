"""The projection `games`: one row for each game of a club, under the game's short name. The row holds all facts of the game. So other
projections can subtract what they counted for the game before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import orjson

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.record.facts import GameFacts, SeatFacts
from service.projections.projection import Projection, Row
from service.store.keys import Club, GameId, full_name, short_name


def packed(facts: GameFacts) -> Row:
    """Return the stored row of a game: `[system, state, decided, version, verdict, opened_at, recorded_at - opened_at, hash, visibility,
    removed, scores, winners, others, sides, tournament or 0, seat, seat, …]`. Each seat is a list `[number, person, score, breaches, won]`.
    Zeros at the end of this list are left out. `others`: {seat: the last person in that seat}, for a seat without a list, and for a seat
    whose last list names somebody else. `listed_at` is not in the row: it is in the head of the game."""
    times = (facts.opened_at, facts.recorded_at - facts.opened_at)
    first = [facts.system, facts.state, int(facts.decided), facts.version, facts.verdict, *times, facts.hash, facts.visibility]
    sat = _sat(facts.seats)
    others = {str(seat): person for seat, person in facts.people.items() if seat not in sat or sat[seat] != person}
    scores, sides = ({str(seat): value for seat, value in by_seat.items()} for by_seat in (facts.scores, facts.sides))
    told = (int(facts.removed), scores, facts.winners, others, sides, facts.tournament or 0)
    return orjson.dumps([*first, *told, *map(_packed_seat, facts.seats)])


def _sat(seats: Iterable[SeatFacts]) -> dict[Seat, PersonId | None]:
    """Return who sat last at each seat."""
    return {seat.seat: seat.person for seat in seats}


def _packed_seat(seat: SeatFacts) -> list[str | int | None]:
    rest = [seat.breaches, 1] if seat.won else [seat.breaches] if seat.breaches else []
    return [seat.seat, seat.person, seat.score, *rest]


def unpacked(club: Club, key: bytes, row: Row) -> GameFacts:
    system, state, decided, version, verdict, opened_at, later, hash_, visibility, removed, *told = orjson.loads(row)
    scores, winners, others, sides, tournament, *kept = told
    first = (full_name(club, key), system, state, bool(decided), version, verdict, opened_at, opened_at + later)
    seats = tuple(map(_unpacked_seat, kept))
    people = _sat(seats)
    if others:
        people = dict(sorted({**people, **_by_seat(others)}.items()))
    facts = GameFacts(*first, seats, people, _by_seat(scores), tuple(map(Seat, winners)), hash_, visibility)
    return facts._replace(removed=bool(removed), sides=_by_seat(sides), tournament=tournament or None)


def _by_seat(kept: Mapping[str, Any]) -> dict[Seat, Any]:
    return {Seat(int(seat)): value for seat, value in kept.items()}


def _unpacked_seat(kept: Sequence[Any]) -> SeatFacts:
    seat, person, score, breaches, won = [*kept, 0, 0][:5]
    return SeatFacts(Seat(seat), None if person is None else PersonId(person), score, breaches, bool(won))


def _keys(facts: GameFacts) -> tuple[bytes]:
    return (short_name(GameId(facts.game)),)


def _fold(_key: bytes, _row: Row | None, _before: GameFacts | None, after: GameFacts | None) -> Row | None:
    return None if after is None else packed(after)


def _digested(_key: bytes, row: Row) -> Row:
    """Return the row without the number of entries in the verdict: it depends on when the game was validated."""
    kept = orjson.loads(row)
    return orjson.dumps(kept[:4] + kept[5:])


PROJECTION: Final = Projection(name="games", kind="game", keys=_keys, fold=_fold, digested=_digested)
