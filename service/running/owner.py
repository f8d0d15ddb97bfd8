"""Makes links for the owner of the machine, with the rights of a director of club `home`."""

from service.store.clubs.clubs import Clubs
from service.store.keys import HOME


def first_token(clubs: Clubs) -> str | None:
    """Make club `home` and issue its owner's token. Returns the token's secret string; None if the club exists already."""
    return new_token(clubs) if clubs.found(HOME) else None


def new_token(clubs: Clubs) -> str:
    """Issue a token that may read, record and direct in club `home` and does not expire; return its secret string."""
    clubs.found(HOME)
    return clubs.issue(HOME, "owner", "direct")[1]


def link(where: str, token: str) -> str:
    """Return a link that signs in anyone who opens it. `where`: the service's URL. Browsers do not send the fragment, so no server or log
    sees the token."""
    return f"{where}/join#{token}"
