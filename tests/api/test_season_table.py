"""The table of a season for a spreadsheet: what it says, what a spreadsheet may not take for a formula, and who gets it."""

import csv
from codecs import BOM_UTF8
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from domain.kernel.events import PersonId, TokenId
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.evenings import corrected, count, evening, opened_season

FROM_THE_RIGHT = "\u05d0\u05d1\u05d2, \u0627\u0628"
NAMES = {"p-ann": "=Ann", "p-ben": FROM_THE_RIGHT, "p-cleo": "Cleo", "p-dora": "Dora"}


@pytest.fixture(autouse=True)
def club(parts: Wiring) -> None:
    parts.people.register(HOME, {PersonId(person): name for person, name in NAMES.items()}, TokenId("t-director"))


def table(visitor: Caller, season: str, query: str = "") -> list[list[str]]:
    answer = visitor.get(f"/seasons/{season}/export?format=csv{query}")
    assert (answer.status_code, answer.content_type) == (200, "text/csv; charset=utf-8; header=present")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{season}.standings.csv"'
    return list(csv.reader(StringIO(answer.get_data(as_text=True), newline="")))


def test_the_table_has_a_column_for_each_tournament(director: Caller, stranger: Caller, parts: Wiring) -> None:
    season = opened_season(director, settings={"best": 1, "least": 2})
    count(director, season, evening(parts, ["p-ann", "p-ben", "p-cleo", "p-dora"], title="@May"))
    count(director, season, evening(parts, ["p-ben", "p-ann"], title="June"))
    assert table(stranger, season) == [
        ["season", "place", "person", "name", "points", "played", "'@May", "June"],
        [season, "1", "p-ben", FROM_THE_RIGHT, "5", "2", "3/2 not counted", "5"],
        [season, "2", "p-ann", "'=Ann", "4", "2", "4", "3 not counted"],
        [season, "", "p-cleo", "Cleo", "4", "1", "4", ""],
        [season, "", "p-dora", "Dora", "3/2", "1", "3/2", ""],
    ]


def test_the_table_says_what_the_page_says_and_its_cells_add_up(director: Caller, stranger: Caller, parts: Wiring) -> None:
    """Computed another way: from the answers about each place."""
    season = opened_season(director, settings={"best": 2})
    everyone = list(NAMES)
    cups = [evening(parts, everyone[turn:] + everyone[:turn], title=f"Evening {turn}") for turn in range(4)]
    count(director, season, *cups)
    heads, *rows = table(stranger, season)
    shown = stranger.get(f"/seasons/{season}/standings").json["rows"]
    assert [row[2] for row in rows] == [row["person"] for row in shown]
    for row, line in zip(rows, shown, strict=True):
        assert (row[1], row[4], row[5]) == (str(line["place"]), line["points"], str(line["played"]))
        assert sum(Fraction(cell) for cell in row[6:] if cell and "not counted" not in cell) == Fraction(line["points"])
        why = stranger.get(f"/seasons/{season}/standings/{line['person']}").json["credits"]
        brought = {each["title"]: each["worth"] + ("" if each["counts"] else " not counted") for each in why}
        assert dict(zip(heads[6:], row[6:], strict=True)) == brought


def test_columns_of_tournaments_with_the_same_title_are_named_by_their_ids(director: Caller, parts: Wiring) -> None:
    season = opened_season(director)
    cups = [evening(parts, ["p-ann", "p-ben"], title=title) for title in ("Evening", "Evening", "points")]
    count(director, season, *cups)
    assert table(director, season)[0][6:] == [cup.id for cup in cups]


def test_a_title_that_is_the_id_of_another_tournament_is_no_name_of_a_column(director: Caller, parts: Wiring) -> None:
    season = opened_season(director)
    cups = [evening(parts, ["p-ann", "p-ben"], title="Evening") for _ in range(2)]
    cups.append(evening(parts, ["p-ann", "p-ben"], title=cups[0].id))
    count(director, season, *cups)
    assert table(director, season)[0][6:] == [cup.id for cup in cups]


def test_a_season_without_tournaments_is_a_row_of_names_and_may_begin_with_a_mark(director: Caller) -> None:
    season = opened_season(director)
    assert table(director, season) == [["season", "place", "person", "name", "points", "played"]]
    answer = director.get(f"/seasons/{season}/export?format=csv&bom=true")
    assert answer.get_data().startswith(BOM_UTF8)


@pytest.mark.parametrize("query", ["format=pdf", "format=json&bom=true", "format=csv&bom=maybe", "format=csv&table=standings"])
def test_another_form_of_export_is_refused(director: Caller, query: str) -> None:
    refused = director.get(f"/seasons/{opened_season(director)}/export?{query}")
    assert refused.status_code == 422
    assert refused.json["type"] == "/problems/invalid"


def test_the_whole_record_is_for_those_who_record(stranger: Caller, director: Caller) -> None:
    season = opened_season(director)
    refused: Any = stranger.get(f"/seasons/{season}/export")
    assert (refused.status_code, refused.json["type"]) == (401, "/problems/token-missing")


def test_an_unchanged_table_is_not_sent_again_before_somebody_is_erased_or_a_correction_counts(director: Caller, parts: Wiring) -> None:
    season, cup = opened_season(director), evening(parts, ["p-ann", "p-ben"])
    count(director, season, cup)
    path = f"/seasons/{season}/export?format=csv"

    def unchanged(tag: str) -> bool:
        return bool(director.get(path, headers={"If-None-Match": tag}).status_code == 304)

    tag = director.get(path).headers["ETag"]
    assert unchanged(tag)
    assert director.call("DELETE", "/people/p-ben").status_code == 200
    assert not unchanged(tag)
    assert FROM_THE_RIGHT not in director.get(path).get_data(as_text=True)
    tag = director.get(path).headers["ETag"]
    corrected(cup)
    (change,) = director.get(f"/seasons/{season}/pending").json["changes"]
    assert unchanged(tag)
    director.post(f"/seasons/{season}/pending", {"tournament": cup.id, "digest": change["digest"]})
    assert not unchanged(tag)
