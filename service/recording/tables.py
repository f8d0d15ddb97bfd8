"""Opens the game of a tournament's table, and links it to the table.

The id of the opening event follows from the table, its sides, the number of earlier links to games, and the secret of the tournament. So
two phones that ask at the same time open the same game, and a repeated request completes an interrupted one. The link is appended only if
nothing has changed in the tournament since the sides were read; otherwise they are read again.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.events import EventId, GameOpened, TournamentTable
from domain.kernel.events.tournaments import TableLinked
from domain.record.batch import Draft
from domain.record.fold import Reading
from domain.record.refusals import Refusal, Refused
from domain.systems import SYSTEMS
from domain.tournament.reading import TournamentReading
from domain.tournament.seating import seats_of
from domain.tournament.state import Seated
from domain.tournament.taking import TableOfRound
from service.recording.games import GameRecorder
from service.recording.limits import Chains
from service.recording.recorder import When, Writer
from service.recording.tournaments import TournamentDraft, TournamentRecorder, Tournaments
from service.store.errors import BodyDiffers, Conflict, Contended, NoSuchGame
from service.store.keys import GameId, StreamId, club_of, game_id
from service.store.streams.append import Appended
from service.store.streams.streams import ATTEMPTS
from service.store.tournaments.tournaments import Secrets

DERIVED: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/tables")
"""The UUID namespace of the ids of openings and links."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Opens the games of tables. `game_of`: returns the current reading of a game. May raise Refused (`not-opened`) and the errors of the
    store."""

    games: GameRecorder
    tournaments: TournamentRecorder
    kind: Tournaments
    game_of: Callable[[GameId], Reading]
    secrets: Secrets
    chains: Chains

    def open(self, stream: StreamId, writer: Writer, place: TableOfRound, when: When, *, again: bool = False) -> Appended:
        """Open the game of a table, or return the game that the table has. The caller has checked that the writer may, and sees the round.
        `again`: open another game, because the linked one was annulled or abandoned; if another request has done so, return that game."""
        mine: GameId | None = None
        for attempted in range(ATTEMPTS):
            now = self.kind.state(stream)
            seated, attempt = _seated(now, place), 1 + _links(now, place)
            if seated.game is not None and not self._opens_another(GameId(seated.game), attempt, again=again):
                if self.tournaments.confirmed(stream) < now.version:
                    continue
                return self._there(GameId(seated.game), mine)
            self.tournaments.keep_reserve(now.version + 1, writer)
            act = self._opening(stream, now, place, seated)
            if attempted == 0:
                self.chains.take(writer, "games")
            made, appended = self._opened(
                stream, writer, Draft(act, self._id(stream, place, seated, attempt), at=when.at, offset=when.offset)
            )
            mine = made if appended else mine
            try:
                self.tournaments.add(
                    stream, writer, now.version, [TournamentDraft(TableLinked(*place, made), _link_id(stream, place, made))]
                )
            except Conflict:
                continue  # somebody else recorded something, perhaps this very link
            return self._there(made, mine)
        raise Contended(stream)

    def _opens_another(self, linked: GameId, attempt: int, *, again: bool) -> bool:
        """Whether a new game must be opened in place of `linked`. `attempt`: the number of the new game among all games of the table."""
        if not again:
            return False
        try:
            result = self.game_of(linked).result
        except NoSuchGame:
            return True
        if not result.decided and result.state in ("annulled", "abandoned", "final"):
            return True
        if attempt > 2:  # an earlier try of this request has already linked another game
            return False
        raise _not_opened(f"The game of this table is {result.state}. To open another game, annul or abandon this one first.")

    def _opening(self, stream: StreamId, now: TournamentReading, place: TableOfRound, seated: Seated) -> GameOpened:
        state, ends = now.state, now.state.settings.round
        system = SYSTEMS.get(state.system)
        if state.finished:
            raise _not_opened("The tournament is finished.")
        if system is None:
            raise _not_opened(f"This Faceup does not know the game {state.system}.")
        people = [person for entry in seated.entries if entry in state.entries for person in state.entries[entry].people]
        seats = seats_of(state, seated, system, frozenset(self.kind.people.names(club_of(stream), people)))
        if isinstance(seats, str):
            raise _not_opened(seats)
        rules = system.rules_again(state.rules, len(seats))
        table = TournamentTable(stream, *place, ends.ends, ends.hands if ends.ends == "hands" else None)
        return GameOpened(system.slug, rules, seats, state.visibility, tournament=table)

    def _opened(self, stream: StreamId, writer: Writer, draft: Draft) -> tuple[GameId, bool]:
        """Open the game, and return its id and whether this call opened it."""
        club = club_of(stream)
        try:
            made = self.games.open(club, writer, draft)
        except BodyDiffers:  # the game was opened before, with other names or settings, or at another time
            return game_id(club, draft.id), False
        return made.game, made.outcome == "appended"

    def _there(self, game: GameId, mine: GameId | None) -> Appended:
        """Return what is known of the table's game. `mine`: the game that this request opened, if any."""
        return self.games.there(game, "appended" if game == mine else "already-there", ((1, self.game_of(game).events[0].id),))

    def _id(self, stream: StreamId, place: TableOfRound, seated: Seated, attempt: int) -> EventId:
        sides = "/".join(",".join(map(str, side)) for side in seated.sides)
        name = f"{stream} {place.round} {place.table} {attempt} {sides}"
        return EventId(str(uuid5(DERIVED, hmac.digest(self.secrets.of(stream), name.encode(), "sha256").hex())))


def _seated(now: TournamentReading, place: TableOfRound) -> Seated:
    paired = now.state.rounds.get(place.round)
    seated = None if paired is None else paired.tables.get(place.table)
    if paired is None or seated is None:
        raise _not_opened(f"Round {place.round} has no table {place.table} any more.")
    if not paired.published:  # the list of games would show the new game, and so who is paired
        raise _not_opened(f"Round {place.round} is not published.")
    return seated


def _links(now: TournamentReading, place: TableOfRound) -> int:
    """Return how often a game was linked to the table. Withdrawn links count too."""
    acts = [event.act for event in now.events if isinstance(event.act, TableLinked)]
    return sum((act.round, act.table) == place for act in acts if isinstance(act, TableLinked))


def _link_id(stream: StreamId, place: TableOfRound, game: GameId) -> EventId:
    return EventId(str(uuid5(DERIVED, f"{stream} {place.round} {place.table} link {game}")))


def _not_opened(detail: str) -> Refused:
    return Refused(Refusal("not-opened", detail))
