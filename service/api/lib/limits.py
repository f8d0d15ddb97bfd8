"""What answers say about a token: who owns it, and what it is limited to."""

from typing import Annotated, NotRequired, TypedDict, cast

from service.store.clubs.clubs import Token


class Limits(TypedDict):
    person: NotRequired[Annotated[str, "The member to whom the token belongs. The token has the scopes of that member's role."]]
    game: NotRequired[Annotated[str, "The only game that the token is for."]]
    seat: NotRequired[Annotated[int, "The token sees what this seat sees."]]
    tournament: NotRequired[Annotated[str, "The only tournament that the token is for."]]
    table: NotRequired[Annotated[int, "In that tournament, the token records only at this table."]]
    entry: NotRequired[Annotated[int, "In that tournament, the token checks in this entry and acts for it."]]


def limits_of(token: Token) -> Limits:
    """Return the limits of a token. Limits that the token does not have are left out."""
    limits = {name: getattr(token, name) for name in Limits.__annotations__}
    return cast("Limits", {name: limit for name, limit in limits.items() if limit is not None})
