"""An export has exactly what its viewer may see."""

import json
import re
from dataclasses import replace
from itertools import product

import pytest

from domain.files.forms import sealed_leaves
from domain.files.verify import verify
from domain.kernel.canonical import Json, canonical
from domain.kernel.cards import PACK_52, Seat
from domain.kernel.findings import Finding
from domain.record.chain import commitment
from domain.record.fold import read
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.files.formats import FORMATS, ExportClosed, export_bytes
from tests.format.records import FINISHED, IN_PLAY, Sent, exported, file


def opened(data: bytes) -> dict[int, set[str]]:
    """Return the paths of the values that are open in an ndjson file, by version."""
    lines = [json.loads(line) for line in data.splitlines()]
    return {line["version"]: set(line["opened"]) for line in lines if "opened" in line}


OPENS: list[tuple[tuple[Sent, ...], Viewer, dict[int, set[str]], str]] = [
    (IN_PLAY, PUBLIC, {1: {"title"}}, "00 Viewers: sealed cards are for those entitled at that moment"),
    (IN_PLAY, seat_viewer(Seat(0)), {1: {"title"}, 3: {"cards.0"}, 4: {"card"}}, "01 §1: own cards, own placed card"),
    (IN_PLAY, seat_viewer(Seat(1)), {1: {"title"}, 3: {"cards.1"}}, "01 §1: own cards"),
    (IN_PLAY, SCOREKEEPER, {1: {"title"}, 3: {"cards.0", "cards.1", "cards.2"}, 4: {"card"}, 5: {"card"}, 6: {"note"}}, "00 Viewers"),
    (IN_PLAY, DIRECTOR, {1: {"title"}, 3: {"cards.0", "cards.1", "cards.2"}, 4: {"card"}, 5: {"card"}, 6: {"note"}}, "00 Viewers"),
    (FINISHED, PUBLIC, {1: {"title"}, 4: {"card"}, 7: {"card"}, 12: {"card"}}, "01 §1: after REVEAL the revealed cards; 5 was retracted"),
]


@pytest.mark.parametrize(("sent", "viewer", "opens", "source"), OPENS, ids=[row[3] for row in OPENS])
def test_an_export_contains_only_sealed_values_that_its_viewer_may_see(
    sent: tuple[Sent, ...], viewer: Viewer, opens: dict[int, set[str]], source: str
) -> None:
    assert opened(file("ndjson", sent, viewer)) == opens


@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer(Seat(0)), SCOREKEEPER, DIRECTOR], ids=str)
@pytest.mark.parametrize("sent", [IN_PLAY, FINISHED])
def test_every_export_of_a_record_has_the_same_hash_chain_for_every_viewer(sent: tuple[Sent, ...], viewer: Viewer) -> None:
    mine, everyones = verify(file("ndjson", sent, viewer)), verify(file("json", sent, PUBLIC))
    assert mine.valid
    assert everyones.valid
    assert (mine.stream, mine.version, mine.head) == (everyones.stream, everyones.version, everyones.head)


def test_the_json_form_has_the_same_lines_as_the_ndjson_form() -> None:
    lines = file("ndjson", FINISHED).decode().splitlines()
    document = json.loads(file("json", FINISHED))
    assert list(document) == ["header", "events", "footer"]
    parts = [document["header"], *document["events"], document["footer"]]
    assert [canonical(line).decode() for line in parts] == lines


def test_exporting_the_same_record_for_the_same_viewer_gives_the_same_bytes() -> None:
    assert file("json", IN_PLAY, SCOREKEEPER) == file("json", IN_PLAY, SCOREKEEPER)
    whole = exported(FINISHED, SCOREKEEPER)
    findings = [
        *whole.findings,
        Finding("b", "gap", "x", (3,), "…"),
        Finding("a", "gap", "x", (3,), "…"),
        Finding("c", "gap", "x", (2, 9), "…"),
    ]
    raised_otherwise = [export_bytes("ndjson", replace(whole, findings=order)) for order in (findings, findings[::-1])]
    assert raised_otherwise[0] == raised_otherwise[1]


def test_an_export_has_only_findings_whose_proof_the_viewer_may_see() -> None:
    mine = Finding("mine", "breach", "HC-14", (5,), "{2} …", (Seat(2),), rests_on=frozenset({Seat(2)}))
    later = Finding("later", "gap", "HC-14", (5, 99), "of a verdict that has gone further")
    for viewer, sees in ((PUBLIC, False), (seat_viewer(Seat(1)), False), (seat_viewer(Seat(2)), True), (SCOREKEEPER, True)):
        whole = exported(IN_PLAY, viewer)
        footer = json.loads(export_bytes("ndjson", replace(whole, findings=[*whole.findings, mine, later])).splitlines()[-1])
        assert [finding["id"] for finding in footer["findings"]] == [*(["mine@5"] if sees else []), "out-of-turn@5"]


def test_an_export_does_not_contain_erased_values() -> None:
    whole = exported(IN_PLAY, SCOREKEEPER)
    erased = {place: kept for place, kept in whole.sealed.items() if place != (6, "note")}
    data = export_bytes("ndjson", replace(whole, sealed=erased))
    assert verify(data).head == verify(file("ndjson", IN_PLAY)).head
    assert 6 not in opened(data)


# --- a sealed card cannot be guessed -----------------------------------------------------------------------------------------------------


def guessed(data: bytes) -> set[tuple[str, str]]:
    """Try every card with every hex string of the file as its salt (both the text itself and the bytes that it stands for). Returns each
    (commitment, card) that fits."""
    commits = {leaf["commit"] for line in data.splitlines() for _, leaf in sealed_leaves(json.loads(line).get("data"))}
    strings = set(re.findall(r"[0-9a-f]{8,}", data.decode()))
    salts = {b"", *(string.encode() for string in strings), *(bytes.fromhex(string[: len(string) & ~1]) for string in strings)}
    forms: dict[str, list[Json]] = {card: [card, [card]] for card in PACK_52}
    tried = ((commitment(salt, value), card) for salt, card in product(salts, forms) for value in forms[card])
    return {(str(commit), card) for commit, card in tried if commit in commits}


@pytest.mark.parametrize("sent", [IN_PLAY, FINISHED])
def test_a_sealed_card_cannot_be_guessed_from_an_export(sent: tuple[Sent, ...]) -> None:
    """The test searches the file for the salt of every card. It finds only the cards that the export opens."""
    for viewer in (PUBLIC, seat_viewer(Seat(1)), SCOREKEEPER):
        data = file("ndjson", sent, viewer)
        cards_found = {card for _, card in guessed(data)}
        lines = [json.loads(line) for line in data.splitlines()]
        values = [opening["value"] for line in lines for path, opening in line.get("opened", {}).items() if path not in ("title", "note")]
        assert cards_found == {card for value in values for card in (value if isinstance(value, list) else [value])}


@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer(Seat(1))], ids=str)
@pytest.mark.parametrize("form", FORMATS)
def test_no_format_depends_on_what_the_viewer_of_an_export_may_not_see(form: str, viewer: Viewer) -> None:
    whole = exported(IN_PLAY, viewer)
    reading, system = whole.reading, whole.reading.system
    shown = [event for each in reading.events if (event := system.shown(each, reading.table, viewer)) is not None]
    opened = {(event.version, path): kept for event in reading.events for path, kept in whole.opened(event).items()}
    blind = replace(whole, reading=read(system, shown), sealed=opened, findings=whole.seen())
    assert len(opened) < len(whole.sealed)
    assert export_bytes(form, blind) == export_bytes(form, whole), "a format writes only what `lines`, `opened` and `seen` return"


# --- closed history, formats -------------------------------------------------------------------------------------------------------------


def one_up(rounds: int, *more: Sent, **options: Json) -> list[Sent]:
    rules = SYSTEMS["one-up"].rules_with(options, 2)
    sent: list[Sent] = [("GameOpened", {"system": "one-up", "rules": rules, "seats": [{"seat": 0}, {"seat": 1}]})]
    for rank in "23456789TJQKA"[:rounds]:
        sent += [("CardOffered", {"seat": seat, "card": f"{rank}S"}) for seat in (0, 1)]
        sent.append(("CardsFlipped", {"cards": {"0": f"{rank}S", "1": f"{rank}S"}}))
    return [*sent, *more]


def test_a_game_with_a_closed_history_is_not_exported_before_its_end() -> None:
    """OU-5: before the end of the game nobody may look through the piles."""
    for viewer in (PUBLIC, seat_viewer(Seat(0))):
        for form in FORMATS:
            with pytest.raises(ExportClosed, match=f"closed to {viewer} until the game has ended"):
                file(form, one_up(3), viewer)
    assert verify(file("json", one_up(3), SCOREKEEPER)).valid
    assert verify(file("json", one_up(3, open_history=True), PUBLIC)).valid
    assert verify(file("json", one_up(3, ("GameAbandoned", {"reason": "late"})), PUBLIC)).valid


RECORD, SHEET = "home-aaaaaaaaaaaaaaaa.faceup", "high-card-2025-11-21-aaaa"
FILES = {
    "csv": ("text/csv; charset=utf-8; header=present", f"{RECORD}.events.csv"),
    "csv-plays": ("text/csv; charset=utf-8; header=present", f"{RECORD}.plays.csv"),
    "csv-rounds": ("text/csv; charset=utf-8; header=present", f"{RECORD}.rounds.csv"),
    "html": ("text/html; charset=utf-8", f"{SHEET}.html"),
    "json": ("application/json", f"{RECORD}.json"),
    "ndjson": ("application/x-ndjson", f"{RECORD}.ndjson"),
    "pdf": ("application/pdf", f"{SHEET}.pdf"),
    "text": ("text/plain; charset=utf-8", f"{SHEET}.txt"),
}
"""For each format: the content type, and the name of the file of a game."""


def test_each_export_format_has_a_content_type_and_a_file_name() -> None:
    formats = {
        name: (form.content_type, form.download_name("home-aaaaaaaaaaaaaaaa", exported(FINISHED).reading)) for name, form in FORMATS.items()
    }
    assert formats == FILES, "a new format needs a line in FILES, and a test of what it writes: a file in tests/format or tests/export"
    with pytest.raises(KeyError):
        export_bytes("pgn", exported(IN_PLAY))
