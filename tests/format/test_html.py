"""A replay in one file: the record in it is the one that the ndjson form has, both verifiers find it there, and the check in the page finds
what they find. tests/browser/test_replay_file.py opens such files."""

import json
import re
import subprocess
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Any
from zlib import decompress

import pytest

import verify_record
from domain.files.layout import own_digest, record_in
from domain.files.verify import verify
from domain.kernel.canonical import canonical
from domain.kernel.cards import Seat
from domain.kernel.events import PersonId
from domain.system import PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.files.contents import Exported
from service.files.formats import export_bytes
from service.files.importing import read_file
from tests.format.records import FINISHED, IN_PLAY, SHORT, exported, file, owners
from tests.pages.test_scripts import HERE, NODE
from tests.playthroughs.test_playthroughs import golden
from tests.speeds import rows
from tests.systems import LEADING

NAME = "<b onclick=alert(1)>Žofie \u202e& Co</b></pre></script>"


def held(page: bytes) -> dict[str, Any]:
    """Return what the scripts of the page draw."""
    packed = re.search(rb'<script type="text/plain" id="replay">([^<]*)</script>', page)
    assert packed is not None
    return dict(json.loads(decompress(b64decode(packed[1]))))


@pytest.mark.parametrize("viewer", [PUBLIC, SCOREKEEPER, seat_viewer(Seat(1))], ids=str)
@pytest.mark.parametrize("sent", [IN_PLAY, FINISHED])
def test_the_record_in_a_page_is_the_file_in_the_ndjson_form(sent: Any, viewer: Viewer) -> None:
    page = file("html", sent, viewer)
    assert record_in(page) == file("ndjson", sent, viewer)
    assert verify(page) == verify(file("ndjson", sent, viewer))
    assert verify_record.verify(page) == list(verify(page).report())


def test_a_record_in_a_page_can_be_imported() -> None:
    assert read_file(file("html", FINISHED, SCOREKEEPER)) == read_file(file("ndjson", FINISHED, SCOREKEEPER))


CHANGES = [
    ("an event", b'"seat":1', b'"seat":2', "hash does not match: the event or its hash was changed"),
    ("a hash", b'"hash":"', b'"hash":"0', "hash is not 64 digits of lower-case hex"),
    ("an opened value", b'"value":"KH"', b'"value":"KD"', "opened 'card' does not match its commitment"),
]


@pytest.mark.parametrize(("what", "old", "new", "message"), CHANGES, ids=[row[0] for row in CHANGES])
def test_a_change_of_the_record_in_a_page_is_found_in_its_event(what: str, old: bytes, new: bytes, message: str) -> None:
    page = file("html", FINISHED, SCOREKEEPER)
    at = page.index(b'{"after":4')
    changed = page[:at] + page[at:].replace(old, new, 1)
    assert changed != page
    (fault,) = verify(changed).faults
    assert fault.event == 7
    assert verify_record.verify(changed) == [str(fault)]
    (seen,) = checked([record_in(changed).decode()])
    assert [each["event"] for each in seen] == [7]


def checked(texts: Iterable[str]) -> list[list[dict[str, Any]]]:
    """Return the faults that the check in the page finds in each of these record files."""
    ran = subprocess.run([NODE, HERE / "verified.js"], input=json.dumps([*texts]), capture_output=True, text=True, check=True)
    return list(json.loads(ran.stdout))


def test_the_check_in_the_page_names_the_line_of_every_changed_byte_and_no_other() -> None:
    data = file("ndjson", SHORT, SCOREKEEPER)
    owner = owners(data)
    places = [at for at, byte in enumerate(data) if byte < 128 and byte != ord("\n")]
    texts = [(data[:at] + (b"5" if data[at : at + 1] != b"5" else b"6") + data[at + 1 :]).decode() for at in places]
    for at, faults in zip(places, checked(texts), strict=True):
        named = {"event " + str(each["event"]) if each["event"] else each["where"].lower() for each in faults}
        assert named == {owner[at]}, (at, data[max(0, at - 20) : at + 20], faults)


DAMAGED = [
    ("nothing", lambda lines: lines),
    ("a line is gone", lambda lines: [*lines[:3], *lines[4:]]),
    ("two lines are gone", lambda lines: [*lines[:3], *lines[5:]]),
    ("two lines are exchanged", lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]]),
    ("the end is cut off", lambda lines: lines[:-1]),
    ("no header", lambda lines: lines[1:]),
    ("nothing at all", lambda _: []),
    ("not JSON", lambda lines: [*lines[:2], "{", *lines[3:]]),
    ("a list", lambda lines: [*lines[:2], "[]", *lines[3:]]),
]


@pytest.mark.parametrize(("what", "damage"), DAMAGED, ids=[row[0] for row in DAMAGED])
def test_the_check_in_the_page_finds_damage_where_the_verifier_finds_it(what: str, damage: Any) -> None:
    lines = file("ndjson", FINISHED, SCOREKEEPER).decode().splitlines()
    text = "".join(f"{line}\n" for line in damage(lines))
    (faults,), expected = checked([text]), verify(text.encode()).faults
    assert bool(faults) == bool(expected)
    assert {each["event"] for each in faults} & {each.event for each in expected} or not expected


FORGED = [
    ("opened is null", 3, {"opened": None}),
    ("opened is a list", 3, {"opened": []}),
    ("an opened value is null", 3, {"opened": {"cards.0": None}}),
    ("a salt is a list", 3, {"opened": {"cards.0": {"value": ["TS"], "salt": ["00" * 16]}}}),
    ("the stream is a number", 0, {"stream": 5}),
]


@pytest.mark.parametrize(("what", "number", "forged"), FORGED, ids=[row[0] for row in FORGED])
def test_the_check_in_the_page_comes_to_its_end_when_a_value_has_another_type(what: str, number: int, forged: dict[str, Any]) -> None:
    lines = file("ndjson", FINISHED, SCOREKEEPER).decode().splitlines()
    line = {**json.loads(lines[number]), **forged}
    sealed = {**line, "digest": own_digest(line)} if "digest" in line else line
    lines[number] = canonical(sealed).decode()
    text = "".join(f"{line}\n" for line in lines)
    (expected, *_), (faults,) = verify(text.encode()).faults, checked([text])
    assert [each["event"] for each in faults] == [expected.event]


def test_names_and_titles_are_text_in_a_page() -> None:
    whole = exported([("GameOpened", {**SHORT[0][1], "title": NAME}), *SHORT[1:]], SCOREKEEPER)
    page = export_bytes("html", replace(whole, names={PersonId("p-anna"): NAME}))
    assert page.count(b"<b onclick") == 0
    assert page.count(b"</script>") == page.count(b"<script")
    assert held(page)["game"]["seats"][0]["name"] == NAME
    assert verify(page).valid


def test_a_page_loads_nothing_and_runs_only_its_own_scripts() -> None:
    page = file("html", FINISHED).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == policy[1].count("sha256-")
    for script in scripts:
        digest = b64decode(re.findall(r"sha256-([\w+/=]+)", policy[1].replace("&#39;", "'"))[scripts.index(script)])
        assert digest == sha256(script.encode()).digest()
    assert not re.search(r'(?:src|href)="(?!#)', re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert policy[1].startswith("default-src &#39;none&#39;")


def test_the_recorded_order_is_in_a_page_only_if_it_differs() -> None:
    assert held(file("html", FINISHED))["recorded"]["as"] == "recorded"
    assert held(file("html", SHORT))["recorded"] is None


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_a_page_of_a_game_of_200_events_has_at_most_400_kilobytes(slug: str) -> None:
    reading = golden(slug)
    game = Exported("home-aaaaaaaaaaaaaaaa", reading.at(min(200, reading.version)), {}, reading.findings, 0, ENGINE, SCOREKEEPER)
    assert len(export_bytes("html", game)) <= 400_000
