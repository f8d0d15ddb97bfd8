"""The members of clubs: how a club is founded, how somebody becomes a member, what ends with a membership, and how a person is erased.

Each step of a method may be repeated. So if a request was interrupted, the client can send it again to complete it. A club always keeps at
least one owner, and at least one token that lets an owner in (docs/decisions/clubs.md)."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from redis import Redis
from redis.client import Pipeline

from domain.kernel.events import EventId, PersonId, TokenId
from domain.kernel.events.club import ClubFounded, ClubNamed, Role
from service.store.clubs.clubs import SCOPE_OF, Clubs, Token
from service.store.clubs.invitations import Invitation, Invitations
from service.store.clubs.people import People
from service.store.clubs.streams import ClubDraft, derived_id, own_stream
from service.store.connect import confirming
from service.store.errors import ClubExists, Conflict, InvitationInvalid, LastOwner
from service.store.keys import Club, Keys
from service.store.pins import forget_pins
from service.store.tournaments.tournaments import TournamentStreams

# --- owners -------------------------------------------------------------------------------------------------------------------------------


def tokens_of_owners(clubs: Clubs, club: Club, now: int, but: str = "", people: Collection[PersonId] = ()) -> list[Token]:
    """Return the tokens that let an owner into the club at the time `now` (ms UTC), except the token `but` and those of `people`. Links and
    expired tokens are left out."""
    owning = [token for token in clubs.tokens(club) if token.scope == "own" and not token.limited]
    valid = [token for token in owning if token.expires is None or token.expires > now]
    return [token for token in valid if token.id != but and (token.person is None or token.person not in people)]


def withdraw_device(redis: "Redis", clubs: Clubs, token: Token, now: int) -> bool:
    """Make a token permanently invalid, as `Clubs.withdraw` does. `now`: ms UTC. Raises LastOwner if the token lets an owner in, and no
    other token of an owner is valid for at least as long."""
    if token.scope != "own" or token.limited:
        return clubs.withdraw(token.club, token.id)
    keys = Keys(token.club)

    def step(pipe: Pipeline) -> None:
        # The commands below are done again if another owner withdraws a token at the same time, or if somebody's role ends.
        if not any(_outlives(other, token) for other in tokens_of_owners(clubs, token.club, now, token.id)):
            raise LastOwner(token.id)
        pipe.multi()
        pipe.zrem(keys.tokens, token.id)
        pipe.hdel(keys.token(token.id), "hash")

    replies: Any = confirming(redis).transaction(step, keys.tokens, keys.head(own_stream(token.club)))
    clubs.forget_remembered()
    return bool(replies[1])


def _outlives(other: Token, token: Token) -> bool:
    """Whether `other` is valid for at least as long as `token`."""
    return other.expires is None or (token.expires is not None and other.expires >= token.expires)


# --- members ------------------------------------------------------------------------------------------------------------------------------


WEEK_MS: Final = 7 * 24 * 3600 * 1000
"""How many milliseconds an invitation is valid if the request names no other time."""
DEVICE_MS: Final = 10 * 60 * 1000
"""How many milliseconds a link for another device of a member is valid."""


@dataclass(frozen=True, slots=True)
class Members:
    """The members of all clubs."""

    people: People
    clubs: Clubs
    invitations: Invitations
    now: Callable[[], int]

    def found(self, club: Club, name: str, by: TokenId, naming: EventId) -> int:
        """Found a club with a name. `naming`: the id of the event that gives the club its name. A repeated call with the same id changes
        nothing. Returns when the club was founded, ms UTC. Raises ClubExists, BodyDiffers."""
        streams, stream = self.people.streams, own_stream(club)
        first = streams.events(stream, upto=2) if streams.head(stream) is not None else []
        if naming not in [event.id for event in first]:
            begun = not first or (len(first) == 1 and first[0].by == by)  # perhaps an earlier call with this token was interrupted
            if not begun or self.clubs.is_used(club):
                raise ClubExists(club)
        streams.open(club, ClubDraft(ClubFounded(club), derived_id(club, "founded")), by)
        try:
            streams.append(stream, 1, [ClubDraft(ClubNamed(name), naming)], by)
        except Conflict as faster:
            raise ClubExists(club) from faster
        return streams.events(stream, upto=1)[0].recorded_at

    def accept(self, text: str, label: str, name: str | None = None) -> tuple[Token, str]:
        """Accept the invitation whose secret string is `text`: its person becomes a member, and gets a token for this device. `name`: that
        of a new person, if the invitation has none. Returns the token and its secret string.

        Until the token is issued, an interrupted call may be repeated. If the invitation is used, withdrawn or expires during the call, the
        role is taken back. Raises InvitationInvalid, PersonGone."""
        invitation = self.invitations.presented(text)
        club, person = invitation.club, invitation.person
        role = self.people.roles(club, [person]).get(person) if invitation.role is None else self._joined(invitation, invitation.role, name)
        if role is None:
            raise InvitationInvalid("The person who made this link is no longer a member of the club.")
        token = Token(TokenId(self.clubs.letters(10)), club, SCOPE_OF[role], label, created=self.now(), person=person)
        new = self.clubs.made(token)
        try:
            self.invitations.accept(invitation, new)
        except InvitationInvalid:
            self._take_back(invitation)
            raise
        return new.token, new.secret

    def _joined(self, invitation: Invitation, role: Role, name: str | None) -> Role | None:
        """Make the invited person a member. Accepting never takes rights away: a member who has a role with more rights keeps it. Returns
        the person's role now."""
        club, person = invitation.club, invitation.person
        self.people.register(club, {person: invitation.name or name or role.capitalize()}, invitation.by)
        granted = self.people.grant(club, person, role, invitation.by, _granting(invitation), widen=True)
        self.clubs.forget_remembered()
        return granted

    def withdraw(self, club: Club, invitation: str) -> bool:
        """Make an open invitation invalid. If accepting it was interrupted, the role is taken back. Returns False if there is no such open
        invitation."""
        gone = self.invitations.withdraw(club, invitation)
        if gone is not None:
            self._take_back(gone)
        return gone is not None

    def _take_back(self, invitation: Invitation) -> None:
        """Take back the role that this invitation gave. But if a device of the person has got a token since then, by this or another
        invitation, the role stays. The only owner of a club stays owner."""
        club, event_id = invitation.club, derived_id(invitation.club, invitation.id, "taken-back")
        devices = self.clubs.devices(club, self.people.directory(club).ids_of(invitation.person))
        newest = max((device.created for device in devices), default=-1)
        with suppress(LastOwner):
            self.people.take_back(club, _granting(invitation), newest, invitation.by, event_id)
        self.clubs.forget_remembered()

    def grant(self, club: Club, person: PersonId, role: Role, by: TokenId, event_id: EventId | None = None) -> None:
        """Make a person of the directory a member, or give a member another role. Raises UnknownPerson, PersonGone, LastOwner,
        BodyDiffers."""
        if role != "owner":
            self._keep_a_way_in(club, person)
        self.people.grant(club, person, role, by, event_id or EventId(str(uuid4())))
        self.clubs.forget_remembered()

    def end(self, club: Club, person: PersonId, by: TokenId, event_id: EventId | None = None) -> None:
        """End a membership: withdraw the person's tokens and open invitations. Raises UnknownPerson, LastOwner, BodyDiffers."""
        self._keep_a_way_in(club, person)
        self.people.end(club, person, by, event_id or EventId(str(uuid4())))
        self._withdraw(club, person)

    def erase(self, club: Club, person: PersonId, by: TokenId, *, owner: bool) -> None:
        """Erase a person's names and end the membership (`People.erase`). Withdraw the person's tokens and open invitations, and delete the
        tokens' labels. Raises UnknownPerson, LastOwner, OnlyForOwners."""
        if owner:
            self._keep_a_way_in(club, person)
        self.people.erase(club, person, by, owner=owner)
        self._withdraw(club, person, erase=True)

    def _keep_a_way_in(self, club: Club, person: PersonId) -> None:
        """Raise LastOwner if this person is an owner and no other owner has a token. An owner without a token cannot get into the club."""
        known = self.people.directory(club).get(person)
        if known is not None and known.role == "owner" and not self._others(club, person):
            raise LastOwner(person)

    def _others(self, club: Club, person: PersonId) -> list[Token]:
        return tokens_of_owners(self.clubs, club, self.now(), people=self.people.directory(club).ids_of(person))

    def _withdraw(self, club: Club, person: PersonId, *, erase: bool = False) -> None:
        ids = self.people.directory(club).ids_of(person)
        self.invitations.withdraw_all(club, ids)  # Invitations are withdrawn first: after that, none of them can issue another token.
        self.clubs.withdraw_devices(club, ids, erase=erase)


def _granting(invitation: Invitation) -> EventId:
    """Return the id of the event that gives the invited person the role."""
    return derived_id(invitation.club, invitation.id, "accepted")


# --- erasing ------------------------------------------------------------------------------------------------------------------------------


def erase_everywhere(
    redis: Redis, members: Members, tournaments: TournamentStreams, club: Club, person: PersonId, by: TokenId, *, owner: bool
) -> None:
    """Delete a person's names permanently, end the membership, withdraw the person's tokens, invitations and check-in links, and delete the
    person's PINs. Safe to repeat. `owner`: whether an owner asks, or the person. The log of writes holds the names until it is rewritten
    (service/store/rewriting.py). Raises UnknownPerson, LastOwner, OnlyForOwners."""
    members.erase(club, person, by, owner=owner)
    ids = members.people.directory(club).ids_of(person)
    members.clubs.erase_links(club, tournaments.scrub(club, ids))
    forget_pins(redis, club, ids)
