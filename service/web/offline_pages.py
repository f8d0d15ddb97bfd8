"""What a device needs to open a page without a network: `/sw.js`, the service worker (`static/js/sw.js`), and `/offline`, the page that it
shows in place of a page that it has not kept.

The worker keeps a set of files, the same for every visitor: what the page of a game and the page `/offline` load, at once or later. Their
list stands at the beginning of the script. So each version of the files is another script, and the browser installs it as a new worker.
"""

import json
import re
from functools import cache
from posixpath import dirname, join, normpath
from typing import Final

from flask import Response, current_app, render_template

from domain.systems import SYSTEMS
from service import packs
from service.offline import engine
from service.web import assets, pages

POLICY: Final = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
LINK: Final = re.compile(r'"/assets/\w+/([^"]+)"')
LOADED: Final = re.compile(r'(?:\bfrom |\bimport |\bimport\(|\burl\()"(\.[^"]+)"')
"""The address of another file in a script or a sheet."""


@pages.blueprint.get("/offline")
def offline() -> str:
    return render_template("offline.html")


@assets.blueprint.get("/sw.js")
def service_worker() -> Response:
    release = {"version": assets.version(), "files": files(), "engine": engine.name(), "engineFiles": engine.FILES}
    script = f"self.release = {json.dumps(release)};\n{assets.text('js/sw.js')}"
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
    return assets.tagged(Response(script, content_type=assets.KINDS["js"], headers=headers))


@cache
def files() -> tuple[str, ...]:
    """Return the addresses of all files that the page of a game and the page `/offline` load."""
    templates = current_app.jinja_env
    shown = (
        templates.get_template("game.html").render(system=next(iter(SYSTEMS.values())), left=None),
        templates.get_template("offline.html").render(),
    )
    waiting = [path for page in shown for path in LINK.findall(page)]
    needed = dict[str, None]()
    while waiting:
        path = waiting.pop()
        asset = assets.found(path)
        if asset is not None and path not in needed:
            needed[path] = None
            if path.endswith((".js", ".css")):
                bare = packs.COMMENT.sub("", asset.body.decode())
                waiting += [normpath(join(dirname(path), name)) for name in LOADED.findall(bare)]
    return tuple(f"/assets/{assets.version()}/{path}" for path in sorted(needed))
