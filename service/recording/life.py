"""Records what players say about a result: confirmations, and answers to claims. Players use the link of their seat, or a PIN."""

from dataclasses import dataclass

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, PersonId
from domain.kernel.shapes import Fault
from domain.record.batch import Draft, repeats
from domain.record.chain import hashes
from domain.record.consent import answers_given, not_acting, nothing_to_answer, nothing_to_confirm, same_answer
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.life import confirming
from domain.record.refusals import Refusal, Refused, held, invalid
from service.recording.games import Games, GameWay
from service.recording.opening import derived
from service.store.clubs.clubs import Token
from service.store.games.pins import Pins, TooManyTries
from service.store.keys import GameId
from service.store.outcomes import Conflict
from service.store.streams.streams import Appended


@dataclass(frozen=True, slots=True)
class Life:
    """Records players' confirmations and answers. Both methods may raise Refused, Conflict and the errors of the store."""

    way: GameWay
    games: Games
    pins: Pins

    def confirm(self, game: GameId, token: Token, seat: Seat, through: int, pin: str | None) -> Appended:
        """Record that the player in `seat` confirms the result at version `through`, which must be the record's last. `pin`: the PIN that
        was sent, or None; the seat's own link needs none."""
        held(not_acting(token.seat, token.scopes, seat))
        now = self.games.state(game)
        event_id = derived(game, f"confirmation {seat} {through}")
        if through != now.version and all(event.id != event_id for event in now.events):
            raise Conflict(through, now.version)
        seen = now.at(through)
        held(nothing_to_confirm(seen, seat))
        if token.seat != seat:
            held(self._wrong_pin(game, seat, people_of(seen).get(seat), pin))
        *_, hash_ = hashes(seen.events)
        act = confirming(seat, through, hash_, seen.system.outcome(seen.table))
        return self.way.add(game, token, through, [Draft(act, event_id)])

    def answer(self, game: GameId, token: Token, act: ClaimAnswered, expected: int | None) -> Appended:
        """Record a seat's answer to a claim or concession. Nothing is recorded if the seat's current answer says the same."""
        held(not_acting(token.seat, token.scopes, act.seat))
        now = self.games.state(game)
        draft = _answering(game, now, act)
        if not repeats([draft], now.events):
            held(nothing_to_answer(now, act))
        return self.way.add(game, token, expected, [draft])

    def _wrong_pin(self, game: GameId, seat: Seat, person: PersonId | None, pin: str | None) -> Refusal | None:
        """Return why the PIN of the player in `seat` is refused; None if it is right. Counts wrong tries. Raises Refused after too many."""
        if pin is None:
            return invalid(Fault("/pin", f"is required, because this is not the link of seat {seat}"))
        if not self.pins.has(game, seat, person):
            return invalid(Fault("/pin", f"cannot be checked: seat {seat} has no PIN"))
        try:
            fits = self.pins.fits(game, seat, person, pin)
        except TooManyTries as refused:
            said = f"Too many wrong PINs for seat {seat}: try again in {refused.seconds} seconds."
            raise Refused(Refusal("too-many-attempts", said, wait=refused.seconds)) from None
        return None if fits else Refusal("wrong-pin", f"This is not the PIN of seat {seat}.", (Fault("/pin", "is wrong"),))


def _answering(game: GameId, now: Reading, act: ClaimAnswered) -> Draft:
    """Make the draft for the answer `act`. If the seat repeats its current answer, the draft is the same as before, and the store does not
    record it twice."""
    counts = same_answer(now, act)
    if counts is not None:
        return Draft(act, counts.id, counts.after, counts.at, counts.offset)
    return Draft(act, derived(game, f"answer {act.claim} {act.seat} {act.accepts} {answers_given(now, act)}"))
