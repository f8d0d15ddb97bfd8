"""/clubs/{club}/exports: an export is requested, watched, and downloaded in parts."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from werkzeug.test import TestResponse

from service.files import bulk
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed
from tests.api.conftest import Callers
from workers.archive import Exporter
from workers.wiring import wired_to


@pytest.fixture
def exporter(parts: Wiring) -> Exporter:
    """The object that does the export job. The test calls it in place of a worker."""
    return Exporter(wired_to(parts.redis), parts.exports, parts.config.data)


@pytest.fixture
def games(director: Caller) -> list[str]:
    made = [director.opened() for _ in range(3)]
    director.recorded(made[0], opener(), placed(0, card="TS"))
    return made


def got(caller: Caller, path: str, **headers: str) -> TestResponse:
    """Request the path and read the whole body, so that the server closes the file."""
    with caller.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}) as response:
        response.get_data()
        return response


def asked(caller: Caller, club: str = HOME) -> str:
    response = caller.post(f"/clubs/{club}/exports")
    assert response.status_code == 202
    return str(response.headers["Location"])


def test_a_director_can_request_an_export_watch_its_progress_and_download_it(
    director: Caller, games: list[str], exporter: Exporter
) -> None:
    where = asked(director)
    waiting = director.get(where).json
    assert (waiting["state"], waiting["done"], waiting["total"], waiting["file"]) == ("requested", 0, None, None)
    early = director.get(f"{where}/file")
    assert (early.status_code, early.json["type"]) == (409, "/problems/not-finished")

    exporter.export(HOME, waiting["id"])

    done = director.get(where).json
    assert (done["state"], done["done"], done["total"], done["failed"]) == ("done", 3, 3, 0)
    assert done["file"] == f"{where}/file"
    assert director.get("/clubs/home/exports").json == {"exports": [done]}
    response = got(director, done["file"])
    assert (response.status_code, response.mimetype) == (200, "application/zip")
    assert response.headers["Accept-Ranges"] == "bytes"
    assert response.headers["Content-Length"] == str(done["bytes"])
    assert response.headers["Content-Disposition"].startswith("attachment; filename=home-20")
    with ZipFile(BytesIO(response.get_data())) as archive:
        assert {line["game"] for line in json.loads(archive.read("manifest.json"))["games"]} == set(games)
        own = director.get(f"/games/{games[0]}/export?format=ndjson").get_data()
        assert archive.read(f"{games[0]}.faceup.ndjson") == own


@pytest.fixture
def done(director: Caller, games: list[str], exporter: Exporter) -> str:
    where = asked(director)
    exporter.export(HOME, where.rpartition("/")[2])
    return f"{where}/file"


def test_a_request_with_a_byte_range_downloads_that_part_of_an_archive(director: Caller, done: str) -> None:
    whole = got(director, done)
    data, size, tag = whole.get_data(), int(whole.headers["Content-Length"]), whole.headers["ETag"]
    rows: list[tuple[dict[str, str], int, bytes, str | None]] = [
        ({"Range": "bytes=0-99"}, 206, data[:100], f"bytes 0-99/{size}"),
        ({"Range": "bytes=100-"}, 206, data[100:], f"bytes 100-{size - 1}/{size}"),
        ({"Range": "bytes=-7"}, 206, data[-7:], f"bytes {size - 7}-{size - 1}/{size}"),
        ({"Range": f"bytes=5-{size * 2}"}, 206, data[5:], f"bytes 5-{size - 1}/{size}"),
        ({"Range": "bytes=10-19", "If-Range": tag}, 206, data[10:20], f"bytes 10-19/{size}"),
        ({"Range": "bytes=10-19", "If-Range": '"another"'}, 200, data, None),
        ({"Range": "bytes=0-1,5-9"}, 200, data, None),
        ({"If-None-Match": tag}, 304, b"", None),
        ({"Range": "bytes=0-9", "If-None-Match": tag}, 304, b"", None),
    ]
    for headers, status, body, part in rows:
        response = got(director, done, **headers)
        assert (response.status_code, response.get_data(), response.headers.get("Content-Range")) == (status, body, part), headers
        assert response.headers["ETag"] == tag

    for wrong in (f"bytes={size}-", "bytes=9-1", "lines=1-2"):
        beyond = director.get(done, headers={"Range": wrong})
        assert (beyond.status_code, beyond.headers["Content-Range"]) == (416, f"bytes */{size}"), wrong
    with director.call("HEAD", done) as head:
        pass
    assert (head.status_code, head.headers["Content-Length"], head.get_data()) == (200, str(size), b"")


def test_an_interrupted_download_can_be_resumed(director: Caller, done: str) -> None:
    whole = got(director, done)
    have = whole.get_data()[:1000]
    while len(have) < int(whole.headers["Content-Length"]):
        headers = {"Range": f"bytes={len(have)}-{len(have) + 399}", "If-Range": whole.headers["ETag"]}
        have += got(director, done, **headers).get_data()
    assert have == whole.get_data()


def test_only_directors_of_a_club_can_export_the_club(done: str, callers: Callers, games: list[str]) -> None:
    for status, caller in (
        (403, callers.holder("record")),
        (403, callers.holder("direct", game=games[0])),
        (404, callers.holder("direct", club="away")),
        (401, callers.anonymous()),
    ):
        for path in (done, done.removesuffix("/file"), "/clubs/home/exports"):
            assert caller.get(path).status_code == status
    away = callers.holder("direct", club="away")
    assert away.get(done.replace("/home/", "/away/")).status_code == 404


def test_a_deleted_archive_cannot_be_downloaded(director: Caller, done: str, parts: Wiring) -> None:
    name = done.split("/")[-2]
    row = parts.exports.get(HOME, name)
    assert row is not None
    bulk.removed(parts.config.data, HOME, name)
    assert director.get(done).status_code == 404
    parts.exports.put(HOME, type(row)(**{**{field: getattr(row, field) for field in row.__slots__}, "expires_at": row.requested_at}))
    assert director.get(done.removesuffix("/file")).status_code == 404
    assert director.get("/clubs/home/exports").json == {"exports": []}


@pytest.mark.parametrize("name", ["..", "%2e%2e", "0000", "a" * 300, "\x00", "é"])
def test_a_request_with_an_invalid_export_id_is_answered_with_not_found(director: Caller, name: str) -> None:
    assert director.get(f"/clubs/home/exports/{name}").status_code in (404, 405)
    assert director.get(f"/clubs/home/exports/{name}/file").status_code in (404, 405)
    assert director.get(f"/clubs/{name}/exports").status_code == 404
