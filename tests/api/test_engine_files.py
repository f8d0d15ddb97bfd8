"""The engine of the browser is served compressed, under its own name, to be kept for ever. Only its worker may run WebAssembly."""

import gzip
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.offline import engine
from tests.api.callers import HIGH_CARD, Caller

BODY = b"rules " * 40_000


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with an engine whose files hold something else, to save the time of building one."""
    place = tmp_path / engine.name()
    place.mkdir()
    for file in engine.FILES:
        (place / f"{file}.gz").write_bytes(gzip.compress(BODY))
        (place / f"{file}.br").write_bytes(b"brotli")
    monkeypatch.setattr(engine, "MADE", tmp_path)
    return place


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


def address(file: str) -> str:
    return f"/engine/{engine.name()}/{file}"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip"), ("", None)]
)
def test_a_file_of_the_engine_is_sent_as_the_browser_can_read_it(visitor: FlaskClient, accepted: str, encoding: str | None) -> None:
    answer = visitor.get(address("pyodide.asm.wasm"), headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.data == {"br": b"brotli", "gzip": gzip.compress(BODY), None: BODY}[encoding]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert visitor.get(address("pyodide.asm.wasm"), headers={"Accept-Encoding": accepted, **tag}).status_code == 304


@pytest.mark.usefixtures("built")
def test_each_file_of_the_engine_has_its_type_and_only_the_worker_may_run_webassembly(visitor: FlaskClient) -> None:
    closed, script = "default-src 'none'; frame-ancestors 'none'", "text/javascript; charset=utf-8"
    found = {}
    for file in engine.FILES:
        answer = visitor.get(address(file))
        found[file] = (answer.headers["Content-Type"], answer.headers["Content-Security-Policy"])
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert found == {
        "domain.zip": ("application/zip", closed),
        "pyodide-lock.json": ("application/json", closed),
        "pyodide.asm.mjs": (script, closed),
        "pyodide.asm.wasm": ("application/wasm", closed),
        "pyodide.mjs": (script, closed),
        "python_stdlib.zip": ("application/zip", closed),
        "worker.js": (script, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"),
    }


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["000000000000/worker.js", "{name}/other.js", "{name}/worker.js.gz", "{name}/", "{name}/../engine.py"])
def test_other_engines_and_other_files_are_not_found(visitor: FlaskClient, path: str) -> None:
    assert visitor.get(f"/engine/{path.format(name=engine.name())}").status_code == 404


@pytest.mark.usefixtures("built")
def test_the_engine_can_only_be_read(visitor: FlaskClient) -> None:
    assert visitor.post(address("worker.js")).status_code == 405
    head = visitor.head(address("worker.js"), headers={"Accept-Encoding": "br"})
    assert (head.status_code, head.data, head.headers["Content-Length"]) == (200, b"", "6")


def test_an_engine_that_is_not_built_is_not_found(visitor: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MADE", tmp_path)
    assert visitor.get(address("worker.js")).status_code == 404


def test_a_page_names_the_engine_to_those_who_record(app: Flask, scorekeeper: Caller, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = scorekeeper.post("/games", {**HIGH_CARD, "visibility": "public"}).get_json()["game"]
    named = f'data-engine="/engine/{engine.name()}/"'
    signed_in = {"Authorization": f"Bearer {scorekeeper.secret}"}
    visitor = app.test_client()
    assert named in visitor.get(f"/games/{game}", headers=signed_in).text
    assert "data-engine" not in visitor.get(f"/games/{game}").text
    monkeypatch.setattr(engine, "MADE", built)
    assert "data-engine" not in visitor.get(f"/games/{game}", headers=signed_in).text
