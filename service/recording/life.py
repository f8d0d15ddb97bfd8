"""Records what players say about a result: confirmations, and answers to claims; and sets the PINs of seats. Players use the link of their
seat, the check-in link of their entry in a tournament, or a PIN."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered
from domain.kernel.shapes import Fault
from domain.record.batch import Draft, repeats
from domain.record.chain import hashes
from domain.record.consent import answers_given, not_acting, nothing_to_answer, nothing_to_confirm, same_answer, winner_alone
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.life import confirming
from domain.record.refusals import Refusal, Refused, invalid, raise_refusal
from domain.record.sittings import sittings_of
from domain.tournament.reading import TournamentReading
from domain.tournament.seating import entries_by_seat
from domain.tournament.taking import places
from service.recording.games import GameRecorder, Games, derived
from service.store.clubs.clubs import Token
from service.store.errors import NoSuchStream
from service.store.keys import GameId, StreamId, club_of
from service.store.pins import Guesser, Pin, SeatPins, TooManyTries
from service.store.streams.append import Appended
from service.store.streams.seen import Seen
from service.store.tournaments.tournaments import EntryPins

# --- PINs ---------------------------------------------------------------------------------------------------------------------------------


def wrong_pin(kept: Sequence[Pin], whose: str, sent: str, by: Guesser) -> Refusal | None:
    """Return why the PIN that was sent is refused; None if it is one of the PINs in `kept`. Counts wrong tries. `whose`: whose PIN it
    should be, such as `seat 2`. `by`: who tries it. Raises Refused after too many wrong tries."""
    there = [pin for pin in kept if pin.there]
    if not there:
        return invalid(Fault("/pin", f"cannot be checked: {whose} has no PIN"))
    right = any(fits(pin, whose, sent, by) for pin in there)
    return None if right else Refusal("wrong-pin", f"This is not the PIN of {whose}.", (Fault("/pin", "is wrong"),))


def fits(kept: Pin, whose: str, sent: str, by: Guesser) -> bool:
    """Whether the PIN that was sent is right. Counts wrong tries. Raises Refused after too many wrong tries."""
    try:
        return kept.fits(sent, by)
    except TooManyTries as refused:
        said = f"Too many wrong PINs for {whose} from this phone: try again in {refused.seconds} seconds."
        others = "Meanwhile the player's own link confirms, or the PIN on another phone."
        raise Refused(Refusal("too-many-attempts", f"{said} {others}", wait=refused.seconds)) from None


# --- who sits where -----------------------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """The table of a tournament at which a game is played. `entries`: {seat: the entries that may sit there}. Empty if the game is not
    linked to a table of the tournament. `now`: the tournament; None if the game's club does not have it."""

    tournament: StreamId
    now: TournamentReading | None
    entries: Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Finds who sits at a game's table, and the PINs with which they confirm on somebody else's phone. In a game of a tournament only the
    PINs of entries count: a seat's PIN could be set by the phone that records (docs/decisions/tournaments.md). `tournament_of`: returns the
    current reading of a tournament. Every method may raise the errors of the store."""

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


# --- what players say ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Life:
    """Records players' confirmations and answers, and sets PINs. Every method may raise Refused, Conflict and the errors of the store."""

    recorder: GameRecorder
    games: Games
    sitting: Sitting

    def confirm(self, game: GameId, token: Token, seat: Seat, seen: Seen, pin: str | None, by: Guesser) -> Appended:
        """Record that the player in `seat` confirms the result that they have `seen`, at the record's last version. `pin`: the one that was
        sent; `by`: who sent it. The seat's own link, or the check-in link of the entry there, needs none."""
        now = self.games.state(game)
        table = self.sitting.table(game, now, token)
        raise_refusal(not_confirming(token, seat, table))
        through = seen.version
        event_id = derived(game, f"confirmation {seat} {through}")
        if through != now.version and all(event.id != event_id for event in now.events):
            raise self.recorder.conflict(game, through, now)
        then = now.at(through)
        raise_refusal(nothing_to_confirm(then, seat))
        if not acts_for(token, seat, table):
            raise_refusal(_winner_alone(then, seat))
            raise_refusal(self._wrong_pin(game, then, seat, table, pin, by))
        *_, hash_ = hashes(then.events)
        act = confirming(seat, through, hash_, then.system.outcome(then.table))
        return self.recorder.add(game, token, seen, [Draft(act, event_id)])

    def answer(self, game: GameId, token: Token, act: ClaimAnswered, expected: Seen | None) -> Appended:
        """Record a seat's answer to a claim or concession. Nothing is recorded if the seat's current answer says the same."""
        raise_refusal(not_acting(token.seat, token.scopes, act.seat))
        now = self.games.state(game)
        draft = _answering(game, now, act)
        if not repeats([draft], now.events):
            raise_refusal(nothing_to_answer(now, act))
        return self.recorder.add(game, token, expected, [draft])

    def set_pin(self, game: GameId, token: Token, seat: Seat, pin: str) -> None:
        """Set the PIN of `seat`, in which somebody must sit. The link of a table may not do this: anybody who holds the phone of the table,
        or took a picture of its code, could choose the PIN and then confirm alone."""
        now = self.games.state(game)
        table = self.sitting.table(game, now, token)
        if table is not None:
            raise Refused(Refusal("pin-set", _use_the_entrys(table)))
        raise_refusal(not_acting(token.seat, token.scopes, seat))
        if token.seat != seat and token.limited and "direct" not in token.scopes:
            raise Refused(Refusal("pin-set", f"The link of a table sets no PIN. {_setters(seat)} sets it."))
        (kept,) = self.sitting.pins(game, now, seat, table)
        if token.seat != seat and "direct" not in token.scopes and kept.there:
            raise Refused(Refusal("pin-set", f"Seat {seat} has a PIN already. Only the link of that seat or a director can change it."))
        kept.put(pin)

    def with_pin(self, game: GameId, token: Token) -> list[Seat]:
        """Return the seats whose player can confirm with a PIN, ascending. While nobody has confirmed a result, no winner can."""
        now = self.games.state(game)
        table = self.sitting.table(game, now, token)
        able = (seat for seat in sorted(sittings_of(now).taken) if not winner_alone(now, seat))
        return [seat for seat in able if any(pin.there for pin in self.sitting.pins(game, now, seat, table))]

    def _wrong_pin(self, game: GameId, seen: Reading, seat: Seat, table: Table | None, pin: str | None, by: Guesser) -> Refusal | None:
        """Return why the PIN of the player in `seat` is refused; None if it is right. Counts wrong tries. Raises Refused after too many
        wrong tries."""
        if pin is None:
            return invalid(Fault("/pin", f"is required, because this is not the link of seat {seat}"))
        if table is not None and not table.entries:
            return invalid(Fault("/pin", "cannot be checked: this game is not linked to a table of its tournament"))
        whose = f"seat {seat}" if table is None else f"the entry in seat {seat}"
        return wrong_pin(self.sitting.pins(game, seen, seat, table), whose, pin, by)


def _winner_alone(seen: Reading, seat: Seat) -> Refusal | None:
    """Return why the PIN of the player in `seat` is not asked for; None if it is. On the phone of the table, the scorekeeper may be the
    winner. Then nobody else would stand behind the result."""
    if not winner_alone(seen, seat):
        return None
    said = f"Seat {seat} won. Somebody who did not win confirms the result first; or seat {seat} confirms it with its own link."
    return Refusal("second-person-needed", said)


def _setters(seat: Seat) -> str:
    return f"The link of seat {seat}, a scorekeeper of the club or a director"


def _use_the_entrys(table: Table) -> str:
    address = f"PUT /tournaments/{table.tournament}/entries/{{entry}}/pin"
    return f"In a game of a tournament, players use the PIN of their entry. Its check-in link or a director sets it: {address}."


def _answering(game: GameId, now: Reading, act: ClaimAnswered) -> Draft:
    """Make the draft for the answer `act`. If the seat repeats its current answer, the draft is the same as before, and the store does not
    record it twice."""
    counts = same_answer(now, act)
    if counts is not None:
        return Draft(act, counts.id, counts.after, counts.at, counts.offset)
    return Draft(act, derived(game, f"answer {act.claim} {act.seat} {act.accepts} {answers_given(now, act)}"))
