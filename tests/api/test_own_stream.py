"""The file of a club's own stream, which has the people of the club. Directors can export this file, the archive of the club contains it,
and both verifiers accept it. An import does not bring back erased names."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from domain.kernel.canonical import Json
from domain.kernel.events import PersonId, TokenId
from service.files.formats import FORMATS
from service.store.clubs.streams import ClubStreams
from service.store.keys import HOME, Club, Keys, StreamId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.export.test_club import Command
from tests.format import from_the_page
from tests.format.test_every_byte import report
from tests.servers import RunningServer
from workers.archive import Exporter
from workers.wiring import wired_to

BY = TokenId("t-anna")
ANNA, BERT = PersonId("p-anna"), PersonId("p-bert")


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def people(parts: Wiring) -> Wiring:
    parts.people.register(HOME, {ANNA: "Žofie Quux", BERT: "Bert Wug"}, BY)
    return parts


def exported(caller: Caller, form: str = "ndjson") -> bytes:
    response = caller.get(f"/clubs/home/export?format={form}")
    assert response.status_code == 200
    return response.get_data()


def forgotten(parts: Wiring) -> None:
    """Delete the club's stream, so that the installation is like a new one."""
    keys, own = Keys(HOME), StreamId(HOME)
    parts.redis.delete(keys.stream(own, "club"), keys.head(own), keys.ids(own), keys.sealed(own), keys.directory)
    parts.people.streams._heads.put(own, None)


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_a_director_can_export_the_clubs_stream_and_both_verifiers_accept_the_file(people: Wiring, director: Caller, form: str) -> None:
    data = exported(director, form)
    head = people.people.streams.head(StreamId(HOME))
    assert head is not None
    assert report(data) == [f"OK home 3 events, head {head.hash}"] == [from_the_page.verify(data)]
    assert "Žofie Quux".encode() in data
    answer = director.call("POST", "/records/verify", data=data).json
    assert (answer["valid"], answer["kind"], answer["stream"], answer["game"]) == (True, "club", "home", None)
    people.people.erase(HOME, ANNA, BY)
    after = exported(director, form)
    assert report(after)[0].startswith("OK home 4 events")
    assert b"Quux" not in after


def test_only_directors_can_export_the_clubs_stream(people: Wiring, callers: Callers, scorekeeper: Caller) -> None:
    people.clubs.found(Club("away"))
    assert scorekeeper.get("/clubs/home/export").status_code == 403
    assert callers.holder("direct", club="away").get("/clubs/home/export").status_code == 404
    assert callers.anonymous().get("/clubs/home/export").status_code == 401
    assert callers.holder("direct").get("/clubs/home/export?format=csv").status_code == 406


def test_an_archive_contains_the_clubs_stream_and_is_deleted_when_a_person_is_erased(people: Wiring, director: Caller) -> None:
    director.opened()
    where = director.post("/clubs/home/exports").headers["Location"]
    exporter = Exporter(wired_to(people.redis), people.exports, people.config.data)
    exporter.export(HOME, where.rpartition("/")[2])
    with director.get(f"{where}/file") as response, ZipFile(BytesIO(response.get_data())) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        data = archive.read("home.faceup.ndjson")
    assert data == exported(director)
    assert (manifest["stream"]["file"], manifest["stream"]["version"], len(manifest["games"])) == ("home.faceup.ndjson", 3, 1)
    assert director.call("DELETE", f"/people/{ANNA}").status_code == 200
    assert director.get(f"{where}/file").status_code == 404
    exporter.export(HOME, where.rpartition("/")[2])
    assert not list((people.config.data / "exports").rglob(f"{where.rpartition('/')[2]}/*.zip"))


def test_erasing_a_person_cancels_an_archive_that_is_being_made(people: Wiring, director: Caller) -> None:
    for _ in range(2):
        director.opened()
    asked = people.exports.request(HOME, BY)

    class Erasing(Exporter):
        """An exporter whose exports expire at the end of each slice of work, as if a person had been erased at that moment."""

        def _slice(self, *rest: Any) -> Any:
            progress = super()._slice(*rest)
            people.exports.expire(HOME)
            return progress

    Erasing(wired_to(people.redis), people.exports, people.config.data).export(HOME, asked.id)
    assert people.exports.of(HOME) == []


def test_the_command_line_can_export_verify_and_import_the_clubs_stream(
    people: Wiring,
    director: Caller,
    faceup: Command,
    tmp_path: Path,
) -> None:
    director.opened()
    folder = tmp_path / "out"
    assert faceup.run("export", "--club", HOME, "-o", folder)[0] == 0
    file = folder / "home.faceup.ndjson"
    assert json.loads((folder / "manifest.json").read_bytes())["stream"]["file"] == file.name
    head = re.escape(json.loads(file.read_bytes().splitlines()[-1])["head"]["hash"])
    code, out, _ = faceup.run("verify", "--recompute", file)
    assert code == 0
    assert re.fullmatch(f"OK home 3 events, head {head}\nnot examined: the stream of a club has no outcome\n", out)
    forgotten(people)
    code, out, _ = faceup.run("import", file)
    assert (code, out.splitlines()[0]) == (0, f"{file}: home imported, 3 of 3 events new")
    assert ClubStreams(people.redis, people.now).head(StreamId(HOME)) is not None
    assert people.people.everyone(HOME) == {BERT: "Bert Wug", ANNA: "Žofie Quux"}
    code, out, _ = faceup.run("import", "--club", "away", file)
    assert code == 1
    assert "header: this is the stream of club home; it cannot be imported into another club" in out


def test_importing_a_clubs_stream_does_not_bring_back_erased_names(people: Wiring, director: Caller) -> None:
    before = exported(director)
    assert director.call("DELETE", f"/people/{ANNA}").status_code == 200
    body = director.call("POST", "/records", data=before).json
    assert (body["outcome"], body["added"], body["game"]) == ("already-there", 0, None)
    assert people.people.everyone(HOME) == {BERT: "Bert Wug"}
    assert b"Quux" not in exported(director)
    erased = exported(director)
    forgotten(people)
    assert director.call("POST", "/records?dry_run=true", data=erased).json["outcome"] == "appended"
    assert director.call("POST", "/records", data=erased).status_code == 201
    assert people.people.everyone(HOME) == {BERT: "Bert Wug"}
    assert director.call("POST", "/records", data=before).json["outcome"] == "already-there"
    assert people.people.everyone(HOME) == {BERT: "Bert Wug"}


def test_importing_a_clubs_stream_that_begins_differently_is_refused(people: Wiring, director: Caller) -> None:
    theirs = exported(director)
    forgotten(people)
    people.people.register(HOME, {BERT: "Bert of here"}, BY)
    assert director.call("POST", "/records", data=theirs).status_code == 409
    assert people.people.everyone(HOME) == {BERT: "Bert of here"}


def test_no_export_contains_a_token_secret_or_a_pin(people: Wiring, director: Caller) -> None:
    """The search includes the hashes of secrets and PINs."""
    seats: list[Json] = [{"person": ANNA}, {"person": BERT}, {}]
    game = director.opened(seats=seats)
    link = director.post("/tokens", {"label": "Table", "scopes": ["record"], "game": game}).json["token"]
    assert director.call("PUT", f"/games/{game}/seats/0/pin", json={"pin": "918273"}).status_code == 204
    keys, closed = Keys(HOME), [b"918273", b"pbkdf2", link.encode(), link.rpartition("_")[2].encode(), str(director.secret).encode()]
    for token in people.clubs.tokens(HOME):
        kept = people.redis.hget(keys.token(token.id), "hash")
        closed += [kept, kept.hex().encode()] if isinstance(kept, bytes) else []
    for form in FORMATS:
        data = director.get(f"/games/{game}/export?format={form}").get_data()
        assert data
        assert not [secret for secret in closed if secret in data], form
    for form in ("json", "ndjson"):
        assert not [secret for secret in closed if secret in exported(director, form)]
