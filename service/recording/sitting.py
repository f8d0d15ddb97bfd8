"""Finds the entries of a tournament that sit in the seats of a game, and the PINs that players use to confirm on somebody else's phone.

In a game that belongs to no tournament, each seat has its own PIN. In a game of a tournament, only the PINs of entries count. Seats have no
PINs in such a game, because the phone that records could set them (docs/decisions/tournaments.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.cards import Seat
from domain.record.consent import not_acting
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.refusals import Refusal
from domain.tournament.reading import TournamentReading
from domain.tournament.seating import entries_by_seat
from domain.tournament.taking import places
from service.store.clubs.clubs import Token
from service.store.errors import NoSuchStream
from service.store.games.pins import SeatPins
from service.store.keys import GameId, StreamId, club_of
from service.store.pins import Pin
from service.store.tournaments.pins import EntryPins


class Table(NamedTuple):
    """The table of a tournament at which a game is played. `entries`: {seat: the entries that may sit there}. Empty if the game is not
    linked to a table of the tournament. `now`: the tournament; None if the game's club does not have it."""

    tournament: StreamId
    now: TournamentReading | None
    entries: Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Finds who sits at a game's table. `tournament_of`: returns the current reading of a tournament. Every method may raise the errors of
    the store."""

    seats: SeatPins
    entries: EntryPins
    tournament_of: Callable[[StreamId], TournamentReading]

    def table(self, game: GameId, reading: Reading, token: Token) -> Table | None:
        """Return the table at which a game is played. Its tournament is the one that the game was opened for, or else the one of the
        sender's link. Return None if there is neither, because the game belongs to no tournament."""
        opened_for = reading.opened.tournament
        tournament = token.tournament if opened_for is None else StreamId(opened_for.tournament)
        if tournament is None:
            return None
        now = self._tournament(game, tournament)
        linked = [] if now is None else places(now.state).get(game, [])
        if now is None or not linked:
            return Table(tournament, now, {})
        seated = now.state.rounds[linked[0].round].tables[linked[0].table]
        return Table(tournament, now, entries_by_seat(now.state, seated, reading.opened))

    def pins(self, game: GameId, reading: Reading, seat: Seat, table: Table | None) -> Sequence[Pin]:
        """Return the PINs that count for a seat: the PIN of the player in that seat, or the PINs of the entries there. Some of these PINs
        may still be unset."""
        if table is None:
            return [self.seats.of(game, seat, people_of(reading).get(seat))]
        if table.now is None:
            return []
        return [self.entries.of(table.tournament, table.now, entry) for entry in table.entries.get(seat, ())]

    def _tournament(self, game: GameId, tournament: StreamId) -> TournamentReading | None:
        """Return a tournament of the game's club; None if there is none. An imported game may name any tournament."""
        try:
            return self.tournament_of(tournament) if club_of(tournament) == club_of(game) else None
        except NoSuchStream:
            return None


def acts_for(token: Token, seat: Seat, table: Table | None) -> bool:
    """Whether a token belongs to the person in `seat`: it is the link of the seat, or the check-in link of an entry there."""
    if token.entry is None or table is None:
        return token.seat == seat
    return token.tournament == table.tournament and token.entry in table.entries.get(seat, ())


def not_confirming(token: Token, seat: Seat, table: Table | None) -> Refusal | None:
    """Return the refusal if a token may not confirm for `seat`, not even with a PIN; else None."""
    if token.entry is None:
        return not_acting(token.seat, token.scopes, seat)
    if acts_for(token, seat, table):
        return None
    return Refusal("no-right", f"Entry {token.entry} does not sit in seat {seat}.", needs="record")
