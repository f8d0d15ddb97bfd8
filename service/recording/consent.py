"""Records what the people of a tournament's entries say: that they are here, and that a typed result is right. They use the check-in link
of their entry, or its PIN on somebody else's phone."""

from collections.abc import Callable, Collection, Set
from dataclasses import dataclass, replace
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.canonical import canonical
from domain.kernel.events import EventId, TokenId, TournamentAct, data_of
from domain.kernel.events.tournaments import CheckedIn, ResultApproved
from domain.kernel.shapes import Fault
from domain.record.batch import as_events, repeats
from domain.record.refusals import Refusal, Refused, invalid, raise_refusal
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Seated, Tournament
from service.recording.life import fits, wrong_pin
from service.recording.limits import not_at, not_for
from service.recording.tournaments import TournamentDraft, TournamentRecorder, Tournaments
from service.store.clubs.clubs import Token
from service.store.keys import Club, StreamId, club_of
from service.store.pins import Guesser, Pin
from service.store.streams.append import Appended
from service.store.tournaments.tournaments import EntryPins

SAID: Final = uuid5(NAMESPACE_URL, "https://faceup.invalid/said-in-a-tournament")
"""The UUID namespace of the ids of check-ins and approvals."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Records check-ins and approvals, and sets the PINs of entries. Each request may be repeated; the entry or table that it names must be
    in the tournament. `issued`: returns a token by its id, even if it is not valid any more. Every method may raise Refused and the errors
    of the store."""

    recorder: TournamentRecorder
    kind: Tournaments
    pins: EntryPins
    issued: Callable[[Club, TokenId], Token | None]

    def approve(self, stream: StreamId, token: Token, act: ResultApproved, pin: str | None, by: Guesser) -> Appended:
        """Record that a second person approves a typed result. `act.entry`: the entry that approves; None: the sender approves, as the
        entry of a check-in link or as a director. `pin`: the PIN of the entry; None if no PIN was sent. `by`: who sent it."""
        now = self.kind.state(stream)
        paired = now.state.rounds.get(act.round)
        seated = None if paired is None else paired.tables.get(act.table)
        if seated is None:  # the table was withdrawn after the request was sent
            raise Refused(invalid(Fault("/result", f"round {act.round} has no table {act.table} any more")))
        act = act if act.entry is not None else replace(act, entry=token.entry)
        typist = None if seated.typed is None else self.issued(club_of(stream), seated.typed.by)
        plays = self._entries_of(stream, now, typist)
        raise_refusal(
            _not_second(token, act, now.state, seated, pin)
            or _same_person(token, act, plays)
            or _winner_alone(token, act, seated, typist, plays)
        )
        waits = seated.typed is not None and seated.typed.version == act.result
        draft = _draft(stream, now, act, stands=not waits)
        # This comes before the PIN is checked: nobody may try PINs if there is nothing to approve.
        self._examined(stream, now, token, draft)
        if act.entry is not None and token.entry is None and pin is not None:
            raise_refusal(wrong_pin([self.pins.of(stream, now, act.entry)], f"entry {act.entry}", pin, by))
        return self._recorded(stream, token, draft)

    def check_in(self, stream: StreamId, token: Token, entry: int, pin: str | None, by: Guesser) -> Appended:
        """Record that the people of an entry have arrived, and set their PIN (None: leave it as it is)."""
        now = self.kind.state(stream)
        draft = _draft(stream, now, CheckedIn(entry), stands=now.state.entries[entry].checked_in)
        self._examined(stream, now, token, draft)
        kept = self._settable(stream, token, now, entry, pin, by)
        made = self._recorded(stream, token, draft)
        if kept is not None and pin is not None:
            kept.put(pin)
        return made

    def set_pin(self, stream: StreamId, token: Token, entry: int, pin: str, by: Guesser) -> None:
        """Set the PIN of an entry."""
        kept = self._settable(stream, token, self.kind.state(stream), entry, pin, by)
        if kept is not None:
            kept.put(pin)

    def _settable(self, stream: StreamId, token: Token, now: TournamentReading, entry: int, pin: str | None, by: Guesser) -> Pin | None:
        """Return the entry's `Pin` object if the caller must set it to `pin`; None if the PIN is `pin` already, or if `pin` is None. Raises
        Refused if the token may not act for the entry, or may not replace its PIN."""
        said = not_for(token, entry)
        raise_refusal(None if said is None else Refusal("no-right", said, needs="record"))
        if pin is None:
            return None
        kept = self.pins.of(stream, now, entry)
        if token.entry == entry or _directs(token):
            return kept
        if kept.there and fits(kept, f"entry {entry}", pin, by):
            return None
        # the person who types results must not choose the PIN that approves them
        raise Refused(Refusal("pin-set", f"Only the check-in link of entry {entry} or a director can set its PIN."))

    def _entries_of(self, stream: StreamId, now: TournamentReading, token: Token | None) -> set[int]:
        """Return the entries in which the person plays whose own token this is. Other tokens do not show who holds them."""
        if token is None or token.person is None:
            return set()
        whom = self.kind.people.directory(club_of(stream)).whom
        return {entry.number for entry in now.state.entries.values() if whom(token.person) in set(map(whom, entry.people))}

    def _examined(self, stream: StreamId, now: TournamentReading, token: Token, draft: TournamentDraft) -> None:
        """Raise Refused if the event `draft` may not be recorded now. If the event was recorded before, nothing is raised."""
        if not repeats([draft], now.events):
            refusal = self.kind.refusal(stream, now, [draft], as_events([draft], now.version, token.id, 0), token)
            raise_refusal(None if refusal is None else _placed(refusal))

    def _recorded(self, stream: StreamId, token: Token, draft: TournamentDraft) -> Appended:
        try:
            return self.recorder.checked(stream, token, [draft])
        except Refused as refused:
            raise Refused(_placed(refused.refusal)) from None


def _not_second(token: Token, act: ResultApproved, state: Tournament, seated: Seated, pin: str | None) -> Refusal | None:
    """Return why the sender may not approve, for example because nothing shows that the sender is a second person; None if the sender
    may approve."""
    if token.entry is not None and act.entry is not None:
        stands = None if token.entry in seated.entries else f"Entry {token.entry} does not sit at table {seated.table}."
        said = not_for(token, act.entry) or stands
        if said is None and seated.typed is not None and seated.typed.by == token.id:
            return Refusal("second-person-needed", "The result was typed with this link. Another person must approve it.")
    else:
        said = not_at(token, state, act.round, act.table)
    if said is not None:
        return Refusal("no-right", said, needs="direct")
    if token.entry is not None or (act.entry is None and pin is None and _directs(token)):
        return None
    if act.entry is None and pin is not None:
        return invalid(Fault("/entry", "is required with a PIN"))
    return None if pin is not None else Refusal("second-person-needed", "This request does not show that a second person approves.")


def _same_person(token: Token, act: ResultApproved, plays: Collection[int]) -> Refusal | None:
    """Return the refusal if the person who typed the result is in the entry that approves; else None. Directors may approve what they
    typed. `plays`: the entries in which that person is known to play."""
    if act.entry is None or _directs(token) or act.entry not in plays:
        return None
    said = f"The result was typed by a person of entry {act.entry}. Another entry at the table, or a director, must approve it."
    return Refusal("second-person-needed", said)


def _winner_alone(token: Token, act: ResultApproved, seated: Seated, typist: Token | None, plays: Set[int]) -> Refusal | None:
    """Return the refusal if only winners stand behind the result: the PIN of a side that won approves it, and neither a director nor
    anybody of a side that lost is known to have typed it; else None. On the phone of the table, the winner may have typed it."""
    if act.entry is None or token.entry is not None or _directs(token) or seated.typed is None:
        return None
    lost = {entry for number, side in enumerate(seated.sides) if number not in seated.typed.winners for entry in side}
    if not lost or act.entry in lost or (typist is not None and _directs(typist)) or lost & plays:
        return None
    said = f"Entry {act.entry} won. An entry that did not win, or a director, must approve it; or entry {act.entry} with its own link."
    return Refusal("second-person-needed", said)


def _directs(token: Token) -> bool:
    return token.may("direct") and not token.limited


def _draft(stream: StreamId, now: TournamentReading, act: TournamentAct, *, stands: bool) -> TournamentDraft:
    """Return the event to record for `act`. If the act was recorded before and that event still counts (`stands`), return that event, so
    that nothing is recorded twice. Otherwise return a new event, whose id follows from the act and from how often it was recorded."""
    made = [event for event in now.events if event.act == act]
    if made and stands:
        return TournamentDraft(act, made[-1].id, made[-1].after)
    text = f"{stream} {type(act).__name__} {canonical(data_of(act)).hex()} {len(made)}"
    return TournamentDraft(act, EventId(str(uuid5(SAID, text))))


def _placed(refusal: Refusal) -> Refusal:
    """Return the refusal with faults that point into the body of the request, not into an event. The members of the body have the same
    names as the fields of the event."""
    return replace(refusal, faults=tuple(Fault(fault.pointer.removeprefix("/events/0/data"), fault.message) for fault in refusal.faults))
