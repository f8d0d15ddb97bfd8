"""Serves the static files of the pages, and writes the links to them into the head of a page.

`/static/<path>` is an address that never changes, so browsers ask each time whether its file is still the same. Pages link to
`/assets/<version>/<path>`, where `version` is a digest of all files: browsers keep these for a year.

A page names its sheets and its first modules. Instead of these it links to one sheet and one script, in which they and all that they import
are packed (`service.packs`). The address of a pack has the names of its files: `css/base+look.css`, `js/game+focus.js`. A sheet whose
colours do not follow the reader's scheme says so at the end: `css/base+look.dark.css`. What a page loads later names the pack that it has
already: `js/around.after.game+focus.js`.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request

from service import packs
from service.errors import not_found
from service.packs import Pack

FOLDER: Final = Path(__file__).with_name("static")
KEPT: Final = f"public, max-age={365 * 24 * 60 * 60}, immutable"
"""The header Cache-Control of files with a version. Shared caches may keep them, because every visitor gets the same file."""
CLOSED: Final = "default-src 'none'; frame-ancestors 'none'"
"""The content security policy that scripts and style sheets have instead of the policy of pages."""
LEAST: Final = 500
"""Files of fewer bytes than this are not compressed."""
KINDS: Final = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
"""The content types of what is packed."""
MOST_PACKED: Final = {"js": 4, "css": 16}
"""A pack names at most so many files. Nobody may have this server make and keep packs of everything, in every order."""
DARK: Final = "(prefers-color-scheme: dark)"
SCHEMES: Final = {".css": DARK, "light.css": "not all", "dark.css": "all"}
"""For which readers a packed sheet has dark colours, as a media query, by the end of its address."""
APART: Final = "js/faults.js"
"""The module that is in no pack, because it tells of the faults of packs."""
SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/(css/[^"]+)">\s*')
MODULE: Final = re.compile(r'<script type="module" src="/static/(js/[^"]+)"></script>\s*')

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
    guessed = guess_type(path.name)[0] or "text/plain"
    kind = f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
    return _asset(path.read_bytes(), KINDS.get(path.suffix.removeprefix("."), kind))


def _asset(body: bytes, kind: str) -> Asset:
    packed = gzip.compress(body, mtime=0) if len(body) >= LEAST else body
    return Asset(body, packed if len(packed) < len(body) else None, kind, sha256(body).hexdigest()[:16])


@cache
def version() -> str:
    """Return the digest of the paths and contents of all files, and of the module that packs them."""
    contents = "".join(f"{path} {asset.tag}\n" for path, asset in assets().items()).encode()
    return sha256(contents + Path(packs.__file__).read_bytes()).hexdigest()[:12]


def text(path: str) -> str:
    """Return the text of a file. Raises KeyError if there is none."""
    return assets()[path].body.decode()


@lru_cache(10)
def pack(path: str) -> Pack:
    """Return the pack with this path, such as `js/game+focus.js`. Raises KeyError if there is none."""
    folder, _, names = path.partition("/")
    names, _, kind = names.rpartition(".")
    later, after, names = names.rpartition(packs.AFTER)
    names, _, scheme = names.partition(".")
    files = [f"{folder}/{name}.{kind}" for name in names.split("+")]
    if kind not in KINDS or not 1 < len(set(files)) == len(files) <= MOST_PACKED[kind] or not set(files) <= assets().keys():
        raise KeyError(path)
    if kind == "js" and not scheme:
        return packs.later(f"{folder}/{later}.js", files, text) if after else packs.script(files, text)
    if after:
        raise KeyError(path)
    dark = SCHEMES[f"{scheme}.{kind}"]
    return packs.sheet(files, lambda file: text(file).replace(DARK, dark))


def origin(path: str, line: int, version_of_files: str) -> tuple[str, int]:
    """Return the module that a line of a script comes from, and the line in the module. For all but packs with the current version this is
    the script itself."""
    if path in assets() or version_of_files != version():
        return path, line
    try:
        return pack(path).origin(line) or (path, line)
    except KeyError:
        return path, line


def found(path: str) -> Asset | None:
    """Return the file or the pack with this path; None if there is none."""
    try:
        return assets().get(path) or _packed_asset(path)
    except KeyError:
        return None


@lru_cache(100)
def _packed_asset(path: str) -> Asset:
    return _asset(pack(path).text.encode(), KINDS[path.rpartition(".")[2]])


@blueprint.app_template_filter()
def linked(head: str, scheme: str = "") -> str:
    """Return the head of a page with one sheet and one script in place of its own, and with versions in its links to `/static/`. What is
    packed stands where its last file stood. `scheme`: `light` or `dark`, whatever the reader prefers; empty: as the reader prefers."""
    head = str(head)  # a Markup would escape what is put in
    for link in (SHEET, MODULE):
        files = [path for path in link.findall(head) if path != APART]
        if files:
            head = link.sub(lambda each, files=files: _packed(each, files, scheme), head)  # type: ignore[misc]
    return head.replace('"/static/', f'"/assets/{version()}/')


def _packed(link: re.Match[str], files: list[str], scheme: str) -> str:
    """Return what a page has in place of this link to one of `files`."""
    if link[1] not in files:
        return link[0]
    if link[1] != files[-1]:
        return ""
    folder, kind = files[0].partition("/")[0], files[0].rpartition(".")[2]
    names = "+".join(path.removeprefix(f"{folder}/").removesuffix(f".{kind}") for path in files)
    made_for = f".{scheme}" if scheme and kind == "css" else ""
    return link[0].replace(link[1], f"{folder}/{names}{made_for}.{kind}")


@blueprint.get("/static/<path:filename>")
def static_file(filename: str) -> Response:
    return _sent(filename, "public, no-cache")


@blueprint.get("/assets/<version_of_files>/<path:filename>")
def versioned_file(version_of_files: str, filename: str) -> Response:
    """Return a file. A page that was loaded before an upgrade may ask for a former version. It gets the current file, which the browser
    does not keep. A second pack fits only the first pack of its own version, which that page has: it is not found."""
    if version_of_files != version() and packs.AFTER in filename:
        not_found()
    return _sent(filename, KEPT if version_of_files == version() else "public, no-cache")


def tagged(response: Response) -> Response:
    """Tag an answer by its content, and leave the content out for a client that has it."""
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]


def _sent(filename: str, kept: str) -> Response:
    asset = found(filename)
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
