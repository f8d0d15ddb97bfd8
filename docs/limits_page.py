"""Makes docs/limits.md: the limits of the service, their values, and how to change them."""

from dataclasses import fields

from service.api.lib.bodies import DEEPEST, MOST_BYTES, MOST_BYTES_VERIFIED, MOST_EVENTS, SLACK
from service.api.lib.live import OPENING
from service.api.tournaments.rounds import MOST_WANTED
from service.beside.asking import MOST_WAITING, MOST_WAITING_EACH
from service.kept.rates import MOST_CALLERS
from service.limits import Limits, variable
from service.running.capacity import LOBBY, MOST_STREAMS, OTHERS, RESERVE
from service.running.connections import SPARE
from service.running.lines import MOST as LINES
from service.store.pins import MOST_TRIES, WINDOW_SECONDS

HEAD = """# Limits

Generated from `service/limits.py` by `make docs`; do not edit. What is limited, to what, and how to change it.

Nothing here refuses what people do at real tables: 200 phones behind one router, each with its own link, are 200 callers. The limits stop
programs that send as much as they can. Every refusal is a problem document with `Retry-After`, and `/metrics` counts it
(`faceup_refused_total`, `faceup_connections_cut_total`).

## Who is counted

A **valid token** (in a header or in the cookie of a page) is counted by itself, wherever it is used. Visitors **without a valid token** are
counted together by their address; IPv6 addresses by their first 64 bits. Wrong tokens, invitations and PINs are counted too. A request with
a valid token is never refused because of others at its address.

Each API process counts for itself, in memory. So a caller gets at least the number below, and at most that number times `FACEUP_PROCESSES`.
Counting writes nothing and asks nobody: a counter that breaks lets requests through, also when the disk is full. A restart begins at 0.

Behind a proxy all visitors come from one address. Name the proxy in `FACEUP_PROXIES` (addresses or networks, with commas): then the visitor
is the last address in `X-Forwarded-For` that is no proxy's, and connections of the proxy are not counted as those of one address. What
others write into that header is never believed.

## Settings

Environment variables. Every number is for one API process. 0 means no limit, except for the seconds.

"""
BETWEEN = """
*Costly* are requests that read or make a file, replay a record as recorded, compare versions, pair a round, check or set a PIN, issue an
invitation, or ask `/readyz`; the list is `COSTLY` in `service/admission.py`. Other requests count as reads (GET, HEAD, OPTIONS) or writes.
`/livez` and the files of the pages are not counted, nor is a 304 that was answered before (it costs some 30 µs).

## Fixed limits

| what | limit | what happens beyond it | where |
|---|---|---|---|
"""
TAIL = """
Events that are refused with 429 or 503 are not lost: pages keep them in their outbox and send them again.

## Connections

A new connection waits in the *lobby* until the headers of its first request are complete. It costs an open file there and little else. If
the lobby is full, the connection that has waited longest is closed. So half-sent requests keep nobody out, and the application never sees
them. When an address, or the process, has too many connections, those are closed that wait for their client and have the least time left;
an idle browser opens a new one without telling anybody. Only when all of them are in use is a new one refused.

A process needs an open file for each connection. Faceup raises its own limit of open files as far as the machine allows (`ulimit -Hn`):
{files:,} for each process; with fewer, the numbers above shrink in proportion. A proxy in front needs a limit of connections of its own.
"""

FIXED = (
    ("events in a batch", MOST_EVENTS, "413 `too-large`", "service/api/lib/bodies.py"),
    ("bytes of a body", f"{MOST_BYTES + SLACK:,}", "413 `too-large`", "service/api/lib/bodies.py"),
    ("bytes of a file to verify or import", f"{MOST_BYTES_VERIFIED:,}", "413 `too-large`", "service/api/lib/bodies.py"),
    ("brackets inside each other in a body", DEEPEST, "400 `malformed-body`", "service/api/lib/bodies.py"),
    ("bytes of a request line; header fields; bytes of one field", "4,094; 100; 8,190", "414, 431", "gunicorn's defaults"),
    (
        "wrong PINs of one seat or entry",
        f"{MOST_TRIES} in {WINDOW_SECONDS // 60} minutes",
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
    ("callers that are counted", f"{MOST_CALLERS:,}", "all counters begin at 0 again", "service/kept/rates.py"),
    ("long requests that one process sends to others, or that wait", MOST_WAITING, "503 `busy`", "service/beside/asking.py"),
    ("of these, about one record or by one visitor", MOST_WAITING_EACH, "503 `busy`", "service/beside/asking.py"),
    ("pairings of large rounds that a club waits for", MOST_WANTED, "429 `too-many-requests`", "service/api/tournaments/rounds.py"),
    ("lines about malformed requests in the log of one process", f"{LINES} a minute", "they are counted", "service/running/lines.py"),
)
"""The limits that no setting changes. A row has: what is limited, the limit, what happens beyond the limit, and the source file."""


def limits_page() -> str:
    settings = "".join(
        f"| `{variable(each.name)}` | {getattr(Limits(), each.name)} | {each.metadata['what']} | {each.metadata['answer']} |\n"
        for each in fields(Limits)
    )
    fixed = "".join(f"| {what} | {limit} | {answer} | `{where}` |\n" for what, limit, answer, where in FIXED)
    head = "| variable | default | limits | beyond it |\n|---|---|---|---|\n"
    return HEAD + head + settings + BETWEEN + fixed + TAIL.format(files=MOST_STREAMS + OTHERS + LOBBY + RESERVE)
