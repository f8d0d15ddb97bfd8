"""Who plays with whom: sides of a deal, the accounts of a score sheet, and statements about one player of a team.

A *side* takes points together in one deal. An *account* is a team or player whose total is kept. Source: docs/rules/00_conventions.md."""

from collections.abc import Collection, Mapping
from typing import NewType

from domain.kernel.cards import Seat
from domain.kernel.events import Event, ResultStated, RoundStated, RulingRecorded, ScoreStated
from domain.kernel.values import replace

Side = NewType("Side", int)
"""The number of a side or an account: for seat s of k teams `s % k`; without teams, the number of one of the seats of the side."""


def accounts(teams: int | None, seats: Collection[Seat]) -> dict[Seat, Side]:
    """Return for each seat the account (team or player) that gets its points. `teams`: the number of fixed teams; None without teams."""
    return {seat: Side(seat if teams is None else seat % teams) for seat in seats}


def by_seat(account: Mapping[Seat, Side], numbers: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return `numbers` with a number for every seat of a named team: an unnamed seat gets the number of another seat of its team."""
    stated = {account[seat]: number for seat, number in numbers.items() if seat in account}
    return {seat: numbers.get(seat, stated[side]) for seat, side in account.items() if side in stated}


def by_side(account: Mapping[Seat, Side], numbers: Mapping[Seat, int]) -> dict[Side, int]:
    """Return the numbers by account. If those of partners differ, which `breaches` reports, the number of the lowest seat is taken."""
    return {account[seat]: numbers[seat] for seat in sorted(numbers, reverse=True) if seat in account}


def summed(account: Mapping[Seat, Side], numbers: Mapping[Seat, int]) -> dict[Side, int]:
    """Return for each account the sum of the numbers of its seats."""
    sums = dict[Side, int]()
    for seat, number in numbers.items():
        if seat in account:
            sums[account[seat]] = sums.get(account[seat], 0) + number
    return sums


def members(account: Mapping[Seat, Side], sides: Collection[Side]) -> tuple[Seat, ...]:
    """Return the seats of these accounts, ascending."""
    return tuple(sorted([seat for seat, side in account.items() if side in sides]))


def for_sides(account: Mapping[Seat, Side], event: Event) -> Event:
    """Return the event, changed so that everything it states about one seat of a team is stated for every seat of that team."""
    match event.act:
        case RoundStated(number, points, reason):
            return event._replace(act=RoundStated(number, by_seat(account, points), reason))
        case ScoreStated(scores):
            return event._replace(act=ScoreStated(by_seat(account, scores)))
        case ResultStated(winners, results):
            won = {account[seat] for seat in winners if seat in account}
            return event._replace(act=ResultStated(members(account, won), None if results is None else by_seat(account, results)))
        case RulingRecorded() as act if act.points:
            return event._replace(act=replace(act, points=by_seat(account, act.points)))
        case _:
            return event
