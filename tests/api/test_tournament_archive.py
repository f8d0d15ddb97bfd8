"""The archive of a tournament: made by a job or on the command line, verified, and imported into another installation. An archive in which
anything was changed is refused, and nothing of it is stored."""

import fcntl
import json
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
from flask import Flask

from domain.files.layout import own_digest
from domain.kernel.canonical import canonical
from domain.kernel.events import EventId
from service.app import create_app
from service.config import Config
from service.files import archive_reading
from service.files.tournament import TournamentFile
from service.recording.tournaments import TournamentDraft
from service.store.clubs.archives import MOST_KEPT
from service.store.keys import HOME, GameId, StreamId
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers
from tests.api.test_tournaments import event, opened, recorded, typed
from tests.export.test_club import Command
from tests.imports.test_finished import BY_ID
from tests.servers import RunningServer, packaged_valkey, start_server
from tests.speeds import rows
from tests.streams import end_streams
from tests.tournament.stream import BY, act
from workers.archive import Exporter
from workers.validate import validator_with
from workers.wiring import wired_to

NAMES = ("Anna ♠", "-Bert", "Carl", "Dora")
RESULT = {"type": "ResultStated", "data": {"winners": [0], "scores": {"0": 4, "1": 1}}}
Files = dict[str, bytes]


@pytest.fixture
def faceup(server: RunningServer, tmp_path: Path) -> Command:
    return Command(server, tmp_path)


@pytest.fixture
def other(short_directory: Path) -> Iterator[Command]:
    """The command `faceup` of another installation, which is empty."""
    server = start_server(packaged_valkey(), short_directory / uuid4().hex[:8])
    yield Command(server, server.directory)
    server.stop()


@dataclass
class Night:
    """A finished tournament of four people at two tables. `games`: its two games."""

    id: str
    people: list[str]
    games: list[str]


@pytest.fixture
def night(director: Caller, parts: Wiring) -> Night:
    people = [str(director.post("/people", {"name": name}).json["person"]) for name in NAMES]
    made = opened(director, visibility="public", settings={"rounds": 1, "tiebreaks": ["buchholz"]})
    recorded(director, made, *(event("EntryMade", entry=n, people=[person], name=NAMES[n - 1]) for n, person in enumerate(people, 1)))
    tables = [{"table": 1, "sides": [[1], [2]]}, {"table": 2, "sides": [[3], [4]]}]
    recorded(director, made, event("RoundPaired", round=1, tables=tables, sits_out=[], by={"engine": "test", "version": 1}))
    recorded(director, made, event("RoundPublished", round=1))
    games = []
    for table, (one, two) in enumerate([people[:2], people[2:]], 1):
        game = director.opened(seats=[{"person": one}, {"person": two}])
        director.recorded(game, opener(0), placed(0, card="TS"), placed(1, "highest"), placed(0), RESULT)
        validator_with(wired_to(parts.redis)).validate(GameId(game), 1)
        recorded(director, made, event("TableLinked", round=1, table=table, game=game))
        at = recorded(director, made, typed(1, table, 3 + table, 1))
        recorded(director, made, event("ResultApproved", round=1, table=table, result=at))
        games.append(game)
    recorded(director, made, event("TournamentFinished"))
    return Night(made, people, games)


def test_a_sixth_archive_is_refused_while_five_are_being_made(director: Caller, parts: Wiring) -> None:
    cups = [opened(director, title=f"Cup {number}") for number in range(MOST_KEPT + 1)]
    for cup in cups[:-1]:
        assert director.post(f"/tournaments/{cup}/exports").status_code == 202
    answer = director.client.post(f"/api/v1/tournaments/{cups[-1]}/exports", headers={"Authorization": f"Bearer {director.secret}"})
    assert (answer.status_code, answer.json["type"], answer.headers["Retry-After"]) == (503, "/problems/busy", "30")
    assert "Request this one again" in answer.json["detail"]


@pytest.fixture
def archive(faceup: Command, night: Night, tmp_path: Path) -> Path:
    path = tmp_path / "night.zip"
    assert faceup.run("export", night.id, "-o", path)[:2] == (0, f"{path}: the tournament {night.id} and all its games\n")
    return path


def files_of(path: Path) -> Files:
    with ZipFile(path) as whole:
        return {name: whole.read(name) for name in whole.namelist()}


def written(path: Path, files: Files) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as whole:
        for name, data in files.items():
            whole.writestr(name, data)
    return path


def listing(files: Files, change: Callable[[dict[str, Any]], object]) -> Files:
    """Return the files with a changed manifest, whose digest fits."""
    manifest = json.loads(files["manifest.json"])
    change(manifest)
    return files | {"manifest.json": canonical({**manifest, "digest": own_digest(manifest)}) + b"\n"}


def name_of(stream: str) -> str:
    return f"{stream}.faceup.ndjson"


# --- an archive -------------------------------------------------------------------------------------------------------------------------


def test_the_archive_has_the_tournament_its_games_and_a_canonical_manifest(director: Caller, archive: Path, night: Night) -> None:
    files = files_of(archive)
    table = f"{night.id}.standings.csv"
    assert list(files) == [*map(name_of, [night.id, *night.games]), "README.txt", table, "manifest.json"]
    for stream, path in ((night.id, "tournaments"), *((game, "games") for game in night.games)):
        assert files[name_of(stream)] == director.get(f"/{path}/{stream}/export?format=ndjson").get_data()
    assert files[table] == director.get(f"/tournaments/{night.id}/export?format=csv&table=standings").get_data()
    manifest = json.loads(files["manifest.json"])
    assert files["manifest.json"] == canonical(manifest) + b"\n"
    assert [manifest[key] for key in ("format", "format_version", "kind", "club")] == ["faceup-archive", 1, "tournament", HOME]
    assert manifest["people"] == dict(zip(night.people, NAMES, strict=True))
    assert archive.stat().st_mode & 0o077 == 0


def test_a_job_makes_the_same_archive_as_the_command_line(director: Caller, parts: Wiring, archive: Path, night: Night) -> None:
    requested = director.post(f"/tournaments/{night.id}/exports")
    assert (requested.status_code, requested.json["tournament"], requested.json["state"]) == (202, night.id, "requested")
    assert director.post(f"/tournaments/{night.id}/exports").json == requested.json
    assert director.post("/clubs/home/exports").json["id"] != requested.json["id"]
    exporter = Exporter(wired_to(parts.redis), parts.exports, parts.config.data)
    exporter.export(HOME, requested.json["id"])
    done = director.get(requested.headers["Location"]).json
    assert (done["state"], done["done"], done["total"]) == ("done", 3, 3)
    with director.get(done["file"]) as response:
        assert response.headers["Content-Disposition"].startswith(f"attachment; filename={night.id}-")
        assert response.get_data() == archive.read_bytes()
    assert [export["tournament"] for export in director.get("/clubs/home/exports").json["exports"]] == [None]


def test_the_archive_is_that_of_the_version_at_which_it_was_requested(director: Caller, parts: Wiring, archive: Path, night: Night) -> None:
    asked = director.post(f"/tournaments/{night.id}/exports").json["id"]
    ended = director.get(f"/tournaments/{night.id}").json["version"]
    recorded(director, night.id, event("Retracted", target=ended, reason="one more round"))
    Exporter(wired_to(parts.redis), parts.exports, parts.config.data).export(HOME, asked)
    with director.get(f"/clubs/home/exports/{asked}/file") as response:
        assert response.get_data() == archive.read_bytes()


def test_the_erasure_of_a_person_removes_the_archive(
    director: Caller, parts: Wiring, night: Night, faceup: Command, tmp_path: Path
) -> None:
    asked = director.post(f"/tournaments/{night.id}/exports").json["id"]
    Exporter(wired_to(parts.redis), parts.exports, parts.config.data).export(HOME, asked)
    assert director.call("DELETE", f"/people/{night.people[0]}").status_code == 200
    assert director.get(f"/clubs/home/exports/{asked}").status_code == 404
    faceup.run("export", night.id, "-o", tmp_path / "later.zip")
    assert not any(b"Anna" in data for data in files_of(tmp_path / "later.zip").values())


def test_only_directors_of_the_club_get_an_archive(callers: Callers, director: Caller, night: Night) -> None:
    path = f"/tournaments/{night.id}/exports"
    callers.parts.clubs.found("away")  # type: ignore[arg-type]
    visitors = {
        403: [callers.holder("record"), callers.holder("read"), callers.holder("direct", tournament=night.id)],
        404: [callers.holder("own", club="away")],
        401: [callers.anonymous()],
    }
    for status, refused in visitors.items():
        assert [visitor.post(path).status_code for visitor in refused] == [status] * len(refused)
    for missing in ("home-taaaaaaaaaaaaaaaa", night.games[0], "x"):
        assert director.post(f"/tournaments/{missing}/exports").status_code == 404


def test_a_sound_archive_is_verified(faceup: Command, archive: Path, night: Night, director: Caller) -> None:
    head = json.loads(files_of(archive)["manifest.json"])["tournaments"][0]
    code, printed, _ = faceup.run("verify", archive)
    assert (code, printed) == (0, f"OK {night.id} {head['version']} events and 2 games, head {head['head']}\n")
    code, again, _ = faceup.run("verify", "--recompute", archive)
    assert (code, again.splitlines()[0]) == (0, printed.strip())


WRONG_OPTIONS = [("--format", "csv", "--table", "standings"), ("--format", "ndjson"), ("--view", "public")]


@pytest.mark.parametrize("options", WRONG_OPTIONS)
def test_an_archive_takes_no_options_of_a_file(faceup: Command, night: Night, options: tuple[str, ...], tmp_path: Path) -> None:
    code, _, said = faceup.run("export", night.id, *options, "-o", tmp_path / "a.zip")
    assert (code, "leave out --format, --paper, --table, --round and --view" in said) == (2, True)


def test_an_archive_replaces_no_file(faceup: Command, night: Night, archive: Path) -> None:
    before = archive.read_bytes()
    code, _, said = faceup.run("export", night.id, "-o", archive)
    assert (code, "exists already" in said, archive.read_bytes()) == (1, True, before)


def test_two_exports_do_not_write_one_archive(faceup: Command, night: Night, tmp_path: Path) -> None:
    path, left = tmp_path / "night.zip", [tmp_path / f"night.zip.{part}" for part in ("games", "part")]
    for file in left:
        file.write_bytes(b"[]")
    with left[0].open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        code, _, said = faceup.run("export", night.id, "-o", path)
    assert (code, "is being written by another export" in said, [file.read_bytes() for file in left]) == (1, True, [b"[]"] * 2)
    assert faceup.run("export", night.id, "-o", path)[0] == 0
    assert [file.exists() for file in left] == [False, False]


def test_no_game_of_another_club_gets_into_an_archive(
    faceup: Command, director: Caller, callers: Callers, other: Command, tmp_path: Path
) -> None:
    callers.parts.clubs.found("away")  # type: ignore[arg-type]
    theirs = callers.holder("direct", club="away").opened(visibility="private")
    cup = opened(director)
    recorded(director, cup, *(event("EntryMade", entry=n, people=[], name=f"E{n}") for n in (1, 2)))
    tables = [{"table": 1, "sides": [[1], [2]]}]
    recorded(director, cup, event("RoundPaired", round=1, tables=tables, sits_out=[], by={"engine": "test", "version": 1}))
    for game in (theirs, "home-0123456789012345", gone := "home-aaaaaaaaaaaaaaaa"):
        callers.parts.tournaments.append(
            StreamId(cup), None, [TournamentDraft(act("TableLinked", round=1, table=1, game=game), EventId(str(uuid4())))], BY
        )
    path = tmp_path / "cup.zip"
    assert faceup.run("export", cup, "-o", path)[0] == 1  # one game cannot be read
    files = files_of(path)
    assert [name for name in files if name.endswith(".ndjson")] == [name_of(cup)]
    assert [line["game"] for line in json.loads(files["manifest.json"])["games"]] == [gone]
    code, printed, _ = faceup.run("verify", path)
    assert (code, printed.splitlines()[1].partition(" (")[0]) == (0, f"{gone}: is not in the archive")
    code, printed, _ = other.run("import", path)
    assert (code, f"{gone} is not in the archive" in printed) == (0, True)


# --- another installation ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def there(other: Command, tmp_path: Path) -> Iterator[Flask]:
    """The application of the other installation."""
    app = create_app(Config(data=tmp_path / "there", redis_url=f"unix://{other.server.socket}"))
    yield app
    end_streams(app)


def director_of(app: Flask) -> Caller:
    parts: Wiring = app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    return Callers(app, parts).holder("direct")


def test_another_installation_shows_the_same_standings_and_replays(
    other: Command, there: Flask, archive: Path, night: Night, director: Caller, tmp_path: Path
) -> None:
    code, printed, _ = other.run("import", "--dry-run", archive)
    assert (code, "2 games: would be imported" in printed) == (0, True)
    assert not other.server.client().exists("c:{home}:games")
    code, printed, said = other.run("import", archive)
    assert code == 0, printed + said
    assert printed.splitlines()[1:] == ["    2 games: imported"]
    theirs = director_of(there)
    for game in night.games:
        validator_with(wired_to(there.extensions[EXTENSION].redis)).validate(GameId(game), 1)
    for path in (
        f"/tournaments/{night.id}/standings",
        f"/tournaments/{night.id}/rounds/1",
        f"/tournaments/{night.id}",
        *(f"/games/{game}/replay" for game in night.games),
    ):
        assert theirs.get(path).json == director.get(path).json
    assert other.run("export", night.id, "-o", tmp_path / "back.zip")[0] == 0
    assert (tmp_path / "back.zip").read_bytes() == archive.read_bytes()
    code, printed, _ = other.run("import", archive)
    assert (code, printed.splitlines()[1:]) == (0, ["    2 games: are already there"])


def sent(caller: Caller, path: str, data: bytes) -> tuple[int, dict[str, Any]]:
    answer = caller.call("POST", path, data=data)
    return answer.status_code, answer.json


def test_an_archive_is_verified_and_imported_over_http(there: Flask, archive: Path, night: Night) -> None:
    director, data = director_of(there), archive.read_bytes()
    status, verified = sent(director, "/records/verify", data)
    assert (status, verified["valid"], verified["kind"], verified["stream"], verified["faults"]) == (200, True, "tournament", night.id, [])
    assert verified["head"] == json.loads(files_of(archive)["manifest.json"])["tournaments"][0]["head"]
    status, foreseen = sent(director, "/records?dry_run=true", data)
    assert (status, director.get(f"/tournaments/{night.id}").status_code) == (200, 404)
    status, imported = sent(director, "/records", data)
    assert (status, imported) == (201, foreseen)
    assert (imported["tournament"], imported["outcome"], imported["game"]) == (night.id, "appended", None)
    assert imported["added"] > imported["file"]["events"] == imported["version"] == verified["version"]
    assert imported["notes"] == ["2 games in the archive, 2 with events that were not here."]
    assert {director.get(f"/games/{game}").status_code for game in night.games} == {200}
    status, again = sent(director, "/records", data)
    assert (status, again["outcome"], again["added"]) == (201, "already-there", 0)


def test_an_archive_with_faults_is_refused_over_http_and_each_fault_is_named(
    there: Flask, archive: Path, night: Night, tmp_path: Path
) -> None:
    director = director_of(there)
    spoiled = written(tmp_path / "spoiled.zip", {**files_of(archive), "standings.csv": b"place\r\n"}).read_bytes()
    status, verified = sent(director, "/records/verify", spoiled)
    assert (status, verified["valid"], [fault["where"] for fault in verified["faults"]]) == (200, False, ["standings.csv"])
    status, refused = sent(director, "/records", spoiled)
    assert (status, refused["type"], [fault["where"] for fault in refused["errors"]]) == (
        422,
        "/problems/record-refused",
        ["standings.csv"],
    )
    for data in (b"PK", b"PK\3\4" + bytes(100), written(tmp_path / "path.zip", {"../x": b""}).read_bytes()):
        status, verified = sent(director, "/records/verify", data)
        assert (status, verified["valid"], verified["kind"], len(verified["faults"])) == (200, False, "", 1)
        assert sent(director, "/records", data)[0] == 422
    assert director.get(f"/tournaments/{night.id}").status_code == 404


def test_a_zip_that_would_unpack_to_too_many_bytes_is_refused_before_it_is_unpacked(there: Flask, archive: Path, tmp_path: Path) -> None:
    director = director_of(there)
    bomb = written(tmp_path / "bomb.zip", {f"{number}.ndjson": bytes(16 * 2**20) for number in range(17)}).read_bytes()
    assert len(bomb) < 2**20
    for path in ("/records/verify", "/records"):
        status, problem = sent(director, path, bomb)
        assert (status, problem["type"]) == (413, "/problems/too-large")
    parts: Wiring = there.extensions[EXTENSION]
    parts.work.bounded = True  # what takes long is for a heavy worker, and none runs
    large = written(tmp_path / "large.zip", {"a.ndjson": bytes(2**20)}).read_bytes()
    headers = {"Authorization": f"Bearer {director.secret}"}
    assert {
        director.client.post(f"/api/v1{path}", data=large, headers=headers).status_code for path in ("/records/verify", "/records")
    } == {503}


def test_an_interrupted_import_is_completed_by_the_same_command(
    other: Command, there: Flask, archive: Path, night: Night, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def dying(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(TournamentFile, "store", dying)
    with pytest.raises(Killed):
        other.run("import", archive)
    monkeypatch.undo()
    code, printed, _ = other.run("import", archive)
    assert (code, printed.splitlines()[1:]) == (0, ["    2 games: are already there"])
    standings = f"/tournaments/{night.id}/standings"
    assert director_of(there).get(standings).json == director.get(standings).json


def test_an_import_renames_nobody_and_brings_no_erased_name_back(other: Command, there: Flask, archive: Path, night: Night) -> None:
    assert other.run("club", "list")[0] == 0  # prepares the store
    parts: Wiring = there.extensions[EXTENSION]
    theirs = director_of(there)
    parts.people.register(HOME, dict(zip(night.people[:2], ["Anne", "Bert"], strict=True)), "t-x")  # type: ignore[arg-type]
    assert theirs.call("DELETE", f"/people/{night.people[1]}").status_code == 200
    assert other.run("import", archive)[0] == 0
    rows = theirs.get(f"/tournaments/{night.id}/standings").json["rows"]
    assert {row["entry"]: row["name"] for row in rows} == {1: NAMES[0], 2: None, 3: "Carl", 4: "Dora"}
    assert theirs.get(f"/people/{night.people[0]}").json["name"] == "Anne"


@pytest.mark.parametrize("published", rows(BY_ID, ("fide-tec-rr6", "carrom-2008-11-29"), BY_ID.get))
def test_a_tournament_that_was_published_elsewhere_travels_too(
    faceup: Command, other: Command, there: Flask, director: Caller, published: dict[str, Any], tmp_path: Path
) -> None:
    body = json.dumps(published, default=float)
    made = director.call("POST", "/tournaments/import?visibility=public", data=body, content_type="application/json").json["tournament"]
    path = tmp_path / "a.zip"
    assert faceup.run("export", made, "-o", path)[0] == 0
    assert faceup.run("verify", "--recompute", path)[0] == 0
    assert other.run("import", path)[0] == 0
    standings = f"/tournaments/{made}/standings"
    assert director_of(there).get(standings).json == director.get(standings).json


def test_a_tournament_of_another_club_is_refused(other: Command, archive: Path) -> None:
    code, printed, _ = other.run("import", "--club", "away", archive)
    assert (code, "manifest.json: this is a tournament of club home; it cannot be imported into another club" in printed) == (1, True)


def note(text: str) -> dict[str, Any]:
    return {"type": "NoteWritten", "data": {"note": text}}


def test_a_game_that_went_on_differently_refuses_the_whole_archive(
    faceup: Command, other: Command, there: Flask, director: Caller, archive: Path, night: Night, tmp_path: Path
) -> None:
    game, *_ = night.games
    file = tmp_path / name_of(game)
    file.write_bytes(files_of(archive)[file.name])
    assert other.run("import", file)[0] == 0
    director_of(there).recorded(game, note("there"))
    director.recorded(game, note("here"))
    assert faceup.run("export", night.id, "-o", tmp_path / "later.zip")[0] == 0
    code, printed, _ = other.run("import", tmp_path / "later.zip")
    assert (code, printed.splitlines()[1:]) == (1, [f"    {file.name}: {game} is stored already and differs from event 7 on"])
    assert director_of(there).get(f"/tournaments/{night.id}").status_code == 404
    code, printed, _ = other.run("import", archive)
    assert (code, printed.splitlines()[1:]) == (0, ["    1 game: is already there", "    1 game: imported"])


# --- archives that are refused ------------------------------------------------------------------------------------------------------------

Spoil = Callable[[Files, Night], Files]


def changed_event(files: Files, night: Night) -> Files:
    name = name_of(night.games[1])
    lines = files[name].split(b"\n")
    lines[3] = lines[3].replace(b'"call":"middle"', b'"call":"highest"')
    return files | {name: b"\n".join(lines)}


def public_game(director: Caller) -> Spoil:
    """Return what replaces a game's file by the one that everybody may have, and lists it."""

    def spoil(files: Files, night: Night) -> Files:
        name = name_of(night.games[1])
        data = director.get(f"/games/{night.games[1]}/export?format=ndjson&view=public").get_data()
        new = {"bytes": len(data), "sha256": sha256(data).hexdigest()}
        return listing(files | {name: data}, lambda manifest: manifest["games"][1].update(new))

    return spoil


def forged_game(files: Files, night: Night) -> Files:
    """A file that is valid by itself, in which a value is closed that was open."""
    name = name_of(night.games[1])
    return files | {name: files[name_of(night.games[0])]}


def copied_game(files: Files, night: Night) -> Files:
    """The file of a game, once more under another name."""
    copied = files | {"copy.ndjson": files[name_of(night.games[0])]}
    return listing(copied, lambda manifest: manifest["games"].append({**manifest["games"][0], "file": "copy.ndjson"}))


def without(name: str) -> Spoil:
    return lambda files, _: {each: data for each, data in files.items() if each != name}


def unlisted_game(files: Files, night: Night) -> Files:
    gone = name_of(night.games[1])
    return listing(without(gone)(files, night), lambda manifest: manifest["games"].pop())


SPOILED: list[tuple[str, Spoil, str]] = [
    ("an event", changed_event, "{second}: event 3: hash does not match: the event or its hash was changed"),
    ("a game", forged_game, "{second}: is {first_id} with 6 events, head "),
    (
        "a table",
        lambda files, _: files | {"README.txt": b"?"},
        "README.txt: is not the file that manifest.json lists: its size or its SHA-256 is another",
    ),
    ("a missing README", without("README.txt"), "README.txt: is missing"),
    ("no manifest", without("manifest.json"), "manifest.json: is missing"),
    ("one more file", lambda files, _: files | {"more.txt": b""}, "more.txt: is not listed in manifest.json"),
    ("a game less", unlisted_game, "manifest.json: lacks the game {second_id}, which the tournament names"),
    ("a path", lambda files, _: files | {"../../x": b""}, "'../../x': is not a plain file name"),
    ("an absolute path", lambda files, _: files | {"/etc/x": b""}, "'/etc/x': is not a plain file name"),
    ("a folder", lambda files, _: files | {"a/": b""}, "'a/': is not a plain file name"),
    (
        "a manifest",
        lambda files, _: files | {"manifest.json": files["manifest.json"].replace(b"Carl", b"Karl")},
        "manifest.json: digest does",
    ),
    ("another kind", lambda files, _: listing(files, lambda m: m.update(kind="season")), "manifest.json: kind must be tournament"),
    ("another version", lambda files, _: listing(files, lambda m: m.update(format_version=2)), "manifest.json: format_version must be 1"),
    ("another format", lambda files, _: listing(files, lambda m: m.update(format="x")), "manifest.json: format must be faceup-archive"),
    ("a club", lambda files, _: listing(files, lambda m: m.pop("kind")), "manifest.json: this is the archive of a whole club: unpack it"),
    ("two tournaments", lambda files, _: listing(files, lambda m: m["tournaments"].append(0)), "manifest.json: tournaments must list one"),
    ("a bad name", lambda files, _: listing(files, lambda m: m["people"].update({"P": ""})), "manifest.json: people must map ids"),
    ("twice", lambda files, _: listing(files, lambda m: m["files"].append(m["files"][0])), "README.txt: is listed twice in manifest.json"),
    ("a game twice", copied_game, "manifest.json: lists the game {first_id} twice"),
    (
        "a game there and not there",
        lambda files, night: listing(files, lambda m: m["games"].append({"game": night.games[0], "failed": "x"})),
        "manifest.json: lists the game {first_id} twice",
    ),
    (
        "a club's game",
        lambda files, _: listing(files, lambda m: m.update(club="away")),
        "{tournament}: is of another club than the archive, away",
    ),
    (
        "a version",
        lambda files, _: listing(files, lambda m: m["games"][1].update(version=9)),
        "{second}: is {second_id} with 6 events, head ",
    ),
    (
        "a size",
        lambda files, _: listing(files, lambda m: m["games"][1].update(bytes=9)),
        "{second}: is not the file that manifest.json lists",
    ),
    (
        "a reason",
        lambda files, _: listing(files, lambda m: m["games"].append({"game": "home-" + "a" * 16, "failed": "\x1b[2J"})),
        "manifest",
    ),
    ("a sheet", lambda files, night: files | {name_of(night.games[0]): b"[Game]\n"}, "{first}: is not the record file of a game"),
    ("JSON", lambda files, _: files | {"manifest.json": b"[1.5]"}, "manifest.json: "),
]


@pytest.mark.parametrize(("spoil", "fault"), [row[1:] for row in SPOILED], ids=[row[0] for row in SPOILED])
def test_a_changed_archive_is_refused_with_the_file_named_and_nothing_stored(
    other: Command, archive: Path, night: Night, tmp_path: Path, spoil: Spoil, fault: str
) -> None:
    path = written(tmp_path / "spoiled.zip", spoil(files_of(archive), night))
    first, second = night.games
    expected = fault.format(first=name_of(first), second=name_of(second), first_id=first, second_id=second, tournament=name_of(night.id))
    refused_everywhere(other, path, expected)


def refused_everywhere(other: Command, path: Path, expected: str) -> None:
    code, printed, _ = other.run("verify", path)
    assert code == 1
    assert any(line.startswith(expected) for line in printed.splitlines()), printed
    code, printed, _ = other.run("import", path)
    assert (code, printed.splitlines()[0]) == (1, f"{path}: refused, nothing of it was stored")
    assert any(line.startswith(f"    {expected}") for line in printed.splitlines()), printed
    assert [key for key in other.server.client().keys("*") if b"home" in key] == []


def test_an_archive_has_only_files_for_directors(other: Command, archive: Path, night: Night, director: Caller, tmp_path: Path) -> None:
    path = written(tmp_path / "public.zip", public_game(director)(files_of(archive), night))
    refused_everywhere(other, path, f"{name_of(night.games[1])}: was made for public, not for director")


def _duplicate(whole: ZipFile) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        whole.writestr("README.txt", b"again")


def _encrypted(whole: ZipFile) -> None:
    info = ZipInfo("secret.txt")
    whole.writestr(info, b"x")
    info.flag_bits |= archive_reading.ENCRYPTED


BOMBS: list[tuple[str, Callable[[ZipFile], object], str]] = [
    ("twice", _duplicate, "README.txt: is in the archive twice"),
    ("encrypted", _encrypted, "secret.txt: is encrypted"),
    ("bzip2", lambda whole: whole.writestr("b.txt", b"x", ZIP_BZIP2), "b.txt: is compressed in a way that is not read here"),
    (
        "large",
        lambda whole: whole.writestr("l.txt", bytes(16 * 2**20 + 1), ZIP_DEFLATED),
        "l.txt: has 16777217 bytes unpacked; at most 16 MiB",
    ),
]


@pytest.mark.parametrize(("add", "fault"), [row[1:] for row in BOMBS], ids=[row[0] for row in BOMBS])
def test_a_strange_zip_is_refused(other: Command, archive: Path, add: Callable[[ZipFile], object], fault: str) -> None:
    with ZipFile(archive, "a", ZIP_STORED) as whole:
        add(whole)
    refused_everywhere(other, archive, fault)


def test_an_archive_of_too_many_bytes_or_files_is_refused(other: Command, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_reading, "MOST_FILES", 5)
    refused_everywhere(other, archive, "archive: has 6 files; at most 5 are read")
    monkeypatch.undo()
    monkeypatch.setattr(archive_reading, "MOST_MIB_TOGETHER", 0)
    refused_everywhere(other, archive, "archive: its files have more than 0 MiB together")


def test_a_file_that_has_more_bytes_than_the_zip_says_is_not_unpacked_further(tmp_path: Path) -> None:
    """The zip says of 64 MiB of zeros that they are 99 bytes."""
    size = 64 * 2**20
    data = (
        written(tmp_path / "lies.zip", {"manifest.json": bytes(size)})
        .read_bytes()
        .replace(size.to_bytes(4, "little"), bytes([99, 0, 0, 0]))
    )
    tracemalloc.start()
    try:
        lines, sound = archive_reading.archive_report(data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (len(lines), sound) == (1, False)
    assert most < 8 * 2**20


def test_every_damaged_byte_of_an_archive_is_found(faceup: Command, archive: Path) -> None:
    """Bytes that say nothing, such as the dates of files, may change."""
    data = archive.read_bytes()
    for at in range(0, len(data), 97):
        broken = bytearray(data)
        broken[at] ^= 0x55
        lines, sound = archive_reading.archive_report(bytes(broken))
        assert lines
        if sound:
            assert files_equal(bytes(broken), data)


def files_equal(one: bytes, other: bytes) -> bool:
    with ZipFile(BytesIO(one)) as ones, ZipFile(BytesIO(other)) as others:
        return {name: ones.read(name) for name in ones.namelist()} == {name: others.read(name) for name in others.namelist()}


@pytest.mark.parametrize("data", [b"PK", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_zip_is_refused(other: Command, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    refused_everywhere(other, path, "manifest.json: is missing" if len(data) == 22 and data[4] == 0 else "archive: is not a sound zip")
