"""Decides, before a request is handled, whether its caller has sent too many requests (service/limits.py).

A request counts as costly if the service must do much work for it, or must store something for long. COSTLY lists the endpoints. A replay
as recorded and a picture in PNG are costly too. Other requests count as reads or as writes, by their method. Files of the pages and
`/livez` are not counted.
"""

from typing import Final

from flask import Flask, g, request
from redis import RedisError

from domain.record.refusals import Refused
from service.access import SAFE, visitor
from service.errors import Problem, document, refused
from service.proxies import place_of
from service.store.clubs.clubs import Token
from service.store.errors import InvitationInvalid, StoreUnavailable
from service.store.pins import Guesser
from service.wiring import EXTENSION, Wiring, wired

FREE: Final = frozenset({"assets.static_file", "assets.versioned_file", "documents.static", "operations.check_liveness"})
"""Requests to these endpoints are not counted."""
PINS: Final = frozenset({"life.confirm_result", "approval.approve_result"})
"""The endpoints that check PINs. They refuse a caller who has sent too many wrong PINs, invitations or tokens."""
COSTLY: Final = frozenset(
    {
        # these endpoints read a file
        "files.verify_record",
        "imports.import_record",
        "tournament-imports.import_tournament",
        "people-import.import_people_file",
        # these endpoints make a file
        "files.export_game",
        "records.list_records",
        "tournament-files.export_tournament",
        "exports.export_club",
        "exports.request_export",
        "exports.download_export",
        # these endpoints read a whole record, or compute much
        "diff.get_diff",
        "tournament-rounds.pair_round",
        "formats.plan_tournament",
        # these endpoints hash a PIN
        "life.set_pin",
        "life.confirm_result",
        "check-in.set_entry_pin",
        "approval.approve_result",
        # these endpoints make things that are kept for long
        "clubs.found_club",
        "invitations.invite_member",
        "invitations.add_device",
        "practice.keep_practice_game",
        # this endpoint makes the store sync a write to disk
        "operations.check_readiness",
    }
)
MINUTE: Final = 60
COSTLY_AS: Final = {"replay.get_replay": ("as", "recorded"), "picture.get_picture": ("format", "png")}
"""These endpoints are costly only with this value of this query parameter."""


def register(app: Flask) -> None:
    """Make `app` refuse requests beyond the limits, and count wrong PINs and invitations."""
    app.register_error_handler(Refused, lambda error: document(_as_secret(refused(error.refusal))))
    app.register_error_handler(InvitationInvalid, lambda error: document(wrong_secret(Problem("invitation-invalid", str(error)))))
    parts: Wiring = app.extensions[EXTENSION]
    if parts.rates.counts:
        app.before_request(admit)


def admit() -> None:
    """Count the current request. Raises Problem `too-many-requests`."""
    endpoint = request.endpoint
    if endpoint in FREE:
        return
    token = _visitor()
    whose = "address" if token is None else "token"
    refuse_over(_counted(f"{whose}_{_kind(endpoint)}", caller(token)))
    if endpoint in PINS:
        counts_under("wrong_secrets", caller(token))
        refuse_over(wired().rates.full("wrong_secrets", caller(token)))


def _counted(limit: str, who: str) -> int | None:
    """Count the current request under this limit. Returns the seconds to wait if there were too many; None: it may pass."""
    counts_under(limit, who)
    return wired().rates.over(limit, who)


def counts_under(limit: str, who: str) -> None:
    """Let the answer to the current request say how much of this limit is left."""
    g.setdefault("quotas", []).append((limit, who))


def quotas() -> list[tuple[str, str]]:
    """Return the headers that say which limits the current request counts under, and how much of them is left
    (draft-ietf-httpapi-ratelimit-headers-10). No headers if it counts under none."""
    counted = g.get("quotas")
    if counted is None:
        return []
    rates = wired().rates
    found = [quota for limit, who in dict.fromkeys(counted) if (quota := rates.quota(limit, who)) is not None]
    if not found:
        return []
    policies = ", ".join(f'"{quota.name}";q={quota.most};w={quota.window}' for quota in found)
    return [("RateLimit-Policy", policies), ("RateLimit", ", ".join(f'"{quota.name}";r={quota.left};t={quota.reset}' for quota in found))]


def caller(token: Token | None) -> str:
    """Return the name under which a visitor's requests are counted. All links of a chain have one name: otherwise each rematch would
    begin at 0 again."""
    return place_of(request.remote_addr or "") if token is None else f"{token.club}_{token.first}"


def guesser(token: Token) -> Guesser:
    """Return who tries the PIN in the current request, which has this token."""
    return Guesser(f"{token.first}@{place_of(request.remote_addr or '')}", token.answerable)


def wrong_secret(problem: Problem) -> Problem:
    """Count a wrong PIN, invitation or token that the current request had in its body. Returns the problem to answer with: `problem`, or
    `too-many-requests`."""
    seconds = _counted("wrong_secrets", caller(g.get("visitor")))
    return problem if seconds is None else _too_many(seconds)


def _as_secret(problem: Problem) -> Problem:
    return wrong_secret(problem) if problem.type.slug == "wrong-pin" else problem


def _kind(endpoint: str | None) -> str:
    name, value = COSTLY_AS.get(endpoint or "", ("", ""))
    if endpoint in COSTLY or (name and request.args.get(name) == value):
        return "costly"
    return "reads" if request.method in SAFE else "writes"


def _visitor() -> Token | None:
    """Return the visitor's token; None if it is missing or wrong, or cannot be looked up now. A wrong token is counted."""
    try:
        return visitor()
    except Problem as problem:
        if problem.type.slug == "token-invalid":
            refuse_over(_counted("wrong_secrets", caller(None)))
    except (RedisError, StoreUnavailable):
        pass
    return None


def refuse_over(seconds: int | None, said: str = "Too many requests.") -> None:
    """Raise Problem `too-many-requests` if the caller must wait. `seconds`: how long; None: not at all. `said`: says why."""
    if seconds is not None:
        raise _too_many(seconds, said)


def _too_many(seconds: int, said: str = "Too many requests.") -> Problem:
    wait = f"{seconds} seconds" if seconds < 2 * MINUTE else f"{-(-seconds // MINUTE)} minutes"
    return Problem("too-many-requests", f"{said} Try again in {wait}.", headers={"Retry-After": str(seconds)})
