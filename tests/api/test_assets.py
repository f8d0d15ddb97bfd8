"""Static files are compressed, and browsers may keep them until they change. A page preloads every module that it uses."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web import assets

FILES = sorted(path.relative_to(assets.FOLDER).as_posix() for path in assets.FOLDER.rglob("*") if path.is_file())
PACKED = {"Accept-Encoding": "br, gzip"}


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


def versioned(path: str) -> str:
    return f"/assets/{assets.version()}/{path}"


def test_every_file_is_served_as_it_is_on_disk(visitor: FlaskClient) -> None:
    assert FILES
    for path in FILES:
        for address in (f"/static/{path}", versioned(path)):
            plain, packed = visitor.get(address), visitor.get(address, headers=PACKED)
            assert plain.data == (assets.FOLDER / path).read_bytes()
            assert (gzip.decompress(packed.data) if packed.headers.get("Content-Encoding") == "gzip" else packed.data) == plain.data
            assert len(packed.data) <= len(plain.data)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("js/dom.js", "text/javascript; charset=utf-8"),
        ("css/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_each_static_file_is_served_with_its_content_type(visitor: FlaskClient, path: str, kind: str) -> None:
    assert visitor.get(versioned(path)).headers["Content-Type"] == kind


def test_a_static_file_requested_by_its_current_version_may_be_cached_for_a_year(visitor: FlaskClient) -> None:
    answer = visitor.get(versioned("js/dom.js"), headers=PACKED)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("address", ["/static/js/dom.js", "/assets/000000000000/js/dom.js"])
def test_a_cached_static_file_requested_without_its_current_version_must_be_revalidated(visitor: FlaskClient, address: str) -> None:
    first = visitor.get(address, headers=PACKED)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = visitor.get(address, headers={**PACKED, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = visitor.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200, "the uncompressed file has another entity tag"


@pytest.mark.parametrize(
    "address", ["/static/none.js", "/static/js", "/static/../pages.py", "/static/%2e%2e/pages.py", "/assets/1/none.js"]
)
def test_a_request_for_a_missing_static_file_is_answered_with_not_found(visitor: FlaskClient, address: str) -> None:
    assert visitor.get(address).status_code == 404


def test_a_page_preloads_all_its_modules_and_links_to_the_current_version_of_its_style_sheets(visitor: FlaskClient) -> None:
    page = visitor.get("/games/new").get_data(as_text=True)
    preloaded = re.findall(r'<link rel="modulepreload" href="(.*?)">', page)
    firsts = ("js/faults.js", "js/newgame.js", "js/focus.js")
    assert preloaded == [versioned(path) for first in firsts for path in assets.modules(first)]
    page += visitor.get("/systems").get_data(as_text=True)
    sheets = re.findall(r'<link rel="stylesheet" href="(.*?)">', page)
    assert sheets
    assert all(address.startswith(f"/assets/{assets.version()}/") for address in sheets)


def test_the_modules_listed_for_a_page_are_all_that_its_scripts_import() -> None:
    """Each `from "./…"` in a script names a file. This file must be in the list of modules."""
    for path in (path for path in FILES if path.startswith("js/")):
        found = assets.modules(path)
        assert found[0] == path
        for module in found:
            text = (assets.FOLDER / module).read_text()
            named = re.findall(r'^(?:import|export|\}).*from "(\..*?)"|^import "(\..*?)"', text, re.MULTILINE)
            for name in filter(None, (name for pair in named for name in pair)):
                target = (assets.FOLDER / module).parent.joinpath(name).resolve()
                assert Path(target).relative_to(assets.FOLDER.resolve()).as_posix() in found, (module, name)
