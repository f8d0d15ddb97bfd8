"""Reads the values of a line of a sheet from left to right: single values, `key:value` pairs, lists and maps.

A part that cannot be read is reported and skipped. Every call reads at least one token, so reading always ends. The places of values are
computed only on request, because only reports of problems need them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.cards import CARDS
from domain.notation.problems import Position, Problems, shown
from domain.notation.tokens import DEEPEST, LONGEST_KEY, Strip, scalar, unquoted

CLOSERS: Final = {"(": ")", "{": "}", "[": "]"}
_BEGINNINGS: Final = frozenset(("word", "text", "[", "{"))
"""The kinds of tokens that can begin a value."""
NEVER_INSIDE: Final = "|"
"""The mark `|`, which never occurs in brackets. Where the mark stands, every bracket must already be closed."""
MOST_VALUES: Final = 2_500
"""The most values that one act or one tag may have, those in its lists and maps included."""


class Written(NamedTuple):
    """The place and the text of a token on the sheet. If a value has several tokens, its first token is meant."""

    place: Position
    text: str


Where = Mapping[str, Written]
"""The places on the sheet of a value and of its parts, by JSON Pointer within the value."""


class Reporter:
    """Reports problems at the tokens of a strip (a line of a sheet, or a part of one). `line`, `column`: where the strip begins on the
    sheet."""

    __slots__ = ("_column", "_line", "problems", "strip")

    def __init__(self, problems: Problems, strip: Strip, line: int, column: int = 1) -> None:
        self.problems = problems
        self.strip = strip
        self._line = line
        self._column = column

    def place(self, index: int) -> Position:
        return Position(self._line, self._column + self.strip.offset(index))

    def at(self, index: int) -> Written:
        return Written(self.place(index), self.strip.tokens[index])

    def add(self, index: int, message: str) -> None:
        """Report a problem at the token with this index."""
        if not self.problems.full:
            self.problems.add(self.place(index), message)

    def where(self, index: int) -> Where:
        """Return the places of the value that begins at the token with this index, and of its parts, by JSON Pointer within the value."""
        found: dict[str, int] = {}
        silent = Reporter(Problems(), self.strip, self._line, self._column)
        Cursor(silent, index).value(1, found)
        return {pointer: self.at(token) for pointer, token in found.items()}


class Entry(NamedTuple):
    """A `key:value` pair, or a single value without a key (`key` is None). `at`: the index of the token where it begins. `begins`: the
    index of the token where its value begins."""

    key: str | None
    at: int
    value: Json
    begins: int


class Cursor:
    """Reads the tokens of a strip from left to right, and remembers which token is next. `next`: the index of that token."""

    __slots__ = ("_count", "_given_up", "_strip", "_tokens", "next", "report")

    def __init__(self, report: Reporter, start: int = 0) -> None:
        self.report = report
        self._strip = report.strip
        self._tokens = report.strip.tokens
        self._count = 0
        self._given_up = False
        self.next = start

    @property
    def kind(self) -> str:
        """The kind of the next token. Empty at the end of the strip, or after too many problems."""
        return "" if self.report.problems.full else self._strip.kind(self.next)

    @property
    def token(self) -> str:
        """The next token. Call this only if the strip has another token."""
        return self._tokens[self.next]

    def ahead(self) -> str:
        """Return the kind of the token after the next one; empty if there is none."""
        return self._strip.kind(self.next + 1)

    def stray(self) -> None:
        """Report that the next token does not belong here, and skip it."""
        index, text = self.next, self._tokens[self.next]
        self.next += 1
        unclosed = text.startswith('"') and self._strip.kind(index) == "other"
        self.report.add(index, "the text has no closing quote on its line" if unclosed else f"{shown(text)} does not belong here")

    def bracketed(self) -> tuple[Entry, ...]:
        """Read and return the entries in brackets. The next token must be the opening bracket."""
        opener = self.next
        self.next += 1
        return self.entries(CLOSERS[self._tokens[opener]], opener)

    def entries(self, closer: str = "", opener: int | None = None) -> tuple[Entry, ...]:
        """Read and return the entries up to the mark `closer`, or to the end of the strip. `opener`: the index of the bracket that `closer`
        closes."""
        entries: list[Entry] = []
        self._count = 0
        while (kind := self.kind) and not (closer and kind == NEVER_INSIDE):
            if kind == closer:
                self.next += 1
                return tuple(entries)
            entry = self._entry(kind, 1, None)
            if entry is not None:
                entries.append(entry)
        if opener is not None:
            self._unclosed(opener)
        return tuple(entries)

    def _entry(self, kind: str, depth: int, where: dict[str, int] | None) -> Entry | None:
        """Read the entry that begins at the next token, which has this kind. If `where` is given, adds the places of the entry's value to
        it. If no value begins at the token, report a problem and return None."""
        at, key = self.next, None
        if kind in ("word", "text") and self.ahead() == ":":
            key = self._key(at, kind)
            self.next += 2
            if not self.kind:
                self.report.add(at, f"a value is missing after {shown(key)}:")
                return None
        self._counted(1)
        begins = self.next
        if self._strip.kind(begins) not in _BEGINNINGS:
            self.stray()
            return None
        return Entry(key, at, self.value(depth, where), begins)

    def _counted(self, more: int) -> None:
        self._count += more
        if self._count > MOST_VALUES and not self.report.problems.full:
            self.report.problems.stop(self.report.place(self.next), f"an act or a tag has at most {MOST_VALUES} values")

    def _key(self, index: int, kind: str) -> str:
        key = self._tokens[index] if kind == "word" else self._text(index)
        if len(key) <= LONGEST_KEY and key.isascii():
            return key
        self.report.add(index, f"{shown(key)} is too long for a name, or not ASCII")
        return ""

    def value(self, depth: int, where: dict[str, int] | None = None) -> Json:
        """Read and return the value that begins at the next token, which must be a word, a text or an opening bracket `[` or `{`. `where`:
        if given, gets the index of the token of the value and of each of its parts, by JSON Pointer."""
        index = self.next
        self.next += 1
        if where is not None:
            where[""] = index
        kind = self._strip.kind(index)
        if kind == "word":
            return scalar(self._tokens[index])
        if kind == "text":
            return self._text(index)
        if depth >= DEEPEST:
            self.report.add(index, "is nested too deeply")
            self.next = len(self._tokens)
            self._given_up = True
            return None
        cards = self._cards() if kind == "[" and where is None else None
        return self._nested(index, depth + 1, where) if cards is None else cards

    def _cards(self) -> list[str] | None:
        """Read the rest of a list that has only cards, and return them. If the list has anything else, return None and read nothing."""
        try:
            end = self._tokens.index("]", self.next, self.next + MOST_VALUES)
        except ValueError:
            return None
        cards = self._tokens[self.next : end]
        if not cards or not CARDS.issuperset(cards):
            return None
        self._counted(len(cards))
        self.next = end + 1
        return cards

    def _nested(self, opener: int, depth: int, where: dict[str, int] | None) -> Json:
        """Read and return a list `[…]` or a map `{…}`. The token of its opening bracket has already been read."""
        bracket = self._tokens[opener]
        listed: list[Json] = []
        named: dict[str, Json] = {}
        while (kind := self.kind) and kind != NEVER_INSIDE:
            if kind == CLOSERS[bracket]:
                self.next += 1
                return listed if bracket == "[" else named
            inner: dict[str, int] | None = None if where is None else {}
            entry = self._entry(kind, depth, inner)
            if entry is None:
                continue
            if (entry.key is None) != (bracket == "["):
                wrong = "a map holds only key:value pairs" if entry.key is None else "a list holds only values, without names"
                self.report.add(entry.at, wrong)
            elif entry.key in named:
                self.report.add(entry.at, f"{shown(entry.key)} is here twice")
            else:
                key = str(len(listed)) if entry.key is None else entry.key
                if where is not None and inner is not None:
                    where.update({f"/{key}{pointer}": token for pointer, token in inner.items()})
                listed.append(entry.value)
                named[key] = entry.value
        self._unclosed(opener)
        return listed if bracket == "[" else named

    def _unclosed(self, opener: int) -> None:
        if not self._given_up:
            self.report.add(opener, f"{self._tokens[opener]} is not closed on this line")

    def _text(self, index: int) -> str:
        text = unquoted(self._tokens[index])
        if text is not None:
            return text
        self.report.add(index, "the text has an invalid escape or a control character (write \\n)")
        return "?"
