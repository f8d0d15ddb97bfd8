"""The owner: the person who runs the machine can always get a link that directs the club `home`."""

from service.store.clubs.clubs import Clubs
from service.store.keys import HOME


def first_token(clubs: Clubs) -> str | None:
    """Make club `home` and the token of its owner; None if the club exists already."""
    return new_token(clubs) if clubs.found(HOME) else None


def new_token(clubs: Clubs) -> str:
    """A new token that may read, record and direct in club `home`; it does not expire."""
    clubs.found(HOME)
    return clubs.issue(HOME, "owner", "direct")[1]


def link(where: str, token: str) -> str:
    """The page at the address `where` that signs its reader in. The token is in the fragment, which no server and no log ever sees."""
    return f"{where}/join#{token}"
