"""The registered types of problem documents (RFC 9457). docs/problems.md describes them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A registered type: `slug` (its URI is `/problems/<slug>`), HTTP status, title, and what the sender can do about it."""

    slug: str
    status: int
    title: str
    remedy: str


PROBLEMS: Final[dict[str, ProblemType]] = {
    kind.slug: kind
    for kind in (
        ProblemType("bad-request", 400, "The request cannot be read", "Correct the request line or its headers."),
        ProblemType(
            "malformed-body",
            400,
            "The body cannot be read as JSON",
            "Send one JSON value (RFC 8259) in UTF-8, without NaN or Infinity, without repeated keys, nested at most 32 deep.",
        ),
        ProblemType("token-missing", 401, "A token is needed", "Send `Authorization: Bearer <token>`, or open the link you were given."),
        ProblemType("token-invalid", 401, "This token is not valid", "It is unknown, expired or withdrawn: ask for a new link."),
        ProblemType("csrf", 403, "The CSRF token is missing or wrong", "Send the `csrf` of GET /api/v1/session as `X-CSRFToken`."),
        ProblemType(
            "no-right", 403, "This token does not allow that", "Ask a director of the club for a token with the scope named in `needs`."
        ),
        ProblemType(
            "confirmed",
            403,
            "The result is settled",
            "Events up to `through` are settled. Ask a director, or send a batch that leaves scores and winners as they are.",
        ),
        ProblemType(
            "second-person-needed",
            403,
            "A second person must approve the result",
            "Send an entry at that table with its PIN, use the check-in link of such an entry, or ask a director.",
        ),
        ProblemType(
            "wrong-pin", 403, "This is not the right PIN", "Try again. The link of the seat or entry, or a director, can set a new PIN."
        ),
        ProblemType("pin-set", 403, "You may not set this PIN", "`detail` says who can set it, or which PIN to use instead."),
        ProblemType("wider-view", 403, "This token may not see that view", "Leave `view` out, or name a view that shows less."),
        ProblemType(
            "history-closed", 403, "The history of a game in play is closed", "Ask for the current state, or wait until the game has ended."
        ),
        ProblemType(
            "not-found", 404, "There is nothing here", "Check the address and the token: what the token may not read is not found either."
        ),
        ProblemType("method-not-allowed", 405, "This address does not accept that method", "Use one of the methods in the `Allow` header."),
        ProblemType("not-acceptable", 406, "Not available in that form", "Ask for one of the formats that `detail` names."),
        ProblemType("not-yet", 409, "That version has not been reached", "The version was not reached within a second: ask again."),
        ProblemType(
            "record-differs",
            409,
            "A different record of this game is stored here",
            "Both records have the same opening, but differ later; `versions` names the first event that differs. Nothing was stored.",
        ),
        ProblemType(
            "record-damaged",
            409,
            "The stored record is damaged",
            "Other records are not affected. The operator can find and mend the damage: `faceup doctor --records`.",
        ),
        ProblemType(
            "not-finished",
            409,
            "Not finished yet",
            "For a game: play it to its end, or record its result. For an archive: wait until it is done.",
        ),
        ProblemType(
            "not-paired",
            409,
            "There is no next round yet",
            "`detail` says why. Enter missing results, change the settings, or take the pairing in `least` with `accept_least`.",
        ),
        ProblemType("not-opened", 409, "This table's game cannot be opened", "`detail` says why."),
        ProblemType("club-exists", 409, "There is a club with this name", "Choose another short name for the new club."),
        ProblemType("last-owner", 409, "A club keeps its last owner", "Make somebody else an owner first."),
        ProblemType(
            "same-tournament",
            409,
            "Both play in one tournament",
            "`detail` names the tournament. Merge the two when it is finished.",
        ),
        ProblemType(
            "invitation-invalid",
            410,
            "This invitation is not valid",
            "It is unknown, was accepted or withdrawn, or has expired: ask for a new one.",
        ),
        ProblemType("person-erased", 410, "This person was erased", "This id cannot get a name again. Register the person under a new id."),
        ProblemType(
            "conflict",
            412,
            "The record is at another version",
            "If `actual` is higher than `expected`, read the events after `expected`, then send again with the version `actual`. If it is "
            "not higher, the server has lost the version that you know, or never had it: read the record from its beginning.",
        ),
        ProblemType("too-large", 413, "The body is too large", "At most 500 events and 256 KiB at a time: send several batches."),
        ProblemType("unsupported-media-type", 415, "The body must be JSON", "Send `Content-Type: application/json`."),
        ProblemType("invalid", 422, "Some fields are wrong", "`errors` names every wrong field. Nothing was stored."),
        ProblemType(
            "record-refused",
            422,
            "The file is not a record that can be kept here",
            "`errors` names faults with their lines; more may show when these are mended. Nothing was stored. A changed file cannot be "
            "repaired: export it again.",
        ),
        ProblemType(
            "id-taken",
            422,
            "This id is already used for something else",
            "Use a new id or Idempotency-Key, or send the first body unchanged.",
        ),
        ProblemType(
            "too-many-requests", 429, "Too many requests", "Wait `Retry-After` seconds, then try again. `/docs/limits` has the limits."
        ),
        ProblemType(
            "over-budget",
            422,
            "The budget of this record is used up",
            "`detail` says what is used up, and what can still be recorded; `budget` has the numbers. Nothing was stored.",
        ),
        ProblemType(
            "not-removable",
            409,
            "The game stays in the lists",
            "`detail` says why. Only a game without a result can be removed: one that nobody played, or that was given up.",
        ),
        ProblemType("too-many-attempts", 429, "Too many attempts", "Wait `Retry-After` seconds, then try again."),
        ProblemType(
            "precondition-required",
            428,
            "A version is needed in If-Match",
            'Send the last version you know, `If-Match: "<version>"`. `*` appends at the end, where that is allowed.',
        ),
        ProblemType(
            "too-costly",
            422,
            "This takes too much work",
            "Ask for less: an earlier version, a smaller file. An operator can raise the limit (FACEUP_HEAVY_SECONDS).",
        ),
        ProblemType("busy", 503, "Too many long requests at the moment", "Ask again after `Retry-After` seconds."),
        ProblemType(
            "contended", 503, "Others write here at the same moment", "Nothing was stored. Send the same again after `Retry-After` seconds."
        ),
        ProblemType("too-many-streams", 503, "All live streams are in use", "Ask again after `Retry-After` seconds, or poll the state."),
        ProblemType("internal", 500, "The service failed", "The fault is in the service, not in your request: please report it."),
        ProblemType(
            "disk-full",
            507,
            "The disk is full",
            "Nothing was stored; reading goes on. The operator must make room. Send the same again after `Retry-After` seconds.",
        ),
        ProblemType(
            "store-unavailable",
            503,
            "The store does not answer",
            "Try again. It is not known whether a write was stored: repeat it with the same ids.",
        ),
    )
}
"""Every problem type by its slug. Other HTTP errors 4xx get the type `bad-request` and keep their status."""
