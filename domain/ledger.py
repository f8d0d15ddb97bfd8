"""The score sheet of a game that is played in rounds: what each round brought, the totals, and how deep the record goes.

A table may write down every card, or only what each round brought, or running totals, or nothing but the result (*depth*). Scores come from
whatever is there; deeper entries check the shallower claims: a statement about something the record can derive is compared, one about
something it cannot derive is adopted. Systems with rounds and points per seat share this page; what ends their game is their own rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.cards import Seat
from domain.events import Event, ResultStated, RoundStated, ScoreStated
from domain.findings import Finding, Kind, named
from domain.system import Outcome, standing_of
from domain.values import replace

State = Literal["open", "finished", "abandoned"]
Depth = Literal["nothing", "result", "totals", "rounds", "cards"]
_SHALLOW: Final = ("nothing", "totals")


class Closed(NamedTuple):
    """A round that is over: its number from 1, points by seat (seats without points left out), why it ended, and the closing event."""

    number: int
    points: Mapping[Seat, int]
    reason: str
    version: int


@dataclass(frozen=True)
class Ledger:
    """Totals by seat, closed rounds in order, the depth of the record, and the winners as the table stated them (None: not stated)."""

    scores: Mapping[Seat, int]
    closed: tuple[Closed, ...] = ()
    depth: Depth = "nothing"
    stated_winners: tuple[Seat, ...] | None = None

    @property
    def round(self) -> int:
        """The number of the current round."""
        return self.closed[-1].number + 1 if self.closed else 1

    def with_round(self, points: Mapping[Seat, int], reason: str, version: int) -> "Ledger":
        """The current round closed: `points` by seat, why it ended ("stated": the table says so), and the closing event."""
        closed = Closed(self.round, {seat: number for seat, number in points.items() if number}, reason, version)
        scores = {seat: score + points.get(seat, 0) for seat, score in self.scores.items()}
        depth: Depth = "rounds" if reason == "stated" and self.depth != "cards" else "cards"
        return replace(self, scores=scores, closed=(*self.closed, closed), depth=depth)

    def with_cards(self) -> "Ledger":
        """The record holds cards."""
        return self if self.depth == "cards" else replace(self, depth="cards")

    def with_floor(self, floor: int) -> "Ledger":
        """No total below `floor`."""
        return replace(self, scores={seat: max(floor, score) for seat, score in self.scores.items()})

    def outcome(self, state: State, winners: tuple[Seat, ...]) -> Outcome:
        """The outcome that these totals come to. A result without totals has no scores."""
        scores = {} if self.depth == "result" and not any(self.scores.values()) else dict(self.scores)
        return Outcome(state, scores, standing_of(scores), winners, self.depth)

    def score_of(self, seat: Seat) -> int | None:
        """The total of that seat, None where only the winners were written down."""
        return self.scores.get(seat, 0) if self.depth != "result" or any(self.scores.values()) else None

    def of(self, number: int) -> Closed | None:
        """The closed round of that number, None where the record holds none."""
        return next((closed for closed in self.closed if closed.number == number), None)

    def adopts_totals(self) -> bool:
        """Whether stated totals or results are all there is to go by."""
        return self.depth in _SHALLOW

    def with_totals(self, stated: ScoreStated) -> "Ledger":
        known = {seat: score for seat, score in stated.scores.items() if seat in self.scores}
        return replace(self, scores={**self.scores, **known}, depth="totals")

    def with_result(self, stated: ResultStated) -> "Ledger":
        known = {seat: score for seat, score in (stated.scores or {}).items() if seat in self.scores}
        depth: Depth = "result" if self.depth == "nothing" else self.depth
        return replace(self, scores={**self.scores, **known}, stated_winners=tuple(sorted(stated.winners)), depth=depth)

    def seated(self, seat: Seat) -> "Ledger":
        return replace(self, scores={**self.scores, seat: 0})

    def without(self, seats: Iterable[Seat]) -> "Ledger":
        gone = frozenset(seats)
        if not gone:
            return self
        return replace(self, scores={seat: score for seat, score in self.scores.items() if seat not in gone})


def stated_round(ledger: Ledger, stated: RoundStated, version: int) -> tuple[Ledger, Mapping[Seat, int]] | None:
    """What to adopt of a stated round: the ledger standing just before it, and its points; None where it is a claim about a closed round.

    Where rounds between are missing, their place is marked, so that the numbers go on."""
    if stated.round < ledger.round:
        return None
    if stated.round > ledger.round:
        ledger = replace(ledger, closed=(*ledger.closed, Closed(stated.round - 1, {}, "missing", version)))
    return ledger, {seat: number for seat, number in stated.points.items() if number and seat in ledger.scores}


def check_round(ledger: Ledger, event: Event, stated: RoundStated, possible: frozenset[Seat] | None) -> tuple[Finding, ...]:
    """Findings of a stated round against the rounds that the record holds.

    `possible`: seats that can still score in the current round, None where any can (no card of it is recorded)."""
    points = {seat: number for seat, number in stated.points.items() if number}
    known = ledger.of(stated.round)
    if known is not None:
        if points == {seat: number for seat, number in known.points.items() if number}:
            return ()
        sentence = f"Round {stated.round} was stated as {_told(points)}; the record comes to {_told(known.points)}."
        return (_stated_otherwise("round", (known.version, event.version), sentence, {*points, *known.points}),)
    if stated.round != ledger.round:
        sentence = f"Round {stated.round} is stated, but the record stands at round {ledger.round}: rounds between are missing."
        return (Finding("rounds-missing", "gap", "00 recording model", (event.version,), sentence),)
    impossible = () if possible is None else tuple(sorted(points.keys() - possible))
    if impossible:
        sentence = f"{_names(impossible)} cannot have scored in round {stated.round}: already out of it."
        return (_stated_otherwise("round", (event.version,), sentence, impossible),)
    return ()


def check_totals(ledger: Ledger, event: Event, stated: ScoreStated) -> tuple[Finding, ...]:
    """Findings of stated running totals against those that the record comes to."""
    if ledger.adopts_totals():
        return ()
    return _compare_totals("score", ledger, event, stated.scores)


def check_result(ledger: Ledger, event: Event, stated: ResultStated, winners: tuple[Seat, ...]) -> tuple[Finding, ...]:
    """Findings of a stated result. `winners`: those that the record comes to, empty while it does not show an end."""
    if ledger.adopts_totals() and not winners:
        return ()
    found = _compare_totals("result", ledger, event, stated.scores or {})
    if not winners:
        sentence = "A result is stated, but the record does not reach the end of the game."
        return (*found, Finding("result-before-the-end", "gap", "00 recording model", (event.version,), sentence))
    if sorted(stated.winners) != sorted(winners):
        sentence = f"The stated winners are {_names(stated.winners)}; the record comes to {_names(winners)}."
        return (*found, _stated_otherwise("winner", (event.version,), sentence, {*stated.winners, *winners}))
    return found


def _compare_totals(what: str, ledger: Ledger, event: Event, stated: Mapping[Seat, int]) -> tuple[Finding, ...]:
    wrong = {seat: score for seat, score in sorted(stated.items()) if ledger.scores.get(seat, 0) != score}
    if not wrong:
        return ()
    derived = {seat: ledger.scores.get(seat, 0) for seat in wrong}
    versions = (*(closed.version for closed in ledger.closed[-1:]), event.version)
    sentence = f"The {what} was stated as {_told(wrong)}; the record comes to {_told(derived)}."
    return (_stated_otherwise(what, versions, sentence, wrong),)


def _stated_otherwise(what: str, versions: tuple[int, ...], sentence: str, seats: Iterable[Seat]) -> Finding:
    kind: Kind = "contradiction"
    ordered = tuple(sorted(set(versions)))
    return Finding(f"{what}-stated-otherwise", kind, "00 recording model", ordered, sentence, tuple(sorted(seats)))


def _told(points: Mapping[Seat, int]) -> str:
    return ", ".join(f"{{{seat}}} {number}" for seat, number in sorted(points.items())) or "nothing for anyone"


def _names(seats: Iterable[Seat]) -> str:
    return named(sorted(seats)) or "nobody"
