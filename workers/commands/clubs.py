"""Carries out the commands `faceup club …`, which found clubs, list them, and invite people to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

import click

from domain.kernel.events import EventId
from domain.kernel.events.club import ROLES, Role
from service.clock import now_ms
from service.config import Config
from service.running import owner
from service.running.front_door import url
from service.running.server import entered
from service.store.clubs.clubs import Clubs
from service.store.clubs.invitations import Invitations
from service.store.clubs.members import WEEK_MS, Members
from service.store.clubs.people import People
from service.store.clubs.streams import FACEUP
from service.store.connect import write_client
from service.store.errors import ClubExists
from service.store.keys import RESERVED, Club, is_reserved, parse_club

VALID: Final = "The link is valid once, for seven days:"


@dataclass(frozen=True, slots=True)
class ClubCommands:
    """Carries out `faceup club …` on one store. `where`: the URL that links begin with."""

    members: Members
    where: str

    def found(self, name: str, called: str | None) -> list[str]:
        """Found the club `name`. `called`: its name in words; None if it is the same as `name`. Returns the lines to print, with the
        invitation of its owner. Raises BadParameter."""
        club = _club(name)
        try:
            self.members.found(club, called or name, FACEUP, EventId(str(uuid4())))
        except ClubExists:
            raise click.BadParameter(f"there is a club {club} already; choose another name", param_hint="NAME") from None
        founded = f"The club {club} is founded. The first person who opens this link becomes its owner."
        return [founded, *self._invitation(club, "owner", None)]

    def listed(self) -> list[str]:
        """Return the lines to print, one for each club: its short name, its name in words, and how many members it has."""
        lines = []
        for club in self.members.clubs.names_of_clubs():
            directory = self.members.people.directory(club)
            number = len(directory.members)
            lines.append(f"{club}: {directory.called or club}, {number} member{'' if number == 1 else 's'}")
        return lines

    def invited(self, club: str, role: str, name: str | None) -> list[str]:
        """Make an invitation to `club`. `name`: the name of the invited person; None: the person enters a name. Returns the lines to print.
        Raises BadParameter."""
        known = self.members.clubs.names_of_clubs()
        if club not in known:
            raise click.BadParameter(f"there is no club {club!r:.40}; there are: {', '.join(known)}", param_hint="CLUB")
        (given,) = (each for each in ROLES if each == role)
        return self._invitation(Club(club), given, name)

    def _invitation(self, club: Club, role: Role, name: str | None) -> list[str]:
        _, secret = self.members.invitations.make(club, role, FACEUP, now_ms() + WEEK_MS, name=name)
        return [VALID, owner.link(self.where, secret)]


@contextmanager
def club_commands(config: Config) -> Iterator[ClubCommands]:
    """Yield the `ClubCommands` for the store that `config` names. The store is closed at the end of the block."""
    with entered(config) as store, write_client(store, copies=config.copies) as redis:
        people = People(redis, now_ms)
        clubs = Clubs(redis, now_ms, roles_of=people.roles)
        yield ClubCommands(Members(people, clubs, Invitations(redis, now_ms, clubs.letters), now_ms), url(config))


def _club(name: str) -> Club:
    try:
        club = parse_club(name)
    except ValueError as fault:
        raise click.BadParameter(f"{fault}: a club name has 2 to 16 lower-case letters and digits", param_hint="NAME") from fault
    if is_reserved(club):
        raise click.BadParameter(f"names that begin with {RESERVED} are kept for practice tables; choose another name", param_hint="NAME")
    return club
