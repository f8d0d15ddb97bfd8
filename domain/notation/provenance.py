"""The *provenance* of a sheet: a block under the acts with the recorder, the times and the id of each event, and the proof of its sealed
values. A sheet written by hand has none.

Each event has one line, `version. id recorder at recorded offset seals`. `at` is in milliseconds after the date of the sheet, `recorded` in
milliseconds after `at`. The offset is left out if it equals the offset of the date.

A seal is `path=salt` for a sealed value that is on the sheet, and `path#commitment` for one that is not (docs/record-format.md). The last
line is `head: hash`, the hash of the last event. With that hash, a reader can check all lines above."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from domain.files.forms import RECORDER, sealed_leaves
from domain.kernel.canonical import Json, canonical
from domain.kernel.events import EVENT_TYPES, Act, Event, EventId, TokenId, data_of, shape_of
from domain.kernel.shapes import MAX_SEATS, MILLISECONDS, OFFSET, BySeat, Fields, ListOf, Optional, Seal, Shape
from domain.notation.clock import Moment, offset_read, offset_written
from domain.notation.problems import Position, Problems, shown
from domain.notation.tokens import TEXT, unquoted
from domain.record.chain import GENESIS, commitment, event_text, link_text


class Contents(NamedTuple):
    """What an act holds. `text`: the canonical JSON of its data. `closed`: the paths of the sealed values that are not on the sheet.
    `proved`: whether every sealed value has its commitment."""

    text: str
    closed: tuple[str, ...]
    proved: bool


class Remembered:
    """Remembers what acts hold. `committed`: whether only the commitments of sealed values are written, as the hash chain has them."""

    def __init__(self, *, committed: bool) -> None:
        self._committed = committed
        self._known: dict[int, tuple[Act, Contents]] = {}  # by `id(act)`; the act is kept, so that no other act gets the same id

    def of(self, act: Act) -> Contents:
        known = self._known.get(id(act))
        if known is None:
            known = self._known[id(act)] = (act, self._made(act))
        return known[1]

    def _made(self, act: Act) -> Contents:
        closed: list[str] = []
        proved = True

        def leaf(path: str, value: Json) -> Json:
            nonlocal proved
            sealed = cast("Mapping[str, Json]", value)
            if "value" not in sealed:
                closed.append(path)
            proved = proved and bool(sealed["commit"])
            return {"commit": sealed["commit"]} if self._committed else sealed

        data = shape_of(act).swap(data_of(act), "", leaf)
        return Contents(canonical(data).decode(), tuple(closed), proved)


Salts = Mapping[tuple[int, str], bytes]
"""The salts of the sealed values on the sheet, by (version of the event, path of the value)."""

_WORD: Final = re.compile(rf'{TEXT}|[^\s";]++|;.*|".*')
_QUOTED: Final = re.compile(TEXT)
_LABEL: Final = re.compile(r"([1-9][0-9]{0,8})\.")
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_BY: Final = re.compile(RECORDER)
_PLAIN_BY: Final = re.compile(r"[A-Za-z0-9_.:@/+-]{1,80}")
_TIME: Final = re.compile(r"[+-](?:0|[1-9][0-9]{0,14})")
_SEAL: Final = re.compile(r"([A-Za-z0-9_.]{1,80})([=#])([0-9a-f]{32,128})")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_SEATS: Final = frozenset(map(str, range(MAX_SEATS)))


class ProvenanceLine(NamedTuple):
    """The line of one event in the provenance. `at`: milliseconds after the date of the sheet. `recorded`: milliseconds after `at`.
    `offset`: in minutes east of UTC; None if it is the offset of the date. `seals`: by path of the sealed value, the sign (`=` before a
    salt, `#` before a commitment) and the hex digits."""

    place: Position
    id: EventId
    by: TokenId
    at: int
    recorded: int
    offset: int | None
    seals: Mapping[str, tuple[str, str]]

    def times(self, base: Moment) -> tuple[int, int, int]:
        """Return (at, offset, recorded_at) of the event. `at` and `recorded_at` are milliseconds UTC, `offset` is minutes east of UTC.
        `base`: the date of the sheet."""
        at = base.at + self.at
        return at, base.offset if self.offset is None else self.offset, at + self.recorded


class Block(NamedTuple):
    """The provenance of a sheet: the block under the acts. `lines`: by version of the event. `head`: the hash of the last event, and its
    place on the sheet; None if it is missing."""

    lines: Mapping[int, ProvenanceLine]
    head: tuple[str, Position] | None


# --- reading ------------------------------------------------------------------------------------------------------------------------------


def read_block(below: Sequence[tuple[int, str]], problems: Problems) -> Block:
    """Read the lines of the provenance (the block under the acts), each by itself, and return them. Adds faults to `problems`."""
    lines: dict[int, ProvenanceLine] = {}
    head = None
    for number, text in below:
        if problems.full:
            break
        words = _Words(text, number, problems)
        if not words.texts:
            continue
        first, *rest = words.texts
        label = _LABEL.fullmatch(first)
        if first == "head:" and len(rest) == 1 and _HASH.fullmatch(rest[0]) and head is None:
            head = (rest[0], words.place(1))
        elif label is None:
            wrong = "this must be a line of provenance (version. id recorder at recorded …) or, at the end, head: and one hash"
            problems.add(words.place(0), wrong)
        elif int(label[1]) in lines:
            problems.add(words.place(0), f"version {label[1]} has two lines here: keep one")
        elif (line := _line(words, problems)) is not None:
            lines[int(label[1])] = line
    return Block(lines, head)


class _Words:
    """The words of a line of provenance, without its comment. A text in quotes is one word. Adds a problem if a quote is not closed."""

    def __init__(self, text: str, number: int, problems: Problems) -> None:
        self._text = text
        self._number = number
        self._offsets: list[int] = []
        self.texts: list[str] = _WORD.findall(text)
        if self.texts and self.texts[-1][0] == ";":
            self.texts.pop()
        elif self.texts and self.texts[-1][0] == '"' and _QUOTED.fullmatch(self.texts[-1]) is None:
            problems.add(self.place(len(self.texts) - 1), "the text has no closing quote on its line")
            self.texts.pop()

    def place(self, index: int) -> Position:
        if not self._offsets:
            self._offsets = [match.start() for match in _WORD.finditer(self._text)]
        return Position(self._number, self._offsets[index] + 1)

    @property
    def begins(self) -> Position:
        """The place of the first word."""
        return Position(self._number, len(self._text) - len(self._text.lstrip()) + 1)


def _line(words: _Words, problems: Problems) -> ProvenanceLine | None:
    """Read a line of provenance that begins with the version of its event. Return None if it has a problem."""
    texts, before = words.texts, len(problems)
    if len(texts) < 5:
        problems.add(words.begins, "a line of provenance needs at least: version. id recorder at recorded")
        return None
    _, id_, by, at, recorded, *rest = texts
    recorder = unquoted(by) if by[0] == '"' else by
    if _ID.fullmatch(id_) is None:
        problems.add(words.place(1), "the id must be a UUID in small letters")
    if recorder is None or _BY.fullmatch(recorder) is None:
        problems.add(words.place(2), "the recorder must be the id of a token, or job:<name>")
    for index, time in ((3, at), (4, recorded)):
        if _TIME.fullmatch(time) is None:
            problems.add(words.place(index), "a time must be milliseconds with their sign: +1000")
    offset = offset_read(rest[0]) if rest else None
    seals: dict[str, tuple[str, str]] = {}
    for index in range(5 if offset is None else 6, len(texts)):
        match = _SEAL.fullmatch(texts[index])
        if match is None or match[1] in seals or (len(match[3]) != 64 if match[2] == "#" else len(match[3]) % 2 != 0):
            problems.add(words.place(index), f"{shown(texts[index])} is not a seal: write path=salt or path#commitment, once")
            if problems.full:
                break
        if match is not None:
            seals[match[1]] = (match[2], match[3])
    if len(problems) > before:
        return None
    return ProvenanceLine(words.begins, EventId(id_), TokenId(recorder or ""), int(at), int(recorded), offset, seals)


def _fits(fits: bool, place: Position, message: str, problems: Problems) -> bool:
    if not fits:
        problems.add(place, message)
    return fits


def sealed(version: int, act: Act, line: ProvenanceLine, salts: dict[tuple[int, str], bytes], problems: Problems) -> Act:
    """Return the act with the commitments of its sealed values. `line` has either the commitment or the salt from which the commitment is
    computed. Adds the salts to `salts`."""
    if not line.seals:
        return act
    shape = EVENT_TYPES[type(act).__name__].shape
    data: Json = data_of(act)
    for path, (kind, digits) in line.seals.items():
        try:
            data = _with_seal(data, shape, path.split("."), kind, bytes.fromhex(digits))
        except _NoPlace as wrong:
            problems.add(line.place, f"{shown(path)} {wrong}")
            continue
        if kind == "=":
            salts[(version, path)] = bytes.fromhex(digits)
    return cast("Act", shape.restore(data))


class _NoPlace(Exception):
    """Raised when a seal (a salt or a commitment in the provenance) names no sealed value of the act. The text is the reason."""


def _with_seal(data: Json, shape: Shape, path: Sequence[str], kind: str, digits: bytes) -> Json:
    """Return `data` with a commitment at `path`. `digits`: the commitment if `kind` is `#`, the salt if `kind` is `=`."""
    match shape:
        case Optional():
            return _with_seal(data, shape.item, path, kind, digits)
        case Seal() if not path:
            leaf = cast("Mapping[str, Json]", data or {})
            if kind == "#":
                return {**leaf, "commit": digits.hex()}
            if "value" not in leaf:
                raise _NoPlace("has a salt here, but no value on the sheet")
            return {**leaf, "commit": commitment(digits, leaf["value"])}
        case Fields() | BySeat() if path and (inner := _inner(shape, path[0])) is not None:
            known = cast("Mapping[str, Json]", data or {})
            return {**known, path[0]: _with_seal(known.get(path[0]), inner, path[1:], kind, digits)}
        case ListOf() if path and path[0].isdecimal() and int(path[0]) < len(items := list(cast("Sequence[Json]", data or ()))):
            items[int(path[0])] = _with_seal(items[int(path[0])], shape.item, path[1:], kind, digits)
            return items
        case _:
            raise _NoPlace("is not a sealed value of this act")


def _inner(shape: Fields | BySeat, key: str) -> Shape | None:
    if isinstance(shape, BySeat):
        return shape.item if key in _SEATS else None
    return dict(shape.fields).get(key)


def check(events: Sequence[Event], block: Block, contents: Remembered, problems: Problems) -> None:
    """Report ids that occur twice, times that run backwards or are out of range, and a `head` that is not the hash of the last event.
    `contents`: what the acts hold, with commitments."""
    ids: set[str] = set()
    before = events[0].recorded_at
    for event in events:
        place = block.lines[event.version].place
        _fits(event.id not in ids, place, "the id is here twice", problems)
        _fits(event.recorded_at >= before, place, "was recorded before the event above", problems)
        _fits(_in_time(event), place, "its times are outside the years 1 to 9999", problems)
        ids.add(event.id)
        before = event.recorded_at
    if block.head is not None and not problems:
        _fits(
            head_of(events, contents) == block.head[0],
            block.head[1],
            "the head does not match these lines: something was changed; without [provenance] this is a sheet written by hand",
            problems,
        )


def _in_time(event: Event) -> bool:
    low, high = MILLISECONDS.low, MILLISECONDS.high
    return low <= event.at <= high and OFFSET.low <= event.offset <= OFFSET.high and low <= event.recorded_at <= high


def head_of(events: Sequence[Event], contents: Remembered) -> str:
    """Return the hash of the last event, computed from all events. `contents`: what their acts hold, with commitments."""
    head = GENESIS
    for event in events:
        head = link_text(head, event_text(event, contents.of(event.act).text).encode())
    return head


# --- writing ------------------------------------------------------------------------------------------------------------------------------


def written_block(events: Sequence[Event], salts: Salts) -> Iterator[str]:
    """Yield the lines of the provenance (the block under the acts), in order of version. A sealed value is written with its salt; if
    `salts` has none for it, with its commitment."""
    base = Moment(events[0].at, events[0].offset)
    for event in events:
        by = event.by if _PLAIN_BY.fullmatch(event.by) else json.dumps(event.by)
        offset = [] if event.offset == base.offset else [offset_written(event.offset)]
        times = (f"{event.at - base.at:+}", f"{event.recorded_at - event.at:+}", *offset)
        yield " ".join((f"{event.version:>3}.", event.id, by, *times, *_seals(event, salts)))
    yield f"head: {head_of(events, Remembered(committed=True))}"


def _seals(event: Event, salts: Salts) -> list[str]:
    seals = []
    for path, leaf in sealed_leaves(data_of(event.act)):
        salt = salts.get((event.version, path))
        if salt is not None and "value" in leaf:
            seals.append(f"{path}={salt.hex()}")
        elif leaf["commit"]:
            seals.append(f"{path}#{leaf['commit']}")
    return seals
