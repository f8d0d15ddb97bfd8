"""Reads the values of a line of a sheet from left to right: single values, `key:value` pairs, lists and maps, each with its place.

A part that cannot be read is reported and skipped. Every call reads at least one token, so reading always ends."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.notation.problems import Place, Problems, shown
from domain.notation.tokens import DEEPEST, LONGEST_KEY, Token, scalar, unquoted

CLOSERS: Final = {"(": ")", "{": "}", "[": "]"}
NEVER_INSIDE: Final = "|"
"""The mark `|`, which never occurs in brackets. Where the mark stands, every bracket must already be closed."""


class Written(NamedTuple):
    """The place and the text of a token on the sheet. If a value has several tokens, its first token is meant."""

    place: Place
    text: str


Where = Mapping[str, Written]
"""The places on the sheet of a value and of its parts, by JSON Pointer within the value."""


class Entry(NamedTuple):
    """A `key:value` pair, or a single value without a key (`key` is None). `where`: the places of the value and of its parts on the sheet,
    by JSON Pointer within the value. The empty pointer, for the whole value, is always there."""

    key: str | None
    at: Written
    value: Json
    where: Where


class Cursor:
    """Reads the tokens of one line from left to right, and remembers which token is next."""

    def __init__(self, tokens: Sequence[Token], line: int, problems: Problems) -> None:
        self._tokens = tokens
        self._line = line
        self._problems = problems
        self._next = 0
        self._given_up = False

    @property
    def here(self) -> Token | None:
        """The next token. None at the end of the line, or after too many problems."""
        return self._tokens[self._next] if self._next < len(self._tokens) and not self._problems.full else None

    def kind(self, ahead: int = 0) -> str:
        """Return the kind of the next token, or of the token that is `ahead` places after it; empty if the line ends before that token."""
        return self._tokens[self._next + ahead].kind if self._next + ahead < len(self._tokens) else ""

    def skip(self, number: int = 1) -> None:
        self._next += number

    def at(self, token: Token) -> Written:
        return Written(Place(self._line, token.column), token.text)

    def wrong(self, token: Token, message: str) -> None:
        self._problems.add(Place(self._line, token.column), message)

    def stray(self, token: Token) -> None:
        """Report that `token`, the next one, does not belong here, and skip it."""
        self.skip()
        unclosed = token.kind == "other" and token.text.startswith('"')
        self.wrong(token, "the text has no closing quote on its line" if unclosed else f"{shown(token.text)} does not belong here")

    def bracketed(self) -> tuple[Entry, ...]:
        """Read and return the entries in brackets. The next token must be the opening bracket."""
        opener = self._tokens[self._next]
        self.skip()
        return self.entries(CLOSERS[opener.kind], opener)

    def entries(self, closer: str = "", opener: Token | None = None) -> tuple[Entry, ...]:
        """Read and return the entries up to the mark `closer`, or to the end of the line. `opener`: the bracket that `closer` closes."""
        entries: list[Entry] = []
        while (token := self.here) is not None and not (closer and token.kind == NEVER_INSIDE):
            if token.kind == closer:
                self.skip()
                return tuple(entries)
            entry = self._entry(token, 1)
            if entry is not None:
                entries.append(entry)
        if opener is not None:
            self._unclosed(opener)
        return tuple(entries)

    def _entry(self, token: Token, depth: int) -> Entry | None:
        key = None
        if token.kind in ("word", "text") and self.kind(1) == ":":
            key = self._key(token)
            self.skip(2)
            if self.here is None:
                self.wrong(token, f"a value is missing after {shown(key)}:")
                return None
        where: dict[str, Written] = {}
        value = self._value(where, depth)
        return Entry(key, self.at(token), value, where) if where else None

    def _key(self, token: Token) -> str:
        key = token.text if token.kind == "word" else self._text(token)
        if len(key) <= LONGEST_KEY and key.isascii():
            return key
        self.wrong(token, f"{shown(key)} is too long for a name, or not ASCII")
        return ""

    def _value(self, where: dict[str, Written], depth: int) -> Json:
        """Read and return the value that begins at the next token, and add its places to `where`. If no value begins there, return None and
        add nothing."""
        token = self._tokens[self._next]
        if token.kind not in ("word", "text", "[", "{"):
            self.stray(token)
            return None
        self.skip()
        where[""] = self.at(token)
        if token.kind == "word":
            return scalar(token.text)
        if token.kind == "text":
            return self._text(token)
        if depth >= DEEPEST:
            self.wrong(token, "is nested too deeply")
            self._next = len(self._tokens)
            self._given_up = True
            return None
        return self._nested(token, where, depth + 1)

    def _nested(self, opener: Token, where: dict[str, Written], depth: int) -> Json:
        """Read and return a list `[…]` or a map `{…}`. The token of its opening bracket has already been read."""
        listed: list[Json] = []
        named: dict[str, Json] = {}
        while (token := self.here) is not None and token.kind != NEVER_INSIDE:
            if token.kind == CLOSERS[opener.kind]:
                self.skip()
                return listed if opener.kind == "[" else named
            entry = self._entry(token, depth)
            if entry is None:
                continue
            if (entry.key is None) != (opener.kind == "["):
                self.wrong(token, "a map holds only key:value pairs" if entry.key is None else "a list holds only values, without names")
            elif entry.key in named:
                self.wrong(token, f"{shown(entry.key)} is here twice")
            else:
                key = str(len(listed)) if entry.key is None else entry.key
                where.update({f"/{key}{inner}": at for inner, at in entry.where.items()})
                listed.append(entry.value)
                named[key] = entry.value
        self._unclosed(opener)
        return listed if opener.kind == "[" else named

    def _unclosed(self, opener: Token) -> None:
        if not self._given_up:
            self.wrong(opener, f"{opener.text} is not closed on this line")

    def _text(self, token: Token) -> str:
        text = unquoted(token.text)
        if text is not None:
            return text
        self.wrong(token, "the text has an invalid escape or a control character (write \\n)")
        return "?"
