"""Erases a person everywhere in the store: in the directory, in tournaments, and in tokens, invitations and PINs."""

from redis import Redis

from domain.kernel.events import PersonId, TokenId
from service.store.clubs.members import Members
from service.store.forgetting import forget_pins
from service.store.keys import Club
from service.store.tournaments.tournaments import TournamentStreams


def erase_everywhere(
    redis: Redis, members: Members, tournaments: TournamentStreams, club: Club, person: PersonId, by: TokenId, *, owner: bool
) -> None:
    """Delete a person's names permanently, end the membership, withdraw the person's tokens, invitations and check-in links, and delete the
    person's PINs. Safe to repeat. `owner`: whether the request comes from an owner or from the person to be erased.

    The server's log of writes still holds the names until the log is rewritten (service/store/rewriting.py). Raises UnknownPerson,
    LastOwner, OnlyForOwners, StoreUnavailable.
    """
    members.erase(club, person, by, owner=owner)
    ids = members.people.directory(club).ids_of(person)
    members.clubs.erase_links(club, tournaments.scrub(club, ids))
    forget_pins(redis, club, ids)
