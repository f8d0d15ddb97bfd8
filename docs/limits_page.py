"""Makes docs/limits.md: the limits of the service, their values, and how to change them."""

from dataclasses import fields

from service.api.server.limits import FIXED
from service.limits import Limits, variable
from service.running.capacity import LOBBY, MOST_STREAMS, OTHERS, RESERVE

HEAD = """# Limits

Generated from `service/limits.py` by `make docs`; do not edit. What is limited, to what, and how to change it. A
running server shows its own numbers at `/docs/limits`.

Nothing here refuses what people do at real tables: 200 phones behind one router, each with its own link, are 200 callers. The limits stop
programs that send as much as they can. Every refusal is a problem document with `Retry-After`, and `/metrics` counts it
(`faceup_refused_total`, `faceup_connections_cut_total`).

## Who is counted

A **valid token** (in a header or in the cookie of a page) is counted by itself, wherever it is used. Links that come from one another, by
a rematch or a hand-over, are a *chain* and are counted together, under their first link. Visitors **without a valid token** are
counted together by their address; IPv6 addresses by their first 64 bits. Wrong tokens, invitations and PINs are counted too. A request with
a valid token is never refused because of others at its address.

What links *make* (games, links, people) is counted in the store, for all processes together; a table that plays all evening stays far
below. Everything else each API process counts for itself, in memory. So a caller gets at least the number below, and at most that number
times `FACEUP_PROCESSES`. This counting writes nothing and asks nobody: a counter that breaks lets requests through, also when the disk is
full. A restart begins at 0.

Behind a proxy all visitors come from one address. Name the proxy in `FACEUP_PROXIES` (addresses or networks, with commas): then the visitor
is the last address in `X-Forwarded-For` that is no proxy's, and connections of the proxy are not counted as those of one address. What
others write into that header is never believed.

Answers to requests that are counted say how much is left, in the headers `RateLimit-Policy` and `RateLimit` of
draft-ietf-httpapi-ratelimit-headers-10: `"token_reads";q=6000;w=60` and `"token_reads";r=5990;t=42` mean 6,000 requests in 60 seconds, of
which 5,990 are left for the next 42 seconds. The numbers are those of the process that answers.

## Settings

Environment variables. Every number is for one API process, except those of chains and that of the practice tables which are open at once.
0 means no limit, except for the seconds.

"""
BETWEEN = """
*Costly* are requests that read or make a file, draw a picture as PNG, replay a record as recorded, compare versions, pair a round, check or
set a PIN, issue an invitation, or ask `/readyz`; the list is `COSTLY` in `service/admission.py`. Other requests count as reads (GET, HEAD,
OPTIONS) or writes. `/livez` and the files of the pages are not counted, nor is a 304 that was answered before (it costs some 30 µs).

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


def limits_page() -> str:
    settings = "".join(
        f"| `{variable(each.name)}` | {getattr(Limits(), each.name)} | {each.metadata['what']} | {each.metadata['answer']} |\n"
        for each in fields(Limits)
    )
    fixed = "".join(f"| {what} | {limit} | {answer} | `{where}` |\n" for what, limit, answer, where in FIXED)
    head = "| variable | default | limits | beyond it |\n|---|---|---|---|\n"
    return HEAD + head + settings + BETWEEN + fixed + TAIL.format(files=MOST_STREAMS + OTHERS + LOBBY + RESERVE)
