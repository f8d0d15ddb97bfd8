"""The score sheet of a game: the players, the result, the points of each round, findings, rulings, and a code that leads to the replay."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from domain.kernel.findings import signed
from domain.record.chain import hashes
from domain.views.answers import Finding, GameState
from domain.views.game import Cover, game_json
from domain.views.parts import finding_json, rounds_of_findings
from domain.views.rulings import rulings_json
from domain.words.phrases import capital, counted, listed
from domain.words.seated import seated_in
from service.files.contents import Exported
from service.files.names import local
from service.files.paper.document import BRAND, GAP, ROOM, SOFT, Column, Paper, Row, Sign, day_time, dotted
from service.files.tables import rounds_told
from service.pictures.texts import clean, isolated
from service.pictures.words import SURENESS, NameOf, names_of, partnered, points_of, sentence, sides_of

MOST_LISTED: Final = 100
"""At most so many findings, and as many rulings, are printed; the replay has them all."""
_NUMBERED: Final = re.compile(r"^(Round|Deal) [0-9]+: ")
_CODE: Final = 27.0
_NUMBER: Final = 13.0
_WORD: Final = 26.0
_TOTAL: Final = 13.0
_LEAST: Final = 2 * _TOTAL
"""The width that a side needs for the points of a round and the total after it; with less, only the points are printed."""
_STATES: Final = {"open": "In play", "unfinished": "Time was called"}
_KINDS: Final = {"breach": "Breach", "contradiction": "Contradiction", "query": "Question", "gap": "Incomplete"}


def score_sheet(exported: Exported) -> bytes:
    """Return the score sheet as PDF. Raises ExportClosed."""
    return _ScoreSheet(exported).made()


class _ScoreSheet:
    def __init__(self, exported: Exported) -> None:
        self.exported, reading = exported, exported.reading
        self.seated = seated_in(reading, {person: isolated(clean(name)) for person, name in exported.names.items()})
        # A sheet says nothing of visibility and delay: any will do.
        cover = Cover(exported.game, reading.opened.visibility, 0)
        self.state: GameState = game_json(cover, reading, exported.viewer, self.seated, prompts=False)
        named = names_of(self.state)
        self.name: NameOf = lambda seat: isolated(named(seat))
        self.sides, self.together = sides_of(self.state), partnered(self.state)
        self.rounds = [[*rows] for _, rows in groupby(rounds_told(exported, self.seated.called), lambda row: (row[1], row[10]))]
        self.title = clean(self.state["title"] or "") or reading.system.name
        self.paper = Paper(
            exported.paper, self.title, local(reading.events[-1].recorded_at), (self.title, exported.club, *exported.names.values())
        )

    def made(self) -> bytes:
        self._top()
        self._result()
        self._players()
        self._points()
        self._findings()
        self._rulings()
        events = self.exported.reading.events
        *_, head = hashes(events)
        return self.paper.finished(f"Game {self.exported.game}, {_entries(len(events))}", f"Hash of the last entry: {head}")

    def _top(self) -> None:
        paper, opened, place = self.paper, self.exported.reading.events[0], self.state["tournament"]
        room = ROOM - _CODE - 6 if self.exported.replay else ROOM
        if self.exported.replay:
            paper.code(self.exported.replay, _CODE)
        begin = paper.y
        paper.paragraph("Score sheet", 9, colour=SOFT, bold=True)
        paper.paragraph(self.title, 22, bold=True, wide=room, most=2)
        played = self.exported.reading.system.name if self.state["title"] else ""
        where = "" if place is None else f"Round {place['round']}, table {place['table']} of a tournament"
        paper.paragraph(dotted(played, where, isolated(clean(self.exported.club))), 11, wide=room, most=2)
        paper.paragraph(day_time(local(opened.at, opened.offset)), 11, colour=SOFT, wide=room)
        if self.exported.replay:
            below, paper.y = paper.y, begin + _CODE + 1
            paper.line("Scan to watch the replay", ROOM - 60, 60, 7.5, colour=SOFT, align="R")
            paper.y = max(below, paper.y + 4)
        paper.y += 4

    def _result(self) -> None:
        paper, life, outcome = self.paper, self.state["life"], self.state["outcome"]
        said = sentence(self.state, self.name)
        high = paper.height(said, ROOM - 12, 14, bold=True) + 9.5
        confirmed = life["confirmed"]
        by = f" by {listed([self.name(seat) for seat in confirmed['seats']])}" if confirmed else ""
        known = outcome["evidence"]["level"]
        more = f" · Result {SURENESS[known]}" if outcome["state"] == "finished" and known in ("stated", "director") else ""
        paper.panel(high)
        paper.y += 3
        paper.paragraph(said, 14, bold=True, x=6, wide=ROOM - 12)
        paper.paragraph(f"{_STATES.get(life['state'], life['state'].capitalize())}{by}{more}", 9, colour=SOFT, x=6, wide=ROOM - 12, most=1)
        paper.y += 6

    def _players(self) -> None:
        signs = [Column("", 5)] if self.together else []
        name = ROOM - 67 - sum(column.wide + GAP for column in signs)
        columns = [
            *signs,
            Column("Player", name),
            Column("", 20, colour=BRAND),
            Column("Seat", 12, "R"),
            Column("Points", 27.5, "R", bold=True),
        ]
        self.paper.table(columns, map(self._player, self.state["view"]["order"]), 11)

    def _player(self, seat: int) -> Row:
        side = self.state["view"]["seats"][str(seat)]["side"]
        signs = ["" if side is None else Sign(side)] if self.together else []
        won = "winner" if seat in self.state["outcome"]["winners"] else ""
        return Row([*signs, self.name(seat), won, str(seat + 1), _number(points_of(seat, self.state))])

    def _points(self) -> None:
        if not self.rounds:
            return
        counts = any(row[6] is not None for rows in self.rounds for row in rows)
        self.paper.heading("Points" if counts else "Rounds", 20)
        if not counts:
            columns = [Column("Round", _NUMBER), Column("", ROOM - _NUMBER - GAP)]
            self.paper.table(columns, (Row((_round(rows), _ending(rows))) for rows in self.rounds), 9)
            return
        both = (ROOM - _NUMBER) / len(self.sides) >= _LEAST
        columns = [Column("Round", _NUMBER), *self._columns(both=both)]
        self.paper.table(columns, self._lines(both=both), 10 if both else 8)

    def _columns(self, *, both: bool) -> Iterator[Column]:
        """Yield the columns of the sides: the points of a round, and with `both` the total after it."""
        each = (ROOM - _NUMBER) / len(self.sides) - GAP
        for side in self.sides:
            sign = self.state["view"]["seats"][str(side.seats[0])]["side"] if self.together else None
            head = " & ".join(self.name(seat) for seat in side.seats)
            if both:
                yield Column("", each - _TOTAL - GAP, "R", colour=SOFT)
                yield Column(head, _TOTAL, "R", bold=True, side=sign, before=each - _TOTAL - GAP)
            else:
                yield Column(head, each, "R", side=sign)

    def _lines(self, *, both: bool) -> Iterator[Row]:
        for rows in self.rounds:
            by_seat = {row[2]: row for row in rows}
            cells = [_round(rows)]
            for side in self.sides:
                row = by_seat.get(side.seats[0] + 1)
                points, total = (None, None) if row is None else (row[5], row[6])
                cells += [_gained(points), _number(total)] if both else [_gained(points)]
            yield Row(cells, _ending(rows))
        totals = [_number(side.points) for side in self.sides]
        yield Row(["Total", *(cell for total in totals for cell in (["", total] if both else [total]))], sum=True)

    def _findings(self) -> None:
        findings = self.exported.seen()
        if not findings:
            return
        self.paper.heading("Findings", 15)
        ruled, rounds = self.exported.reading.ruled, rounds_of_findings(self.exported.reading)
        told = (
            finding_json(finding, self.seated, ruling=ruled.get(finding.id), round_=rounds.get(finding.id))
            for finding in findings[:MOST_LISTED]
        )
        self._list(map(_found, told), len(findings), "finding")

    def _rulings(self) -> None:
        rulings = rulings_json(self.exported.reading, self.exported.viewer, self.seated)
        if not rulings:
            return
        self.paper.heading("Rulings", 15)
        rows = (
            Row((f"Entry {each['version']}", each["sentence"]), "" if each["standing"] else "No longer in force")
            for each in rulings[:MOST_LISTED]
        )
        self._list(rows, len(rulings), "ruling")

    def _list(self, rows: Iterable[Row], all_: int, what: str) -> None:
        """Write rows of a word and a sentence. `all_`: how many there are, of which `rows` may be the first."""
        self.paper.table([Column("", _WORD, bold=True), Column("", ROOM - _WORD - GAP)], rows, 9.5)
        if all_ > MOST_LISTED:
            self.paper.y += 1
            self.paper.paragraph(f"and {counted(all_ - MOST_LISTED, f'more {what}')}: see the replay", 9, colour=SOFT)


def _found(finding: Finding) -> Row:
    unexamined = f"Not examined: {finding['unexamined']}" if finding["unexamined"] else ""
    ruled = f"Ruled on by entry {finding['ruling']}" if finding["ruling"] else ""
    place = f"Round {finding['round']}" if "round" in finding else ""
    return Row((_KINDS[finding["kind"]], finding["sentence"]), dotted(place, _cited(finding["versions"]), unexamined, ruled))


def _round(rows: Sequence[Sequence[object]]) -> str:
    return "" if rows[0][1] is None else str(rows[0][1])


def _ending(rows: Sequence[Sequence[object]]) -> str:
    """Return how a round ended, or what a director ruled, without the number of the round, which stands before it."""
    *_, ending, ruled, _, _, _ = rows[0]
    if ending is not None:
        return capital(_NUMBERED.sub("", str(ending)))
    return "Totals as entered" if ruled is None else f"Ruling: {ruled}"


def _number(points: object) -> str:
    return "" if points is None else signed(points)


def _gained(points: object) -> str:
    return f"+{points}" if isinstance(points, int) and points > 0 else _number(points)


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _cited(versions: Sequence[int]) -> str:
    return f"{'entry' if len(versions) == 1 else 'entries'} {', '.join(map(str, versions))}"
