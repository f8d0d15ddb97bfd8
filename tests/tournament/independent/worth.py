"""Computes the turns: for each entry and round, the entry's points, its score, the scores of the other sides, its opponents, and how the
round was decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from tests.tournament.independent.past import Board, Paired, Past

REQUESTED = {"asked-half", "asked-zero", "absent"}
"""The kinds of rounds that an entry asked not to play, or missed. A full-point bye is not one of them (FIDE C.07, 16.1.1)."""
DEFAULTS: dict[str, Any] = {
    "kind": "wins",
    "win": 2,
    "draw": 1,
    "loss": 0,
    "bye": 2,
    "cap": None,
    "places": [],
    "bye_score": None,
    "sit_out": "nothing",
    "sit_out_score": 0,
}


@dataclass
class Turn:
    """An entry's round. `kind`: played, forfeit, open (no result yet), bye, asked-bye, asked-half, asked-zero or absent. `won`: 1 for a
    win, 1/2 for a draw, 0 for a loss. `others`: the scores of the other sides. `place`: the points for its place at the table. `rank`: how
    many sides at the table were better. `sides`: how many sides the table had."""

    kind: str
    points: int = 0
    won: Fraction = Fraction(0)
    score: int = 0
    others: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    place: Fraction = Fraction(0)
    rank: int = 0
    sides: int = 0


Turns = dict[int, dict[int, Turn]]
"""For each entry: its turn in each round, by round number."""


def scoring_of(past: Past) -> dict[str, Any]:
    return {**DEFAULTS, **(past.settings.get("scoring") or {})}


def turns_of(past: Past, through: int | None) -> Turns:
    numbers = [number for number in sorted(past.rounds) if through is None or number <= through]
    scoring = scoring_of(past)
    turns = {entry: {number: _turn(past, scoring, entry, number) for number in numbers} for entry in past.entries}
    for of_entry in turns.values():
        _pay(scoring, of_entry)
    return turns


def _turn(past: Past, scoring: Mapping[str, Any], entry: int, number: int) -> Turn:
    paired: Paired = past.rounds[number]
    for board in paired.boards.values():
        for side, members in enumerate(board.sides):
            if entry in members:
                return _seated(scoring, board, side)
    if entry in paired.byes:
        return Turn("bye", won=Fraction(1), score=scoring["bye_score"] or 0, others=(0,))
    kind = past.absences.get((entry, number))
    if kind is None:
        return Turn("absent")
    won = {"bye": Fraction(1), "half": Fraction(1, 2), "zero": Fraction(0)}[kind]
    return Turn(f"asked-{kind}", won=won, score=(scoring["bye_score"] or 0) if kind == "bye" else 0, others=(0,))


def _seated(scoring: Mapping[str, Any], board: Board, side: int) -> Turn:
    opponents = tuple(entry for other, members in enumerate(board.sides) if other != side for entry in members)
    result = board.result
    if result is None:
        return Turn("open", opponents=opponents)
    won = Fraction(0)
    if side in result.winners:
        won = Fraction(1) if len(result.winners) == 1 or result.forfeit else Fraction(1, 2)
    scores = result.scores or [0] * len(board.sides)
    others = tuple(score for other, score in enumerate(scores) if other != side)
    ranking = _ranking(result.winners, result.scores, len(board.sides))
    turn = Turn("forfeit" if result.forfeit else "played", 0, won, scores[side], others, opponents)
    turn.rank = sum(other > ranking[side] for other in ranking)
    turn.sides = len(board.sides)
    if result.forfeit:
        if scoring["kind"] == "wins":
            turn.points = scoring["win"] if won else scoring["loss"]
        return turn
    turn.place = _place_points(scoring["places"] or range(len(board.sides) - 1, -1, -1), ranking, side)
    match scoring["kind"]:
        case "wins":
            turn.points = {Fraction(1): scoring["win"], Fraction(1, 2): scoring["draw"], Fraction(0): scoring["loss"]}[won]
        case "score":
            turn.points = scores[side] if scoring["cap"] is None else min(scores[side], scoring["cap"])
        case _:
            turn.points = floor(_place_points(scoring["places"], ranking, side))  # points are whole numbers: round down
    return turn


def _ranking(winners: list[int], scores: list[int] | None, sides: int) -> list[tuple[bool, int]]:
    """Return, for each side of a table, two values that decide its place: whether it won, and then its score."""
    return [(side in winners, 0 if scores is None else scores[side]) for side in range(sides)]


def _place_points(places: Sequence[int], ranking: list[tuple[bool, int]], side: int) -> Fraction:
    """Return the points for the place of a side. Level sides share the points of their places equally."""
    above = sum(1 for other in ranking if other > ranking[side])
    level = ranking.count(ranking[side])
    shared = [places[place] if place < len(places) else 0 for place in range(above, above + level)]
    return Fraction(sum(shared), level)


def _pay(scoring: Mapping[str, Any], turns: dict[int, Turn]) -> None:
    """Set the points of the rounds without play. If the scoring does not count wins, a win by forfeit gives the same points as a bye."""
    for turn in turns.values():
        if turn.kind == "asked-half":
            turn.points = scoring["draw"]
        elif turn.kind in ("bye", "asked-bye") and scoring["kind"] == "wins":
            turn.points = scoring["bye"]
        elif turn.kind in ("bye", "asked-bye") or (turn.kind == "forfeit" and turn.won and scoring["kind"] != "wins"):
            turn.points = _sit_out(scoring, turns)


def _sit_out(scoring: Mapping[str, Any], turns: dict[int, Turn]) -> int:
    """Return the points for a round without play: nothing, a fixed number, or the entry's own average of the rounds that it played. Half
    points are rounded up."""
    played = [turn.points for turn in turns.values() if turn.kind == "played"]
    if scoring["sit_out"] == "average":
        return floor(Fraction(sum(played), len(played)) + Fraction(1, 2)) if played else 0
    return int(scoring["sit_out_score"]) if scoring["sit_out"] == "fixed" else 0


def adjusted(past: Past, entry: int, through: int | None, member: str = "points") -> int:
    """Return the points (or the score) that directors added to an entry, in rounds up to `through`."""
    chosen = [one for one in past.adjustments if one["entry"] == entry and _counts(one.get("round"), through)]
    return sum(one.get(member) or 0 for one in chosen)


def _counts(number: int | None, through: int | None) -> bool:
    return number is None or through is None or number <= through
