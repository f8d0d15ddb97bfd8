"""Writes the faults of the pages' scripts to the server's log: `POST /faults`, which `static/js/faults.js` sends.

A report says where a script failed, not with what: the message of an error may hold a card or a token, so none is sent, and no address of a
record. If the script is a pack, the log names the module and the line in it; columns are counted without indentation. A process logs each
fault once, and at most MOST faults.
"""

import logging
from threading import Lock
from typing import Final, NamedTuple, cast

from flask import Blueprint, Response, request

from domain.kernel.shapes import Fault, Fields, Text, Whole
from service.api.lib.bodies import json_of
from service.errors import invalid
from service.web.assets import origin

MOST: Final = 200
_MOST_BYTES: Final = 1000
_PLACE: Final = Whole(0, 1_000_000)

log: Final = logging.getLogger(__name__)
blueprint = Blueprint("faults", __name__)


class ScriptFault(NamedTuple):
    """`error`: the kind of error, such as TypeError. `file`: the path of the script among the files of the pages; it failed in `line` and
    `column`, from 1 (0: not known). `page`: the address of the page, with `*` for each id in it. `version`: that of the files, or `static`
    if the script was requested without one."""

    error: str
    file: str
    line: int
    column: int
    page: str
    version: str


_FIELDS: Final = (
    ("error", Text(40, "[A-Za-z]+")),
    ("file", Text(200, r"[\w./+-]+\.js")),
    ("line", _PLACE),
    ("column", _PLACE),
    ("page", Text(100, "(?:/[a-z-]*|/[*])+")),
    ("version", Text(12, "[0-9a-z]+")),
)
SHAPE: Final = Fields(ScriptFault, _FIELDS, frozenset(name for name, _ in _FIELDS))


class Logged:
    """The faults that this process has logged. Safe to share between threads."""

    def __init__(self) -> None:
        self._faults: set[ScriptFault] = set()
        self._lock = Lock()

    def add(self, fault: ScriptFault) -> bool:
        """Remember a fault. Returns whether it has to be logged: it is new, and there are not yet MOST of them."""
        with self._lock:
            new = fault not in self._faults and len(self._faults) < MOST
            if new:
                self._faults.add(fault)
            return new


logged: Final = Logged()


@blueprint.post("/faults")
def report_fault() -> Response:
    faults: list[Fault] = []
    fault = cast("ScriptFault", SHAPE.read(json_of(request, _MOST_BYTES), "", faults))
    if faults:
        raise invalid(faults)
    file, line = origin(fault.file, fault.line, fault.version)
    if logged.add(fault):
        log.warning("A script failed: %s in %s:%d:%d on the page %s", fault.error, file, line, fault.column, fault.page)
    return Response(status=204)
