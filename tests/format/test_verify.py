"""Both verifiers give the same report on valid files and on files with removed, moved or rewritten lines."""

import json
from typing import Any

import pytest

from domain.files.verify import verify
from domain.system import SCOREKEEPER
from tests.format.records import FINISHED, IN_PLAY, OPENED, Edit, club_file, file, former, refitted, remade, tournament_file
from tests.format.test_every_byte import FORMS, report

WHOLE = file("ndjson", FINISHED, SCOREKEEPER)
LINES = WHOLE.splitlines(keepends=True)
LAST = len(LINES) - 2
"""The version of the last event; LINES[n] is the line of event n."""


@pytest.mark.parametrize("form", FORMS)
def test_the_verifiers_accept_a_valid_file_of_a_game(form: str) -> None:
    game, head = "home-ntdlrj43z5wcsnv5", json.loads(LINES[-1])["head"]["hash"]
    assert report(file(form, FINISHED)) == [f"OK {game} 14 events, head {head}"]
    assert report(file(form, [OPENED]))[0].startswith(f"OK {game} 1 event, head ")
    verified = verify(file(form, FINISHED))
    assert (verified.valid, verified.stream, verified.version, verified.head, verified.faults) == (True, game, 14, head, ())


# --- lines -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, LAST + 1))
def test_the_verifiers_name_the_place_of_a_missing_line(n: int) -> None:
    assert report(b"".join([*LINES[:n], *LINES[n + 1 :]])) == [f"event {n}: is missing"]


def test_the_verifiers_name_the_place_of_several_missing_lines() -> None:
    assert report(b"".join([*LINES[:4], *LINES[9:]])) == ["event 4: is missing, and all up to event 8"]
    assert report(b"".join([*LINES[:12], LINES[-1]])) == ["event 12: is missing, and all up to event 14"]
    assert report(b"".join(LINES[1:])) == ["header: is missing"]
    assert report(b"".join(LINES[:-1])) == ["footer: is missing"]
    assert report(b"".join(LINES[3:])) == ["header: is missing", "event 1: is missing, and all up to event 2"]


@pytest.mark.parametrize("n", range(1, LAST + 1))
def test_the_verifiers_name_a_repeated_line(n: int) -> None:
    assert report(b"".join([*LINES[:n], LINES[n], *LINES[n:]])) == [f"event {n}: is out of order or repeated"]


@pytest.mark.parametrize("n", range(1, LAST))
def test_the_verifiers_name_the_lines_that_were_exchanged(n: int) -> None:
    lines = report(b"".join([*LINES[:n], LINES[n + 1], LINES[n], *LINES[n + 2 :]]))
    assert lines[0] == f"event {n + 1}: is out of order or repeated"
    assert {line.partition(":")[0] for line in lines} <= {f"event {n}", f"event {n + 1}"}


def test_the_verifiers_name_lines_that_were_added_to_a_file() -> None:
    assert report(WHOLE + LINES[-1]) == ["footer: is followed by more lines"]
    assert report(WHOLE + b"\n") == ["footer: is followed by more lines"]
    assert report(LINES[0] + WHOLE) == ["header: is out of order or repeated"]
    assert report(b"".join([*LINES[:5], b"{}\n", *LINES[5:]])) == ["event 5: comes after a line that does not belong there"]
    assert report(b"".join([*LINES[:-1], b"{}\n", LINES[-1]])) == ["footer: comes after a line that does not belong there"]


@pytest.mark.parametrize("form", FORMS)
def test_the_verifiers_report_a_truncated_file(form: str) -> None:
    data = file(form, IN_PLAY, SCOREKEEPER)
    for length in range(0, len(data), 7):
        lines = report(data[:length])
        assert lines[-1].startswith("footer: "), (length, lines)
        reached = data[:length].count(b'"version":')
        assert all(line.startswith(("header", "footer", f"event {reached}", f"event {reached + 1}")) for line in lines), (length, lines)


def test_the_verifiers_name_each_of_several_changes() -> None:
    changed = [*LINES]
    changed[0] = changed[0].replace(b"high-card", b"high-cord")
    changed[3] = changed[3].replace(b"t-anna", b"t-anne")
    changed[4] = changed[4].replace(b"t-anna", b"t-anne")
    changed[8] = b"\xff\n"
    changed[9] = b"{\n"
    changed[12] = changed[12].replace(b'"2C"', b'"3C"')
    changed[-1] = changed[-1].replace(b'"winners":[0]', b'"winners":[1]')
    assert [line.partition(":")[0] for line in report(b"".join(changed))] == [
        "header", "event 3", "event 4", "event 8", "event 9", "event 12", "footer",
    ]  # fmt: skip


# --- wrong files in which every hash and digest fits -------------------------------------------------------------------------------------


def put(at: int | str, *path: Any) -> Edit:
    """Return an edit that sets a value in the header, in the footer or in the event of version `at`. `path`: the keys that lead to the
    value, then the new value."""
    *way, key, value = path

    def edit(header: dict[str, Any], events: list[dict[str, Any]], footer: dict[str, Any]) -> None:
        line = {"header": header, "footer": footer}.get(str(at)) or events[int(at) - 1]
        for step in way:
            line = line[step]
        line[key] = value

    return edit


def drop(at: int | str, key: str) -> Edit:
    return lambda header, events, footer: ({"header": header, "footer": footer}.get(str(at)) or events[int(at) - 1]).pop(key)


NOT_64 = "must be 64 hex digits"
PLAIN = "must be a map whose keys have only letters, digits, _ and -"
BY = "must be the id of a token, or job:<name>"
REMADE: list[tuple[Edit, tuple[str, ...], str]] = [
    (put("header", "format", "faceup"), (), "header: format must be faceup-record"),
    (put("header", "format_version", 3), (), "header: format_version must be 1 or 2"),
    (put("header", "format_version", True), (), "header: format_version must be 1 or 2"),
    (put("header", "format_version", 1), (), "header: has an unknown key 'kind'|header: lacks the key game"),
    (put("header", "kind", "series"), (), "header: kind must be game, club, tournament or season"),
    (put("header", "kind", ["game"]), (), "header: kind must be game, club, tournament or season"),
    (put("header", "kind", "club"), (), "header: has an unknown key 'engine'|header: stream must be the name of a club"),
    (put("header", "stream", "home-aaaaaaaaaaaaaaaa"), (), "header: stream does not match the id of event 1"),
    (put("header", "stream", "home"), (), "header: stream must be the id of a game"),
    (put("header", "club", "away"), (), "header: club does not match the stream"),
    (put("header", "system", "one-up"), (), "header: system is not the system of event 1"),
    (put("header", "viewer", "seat:"), (), "header: viewer must be scorekeeper, director, public or seat:<n>"),
    (put("header", "engine", "new"), (), "header: engine must be 8 hex digits, or empty before there is a verdict"),
    (put("header", "made_at", 1), (), "header: has an unknown key 'made_at'"),
    (drop("header", "viewer"), (), "header: lacks the key viewer"),
    (put(3, "version", "3"), (), "event 3: version must be a whole number from 1"),
    (put(3, "version", 30), ("head",), "event 3: version must be 3"),
    (put(3, "id", "6C5CD677-5EB4-1220-7F7F-71F11F09047F"), (), "event 3: id must be a UUID in small letters"),
    (put(3, "id", "fb378474-af59-53be-c611-fcb2602c5b61"), (), "event 3: id is already used by event 1"),
    (put(3, "type", "hand_dealt"), (), "event 3: type must be the name of an event type"),
    (put(3, "type", "GameOpened"), (), "event 3: type must not be GameOpened"),
    (put(1, "type", "NoteWritten"), (), "event 1: type must be GameOpened"),
    (put(3, "data", []), (), f"event 3: data {PLAIN}"),
    (put(3, "data", {"cards.1": 0}), (), f"event 3: data {PLAIN}"),
    (put(3, "data", {"cards": [{"1.0": 0}]}), (), f"event 3: data {PLAIN}"),
    (put(3, "data", {"": 0}), (), f"event 3: data {PLAIN}"),
    (put(3, "by", ""), (), f"event 3: by {BY}"),
    (put(3, "by", "a" * 81), (), f"event 3: by {BY}"),
    (put(3, "by", "job:"), (), f"event 3: by {BY}"),
    (put(3, "by", "job:Taker"), (), f"event 3: by {BY}"),
    (put(3, "by", "job:" + "a" * 21), (), f"event 3: by {BY}"),
    (put(3, "at", "1763700003000"), (), "event 3: at must be milliseconds in the years 1 to 9999"),
    (put(3, "at", 253402300800000), (), "event 3: at must be milliseconds in the years 1 to 9999"),
    (put(3, "at", -62135596800001), (), "event 3: at must be milliseconds in the years 1 to 9999"),
    (put(3, "offset", True), (), "event 3: offset must be minutes, -1439 to 1439"),
    (put(3, "offset", 1440), (), "event 3: offset must be minutes, -1439 to 1439"),
    (put(3, "recorded_at", None), (), "event 3: recorded_at must be milliseconds in the years 1970 to 9999"),
    (put(1, "recorded_at", -1), (), "event 1: recorded_at must be milliseconds in the years 1970 to 9999"),
    (put(3, "recorded_at", 1763700002039), (), "event 3: recorded_at is earlier than that of event 2"),
    (put(3, "after", 0), (), "event 3: after must be a whole number from 1"),
    (put(3, "after", 3), (), "event 3: after must name an earlier event"),
    (put(3, "note", "?"), (), "event 3: has an unknown key 'note'"),
    (drop(3, "by"), (), "event 3: lacks the key by"),
    (put(3, "hash", "0" * 64), ("hash", "head"), "event 3: hash does not match: the event or its hash was changed"),
    (put(3, "hash", "0" * 63), ("hash", "head"), f"event 3: hash {NOT_64}"),
    (put(3, "data", "cards", "1", {"commit": "00"}), (), "event 3: data 'cards.1' is not a commitment"),
    (put(3, "data", "cards", "1", "value", "KH"), (), "event 3: data 'cards.1' is not a commitment"),
    (put(3, "data", "cards", "1", {"commit": "0" * 64}), (), "event 3: opened 'cards.1' does not match its commitment"),
    (put(3, "opened", "cards.0", "value", ["TH"]), (), "event 3: opened 'cards.0' does not match its commitment"),
    (put(3, "opened", "cards.0", "salt", "00" * 16), (), "event 3: opened 'cards.0' does not match its commitment"),
    (put(3, "opened", "cards.0", "salt", "00" * 15), (), "event 3: opened must map paths to value and salt"),
    (put(3, "opened", "cards.0", "by", 1), (), "event 3: opened must map paths to value and salt"),
    (put(3, "opened", "cards.3", {"value": ["2C"], "salt": "00" * 16}), (), "event 3: opened 'cards.3' is not sealed in data"),
    (put(3, "opened", {}), (), "event 3: opened must map paths to value and salt"),
    (drop(3, "opened"), ("lines",), "footer: lines does not match: something above was added or removed, such as an opened value"),
    (put("footer", "head", {"version": 14, "hash": "0" * 64}), ("head",), "footer: head is not the last event, 14"),
    (put("footer", "head", "hash", "0"), ("head",), "footer: head must be a version and a hash"),
    (put("footer", "validated", 15), (), "footer: validated is later than the last event"),
    (put("footer", "validated", -1), (), "footer: validated must be a whole number from 0"),
    (put("footer", "outcome", "won", [0]), (), "footer: outcome must have the keys state, scores, standing, winners, depth and reason"),
    (put("footer", "findings", [{}]), (), "footer: findings must be a list of findings"),
    (
        put("footer", "lines", "0" * 64),
        ("lines",),
        "footer: lines does not match: something above was added or removed, such as an opened value",
    ),
    (drop("footer", "validated"), (), "footer: lacks the key validated"),
]


@pytest.mark.parametrize(("edit", "keep", "fault"), REMADE, ids=[f"{n} {row[2]}" for n, row in enumerate(REMADE)])
@pytest.mark.parametrize("form", FORMS)
def test_a_file_with_wrong_contents_is_refused_even_if_all_hashes_fit(form: str, edit: Edit, keep: tuple[str, ...], fault: str) -> None:
    assert report(remade(FINISHED, edit, SCOREKEEPER, form=form, keep=keep))[:2] == fault.split("|")


FORMER: list[tuple[Edit, str]] = [
    (put("header", "game", "home-aaaaaaaaaaaaaaaa"), "header: game does not match the id of event 1"),
    (put("header", "club", "away"), "header: club does not match the game"),
    (put("header", "kind", "game"), "header: has an unknown key 'kind'"),
    (put(3, "at", "1763700003000"), "event 3: at must be a whole number"),
]


@pytest.mark.parametrize(("edit", "fault"), FORMER, ids=[row[1] for row in FORMER])
def test_a_version_1_file_with_wrong_contents_is_refused_even_if_all_hashes_fit(edit: Edit, fault: str) -> None:
    assert report(refitted(former("ndjson", FINISHED), edit)) == [fault]


OF_VERSION_1_ONLY = [put(3, "by", "job:No!"), put(3, "offset", 5000), put(3, "at", -(2**53) + 1), put(3, "data", {"a.b": 1})]


@pytest.mark.parametrize("edit", OF_VERSION_1_ONLY)
def test_contents_that_only_format_version_1_allows_are_accepted_in_version_1_files(edit: Edit) -> None:
    assert report(refitted(former("ndjson", FINISHED), edit))[0].startswith("OK ")
    assert not report(remade(FINISHED, edit))[0].startswith("OK ")


CLUBS: list[tuple[Edit, str]] = [
    (put("header", "stream", "house"), "header: club does not match the stream"),
    (put("header", "system", "high-card"), "header: has an unknown key 'system'"),
    (put("header", "kind", "game"), "header: lacks the key system"),
    (put(1, "data", "club", "house"), "header: stream is not the club of event 1"),
    (put(1, "type", "GameOpened"), "event 1: type must be ClubFounded"),
    (put(4, "type", "ClubFounded"), "event 4: type must not be ClubFounded"),
    (put(1, "by", "job:Upgrade"), f"event 1: by {BY}"),
    (put(2, "opened", "name", "value", "Zofie"), "event 2: opened 'name' does not match its commitment"),
    (put("footer", "validated", 4), "footer: has an unknown key 'validated'"),
    (put("footer", "findings", []), "footer: has an unknown key 'findings'"),
    (drop("footer", "lines"), "footer: lacks the key lines"),
]


@pytest.mark.parametrize("form", FORMS)
def test_the_verifiers_accept_a_valid_file_of_a_club(form: str) -> None:
    verified = verify(club_file(form))
    assert report(club_file(form)) == [f"OK home 8 events, head {verified.head}"]
    assert (verified.kind, verified.stream) == ("club", "home")


@pytest.mark.parametrize(("edit", "fault"), CLUBS, ids=[row[1] for row in CLUBS])
def test_a_club_file_with_wrong_contents_is_refused_even_if_all_hashes_fit(edit: Edit, fault: str) -> None:
    keep = ("lines",) if fault == "footer: lacks the key lines" else ()
    assert report(refitted(club_file("ndjson"), edit, keep=keep))[0] == fault


NO_ROWS = "footer: standings must be a list of rows with the keys place, entry, points and values"
CUPS: list[tuple[Edit, str]] = [
    (put("header", "stream", "home-taaaaaaaaaaaaaaaa"), "header: stream does not match the id of event 1"),
    (put("header", "stream", "home-aaaaaaaaaaaaaaaa"), "header: stream must be the id of a tournament"),
    (put("header", "club", "away"), "header: club does not match the stream"),
    (put("header", "system", "high-card"), "header: has an unknown key 'system'"),
    (put("header", "kind", "game"), "header: lacks the key system"),
    (put(1, "type", "ClubFounded"), "event 1: type must be TournamentOpened"),
    (put(4, "type", "TournamentOpened"), "event 4: type must not be TournamentOpened"),
    (put(2, "opened", "name", "value", "Zofie"), "event 2: opened 'name' does not match its commitment"),
    (put("footer", "validated", 9), "footer: has an unknown key 'validated'"),
    (put("footer", "standings", {}), NO_ROWS),
    (put("footer", "standings", 0, "name", "Anna"), NO_ROWS),
    (put("footer", "standings", 0, "place", 0), NO_ROWS),
    (put("footer", "standings", 0, "entry", True), NO_ROWS),
    (put("footer", "standings", 0, "points", "3"), NO_ROWS),
    (put("footer", "standings", 0, "values", {}), NO_ROWS),
    (put("footer", "standings", 0, "values", 0, 3), NO_ROWS),
    (put("footer", "standings", 0, "values", 0, "7/"), NO_ROWS),
    (drop("footer", "standings"), "footer: lacks the key standings"),
]


@pytest.mark.parametrize("form", FORMS)
def test_the_verifiers_accept_a_valid_file_of_a_tournament(form: str) -> None:
    verified = verify(tournament_file(form))
    assert report(tournament_file(form)) == [f"OK {verified.stream} 9 events, head {verified.head}"]
    assert (verified.kind, verified.stream[:6], len(verified.stream)) == ("tournament", "home-t", 22)


@pytest.mark.parametrize(("edit", "fault"), CUPS, ids=[f"{n} {row[1]}" for n, row in enumerate(CUPS)])
def test_a_tournament_file_with_wrong_contents_is_refused_even_if_all_hashes_fit(edit: Edit, fault: str) -> None:
    assert report(refitted(tournament_file("ndjson"), edit))[0] == fault


def test_a_forged_file_in_which_all_hashes_fit_has_another_last_hash() -> None:
    """The verifier accepts such a file. The change shows only if somebody compares the last hash of the file with that of the original."""
    forged = verify(remade(FINISHED, put(10, "data", "cards", "0", "2S")))
    assert forged.valid
    assert forged.head != verify(WHOLE).head
