"""Compresses answers on the way to the visitor. Use this only for answers without secrets: if an answer repeats text that the visitor sent,
the compressed size may reveal something about a secret in the answer (BREACH)."""

import gzip
from typing import Final

from flask import Response, request

LEAST: Final = 500
"""Answers of fewer bytes than this are sent as they are: compression would save nothing."""
FAST: Final = 5


def compressed(response: Response) -> Response:
    """Compress the body with gzip if the visitor accepts gzip. Return the same response."""
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= LEAST and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        response.set_data(gzip.compress(body, FAST, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
