"""The lists of a tournament, as they hang in the hall: the standings, the pairings of a round by table and by name, and the bracket of a
knock-out."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import count, groupby
from typing import Final
from unicodedata import combining, normalize

from domain.kernel.findings import signed
from domain.tournament.stages import groups_in
from domain.tournament.state import Result, Round, Seated, Tournament
from domain.tournament.tiebreaks import find
from domain.words.phrases import counted, listed
from service.caches.standings import made
from service.files.names import local
from service.files.paper.document import GAP, INK, ROOM, SOFT, Column, Move, Paper, Row, day_time, dotted
from service.files.tournament_tables import BRACKET, TournamentExported
from service.pictures.texts import clean, isolated
from service.views.bracket import bracket_json
from service.views.tournament_answers import BracketAhead, BracketMatch

_GLYPHS: Final = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
_PRIZED: Final = "*"
"""The sign of a place with a prize."""
_LEAST: Final = 60.0
"""The width that tie-breaks leave to names."""
_WIDEST, _NARROWEST = 24.0, 11.0
"""How wide the column of a tie-break is. Those for which no room is left are only named."""
_ROW, _LEAST_ROW = 7.0, 3.5
"""How high a side of a match is in a bracket."""
_BOX, _LEAST_COLUMN, _BETWEEN = 62.0, 28.0, 5.0
"""How wide a match of a bracket is at most, a round at least, and the room between two rounds."""
_ENDED: Final = {"walk-over": "walk-over", "forfeit": "without play", "tied": "a tie"}


def tournament_paper(table: str, exported: TournamentExported, number: int | None, size: str) -> bytes:
    """Return a list of PAPERS as PDF. `number`: the round; None: the newest. `size`: the name of the paper. Raises KeyError for pairings of
    a round that the viewer may not see."""
    hall = _Hall(exported, size)
    with closing(hall.paper):
        return PAPERS[table](hall, number)


class _Hall:
    """A document about a tournament."""

    def __init__(self, exported: TournamentExported, size: str) -> None:
        self.exported, self.state = exported, exported.reading.state
        self.when = local(exported.last.recorded_at, exported.last.offset)
        self.title = clean(self.state.title or "") or "A tournament"
        self.paper = Paper(size, self.title, self.when, (self.title, *map(exported.names.called, self.state.entries)))

    def name(self, entry: int) -> str:
        return isolated(clean(self.exported.names.called(entry)))

    def side(self, entries: Sequence[int]) -> str:
        return listed(map(self.name, entries))

    def top(self, what: str, more: str = "") -> None:
        self.paper.paragraph(self.title, 11, colour=SOFT, bold=True, most=2)
        self.paper.paragraph(what, 22, bold=True)
        self.paper.paragraph(dotted(day_time(self.when), more), 11, colour=SOFT)
        self.paper.y += 5

    def finished(self, what: str) -> bytes:
        return self.paper.finished(f"{isolated(self.title)} · {what}", f"{self.exported.tournament}, {day_time(self.when)}")


# --- standings ----------------------------------------------------------------------------------------------------------------------------


def _standings(hall: _Hall, number: int | None) -> bytes:
    reading, paper = hall.exported.reading, hall.paper
    found = made(reading, number)
    before = {line.entry: line.place for line in made(reading, found.through - 1).lines} if found.through > 1 else {}
    last = hall.state.rounds.get(found.through)
    through = found.through - (last is not None and last.started is None and 0 < len(last.tables) == len(last.unfinished))
    missing = sum(len(paired.unfinished) for paired in hall.exported.rounds() if paired.published and paired.number <= through)
    what = _titled(through, playing=last is not None and last.number == through and bool(last.unfinished))
    prizes = _prizes(hall.state, found.through)
    hall.top(what, f"{counted(missing, 'table')} still missing" if missing else "")
    fixed = [Column("", 9, "R", bold=True), Column("", 9), Column("Name", 0), Column("Points", 17, "R", bold=True)]
    left = ROOM - sum(column.wide + GAP for column in fixed)
    labels = [find(name).label for name in found.tiebreaks]
    shown = labels[: int((left - _LEAST) // (_NARROWEST + GAP))]
    each = min(_WIDEST, (left - _LEAST) / max(1, len(shown)) - GAP)
    ties = [Column(label, each, "R", colour=SOFT) for label in shown]
    fixed[2] = Column("Name", left + GAP - len(ties) * (each + GAP))
    rows = (
        Row(
            [
                *(f"{line.place}{_PRIZED * (line.place <= prizes)}", Move(before.get(line.entry, line.place) - line.place)),
                *(hall.name(line.entry), signed(line.points), *map(_written, line.values[: len(shown)])),
            ]
        )
        for line in found.lines
    )
    paper.table([*fixed, *ties], rows)
    others = labels[len(shown) :]
    marked = any(line.place <= prizes for line in found.lines)
    if notes := dotted(f"{_PRIZED} This place has a prize" * marked, f"Not printed: {', '.join(others)}" if others else ""):
        paper.y += 3
        paper.paragraph(notes, 9, colour=SOFT)
    return hall.finished(what)


def _titled(through: int, *, playing: bool) -> str:
    if not through:
        return "Standings before round 1"
    return f"Standings, round {through} in play" if playing else f"Standings after round {through}"


def _prizes(state: Tournament, through: int) -> int:
    """Return how many places have a prize; 0 if no round has a result, because then nobody has a place."""
    played = any(table.result for number, paired in state.rounds.items() if number <= through for table in paired.tables.values())
    return (state.settings.prizes or 0) if played else 0


def _written(value: str) -> str:
    """Return a value as people write it, such as `−5` or `3½`."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    size = str(whole) if not rest else f"{whole or ''}{_GLYPHS[rest]}" if rest in _GLYPHS else f"{float(whole + rest):.2f}"
    return f"{'−' * (Fraction(value) < 0)}{size}"


# --- pairings -----------------------------------------------------------------------------------------------------------------------------


def _pairings(hall: _Hall, number: int | None) -> bytes:
    rounds = {paired.number: paired for paired in hall.exported.rounds()}
    if number is None and not rounds:
        hall.top("No round is paired yet")
        return hall.finished("Pairings")
    paired = rounds[max(rounds) if number is None else number]
    what = f"Pairings of round {paired.number}"
    hall.top(what, "by table")
    _by_table(hall, paired)
    hall.paper.turn()
    hall.top(what, "by name")
    columns = [Column("Name", 70, bold=True), Column("Table", 14, "R"), Column("Plays", ROOM - 84 - 2 * GAP)]
    hall.paper.table(columns, (Row(row) for row in sorted(_by_name(hall, paired), key=lambda row: _order(row[0]))))
    return hall.finished(what)


def _by_table(hall: _Hall, paired: Round) -> None:
    paper, tables = hall.paper, [table for _, table in sorted(paired.tables.items())]
    two = all(len(table.sides) == 2 for table in tables)
    sides = [Column("", (ROOM - 14 - 26 - 3 * GAP) / 2)] * 2 if two else [Column("", ROOM - 14 - 26 - 2 * GAP)]
    columns = [Column("Table", 14, "R", bold=True), *sides, Column("Result", 26, "R", bold=True)]
    groups = groups_in(hall.state, paired.number)

    def group_of(table: Seated) -> int:
        return groups.get(table.entries[0], 0)

    for group, within in groupby(sorted(tables, key=group_of), group_of):
        if group:
            paper.heading(f"Group {group}", 2 * _ROW)
        rows = (
            Row(
                [
                    str(table.table),
                    *(map(hall.side, table.sides) if two else ["; ".join(map(hall.side, table.sides))]),
                    _scores(table.result),
                ]
            )
            for table in within
        )
        paper.table(columns, rows, 11)
    if paired.sits_out:
        paper.y += 3
        paper.paragraph(f"Without a table in this round: {', '.join(map(hall.name, paired.sits_out))}", 10)


def _scores(result: Result | None) -> str:
    if result is None or result.scores is None:
        return ""
    return signed((" to " if min(result.scores) < 0 else "–").join(map(str, result.scores)))


def _by_name(hall: _Hall, paired: Round) -> Iterator[tuple[str, str, str]]:
    """Yield (name, table, who else sits there) for everyone: an entry of two people has two lines, if both names are known."""
    for table in paired.tables.values():
        for side in table.sides:
            against = "; ".join(hall.side(other) for other in table.sides if other != side)
            for entry in side:
                beside = [hall.name(other) for other in side if other != entry]
                for name, others in _people(hall, entry):
                    partners = [*others, *beside]
                    yield name, str(table.table), f"with {listed(partners)}, against {against}" if partners else f"against {against}"
    for entry in paired.sits_out:
        yield from ((name, "–", "sits out") for name, _ in _people(hall, entry))


def _people(hall: _Hall, entry: int) -> list[tuple[str, list[str]]]:
    people, known = hall.state.entries[entry].people, hall.exported.names.people
    names = [isolated(clean(known[person])) for person in people if person in known]
    if len(names) < 2 or len(names) < len(people):
        return [(hall.name(entry), [])]
    return [(name, names[:at] + names[at + 1 :]) for at, name in enumerate(names)]


def _order(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts names as a reader looks for them: without accents, and numbers by their size."""
    plain = "".join(char for char in normalize("NFKD", name).casefold() if not combining(char) and char not in "\u2068\u2069")
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split("([0-9]+)", plain)]


# --- the bracket --------------------------------------------------------------------------------------------------------------------------


def _bracket(hall: _Hall, number: int | None) -> bytes:
    exported = hall.exported
    bracket = bracket_json(exported.tournament, exported.reading, number, records=exported.records)
    matches, ahead = bracket["matches"], bracket["ahead"]
    staged = hall.state.stages or hall.state.settings.cut is not None
    known = f"who plays in it is known after round {ahead['after']}" if ahead else ""
    hall.top("Bracket", known if matches else f"it is drawn when {'its first round' if staged else 'round 1'} is paired")
    double = any(match["part"] == "lower" for match in matches)
    parts = (
        ("main", "No defeat yet" if double else ""),
        ("lower", "One defeat"),
        ("third", "For third place"),
        ("fifth", "For fifth place"),
        ("seventh", "For seventh place"),
        ("final again", "Final"),
    )
    for names, title in parts:
        if within := [match for match in matches if match["part"] in names.split()]:
            _part(hall, title, within, ahead)
    return hall.finished("Bracket")


def _part(hall: _Hall, title: str, matches: Sequence[BracketMatch], ahead: BracketAhead | None) -> None:
    """Draw a part of the bracket as a tree, or as a list of its matches if a tree has no room on a page."""
    paper, rounds = hall.paper, sorted({match["round"] for match in matches})
    middles, rows = _middles(matches)
    column = ROOM / len(rounds)
    least = rows * _LEAST_ROW
    as_tree = column >= _LEAST_COLUMN and paper.fits_a_page(least)
    if title:
        paper.heading(title, least if as_tree else 4 * _LEAST_ROW)
    if not as_tree:
        _list(hall, matches, ahead)
        return
    paper.room(least)
    high, box, top = min(_ROW, paper.left / rows), min(column - _BETWEEN, _BOX), paper.y
    at = {match["match"]: (rounds.index(match["round"]) * column, top + middles[match["match"]] * high) for match in matches}
    scored = any(match["scores"] for match in matches)
    size, room = min(10, high * 1.9, max(6.5, box / 4.4)), box - (14 if scored else 7)
    for match in matches:
        x, y = at[match["match"]]
        paper.box(x, y - high * 0.95, box, high * 1.9)
        paper.words(str(match["match"]), x + 0.5, y, 4.5, 6, colour=SOFT, align="R")
        for place, (side, (name, score, won)) in enumerate(zip(match["sides"], _sides(hall, match, ahead), strict=True)):
            middle = y + (place - 0.5) * 0.9 * high
            if side["entry"] is not None or (ahead and side["line"]):
                paper.words(name, x + 6, middle, room, size, bold=won, colour=INK if side["entry"] else SOFT)
                paper.words(score, x + box - 8, middle, 7, size, bold=won, align="R")
            if side["match"] in at and not side["loser"]:
                before_x, before_y = at[side["match"]]
                paper.step((before_x + box, before_y), (x, y))
    paper.y = top + rows * high + 3


def _list(hall: _Hall, matches: Sequence[BracketMatch], ahead: BracketAhead | None) -> None:
    side = Column("", (ROOM - 50 - 4 * GAP) / 2)
    columns = [Column("Round", 12, "R"), Column("Match", 12, "R", bold=True), side, side, Column("Result", 26, "R", bold=True)]
    rows = []
    for match in matches:
        (first, ours, _), (second, theirs, _) = _sides(hall, match, ahead)
        won = "" if match["winner"] is None else hall.name(match["winner"])
        result = f"{ours}–{theirs}" if ours and theirs else _ENDED.get(match["state"], won)
        rows.append(Row([str(match["round"]), str(match["match"]), first, second, result]))
    hall.paper.table(columns, rows)


def _sides(hall: _Hall, match: BracketMatch, ahead: BracketAhead | None) -> list[tuple[str, str, bool]]:
    """Return (name, score, whether it won) of both sides. A side that is not known yet says in place of a name where it comes from."""
    sides = []
    for at, side in enumerate(match["sides"]):
        entry = match["seated"][at] if match["moved"] and at < len(match["seated"]) else side["entry"]
        if entry is None:
            came = "" if side["match"] is None else f"{'Loser' if side['loser'] else 'Winner'} of match {side['match']}"
            if ahead and side["line"]:
                came = _from_before(side["line"], ahead)
            sides.append(("Nobody" if side["nobody"] else came, "", False))
            continue
        scores = match["scores"] if entry in match["seated"] else None
        score = "" if scores is None else signed(scores[match["seated"].index(entry)])
        sides.append((hall.name(entry), score, entry == match["winner"]))
    return sides


def _from_before(seed: int, ahead: BracketAhead) -> str:
    """Return from which place of the stage before a seed comes."""
    if ahead["groups"] == 1:
        return f"{_ordinal(seed)} after round {ahead['after']}"
    if not ahead["top"]:
        return f"Number {seed} of the best"
    place = -(-seed // ahead["groups"])
    if place <= ahead["top"]:
        return f"{_ordinal(place)} of a group"
    return f"One of the best {_ordinal(place)}s" if ahead["best"] <= ahead["groups"] else "One of the best others"


def _ordinal(number: int) -> str:
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _middles(matches: Sequence[BracketMatch]) -> tuple[dict[int, float], int]:
    """Return how far from the top the middle of each match stands, and how high all are, in rows of one side each. A match stands half way
    between the two from which its sides come."""
    known = {match["match"]: match for match in matches}
    middles: dict[int, float] = {}
    lines = count()

    def placed(match: BracketMatch) -> float:
        ends = []
        for side in match["sides"]:
            before = None if side["loser"] or side["match"] is None else known.get(side["match"])
            ends.append(next(lines) + 0.5 if before is None or before["match"] in middles else placed(before))
        return middles.setdefault(match["match"], sum(ends) / 2)

    for match in reversed(matches):
        if match["match"] not in middles:
            placed(match)
    return middles, next(lines)


PAPERS: Final[Mapping[str, Callable[[_Hall, int | None], bytes]]] = {
    "standings": _standings, "pairings": _pairings, BRACKET: _bracket,
}  # fmt: skip
