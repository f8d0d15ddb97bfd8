"""Lets pages of other sites read what anybody may read (CORS, Fetch standard §3.2).

Only answers to GET and HEAD of the API, and only to requests that say nothing about who sends them: no token, no cookie. Such an answer is
what everybody gets. A page of another site cannot send a token of its own either, because no answer allows the header `Authorization`.
"""

from typing import Final

from flask import Request

Headers = list[tuple[str, str]]
ANYBODY: Final = ("Access-Control-Allow-Origin", "*")
EXPOSED: Final = "Content-Disposition, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
"""The headers of an answer that scripts of other sites may read, beside those that they may always read."""
ASKED: Final = "If-None-Match, Last-Event-ID"
"""The headers that such a request may have, beside those that it may always have."""
A_DAY: Final = "86400"
READS: Final = ("GET", "HEAD")


def headers(request: Request) -> Headers:
    """Return the headers that let pages of other sites read the answer to this request; empty if they may not."""
    if request.method not in (*READS, "OPTIONS") or (not request.path.startswith("/api/") and request.path != "/openapi.json"):
        return []
    if "Authorization" in request.headers or "Cookie" in request.headers:
        return []
    if request.method in READS:
        return [ANYBODY, ("Access-Control-Expose-Headers", EXPOSED)]
    if request.method == "OPTIONS" and request.headers.get("Access-Control-Request-Method") in READS:
        allowed = [("Access-Control-Allow-Methods", ", ".join(READS)), ("Access-Control-Allow-Headers", ASKED)]
        return [ANYBODY, *allowed, ("Access-Control-Max-Age", A_DAY)]
    return []
