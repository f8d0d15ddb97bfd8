"""Records as CSV. The rows are correct, no viewer gets a hidden value, and no cell is a spreadsheet formula."""

import csv
from dataclasses import replace
from io import StringIO

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, TokenId
from domain.record.fold import read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.files import tables
from service.files.formats import FORMATS, ExportClosed, Exported, export_bytes
from service.files.tables import TABLES, as_csv
from tests.format.records import FINISHED, IN_PLAY, Sent, exported, sent_of
from tests.imports.records import corrected_game
from tests.speeds import seeds
from tests.systems import every_shape
from tests.test_every_system import blinded

NAMES = [table.name for table in TABLES]


def rows(form: str, whole: Exported) -> list[dict[str, str]]:
    text = export_bytes(form, whole).decode("utf-8")
    assert text.endswith("\r\n")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


def columns(form: str, whole: Exported, *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in rows(form, whole)]


def test_every_csv_table_is_offered_as_an_export_format() -> None:
    for table in TABLES:
        assert FORMATS[table.name].content_type == "text/csv; charset=utf-8; header=present"
        assert export_bytes(table.name, exported(IN_PLAY)).decode().splitlines()[0] == ",".join(table.columns)
    assert FORMATS["csv-plays"].filename("home-x") == "home-x.faceup.plays.csv"


CLOSED = "cards.0 cards.1 cards.2"
WHO_SEES: list[tuple[Viewer, list[tuple[str, str]], list[str]]] = [
    # (viewer; the columns `sealed` and `findings` of events 3 to 6; the column `card` of the plays). test_export.OPENS lists the values
    # that each viewer may see
    (PUBLIC, [(CLOSED, ""), ("card", ""), ("card", "out-of-turn@5"), ("note", "")], ["", "", "", "", ""]),
    (seat_viewer(Seat(0)), [("cards.1 cards.2", ""), ("", ""), ("card", "out-of-turn@5"), ("note", "")], ["TS", "", "", "TS", ""]),
    (seat_viewer(Seat(1)), [("cards.0 cards.2", ""), ("card", ""), ("card", "out-of-turn@5"), ("note", "")], ["", "KH", "", "", ""]),
    (SCOREKEEPER, [("", ""), ("", ""), ("", "out-of-turn@5"), ("", "")], ["TS", "KH", "AD", "TS", "AD"]),
    (DIRECTOR, [("", ""), ("", ""), ("", "out-of-turn@5"), ("", "")], ["TS", "KH", "AD", "TS", "AD"]),
]


@pytest.mark.parametrize(("viewer", "events", "cards"), WHO_SEES, ids=lambda value: str(value) if isinstance(value, Viewer) else "")
def test_a_csv_table_shows_each_viewer_only_cards_that_they_may_see(
    viewer: Viewer, events: list[tuple[str, str]], cards: list[str]
) -> None:
    whole = exported(IN_PLAY, viewer)
    assert columns("csv", whole, "sealed", "findings")[2:] == events
    assert [row["card"] for row in rows("csv-plays", whole)] == cards


def test_the_csv_of_events_has_a_row_for_each_event() -> None:
    cells = columns("csv", exported(FINISHED), "version", "place", "type", "seat", "retracted", "after", "at")
    assert cells[0] == ("1", "0", "GameOpened", "", "false", "", "2025-11-21T04:40:01.000Z")
    assert [row[:6] for row in cells[3:8]] == [
        ("4", "3", "CardPlaced", "1", "false", ""),
        ("5", "", "CardPlaced", "2", "true", ""),
        ("6", "", "Retracted", "", "false", ""),
        ("7", "4", "CardPlaced", "2", "false", "4"),
        ("8", "5", "CardPlaced", "3", "false", ""),
    ]


def test_the_csv_of_plays_has_a_row_for_each_play() -> None:
    cells = columns("csv-plays", exported(FINISHED), "round", "hand", "type", "seat", "person", "card", "call")
    assert [row for row in cells if row[2] != "HandDealt"] == [
        ("1", "1", "CardPlaced", "1", "p-anna", "TS", "lowest"),
        ("1", "1", "CardPlaced", "2", "", "KH", "middle"),
        ("1", "1", "CardPlaced", "3", "", "", "lowest"),
        ("1", "1", "CardsRevealed", "1", "p-anna", "TS", ""),
        ("1", "1", "CardsRevealed", "2", "", "KH", ""),
        ("1", "1", "CardsRevealed", "3", "", "AD", ""),
        ("1", "2", "CardPlaced", "2", "", "2C", "highest"),
        ("1", "2", "CardPlaced", "1", "p-anna", "", "highest"),
        ("1", "2", "CardsRevealed", "1", "p-anna", "5C", ""),
        ("1", "2", "CardsRevealed", "2", "", "2C", ""),
    ]


def test_a_table_has_the_name_that_a_person_has_in_the_club_now() -> None:
    """Source: docs/csv.md. A person who was erased has no name, and a seat without a person has neither."""
    named, erased = replace(exported(FINISHED), names={PersonId("p-anna"): "Žofie Zimt"}), exported(FINISHED)
    assert {row[1:] for row in columns("csv-plays", named, "seat", "person", "name") if row[0] == "1"} == {("p-anna", "Žofie Zimt")}
    assert {row[1:] for row in columns("csv-plays", erased, "seat", "person", "name") if row[0] == "1"} == {("p-anna", "")}
    assert {row[1:] for row in columns("csv-rounds", named, "seat", "person", "name")} == {("p-anna", "Žofie Zimt"), ("", "")}
    assert {row[1] for row in columns("csv", named, "seat", "name") if row[0] == "1"} == {"Žofie Zimt"}
    assert {row[1] for row in columns("csv", named, "seat", "name") if row[0] != "1"} == {""}


STATED: tuple[Sent, ...] = (
    FINISHED[0],
    ("RoundStated", {"round": 2, "points": {"1": 1}}),
    ("ScoreStated", {"scores": {"0": 1, "1": 1}}),
)


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (FINISHED, [("1", "1", "1", "1", "14"), ("1", "2", "0", "0", "14"), ("1", "3", "0", "0", "14")]),
        (IN_PLAY, []),
        (STATED[:2], [("2", "1", "0", "0", "2"), ("2", "2", "1", "1", "2"), ("2", "3", "0", "0", "2")]),
        ((STATED[0], STATED[2]), [("", "1", "1", "1", "2"), ("", "2", "1", "1", "2")]),
    ],
    ids=["cards", "none yet", "stated, the first missing", "totals"],
)
def test_the_csv_of_rounds_has_a_row_for_each_seat_in_each_round(sent: tuple[Sent, ...], found: list[tuple[str, ...]]) -> None:
    if sent is not FINISHED:
        opened = dict(sent[0][1])
        sent = ((sent[0][0], {**opened, "rules": {**opened["rules"], "target": 4}}), *sent[1:])  # type: ignore[dict-item]
    assert columns("csv-rounds", exported(sent), "round", "seat", "points", "total", "version") == found


def test_the_csv_row_of_a_ruling_lists_the_changes_that_the_ruling_makes() -> None:
    """Source: docs/csv.md. The row has the kind and the round of the ruling, the changes of points, and how the round now ends if the
    ruling changes that."""
    ruled: dict[str, Json] = {"cites": {"dispute": 2}, "rule": "house", "round": 1}
    sent: tuple[Sent, ...] = (
        STATED[0],
        ("IrregularityCalled", {"kind": "misdeal"}),
        ("RoundStated", {"round": 1, "points": {"0": 1}}),
        ("RulingRecorded", {**ruled, "rectification": "void"}),
        ("RulingRecorded", {**ruled, "rectification": "penalty", "points": {"1": -1}}),
        ("RulingRecorded", {**ruled, "rectification": "stand"}),
        ("RoundStated", {"round": 2, "points": {"2": 1}}),
        ("RulingRecorded", {**ruled, "round": 2, "rectification": "replay"}),
    )
    cells = columns("csv-rounds", exported(sent), "round", "seat", "points", "total", "ending", "ruling", "version")
    assert cells[3:] == [
        ("1", "1", "-1", "0", "Round 1: ruled void.", "void", "4"),
        ("1", "2", "0", "0", "Round 1: ruled void.", "void", "4"),
        ("1", "3", "0", "0", "Round 1: ruled void.", "void", "4"),
        ("1", "2", "-1", "-1", "", "penalty", "5"),
        *(
            ("2", str(seat), str(int(seat == 3)), total, "Round 2: seat 3 scored.", "", "7")
            for seat, total in enumerate(("0", "-1", "1"), 1)
        ),
        ("2", "3", "-1", "0", "", "replay", "8"),
    ]


@every_shape
@pytest.mark.parametrize("seed", seeds(5, 1))
def test_the_points_of_rounds_in_the_csv_add_up_to_the_scores(system: System[Table], seed: int) -> None:
    """Games without scores, and games that a player left, are skipped."""
    whole = exported(sent_of(corrected_game(system, seed, 200)), SCOREKEEPER)
    if any(step.event.type == "PlayerLeft" for step in whole.reading.steps):
        return
    scores = system.outcome(whole.reading.table).scores
    sums: dict[str, int] = {}
    for row in rows("csv-rounds", whole):
        sums[row["seat"]] = sums.get(row["seat"], 0) + int(row["points"] or 0)
        assert row["total"] == (str(sums[row["seat"]]) if scores else "")
    assert {int(seat) - 1: total for seat, total in sums.items() if total} == {seat: score for seat, score in scores.items() if score}


@every_shape
@pytest.mark.parametrize("seed", seeds(8, 1))
def test_a_csv_table_does_not_depend_on_values_sealed_from_its_viewer(system: System[Table], seed: int) -> None:
    """A viewer who may not see some values gets the same tables as if nobody knew these values."""
    whole = exported(sent_of(corrected_game(system, seed, 40)))
    seats = [seating.seat for seating in whole.reading.opened.seats]
    for viewer in (PUBLIC, *map(seat_viewer, seats)):
        mine = replace(whole, viewer=viewer)
        blind = tuple(blinded(event, whole.reading.table, system, viewer) for event in whole.reading.events)
        ignorant = replace(mine, reading=read(system, blind), findings=[finding for finding in whole.findings if viewer.may_see(finding)])
        for table in TABLES:
            assert table_or_reason(table, mine) == table_or_reason(table, ignorant)


def table_or_reason(table: tables.Table, whole: Exported) -> bytes | str:
    try:
        return as_csv(table, whole)
    except ExportClosed as closed:
        return str(closed)


ONE_UP: tuple[Sent, ...] = (
    ("GameOpened", {"system": "one-up", "rules": SYSTEMS["one-up"].rules_with({}, 2), "seats": [{"seat": 0}, {"seat": 1}]}),
    ("CardOffered", {"seat": 0, "card": "TS"}),
    ("CardOffered", {"seat": 1, "card": "9S"}),
    ("CardsFlipped", {"cards": {"0": "TS", "1": "9S"}}),
    ("CardOffered", {"seat": 0, "card": "2S"}),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_with_a_closed_history_has_no_csv_tables(name: str) -> None:
    """OU-5: a viewer who may not see the history of a game cannot export tables of the game."""
    for viewer in (PUBLIC, seat_viewer(Seat(0))):
        with pytest.raises(ExportClosed):
            export_bytes(name, exported(ONE_UP, viewer))
    assert export_bytes(name, exported(ONE_UP, SCOREKEEPER))


@pytest.mark.parametrize("start", tables.FORMULAS)
def test_no_csv_cell_is_read_as_a_formula_by_a_spreadsheet(start: str) -> None:
    evil = f"{start}1+1"
    whole = exported([*IN_PLAY, ("NoteWritten", {"note": evil}), ("GameAbandoned", {"reason": evil})], SCOREKEEPER)
    events = [event._replace(by=TokenId(evil)) for event in whole.reading.events]
    whole = replace(whole, reading=read(whole.reading.system, events))
    for name in NAMES:
        for row in rows(name, whole):
            for cell in row.values():
                assert not cell.startswith(tables.FORMULAS) or int(cell) < 0
    assert {row["by"] for row in rows("csv", whole)} == {f"'{evil}"}


BOX: tuple[Sent, ...] = (
    ("GameOpened", {"system": "box", "rules": SYSTEMS["box"].rules_with({}, 4), "seats": [{"seat": seat} for seat in range(4)]}),
    ("OpenerChosen", {"seat": 0}),
    ("CardLed", {"seat": 0, "card": "8H"}),
    ("BoxDrawn", {"seat": 1, "card": "KS"}),
    ("HandRefilled", {"seat": 0, "count": 1, "cards": ["4C"]}),
    ("BoxRefilled", {"seat": 0, "count": 0}),
)


def test_a_game_without_points_has_csv_tables() -> None:
    """A player who draws no card has no row in the plays table. Each seat has a row in the rounds table, without points."""
    cells = columns("csv-plays", exported(BOX), "round", "type", "seat", "card")
    assert cells == [("1", "CardLed", "1", "8H"), ("1", "BoxDrawn", "2", "KS"), ("2", "HandRefilled", "1", "")]
    assert columns("csv-plays", exported(BOX, SCOREKEEPER), "card")[-1] == ("4C",)
    rounds = columns("csv-rounds", exported(BOX), "round", "seat", "points", "total", "ending")
    assert rounds == [("1", str(seat), "", "", "Round 1: seat 1 won the round; seat 2 could not play on.") for seat in range(1, 5)]
