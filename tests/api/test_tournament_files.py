"""Files of tournaments over HTTP and on the command line: record files and tables."""

import csv
import json
import re
from codecs import BOM_UTF8
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest

from domain.files.tournament import recompute_standings
from domain.kernel.events import EventId, TokenId
from service.files.tournament import read_tournament
from service.recording.tournaments import TournamentDraft
from service.store.keys import HOME, Keys, StreamId
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.test_tournaments import event, opened, pair, played, recorded, send, typed
from tests.export.test_club import Command
from tests.format import from_the_page
from tests.format.test_every_byte import report
from tests.imports.test_finished import SMALL
from tests.paper.reading import text_of
from tests.servers import RunningServer
from tests.speeds import slow
from tests.tournament.stream import act
from workers.archive import Exporter
from workers.wiring import wired_to

AT = "/events/0/data/settings/tiebreaks/"
PAIRING = ("tournament", "round", "table", "side", "entry", "name", "kind", "outcome", "score", "points", "forfeit_by")
NAMES = ("=Anna", "Bert, junior", "Carl")


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def people(director: Caller) -> list[str]:
    return [str(director.post("/people", {"name": name}).json["person"]) for name in NAMES]


@pytest.fixture
def cup(director: Caller, people: list[str]) -> str:
    """A public tournament of three people. Round 1 is played. Round 2 is paired but not published. A typed result in round 2 waits for
    a second person."""
    made = opened(director, visibility="public", settings={"rounds": 3, "tiebreaks": ["buchholz"]})
    entries = [event("EntryMade", entry=n, people=[person], name=NAMES[n - 1]) for n, person in enumerate(people, 1)]
    version = played(director, made, recorded(director, made, *entries))
    assert pair(director, made, version).status_code == 201
    recorded(director, made, typed(2, 1, 3, 2))
    return made


def table(caller: Caller, cup: str, name: str, query: str = "") -> list[list[str]]:
    response = caller.get(f"/tournaments/{cup}/export?format=csv&table={name}{query}")
    assert (response.status_code, response.content_type) == (200, "text/csv; charset=utf-8; header=present")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{cup}.{name}.csv"'
    return list(csv.reader(StringIO(response.get_data(as_text=True), newline="")))


def exported(caller: Caller, cup: str, form: str = "json", query: str = "") -> bytes:
    response = caller.get(f"/tournaments/{cup}/export?format={form}{query}")
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_data()


# --- record files -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_a_tournament_exported_by_a_scorekeeper_or_director_is_accepted_by_all_verifiers(
    director: Caller, scorekeeper: Caller, cup: str, form: str
) -> None:
    response = director.get(f"/tournaments/{cup}/export?format={form}")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{cup}.faceup.{form}"'
    data = response.get_data()
    assert report(data) == [from_the_page.verify(data)]
    answer = director.call("POST", "/records/verify", data=data).json
    assert (answer["valid"], answer["kind"], answer["stream"], answer["game"]) == (True, "tournament", cup, None)
    theirs = exported(scorekeeper, cup, form)
    assert theirs == exported(director, cup, form, "&view=scorekeeper") != data
    assert b"=Anna" in exported(director, cup, form, "&view=public")


REFUSED = [
    ("format=xml", 406),
    ("format=csv", 422),
    ("format=csv&table=winners", 422),
    ("format=csv&table=standings&view=me", 422),
    ("format=pdf", 422),
    ("format=pdf&table=crosstable", 422),
    ("format=pdf&table=bracket", 422),
    ("format=csv&table=bracket", 422),
    ("format=pdf&table=pairings&round=3", 422),
    ("format=pdf&table=pairings&round=x", 422),
    ("format=pdf&table=standings&bom=true", 422),
    ("format=pdf&table=standings&paper=a5", 422),
    ("format=json&paper=a4", 422),
    ("format=csv&table=pairings&round=1", 422),
    ("format=json&table=standings", 422),
    ("format=json&view=seat:0", 422),
]


@pytest.mark.parametrize(("query", "status"), REFUSED)
def test_an_export_in_a_form_that_does_not_exist_is_refused(director: Caller, cup: str, query: str, status: int) -> None:
    assert director.get(f"/tournaments/{cup}/export?{query}").status_code == status


def test_a_knock_out_has_a_bracket_to_print(director: Caller) -> None:
    knock_out = {"title": "Cup", "system": "high-card", "format": "single-elimination", "visibility": "public"}
    name = director.post("/tournaments", knock_out).json["tournament"]
    assert "Bracket" in paper(director, name, "bracket")


def test_a_scorekeeper_cannot_export_what_only_a_director_may_see(scorekeeper: Caller, cup: str) -> None:
    refused = scorekeeper.get(f"/tournaments/{cup}/export?view=director")
    assert (refused.status_code, refused.json["type"]) == (403, "/problems/wider-view")


def test_an_unchanged_export_is_not_sent_again_until_a_person_is_erased(director: Caller, cup: str, people: list[str]) -> None:
    for query in ("format=json", "format=csv&table=standings", "format=pdf&table=standings"):
        path = f"/tournaments/{cup}/export?{query}"
        tag = director.get(path).headers["ETag"]
        assert director.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert director.call("DELETE", f"/people/{people.pop()}").status_code == 200
        assert director.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_no_export_contains_an_erased_name_or_a_secret(director: Caller, cup: str, people: list[str]) -> None:
    before = exported(director, cup)
    assert director.call("DELETE", f"/people/{people[0]}").status_code == 200
    after = exported(director, cup)
    assert report(after) == report(before)
    assert b"=Anna" in before
    for data in (
        after,
        *(director.get(f"/tournaments/{cup}/export?format=csv&table={name}").get_data() for name in ("standings", "pairings")),
    ):
        assert b"Anna" not in data
        assert str(director.secret).encode() not in data


def test_an_exported_tournament_can_be_imported_again(director: Caller, parts: Wiring, cup: str) -> None:
    data, keys, stream = exported(director, cup), Keys(HOME), StreamId(cup)
    assert director.call("POST", "/records?dry_run=true", data=data).json["outcome"] == "already-there"
    parts.redis.delete(keys.stream(stream, "tournament"), keys.head(stream), keys.ids(stream), keys.sealed(stream))
    parts.tournaments._heads.put(stream, None)
    response = director.call("POST", "/records", data=data)
    assert (response.status_code, response.headers["Location"]) == (201, f"/api/v1/tournaments/{cup}")
    assert (response.json["tournament"], response.json["game"], response.json["outcome"]) == (cup, None, "appended")
    assert exported(director, cup) == data


def test_the_archive_of_a_club_has_its_tournaments(director: Caller, parts: Wiring, cup: str) -> None:
    director.opened()
    where = director.post("/clubs/home/exports").headers["Location"]
    exporter = Exporter(wired_to(parts.redis), parts.exports, parts.config.data)
    for _ in range(2):
        exporter.export(HOME, where.rpartition("/")[2])
    with director.get(f"{where}/file") as response, ZipFile(BytesIO(response.get_data())) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert [line["tournament"] for line in manifest["tournaments"]] == [cup]
        assert len(manifest["games"]) == 1
        assert archive.read(manifest["tournaments"][0]["file"]) == exported(director, cup, "ndjson")


# --- tables -------------------------------------------------------------------------------------------------------------------------------


def test_the_csv_of_standings_has_a_row_for_each_entry(stranger: Caller, cup: str) -> None:
    rows = table(stranger, cup, "standings")
    assert rows[0] == ["tournament", "place", "entry", "name", "points", "buchholz"]
    served = stranger.get(f"/tournaments/{cup}/standings").json["rows"]
    assert [[row[1], row[2], *row[4:]] for row in rows[1:]] == [
        [str(row["place"]), str(row["entry"]), str(row["points"]), *row["values"]] for row in served
    ]
    assert {row[3] for row in rows[1:]} == {"'=Anna", "Bert, junior", "Carl"}


def test_csv_tables_show_unpublished_rounds_only_to_recorders_and_waiting_results_to_nobody(
    director: Caller, stranger: Caller, cup: str
) -> None:
    public, whole = table(stranger, cup, "pairings"), table(director, cup, "pairings")
    assert tuple(public[0]) == PAIRING
    assert [row[1] for row in public[1:]] == ["1", "1", "1"]
    assert public == [row for row in whole if row[1] != "2"] == table(director, cup, "pairings", "&view=public")
    results = {tuple(row[6:]) for row in public[1:]}
    assert {kind for kind, *_ in results} == {"played", "bye"}
    assert {("bye", "", "0", "2", "")} <= results
    assert sorted(tuple(row[6:]) for row in whole[1:] if row[1] == "2") == [("",) * 5, ("",) * 5, ("bye", "", "0", "2", "")]
    assert table(stranger, cup, "crosstable")[0][5:] == ["round 1"]
    assert table(director, cup, "crosstable")[0][5:] == ["round 1", "round 2"]


def test_the_csv_cross_table_shows_the_outcome_and_opponent_of_each_entry(stranger: Caller, cup: str) -> None:
    pairings = {row[4]: row for row in table(stranger, cup, "pairings")[1:]}
    for row in table(stranger, cup, "crosstable")[1:]:
        mine = pairings[row[2]]
        others = [other[4] for other in pairings.values() if other[2] and other[2] == mine[2] and other[4] != mine[4]]
        assert row[5] == (f"{mine[7][0].upper()}{others[0]}" if others else "bye")


# --- paper --------------------------------------------------------------------------------------------------------------------------------


def paper(caller: Caller, cup: str, query: str) -> str:
    response = caller.get(f"/tournaments/{cup}/export?format=pdf&table={query}")
    assert (response.status_code, response.mimetype) == (200, "application/pdf"), response.get_data(as_text=True)
    named = rf'attachment; filename="[a-z0-9-]+-{query.partition("&")[0]}-\d{{4}}-\d\d-\d\d-{cup[-4:]}\.pdf"'
    assert re.fullmatch(named, response.headers["Content-Disposition"])
    return text_of(response.get_data())


def test_standings_on_paper_are_those_of_the_page(stranger: Caller, cup: str) -> None:
    text, page = paper(stranger, cup, "standings"), stranger.get(f"/tournaments/{cup}/standings").json
    assert f"Standings after round {page['through']}" in text
    for row in page["rows"]:
        assert f"{row['name']} {row['points']} {row['values'][0]}" in text
    assert "Standings before round 1" in paper(stranger, cup, "standings&round=0")


def test_pairings_on_paper_are_by_table_and_by_name_and_show_a_hidden_round_only_to_recorders(
    director: Caller, stranger: Caller, cup: str
) -> None:
    text = paper(stranger, cup, "pairings")
    assert "Pairings of round 1" in text
    assert "by table" in text
    assert "by name" in text
    assert "Without a table in this round: " in text
    assert "– sits out" in text
    assert text == paper(director, cup, "pairings&view=public") == paper(director, cup, "pairings&round=1")
    assert "Pairings of round 2" in paper(director, cup, "pairings")
    assert stranger.get(f"/tournaments/{cup}/export?format=pdf&table=pairings&round=2").status_code == 422


def test_an_erased_name_is_not_on_paper(director: Caller, stranger: Caller, cup: str, people: list[str]) -> None:
    queries = ("standings", "pairings&round=1")
    assert all("=Anna" in paper(stranger, cup, query) for query in queries)
    assert director.call("DELETE", f"/people/{people[0]}").status_code == 200
    assert all("Anna" not in text and "Entry 1" in text for query in queries for text in [paper(stranger, cup, query)])


# --- settings and footers -----------------------------------------------------------------------------------------------------------------


ODD: list[dict[str, Any]] = [
    {"tiebreaks": ["points", "buchholz"]},
    {"tiebreaks": ["buchholz", "buchholz:plain"]},
    {"scoring": {"kind": "placement"}},
    {"round": {"ends": "hands"}},
]
"""Settings that are refused today. A tournament may have them if it was opened before they were refused."""


@pytest.mark.parametrize("settings", ODD, ids=str)
def test_a_file_with_settings_that_are_refused_today_can_be_imported(
    director: Caller, parts: Wiring, cup: str, settings: dict[str, Any]
) -> None:
    assert send(director, cup, event("SettingsChanged", settings=settings)).status_code == 422
    older = [TournamentDraft(act("SettingsChanged", settings=settings), EventId(str(uuid4())))]
    parts.tournaments.append(StreamId(cup), None, older, TokenId("older"))
    assert read_tournament(exported(director, cup)).closed == ()
    assert recompute_standings(exported(director, cup)).faults == ()


@pytest.mark.parametrize("settings", [*ODD[:2], {"tiebreaks": ["luck"]}], ids=str)
def test_wrong_settings_cannot_be_inserted_at_an_earlier_place_of_a_tournament(
    director: Caller, cup: str, settings: dict[str, Any]
) -> None:
    inserted = {**event("SettingsChanged", settings=settings), "after": 2}
    refused = send(director, cup, inserted)
    assert (refused.status_code, {fault["pointer"][: len(AT)] for fault in refused.json["errors"]}) == (422, {AT})
    fitting = {**event("SettingsChanged", settings={"tiebreaks": ["wins"]}), "after": 2}
    assert send(director, cup, fitting).status_code == 201
    assert director.get(f"/tournaments/{cup}/standings").json["tiebreaks"] == [{"name": "wins", "label": "Wins"}]


def test_an_unpublished_round_counts_in_the_footer_of_an_export_but_not_in_the_standings(director: Caller, cup: str) -> None:
    """Round 2 is paired and not published: its bye counts in the footer. Source: docs/record-format.md."""
    footer = json.loads(exported(director, cup))["footer"]
    shown = director.get(f"/tournaments/{cup}/standings").json
    assert shown["through"] == 1
    assert sum(row["points"] for row in footer["standings"]) == sum(row["points"] for row in shown["rows"]) + 2


def test_the_tables_of_a_tournament_say_who_gave_a_forfeit(director: Caller, cup: str) -> None:
    """Source: docs/csv.md. Round 1, table 1 is ruled: first entry 1 gives the forfeit, then both do."""
    (seated,) = (row for row in director.get(f"/tournaments/{cup}/rounds/1").json["tables"] if row["table"] == 1)
    (one,), (other,) = seated["sides"]

    def ruled(winners: list[int]) -> tuple[list[str], dict[str, str]]:
        recorded(director, cup, event("ForfeitRuled", round=1, table=1, winners=winners))
        rows = [dict(zip(PAIRING, row, strict=True)) for row in table(director, cup, "pairings")[1:]]
        cells = {row[2]: row[5] for row in table(director, cup, "crosstable")[1:]}
        return [row["forfeit_by"] for row in rows if (row["round"], row["table"]) == ("1", "1")], cells

    by, cells = ruled([1])
    assert by == [str(one), str(one)]
    assert (cells[str(one)], cells[str(other)]) == (f"L{other} forfeit by {one}", f"W{one} forfeit by {one}")
    by, cells = ruled([])
    both = " ".join(map(str, sorted((one, other))))
    assert by == [both, both]
    assert (cells[str(one)], cells[str(other)]) == (f"L{other} forfeit by {both}", f"L{one} forfeit by {both}")


# --- for a spreadsheet --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standings", "pairings", "crosstable"])
def test_a_table_of_a_tournament_begins_with_a_byte_order_mark_on_request(director: Caller, cup: str, name: str) -> None:
    path = f"/tournaments/{cup}/export?format=csv&table={name}"
    plain, marked = director.get(path), director.get(f"{path}&bom=true")
    assert marked.get_data() == BOM_UTF8 + plain.get_data()
    assert marked.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize("form", ["csv", "csv-plays", "csv-rounds"])
def test_a_table_of_a_game_has_names_and_begins_with_a_byte_order_mark_on_request(director: Caller, stranger: Caller, form: str) -> None:
    """Everybody who may read a game may see who plays; an erased name is gone at once."""
    (anna,) = [director.post("/people", {"name": "Žofie"}).json["person"]]
    game = director.opened(visibility="public", seats=[{"person": anna}, {"name": "Bert"}, {"name": "Carl"}])
    director.recorded(game, opener(), event("RoundStated", round=1, points={"0": 1}), event("ResultStated", winners=[0]))
    path = f"/games/{game}/export?format={form}"
    plain, marked = stranger.get(path), stranger.get(f"{path}&bom=true")
    assert marked.get_data() == BOM_UTF8 + plain.get_data()
    assert ("Žofie" in plain.get_data(as_text=True)) == (form != "csv-plays")  # no card was played
    assert marked.headers["ETag"] != plain.headers["ETag"]
    director.call("DELETE", f"/people/{anna}")
    after = stranger.get(path, headers={"If-None-Match": plain.headers["ETag"]})
    assert (after.status_code, "Žofie" in after.get_data(as_text=True)) == (200, False)


@pytest.mark.parametrize(
    "path", ["games/{game}/export?bom=true", "games/{game}/export?format=text&bom=true", "tournaments/{cup}/export?bom=true"]
)
def test_a_byte_order_mark_is_refused_in_files_that_are_no_tables(director: Caller, cup: str, path: str) -> None:
    refused = director.get("/" + path.format(game=director.opened(), cup=cup))
    assert (refused.status_code, refused.json["errors"]) == (422, [{"parameter": "bom", "message": "is only for tables (CSV)"}])


# --- the command line ---------------------------------------------------------------------------------------------------------------------


@slow
def test_the_command_line_exports_verifies_and_imports_a_tournament(faceup: Command, director: Caller, cup: str, tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    assert faceup.run("export", cup, "-o", file)[0] == 0
    assert file.read_bytes() == exported(director, cup)
    code, out, _ = faceup.run("verify", "--recompute", file)
    assert (code, out) == (0, report(file.read_bytes())[0] + "\n")
    code, out, _ = faceup.run("import", file)
    assert (code, out.splitlines()[0]) == (0, f"{file}: {cup} is already there, 0 of 10 events new")
    code, out, _ = faceup.run("export", cup, "--format", "csv", "--table", "crosstable")
    assert out.splitlines()[0] == "tournament,place,entry,name,points,round 1,round 2"
    sheet = tmp_path / "standings.pdf"
    assert faceup.run("export", cup, "--format", "pdf", "--table", "standings", "--view", "public", "-o", sheet)[0] == 0
    assert text_of(sheet.read_bytes()) == paper(director, cup, "standings")
    for words, fault in (
        (["pairings", "--round", "3"], "must be a round that is paired"),
        (["crosstable"], "must be one of"),
        (["bracket"], "is only for knock-outs"),
    ):
        code, _, wrong = faceup.run("export", cup, "--format", "pdf", "--table", *words)
        assert (code, fault in wrong) == (2, True)
    code, _, wrong = faceup.run("export", cup, "--format", "csv")
    assert (code > 0, "must be given with --format csv" in wrong) == (True, True)


@slow
def test_the_command_line_imports_a_file_of_finished_tournaments(faceup: Command, director: Caller, tmp_path: Path) -> None:
    file = tmp_path / "finished.json"
    wrong: dict[str, Any] = {**SMALL, "id": "wrong", "players": [{"no": 1}]}
    file.write_text(json.dumps([SMALL, wrong], default=float), encoding="utf-8")
    code, out, _ = faceup.run("import", file)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith("small: home-t")
    assert lines[1:3] == ["    4 published values compared, 0 differ", "    not compared: LUCK"]
    assert lines[3:5] == [f"{file}: wrong refused, nothing of it was stored", "    /players/0/points is required"]
    assert len(director.get("/tournaments").json["tournaments"]) == 1
