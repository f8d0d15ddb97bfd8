"""The table of High Card Low Card: its state, and the points of a round.

Source: docs/rules/01_simple_games.md §2, rulings LC-1 to LC-8."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from domain.kernel.cards import Seat
from domain.ledger import Ledger
from domain.rounds import Played
from domain.words.phrases import listed

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 13


@dataclass(frozen=True, slots=True)
class LowCardRules:
    target: int = 20
    shared_win: bool = False
    floor_zero: bool = False


class Laid(NamedTuple):
    """A card in front of its player. `version`: the version of the event that laid the card. `value`: the number on the card, None if not
    known. `open`: whether everyone has seen it."""

    version: int
    value: int | None = None
    open: bool = False


@dataclass(frozen=True)
class LowCardTable(Played):
    """The state of a game at one moment. `laid`: the cards in front of the players in this round. `last`: the cards of the round that was
    scored last. `opened`: the events in earlier rounds that laid a card which everyone has seen by now, as an integer with one bit for the
    version of each event. `left`: the seats whose players left after the first card (LC-5)."""

    rules: LowCardRules
    ring: tuple[Seat, ...]
    ledger: Ledger
    laid: Mapping[Seat, Laid] = field(default_factory=dict)
    last: Mapping[Seat, Laid] = field(default_factory=dict)
    opened: int = 0
    left: frozenset[Seat] = frozenset()
    winners: tuple[Seat, ...] = ()
    state: Literal["open", "finished", "abandoned"] = "open"

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play this round, clockwise. `ring` also has the seats of players who left, because its size is the number of cards
        in a hand."""
        return tuple(seat for seat in self.ring if seat not in self.left) if self.left else self.ring


def deltas(values: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return the points of a round by seat. Players who show the same number get -1 (LC-1). Of the other numbers, the highest gets 2, the
    lowest 1, and the rest 0. If there is only one other number, it gets 3 (LC-2)."""
    shown = list(values.values())
    single = [value for value in shown if shown.count(value) == 1]
    worth = dict.fromkeys(single, 0)
    if len(single) == 1:
        worth = {single[0]: 3}
    elif single:
        worth[max(single)], worth[min(single)] = 2, 1
    return {seat: worth.get(value, -1) for seat, value in values.items()}


def impossible_points(table: LowCardTable, points: Mapping[Seat, int]) -> str:
    """Return why no round gives these points, in words; empty if one can (01 §2, LC-1, LC-2). A statement may leave out players who are no
    longer in the game. Where no total falls below zero, it may also leave out lost points."""
    gained, lost = sorted(number for number in points.values() if number > 0), [number for number in points.values() if number < 0]
    if gained not in ([], [1, 2], [3]):
        said = listed(f"{{{seat}}} has {number}" for seat, number in sorted(points.items()) if number > 0)
        return f"a round gives two points and one, or three to one player, but {said}"
    if lost and {*lost} != {-1}:
        return f"a player loses one point at most, but {{{min(points, key=lambda seat: points[seat])}}} has {min(lost)}"
    if table.rules.floor_zero:
        return ""
    if len(lost) == 1:
        return f"only {{{next(seat for seat, number in points.items() if number < 0)}}} loses a point, but nobody shows the same number"
    if gained == [3] and not lost:
        return "three points go to the only number that is not matched, but nobody loses a point"
    if not gained and not lost:
        return "nobody gains or loses a point"
    return ""


def winners_of(scores: Mapping[Seat, int], rules: LowCardRules) -> tuple[Seat, ...]:
    """Return the player with the highest total, if that total reaches the target; empty if nobody has won. If several players share the
    highest total, nobody has won yet (LC-3); with the option `shared_win` they all have."""
    best = max(scores.values())
    if best < rules.target:
        return ()
    top = tuple(sorted(seat for seat, score in scores.items() if score == best))
    return top if len(top) == 1 or rules.shared_win else ()
