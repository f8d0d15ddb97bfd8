"""Tie-breaks over an entry's own results: its points, its wins, its scores, the points of its places, its total after each round."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from domain.tournament.history import History, Line
from domain.tournament.tiebreaks.kinds import Contribution, Number, TieBreak, Value


def tiebreaks() -> Iterator[TieBreak]:
    yield TieBreak("points", "Points", points, own=True)
    yield TieBreak("wins", "Wins", wins, own=True)
    yield TieBreak("won", "Wins at the table", won, own=True)
    yield TieBreak("placement", "Placement points", placement, own=True)


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
        added = [
            Contribution(item.round, None, item.points, True, "carried" if item.carried else "adjusted", item)
            for item in history.adjusted.get(entry, ())
        ]
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


# --- scores -------------------------------------------------------------------------------------------------------------------------------


def of_scores() -> Iterator[TieBreak]:
    yield TieBreak("total", "Total", total, own=True)
    yield TieBreak("game-points", "Game points", total, own=True)
    yield difference(None)


def total(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
    """Return the sum of each entry's scores, with what the director added to them."""
    made = {}
    for entry in level:
        rounds = [Contribution(line.round, against(line), line.score) for line in history.lines[entry]]
        made[entry] = _with_adjusted(history, entry, rounds)
    return made


def difference(cap: int | None) -> TieBreak:
    """Return the tie-break that sums, over all rounds, the entry's own score minus the best score of the others. `cap`: the most that one
    round counts, up or down; None for no limit."""

    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        made = {}
        for entry in level:
            rounds = [
                Contribution(line.round, against(line), _within(line.score - line.against, cap), True, "difference")
                for line in history.lines[entry]
            ]
            made[entry] = _with_adjusted(history, entry, rounds)
        return made

    if cap is None:
        return TieBreak("difference", "Difference", values, own=True)
    return TieBreak(f"difference:{cap}", f"Difference, at most {cap} a round", values, own=True)


def difference_capped(words: str) -> Callable[[], TieBreak] | None:
    """Return a function that makes the tie-break `difference` with a cap. `words`: the cap, a whole number of at least 1. Returns None if
    `words` is not such a number."""
    if not words.isascii() or not words.isdigit() or words.startswith("0") or len(words) > 6:
        return None
    return lambda: difference(int(words))


def _within(value: int, cap: int | None) -> int:
    return value if cap is None else max(-cap, min(cap, value))


def _with_adjusted(history: History, entry: int, rounds: list[Contribution]) -> Value:
    added = [Contribution(item.round, None, item.score, True, "adjusted", item) for item in history.adjusted.get(entry, ()) if item.score]
    return Value(sum(item.value for item in [*rounds, *added]), (*rounds, *added))


# --- progressive --------------------------------------------------------------------------------------------------------------------------


def of_progress() -> Iterator[TieBreak]:
    yield TieBreak("progressive", "Progressive", _progressive(cut=0))
    yield TieBreak("progressive-cut-1", "Progressive cut 1", _progressive(cut=1))


def _progressive(cut: int) -> Callable[[History, tuple[int, ...]], Mapping[int, Value]]:
    def values(history: History, level: tuple[int, ...]) -> Mapping[int, Value]:
        return {entry: _progress(history, entry, cut) for entry in level}

    return values


def _progress(history: History, entry: int, cut: int) -> Value:
    brought = dict.fromkeys(range(1, history.rounds + 1), 0)
    for line in history.lines[entry]:
        brought[line.round] += line.points
    added = history.adjusted.get(entry, ())
    points = sum(item.points for item in added if item.round is None)
    rounds = []
    for number in brought:
        points += brought[number] + sum(item.points for item in added if item.round == number)
        rounds.append(Contribution(number, None, points, number > cut, "after" if number > cut else "cut"))
    return Value(sum(item.value for item in rounds if item.counts), tuple(rounds))
