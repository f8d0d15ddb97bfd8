"""The rights in a tournament, as rows for the table in test_rights.py."""

from typing import Any

UNLISTED = (200, 200, 200, 200, 200, 200, 200, 401, 200)
"""For each role in the order of test_rights.ROLES, the status of a request that reads a public tournament."""
CLOSED = (200, 200, 200, 404, 404, 404, 404, 401, 404)
"""For each role in the order of test_rights.ROLES, the status of a request that reads a private tournament. Links to a single table or seat
give no access to it."""
CUP = {"title": "Cup", "system": "high-card", "format": "swiss"}
HERE = {"type": "CheckedIn", "data": {"entry": 1}}
TABLES = ("/crosstable", "/bracket", "/stages", "/standings/people", "/standings/pairs")
THROUGH = {"through_round": 1}
OVER = {"type": "TournamentFinished", "data": {}}
APPROVAL = "/rounds/1/tables/1/approval"
"""The address at which a result is approved. In the rows, the director gets 422, because there is no result to approve. The scorekeeper
gets 403 without a PIN (test_approval.py)."""

ROWS: list[tuple[str, str, Any, tuple[int, ...]]] = [
    # (method, path, body, the status for each role in the order of test_rights.ROLES)
    ("POST", "/tournaments", CUP, (201, 403, 403, 403, 403, 403, 201, 401, 401)),
    ("GET", "/tournaments", None, (200, 200, 200, 200, 200, 200, 200, 401, 200)),
    ("GET", "/tournaments/formats", None, (200,) * 9),
    ("POST", "/tournaments/plan", {**CUP, "entries": 8}, (200, 403, 403, 403, 403, 403, 200, 401, 401)),
    *[("GET", f"/tournaments/{{cup}}{resource}", None, CLOSED) for resource in ("", "/standings", "/standings/1")],
    *[("GET", f"/tournaments/{{open_cup}}{resource}", None, UNLISTED) for resource in ("", "/standings", "/standings/1")],
    ("GET", "/tournaments/{cup}/rounds/1", None, (200, 200, 404, 404, 404, 404, 404, 401, 404)),  # 404: round 1 is not published
    ("GET", "/tournaments/{open_cup}/rounds/1", None, (200, 200, 404, 404, 404, 404, 404, 401, 404)),
    ("GET", "/tournaments/{cup}/events", None, (200, 200, 403, 404, 403, 404, 404, 401, 401)),
    ("GET", "/tournaments/{open_cup}/events", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/tournaments/{cup}/events", {"events": [HERE]}, (201, 201, 403, 404, 403, 404, 404, 401, 401)),
    ("POST", "/tournaments/{open_cup}/events", {"events": [HERE]}, (201, 201, 403, 403, 403, 403, 403, 401, 401)),
    (
        "POST",
        "/tournaments/{cup}/events",
        {"events": [OVER]},
        (422, 403, 403, 404, 403, 404, 404, 401, 401),
    ),  # 422: a table is still being played
    ("POST", f"/tournaments/{{cup}}{APPROVAL}", {"result": 1}, (422, 403, 403, 404, 403, 404, 404, 401, 401)),
    ("POST", f"/tournaments/{{open_cup}}{APPROVAL}", {"result": 1}, (422, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/rounds/1/tables/1/entries", None, (200, 200, 403, 404, 403, 404, 404, 401, 401)),
    ("GET", "/tournaments/{open_cup}/rounds/1/tables/1/entries", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("POST", "/tournaments/{cup}/entries/1/check-in", {}, (201, 201, 403, 404, 403, 404, 404, 401, 401)),
    ("POST", "/tournaments/{open_cup}/entries/1/check-in", {}, (201, 201, 403, 403, 403, 403, 403, 401, 401)),
    ("PUT", "/tournaments/{cup}/entries/1/pin", {"pin": "1234"}, (204, 204, 403, 404, 403, 404, 404, 401, 401)),
    ("PUT", "/tournaments/{open_cup}/entries/1/pin", {"pin": "1234"}, (204, 204, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/pending", None, (200, 200, 403, 404, 403, 404, 404, 401, 401)),
    ("GET", "/tournaments/{open_cup}/pending", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/desk", None, (200, 403, 403, 404, 403, 404, 404, 401, 401)),
    ("GET", "/tournaments/{open_cup}/desk", None, (200, 403, 403, 403, 403, 403, 403, 401, 401)),
    (
        "POST",
        "/tournaments/{cup}/rounds",
        {},
        (428, 403, 403, 404, 403, 404, 404, 401, 401),
    ),  # 428: a pairing needs a version, and the If-Match `*` names none
    ("POST", "/tournaments/{open_cup}/rounds", {}, (428, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/pairings/0000", None, (404, 404, 403, 404, 403, 404, 404, 401, 401)),  # 404: nobody asked for this pairing
    ("GET", "/tournaments/{open_cup}/pairings/0000", None, (404, 404, 403, 403, 403, 403, 403, 401, 401)),
    ("DELETE", "/tournaments/{cup}/pairings/0000", None, (404, 403, 403, 404, 403, 404, 404, 401, 401)),
    ("DELETE", "/tournaments/{open_cup}/pairings/0000", None, (404, 403, 403, 403, 403, 403, 403, 401, 401)),
    *[("GET", f"/tournaments/{{cup}}{resource}", None, CLOSED) for resource in TABLES],
    *[("GET", f"/tournaments/{{open_cup}}{resource}", None, UNLISTED) for resource in TABLES],
    (
        "POST",
        "/tournaments/{cup}/standings/published",
        THROUGH,
        (428, 403, 403, 404, 403, 404, 404, 401, 401),
    ),  # 428: publishing standings needs a version, and the If-Match `*` names none
    ("POST", "/tournaments/{open_cup}/standings/published", THROUGH, (428, 403, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/export", None, (200, 200, 403, 404, 404, 404, 404, 401, 404)),
    ("GET", "/tournaments/{open_cup}/export", None, (200, 200, 403, 403, 403, 403, 403, 401, 401)),
    ("GET", "/tournaments/{cup}/export?format=csv&table=standings", None, CLOSED),
    ("GET", "/tournaments/{open_cup}/export?format=csv&table=pairings", None, UNLISTED),
    ("GET", "/tournaments/{open_cup}/export?format=pdf&table=pairings", None, UNLISTED),
    ("POST", "/tournaments/{cup}/exports", None, (202, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/tournaments/{open_cup}/exports", None, (202, 403, 403, 403, 403, 403, 404, 401, 401)),
    ("POST", "/tournaments/import", {}, (422, 403, 403, 403, 403, 403, 422, 401, 401)),
    # 409: the round is not published
    ("POST", "/tournaments/{cup}/rounds/1/tables/1/game", {}, (409, 409, 403, 404, 403, 404, 404, 401, 401)),
    ("POST", "/tournaments/{open_cup}/rounds/1/tables/1/game", {}, (409, 409, 403, 403, 403, 403, 403, 401, 401)),
]
