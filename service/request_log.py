"""The log of requests, with FACEUP_REQUEST_LOG=1: a line of JSON on the error output for each request that an API process answers.

A line names the operation, not the path: anybody with the id of an unlisted game may read it. It has no query, address, token or name, and
nothing else that a visitor chose. The answer has the line's id in the header `X-Request-ID`; so have lines about failures."""

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final

from flask import Request

HEADER: Final = "X-Request-ID"
REQUEST_ID: Final = "faceup.request"
"""Where the id is in a request's environment."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class RequestLog:
    """Writes lines. `write`: writes the bytes of a line; if it raises OSError, the line is lost."""

    def __init__(self, write: Callable[[bytes], object] = lambda line: os.write(2, line)) -> None:
        self._write = write

    @staticmethod
    def id_of(environ: Mapping[str, Any], *, trusted: bool) -> str:
        """Return the id of a request: the one that a proxy gave it, or a new one. `trusted`: whether the request comes from a proxy that is
        trusted."""
        given = environ.get("HTTP_X_REQUEST_ID", "") if trusted else ""
        return given if _ID.fullmatch(given) else token_hex(8)

    def answered(self, request: str, method: str, endpoint: str, status: int, seconds: float) -> None:
        """Write the line of a request. `request`: its id. `endpoint`: the operation, as in the metrics."""
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "request": request,
            "method": method if method in METHODS else "other",
            "endpoint": endpoint,
            "status": status,
            "ms": round(1000 * seconds, 1),
            "process": os.getpid(),
        }
        with suppress(OSError):
            self._write(json.dumps(line).encode() + b"\n")


def asked_as(request: Request) -> str:
    """Return how lines about failures name a request: its method and path, and its id if requests are logged."""
    named = request.environ.get(REQUEST_ID)
    return f"{request.method} {request.path}" + (f" (request {named})" if named else "")
