"""Serves the static files of the pages, and writes the links to them into the head of a page.

`/static/<path>` is an address that never changes, so browsers ask each time whether its file is still the same. Pages link to
`/assets/<version>/<path>`, where `version` is a digest of all files: browsers keep these for a year. Modules import each other by relative
paths, so the modules of one page all have one version.

A page names only its first module. The others are found in the import statements and preloaded, so that a browser requests all of them at
once instead of one after the other.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from flask import Blueprint, Response, request

from service.errors import not_found

FOLDER: Final = Path(__file__).with_name("static")
KEPT: Final = f"public, max-age={365 * 24 * 60 * 60}, immutable"
"""The header Cache-Control of files with a version. Shared caches may keep them, because every visitor gets the same file."""
CLOSED: Final = "default-src 'none'; frame-ancestors 'none'"
"""The content security policy that scripts and style sheets have instead of the policy of pages. It is short, because a page
may have sixty of these files."""
LEAST: Final = 500
"""Files of fewer bytes than this are not compressed."""
IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
MODULE: Final = re.compile(r'<script type="module" src="/static/([^"]+)"></script>')

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file. `packed`: compressed with gzip, or None if that saves nothing."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str


@cache
def assets() -> Mapping[str, Asset]:
    """Return all files by their path below `static`, such as `js/dom.js`. They are read once in each process."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): _read(path) for path in files}


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0) if len(body) >= LEAST else body
    kind = "text/javascript" if path.suffix == ".js" else guess_type(path.name)[0] or "text/plain"
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    return Asset(body, packed if len(packed) < len(body) else None, kind, sha256(body).hexdigest()[:16])


@cache
def version() -> str:
    """Return the digest of the paths and contents of all files."""
    return sha256("".join(f"{path} {asset.tag}\n" for path, asset in assets().items()).encode()).hexdigest()[:12]


@cache
def modules(first: str) -> tuple[str, ...]:
    """Return the path of the module `first`, then the paths of all modules that it imports, directly or not, in breadth-first order."""
    found = {first: None}
    waiting = [first]
    for path in waiting:
        imported = [normpath(join(dirname(path), name)) for name in IMPORT.findall(assets()[path].body.decode())]
        fresh = dict.fromkeys(name for name in imported if name not in found)
        found |= fresh
        waiting += fresh
    return tuple(found)


@blueprint.app_template_filter()
def linked(head: str) -> str:
    """Return the head of a page with versions in its links to `/static/`, and with a preload for each module."""

    def preloaded(script: re.Match[str]) -> str:
        preloads = (f'<link rel="modulepreload" href="/static/{path}">' for path in modules(script[1]))
        return "\n  ".join((*preloads, script[0]))

    return MODULE.sub(preloaded, head).replace('"/static/', f'"/assets/{version()}/')


@blueprint.get("/static/<path:filename>")
def static_file(filename: str) -> Response:
    return _sent(filename, "public, no-cache")


@blueprint.get("/assets/<version_of_files>/<path:filename>")
def versioned_file(version_of_files: str, filename: str) -> Response:
    """Return a file. A page that was loaded before an upgrade may ask for a former version. It gets the current file, which the browser
    does not keep."""
    return _sent(filename, KEPT if version_of_files == version() else "public, no-cache")


def _sent(filename: str, kept: str) -> Response:
    asset = assets().get(filename)
    if asset is None:
        not_found()
    packed = asset.packed if request.accept_encodings["gzip"] else None
    response = Response(asset.body if packed is None else packed, content_type=asset.kind)
    response.headers["Cache-Control"] = kept
    if filename.endswith((".js", ".css")):
        response.headers["Content-Security-Policy"] = CLOSED
    if asset.packed is not None:
        response.headers["Vary"] = "Accept-Encoding"
    if packed is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(asset.tag if packed is None else f"{asset.tag}-gzip")
    response.make_conditional(request)
    return response
