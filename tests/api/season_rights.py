"""The rights in a season, as rows for the table in test_rights.py."""

from typing import Any

from tests.api.cup_rights import CLOSED, UNLISTED

NOTE = {"events": [{"type": "NoteWritten", "data": {"note": "x"}}]}
READS = ("", "/standings", "/export?format=csv")
RECORDED = ("/events", "/pending")
NOBODY = (404, 404, 404, 404, 404, 404, 404, 401, 404)

ROWS: list[tuple[str, str, Any, tuple[int, ...]]] = [
    # (method, path, body, the status for each role in the order of test_rights.ROLES)
    ("POST", "/seasons", {"name": "Winter"}, (201, 403, 403, 403, 403, 403, 201, 401, 401)),
    ("GET", "/seasons", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    *[("GET", f"/seasons/{{season}}{resource}", None, CLOSED) for resource in READS],
    *[("GET", f"/seasons/{{open_season}}{resource}", None, UNLISTED) for resource in READS],
    *[("GET", f"/seasons/{{{name}}}/standings/p-nobody", None, NOBODY) for name in ("season", "open_season")],
    *[("GET", f"/seasons/{{season}}{resource}", None, (200, 200, 403, 403, 403, 403, 404, 401, 401)) for resource in RECORDED],
    *[("GET", f"/seasons/{{open_season}}{resource}", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)) for resource in RECORDED],
    ("GET", "/seasons/{season}/export", None, (200, 200, 403, 404, 404, 404, 404, 401, 404)),
    ("GET", "/seasons/{open_season}/export", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/seasons/{season}/events", NOTE, (201, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/seasons/{open_season}/events", NOTE, (201, 403, 403, 403, 403, 403, 403, 401, 401)),
    # 422: there is no such tournament, and no change waits
    ("POST", "/seasons/{season}/tournaments", {"tournaments": ["x"]}, (422, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/seasons/{open_season}/tournaments", {"tournaments": ["x"]}, (422, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/seasons/{season}/pending", {"tournament": "x", "digest": "x"}, (422, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/seasons/{open_season}/pending", {"tournament": "x", "digest": "x"}, (422, 403, 403, 403, 403, 403, 403, 401, 401)),
]
