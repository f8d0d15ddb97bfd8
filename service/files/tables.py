"""Writes records as tables for a spreadsheet: the events, the cards played, and the points of each round. The first row names the columns.

A table shows only what an export shows to the same viewer. It has no hashes, so it proves nothing. docs/csv.md is generated from the
descriptions of the columns here.

Text is UTF-8, lines end with CRLF and quotes are doubled (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in
front; numbers do not.
"""

import csv
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Final

from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import Seat, seat_called
from domain.kernel.events import EVENT_TYPES, Event, RulingRecorded
from domain.kernel.findings import read_aloud
from domain.kernel.view import View
from domain.record.chain import Opened, event_json
from domain.record.facts import people_of
from domain.record.fold import retracted
from domain.record.steps import Step
from domain.words import NameOf
from service.files.contents import Exported

CONTENT_TYPE: Final = "text/csv; charset=utf-8; header=present"
MARKED: Final = "Begin a table (CSV) with a byte order mark, for a spreadsheet that opens it by a double click."
NOT_MARKED: Final = "is only for tables (CSV)"
FORMULAS: Final = tuple("=+-@\t\r\n＝＋－＠")
"""A spreadsheet may take a text for a formula if it begins with one of these characters (OWASP, CSV Injection)."""
PERSON: Final = "the id of the last person in that seat, if it was written down"
NAME: Final = "the name of that person in the club now; empty: unknown, or erased"

Cell = str | int | bool | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of table. `columns`: the name and the description of each column, in order. `rows`: a function that yields the rows for
    an export, or raises ExportClosed."""

    name: str
    about: str
    columns: Mapping[str, str]
    rows: Callable[[Exported], Iterator[Row]]


def with_mark(content: bytes) -> bytes:
    """Return a CSV file with a byte order mark, by which spreadsheets know that it is UTF-8 when it is opened by a double click."""
    return BOM_UTF8 + content


def as_csv(table: Table, exported: Exported) -> bytes:
    """Return the table of `exported` as the bytes of a CSV file, without a byte order mark. Raises ExportClosed."""
    return csv_of(table.columns, list(table.rows(exported)))


def csv_of(columns: Iterable[str], rows: Iterable[Row]) -> bytes:
    """Return rows as the bytes of a CSV file. `columns`: the names of the columns, which may be titles."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(map(_written, columns))
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int):
        return str(cell)
    return f"'{cell}" if cell.startswith(FORMULAS) else cell


# --- the table of events ----------------------------------------------------------------------------------------------------------------


def _events(exported: Exported) -> Iterator[Row]:
    places = {step.event.version: place for place, step in enumerate(exported.reading.steps)}
    gone = retracted(exported.reading.events)
    findings, who = exported.seen(), _who(exported)
    for event in exported.reading.events:
        data, closed = in_clear(event, exported.opened(event))
        seat = data.get("seat")
        yield (
            exported.game,
            event.version,
            places.get(event.version),
            event.type,
            seat + 1 if isinstance(seat, int) else None,
            who(Seat(seat) if isinstance(seat, int) else None)[1],
            event.version in gone,
            event.after,
            canonical(data).decode(),
            " ".join(closed),
            " ".join(finding.id for finding in findings if event.version in finding.versions),
            event.by,
            moment(event.at),
            event.offset,
            moment(event.recorded_at),
            event.id,
        )


EVENTS: Final = Table(
    "csv",
    "Every event in the order of recording: one row each, also for withdrawn events.",
    {
        "game": "the id of the game",
        "version": "the number of the event in its record, from 1",
        "place": "its number in the corrected order at the table, from 0 (the opening); empty if withdrawn, or if it withdraws an event",
        "type": "what happened (docs/events.md)",
        "seat": "the number of the seat that did it, from 1; empty: no seat did it; `data` counts seats from 0, as the record does",
        "name": "the name of the last person in that seat, in the club now; empty: unknown, or erased",
        "retracted": "`true`: withdrawn later, and not counted",
        "after": "for an inserted event, the version that it follows; empty: it was recorded at the end",
        "data": "everything about it as JSON; a sealed value is shown if you may see it, otherwise it is `null`",
        "sealed": "the paths in `data` of sealed values that you may not see, such as `card cards.2`",
        "findings": "ids of those findings that it helps to prove and that you may see; each id is the rule, `@` and the versions",
        "by": "the id of the token that recorded it",
        "at": "when, at the table",
        "offset": "minutes east of UTC of the recording device",
        "recorded_at": "when the server received it",
        "id": "the id of the event, a UUID",
    },
    _events,
)


def in_clear(event: Event, opened: Opened) -> tuple[dict[str, Json], list[str]]:
    """Return the data of an event and the paths of its hidden values. In the data, a hidden value is null. `opened`: the sealed values to
    show."""
    closed: list[str] = []

    def value(path: str, _: Json) -> Json:
        if path in opened:
            return opened[path][0]
        closed.append(path)
        return None

    data = EVENT_TYPES[event.type].shape.swap(event_json(event)["data"], "", value)
    return dict(data), closed  # type: ignore[arg-type]


def _who(exported: Exported) -> Callable[[Seat | None], tuple[str | None, str | None]]:
    """Return a function that returns the id and the name of the last person in a seat. None: there is no seat, the person was not written
    down, or has no name."""
    people = people_of(exported.reading)

    def who(seat: Seat | None) -> tuple[str | None, str | None]:
        person = None if seat is None else people.get(seat)
        return person, None if person is None else exported.names.get(person)

    return who


def moment(milliseconds: int) -> str:
    """Return a time in ISO 8601, in UTC and to the millisecond, such as `2026-11-21T19:30:00.000Z`."""
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    return f"{when.isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"


# --- the table of cards played ----------------------------------------------------------------------------------------------------------

SAID: Final = ("call",)
"""Fields of an event that hold what a player called while playing a card."""
CARDS: Final = ("card", "cards", "value", "values", "hand", "hands", "box_card", "boxes")
"""Fields of an event that hold cards, or say how many cards there are. A field is about one seat, or maps several seats to their cards."""


def _plays(exported: Exported) -> Iterator[Row]:
    system, viewer, who = exported.reading.system, exported.viewer, _who(exported)
    before: Step | None = None
    for place, step in enumerate(exported.reading.steps):
        event = step.event
        names = [name for name, _ in EVENT_TYPES[event.type].shape.fields if name in CARDS]
        if before is not None and names:
            view = system.seen_by(before.table, viewer)
            data, _ = in_clear(event, exported.opened(event))
            if data.get("count") == 0:
                names = []  # a player who draws no card gets no row
            said = next((data[name] for name in SAID if name in data), None)
            for seat, card in cards_in(data, names):
                where = (exported.game, place, event.version, view.round, view.hand)
                yield (
                    *where,
                    event.type,
                    None if seat is None else seat + 1,
                    *who(None if seat is None else Seat(seat)),
                    card,
                    str(said) if said is not None else None,
                    moment(event.at),
                )
        before = step


PLAYS: Final = Table(
    "csv-plays",
    "The cards as corrected, in the order of the table: a row for each card that was dealt, drawn, laid, traded, turned up or shown.",
    {
        "game": "the id of the game",
        "place": "the number of the event in the corrected order at the table; rows of the same event have the same number",
        "version": "the number of the event in its record",
        "round": "the round in which it happened",
        "hand": "the hand of that round",
        "type": "what happened (docs/events.md)",
        "seat": "the number of the seat whose card it is, from 1",
        "person": PERSON,
        "name": NAME,
        "card": "the card, rank and suit (`TS`), with its pack where there are several (`TS@2`), or the number on it; empty: not recorded, "
        "or not for you to see",
        "call": "what was called with it, if anything",
        "at": "when, at the table",
    },
    _plays,
)


def cards_in(data: Mapping[str, Json], names: list[str]) -> Iterator[tuple[int | None, str | int | None]]:
    """Yield (seat, card) for every card in the fields `names` of an act's `data`. For a hidden hand, yield (seat, None) once."""
    seat = data.get("seat")
    mine = seat if isinstance(seat, int) else None
    for name in names:
        held = data.get(name)
        if isinstance(held, Mapping):
            for owner, cards in sorted(held.items(), key=lambda item: int(item[0])):
                yield from ((int(owner), card) for card in _each(cards))
        elif held is not None or mine is not None:
            yield from ((mine, card) for card in _each(held))


def _each(cards: Json) -> list[str | int | None]:
    several = cards if isinstance(cards, list) else [cards]
    return [card if isinstance(card, str | int) else None for card in several]


# --- the table of rounds ----------------------------------------------------------------------------------------------------------------


def _rounds(exported: Exported) -> Iterator[Row]:
    return rounds_told(exported, lambda _: seat_called)


def rounds_told(exported: Exported, called: Callable[[int], NameOf]) -> Iterator[Row]:
    """Yield the rows of the table `csv-rounds`. `called`: takes the version of an event, and returns a function that names the players in
    the words about the end of a round. Raises ExportClosed."""
    for event in exported.reading.events:
        exported.opened(event)  # this raises ExportClosed for a viewer who may not see earlier events
    system, viewer = exported.reading.system, exported.viewer
    steps, who = exported.reading.steps, _who(exported)
    view, outcome = system.seen_by(steps[0].table, viewer), system.outcome(steps[0].table)
    for step in steps[1:]:
        now, then = system.seen_by(step.table, viewer), system.outcome(step.table)
        act = step.event.act
        number = closed = _closed_round(view, now, open_=then.state == "open")
        ruled = None
        if isinstance(act, RulingRecorded):
            number, ruled = act.round or view.round, act.rectification
            closed = None if ruled == "replay" else closed  # a round that is to be played again has not ended
        totals: Mapping[Seat, int | None] = then.scores or {seat.seat: None for seat in now.seats}
        for seat, total in sorted(totals.items()):
            points = None if total is None else total - outcome.scores.get(seat, 0)
            if points or closed is not None:
                ending = read_aloud(now.last_round, called(step.event.version)) if closed is not None else None
                what = (exported.game, number, seat + 1, *who(seat), points, total, ending, ruled)
                yield *what, step.event.type, step.event.version, moment(step.event.at)
        view, outcome = now, then


ROUNDS: Final = Table(
    "csv-rounds",
    "What each round brought, as corrected: a row for each round and seat. If totals were stated without closing a round, each seat whose "
    "total changed has a row without a round. A ruling's changes stand where the ruling was given, with the number of the changed round.",
    {
        "game": "the id of the game",
        "round": "the number of the round, from 1; empty if totals were stated without ending a round",
        "seat": "the number of the seat, from 1",
        "person": PERSON,
        "name": NAME,
        "points": "what its total gained; empty in a game without points",
        "total": "its total after the round",
        "ending": "how the round ended, in words",
        "ruling": "what a director ruled: `void`, `penalty`, `adjust`, `replay`; empty: as played or stated",
        "type": "the event that closed it",
        "version": "the number of that event in its record",
        "at": "when, at the table",
    },
    _rounds,
)

TABLES: Final = (EVENTS, PLAYS, ROUNDS)


def _closed_round(before: View, now: View, *, open_: bool) -> int | None:
    """Return the number of the round that ended between these two views of the table; None if none ended. `open_`: whether the game goes
    on."""
    if now.last_round == before.last_round:
        return None
    return now.round - 1 if open_ else now.round
