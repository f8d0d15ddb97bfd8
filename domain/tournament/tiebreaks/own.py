"""Tie-breaks over an entry's own results: its points, its wins, and the points of its places at the tables."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from domain.tournament.history import History, Line
from domain.tournament.tiebreaks.kinds import Contribution, Number, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("points", "Points", points)
    yield TieBreak("wins", "Wins", wins)
    yield TieBreak("won", "Wins at the table", won)
    yield TieBreak("placement", "Placement points", placement)


def against(line: Line) -> int | None:
    """Return the opponent of a round; None if there were several opponents or none."""
    return line.opponents[0] if len(line.opponents) == 1 else None


def points(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the points of each entry. The contributions are the points of each round, and the points that the director added."""
    made = {}
    for entry in level:
        rounds = [
            Contribution(line.round, against(line), line.points, True, line.kind if line.outcome is None else line.outcome)
            for line in history.lines[entry]
        ]
        added = [Contribution(item.round, None, item.points, True, "adjusted", item) for item in history.adjusted.get(entry, ())]
        made[entry] = Value(history.points(entry), (*rounds, *added))
    return made


def wins(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the number of rounds that each entry won, with or without play (FIDE C.07 7.1). A bye counts as a win if it gives at least as
    many points as a win."""
    scoring = history.scoring
    byes = frozenset({"bye", "full"}) if scoring.kind != "wins" or scoring.bye >= scoring.win else frozenset()
    return {entry: _counted([line for line in history.lines[entry] if line.outcome == "win" or line.kind in byes]) for entry in level}


def won(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the number of rounds that each entry won by play (FIDE C.07 7.2)."""
    return {entry: _counted([line for line in history.lines[entry] if line.met and line.outcome == "win"]) for entry in level}


def _counted(lines: list[Line]) -> Value:
    return Value(len(lines), tuple(Contribution(line.round, against(line), 1, True, line.outcome or line.kind) for line in lines))


def placement(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the points for the places at the tables where an entry played. The scoring says what each place is worth. If the scoring does
    not say this, a side gets one point for each side placed below it. Level sides share the points of their places exactly, in fractions if
    needed."""
    tables: dict[tuple[int, int | None], dict[frozenset[int], int]] = {}
    for entry, lines in history.lines.items():
        for line in lines:
            if line.met and line.place is not None:
                tables.setdefault((line.round, line.table), {})[frozenset((entry, *line.partners))] = line.place
    made = {}
    for entry in level:
        rounds = tuple(
            Contribution(line.round, None, _worth(history, line.place, tuple(tables[line.round, line.table].values())), True, "placement")
            for line in history.lines[entry]
            if line.met and line.place is not None
        )
        made[entry] = Value(sum(item.value for item in rounds), rounds)
    return made


def _worth(history: History, place: int, places: tuple[int, ...]) -> Number:
    worths = history.scoring.places or tuple(range(len(places) - 1, -1, -1))
    level = places.count(place)
    shared = Fraction(sum(worths[place - 1 : place - 1 + level]), level)
    return shared.numerator if shared.denominator == 1 else shared
