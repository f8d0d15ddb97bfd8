"""Splits the text of a sheet into its tags and the items of its lines, with their places. It does not examine what the items mean.

The grammar is in docs/notation.md. An *item* is one act as written. If a line is damaged, only the parts that cannot be read are lost.
Every problem is reported."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from domain.files.verify import Each
from domain.notation.entries import Cursor, Entry, Written
from domain.notation.problems import Place, Problems, shown
from domain.notation.tokens import Token, split, whole

TITLE: Final = ("faceup", "sheet", "1")
REVEAL: Final = "|"
STRUCK: Final = "~"
MARKS: Final = "~?!"
ENDINGS: Final = ("*", "+")
PROVENANCE: Final = "provenance"


class Item(NamedTuple):
    """One act as written: `seat:word(entries)` or `word{entries}`. `start`: where it begins on the sheet. `at`: its word. `marks`: the
    characters `~`, `?` and `!` before it. `entered`: the number before `^`, the version of an act that was inserted later. `bracket`: the
    bracket that opens the entries, `(` or `{`; `|` for cards that are turned over; empty without entries."""

    start: Place
    at: Written
    marks: str
    entered: int | None
    seat: Written | None
    bracket: str = ""
    entries: tuple[Entry, ...] = ()


class Tag(NamedTuple):
    """One tag: a line `name: text` at the head of a sheet. `text`: everything after the colon. `tokens`: the tokens of that text."""

    name: str
    at: Written
    text: str
    tokens: Sequence[Token]


class Row(NamedTuple):
    """One line of acts on a sheet. `label`: the number at its start, with its place; None if there is none."""

    label: tuple[int, Place] | None
    items: tuple[Item, ...]


@dataclass(slots=True)
class Page:
    """The parts of a sheet. `rows`: the lines of acts, in order. `ending`: the last mark of the sheet, `*` or `+`, empty if there is none.
    `below`: the lines under the heading `[provenance]`, with line numbers; None without that heading."""

    tags: list[Tag] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ending: str = ""
    below: list[tuple[int, str]] | None = None


def parse(text: str, problems: Problems, each: Each) -> Page:
    """Split the text of a sheet into its parts. Never raises; adds what is wrong to `problems`. Calls `each`, which may show progress, for
    each line."""
    page = Page()
    titled = False
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        each()
        if problems.full:
            break
        if page.below is not None:
            page.below.append((number, line))
        elif tokens := split(line):
            is_title = not titled and _is_title(tokens, number, problems)
            titled = True
            if not is_title:
                _line(page, number, line, tokens, problems)
    if not titled:
        problems.add(Place(1, 1), f"a sheet begins with the line: {' '.join(TITLE)}")
    return page


def _is_title(tokens: Sequence[Token], number: int, problems: Problems) -> bool:
    """Whether the line is the title of a sheet, in this or another version of the notation. Adds a problem if it is not exactly this
    version's title."""
    words = tuple(token.text.lower() for token in tokens[:4])
    if words == TITLE:
        return True
    meant = words[:2] == TITLE[:2]
    wrong = "unknown version of the notation; known: 1" if meant else f"a sheet begins with the line: {' '.join(TITLE)}"
    problems.add(Place(number, tokens[0].column), wrong)
    return meant


def _line(page: Page, number: int, line: str, tokens: Sequence[Token], problems: Problems) -> None:
    """Read a line that is above `[provenance]` and not empty, and add its contents to `page`."""
    first = tokens[0]
    if [token.text.lower() for token in tokens[:4]] == ["[", PROVENANCE, "]"]:
        page.below = []
    elif first.kind == "word" and len(tokens) > 1 and tokens[1].kind == ":" and first.text[0].isalpha():
        place = Place(number, first.column)
        if page.rows:
            problems.add(place, "tags must come before the first act")
        rest = tokens[2:]
        text = line[rest[0].column - 1 : rest[-1].column - 1 + len(rest[-1].text)] if rest else ""
        page.tags.append(Tag(first.text.lower(), Written(place, first.text), text, rest))
    else:
        page.rows.append(_row(Cursor(tokens, number, problems), page))


def _row(cursor: Cursor, page: Page) -> Row:
    label = _label(cursor)
    items = []
    while (token := cursor.here) is not None:
        if page.ending:
            cursor.wrong(token, f"nothing may follow {page.ending}")
            break
        if token.kind == "word" and token.text in ENDINGS:
            page.ending = token.text
            cursor.skip()
        elif (item := _item(cursor, token)) is not None:
            items.append(item)
    return Row(label, tuple(items))


def _label(cursor: Cursor) -> tuple[int, Place] | None:
    token = cursor.here
    if token is None or token.kind != "word" or not token.text.endswith("."):
        return None
    number = whole(token.text[:-1])
    if number is None:
        return None
    cursor.skip()
    return number, cursor.at(token).place


def _item(cursor: Cursor, first: Token) -> Item | None:
    start = cursor.at(first).place
    marks, entered = _marks(cursor)
    token = cursor.here
    if token is None:
        cursor.wrong(first, "an act is missing after the mark")
        return None
    if token.kind == REVEAL:
        cursor.skip()
        return Item(start, cursor.at(token), marks, entered, None, REVEAL, cursor.entries())
    if token.kind != "word":
        cursor.stray(token)
        return None
    cursor.skip()
    seat, word = None, token
    if cursor.kind() == ":":
        cursor.skip()
        seat, act = cursor.at(token), cursor.here
        if act is None or act.kind != "word":
            cursor.wrong(token, f"an act is missing after {shown(token.text)}:")
            return None
        cursor.skip()
        word = act
    bracket = cursor.kind()
    if bracket not in ("(", "{"):
        return Item(start, cursor.at(word), marks, entered, seat)
    return Item(start, cursor.at(word), marks, entered, seat, bracket, cursor.bracketed())


def _marks(cursor: Cursor) -> tuple[str, int | None]:
    marks, entered = "", None
    while (token := cursor.here) is not None:
        if token.kind in MARKS:
            marks += token.kind if token.kind not in marks else ""
            cursor.skip()
        elif token.kind == "word" and cursor.kind(1) == "^":
            number = whole(token.text)
            if number is None or entered is not None:
                cursor.wrong(token, "one number must come before ^: the version under which the act was entered")
            entered = number if entered is None else entered
            cursor.skip(2)
        else:
            break
    return marks, entered
