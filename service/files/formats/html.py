"""The format `html`: a replay in one file, which a browser opens from the disk, without a network. It holds the record itself, in the
ndjson form, and checks it (static/js/verify.js); `domain.files.layout` finds it there again."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from zlib import compress

import orjson
from jinja2 import Environment, FileSystemLoader

from domain.files.layout import as_ndjson, escaped
from domain.record.fold import retracted
from domain.record.keystrokes import TooManyCorrections
from domain.views.answers import WholeReplay
from domain.views.game import Cover, game_json
from domain.views.parts import rounds_of_findings, seen_findings
from domain.views.replays import Order, replay_json
from domain.views.rulings import rulings_json
from domain.words.seated import SeatNames, seated_in
from service import packs
from service.files.contents import Exported, Format

_WEB: Final = Path(__file__).parents[2] / "web"
_SHEETS: Final = ("base", "controls", "look", "cards", "felt", "table", "side", "life", "pages", "print", "chart", "tricks", "file")
_PLOT: Final = "vendor/uplot/uPlot"


def write(exported: Exported) -> bytes:
    record = as_ndjson(exported.lines()).decode()
    held = _held(exported)
    return (
        _environment()
        .get_template("file.html")
        .render(
            title=held["game"]["title"] or held["system"]["name"],
            record=exported.game,
            lines=escaped(record),
            packed=b64encode(compress(orjson.dumps(held), 9)).decode(),
            **_fixed(),
        )
        .encode()
    )


def _held(exported: Exported) -> dict[str, Any]:
    """Return what the page draws: the answers that the page of the replay would get from the API (static/js/file.js)."""
    reading, viewer = exported.reading, exported.viewer
    seated = seated_in(reading, exported.names)
    return {
        "game": game_json(Cover(exported.game, reading.opened.visibility, 0), reading, viewer, seated, prompts=False),
        "system": {"name": reading.system.name},
        "corrected": _replay(exported, "corrected", seated),
        "recorded": _as_recorded(exported, seated),
        "findings": seen_findings(exported.seen(), viewer, seated, reading.ruled, rounds=rounds_of_findings(reading)),
        "rulings": rulings_json(reading, viewer, seated),
    }


def _replay(exported: Exported, order: Order, seated: SeatNames) -> WholeReplay:
    return replay_json(exported.game, exported.reading, exported.reading, exported.viewer, order, seated)


def _as_recorded(exported: Exported, seated: SeatNames) -> WholeReplay | None:
    """Return the replay as recorded; None if it is the same as that as corrected, or if there are too many corrections."""
    if not retracted(exported.reading.events) and all(event.after is None for event in exported.reading.events):
        return None
    try:
        return _replay(exported, "recorded", seated)
    except TooManyCorrections:
        return None


# --- what is the same in every file -----------------------------------------------------------------------------------------------------


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(_WEB / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True)


@cache
def _fixed() -> dict[str, Any]:
    """Return the style and the scripts. `policy` lets the page run these scripts and no other, and load nothing."""
    style = packs.sheet([f"css/{name}.css" for name in _SHEETS], _text).text + _text(f"{_PLOT}.min.css")
    icon = quote(_text("icons/gavel.svg"))
    style = style.replace('url("../icons/gavel.svg")', f'url("data:image/svg+xml,{icon}")')
    scripts = (_text(f"{_PLOT}.iife.min.js"), packs.script(["js/file.js"], _text).text)
    allowed = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'; form-action 'none'"
    return {"style": style, "scripts": scripts, "policy": policy}


def look() -> str:
    """Return a digest of the style and of the policy, which has the hashes of the scripts."""
    fixed = _fixed()
    return sha256((fixed["style"] + fixed["policy"]).encode()).hexdigest()[:8]


def _text(path: str) -> str:
    return (_WEB / "static" / path).read_text("utf-8")


FORMAT: Final = Format(
    "html",
    "text/html; charset=utf-8",
    "html",
    write,
    "look",
    "Replay in one file",
    "The replay of this page, with the names, to open in a browser without a network. It checks its record, which can be imported again.",
    steps=5,
    look=look,
)
