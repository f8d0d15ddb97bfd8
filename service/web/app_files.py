"""Serves what browsers need to install Faceup as an app: `/manifest.webmanifest` and its icons, which are drawn from the mark of the pages.

`/icons/<size>.png` is the mark. `/icons/full-<size>.png` fills the whole square: the device cuts it to the shape of its icons (a *maskable*
icon, W3C Web App Manifest), so the mark is small enough for the circle that always stays.
"""

from functools import cache
from typing import Final

import orjson
from flask import Response

from service.errors import not_found
from service.pictures.pixels import png_of
from service.web.assets import blueprint, tagged, text

MARK: Final = "icon.svg"
SIDE: Final = 48
"""The width of the mark."""
FULL: Final = "full-"
WITHIN: Final = 0.85
"""How large the mark is in an icon that is full, as a share of its size."""
ICONS: Final = {f"{kind}{size}": size for kind, sizes in (("", (192, 512)), (FULL, (180, 192, 512))) for size in sizes}
"""The icons by name, with the width of each. Apple's devices ask for 180."""
GREEN: Final = "#1f5c46"
"""The ground of the mark."""
A_DAY: Final = "public, max-age=86400"
MANIFEST: Final = {
    "id": "/",
    "name": "Faceup",
    "short_name": "Faceup",
    "description": "The record of card games at real tables",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "theme_color": GREEN,
    "background_color": "#f6f4ee",
    "icons": [
        {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "maskable" if FULL in name else "any"}
        for name, size in ICONS.items()
    ],
}


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return _sent(orjson.dumps(MANIFEST), "application/manifest+json")


@blueprint.get("/icons/<name>.png")
def icon(name: str) -> Response:
    if name not in ICONS:
        not_found()
    return _sent(_drawn(name), "image/png")


@cache
def _drawn(name: str) -> bytes:
    mark = text(MARK).replace("<svg ", f'<svg width="{SIDE}" height="{SIDE}" ', 1)
    if FULL in name:
        edge = SIDE * (1 - WITHIN) / 2
        mark = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}"><rect width="{SIDE}" height="{SIDE}" fill="{GREEN}"/>'
            f'<g transform="translate({edge} {edge}) scale({WITHIN})">{mark}</g></svg>'
        )
    return png_of(mark, ICONS[name] / SIDE)


def _sent(body: bytes, kind: str) -> Response:
    return tagged(Response(body, content_type=kind, headers={"Cache-Control": A_DAY}))
