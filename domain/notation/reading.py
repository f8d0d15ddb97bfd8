"""Reads the text of a sheet. White space, comments, line ends and the case of words do not matter. A wrong token is never corrected.

From a sheet with provenance (the block with times, ids and proofs), the reader gets exactly the events that were written. From a sheet
without provenance, the reader gets the same acts in the same order, but with ids that are computed from the acts and the date, and with the
same time for all.

All problems are reported at once, with line and column. A sheet with a problem gives no events."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple, cast

from domain.files.layout import game_of
from domain.files.transcript import NotARecord
from domain.files.verify import Each, nothing
from domain.kernel.cards import Seat
from domain.kernel.events import Act, Event, EventId, PlayerJoined, Retracted, TokenId
from domain.kernel.seats import seats_named
from domain.notation.acts import act_of
from domain.notation.clock import Moment
from domain.notation.entries import Reporter
from domain.notation.forms import forms_of
from domain.notation.grammar import STRUCK, TITLE, Item, Page, Phrase, parse
from domain.notation.order import Placed, placed
from domain.notation.problems import Position, Problem, Problems
from domain.notation.provenance import Block, Remembered, check, read_block, sealed
from domain.notation.sheet import Sheet
from domain.notation.tags import Head, head_of
from domain.record.fold import misplaced, retracted
from domain.system import System, Table

NOBODY: Final = TokenId("sheet")
"""The recorder (`by`) of all events of a sheet without provenance (the block that names recorders)."""


class Draft(NamedTuple):
    """An act that a sheet records under the number `version`. `after`: the version that it directly follows in table order; None if it
    comes at the end."""

    version: int
    act: Act
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """The contents of a sheet. If there are `problems`, `sheet` is None and `drafts` is empty.

    `drafts`: the acts in order of version, the opening first. `closed`: (version, path) of every sealed value that is not on the sheet.
    `head`: the hash of the last event, if the sheet has proofs of this hash and of every sealed value; otherwise empty."""

    sheet: Sheet | None
    system: System[Table] | None
    drafts: tuple[Draft, ...]
    closed: tuple[tuple[int, str], ...]
    problems: tuple[Problem, ...]
    head: str = ""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in order of version."""
        return () if self.sheet is None else self.sheet.events

    def sound(self) -> tuple[Sheet, System[Table]]:
        """Return (the sheet, its card game). If there are problems, raises NotARecord with the line and column of each."""
        if self.sheet is None or self.system is None:
            raise NotARecord(list(map(str, self.problems)))
        return self.sheet, self.system


_BEFORE_TITLE: Final = re.compile(rb"(?:\xef\xbb\xbf)?+(?:\s++|;[^\r\n]*+)*+")
"""Matches what may stand before the title of a sheet: a byte order mark, white space and comments."""


def is_sheet(data: bytes) -> bool:
    """Whether these bytes look like a sheet, not like a record file (docs/record-format.md)."""
    begins = _BEFORE_TITLE.match(data)
    return begins is not None and data[begins.end() :][: len(TITLE[0])].lower() == TITLE[0].encode()


def read_bytes(data: bytes, each: Each = nothing) -> Read:
    """Read a sheet from its bytes, which must be UTF-8, and return its contents."""
    try:
        return read(data.decode(), each)
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        column = len(data[data.rfind(b"\n", 0, wrong.start) + 1 : wrong.start].decode()) + 1
        return Read(None, None, (), (), (Problem(line, column, "the text is not UTF-8 from here on"),))


def read(text: str, each: Each = nothing) -> Read:
    """Read a sheet from its text, and return its contents with all problems. Never raises. Takes time in proportion to the length. Calls
    the function `each`, which may show progress, for each line and each act."""
    problems = Problems()
    page = parse(text, problems, each)
    head = head_of(page.tags, problems)
    items = placed(page.rows, problems)
    acts = _acts(items, head, problems, each)
    block = None if page.below is None else read_block(page.below, problems)
    if block is not None:
        _check_lines(items, head, block, problems)
    salts: dict[tuple[int, str], bytes] = {}
    events: tuple[Event, ...] = ()
    contents = Remembered(committed=block is not None)
    if not problems and block is not None:
        events = tuple(_proved(act, head, block, salts, problems) for act in acts)
        _check_proofs(events, page, head, block, contents, problems)
    elif not problems:
        events = tuple(_unproved(acts, head.date or Moment(0), contents))
    if problems:
        return Read(None, head.system, (), (), problems.told())
    date = None if block is not None else head.date
    sheet = Sheet(events, head.game, head.club, head.viewer, page.ending, block is not None, salts, date)
    drafts = tuple(Draft(event.version, event.act, event.after) for event in events)
    closed = tuple((event.version, path) for event in events for path in contents.of(event.act).closed)
    return Read(sheet, head.system, drafts, closed, (), _hash_of(block, events, contents))


# --- acts ---------------------------------------------------------------------------------------------------------------------------------


def _acts(items: Sequence[Placed], head: Head, problems: Problems, each: Each) -> list[Draft]:
    """Return the acts in order of version, the opening first. Adds to `problems` why an act cannot be read. Phrases with the same text give
    one and the same object."""
    forms = forms_of(head.system)
    acts = [] if head.opening is None else [Draft(1, head.opening)]
    known: dict[Phrase, Act] = {}
    for version, after, item in items:
        each()
        if problems.full:
            break
        phrase, before = item.phrase, len(problems)
        act = known.get(phrase)
        if act is None:
            act = act_of(phrase, forms, Reporter(problems, phrase.strip, item.line, item.column))
        if act is not None:
            acts.append(Draft(version, act, after))
            if len(problems) == before:
                known[phrase] = act
    acts.sort(key=itemgetter(0))
    where = {placed.version: placed.item for placed in items}
    _check_corrections(acts, items, where, problems)
    if head.seats:
        _check_seats(acts, set(head.seats), where, problems)
    return acts


def _check_corrections(acts: Sequence[Draft], items: Sequence[Placed], where: Mapping[int, Item], problems: Problems) -> None:
    """Report each retraction of an act that is not on the sheet, and each act that is marked as struck out although no retraction withdraws
    it."""
    retractions = [(act.version, act.act, None) for act in acts if isinstance(act.act, Retracted)]
    for index, fault in misplaced(retractions):
        problems.add(where[retractions[index][0]].start, fault.message)
    gone = retracted(Event(version, _NO_ID, act, NOBODY, 0, 0, 0) for version, act, _ in retractions)
    for version, _, item in items:
        if STRUCK in item.phrase.marks and version not in gone:
            problems.add(item.start, f"is struck out, but nothing withdraws it: write retract({version}) where that was done")


def _check_seats(acts: Sequence[Draft], taken: set[Seat], where: Mapping[int, Item], problems: Problems) -> None:
    """Report each act that names a seat which nobody had taken at that time. `taken`: the seats taken at the opening."""
    named: dict[int, list[tuple[str, Seat]]] = {}
    for version, act, _ in acts:
        joins = isinstance(act, PlayerJoined)
        if id(act) not in named:
            named[id(act)] = list(seats_named(act))
        for place, seat in named[id(act)]:
            if seat not in taken and not (joins and place == "/seat"):
                problems.add(where[version].start, f"there is no seat {seat} at this table")
        if joins:
            taken.add(cast("PlayerJoined", act).seat)


# --- events -------------------------------------------------------------------------------------------------------------------------------

_NO_ID: Final = EventId("")


def _unproved(acts: Sequence[Draft], date: Moment, contents: Remembered) -> Iterator[Event]:
    """Yield the events of a sheet without provenance (the block with times, ids and proofs). Their ids are computed from all acts and the
    date."""
    said = (f'["{type(act).__name__}",{contents.of(act).text},{"null" if after is None else after}]' for _, act, after in acts)
    digest = sha256(f"[{date.at},[{','.join(said)}]]".encode()).hexdigest()
    for version, act, after in acts:
        made = sha256(f"{digest} {version}".encode()).hexdigest()
        id_ = EventId(f"{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:32]}")
        yield Event(version, id_, act, NOBODY, date.at, date.offset, date.at, after)


def _proved(draft: Draft, head: Head, block: Block, salts: dict[tuple[int, str], bytes], problems: Problems) -> Event:
    line = block.lines[draft.version]
    act = sealed(draft.version, draft.act, line, salts, problems)
    return Event(draft.version, line.id, act, line.by, *line.times(head.date or Moment(0)), draft.after)


def _check_lines(items: Sequence[Placed], head: Head, block: Block, problems: Problems) -> None:
    """Report each act that has no line in the provenance, and each line of the provenance whose act is not on the sheet. Also report if the
    hash of the last event, or the date of the sheet, is missing."""
    where = {1: Position(1, 1), **{version: item.start for version, _, item in items}}
    for version, place in where.items():
        if version not in block.lines:
            problems.add(place, f"version {version} has no line of provenance; a sheet written by hand has none at all")
    for version, line in block.lines.items():
        if version not in where:
            problems.add(line.place, f"no act above has the version {version}: remove this line")
    if head.date is None:
        problems.add(Position(1, 1), "the sheet needs a date, because the times in the provenance count from it")
    if block.head is None:
        problems.add(Position(1, 1), "the provenance is incomplete: its last line must be head: and the hash of the last event")


def _check_proofs(events: Sequence[Event], page: Page, head: Head, block: Block, contents: Remembered, problems: Problems) -> None:
    if not problems:
        check(events, block, contents, problems)
    if not problems and head.game and head.game != game_of(head.game.partition("-")[0], events[0].id):
        problems.add(next(tag.at.place for tag in page.tags if tag.name == "game"), "the id of the game does not match that of the opening")


def _hash_of(block: Block | None, events: Sequence[Event], contents: Remembered) -> str:
    proved = block is not None and all(contents.of(event.act).proved for event in events)
    return block.head[0] if proved and block is not None and block.head is not None else ""
