"""Histories for tests: written by hand, or made at random from a seed."""

from collections.abc import Mapping, Sequence
from random import Random

from domain.kernel.events.tournaments import Scoring
from domain.tournament.history import Adjustment, History, Kind, Line, Outcome

SCORING = Scoring()
WORTH: Mapping[Outcome, int] = {"win": 2, "draw": 1, "loss": 0}
OTHER: Mapping[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}
RESULTS: Mapping[str, Outcome] = {"1": "win", "=": "draw", "0": "loss"}


def game(number: int, one: int, other: int, outcome: Outcome, scores: tuple[int, int] = (0, 0), kind: Kind = "played") -> dict[int, Line]:
    """Return the results of both entries at a table of two, each as a line of a history. A win is worth 2 points, a draw 1. `outcome`: the
    result of the entry `one`."""
    made = {}
    for mine, theirs, had, score, against in (
        (one, other, outcome, scores[0], scores[1]),
        (other, one, OTHER[outcome], scores[1], scores[0]),
    ):
        place = 2 if had == "loss" else 1
        made[mine] = Line(number, kind, WORTH[had], had, (), (theirs,), score, against, place, min(one, other))
    return made


def history(
    entries: int, *rounds: str, scores: Sequence[Mapping[int, int]] = (), everyone: bool = False, scoring: Scoring = SCORING
) -> History:
    """Return a history. Each text describes one round. `1:1:2`: entry 1 beats entry 2. `1:0:2`: entry 1 loses. `1=2`: a draw. `1+2`: entry
    1 wins by forfeit. `3b`: entry 3 has a bye. `3f`, `3h`, `3z`: entry 3 asked to be away, and gets the points of a bye, the points of a
    draw, or no points. `3a`: entry 3 is absent. `scores`: one mapping for each round, from entry to score."""
    bye = scoring.bye
    kinds: Mapping[str, tuple[Kind, int]] = {"b": ("bye", bye), "f": ("full", bye), "h": ("half", 1), "z": ("zero", 0), "a": ("absent", 0)}
    lines: dict[int, list[Line]] = {entry: [] for entry in range(1, entries + 1)}
    for number, words in enumerate(rounds, 1):
        made: dict[int, Line] = {}
        for word in words.split():
            if word[-1] in kinds:
                kind, points = kinds[word[-1]]
                made[int(word[:-1])] = Line(number, kind, points)
            elif "+" in word:
                one, other = word.split("+")
                made |= game(number, int(one), int(other), "win", kind="forfeit")
            else:
                one, result, other = word.split(":") if ":" in word else (*word.split("=")[:1], "=", *word.split("=")[1:])
                made |= game(number, int(one), int(other), RESULTS[result], _scores(scores, number, int(one), int(other)))
        for entry, line in made.items():
            lines[entry].append(line)
    return History(scoring, len(rounds), {entry: tuple(of) for entry, of in lines.items()}, everyone_meets=everyone)


def _scores(scores: Sequence[Mapping[int, int]], number: int, one: int, other: int) -> tuple[int, int]:
    of = scores[number - 1] if number <= len(scores) else {}
    return of.get(one, 0), of.get(other, 0)


def at_random(seed: int) -> History:
    """Return a random history of up to 8 entries and 5 rounds, with games, forfeits, byes, absences of every kind, and adjustments."""
    chance = Random(seed)
    count, rounds = chance.randint(1, 8), chance.randint(0, 5)
    lines: dict[int, list[Line]] = {entry: [] for entry in range(1, count + 1)}
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, count + 1), count)
        made: dict[int, Line] = {}
        while order:
            entry = order.pop()
            if not order or chance.random() < 0.25:
                kinds: list[tuple[Kind, int]] = [("bye", 2), ("full", 2), ("half", 1), ("zero", 0), ("absent", 0)]
                kind, points = chance.choice(kinds)
                made[entry] = Line(number, kind, points)
                continue
            forfeit = chance.random() < 0.2
            outcome: Outcome = "win" if forfeit else chance.choice(["win", "draw", "loss"])
            scores = (chance.randint(0, 9), chance.randint(0, 9))
            made |= game(number, entry, order.pop(), outcome, (0, 0) if forfeit else scores, "forfeit" if forfeit else "played")
        for entry, line in made.items():
            lines[entry].append(line)
    adjusted = {
        entry: (Adjustment(chance.choice([-1, 1]), chance.choice([0, 3]), chance.choice([None, 1, 2])),)
        for entry in lines
        if chance.random() < 0.1
    }
    everyone, drawn = chance.random() < 0.3, tuple(chance.sample(range(1, count + 1), chance.randint(0, count)))
    kept = {entry: tuple(of) for entry, of in lines.items()}
    return History(Scoring(), rounds, kept, adjusted=adjusted, everyone_meets=everyone, lots=drawn, ruled=(drawn[::-1],))
