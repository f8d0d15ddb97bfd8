"""Links for the owner, who runs the machine: at any time the owner can get a link that directs the club `home`."""

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
    """The link that signs its reader in, at the service's address `where`. The token is in the fragment, which no server or log ever
    sees."""
    return f"{where}/join#{token}"
