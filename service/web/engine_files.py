"""`/engine/<name>/<file>`: the files of the engine, with which a device reads and judges a game by itself (service/offline/engine.py).

Other names than that of this Faceup's engine are not found: files of two engines must never meet. The files are compressed when the engine
is built, because compressing one of them takes a second."""

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from flask import Response, request

from service.errors import not_found
from service.offline import engine
from service.web.assets import CLOSED, KEPT, KINDS, blueprint

WORKER_POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The content security policy of the worker. A worker has the policy of its own script, so pages need not allow WebAssembly."""
TYPES: Final = {"mjs": KINDS["js"], "js": KINDS["js"], "json": "application/json", "wasm": "application/wasm", "zip": "application/zip"}
ENCODINGS: Final = {"br": "br", "gzip": "gz"}
"""The encodings of HTTP in which files are kept, best first, with the ends of the names of the files."""
PIECE: Final = 64 * 1024


@blueprint.get("/engine/<name>/<file>")
def engine_file(name: str, file: str) -> Response:
    folder = engine.folder()
    if folder is None or name != engine.name() or file not in engine.FILES:
        not_found()
    encoding = request.accept_encodings.best_match(ENCODINGS)
    if encoding is None:
        response = Response(_unpacked(folder / f"{file}.gz"))
    else:
        response = Response(_packed(folder / f"{file}.{ENCODINGS[encoding]}"), headers={"Content-Encoding": encoding})
    response.headers["Content-Type"] = TYPES[file.rpartition(".")[2]]
    response.headers["Cache-Control"] = KEPT
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Content-Security-Policy"] = WORKER_POLICY if file == "worker.js" else CLOSED
    response.set_etag(f"{name}-{encoding or 'plain'}")
    return response.make_conditional(request)  # type: ignore[return-value]


@cache
def _packed(path: Path) -> bytes:
    """Return the bytes of a file. All answers share them: else a thousand slow readers would hold a thousand copies."""
    return path.read_bytes()


def _unpacked(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as unpacked:
        while piece := unpacked.read(PIECE):
            yield piece
