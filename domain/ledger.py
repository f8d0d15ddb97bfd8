"""The score sheet of a game that is played in rounds: the points of each round, the totals, and how detailed the record is.

People may write down every card, the points of each round, running totals, or only the result: the *depth* of a record says which of these
it has. Scores are computed from the events. The people at the table may also state a score. If the record already gives a score, it is
compared with the stated score; if not, the score sheet takes over the stated score.

Every system (card game) with rounds and points per seat uses this module, but decides itself when the game ends. domain/rounds.py decides
when something is entered on the sheet.

*Ruled* points are points that a director gave to a round. A *penalty* is entered separately, and does not change the points of a round."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

from domain.kernel.cards import Seat
from domain.kernel.events import ResultStated, RoundStated
from domain.kernel.values import replace
from domain.kernel.vector import Vector
from domain.system import Outcome, standing_of

State = Literal["open", "finished", "abandoned"]
Depth = Literal["nothing", "result", "totals", "rounds", "cards"]
_SHALLOW: Final = ("nothing", "totals")
RULED: Final = "ruled"
"""The `reason` of a `Closed` round that a director's ruling closed."""
MISSING: Final = "missing"
"""The `reason` of a `Closed` entry that stands for several rounds that are all missing in the record."""
REPLAYED: Final = "replayed"
"""The `reason` of a `Closed` round that does not count any more because the round was played again later."""

OPEN: Final = "open"
"""The `reason` of a `Closed` round that was played, but whose points nobody can say until the table states them."""
COVERED: Final = "covered"
"""The `reason` of a round that was `OPEN`, and whose points are included in a total that the table stated later."""
UNSAID: Final = (OPEN, COVERED)

NO_NUMBERS: Final = Vector[int]()
NOBODY: Final = frozenset[Seat]()

_number: Final = attrgetter("number")
_NOT_COUNTED: Final = (MISSING, REPLAYED, OPEN)
_NOT_KNOWN: Final = (*_NOT_COUNTED, COVERED)


V = TypeVar("V", int, tuple[int, int])
"""A number of a round, or that and a version."""


class Numbered(Protocol):
    """Something about a round, which has the round's number."""

    @property
    def number(self) -> int: ...


class Closed(NamedTuple):
    """A round that is over. `number`: from 1. `points`: by seat, without seats that got none. `reason`: why the round ended. `version`: the
    version of the event that closed the round. `ruled`: the version of the ruling that gave the points; None if no ruling did. `held`: of a
    round whose points are not in the record, the seats whose stated totals hold them."""

    number: int
    points: Mapping[Seat, int]
    reason: str
    version: int
    ruled: int | None = None
    held: frozenset[Seat] = NOBODY


class Penalty(NamedTuple):
    """Points that a ruling added to the totals. `round`: the round to which they belong. `points`: by seat. `version`: the version of the
    ruling."""

    round: int
    points: Mapping[Seat, int]
    version: int


class LedgerLine(NamedTuple):
    """A closed round as people read it. `points`: by seat, with the penalties of the round and without zeros; None if they are not in the
    record. `totals`: by seat, after the round; without seats whose total then is not in the record."""

    number: int
    points: Mapping[Seat, int] | None
    totals: Mapping[Seat, int]


@dataclass(frozen=True)
class Ledger:
    """The score sheet of a game in rounds.

    `scores`: totals by seat. `closed`: the closed rounds in order. `complete`: how many closed rounds count; rounds that are missing in the
    record, were played again later, or have points that nobody knows, do not count. `stated_winners`: the winners that the table stated;
    None if it stated none. `depth`: how detailed the record is. `floor`: no total falls below this number; None if there is no floor.

    `numbers`: by reason, the numbers of the closed rounds that ended for it, ascending. `ruled`: (number of the round, version of the
    ruling) of each closed round whose points a ruling gave, ascending. Both follow from `closed`, which may be long.

    `brought`: by seat, how much a stated total is higher than the sum of the seat's recorded points. `late`: whether that was stated before
    the first closed round, so that the record begins in the middle of the game. `since`: for seats whose player sat
    down after the start of the game, the first round that counts for this player. `conceded`: whether a player conceded the game."""

    scores: Mapping[Seat, int]
    closed: Vector[Closed] = Vector()
    depth: Depth = "nothing"
    stated_winners: tuple[Seat, ...] | None = None
    floor: int | None = None
    penalties: tuple[Penalty, ...] = ()
    brought: Mapping[Seat, int] = field(default_factory=dict)
    late: bool = False
    since: Mapping[Seat, int] = field(default_factory=dict)
    complete: int = 0
    conceded: bool = False
    numbers: Mapping[str, Vector[int]] = field(default_factory=dict)
    ruled: Vector[tuple[int, int]] = Vector()

    @property
    def round(self) -> int:
        """The number of the current round, from 1."""
        return self.closed[-1].number + 1 if self.closed else 1

    def with_round(self, points: Mapping[Seat, int], reason: str, version: int, held: frozenset[Seat] = NOBODY) -> "Ledger":
        """Close the current round and return the new ledger. `points`: by seat. `reason`: why the round ended ("stated": the table said so,
        "ruled": a director did). `version`: the version of the event that closed the round. `held`: the seats whose stated totals hold the
        points already."""
        depth: Depth = "rounds" if reason in ("stated", RULED) and self.depth != "cards" else "cards"
        if held:
            over = self.with_round({}, OPEN, version)._held(held)
            return replace(over if reason == OPEN else over.with_stated(self.round, points, version, reason), depth=depth)
        number, counted = self.round, {seat: number for seat, number in points.items() if number}
        closed = Closed(number, counted, reason, version, version if reason == RULED else None)
        scores = dict(self.scores)
        for seat, more in counted.items():
            if seat in scores:
                scores[seat] += more
        if self.floor is not None:
            scores = {seat: max(self.floor, score) for seat, score in scores.items()}
        now = replace(self, scores=scores, depth=depth, **self._tally(self.closed.appended(closed), None, closed))
        if self.floor is not None and (self.brought or self.penalties or any(since > number for since in self.since.values())):
            return now._added_up()
        return now

    def with_ruling(self, number: int, points: Mapping[Seat, int], version: int, reason: str = "") -> "Ledger":
        """Give an earlier round the points of a ruling, even if the round was not recorded, and return the new ledger. `reason`: why the
        round ended; if empty, the old reason is kept."""
        played = self.of(number) or Closed(number, {}, MISSING, version)
        reason = reason or (RULED if played.reason in UNSAID else played.reason)
        return self._with(played._replace(points=without_zeros(points), reason=reason, ruled=version))

    def with_stated(self, number: int, points: Mapping[Seat, int], version: int, reason: str = "stated") -> "Ledger":
        """Give a round that is `OPEN` or `COVERED` its points, and return the new ledger. The totals that were stated after the round hold
        these points already, so they do not change."""
        counted = without_zeros({seat: more for seat, more in points.items() if seat in self.scores})
        played, now = self.of(number), Closed(number, counted, reason, version)
        if played is None or not played.held:
            return self._with(now)
        brought = {seat: self.brought.get(seat, 0) - counted.get(seat, 0) for seat in played.held if number >= self.since.get(seat, 0)}
        return replace(self, brought={**self.brought, **brought})._with(now)._added_up()

    def _with(self, changed: Closed) -> "Ledger":
        place, former = bisect_left(self.closed, changed.number, key=_number), self.of(changed.number)
        closed = self.closed.inserted(place, changed) if former is None else self.closed.with_item(place, changed)
        now = self._tallied(closed, former, changed)
        if self._is_sum:
            return now._scored(changed.points, {} if former is None else former.points)
        return now._added_up()

    def _tallied(self, closed: Vector[Closed], gone: Closed | None, come: Closed | None) -> "Ledger":
        """Return the ledger with these closed rounds; the totals stay as they are. The arguments are as in `_tally`."""
        return replace(self, **self._tally(closed, gone, come))

    def _tally(self, closed: Vector[Closed], gone: Closed | None, come: Closed | None) -> dict[str, Any]:
        """Return the fields that change with these closed rounds. `gone`, `come`: the only round that they have no more, and the only new
        one; None if there is none."""
        numbers, ruled, complete = {**self.numbers}, self.ruled, self.complete
        if gone is not None:
            numbers[gone.reason] = _removed(numbers[gone.reason], gone.number)
            ruled = ruled if gone.ruled is None else _removed(ruled, (gone.number, gone.ruled))
            complete -= gone.reason not in _NOT_COUNTED
        if come is not None:
            numbers[come.reason] = _inserted(numbers.get(come.reason, NO_NUMBERS), come.number)
            ruled = ruled if come.ruled is None else _inserted(ruled, (come.number, come.ruled))
            complete += come.reason not in _NOT_COUNTED
        return {"closed": closed, "numbers": numbers, "ruled": ruled, "complete": complete}

    def with_missing(self, last: int, version: int) -> "Ledger":
        """Return the ledger with one entry for all rounds up to `last` that are missing in the record. `version`: the version of the event
        that shows it."""
        missing = Closed(last, {}, MISSING, version)
        return self._tallied(self.closed.appended(missing), None, missing)

    @property
    def open_rounds(self) -> Vector[int]:
        """The numbers of the rounds that were played, but whose points nobody can say yet."""
        return self.numbers.get(OPEN, NO_NUMBERS)

    @property
    def last_ruling(self) -> int | None:
        """The version of the last ruling on points: the last penalty, or else the ruling on the last of the ruled rounds. None if no points
        were ruled."""
        return self.penalties[-1].version if self.penalties else self.ruled[-1][1] if self.ruled else None

    def is_unsaid(self, number: int) -> bool:
        """Whether the points of this round are not in the record although the round is over."""
        played = self.of(number)
        return played is not None and played.reason in UNSAID

    def is_held(self, number: int) -> bool:
        """Whether a stated total holds the points of this round, and the record does not say which points these are."""
        played = self.of(number)
        return played is not None and bool(played.held)

    def with_penalty(self, number: int, points: Mapping[Seat, int], version: int) -> "Ledger":
        """Add the points of a ruling to the totals and return the new ledger. `number`: the round that the points belong to."""
        penalty = Penalty(number, without_zeros(points), version)
        now = replace(self, penalties=(*self.penalties, penalty))
        return now._scored(penalty.points, {}) if self._is_sum else now._added_up()

    def reopened(self) -> "Ledger":
        """Return the ledger with the last closed round open again: it becomes the current round, under the same number."""
        last = self.closed[-1]
        now = replace(self._tallied(self.closed.without_last(), last, None), stated_winners=None)
        return now._scored({}, last.points) if self._is_sum else now._added_up()

    @property
    def _is_sum(self) -> bool:
        """Whether each total is the sum of all points of its seat, in any order."""
        return self.floor is None and not self.since

    def _scored(self, more: Mapping[Seat, int], less: Mapping[Seat, int]) -> "Ledger":
        return replace(self, scores={seat: score + more.get(seat, 0) - less.get(seat, 0) for seat, score in self.scores.items()})

    def _added_up(self) -> "Ledger":
        lines = [(closed.number, closed.points) for closed in self.closed] + [(line.round, line.points) for line in self.penalties]
        lines.sort(key=lambda line: line[0])
        scores = {}
        for seat in self.scores:
            total, since = self.brought.get(seat, 0), self.since.get(seat, 0)
            for number, points in lines:
                if number >= since:
                    total += points.get(seat, 0)
                    total = total if self.floor is None else max(self.floor, total)
            scores[seat] = total
        return replace(self, scores=scores)

    def with_cards(self) -> "Ledger":
        """Return the ledger with the depth "cards": the record holds the cards of at least one round."""
        return self if self.depth == "cards" else replace(self, depth="cards")

    def outcome(self, state: State, winners: tuple[Seat, ...], *, running: bool, out: Iterable[Seat] = ()) -> Outcome:
        """Return the result that these totals give. The result has no scores if only the winners were written down. `running`:
        whether a card of the current round is on the table. `out`: the seats that cannot win any more."""
        scores = dict(self.scores) if self.counts else {}
        running = running and state == "open"
        complete, unsaid = self.complete, tuple(self.open_rounds)
        return Outcome(
            state, scores, standing_of(scores), winners, self.depth, deals=complete, running=running, open_deals=unsaid, out=tuple(out)
        )

    def score_of(self, seat: Seat) -> int | None:
        """Return the total of the seat; None if only the winners were written down."""
        return self.scores.get(seat, 0) if self.counts else None

    @property
    def counts(self) -> bool:
        """Whether the record gives totals. False if only the winners were written down."""
        return self.depth != "result" or any(self.scores.values())

    def lately(self, most: int) -> tuple[LedgerLine, ...]:
        """Return the last closed rounds, at most so many, by number. Rounds that were played again later are left out."""
        totals, penalties, lines = dict(self.scores) if self.counts else {}, [*self.penalties], list[LedgerLine]()
        for closed in reversed(self.closed[-most:]):
            fined = dict(closed.points)
            for penalty in [each for each in penalties if each.round >= closed.number]:
                penalties.remove(penalty)
                for seat, more in penalty.points.items():
                    if penalty.round == closed.number:
                        fined[seat] = fined.get(seat, 0) + more
                    elif seat in totals:
                        totals[seat] -= more
            if closed.reason != REPLAYED:
                known = closed.reason not in _NOT_KNOWN
                lines.append(LedgerLine(closed.number, without_zeros(fined) if known else None, dict(totals)))
            totals = {seat: total - fined.get(seat, 0) for seat, total in totals.items() if self._sums_up(seat, closed.number)}
        return tuple(reversed(lines))

    def _sums_up(self, seat: Seat, number: int) -> bool:
        """Whether the total of a seat before a round is its later total less the points since then."""
        return self.floor is None and not self.brought.get(seat) and number > self.since.get(seat, 0)

    def of(self, number: int) -> Closed | None:
        """Return the closed round with the given number; None if the record has none."""
        place = place_of(self.closed, number)
        return None if place is None else self.closed[place]

    def adopts_totals(self) -> bool:
        """Whether the ledger takes over stated totals as its own. It takes them over if the record is still empty, if the record has only
        stated totals, or if the points of a round are open."""
        return self.depth in _SHALLOW or bool(self.open_rounds)

    def adopted(self, stated: Mapping[Seat, int], waiting: frozenset[Seat] | None = None) -> dict[Seat, int]:
        """Return those of the stated totals that the ledger takes over: where points of a round may be missing in its own total. `waiting`:
        if the current round is over and waits for its points, the seats whose totals hold these; else None."""
        return {seat: score for seat, score in stated.items() if self.lacks(seat) or (waiting is not None and seat not in waiting)}

    def lacks(self, seat: Seat) -> bool:
        """Whether the total of the seat may lack the points of rounds that are over."""
        if self.depth in _SHALLOW or not self.open_rounds:
            return self.depth in _SHALLOW
        last = self.of(self.open_rounds[-1])  # a total that holds this round holds the earlier ones too
        return last is not None and seat in self._players(last.number) - last.held

    def _players(self, number: int) -> frozenset[Seat]:
        """Return the seats for whose players this round counts: not those who sat down later."""
        return frozenset(self.scores) if not self.since else frozenset(seat for seat in self.scores if number >= self.since.get(seat, 0))

    def with_totals(self, stated: Mapping[Seat, int], *, over: bool) -> "Ledger":
        """Return the ledger with these totals in place of its own. `over`: whether the current round is over and waits for its points."""
        return replace(self._brought(stated, over=over), depth="totals" if self.depth in _SHALLOW else self.depth)

    def with_result(self, stated: ResultStated, *, over: bool) -> "Ledger":
        depth: Depth = "result" if self.depth == "nothing" else self.depth
        return replace(self._brought(stated.scores or {}, over=over), stated_winners=stated.won, depth=depth)

    def _brought(self, stated: Mapping[Seat, int], *, over: bool) -> "Ledger":
        """Return the ledger with the stated totals in place of its own. The amount by which a stated total exceeds the seat's former total
        is added to `brought`. A stated total holds the points of all rounds before it."""
        known = {seat: score for seat, score in stated.items() if seat in self.scores}
        brought = {seat: self.brought.get(seat, 0) + score - self.scores[seat] for seat, score in known.items()}
        brought = {**self.brought, **brought}
        late = self.late or (not self.closed and not over and any(brought.values()))
        return replace(self, scores={**self.scores, **known}, brought=brought, late=late)._held(frozenset(known))

    def _held(self, seats: frozenset[Seat]) -> "Ledger":
        """Return the ledger after totals of these seats were stated, which hold the points of all open rounds. A round that the totals of
        all seats hold becomes `COVERED`."""
        closed, left, covered = self.closed, [*self.open_rounds], list[int]()
        for number in reversed(self.open_rounds):
            place = bisect_left(closed, number, key=_number)
            players, before = self._players(number), closed[place].held
            held = before | (seats & players)
            if held == before:
                break
            whole = held >= players
            closed = closed.with_item(place, closed[place]._replace(held=held, reason=COVERED if whole else OPEN))
            if whole:
                left.remove(number)
                covered.append(number)
        if closed is self.closed:
            return self
        numbers = {**self.numbers, OPEN: Vector(left), COVERED: Vector(sorted((*self.numbers.get(COVERED, ()), *covered)))}
        return replace(self, closed=closed, numbers=numbers, complete=self.complete + len(covered))

    def seated(self, seat: Seat) -> "Ledger":
        """Return the ledger after a new player sat down at `seat` with 0 points. Earlier points of the seat stay with the former player."""
        brought = {other: score for other, score in self.brought.items() if other != seat}
        since = {**self.since, seat: self.round} if self.closed or self.penalties else self.since
        return replace(self, scores={**self.scores, seat: 0}, brought=brought, since=since)

    def without(self, seats: Iterable[Seat]) -> "Ledger":
        gone = frozenset(seats)
        if not gone:
            return self
        return replace(self, scores={seat: score for seat, score in self.scores.items() if seat not in gone})


def place_of(rounds: Sequence[Numbered], number: int) -> int | None:
    """Return the index of the round with this number; None if there is none. `rounds`: in order of their numbers."""
    place = bisect_left(rounds, number, key=_number)
    return place if place < len(rounds) and rounds[place].number == number else None


def stated_round(ledger: Ledger, stated: RoundStated, version: int) -> tuple[Ledger, Mapping[Seat, int]] | None:
    """Return (the ledger just before the stated round, the points of that round). Return None if the round is closed already.

    If earlier rounds are missing in the record, the returned ledger has a single entry for all of them."""
    if stated.round < ledger.round:
        return None
    if stated.round > ledger.round:
        ledger = ledger.with_missing(stated.round - 1, version)
    return ledger, {seat: number for seat, number in stated.points.items() if number and seat in ledger.scores}


def _inserted(items: Vector[V], item: V) -> Vector[V]:
    """Return ascending items with one more. It is the last one for most rounds, which need no search then."""
    return items.appended(item) if not items or items[-1] < item else items.inserted(bisect_left(items, item), item)


def _removed(items: Vector[V], item: V) -> Vector[V]:
    """Return ascending items without one of them."""
    return items.removed(bisect_left(items, item))


def without_zeros(points: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: number for seat, number in points.items() if number}


def last_told(ledger: Ledger, words: Callable[[Closed], str]) -> str:
    """Return the last closed round as a sentence, in which `{0}` stands for the player of seat 0. Empty if no round is closed.

    If a ruling gave the points, the sentence says so. Otherwise the function `words` describes the round."""
    if not ledger.closed:
        return ""
    last = ledger.closed[-1]
    return f"Round {last.number}: {_ruled(last) if last.ruled else words(last)}."


def _ruled(closed: Closed) -> str:
    """Return what a director ruled about a round: `ruled void`, `played again later`, `ruled {0} 2, {1} -1`."""
    if closed.reason == REPLAYED and not closed.points:
        return "played again later"
    return f"ruled {in_words(closed.points)}" if closed.points else "ruled void"


def in_words(points: Mapping[Seat, int]) -> str:
    """Return points by seat in words, with `{0}` for the player of seat 0."""
    return ", ".join(f"{{{seat}}} {number}" for seat, number in sorted(points.items())) or "nothing for anyone"
