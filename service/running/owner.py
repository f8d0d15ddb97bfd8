"""Makes links for the owner of the machine, who owns club `home`."""

from typing import Final

from service.clock import now_ms
from service.store.clubs.clubs import Clubs
from service.store.keys import HOME

PHONE_MS: Final = 90 * 24 * 3600 * 1000
"""How long a token for the owner's phone is valid: as long as a session. Every start in a terminal may issue such a token, so these tokens
must expire."""


def first_token(clubs: Clubs) -> str | None:
    """Make club `home` and issue its owner's token. Returns the token's secret string; None if the club exists already."""
    return new_token(clubs) if clubs.found(HOME) else None


def new_token(clubs: Clubs) -> str:
    """Issue a token that may do everything in club `home` and does not expire; return its secret string."""
    clubs.found(HOME)
    return clubs.issue(HOME, "owner", "own")[1]


def phone_token(clubs: Clubs) -> str:
    """Issue a token like `new_token`, but one that expires after PHONE_MS; return its secret string."""
    return clubs.issue(HOME, "owner, by the code in the terminal", "own", expires=now_ms() + PHONE_MS)[1]


def link(where: str, token: str) -> str:
    """Return a link that signs in anyone who opens it. `where`: the service's URL. Browsers do not send the fragment, so no server or log
    sees the token."""
    return f"{where}/join#{token}"
