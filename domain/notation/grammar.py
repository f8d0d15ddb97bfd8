"""Splits the text of a sheet into its tags and the items of its lines, with their places. It does not examine what the items mean.

The grammar is in docs/notation.md. An *item* is one act as written, and a *phrase* is its text. If a line is damaged, only the parts that
cannot be read are lost. Every problem is reported.

Most lines are *plain*: they have only phrases in the usual form, with white space between them. The phrases of a plain line are read one by
one, and equal phrases only once. Any other line is read as a whole."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from domain.files.limits import MOST_IN_A_RECORD, MOST_IN_A_SHEET_LINE, MOST_LINES_OF_A_SHEET
from domain.files.verify import Each
from domain.notation.entries import Cursor, Entry, Reporter, Written
from domain.notation.problems import Position, Problems, shown
from domain.notation.tokens import TEXT, Strip, whole

TITLE: Final = ("faceup", "sheet", "1")
REVEAL: Final = "|"
STRUCK: Final = "~"
MARKS: Final = "~?!"
ENDINGS: Final = ("*", "+")
MOST_MARKS: Final = 2_500
"""The most marks before one act."""
MOST_TAGS: Final = 200
"""A sheet with more tags than this is not read further. Only 11 names exist and each tag may occur once, so all further tags are wrong.
Only 100 of their problems would be listed in any case."""
_LONGEST_PLAIN: Final = 4_000
"""A phrase of a plain line is read by itself only if it has at most this many characters. A longer phrase is rarely written twice, and may
exceed a limit."""
PROVENANCE: Final = "provenance"

_TAG: Final = re.compile(r"\s*+([A-Za-z][A-Za-z0-9_@.+*/=#-]*+)\s*+:")
_HEADING: Final = re.compile(rf"\s*+\[\s*+(?i:{PROVENANCE})\s*+\]\s*+(?:;|$)")
_LABEL: Final = re.compile(r"\s*+(0|[1-9][0-9]{0,14})\.(?![^\s;])")
_PLAIN: Final = re.compile(
    rf"""\s*+(?:
      ( [~?!]*+(?:[0-9]++\^)?+(?:[0-9]++:)?+[A-Za-z0-9_@][A-Za-z0-9_@+*/=#-]*+(?:\((?:[^()";|]++|{TEXT})*+\))?+(?![^\s;|])
      | \|(?:[^";|]++|{TEXT})*+(?![^;])
      )
    | (?:;|$)
    | (.)
    )""",
    re.VERBOSE,
)
"""Matches a phrase of a plain line (group 1), the end of the line, or a character that shows that the line is not plain (group 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """The text of one act: `seat:word(entries)` or `word{entries}`. `begins`, `word`, `seat`: the indexes of its first token, of its word,
    and of its seat; the last is None if no seat is written. `marks`: the characters `~`, `?` and `!` before it. `entered`: the number
    before `^`, the version of an act that was inserted later. `bracket`: the bracket that opens the entries, `(` or `{`; `|` for cards that
    are turned over; empty without entries."""

    strip: Strip
    begins: int
    word: int
    marks: str
    entered: int | None
    seat: int | None
    bracket: str = ""
    entries: tuple[Entry, ...] = ()


class Item(NamedTuple):
    """One act as written. `line`, `column`: where `phrase.strip`, the text that was read, begins on the sheet."""

    line: int
    column: int
    phrase: Phrase

    @property
    def start(self) -> Position:
        """Where the act begins on the sheet."""
        return Position(self.line, self.column + self.phrase.strip.offset(self.phrase.begins))


class Tag(NamedTuple):
    """One tag: a line `name: text` at the head of a sheet. `after`: the rest of the line after the colon; it begins at `column`."""

    name: str
    at: Written
    after: str
    column: int

    def strip(self) -> Strip:
        return Strip(self.after)

    @property
    def text(self) -> str:
        """Everything after the colon, without white space around it and without a comment."""
        strip = self.strip()
        if not strip.tokens:
            return ""
        last = len(strip.tokens) - 1
        return self.after[strip.offset(0) : strip.offset(last) + len(strip.tokens[last])]


class Row(NamedTuple):
    """One line of acts on a sheet. `label`: the number at its start, with its place; None if there is none."""

    label: tuple[int, Position] | None
    items: Sequence[Item]


@dataclass(slots=True)
class Page:
    """The parts of a sheet. `rows`: the lines of acts, in order. `ending`: the last mark of the sheet, `*` or `+`, empty if there is none.
    `below`: the lines under the heading `[provenance]`, with line numbers; None without that heading."""

    tags: list[Tag] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ending: str = ""
    below: list[tuple[int, str]] | None = None


def parse(text: str, problems: Problems, each: Each) -> Page:
    """Split the text of a sheet into its parts. Never raises; adds what is wrong to `problems`. Calls the function `each`, which may show
    progress, for each line that is not empty."""
    reader = _Reader(problems)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if lines.count("\n") > MOST_LINES_OF_A_SHEET:
        problems.stop(Position(MOST_LINES_OF_A_SHEET + 1, 1), f"a sheet has at most {MOST_LINES_OF_A_SHEET} lines")
        return reader.page
    for number, line in enumerate(lines.split("\n"), 1):
        if line and not line.isspace():
            each()
            reader.read(number, line)
            if problems.full or len(reader.page.tags) > MOST_TAGS:
                break
    if not reader.titled:
        problems.add(Position(1, 1), f"a sheet begins with the line: {' '.join(TITLE)}")
    return reader.page


class _Reader:
    """Reads a sheet line by line into a page. `titled`: whether the title has been read, right or wrong."""

    def __init__(self, problems: Problems) -> None:
        self.page = Page()
        self.titled = False
        self._problems = problems
        self._phrases: dict[str, Phrase | None] = {}
        self._left = MOST_IN_A_RECORD - 1  # the opening is in the tags

    def read(self, number: int, line: str) -> None:
        """Read a line that is not empty."""
        if self.page.below is not None:
            self.page.below.append((number, line))
        elif len(line) > MOST_IN_A_SHEET_LINE:
            self._problems.stop(Position(number, 1), f"a line has at most {MOST_IN_A_SHEET_LINE} characters")
        elif not self.titled:
            self._title(number, line)
        else:
            self._line(number, line)

    def _title(self, number: int, line: str) -> None:
        """Read the first line that is not only a comment. Adds a problem if it is not exactly the title of this version."""
        report = Reporter(self._problems, Strip(line), number)
        words = tuple(token.lower() for token in report.strip.tokens[:4])
        if not words:
            return
        self.titled = True
        if words == TITLE:
            return
        meant = words[:2] == TITLE[:2]
        report.add(0, "unknown version of the notation; known: 1" if meant else f"a sheet begins with the line: {' '.join(TITLE)}")
        if not meant:
            self._line(number, line)

    def _line(self, number: int, line: str) -> None:
        """Read a line that is above `[provenance]` and not empty, and add its contents to the page."""
        tag = _TAG.match(line)
        if tag is not None:
            place = Position(number, tag.start(1) + 1)
            if self.page.rows:
                self._problems.add(place, "tags must come before the first act")
            self.page.tags.append(Tag(tag[1].lower(), Written(place, tag[1]), line[tag.end() :], tag.end() + 1))
        elif _HEADING.match(line) is not None:
            self.page.below = []
        else:
            row = self._plain(number, line) or self._row(number, line)
            if row is not None:
                self.page.rows.append(row)
                self._left -= len(row.items)
                if self._left < 0:
                    self._problems.stop(row.items[-1].start, f"a record has at most {MOST_IN_A_RECORD} events")

    def _plain(self, number: int, line: str) -> Row | None:
        """Read a plain line of acts. Return None if the line is not plain or has a problem; the caller must then read the line as a
        whole."""
        if self.page.ending:
            return None
        label = _LABEL.match(line)
        items: list[Item] = []
        for match in _PLAIN.finditer(line, 0 if label is None else label.end()):
            if match.lastindex is None or len(items) > self._left:
                break
            text = match[1]
            phrase = None if text is None or len(text) > _LONGEST_PLAIN else self._phrase(text)
            if phrase is None:
                return None
            items.append(Item(number, match.start(1) + 1, phrase))
        if not items:
            return None
        return Row(None if label is None else (int(label[1]), Position(number, label.start(1) + 1)), items)

    def _phrase(self, text: str) -> Phrase | None:
        """Return the phrase of a plain line. Return None if it has a problem."""
        if text not in self._phrases:
            alone = Problems()
            cursor = Cursor(Reporter(alone, Strip(text), 1))
            phrase = _phrase(cursor)
            self._phrases[text] = None if alone or cursor.kind else phrase
        return self._phrases[text]

    def _row(self, number: int, line: str) -> Row | None:
        """Read any line of acts as a whole. Return None if it has nothing but a comment."""
        cursor = Cursor(Reporter(self._problems, Strip(line), number))
        if not cursor.report.strip.tokens:
            return None
        label = _label(cursor)
        items: list[Item] = []
        while (kind := cursor.kind) and len(items) <= self._left:
            if self.page.ending:
                cursor.report.add(cursor.next, f"nothing may follow {self.page.ending}")
                break
            if kind == "word" and cursor.token in ENDINGS:
                self.page.ending = cursor.token
                cursor.next += 1
            elif (phrase := _phrase(cursor)) is not None:
                items.append(Item(number, 1, phrase))
        return Row(label, items)


def _label(cursor: Cursor) -> tuple[int, Position] | None:
    if cursor.kind != "word" or not cursor.token.endswith("."):
        return None
    number = whole(cursor.token[:-1])
    if number is None:
        return None
    cursor.next += 1
    return number, cursor.report.place(cursor.next - 1)


def _phrase(cursor: Cursor) -> Phrase | None:
    """Read one act and return it. If the next tokens are not an act, or if the act cannot be read, report a problem, skip at least one
    token and return None."""
    report, begins = cursor.report, cursor.next
    marks, entered = _marks(cursor)
    kind, word = cursor.kind, cursor.next
    if not kind:
        report.add(begins, "an act is missing after the mark")
        return None
    if kind == REVEAL:
        cursor.next += 1
        return Phrase(report.strip, begins, word, marks, entered, None, REVEAL, cursor.entries())
    if kind != "word":
        cursor.stray()
        return None
    cursor.next += 1
    seat = None
    if report.strip.kind(cursor.next) == ":":
        cursor.next += 1
        seat, word = word, cursor.next
        if cursor.kind != "word":
            report.add(seat, f"an act is missing after {shown(report.strip.tokens[seat])}:")
            return None
        cursor.next += 1
    bracket = report.strip.kind(cursor.next)
    if bracket not in ("(", "{"):
        return Phrase(report.strip, begins, word, marks, entered, seat)
    return Phrase(report.strip, begins, word, marks, entered, seat, bracket, cursor.bracketed())


def _marks(cursor: Cursor) -> tuple[str, int | None]:
    marks: list[str] = []
    entered = None
    begins = cursor.next
    while kind := cursor.kind:
        if cursor.next - begins > MOST_MARKS:
            cursor.report.problems.stop(cursor.report.place(cursor.next), f"an act has at most {MOST_MARKS} marks")
        if kind in MARKS:
            marks += [] if kind in marks else [kind]
            cursor.next += 1
        elif kind == "word" and cursor.ahead() == "^":
            number = whole(cursor.token)
            if number is None or entered is not None:
                cursor.report.add(cursor.next, "one number must come before ^: the version under which the act was entered")
            entered = number if entered is None else entered
            cursor.next += 2
        else:
            break
    return "".join(marks), entered
