"""The limits that no setting changes, for people who read about them: on /docs and in docs/limits.md."""

from typing import Final

from service.api.lib.bodies import DEEPEST, MOST_BYTES, MOST_BYTES_VERIFIED, MOST_EVENTS, SLACK
from service.api.lib.live import OPENING
from service.api.tournaments.rounds import MOST_WANTED
from service.caches.rates import MOST_CALLERS
from service.heavy.turns import MOST_OF_STRANGERS, MOST_WAITING, MOST_WAITING_EACH
from service.running.capacity import LOBBY, MOST_STREAMS, OTHERS
from service.running.connections import SPARE
from service.running.lines import MOST as LINES
from service.store.pins import MOST_IN_A_DAY, MOST_IN_AN_HOUR, MOST_TRIES, WINDOW_SECONDS

FIXED: Final = (
    ("events in a batch", MOST_EVENTS, "413 `too-large`", "service/api/lib/bodies.py"),
    ("bytes of a body", f"{MOST_BYTES + SLACK:,}", "413 `too-large`", "service/api/lib/bodies.py"),
    ("bytes of a file to verify or import", f"{MOST_BYTES_VERIFIED:,}", "413 `too-large`", "service/api/lib/bodies.py"),
    ("brackets inside each other in a body", DEEPEST, "400 `malformed-body`", "service/api/lib/bodies.py"),
    ("bytes of a request line; header fields; bytes of one field", "4,094; 100; 8,190", "414, 431", "gunicorn's defaults"),
    (
        "wrong PINs for one seat or entry, of one link at one address",
        f"{MOST_TRIES} in {WINDOW_SECONDS // 60} minutes",
        "429 `too-many-attempts`, there",
        "service/store/pins.py",
    ),
    (
        "of all links together that one member gave away",
        f"{MOST_IN_AN_HOUR} in an hour, {MOST_IN_A_DAY} in a day",
        "429 `too-many-attempts`",
        "service/store/pins.py",
    ),
    ("live streams of a process", f"{MOST_STREAMS:,}", "503 `too-many-streams`", "service/running/capacity.py"),
    ("live streams that are being opened at once", OPENING, "they wait", "service/api/lib/live.py"),
    (
        "connections of a process",
        f"{MOST_STREAMS + OTHERS - SPARE:,}",
        "as for one address",
        "service/running/capacity.py",
    ),
    ("connections in the lobby of a process", f"{LOBBY:,}", "the oldest is closed", "service/running/capacity.py"),
    ("callers that are counted", f"{MOST_CALLERS:,}", "all counters begin at 0 again", "service/caches/rates.py"),
    ("long requests that one process sends to others, or that wait", MOST_WAITING, "503 `busy`", "service/heavy/turns.py"),
    ("of these, without a valid token", MOST_OF_STRANGERS, "503 `busy`", "service/heavy/turns.py"),
    ("of these, by one visitor, or about one record", MOST_WAITING_EACH, "503 `busy`", "service/heavy/turns.py"),
    ("pairings of large rounds that a club waits for", MOST_WANTED, "429 `too-many-requests`", "service/api/tournaments/rounds.py"),
    ("lines about malformed requests in the log of one process", f"{LINES} a minute", "they are counted", "service/running/lines.py"),
)
"""The limits that no setting changes. A row has: what is limited, the limit, what happens beyond the limit, and the source file."""
