"""Records what players say about a result: confirmations, and answers to claims; and sets the PINs of seats. Players use the link of their
seat, the check-in link of their entry in a tournament, or a PIN."""

from dataclasses import dataclass

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered
from domain.kernel.shapes import Fault
from domain.record.batch import Draft, repeats
from domain.record.chain import hashes
from domain.record.consent import answers_given, not_acting, nothing_to_answer, nothing_to_confirm, same_answer, winner_alone
from domain.record.fold import Reading
from domain.record.life import confirming
from domain.record.refusals import Refusal, Refused, invalid, raise_refusal
from domain.record.sittings import sittings_of
from service.recording.games import GameRecorder, Games
from service.recording.opening import derived
from service.recording.pins import wrong_pin
from service.recording.sitting import Sitting, Table, acts_for, not_confirming
from service.store.clubs.clubs import Token
from service.store.errors import Conflict
from service.store.keys import GameId
from service.store.pins import Guesser
from service.store.streams.append import Appended


@dataclass(frozen=True, slots=True)
class Life:
    """Records players' confirmations and answers, and sets PINs. Every method may raise Refused, Conflict and the errors of the store."""

    recorder: GameRecorder
    games: Games
    sitting: Sitting

    def confirm(self, game: GameId, token: Token, seat: Seat, through: int, pin: str | None, by: Guesser) -> Appended:
        """Record that the player in `seat` confirms the result at version `through`. This must be the record's last version. `pin`: the PIN
        that was sent, or None; `by`: who sent it. No PIN is needed with the seat's own link, or with the check-in link of the entry in that
        seat."""
        now = self.games.state(game)
        table = self.sitting.table(game, now, token)
        raise_refusal(not_confirming(token, seat, table))
        event_id = derived(game, f"confirmation {seat} {through}")
        if through != now.version and all(event.id != event_id for event in now.events):
            raise Conflict(through, now.version)
        seen = now.at(through)
        raise_refusal(nothing_to_confirm(seen, seat))
        if not acts_for(token, seat, table):
            raise_refusal(_winner_alone(seen, seat))
            raise_refusal(self._wrong_pin(game, seen, seat, table, pin, by))
        *_, hash_ = hashes(seen.events)
        act = confirming(seat, through, hash_, seen.system.outcome(seen.table))
        return self.recorder.add(game, token, through, [Draft(act, event_id)])

    def answer(self, game: GameId, token: Token, act: ClaimAnswered, expected: int | None) -> Appended:
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
