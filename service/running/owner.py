"""Makes links for the owner of the machine, who can get a link with the rights of a director of club `home` at any time."""

from service.store.clubs.clubs import Clubs
from service.store.keys import HOME


def first_token(clubs: Clubs) -> str | None:
    """Make club `home` and issue its owner's token; return the token's secret string, or None if the club exists already."""
    return new_token(clubs) if clubs.found(HOME) else None


def new_token(clubs: Clubs) -> str:
    """Issue a token that may read, record and direct in club `home` and does not expire; return its secret string."""
    clubs.found(HOME)
    return clubs.issue(HOME, "owner", "direct")[1]


def link(where: str, token: str) -> str:
    """Return a link that signs in anyone who opens it. `where`: the URL of the service. The token is in the link's fragment, which a
    browser does not send, so that no server or log ever sees it."""
    return f"{where}/join#{token}"
