"""Computes tie-breaks from the points that each entry got in each round. Most functions return the value of one entry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from tests.tournament.independent.past import Past
from tests.tournament.independent.worth import REQUESTED, Turn, Turns, adjusted, scoring_of, turns_of

Number = int | Fraction


@dataclass
class Ground:
    """The data from which tie-breaks are computed. `through`: the last round that counts (None: all)."""

    past: Past
    through: int | None

    @cached_property
    def turns(self) -> Turns:
        return turns_of(self.past, self.through)

    @cached_property
    def points(self) -> dict[int, int]:
        return {
            entry: sum(turn.points for turn in own.values()) + adjusted(self.past, entry, self.through) for entry, own in self.turns.items()
        }

    @property
    def everyone_meets(self) -> bool:
        """Whether the tournament is a round robin. In a round robin, a forfeit counts as played, and a bye is no round (FIDE C.07, 15)."""
        return "round-robin" in self.past.format

    def met(self, turn: Turn) -> bool:
        """Return whether the round counts as played against the opponents in `turn`."""
        return turn.kind == "played" or (turn.kind == "forfeit" and self.everyone_meets)

    def voluntary(self, turn: Turn) -> bool:
        """Return whether the entry itself chose not to play the round (FIDE C.07, 16.1: a voluntary unplayed round, VUR)."""
        return turn.kind in REQUESTED or (turn.kind == "forfeit" and not turn.won)

    def worth(self, entry: int, number: int) -> int:
        """Return the points of a round. If the entry had no table, the points that the director added for this round are included."""
        turn = self.turns[entry][number]
        extra = [one["points"] for one in self.past.adjustments if one["entry"] == entry and one.get("round") == number]
        return turn.points + (0 if turn.opponents else sum(extra))

    @cached_property
    def score_for_others(self) -> dict[int, int]:
        """For each entry, the points that count for its opponents in the variant `fide-2023`. A requested bye or an absence counts as a
        draw if only absences follow it."""
        return {entry: self._for_others(entry) for entry in self.turns}

    def _for_others(self, entry: int) -> int:
        own = self.turns[entry]
        last = max((number for number, turn in own.items() if not self.voluntary(turn)), default=0)
        tail = [number for number, turn in own.items() if number > last and turn.kind in REQUESTED]
        draw = scoring_of(self.past)["draw"]
        return int(self.points[entry] + sum(draw - self.worth(entry, number) for number in tail))


@dataclass
class Part:
    """One number in the sum of a tie-break. `strength`: the points of the opponent; in a round without play, those of an imaginary opponent
    (dummy). A cut removes the part with the least strength, whatever the result of the round was. `voluntary`: the entry itself chose not
    to play the round."""

    value: Number
    strength: Number
    voluntary: bool = False


def strengths(ground: Ground, entry: int, variant: str, *, by_result: bool) -> list[Part]:
    """Return one part for each opponent. Its value is the opponent's points, as in Buchholz. With `by_result`, the value is multiplied by
    the entry's own points of the round, as in Sonneborn-Berger."""
    plain = variant == "plain" or ground.everyone_meets
    known = ground.points if plain else ground.score_for_others
    parts = []
    for number, turn in ground.turns[entry].items():
        factor = ground.worth(entry, number) if by_result else 1
        if ground.met(turn):
            parts += [Part(known[opponent] * factor, known[opponent]) for opponent in turn.opponents]
        elif turn.kind != "open" and not ground.everyone_meets:
            dummy = 0 if plain else ground.points[entry]
            parts.append(Part(dummy * factor, dummy, not plain and ground.voluntary(turn)))
    return parts


def summed(parts: Sequence[Part], *, low: int = 0, high: int = 0, voluntary_first: bool = False) -> Number:
    """Return the sum without the `low` parts of least strength and the `high` parts of greatest strength."""
    left = list(parts)
    for _ in range(min(low, len(left))):
        left.remove(_weakest(left, voluntary_first=voluntary_first))
    left.sort(key=lambda part: part.strength)
    return sum(part.value for part in left[: len(left) - high if high else None])


def _weakest(parts: Sequence[Part], *, voluntary_first: bool) -> Part:
    """Return the part that a cut removes: the weakest part. With `voluntary_first`, the weakest voluntary absence is removed instead,
    unless its value is less than that of the weakest part. This rule gives the published values of `fide-tec-swiss16` (SB-C1 of players 4
    and 14)."""
    weakest = min(parts, key=lambda part: (part.strength, part.value))
    absences = [part for part in parts if part.voluntary]
    if voluntary_first and absences:
        absence = min(absences, key=lambda part: (part.strength, part.value))
        return absence if absence.value >= weakest.value else weakest
    return weakest


def of_opponents(ground: Ground, entry: int, *, variant: str, by_result: bool, low: int, high: int) -> Number:
    parts = strengths(ground, entry, variant, by_result=by_result)
    return summed(parts, low=low, high=high, voluntary_first=variant != "plain")


def wins(ground: Ground, entry: int) -> Number:
    """Return the number of wins, including wins without play. A bye counts as a win if it is worth as much as a win (FIDE C.07, 7.1)."""
    scoring = scoring_of(ground.past)
    full = scoring["kind"] != "wins" or scoring["bye"] >= scoring["win"]
    return sum(turn.won == 1 and (turn.kind in ("played", "forfeit") or bool(full)) for turn in ground.turns[entry].values())


def won(ground: Ground, entry: int) -> Number:
    return sum(turn.won == 1 and turn.kind == "played" for turn in ground.turns[entry].values())


def placement(ground: Ground, entry: int) -> Number:
    return sum(turn.place for turn in ground.turns[entry].values())


def difference(ground: Ground, entry: int, cap: int | None = None) -> Number:
    parts = [turn.score - max(turn.others, default=0) for turn in ground.turns[entry].values()]
    inside = parts if cap is None else [max(-cap, min(cap, part)) for part in parts]
    return sum(inside) + adjusted(ground.past, entry, ground.through, "score")


def total(ground: Ground, entry: int) -> Number:
    return sum(turn.score for turn in ground.turns[entry].values()) + adjusted(ground.past, entry, ground.through, "score")


def progressive(ground: Ground, entry: int, cut: int = 0) -> Number:
    own = ground.turns[entry]
    sums = [
        sum(turn.points for earlier, turn in own.items() if earlier <= number) + adjusted(ground.past, entry, number)
        for number in sorted(own)
    ]
    return sum(sums[cut:])


def koya(ground: Ground, entry: int) -> Number:
    """Return the points that the entry won against opponents with at least half of the points that they could have won."""
    strong = {other for other in ground.turns if 2 * ground.points[other] >= _most(ground, other)}
    turns = ground.turns[entry].values()
    return sum(turn.points for turn in turns if ground.met(turn) for other in turn.opponents if other in strong)


def _most(ground: Ground, entry: int) -> int:
    """Return the most points that an entry could have won. In a round robin, the bye of an entry does not count as a round."""
    scoring, turns = scoring_of(ground.past), ground.turns[entry].values()
    rounds = sum(not (ground.everyone_meets and turn.kind == "bye") for turn in turns)
    if scoring["kind"] == "wins":
        return int(rounds * scoring["win"])
    if scoring["kind"] == "placement" and scoring["places"]:
        return int(rounds * max(scoring["places"]))
    if scoring["cap"] is not None:
        return int(rounds * scoring["cap"])
    return rounds * max((turn.points for own in ground.turns.values() for turn in own.values() if turn.kind == "played"), default=0)


def lots(ground: Ground, entry: int) -> Number:
    return _from_the_end(ground.past.lots, entry)


def director(ground: Ground, entry: int) -> Number:
    return sum(_from_the_end(order, entry) for order in ground.past.ruled)


def _from_the_end(order: Sequence[int], entry: int) -> int:
    return len(order) - order.index(entry) if entry in order else 0


def _families() -> dict[str, Callable[[Ground, int], Number]]:
    made: dict[str, Callable[[Ground, int], Number]] = {
        "points": lambda ground, entry: ground.points[entry],
        "wins": wins,
        "won": won,
        "placement": placement,
        "difference": difference,
        "total": total,
        "progressive": progressive,
        "progressive-cut-1": partial(progressive, cut=1),
        "koya": koya,
        "lots": lots,
        "director": director,
    }
    for variant, ending in (("plain", ""), ("fide-2023", ":fide-2023")):
        for name, by_result, low, high in (
            ("buchholz", False, 0, 0),
            ("buchholz-cut-1", False, 1, 0),
            ("buchholz-median", False, 1, 1),
            ("sonneborn-berger", True, 0, 0),
            ("sonneborn-berger-cut-1", True, 1, 0),
        ):
            made[name + ending] = partial(of_opponents, variant=variant, by_result=by_result, low=low, high=high)
    return made


FAMILIES = _families()
COVERED = [*FAMILIES, "head-to-head"]


def tie_break(name: str) -> Callable[[Ground, int], Number]:
    word, _, cap = name.partition(":")
    return partial(difference, cap=int(cap)) if word == "difference" and cap else FAMILIES[name]
