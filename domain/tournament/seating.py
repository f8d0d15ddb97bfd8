"""Gives the sides of a tournament's table their seats in the recorded game, says which entries sit in a seat, and computes the result of
each side from the game's seats.

Seat number s belongs to side s modulo the number of sides. By this rule partners sit opposite each other, as in the games with fixed teams:
at a table of two pairs, side 0 has seats 0 and 2.

A side may be one seat, or a team of the game. In a game without teams, the seats of a side play for it together, and their scores are
added. Source: docs/decisions/tournaments.md."""

from collections.abc import Collection, Mapping, Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, PersonId, Seating
from domain.kernel.shapes import MAX_SEATS
from domain.record.fold import Reading
from domain.system import PUBLIC, Rules, System, Table, Unplayable
from domain.tournament.state import Seated, Tournament


def teams_of(system: System[Table], opened: GameOpened) -> int:
    """Return the number of fixed teams in the game; 0 if it has none."""
    sides = {seat.side for seat in system.seen_by(system.open_table(opened), PUBLIC).seats}
    return 0 if None in sides else len(sides)


def teams_among(system: System[Table], rules: Rules, seats: int) -> int:
    """Return the number of fixed teams in a game of `seats` players; 0 if it has none. `rules`: the resolved rules of the game."""
    return teams_of(system, GameOpened(system.slug, rules, tuple(Seating(Seat(seat)) for seat in range(seats))))


def seats_of(state: Tournament, seated: Seated, system: System[Table], known: Collection[PersonId]) -> tuple[Seating, ...] | str:
    """Return the seats of the table's game, in order, with the people who sit there. If the game does not fit the table, return a sentence
    that says why. `known`: the people of the club's directory; other people are not named.

    The people of a side take its seats in the order of their entries. If a side has more people than seats, none of them is named, because
    nobody knows which of them play. An entry without people has an unnamed seat."""
    sides = seated.sides
    members = max(len(_members(state, side)) for side in sides)
    possible = range(max(map(len, sides)), MAX_SEATS // len(sides) + 1)
    fitting = [each for each in possible if fits(system, state.rules, len(sides), each, members)]
    if not fitting:
        return f"{system.name} with these rules cannot be played by {len(sides)} sides of {_persons(members)}."
    each = members if members in fitting else fitting[0]
    lined_up = [_lined_up(state, side, each) for side in sides]
    places = [lined_up[seat % len(sides)][seat // len(sides)] for seat in range(each * len(sides))]
    return tuple(Seating(Seat(seat), person if person in known else None) for seat, (_, person) in enumerate(places))


def fits(system: System[Table], rules: Rules, sides: int, each: int, members: int) -> bool:
    """Return whether the game can be played by `sides` sides, each with `each` seats. The seats of a side must be one seat, or a whole team
    of the game, or, in a game without teams, at most as many seats as the largest side has people (`members`)."""
    try:
        resolved = system.rules_again(rules, sides * each)
    except Unplayable:
        return False
    if each == 1:
        return True
    teams = teams_among(system, resolved, sides * each)
    return teams == sides or (teams == 0 and each <= members)


def entries_by_seat(state: Tournament, seated: Seated, opened: GameOpened) -> Mapping[Seat, tuple[int, ...]]:
    """Return, for each seat of the table's game, who may sit there: one entry, or all entries of the side if nobody knows which of them
    plays. Empty if the seats cannot be divided equally among the sides."""
    by_side = _seats_by_side(seated, opened)
    return {
        seat: entries
        for seats, side in zip(by_side, seated.sides, strict=False)
        for seat, (entries, _) in zip(seats, _lined_up(state, side, len(seats)), strict=True)
    }


def _seats_by_side(seated: Seated, opened: GameOpened) -> list[list[Seat]]:
    """Return the seats of each side. Empty if the seats cannot be divided equally among the sides."""
    count, seats = len(seated.sides), sorted(seating.seat for seating in opened.seats)
    return [] if len(seats) % count else [seats[side::count] for side in range(count)]


def _lined_up(state: Tournament, side: Sequence[int], seats: int) -> list[tuple[tuple[int, ...], PersonId | None]]:
    """Return a pair for each seat of a side: the entries that may sit there, and the person (None if the person is not named)."""
    members = _members(state, side)
    anybody = (tuple(side), None)
    if len(members) > seats:
        return [anybody] * seats
    return [((entry,), person) for entry, person in members] + [anybody] * (seats - len(members))


def _members(state: Tournament, side: Sequence[int]) -> list[tuple[int, PersonId | None]]:
    """Return the people of a side, each with the entry, in the order of the entries. An entry without people has one unnamed person."""
    people = {entry: state.entries[entry].people if entry in state.entries else () for entry in side}
    return [(entry, person) for entry in side for person in people[entry] or (None,)]


def _persons(number: int) -> str:
    return "one person" if number == 1 else f"{number} people"


def sides_of(seated: Seated, reading: Reading) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Return (the score of each side of the table in its game, the sides that won, counted from 0). The scores are None if the game has no
    points. If the rules of the game name no winner, the highest score wins the table. If the seats cannot be divided equally among the
    sides, the scores are None and no side won.

    If the sides are teams of the game, the score of the team's last seat counts, and partners' scores are not added. In this way, a ruling
    that gave points to only one partner counts for the table as it does in the game. A seat whose player left has no score."""
    sides = _seats_by_side(seated, reading.opened)
    result, played = reading.result, reading.result.scores
    if not sides:
        return None, ()
    winners = tuple(side for side, mine in enumerate(sides) if set(mine) & set(result.winners))
    if not played:
        return None, winners
    together = teams_of(reading.system, reading.opened) == len(sides)
    scores = tuple(played.get(mine[-1], 0) if together else sum(played.get(seat, 0) for seat in mine) for mine in sides)
    if not winners and not reading.system.names_winner:
        winners = tuple(side for side, score in enumerate(scores) if score == max(scores))
    return scores, winners
