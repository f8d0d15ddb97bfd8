"""The limits of requests, connections and live streams: the settings of an operator, with what each one limits. docs/limits.md is made from
them.

A *caller* is a valid token; links that came from one another are one caller, a *chain*. Visitors without a valid token are counted
together, by their address. Every API process counts for itself, in its memory. So the number here is what a caller gets from each process.
What links make (`link_…`, service/recording/limits.py) and the practice tables that are open at once are counted in the store, for all
processes together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final


def _most(default: int, what: str, answer: str, *, least: int = 0) -> Any:
    return field(default=default, metadata={"what": what, "answer": answer, "least": least})


RATE: Final = "429 `too-many-requests`"
CUT: Final = "the connection is closed"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one API process. A count of 0 means: no limit."""

    token_reads: int = _most(6000, "requests that read, per minute and token", RATE)
    token_writes: int = _most(6000, "requests that change something, per minute and token", RATE)
    token_costly: int = _most(300, "costly requests, per minute and token", RATE)
    address_reads: int = _most(6000, "requests that read without a valid token, per minute and address", RATE)
    address_writes: int = _most(600, "requests that change something without a valid token, per minute and address", RATE)
    address_costly: int = _most(120, "costly requests without a valid token, per minute and address", RATE)
    wrong_secrets: int = _most(
        60, "wrong tokens, invitations and PINs, per minute and token (without a valid one: per minute and address)", RATE
    )
    link_games: int = _most(40, "games that a link opens, per hour and chain of links", RATE)
    link_games_at_once: int = _most(6, "games that a link opens, per minute and chain of links", RATE)
    link_tokens: int = _most(60, "links that a link issues (for rematches, hand-overs and watching), per hour and chain of links", RATE)
    link_tokens_at_once: int = _most(12, "links that a link issues, per minute and chain of links", RATE)
    link_people: int = _most(60, "people that a link adds to the club, per hour and chain of links", RATE)
    link_people_at_once: int = _most(26, "people that a link adds to the club, per minute and chain of links", RATE)
    token_streams: int = _most(500, "live streams that are open at once, per token", RATE)
    address_streams: int = _most(500, "live streams that are open at once without a valid token, per address", RATE)
    practice_tables: int = _most(10, "practice tables that are opened, per hour and address", RATE)
    practice_open: int = _most(200, "practice tables that are open at once, in all", RATE)
    address_connections: int = _most(
        2000, "connections that are open at once, per address", "the one that waits longest for its client is closed; else 503"
    )
    header_seconds: int = _most(10, "seconds from the first byte of a request to the end of its headers", CUT, least=1)
    body_seconds: int = _most(20, "seconds for a body, and one more for every 16 KiB that have arrived", CUT, least=1)
    idle_seconds: int = _most(75, "seconds between two requests on one connection", CUT, least=1)
    send_seconds: int = _most(30, "seconds for taking a piece of an answer, and one more for every 16 KiB of it", CUT, least=1)


UNLIMITED: Final = replace(Limits(), **{each.name: 0 for each in fields(Limits) if each.metadata["least"] == 0})
"""Settings that allow any number of requests, connections and streams. Only the limits on seconds are in force."""


def variable(name: str) -> str:
    """Return the name of the environment variable that sets the limit with this name.

    >>> variable("token_reads")
    'FACEUP_TOKEN_READS'
    """
    return f"FACEUP_{name.upper()}"


def as_env(limits: Limits) -> Mapping[str, str]:
    return {variable(each.name): str(getattr(limits, each.name)) for each in fields(Limits)}
